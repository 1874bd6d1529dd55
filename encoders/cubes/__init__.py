"""Instant Insanity: a task, and the models that count all solutions."""
