"""Evidence by algebra: parities over GF(2), weights by linear programs."""
