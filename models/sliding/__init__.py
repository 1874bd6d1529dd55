"""Sliding blocks: rules, instance checks, facts and actions."""
