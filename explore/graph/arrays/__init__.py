"""A state graph of sliding pieces held whole in arrays (numpy): a tenth of the memory and time.

States are the keys of `puzzleproof.explore.engines.flooded`, in ascending order; a *vertex* is the
place of a key.  `configurations` lists them, `graph` stores neighbours, `distances` searches,
`components` and `diameter` say what they are called, `survey` reports all of it.
"""
