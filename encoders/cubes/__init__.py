"""Instant Insanity: a task, and a formula whose solutions are all stacks."""
