"""What share of random sets of cubes has a solution: an estimate, in a child process."""

from __future__ import annotations

from puzzleproof.explore.random_cubes import Share, solvable_share
from puzzleproof.models.errors import LimitReached
from puzzleproof.provers.events import Emit, Working, ignore
from puzzleproof.provers.process import NO_LIMITS, Limits, call


def sample(
    number: int, samples: int, seed: int, on_event: Emit = ignore, limits: Limits = NO_LIMITS
) -> Share:
    """Draw random sets of ``number`` cubes; raises LimitReached if it is stopped."""
    try:
        share: Share = call(_sample, (number, samples, seed), on_event, limits)
    except LimitReached as limit:
        sets = "1 random set was" if samples == 1 else f"{samples:,} random sets were"
        text = f"{limit} before {sets} sampled: no estimate (--samples)"
        raise type(limit)(text) from None
    return share


def _sample(number: int, samples: int, seed: int, emit: Emit) -> Share:
    def on_sample(drawn: int) -> None:
        emit(Working("drawing random sets", drawn, samples, "sets"))

    return solvable_share(number, samples, seed, on_sample)
