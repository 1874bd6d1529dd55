"""Sliding pieces as arrays of words; a piece stands at the upper left cell of its bounding box."""
