"""Searches on sorted arrays of 64-bit words, by numpy."""
