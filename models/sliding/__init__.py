"""Sliding blocks: rules, instance checks, compact states, facts and actions."""
