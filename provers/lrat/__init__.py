"""LRAT proofs, read from a SAT solver and written as files for other checkers."""
