"""Sliding blocks for Coq: drawings and plans in ASCII letters, for `verify/formal/Sliding.v`."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence

from puzzleproof.models.drawing import EMPTY, OUTSIDE, Drawing, shape_of
from puzzleproof.models.errors import Unsupported
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.models.sliding.rules import SlidingPuzzle
from puzzleproof.provers.formal.theorem import (
    Theorem,
    ascii_letters,
    drawings,
    plan_text,
    renamed,
    string,
    strings,
    truth,
)

ENDS = 100
"""The most goal states that the kernel lists for a search from both ends."""
METRICS = {"unit": "Unit", "line": "Line", "piece": "Piece"}


def theorem(puzzle: AnyPuzzle, at_least: int | None, plan: Sequence[str] | None) -> Theorem:
    """Return the theorem about a puzzle; Unsupported for a tour, and for too many letters."""
    assert isinstance(puzzle, SlidingPuzzle)
    if puzzle.tour:
        raise Unsupported("a tour has no rules in Coq: its states are more than a drawing shows")
    letters = letters_of(puzzle)
    given = None
    if plan is not None:
        given = f" := {plan_text(spelt(puzzle, move, letters) for move in plan)}"
    remark = f"{puzzle.info.name}, metric {puzzle.metric}{renamed(letters)}"
    about, claim = f"instance {METRICS[puzzle.metric]}", (at_least, given)
    return Theorem.searched("Sliding", _definition(puzzle, letters), about, " _ _", claim, remark)


def letters_of(puzzle: SlidingPuzzle) -> dict[int, str]:
    """ASCII replacements for other letters; raises Unsupported if there are too many."""
    return ascii_letters(
        char for drawing in _drawings(puzzle) for row in drawing.rows for char in row
    )


def from_both_ends(
    puzzle: AnyPuzzle, theorem: Theorem, at_least: int, back: int, _most: int
) -> Theorem:
    """The same theorem by a search from both ends, with ``back`` moves from whole goals, if any."""
    assert isinstance(puzzle, SlidingPuzzle)
    if not 0 < back < at_least or not puzzle.draws_whole_goals or _ends(puzzle) > ENDS:
        return theorem
    hints = [[f"back {back}"]]
    return theorem.proven_by("SlidingBothEnds", "both_ends", str(back), "", hints, to=" _ _ _")


def _ends(puzzle: SlidingPuzzle) -> int:
    """How many goal codes the kernel lists: for each drawn shape, every kind of that shape."""
    kinds = defaultdict[object, set[str]](set)
    for name in puzzle.names:
        kind = name if puzzle.is_labelled(name) else puzzle.axis_of(name)
        kinds[shape_of(puzzle.drawn[name])].add(kind)
    ends = 0
    for goal in puzzle.goals:
        drawn = (shape_of(c) for x, c in goal.pieces().items() if not puzzle.is_labelled(x))
        ends += math.prod(len(kinds[shape]) for shape in drawn)
    return ends


def _drawings(puzzle: SlidingPuzzle) -> tuple[Drawing, ...]:
    return (puzzle.board, *puzzle.goals, *puzzle.halfway)


def bound_to(puzzle: SlidingPuzzle, axis: str) -> str:
    """The names of the pieces bound to an axis."""
    return "".join(name for name in sorted(puzzle.names) if puzzle.axis_of(name) == axis)


def _definition(puzzle: SlidingPuzzle, letters: Mapping[int, str]) -> str:
    def rows(drawing: Drawing) -> list[str]:
        return [row.translate(letters) for row in drawing.rows]

    def bound(axis: str) -> str:
        return bound_to(puzzle, axis).translate(letters)

    labelled = puzzle.labelled.translate(letters)
    return (
        "Definition instance : puzzle := {|\n"
        f"  board := {strings(rows(puzzle.board), 11)};\n"
        f"  goals := {drawings(map(rows, puzzle.goals), 11)};\n"
        f"  labelled := {string(labelled)};\n"
        f"  east_west := {string(bound('EW'))};\n"
        f"  north_south := {string(bound('NS'))};\n"
        f"  half_cells := {truth(puzzle.cell == 2)};\n"
        f"  halfway := {drawings(map(rows, puzzle.halfway), 13)}\n"
        "|}.\n"
    )


def spelt(puzzle: SlidingPuzzle, move: str, letters: Mapping[int, str]) -> str:
    """A move in the notation of the rules in Coq: a compass letter for each step."""
    piece, path = puzzle.parse_move(move)
    assert piece not in EMPTY + OUTSIDE
    return piece.translate(letters) + path
