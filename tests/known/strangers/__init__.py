"""Boards as strangers have them, with their published or independently computed values."""
