"""Atlas: all piece sets of a board, and the number of placements of each."""
