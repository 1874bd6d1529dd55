"""The engines of search, in plain Python and in arrays.

An engine makes the layers of a breadth-first search.  A *layer* is a set of states in the engine's
own form (a Python set, a sorted array of keys); callers give and get states as integers.
`puzzleproof.explore.engines.plain` is the shortest, and shows what all of them can do.
"""
