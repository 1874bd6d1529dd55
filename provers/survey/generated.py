"""Random instances made in a child process, within limits of time and memory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from puzzleproof.explore.generate import generate
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.events import Emit, Working, ignore
from puzzleproof.provers.process import NO_LIMITS, Limits, call, half_of_spare_memory


def generate_all(
    family: str,
    seeds: Sequence[int],
    options: Mapping[str, Any],
    limits: Limits = NO_LIMITS,
    on_event: Emit = ignore,
) -> list[AnyPuzzle]:
    """Make an instance for each seed; raises as `generate` does, and LimitReached at a limit.

    Seeds may be a range of any length: nothing is made of it but in the child.
    """
    memory = limits.memory or half_of_spare_memory()
    arguments = (family, seeds, dict(options))
    puzzles: list[AnyPuzzle] = call(_work, arguments, on_event, limits._replace(memory=memory))
    return puzzles


def _work(
    family: str, seeds: Sequence[int], options: dict[str, Any], emit: Emit
) -> list[AnyPuzzle]:
    puzzles = list[AnyPuzzle]()
    for made, seed in enumerate(seeds):
        emit(Working("making instances", made, len(seeds), "instances"))
        puzzles.append(generate(family, seed=seed, **options))
    return puzzles
