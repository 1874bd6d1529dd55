"""A puzzle and a claim as a text for ``build/proven``, the checker that Coq has proven.

``verify/formal/Texts.v`` says what such a text means.  ``make proven`` builds the program.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from puzzleproof.models.cubes.rules import CubesPuzzle
from puzzleproof.models.errors import Unsupported
from puzzleproof.models.frogs.rules import FrogsPuzzle
from puzzleproof.models.pegs.rules import PegPuzzle
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.models.sliding.rules import SlidingPuzzle
from puzzleproof.models.tiles.rules import TilesPuzzle
from puzzleproof.provers.formal import sliding, steps
from puzzleproof.provers.formal.theorem import ascii_letters

Plan = Sequence[str]


class Parts(NamedTuple):
    """What a text says beyond family, metric and claim."""

    board: Iterable[str]
    drawings: Iterable[tuple[str, Iterable[str]]]
    """Goals and other drawings: each a key and rows."""
    words: Mapping[str, str | bool]
    plan: Iterable[str]
    """A row for each move."""


def text_of(puzzle: AnyPuzzle, at_least: int | None, plan: Plan | None, hints: str = "") -> str:
    """Return the text of the claim 'the minimum is L', without a plan 'at least L'.

    ``at_least`` is in moves of the puzzle's metric; None: there is no plan.  ``hints`` say how to
    prove it (`Theorem.hints`).  Raises Unsupported for a tour, and for more letters than ASCII has.
    """
    claim = "no-plan"
    if at_least is not None:
        claim = f"{'at-least' if plan is None else 'minimum'} {at_least}"
    parts = PARTS[puzzle.family](puzzle, plan or ())
    words = {name: _word(value) for name, value in parts.words.items()}
    head = {"family": puzzle.family, "metric": puzzle.metric, "claim": claim, **words}
    lines = [f"{key} {value}" for key, value in head.items()]
    for key, rows in (("board", parts.board), *parts.drawings, ("plan", parts.plan)):
        lines += [key, *(f" {row}" for row in rows)]
    text = "".join(f"{line}\n" for line in lines) + hints
    return text.translate(ascii_letters(text))


def _word(value: str | bool) -> str:
    return value if isinstance(value, str) else "yes" if value else "no"


def _paths(paths: Iterable[steps.Path]) -> list[str]:
    """Each path as a row: ``0,1 0,3``."""
    return [" ".join(f"{row},{column}" for row, column in path) for path in paths]


def _sliding(puzzle: AnyPuzzle, plan: Plan) -> Parts:
    assert isinstance(puzzle, SlidingPuzzle)
    if puzzle.tour:
        raise Unsupported("a tour has no rules in Coq: its states are more than a drawing shows")
    words: dict[str, str | bool] = {
        "labelled": puzzle.labelled,
        "east-west": sliding.bound_to(puzzle, "EW"),
        "north-south": sliding.bound_to(puzzle, "NS"),
        "half-cells": puzzle.cell == 2,
    }
    goals = [("goal", goal.rows) for goal in puzzle.goals]
    halfway = [("halfway", drawing.rows) for drawing in puzzle.halfway]
    moves = [sliding.spelt(puzzle, move, {}) for move in plan]
    return Parts(puzzle.board.rows, goals + halfway, words, moves)


def _frogs(puzzle: AnyPuzzle, plan: Plan) -> Parts:
    assert isinstance(puzzle, FrogsPuzzle)
    words = {"jump-own": puzzle.jump_own, "backward": puzzle.backward}
    paths = [list(puzzle.parse_move(text)) for text in plan]
    return Parts(puzzle.board.rows, [("goal", puzzle.goal.rows)], words, _paths(paths))


def _pegs(puzzle: AnyPuzzle, plan: Plan) -> Parts:
    assert isinstance(puzzle, PegPuzzle)
    board = puzzle.board
    goals = [("goal", steps.peg_rows(board, goal)) for goal in puzzle.goals]
    ways = _paths(steps.ways_of_pegs(puzzle, plan))
    return Parts(steps.peg_rows(board, puzzle.pegs), goals, {"triangle": board.triangular}, ways)


def _tiles(puzzle: AnyPuzzle, plan: Plan) -> Parts:
    assert isinstance(puzzle, TilesPuzzle)
    goals = [("goal", steps.tile_rows(puzzle, puzzle.goal))]
    ways = _paths(steps.ways_of_blank(puzzle, plan))
    return Parts(steps.tile_rows(puzzle, puzzle.start), goals, {}, ways)


def _cubes(puzzle: AnyPuzzle, plan: Plan) -> Parts:
    assert isinstance(puzzle, CubesPuzzle)
    return Parts(puzzle.cubes, (), {}, steps.as_they_lie(puzzle, plan))


PARTS = {
    "cubes": _cubes,
    "frogs": _frogs,
    "pegs": _pegs,
    "sliding": _sliding,
    "tiles": _tiles,
}
"""Family -> what its text says of a puzzle and a plan."""
