"""A puzzle and a claim as a text for the checker that Coq has proven (``make proven``).

``Texts.v``, ``Families.v`` and ``SurveyTexts.v`` of ``verify/formal/`` say what a text means.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from puzzleproof.models.cubes.rules import CubesPuzzle
from puzzleproof.models.errors import Unsupported
from puzzleproof.models.frogs.rules import FrogsPuzzle
from puzzleproof.models.pegs.rules import PegPuzzle
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.models.sliding.rules import SlidingPuzzle
from puzzleproof.models.tiles.rules import TilesPuzzle
from puzzleproof.provers.formal import sliding, steps
from puzzleproof.provers.formal.theorem import Hints, ascii_letters

Plan = Sequence[str]


Entries = list[tuple[str, Iterable[str]]]


def text_of(puzzle: AnyPuzzle, at_least: int | None, plan: Plan | None, hints: Hints = ()) -> str:
    """Return the text of the claim 'the minimum is L', without a plan 'at least L'.

    ``at_least`` is in moves of the puzzle's metric; None: there is no plan.  ``hints`` say how to
    prove it (`Theorem.hints`).  Raises Unsupported for a tour, and for more letters than ASCII has.
    """
    claim = "no-plan"
    if at_least is not None:
        claim = f"{'at-least' if plan is None else 'minimum'} {at_least}"
    return text_with(puzzle, claim, plan or (), hints)


def text_of_survey(puzzle: AnyPuzzle, facts: Mapping[str, int]) -> str:
    """Return the text of facts about all states (`puzzleproof.provers.formal.survey.facts_of`)."""
    return text_with(puzzle, " ".join(["survey", *(f"{k} {n}" for k, n in facts.items())]), ())


def text_with(puzzle: AnyPuzzle, claim: str, plan: Plan, hints: Hints = ()) -> str:
    """Return the text of a claim in the words of ``verify/formal/``."""
    head: Entries = [("family", [puzzle.family]), ("metric", [puzzle.metric]), ("claim", [claim])]
    entries = head + ENTRIES[puzzle.family](puzzle, plan) + [("hint", rows) for rows in hints]
    text = "".join(f"{key}\n" + "".join(f" {row}\n" for row in rows) for key, rows in entries)
    return text.translate(ascii_letters(text))


def _truth(value: bool) -> list[str]:
    return ["yes" if value else "no"]


def _paths(paths: Iterable[steps.Path]) -> list[str]:
    """Each path as a row: ``0,1 0,3``."""
    return [" ".join(f"{row},{column}" for row, column in path) for path in paths]


def _sliding(puzzle: AnyPuzzle, plan: Plan) -> Entries:
    assert isinstance(puzzle, SlidingPuzzle)
    if puzzle.tour:
        raise Unsupported("a tour has no rules in Coq: its states are more than a drawing shows")
    return [
        ("labelled", puzzle.labelled),
        ("east-west", sliding.bound_to(puzzle, "EW")),
        ("north-south", sliding.bound_to(puzzle, "NS")),
        ("half-cells", _truth(puzzle.cell == 2)),
        ("board", puzzle.board.rows),
        *(("goal", goal.rows) for goal in puzzle.goals),
        *(("halfway", drawing.rows) for drawing in puzzle.halfway),
        ("plan", [sliding.spelt(puzzle, move, {}) for move in plan]),
    ]


def _frogs(puzzle: AnyPuzzle, plan: Plan) -> Entries:
    assert isinstance(puzzle, FrogsPuzzle)
    return [
        ("jump-own", _truth(puzzle.jump_own)),
        ("backward", _truth(puzzle.backward)),
        ("board", puzzle.board.rows),
        ("goal", puzzle.goal.rows),
        ("plan", _paths(list(puzzle.parse_move(text)) for text in plan)),
    ]


def _pegs(puzzle: AnyPuzzle, plan: Plan) -> Entries:
    assert isinstance(puzzle, PegPuzzle)
    board = puzzle.board
    return [
        ("triangle", _truth(board.triangular)),
        ("board", steps.peg_rows(board, puzzle.pegs)),
        *(("goal", steps.peg_rows(board, goal)) for goal in puzzle.goals),
        ("plan", _paths(steps.ways_of_pegs(puzzle, plan))),
    ]


def _tiles(puzzle: AnyPuzzle, plan: Plan) -> Entries:
    assert isinstance(puzzle, TilesPuzzle)
    return [
        ("board", steps.tile_rows(puzzle, puzzle.start)),
        ("goal", steps.tile_rows(puzzle, puzzle.goal)),
        ("plan", _paths(steps.ways_of_blank(puzzle, plan))),
    ]


def _cubes(puzzle: AnyPuzzle, plan: Plan) -> Entries:
    assert isinstance(puzzle, CubesPuzzle)
    return [("board", puzzle.cubes), ("plan", steps.as_they_lie(puzzle, plan))]


ENTRIES: Mapping[str, Callable[[AnyPuzzle, Plan], Entries]] = {
    "cubes": _cubes,
    "frogs": _frogs,
    "pegs": _pegs,
    "sliding": _sliding,
    "tiles": _tiles,
}
"""Family -> what its text says of a puzzle and a plan."""
