"""Puzzles of every family that has facts and actions: small ones by name, and random ones."""

from collections.abc import Iterator

from hypothesis import strategies as st

from puzzleproof.models.instances import load
from puzzleproof.models.puzzle import AnyPuzzle
from tests.support import boards, cube_sets, frog_boards, peg_boards, tile_boards

LIBRARY = ("triangle-4", "peg-small-example", "instant-insanity", "one-colour-cubes", "frogs-2-2")


def small() -> Iterator[tuple[str, AnyPuzzle]]:
    """Small instances of every family in every metric, those with a tour left out."""
    for metric in boards.METRICS:
        for name, puzzle in boards.SMALL.items():
            if not puzzle.tour:
                yield f"{name}, {metric}", puzzle.with_metric(metric)
    for metric in tile_boards.METRICS:
        for name, table in tile_boards.SMALL.items():
            yield f"tiles {name}, {metric}", table.with_metric(metric)
    for name, row in frog_boards.SMALL.items():
        yield f"frogs {name}", row
    for name in LIBRARY:
        for metric in load(name).metrics:
            yield f"{name}, {metric}", load(name).with_metric(metric)


SMALL = dict(small())

WITH_TOURS = SMALL | {
    f"{name}, {metric}": puzzle.with_metric(metric)
    for name, puzzle in boards.SMALL.items()
    for metric in puzzle.metrics
    if puzzle.tour
}

RANDOM = {
    "sliding": st.one_of(boards.puzzles(tours=False), boards.puzzles(tours=False, reachable=False)),
    "frogs": frog_boards.puzzles(),
    "tiles": tile_boards.puzzles(side=3),
    "pegs": peg_boards.puzzles(),
    "cubes": cube_sets.sets,
}
"""Random boards of each family."""

ANY = st.one_of(*RANDOM.values())
