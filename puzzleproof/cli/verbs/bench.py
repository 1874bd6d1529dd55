"""``puzzleproof bench``: time searches and proofs beside a compiled program and a planner."""

from __future__ import annotations

from puzzleproof.benchmarks.run import add_arguments, run

__all__ = ["add_arguments", "run"]
