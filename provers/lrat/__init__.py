"""LRAT proofs written by hand, and files for other checkers."""
