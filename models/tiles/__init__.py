"""Sliding tiles: rules, facts and actions."""
