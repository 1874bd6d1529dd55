"""The formula by shifts: which families it needs, and what is noticed of bent ones."""

from __future__ import annotations

from dataclasses import replace

import pytest

from puzzleproof.models.errors import CertificateRejected
from puzzleproof.models.strips import Shifts
from puzzleproof.models.tiles.rules import TilesPuzzle
from puzzleproof.verify.formula.shifts import ShiftFormula, check_shifts
from puzzleproof.verify.formula.transitions import compare_moves
from puzzleproof.verify.refutation import shift_formula_of
from tests.support import tile_boards
from tests.support.fact_plans import minimum_up_to, solvable

SMALL = {
    f"{name}, {metric}": puzzle.with_metric(metric)
    for name, puzzle in tile_boards.SMALL.items()
    for metric in tile_boards.METRICS
}
LONGEST = 8
"""Horizons that are asked have so many moves at most."""


def formula(puzzle: TilesPuzzle, length: int = 1, told: Shifts | None = None) -> ShiftFormula:
    return ShiftFormula(told or puzzle.shifts(), puzzle.state_facts(puzzle.start), length)


def test_runs_of_tiles_that_are_too_many_have_shifts() -> None:
    table = tile_boards.library("taquin-t1", "multi")
    assert shift_formula_of(table, 2).step_size < 15_000


# --- which families are needed ------------------------------------------------------------


@pytest.mark.parametrize("family", ["start", "goal", "blank", "carried", "why"])
def test_without_a_family_there_are_solutions_that_are_no_plans(family: str) -> None:
    """Some horizon below the minimum, or of a table without a plan, then has a solution."""
    found = list[bool]()
    for puzzle in SMALL.values():
        optimum = minimum_up_to(puzzle, LONGEST)
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
