"""Random instances, and the share of random sets of cubes with a solution, in a child process."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from puzzleproof.explore.generate import generate
from puzzleproof.explore.random_cubes import Share, solvable_share
from puzzleproof.models.errors import LimitReached
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.events import Emit, Event, Working, ignore
from puzzleproof.provers.process import NO_LIMITS, Limits, call

PACKINGS = "packings"
"""The unit of attempts."""


def generate_all(
    family: str,
    seeds: Sequence[int],
    options: Mapping[str, Any],
    take: Callable[[int, AnyPuzzle | LimitReached], None],
    limits: Limits = NO_LIMITS,
    on_event: Emit = ignore,
) -> None:
    """Make an instance for each seed, and have each taken with its seed; raises as `generate`.

    If one of several seeds has no such instance within the fixed number of attempts, the reason is
    taken in its place.
    """
    tried = ""

    def hear(event: Any) -> None:
        nonlocal tried
        if isinstance(event, Event):
            on_event(event)
            if isinstance(event, Working):
                tried = f": {event.phase}, {event.done} of {event.total}" * (event.unit == PACKINGS)
        else:
            take(*event)

    try:
        call(_work, (family, seeds, dict(options)), hear, limits)
    except LimitReached as limit:
        if type(limit) is LimitReached:
            raise
        raise type(limit)(f"{limit}{tried}") from None


def _work(
    family: str, seeds: Sequence[int], options: dict[str, Any], emit: Callable[[Any], None]
) -> None:
    for made, seed in enumerate(seeds):
        emit(Working("making instances", made, len(seeds), "instances"))
        which = f"seed {seed}: " if len(seeds) > 1 else ""

        def tell(phase: str, done: int, total: int, which: str = which) -> None:
            emit(Working(f"{which}{phase}", done, total, PACKINGS))

        try:
            emit((seed, generate(family, seed=seed, tell=tell, **options)))
        except LimitReached as error:
            if len(seeds) == 1 or type(error) is not LimitReached:
                raise
            emit((seed, error))


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
