"""Theorems about frogs, pegs and tiles: the kernel agrees with the rules of ``models/``."""

from __future__ import annotations

from pathlib import Path

import pytest

from puzzleproof.models.instances import load
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.formal import theorem_of
from puzzleproof.provers.formal.kernel import CLOSED
from puzzleproof.provers.formal.theorem import Theorem, development, needed, source
from tests.support.coq_files import answers, lines_to_read, needs_coq, theorem, together
from tests.support.frog_boards import SMALL as FROGS
from tests.support.peg_boards import game, pegs
from tests.support.tile_boards import SMALL as TILES

FEW = 400
PEGS = {
    f"{name}, {metric}": puzzle.with_metric(metric)
    for metric in ("move", "jump")
    for name, puzzle in {
        "triangle": game("triangle4", vacate=[1, 0], finish="any"),
        "a hole of a triangle": load("triangle-4"),
        "a strip": game("strip6", start="xx.xxo".replace(".", "o"), finish="any"),
        "drawn": load("peg-small-example"),
        "no plan": pegs(board="oooo", start="xoox", finish="any"),
    }.items()
}
FAMILIES: dict[str, dict[str, AnyPuzzle]] = {
    "Frogs": {name: puzzle for name, puzzle in FROGS.items() if name != "spaces"},
    "Pegs": PEGS,
    "Tiles": {
        f"{name}, {metric}": puzzle.with_metric(metric)
        for name, puzzle in TILES.items()
        for metric in ("single", "multi")
        if puzzle.states_at_most <= FEW
    },
}
FAMILIES["Frogs"]["spaces"] = FROGS["spaces"]


@pytest.mark.parametrize("family", FAMILIES)
def test_the_rules_come_first_and_are_short(family: str) -> None:
    """To be read beside what sliding blocks have too, `Claims` and `Boards`: at most 60 lines."""
    rules = ["Claims", "Boards", "Steps", family]
    assert needed(f"{family}Search")[:4] == rules
    assert all("To be read and" in " ".join(source(name).split()) for name in rules)
    assert len(lines_to_read(rules[2:])) <= 60
    assert len(lines_to_read(rules)) <= 110


def chain() -> Theorem:
    return theorem(load("triangle-4"))


def test_a_plan_is_told_by_the_cells_that_a_move_goes_over() -> None:
    text = theorem_of(load("frogs-1-1"), 3, ["1-2", "3-1", "2-3"]).claim()
    assert "[(0, 0); (0, 1)]; [(0, 2); (0, 0)]; [(0, 1); (0, 2)]]%Z." in text
    assert "Theorem claim : minimum_is instance 3." in text
    longest = max(chain().definitions.partition("(list cell) := ")[2].split("["), key=len)
    assert longest.count("(") > 2  # a compound move
    assert "minimum_is instance Move " in chain().statement


@needs_coq
@pytest.mark.parametrize("family", FAMILIES)
def test_the_kernel_agrees_with_the_rules(family: str, tmp_path: Path) -> None:
    """Every small board: the same plan is legal, and no shorter one exists; or there is none."""
    theorems = [theorem(puzzle) for puzzle in FAMILIES[family].values()]
    assert {one.statement.split()[0] for one in theorems} == {"minimum_is", "has_no_plan"}
    text = together(theorems, "TilesBothEnds" if family == "Tiles" else f"{family}Search")
    assert answers(text, tmp_path) == ([CLOSED] * len(theorems), "")


@needs_coq
@pytest.mark.parametrize(
    ("name", "one_more"),
    [
        ("triangle-4", 6),
        pytest.param("frogs-2-2", 9, marks=pytest.mark.slow),
        pytest.param("tiles-2x2", 7, marks=pytest.mark.slow),
    ],
)
def test_what_is_not_so_is_refused(name: str, one_more: int, tmp_path: Path) -> None:
    """A bound one too high, a plan with its last move left out, and that there is no plan."""
    puzzle, right = load(name), theorem(load(name))
    fewer = right.definitions.rpartition("; [")[0] + "]%Z.\n"
    tries = [
        (right, "{}. Qed"),
        (theorem_of(puzzle, one_more, None), "Fail ({}). Abort"),
        (theorem_of(puzzle, None, None), "Fail ({}). Abort"),
        (Theorem(right.module, fewer, right.statement, right.lemma, ""), "Fail ({}). Abort"),
    ]
    parts = (
        f"Module C{number}.\n{one.definitions}\nGoal {one.statement}.\n"
        f"Proof. apply {one.lemma}. {how.format('vm_compute; reflexivity')}.\nEnd C{number}.\n"
        for number, (one, how) in enumerate(tries)
    )
    assert answers(development(right.module) + "".join(parts), tmp_path) == ([], "")
