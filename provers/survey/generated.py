"""Random instances made in a child process, within limits of time and memory."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from puzzleproof.explore.generate import generate
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.events import Emit, Working, ignore
from puzzleproof.provers.process import NO_LIMITS, Limits, call, half_of_spare_memory


def generate_all(
    family: str,
    seeds: Sequence[int],
    options: Mapping[str, Any],
    take: Callable[[AnyPuzzle], None],
    limits: Limits = NO_LIMITS,
    on_event: Emit = ignore,
) -> None:
    """Make an instance for each seed, and have each taken as soon as it is made.

    Raises as `generate` does, and LimitReached at a limit.  Seeds may be a range of any length:
    nothing is made of it but in the child.
    """

    def hear(event: Any) -> None:
        if isinstance(event, Working):
            on_event(event)
        else:
            take(event)

    memory = limits.memory or half_of_spare_memory()
    arguments = (family, seeds, dict(options))
    call(_work, arguments, hear, limits._replace(memory=memory))


def _work(
    family: str, seeds: Sequence[int], options: dict[str, Any], emit: Callable[[Any], None]
) -> None:
    for made, seed in enumerate(seeds):
        emit(Working("making instances", made, len(seeds), "instances"))
        emit(generate(family, seed=seed, **options))
