"""Atlas: all sets of rectangular pieces on a board, and how many placements each has."""
