"""Generate random instances, or estimate how many random sets of cubes have a solution.

The work is done in a child process.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from puzzleproof.explore.conditions import ANYTHING, Condition
from puzzleproof.explore.generate import generate
from puzzleproof.explore.graph.lists import list_graph
from puzzleproof.explore.graph.spaces import space_of
from puzzleproof.explore.graph.starts import About, Statistics
from puzzleproof.explore.random_cubes import Share, solvable_share
from puzzleproof.models.errors import LimitReached
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.options import MOST_SEED
from puzzleproof.provers.events import Emit, Event, Working, ignore
from puzzleproof.provers.process import NO_LIMITS, Limits, call
from puzzleproof.provers.survey.survey import Finding

PACKINGS = "packings"
"""The unit in which attempts to make an instance are counted."""
SEEDS, MOST_STATES = 10_000, 200_000
"""At most `SEEDS` instances are tried for conditions; each may reach `MOST_STATES` states."""


def seeds_of(first: int, wanted: int, where: str | None) -> range:
    """Return the seeds that are tried for ``wanted`` instances, from ``first`` on."""
    return range(first, min(first + SEEDS, MOST_SEED + 1) if where else first + wanted)


def generate_all(
    family: str,
    seeds: Sequence[int],
    options: Mapping[str, Any],
    take: Callable[[int, AnyPuzzle | LimitReached], None],
    limits: Limits = NO_LIMITS,
    on_event: Emit = ignore,
    *,
    where: str | None = None,
    wanted: int = 1,
) -> None:
    """Generate an instance for each seed, and call ``take`` with each seed and its instance.

    If `generate` finds no instance for one of several seeds, ``take`` gets its LimitReached error.
    With conditions ``where``, ``take`` gets only instances that meet them, until ``wanted`` of them
    are found.  Raises the errors of `generate`.
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
        call(_work, (family, seeds, dict(options), where, wanted), hear, limits)
    except LimitReached as limit:
        if type(limit) is LimitReached:
            raise
        raise type(limit)(f"{limit}{tried}") from None


def _work(
    family: str,
    seeds: Sequence[int],
    options: dict[str, Any],
    where: str | None,
    wanted: int,
    emit: Callable[[Any], None],
) -> None:
    condition = Condition(where or ANYTHING)
    for made, seed in enumerate(seeds):
        emit(Working("making instances", made, len(seeds), "instances"))
        which = f"seed {seed}: " if len(seeds) > 1 else ""

        def tell(phase: str, done: int, total: int, which: str = which) -> None:
            emit(Working(f"{which}{phase}", done, total, PACKINGS))

        try:
            puzzle = generate(family, seed=seed, tell=tell, **options)
            if where is None or _meets(puzzle, condition):
                emit((seed, puzzle))
        except LimitReached as error:
            if len(seeds) == 1 or type(error) is not LimitReached:
                raise
            emit((seed, error))
        if where:
            emit(Finding("conditions", condition.found(f"the seeds from {seeds[0]} on")))
        if where and condition.met == wanted:
            return
    if where:
        raise LimitReached(f"{len(seeds):,} seeds tried")


def _meets(puzzle: AnyPuzzle, condition: Condition) -> bool:
    graph = list_graph(space_of(puzzle), MOST_STATES, reachable=True)
    return condition.meets(About(Statistics(graph), 0))


def sample(
    number: int, samples: int, seed: int, on_event: Emit = ignore, limits: Limits = NO_LIMITS
) -> Share:
    """Draw random sets of cubes; return the share with a solution.  Raises LimitReached."""
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
