"""Searches on sorted arrays of 64-bit words, by numpy, for any task.

Sliding pieces are searched by floods (`puzzleproof.explore.engines.flooded`), which is faster if
there are many patterns of free cells.  Tiles, frogs, pegs and tours have no floods and are searched
here; docs/measurements.md has the figures.
"""
