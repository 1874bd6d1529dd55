"""Searches on sorted arrays of 64-bit words, by numpy, for any task.

Sliding pieces flood (`puzzleproof.explore.engines.flooded`), which is faster where there are many
patterns of free cells.  Tiles, frogs, pegs and tours have nothing that floods and come here;
docs/measurements.md has the figures.
"""
