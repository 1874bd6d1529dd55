"""Sliding pieces as arrays of words: each piece floods the places that one move reaches.

A piece stands at its *anchor*, the upper left cell of its bounding box.  `layout` reads kinds,
places and directions off the task; `keys` packs a state into one word; `moves` floods the anchors
of each piece as bits; `cliques` remembers which moves were made already; `engine` is the frontier
search.
"""
