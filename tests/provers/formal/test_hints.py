"""Hints for the checker that Coq has proven: they prove what is true, and nothing else."""

import random
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from puzzleproof.models.instances import load
from puzzleproof.models.pegs.rules import PegPuzzle
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.bounded import claim_with_bounds
from puzzleproof.provers.events import ignore
from puzzleproof.provers.formal import theorem_by_bounds, theorem_of
from puzzleproof.provers.formal.kernel import PROVEN, check_text
from puzzleproof.provers.formal.steps import text_of
from puzzleproof.provers.formal.theorem import Hints, Theorem
from puzzleproof.provers.formal.weights import theorem_by_weights
from puzzleproof.provers.invariant import find_argument
from puzzleproof.provers.labelling import label
from puzzleproof.provers.opinions import ask
from puzzleproof.provers.process import Limits
from tests.support.boards import sliding
from tests.support.bounded import departures
from tests.support.exported import claimed
from tests.support.peg_boards import game
from tests.support.tile_boards import SMALL as TILES
from tests.support.tree import ROOT

needs_program = pytest.mark.skipif(PROVEN.find() is None, reason="'make proven' was not run")
Plan = Sequence[str] | None
Way = Callable[[AnyPuzzle, int | None, Plan], Theorem]


def back(moves: int) -> Way:
    return lambda puzzle, bound, plan: theorem_of(puzzle, bound, plan, moves)


def grouped(*groups: str) -> Way:
    named = [("piece_groups", {"partitions": [groups]})]
    return lambda puzzle, bound, plan: theorem_by_bounds(puzzle, named, bound, plan)


def departing(puzzle: AnyPuzzle, bound: int | None, plan: Plan) -> Theorem:
    assert isinstance(puzzle, PegPuzzle)
    return theorem_by_bounds(puzzle, [departures(puzzle)], bound, plan)


def weighed(puzzle: AnyPuzzle, bound: int | None, plan: Plan) -> Theorem:
    found = find_argument(puzzle)
    assert found is not None
    return theorem_by_weights(puzzle, found[0], bound, plan)


CASES: dict[str, tuple[AnyPuzzle, Way, str]] = {
    "both ends": (sliding("AB./...", "unit", goal="BA./...", labelled="*"), back(3), "back"),
    "both ends, lines": (sliding("AAB/..C", "line", goal="C.B/AA."), back(1), "back"),
    "tiles": (load("tiles-2x3"), back(0), "back"),
    "tiles in runs": (load("tiles-2x3").with_metric("multi"), back(0), "back"),
    "groups": (
        sliding("A..BB/.....", "unit", goal="...../BB..A", labelled="*"),
        grouped("A", "B"),
        "groups",
    ),
    "departures": (load("triangle-4"), departing, "departures"),
    "no departures": (game("triangle4", vacate=[0, 0], finish=[1, 1]), departing, "departures"),
    "weights": (load("frogs-2-2"), weighed, "weights"),
    "weights of holes": (load("european-centre"), weighed, "weights"),
    "parity": (TILES["2 x 2 unsolvable"], weighed, "parity"),
}


def accepted(puzzle: AnyPuzzle, bound: int | None, plan: Plan, hints: Hints) -> bool:
    return check_text(text_of(puzzle, bound, plan, hints)).accepted


def altered(hints: Hints) -> list[Hints]:
    """The hints with one word changed, or with one row left out: some sixty at random."""
    chance, found = random.Random(0), list[Hints]()  # noqa: S311  the same each time
    for _ in range(60):
        entries = list(map(list, hints))
        rows = chance.choice(entries)
        number = chance.randrange(len(rows))
        words = rows[number].split(" ")
        words[chance.randrange(len(words))] = chance.choice(
            ["", "0", "1", "9", "-3", "back", "0,0"]
        )
        rows[number : number + 1] = [" ".join(words)] * chance.randrange(5)
        found.append(entries)
    return found


@needs_program
@pytest.mark.parametrize("name", CASES)
def test_hints_prove_the_truth_alone(name: str) -> None:
    puzzle, way, kind = CASES[name]
    found = None if name == "weights of holes" else label(puzzle, ignore)
    bound, plan = (found.at_least, found.plan) if found else (None, None)
    hints = way(puzzle, bound, plan).hints
    assert hints
    assert hints[0][0].split(" ")[0] == kind
    assert accepted(puzzle, bound, plan, hints)
    if bound is None:
        assert not accepted(puzzle, 0, (), hints)
        return
    assert plan is not None
    assert accepted(puzzle, bound, None, hints)
    forged = [(bound + 1, None), (bound + 1, plan), (bound - 1, plan[:-1]), (None, None)]
    for least, moves in forged:
        assert not accepted(puzzle, least, moves, hints)
    for wrong in altered(hints):
        assert not accepted(puzzle, bound + 1, None, wrong)
        assert not accepted(puzzle, None, None, wrong)


@needs_program
@pytest.mark.parametrize("row", ["", "faith", "back", "back 0", "back 2", "back two", "groups"])
def test_a_hint_that_does_not_read_proves_nothing(row: str) -> None:
    """It is no fault of the text, and another family's hint proves nothing either."""
    puzzle = sliding("A..", "unit", goal="..A")
    assert accepted(puzzle, 2, None, [["back 1"]])
    assert not accepted(puzzle, 2, None, [[row]]) or row in ("back", "back 0", "back two")
    for other in ("frogs-2-2", "triangle-4", "instant-insanity"):
        found = label(load(other), ignore)
        assert not accepted(load(other), found.at_least, None, [[row or "back 1"]])


@needs_program
def test_exports_and_second_opinions_use_them(tmp_path: Path) -> None:
    """The siding has two billion placements."""
    siding = load(ROOT / "benchmarks" / "boards" / "siding.toml")
    made = claimed("proven", siding, tmp_path / "siding")
    assert (made.document["minimum"], made.at_least) == (True, 53)
    text = (tmp_path / "siding.proven").read_text("ascii")
    assert "\nhint\n groups\n ABC " in text
    kept = (ROOT / "docs" / "certificates" / "soap-piece.cert").read_bytes()
    assert ask("proven", kept, None, Limits(None, None)).accepted


@needs_program
@pytest.mark.slow
def test_a_table_of_the_15_puzzle_and_the_english_board() -> None:
    """Korf's twelfth: 45 moves, and not 47; and 18 moves from the centre, not 19."""
    for name, least, more in (("korf-12", 45, 2), ("english-centre", 18, 1)):
        puzzle = load(name)
        found = claim_with_bounds(puzzle, None, None)
        assert found.at_least == least
        hints = theorem_by_bounds(puzzle, found.bounds, least, found.plan).hints
        assert accepted(puzzle, least, found.plan, hints)
        assert not accepted(puzzle, least + more, None, hints)
