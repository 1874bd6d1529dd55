"""Boards on arrays: the rules on many states at once, with numpy (`models/board.py`)."""
