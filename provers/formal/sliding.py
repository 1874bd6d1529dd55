"""Sliding blocks for Coq: drawings and plans in ASCII letters, for `verify/formal/Sliding.v`."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace

from puzzleproof.models.drawing import EMPTY, OUTSIDE, Drawing, shape_of
from puzzleproof.models.errors import Unsupported
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.models.sliding.rules import SlidingPuzzle
from puzzleproof.provers.formal.theorem import (
    FUEL,
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
"""So many goal states, at most, are listed by the kernel for a search from both ends."""
METRICS = {"unit": "Unit", "line": "Line", "piece": "Piece"}


def theorem(puzzle: AnyPuzzle, at_least: int | None, plan: Sequence[str] | None) -> Theorem:
    """Return the theorem about a puzzle, in its metric (`puzzleproof.provers.formal.theorem_of`).

    Raises Unsupported for a tour, and for more pieces than there are letters.
    """
    assert isinstance(puzzle, SlidingPuzzle)
    if puzzle.tour:
        raise Unsupported("a tour has no rules in Coq: its states are more than a drawing shows")
    letters = letters_of(puzzle)
    parts = [_definition(puzzle, letters)]
    metric = METRICS[puzzle.metric]
    if at_least is None:
        statement = f"has_no_plan instance {metric}"
        lemma = f"(refuted_sound _ _ (N.to_nat {FUEL}))"
    elif plan is None:
        statement, lemma = f"needs_at_least instance {metric} {at_least}", "lower_bound_sound"
    else:
        statement = f"minimum_is instance {metric} {at_least}"
        lemma = "(minimum_by_search _ _ _ plan)"
        moves = plan_text(_spelt(puzzle, move, letters) for move in plan)
        parts.append(f"Definition plan := {moves}.\n")
    remark = f"{puzzle.info.name}, metric {puzzle.metric}{renamed(letters)}"
    return Theorem("Sliding", "\n".join(parts), statement, lemma, remark)


def letters_of(puzzle: SlidingPuzzle) -> dict[int, str]:
    """What letters beyond ASCII become; raises Unsupported where there are too many."""
    return ascii_letters(
        char for drawing in _drawings(puzzle) for row in drawing.rows for char in row
    )


def from_both_ends(puzzle: AnyPuzzle, theorem: Theorem, at_least: int, back: int) -> Theorem:
    """The same theorem, by a search from both ends where each goal draws every piece.

    ``back`` moves are searched back from the goals; without any, it stays as it is.
    """
    assert isinstance(puzzle, SlidingPuzzle)
    if not 0 < back < at_least or not puzzle.draws_whole_goals or _ends(puzzle) > ENDS:
        return theorem
    lemma = f"(bound_by_both_ends {back})"
    if theorem.lemma.endswith(" plan)"):
        lemma = f"(minimum_by_both_ends {back} _ _ _ plan)"
    return replace(theorem, module="SlidingBothEnds", lemma=lemma)


def _ends(puzzle: SlidingPuzzle) -> int:
    """How many codes the kernel lists: wherever a shape is drawn, each kind of that shape."""
    kinds = defaultdict[object, set[str]](set)
    for name in puzzle.names:
        kinds[shape_of(puzzle.drawn[name])].add(name if puzzle.is_labelled(name) else "")
    ends = 0
    for goal in puzzle.goals:
        drawn = (shape_of(c) for x, c in goal.pieces().items() if not puzzle.is_labelled(x))
        ends += math.prod(len(kinds[shape]) for shape in drawn)
    return ends


def _drawings(puzzle: SlidingPuzzle) -> tuple[Drawing, ...]:
    return (puzzle.board, *puzzle.goals, *puzzle.halfway)


def _definition(puzzle: SlidingPuzzle, letters: Mapping[int, str]) -> str:
    def rows(drawing: Drawing) -> list[str]:
        return [row.translate(letters) for row in drawing.rows]

    labelled = puzzle.labelled.translate(letters)
    return (
        "Definition instance : puzzle := {|\n"
        f"  board := {strings(rows(puzzle.board), 11)};\n"
        f"  goals := {drawings(map(rows, puzzle.goals), 11)};\n"
        f"  labelled := {string(labelled)};\n"
        f"  axis_locked := {truth(puzzle.axis_locked)};\n"
        f"  half_cells := {truth(puzzle.cell == 2)};\n"
        f"  halfway := {drawings(map(rows, puzzle.halfway), 13)}\n"
        "|}.\n"
    )


def _spelt(puzzle: SlidingPuzzle, move: str, letters: Mapping[int, str]) -> str:
    """A move as the rules in Coq spell it: a letter of the compass for each character slid."""
    piece, path = puzzle.parse_move(move)
    assert piece not in EMPTY + OUTSIDE
    return piece.translate(letters) + path
