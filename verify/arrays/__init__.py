"""The checker of large labellings, with numpy: the states of a label are a sorted array."""
