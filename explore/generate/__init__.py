"""Random instances of every family; the same options and seed give the same instance.

Each family has a generator: a function of a `Draw` and of named options.  It returns a puzzle that
can be written as an instance file.  The puzzle's note says how it was generated; a distance in a
note is the answer of one search, and no generated instance states a known result.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, islice
from random import Random
from typing import Any, Literal, NamedTuple, TypeAlias, cast

from puzzleproof.models import imported
from puzzleproof.models.errors import LimitReached, NotationError
from puzzleproof.models.puzzle import AnyPuzzle, Info, State

GENERATORS = {
    "cubes": "puzzleproof.explore.random_cubes:random_cubes",
    "frogs": "puzzleproof.explore.generate.starts:random_frogs",
    "pegs": "puzzleproof.explore.generate.starts:random_pegs",
    "sliding": "puzzleproof.explore.generate.sliding:random_sliding",
    "tiles": "puzzleproof.explore.generate.starts:random_tiles",
}
"""Family -> its generator, as module:function."""
KINDS: dict[str, dict[str, tuple[str, ...]]] = {
    "cubes": dict.fromkeys(("solvable", "random", "unique"), ("cubes",)),
    "frogs": {"exchange": ("size", "frogs"), "start": ("size", "frogs", "distance")},
    "pegs": {"backwards": ("like", "jumps", "finish", "metric")},
    "sliding": {
        "packed": ("size", "pieces", "empty", "walls", "goal", "distance", "metric"),
        "start": ("like", "distance", "metric"),
    },
    "tiles": {"random": ("size", "metric"), "start": ("size", "metric", "distance")},
}
"""Family -> kind (the default comes first) -> the options that it takes."""
Tell: TypeAlias = Callable[[str, int, int], None]
"""A function that takes a phase, the number of units done, and their total."""


class Draw(NamedTuple):
    """The kind to generate, the source of randomness, and the function that gets the progress."""

    kind: str
    chance: Random
    tell: Tell


Generated: TypeAlias = tuple[AnyPuzzle, str, str]
"""The result of a generator: a puzzle without name or note, the text of the note, a title."""


def untold(_phase: str, _done: int, _total: int) -> None:
    """Ignore a report of progress."""


def generate(family: str, *, seed: int = 0, tell: Tell = untold, **options: Any) -> AnyPuzzle:
    """Generate a random instance of a family with the ``options`` of the family's generator.

    If many attempts are made, ``tell`` gets the number of the present attempt and of all attempts.
    Raises NotationError for an unknown family or option, or for options that cannot be met, and
    LimitReached if a fixed number of attempts fails.

    >>> sorted(generate("tiles", size=(2, 2), seed=1).start)
    [0, 1, 2, 3]
    """
    if family not in GENERATORS:
        raise NotationError(f"family {family!r}: expected one of {', '.join(GENERATORS)}")
    for option in options:
        if option not in options_of(family):
            expected = ", ".join(options_of(family))
            raise NotationError(f"option {option!r} of {family!r}: expected some of {expected}")
    kinds = KINDS[family]
    kind = options.pop("kind", None)
    kind = next(iter(kinds)) if kind is None else kind
    if kind not in tuple(kinds):
        raise NotationError(f"kind {kind!r}: expected one of {', '.join(kinds)}")
    for option, value in options.items():
        if value is not None and option not in kinds[kind]:
            expected = ", ".join(kinds[kind])
            raise NotationError(f"kind {kind!r} takes {expected}, not {option!r}")
    draw = Draw(kind, Random(seed), tell)  # noqa: S311  no secrets
    puzzle, how, title = imported(GENERATORS[family])(draw, **options)
    note = f"generated at random by 'generate {family}', kind {kind!r}, seed {seed}: {how}"
    source = f"puzzleproof generate {family}"
    return replace(puzzle, info=Info(name=f"{title}, seed {seed}", source=source, note=note))


def options_of(family: str) -> tuple[str, ...]:
    """List the names of the options that a family's generator takes.

    >>> options_of("cubes")
    ('cubes', 'kind')
    """
    return (*dict.fromkeys(chain(*KINDS[family].values())), "kind")


# --- shared by the generators -------------------------------------------------------------

MOST_STATES = 1_000_000
"""The greatest number of states that a search for distances holds."""

Band: TypeAlias = tuple[int, int]
"""The least and the greatest distance requested, in moves of the metric."""
DIFFICULTIES = ("easy", "medium", "hard")
"""The lowest, middle and highest third of all distances, or of boards sorted by distance."""
Wanted: TypeAlias = Band | Literal["easy", "medium", "hard"] | None
"""The distances requested; None means any distance."""
Size: TypeAlias = tuple[int, int]
"""(rows, columns)."""
StatesFrom: TypeAlias = Callable[[State], Iterable[State]]


def whole_number(name: str, value: Any, least: int, most: int) -> int:
    """Return the number of an option; raises NotationError unless it is in the range."""
    if type(value) is not int or not least <= value <= most:
        raise NotationError(f"{name} {value!r}: expected a number from {least} to {most}")
    return value


def pair(value: Any) -> tuple[int, int] | None:
    """Return the two whole numbers in a tuple or a list, or None for anything else."""
    if not isinstance(value, (tuple, list)):
        return None
    match cast("Sequence[object]", value):
        case [int(one), int(other)] if not isinstance(one, bool) and not isinstance(other, bool):
            return one, other
        case _:
            return None


def written(value: Any, between: str = "x") -> str:
    """Write a value as on the command line.

    >>> written((4, 5)), written("big")
    ('4x5', "'big'")
    """
    return repr(value) if (found := pair(value)) is None else between.join(map(str, found))


def board_size(size: Any, most: int) -> Size:
    """Return (rows, columns) from 1 to ``most`` with two or more cells; raises NotationError."""
    found = pair(size)
    if found is None or not all(1 <= number <= most for number in found) or found == (1, 1):
        expected = f"rows and columns from 1 to {most}, two cells at least, as in 4x5"
        raise NotationError(f"size {written(size)}: expected {expected}")
    return found


def distance_wanted(distance: Any) -> Wanted:
    """Return the least and the greatest distance, or the difficulty; raises NotationError."""
    if distance is None or distance in DIFFICULTIES:
        return cast("Wanted", distance)
    band = (distance, distance) if type(distance) is int else pair(distance)
    if band is None or not 0 <= band[0] <= band[1]:
        expected = f"moves, as in 20 or 20-30, or {', '.join(DIFFICULTIES)}"
        raise NotationError(f"distance {written(distance, '-')}: expected {expected}")
    return band


def third(difficulty: str, number: int) -> tuple[int, int]:
    """Return the first index and the end of a third of ``number`` things, rounded outwards.

    >>> [third(difficulty, 10) for difficulty in DIFFICULTIES]
    [(0, 4), (3, 7), (6, 10)]
    """
    k = DIFFICULTIES.index(difficulty)
    return k * number // 3, -(-(k + 1) * number // 3)


def far(moves: int, metric: str) -> str:
    """Write a distance for a note."""
    number = f"{moves} move{'s' * (moves != 1)}"
    return f"{number} (metric {metric}) from the nearest goal, as one search says, not certified"


def layers_of(sources: Iterable[State], after: StatesFrom) -> Iterator[set[State]]:
    """Yield the states 0, 1, 2, … moves from the nearest of ``sources``, while there are any."""
    layer = set(sources)
    seen = set(layer)
    while layer:
        yield layer
        layer = set(chain.from_iterable(map(after, layer))) - seen
        seen |= layer


def start_wanted(
    rng: Random,
    puzzle: AnyPuzzle,
    goals: Iterable[State],
    distance: Any,
    before: StatesFrom | None = None,
) -> tuple[State, str]:
    """Draw a state uniformly at a requested distance; returns it, and the distance in words.

    By default all states except the goals may be drawn.  ``before`` returns the states from which
    one move leads to a state; without it, moves have to be reversible.  Raises LimitReached for
    more than `MOST_STATES` states, NotationError if no state is at such a distance.
    """
    wanted, layers, number = distance_wanted(distance), list[set[State]](), 0
    most = wanted[1] + 1 if isinstance(wanted, tuple) else None
    for layer in islice(layers_of(goals, before or puzzle.successors), most):
        layers.append(layer)
        number += len(layer)
        if number > MOST_STATES:
            raise LimitReached(
                f"more than {MOST_STATES:,} states within {len(layers) - 1} moves of the goals: "
                f"expected a smaller board, or a smaller distance"
            )
    if isinstance(wanted, str):
        first, last = third(wanted, len(layers) - 1)
        least = first + 1
    else:
        least, last = wanted or (1, len(layers))
    found = [(d, one) for d in range(least, min(last + 1, len(layers))) for one in layers[d]]
    if not found:
        raise NotationError(
            f"no state is {least} to {last} moves from the nearest goal: "
            f"the farthest is {len(layers) - 1} moves away"
        )
    moves, start = rng.choice(sorted(found))
    return start, far(moves, puzzle.metric)
