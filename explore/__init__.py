"""Search and statistics of state graphs, some plan of a puzzle, random instances; no proofs."""
