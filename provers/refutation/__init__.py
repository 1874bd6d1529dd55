"""Evidence by horizons: a solver shows that there is no plan of at most T moves."""
