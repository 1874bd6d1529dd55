"""``puzzleproof bench``: time searches and proofs beside a compiled program and a planner."""

from __future__ import annotations
