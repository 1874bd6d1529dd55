"""Pictures of puzzles: one scene of shapes, drawn as SVG, PNG, GIF, animated SVG and HTML.

`puzzleproof.render.draw` makes scenes of what the families show (`puzzleproof.models.picture`) and
knows no family by name; the other modules turn scenes into files.  All but `raster` need the
standard library alone.
"""
