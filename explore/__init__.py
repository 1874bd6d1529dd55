"""State graphs: searches, statistics, hardest starts, random instances."""
