"""Searches on sorted arrays of 64-bit words, for any task; floods are faster for sliding pieces."""
