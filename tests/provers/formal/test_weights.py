"""Invariants as theorems: what the kernel accepts of weights, and what it refuses."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest

from puzzleproof.models.errors import Unsupported
from puzzleproof.models.frogs.rules import FrogsPuzzle
from puzzleproof.models.instances import load, loads
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.formal.kernel import CLOSED
from puzzleproof.provers.formal.theorem import Theorem, development
from puzzleproof.provers.formal.weights import theorem_by_weights
from puzzleproof.provers.invariant.find import find_argument
from tests.support.coq_files import answers, needs_coq, together

COLUMN = 'family = "frogs"\nboard = """\nF\nF\n.\nT\n"""\n'
BOARDS = {
    "frogs": [load("frogs-6-6"), load("frogs-3x3"), loads(COLUMN, "a.toml")],
    "pegs": [load("european-centre").with_metric(metric) for metric in ("jump", "move")],
    "tiles": [load("tiles-3x3")],
}


def argument_of(puzzle: AnyPuzzle) -> tuple[dict[str, Any], int | None]:
    found = find_argument(puzzle)
    assert found is not None
    return found[0], None if math.isinf(found[1]) else int(found[1])


def by_weights(puzzle: AnyPuzzle) -> Theorem:
    argument, bound = argument_of(puzzle)
    made = puzzle.constructed_plan() if isinstance(puzzle, FrogsPuzzle) else None
    plan = None if made is None else list(map(puzzle.format_move, made))
    return theorem_by_weights(puzzle, argument, bound, plan)


@needs_coq
def test_tiles_exchanged_have_the_wrong_parity(tmp_path: Path) -> None:
    """In both metrics; and a board that has a plan is refused."""
    puzzles = [load("taquin-swapped").with_metric(metric) for metric in ("single", "multi")]
    theorems = list(map(by_weights, puzzles))
    assert [one.statement for one in theorems] == [
        "has_no_plan instance Single",
        "has_no_plan instance Multi",
    ]
    right = theorem_by_weights(load("tiles-2x2"), argument_of(puzzles[0])[0], None, None)
    refused = f"""{right.definitions}
Goal {right.statement}. Proof. apply {right.lemma}. Fail (vm_compute; reflexivity). Abort.
"""
    text = together(theorems, "TilesParity") + refused
    assert answers(text, tmp_path) == ([CLOSED] * 2, "")


def test_what_is_claimed() -> None:
    frogs, board, _ = map(by_weights, BOARDS["frogs"])
    assert frogs.statement == "minimum_is instance 48"
    assert "Weighing (Falls (1)) [" in frogs.definitions
    assert board.statement == "needs_at_least instance 8"
    assert by_weights(BOARDS["pegs"][0]).statement == "has_no_plan instance Jump"
    tiles = by_weights(load("tiles-3x3"))
    assert tiles.module == "TilesWeights"
    assert "to_goal" not in tiles.definitions  # those are for a search from both ends


@needs_coq
@pytest.mark.parametrize("family", BOARDS)
def test_the_kernel_accepts_what_the_checker_accepts(family: str, tmp_path: Path) -> None:
    theorems = list(map(by_weights, BOARDS[family]))
    text = together(theorems, theorems[0].module)
    assert answers(text, tmp_path) == ([CLOSED] * len(theorems), "")


@needs_coq
def test_what_is_not_so_is_refused(tmp_path: Path) -> None:
    """A bound one too high, a drop too small, a weight changed, no plan, a plan cut short."""
    puzzle = load("frogs-3-3")
    argument, bound = argument_of(puzzle)
    assert bound == 15
    right = theorem_by_weights(puzzle, argument, bound, None)
    lemma = argument["lemmas"][0]
    far, crossing = lemma["weights"]
    wrong = [
        theorem_by_weights(puzzle, argument, 16, None),
        theorem_by_weights(puzzle, argument, None, None),
        *(
            theorem_by_weights(puzzle, {"lemmas": [{**lemma, **other}], "goals": [0]}, 15, None)
            for other in ({"weights": [far, 0]}, {"weights": [2 * far, crossing]})
        ),
    ]
    tries = [(right, "{}. Qed"), *((one, "Fail ({}). Abort") for one in wrong)]
    parts = (
        f"Module C{number}.\n{one.definitions}\nGoal {one.statement}.\n"
        f"Proof. apply {one.lemma}. {how.format('vm_compute; reflexivity')}.\nEnd C{number}.\n"
        for number, (one, how) in enumerate(tries)
    )
    assert answers(development(right.module) + "".join(parts), tmp_path) == ([], "")


def test_lemmas_without_a_theorem_are_refused_with_the_reason() -> None:
    argument = {"lemmas": [{"form": "count", "features": "facts"}], "goals": [0]}
    with pytest.raises(Unsupported, match="the features 'facts' has no theorem in Coq"):
        theorem_by_weights(load("frogs-1-1"), argument, 3, None)
    with pytest.raises(Unsupported, match="invariants of family 'sliding' have no theorem"):
        theorem_by_weights(load("pennant"), argument, 3, None)
