"""Sliding tiles: rules, compact states, facts and actions."""
