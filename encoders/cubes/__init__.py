"""Instant Insanity: a task, and the formulas whose solutions are all stacks."""
