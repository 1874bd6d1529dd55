"""Peg solitaire up to the symmetries of the board, by numpy."""
