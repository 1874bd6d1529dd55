"""``puzzleproof bench``: time searches and proofs beside a compiled program and a planner."""

from puzzleproof.benchmarks.run import add_arguments as add_arguments
from puzzleproof.benchmarks.run import run as run
