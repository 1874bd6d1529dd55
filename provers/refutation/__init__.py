"""Evidence by horizons: a solver refutes 'at most T moves'."""
