"""Instant Insanity: rules, facts and actions."""
