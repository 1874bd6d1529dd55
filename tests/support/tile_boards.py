"""Tables of sliding tiles for tests: a short way to write one, small ones, and random ones."""

from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

from puzzleproof.explore.tiles.board import Names, TileBoard
from puzzleproof.models.instances import load
from puzzleproof.models.puzzle import Info, State
from puzzleproof.models.tiles.alike import AlikeTiles
from puzzleproof.models.tiles.rules import TilesPuzzle

METRICS = ("single", "multi")


def tiles(board: str, metric: str = "single", goal: str | None = None) -> TilesPuzzle:
    """Write an instance in a line: rows are divided by ``/``; by default the blank goes first."""
    doc: dict[str, Any] = {"board": board.replace("/", "\n")}
    doc |= {"goal": goal.replace("/", "\n")} if goal is not None else TilesPuzzle.once_left_out(doc)
    return TilesPuzzle.from_document(doc, Info(name="made by hand"), metric)


def alike(board: str, goal: str, metric: str = "single") -> AlikeTiles:
    """Write an instance with alike tiles in a line."""
    doc = {"board": board.replace("/", "\n"), "goal": goal.replace("/", "\n")}
    return AlikeTiles.from_document(doc, Info(name="made by hand"), metric)


def library(name: str, metric: str | None = None) -> TilesPuzzle:
    """Load an instance of the library, as the class that it is."""
    puzzle = load(name)
    assert isinstance(puzzle, TilesPuzzle)
    return puzzle if metric is None else puzzle.with_metric(metric)


def table(text: str) -> State:
    """The numbers of a text, as a state."""
    return tuple(map(int, text.replace("/", " ").split()))


def labelled(board: TileBoard, names: Names) -> State:
    """The labels of a state whose tiles are named by their goal cells."""
    return tuple(board.goal[name] for name in names)


def walk(board: TileBoard, names: Names, word: Sequence[int]) -> Names:
    """The state after the blank has moved in these directions."""
    state = list(names)
    blank = state.index(board.home)
    for direction in word:
        to = board.neighbours[blank][direction]
        assert to >= 0, "the blank left the board"
        state[blank], state[to] = state[to], board.home
        blank = to
    return tuple(state)


SMALL: dict[str, TilesPuzzle] = {
    "two cells": tiles("1 0"),
    "two cells upright": tiles("1/0"),
    "a row": tiles("1 2 3 0 4"),
    "a row out of order": tiles("1 0 2", goal="0 2 1"),
    "a column": tiles("1/2/0/3"),
    "2 x 2": tiles("3 2/1 0"),
    "2 x 2 at the goal": tiles("0 1/2 3"),
    "2 x 2 unsolvable": tiles("0 2/1 3"),
    "2 x 3": tiles("3 4 5/0 1 2"),
    "3 x 2": tiles("1 2/3 4/5 0"),
    "2 x 3 unsolvable": tiles("0 2 1/3 4 5"),
    "2 x 3, a goal of its own": tiles("1 2 3/4 5 0", goal="5 4 3/0 2 1"),
    "3 x 2, mirrored": tiles("2 1/0 3/4 5", goal="4 5/0 3/2 1"),
}
"""Less than 400 states each."""


@st.composite
def puzzles(draw: st.DrawFn, side: int = 4) -> TilesPuzzle:
    """A random table, a random goal or the usual one; half of these are out of reach."""
    rows, columns = draw(st.integers(1, side)), draw(st.integers(2, side))
    if draw(st.booleans()):
        rows, columns = columns, rows
    order = list(range(rows * columns))
    start = tuple(draw(st.permutations(order)))
    goal = tuple(draw(st.permutations(order) | st.just(order)))
    return TilesPuzzle(Info(), draw(st.sampled_from(METRICS)), rows, columns, start, goal)


@st.composite
def walks(draw: st.DrawFn, steps: int = 12) -> TilesPuzzle:
    """A random table of at most 3 x 3, and a goal that some moves lead to."""
    puzzle = draw(puzzles(side=3))
    state = puzzle.start
    for _ in range(draw(st.integers(0, steps))):
        state = draw(st.sampled_from(puzzle.successors(state)))
    return TilesPuzzle(puzzle.info, puzzle.metric, puzzle.rows, puzzle.columns, puzzle.start, state)


@st.composite
def patterns(draw: st.DrawFn) -> AlikeTiles:
    """A random table of at most 3 x 3 with alike tiles; the goal names the blank or does not."""
    whole = draw(puzzles(side=3))
    labels = list(range(len(whole.goal)))
    kept = draw(st.sets(st.sampled_from(labels), max_size=5))
    goal = [str(label) if label in kept else "*" for label in whole.goal]
    rows = (goal[k : k + whole.columns] for k in range(0, len(goal), whole.columns))
    return alike(whole.draw(whole.start), "/".join(map(" ".join, rows)), whole.metric)
