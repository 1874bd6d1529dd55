"""Random instances, and the share of random sets of cubes with a solution, in a child process."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from puzzleproof.explore.conditions import Condition
from puzzleproof.explore.generate import generate
from puzzleproof.explore.graph.spaces import space_of
from puzzleproof.explore.graph.statistics import Statistics
from puzzleproof.explore.graph.whole import graph_from_start
from puzzleproof.explore.random_cubes import Share, solvable_share
from puzzleproof.models.errors import LimitReached
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.options import MOST_SEED
from puzzleproof.provers.events import Emit, Event, Working, ignore
from puzzleproof.provers.process import NO_LIMITS, Limits, call

PACKINGS = "packings"
"""The unit of attempts."""
MOST_LOOKED_AT, MOST_STATES = 10_000, 200_000
"""The most boards that are looked at for conditions, and the most states of such a board."""


def generate_all(
    family: str,
    seeds: Sequence[int],
    options: Mapping[str, Any],
    take: Callable[[int, AnyPuzzle | LimitReached | None], None],
    limits: Limits = NO_LIMITS,
    on_event: Emit = ignore,
    where: str | None = None,
) -> None:
    """Make an instance for each seed, and have each taken with its seed; raises as `generate`.

    If one of several seeds has no such instance within the fixed number of attempts, the reason is
    taken in its place.  With conditions ``where`` the seeds after these follow, until as many
    boards meet them; None is taken in place of one that does not.
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
        call(_work, (family, seeds, dict(options), where), hear, limits)
    except LimitReached as limit:
        if type(limit) is LimitReached:
            raise
        raise type(limit)(f"{limit}{tried}") from None


def _work(
    family: str,
    seeds: Sequence[int],
    options: dict[str, Any],
    where: str | None,
    emit: Callable[[Any], None],
) -> None:
    if where is not None:
        _look(family, seeds, options, Condition.of(where), emit)
        return
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


def _look(
    family: str,
    seeds: Sequence[int],
    options: dict[str, Any],
    condition: Condition,
    emit: Callable[[Any], None],
) -> None:
    """Make boards, seed after seed, until as many as there are seeds meet the conditions."""
    met, first = 0, seeds[0]
    for seed in range(first, min(first + MOST_LOOKED_AT, MOST_SEED + 1)):
        emit(Working(f"looking at boards, {met} suit", seed - first, None, "boards"))
        try:
            puzzle = generate(family, seed=seed, **options)
            graph = graph_from_start(space_of(puzzle), MOST_STATES)
        except LimitReached as error:
            emit((seed, error))
            continue
        suits = condition.meets(Statistics.of(graph).about(graph.start))
        emit((seed, puzzle if suits else None))
        met += suits
        if met == len(seeds):
            return
    raise LimitReached(f"{seed - first + 1:,} boards looked at")


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
