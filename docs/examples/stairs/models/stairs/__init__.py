"""Stairs: one counter comes down to the ground."""
