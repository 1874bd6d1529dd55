"""How a puzzle becomes a bounded-horizon formula: geometry → task → formula → SAT or CP-SAT."""
