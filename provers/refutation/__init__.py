"""Evidence by horizons: questions to solvers, and the proof of the last one."""
