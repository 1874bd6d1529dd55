"""A task unrolled over steps 0 to T, as clauses and exactly-one constraints."""
