"""The checker of large labellings: the states of a label in sorted arrays of words (numpy)."""
