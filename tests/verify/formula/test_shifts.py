"""The formula by shifts: every plan makes it true, and where no plan is it has no solution."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import cast

import pytest
from hypothesis import given, settings

from puzzleproof.models.errors import CertificateRejected
from puzzleproof.models.strips import Shifts
from puzzleproof.models.tiles.rules import TilesPuzzle
from puzzleproof.verify.bfs import layers
from puzzleproof.verify.formula.shifts import ShiftFormula, check_shifts
from puzzleproof.verify.formula.transitions import compare_moves
from puzzleproof.verify.refutation import horizon_of, shift_formula_of
from tests.support import boards, tile_boards
from tests.support.fact_plans import solver_of

SMALL = {
    f"{name}, {metric}": puzzle.with_metric(metric)
    for name, puzzle in tile_boards.SMALL.items()
    for metric in tile_boards.METRICS
}
LONGEST = 8
"""Horizons that are asked have so many moves at most."""


def formula(puzzle: TilesPuzzle, length: int = 1, told: Shifts | None = None) -> ShiftFormula:
    return ShiftFormula(told or puzzle.shifts(), puzzle.state_facts(puzzle.start), length)


def minimum(puzzle: TilesPuzzle) -> int | None:
    """By a search in breadth through the rules; None above `LONGEST` too."""
    for depth, layer in enumerate(layers(puzzle)):
        if any(map(puzzle.is_goal, layer)):
            return depth
        if depth == LONGEST:
            break
    return None


def solvable(clauses: Iterable[Sequence[int]]) -> bool:
    with solver_of(clauses) as solver:
        return bool(solver.solve())


# --- against the rules --------------------------------------------------------------------


@pytest.mark.parametrize("name", SMALL)
def test_lines_are_the_moves_and_each_satisfies_every_clause(name: str) -> None:
    check_shifts(SMALL[name].shifts())
    compared = compare_moves(SMALL[name], formula(SMALL[name]))
    assert compared.complete
    assert compared.moves


@given(tile_boards.puzzles(side=3))
@settings(max_examples=40)
def test_so_they_are_on_random_tables(puzzle: TilesPuzzle) -> None:
    check_shifts(puzzle.shifts())
    compare_moves(puzzle, formula(puzzle))


@given(tile_boards.puzzles(side=3) | tile_boards.walks())
@settings(max_examples=40)
def test_the_formula_has_a_solution_from_the_minimum_on(puzzle: TilesPuzzle) -> None:
    optimum = minimum(puzzle)
    last = LONGEST + 1 if optimum is None else optimum
    if last:
        assert not solvable(formula(puzzle, last - 1).clauses())
    if optimum is not None:
        assert solvable(formula(puzzle, optimum).clauses())
        assert solvable(formula(puzzle, optimum + 1).clauses())


@pytest.mark.parametrize("name", ["2 x 2, single", "a column, multi", "2 x 2, multi"])
def test_a_solution_is_a_plan(name: str) -> None:
    """The facts of each step are those after a move of the rules, or the same again."""
    puzzle, length = SMALL[name], minimum(SMALL[name])
    assert length
    one = formula(puzzle, length + 1)
    states = {
        puzzle.state_facts(state): state
        for depth, layer in enumerate(layers(puzzle))
        if depth <= length + 1
        for state in layer
    }
    with solver_of(one.clauses()) as solver:
        assert solver.solve()
        true = set(cast("list[int]", solver.get_model()))
    facts = range(len(one.shifts.facts))
    masks = [sum(1 << f for f in facts if t * one.width + f + 1 in true) for t in range(length + 2)]
    for before, after in pairwise(masks):
        moves = {puzzle.state_facts(s) for s in puzzle.successors(states[before])}
        assert after in moves or after == before
    assert puzzle.is_goal(states[masks[-1]])


def test_runs_of_tiles_that_are_too_many_have_shifts() -> None:
    table = tile_boards.library("taquin-t1", "multi")
    with pytest.raises(CertificateRejected, match="more than 50000 actions"):
        horizon_of(table, 2)
    assert shift_formula_of(table, 2).step_size < 15_000


def test_the_size_of_a_step_is_no_less_than_its_clauses() -> None:
    for puzzle in SMALL.values():
        one, two = formula(puzzle, 2), formula(puzzle, 3)
        clauses = len(list(two.clauses())) - len(list(one.clauses()))
        assert clauses <= one.step_size
        assert len(list(one.names())) == one.variables


# --- which families are needed ------------------------------------------------------------


@pytest.mark.parametrize("family", ["start", "goal", "blank", "carried", "why"])
def test_without_a_family_there_are_solutions_that_are_no_plans(family: str) -> None:
    """Some horizon below the minimum, or of a table without a plan, then has a solution."""
    found = list[bool]()
    for puzzle in SMALL.values():
        optimum = minimum(puzzle)
        length = 3 if optimum is None else min(optimum - 1, 3)
        if length > 0:
            kept = (
                list(some) for name, some in formula(puzzle, length).families() if name != family
            )
            found.append(solvable(clause for some in kept for clause in some))
    assert any(found)


# --- rules that are bent ------------------------------------------------------------------


def told() -> Shifts:
    return SMALL["2 x 3, single"].shifts()


def test_a_line_too_many_or_too_few_is_found() -> None:
    puzzle, right = SMALL["2 x 3, single"], told()
    short = replace(right, lines=right.lines[:-1])
    with pytest.raises(CertificateRejected, match="no action"):
        compare_moves(puzzle, formula(puzzle, told=short))
    across = replace(right, lines=(*right.lines, (0, 4)))
    with pytest.raises(CertificateRejected, match="no move for an action"):
        compare_moves(puzzle, formula(puzzle, told=across))


@pytest.mark.parametrize("family", ["blank", "carried", "why", "colour"])
def test_a_clause_that_a_move_breaks_is_found(family: str, monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = SMALL["2 x 3, single"]
    one = formula(puzzle)
    bent = [(name, [*some, (-1,)] if name == family else some) for name, some in one.of_move()]
    if family == "colour":
        bent.append((family, [(-1,)]))
    monkeypatch.setattr(one, "of_move", lambda: iter(bent))
    with pytest.raises(CertificateRejected, match=f"does not satisfy a clause of '{family}'"):
        compare_moves(puzzle, one)


def test_the_colour_alternates_where_each_move_is_by_one_cell() -> None:
    colours = {
        metric: [
            x for name, some in formula(puzzle, 2).families() if name == "colour" for x in some
        ]
        for metric, puzzle in (("single", SMALL["2 x 3, single"]), ("multi", SMALL["2 x 3, multi"]))
    }
    assert len(colours["single"]) == 9
    assert not colours["multi"]


def test_contents_groups_and_lines_are_checked() -> None:
    right = told()
    twice = (right.contents[0], *right.contents[:1], *right.contents[2:])
    uneven = (right.contents[0][:-1], *right.contents[1:])
    for bent, words in (
        (replace(right, contents=twice), "contents and facts are not one to one"),
        (replace(right, contents=uneven), "contents and facts are not one to one"),
        (replace(right, groups=right.groups[1:]), "groups are not those"),
        (replace(right, lines=((0,),)), "is none of different cells"),
        (replace(right, lines=((0, 1, 0),)), "is none of different cells"),
        (replace(right, lines=((0, 6),)), "is none of different cells"),
    ):
        with pytest.raises(CertificateRejected, match=words):
            check_shifts(bent)


def test_other_families_and_endless_horizons_have_no_shifts() -> None:
    with pytest.raises(CertificateRejected, match="no shifts of contents in family 'sliding'"):
        shift_formula_of(boards.SMALL["one piece"], 3)
    with pytest.raises(CertificateRejected, match="6,000,000 clauses"):
        shift_formula_of(SMALL["2 x 2, single"], 10**9)
