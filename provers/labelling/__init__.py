"""Evidence by labels: the search, its layers, the file."""
