"""Sliding blocks for Coq: drawings and plans in ASCII letters, for `verify/formal/Sliding.v`."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence

from puzzleproof.models.drawing import EMPTY, OUTSIDE, shape_of
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.models.sliding.rules import SlidingPuzzle
from puzzleproof.provers.formal.steps import FIELDS, record
from puzzleproof.provers.formal.theorem import Theorem, ascii_letters, plan_text, renamed

ENDS = 100
"""The most goal states that the kernel lists for a search from both ends."""


def theorem(puzzle: AnyPuzzle, at_least: int | None, plan: Sequence[str] | None) -> Theorem:
    """Return the theorem about a puzzle; Unsupported for a tour, and for too many letters."""
    assert isinstance(puzzle, SlidingPuzzle)
    fields, letters = FIELDS["sliding"](puzzle), letters_of(puzzle)
    given = None
    if plan is not None:
        given = f" := {plan_text(spelt(puzzle, move, letters) for move in plan)}"
    remark = f"{puzzle.info.name}, metric {puzzle.metric}{renamed(letters)}"
    about, claim = f"instance {puzzle.metric.capitalize()}", (at_least, given)
    return Theorem.searched("Sliding", record(fields, letters), about, " _ _", claim, remark)


def letters_of(puzzle: SlidingPuzzle) -> dict[int, str]:
    """ASCII replacements for other letters; raises Unsupported if there are too many."""
    return ascii_letters(
        char
        for drawing in (puzzle.board, *puzzle.goals, *puzzle.halfway)
        for row in drawing.rows
        for char in row
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


def spelt(puzzle: SlidingPuzzle, move: str, letters: Mapping[int, str]) -> str:
    """A move in the notation of the rules in Coq: a compass letter for each step."""
    piece, path = puzzle.parse_move(move)
    assert piece not in EMPTY + OUTSIDE
    return piece.translate(letters) + path
