"""Sliding pieces as arrays of words: a flood finds all places that one move of a piece reaches.

A piece stands at its *anchor*, the upper left cell of its bounding box.  `keys` reads kinds,
places and directions from the task, and packs a state into one word; `moves` floods the anchors
of each piece as bits, and marks which moves were made; `engine` is the frontier search.
"""
