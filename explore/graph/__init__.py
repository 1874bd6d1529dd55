"""State graphs that are stored whole."""
