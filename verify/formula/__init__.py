"""The checker's own formulas, and the comparison of their clauses with the rules."""
