"""Pictures of puzzles: one scene of shapes, drawn as SVG, PNG, GIF, animated SVG and HTML.

`puzzleproof.render.draw` makes scenes from the pictures that the families provide
(`puzzleproof.models.picture`), and knows no family by name; the other modules turn scenes into
files.  All modules but `raster` need only the standard library.
"""
