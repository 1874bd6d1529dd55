"""``puzzleproof bench``: times of searches and proofs beside other programs."""

from __future__ import annotations

from puzzleproof.benchmarks.run import add_arguments as add_arguments
from puzzleproof.benchmarks.run import run as run
