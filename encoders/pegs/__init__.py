"""Peg solitaire, from geometry to a task."""
