"""How a puzzle becomes a bounded-horizon model: geometry → task → model → SAT or CP-SAT."""
