"""The formula by paths: which families it needs, and what is noticed of bent ones."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import pairwise

import pytest

from puzzleproof.models.errors import CertificateRejected
from puzzleproof.models.instances import load
from puzzleproof.models.sliding.rules import SlidingPuzzle
from puzzleproof.models.strips import Place, PlaceStep, Slides
from puzzleproof.verify.bfs import layers
from puzzleproof.verify.formula.routes import RouteFormula, check_slides
from puzzleproof.verify.formula.steps import Clause
from puzzleproof.verify.formula.transitions import compare_moves
from puzzleproof.verify.refutation import horizon_of, paths_of
from tests.support import boards
from tests.support.fact_plans import minimum_up_to, solvable, solver_of

SMALL = {
    f"{name}, {metric}": puzzle.with_metric(metric)
    for name, puzzle in boards.SMALL.items()
    for metric in ("piece", "line")
    if not puzzle.tour
}
LONGEST = 6
"""Horizons that are asked have so many moves at most."""


def slides(puzzle: SlidingPuzzle) -> Slides:
    found = puzzle.slides()
    assert found is not None
    return found


def formula(puzzle: SlidingPuzzle, length: int = 1, told: Slides | None = None) -> RouteFormula:
    start = puzzle.state_facts(puzzle.canonical(puzzle.start))
    return RouteFormula(told or slides(puzzle), start, length)


# --- against the rules --------------------------------------------------------------------


@pytest.mark.parametrize("name", ["simplicity", "hughes"])
def test_both_forms_have_one_minimum(name: str) -> None:
    """A horizon of ten and the minimum of the library."""
    puzzle = load(name)
    optimum = next(known.optimum for known in puzzle.info.known if known.metric == "piece")
    assert optimum is not None
    for form_of in (horizon_of, paths_of):
        assert not solvable(form_of(puzzle, min(10, optimum - 1)).clauses())
    assert solvable(paths_of(puzzle, optimum).clauses())


# --- which families are needed ------------------------------------------------------------


LOLLIPOPS = boards.sliding("A..B.../#..#..#", goal="......A/#..#..#", labelled="A")
"""On either side of B a path could end in a ring, if paths might fork."""


def families_of(puzzle: SlidingPuzzle, length: int) -> list[tuple[str, list[Clause]]]:
    return [(name, list(clauses)) for name, clauses in formula(puzzle, length).families()]


@cache
def pool() -> list[list[tuple[str, list[Clause]]]]:
    """Formulas without a solution."""
    found = [families_of(LOLLIPOPS, 1)]
    for puzzle in SMALL.values():
        optimum = minimum_up_to(puzzle, LONGEST)
        found.append(families_of(puzzle, LONGEST if optimum is None else optimum - 1))
    return found


def missed(name: str) -> bool:
    """Whether some formula gets a solution without this family."""
    return any(
        solvable([c for family, some in families if family != name for c in some])
        for families in pool()
    )


def test_the_families_that_are_needed_are_all_but_two() -> None:
    names = {name for families in pool() for name, _ in families}
    assert not missed("nothing")
    assert {name for name in names if not missed(name)} == {"idle", "count"}


def test_a_family_that_follows_from_the_others_is_implied_clause_by_clause() -> None:
    """With the opposite of any of its clauses the rest has no solution."""
    seen = 0
    for name, board in (("idle", "two alike, piece"), ("count", "two labelled, line")):
        families = families_of(SMALL[board], 2)
        rest = [c for family, some in families if family not in (name, "goal") for c in some]
        with solver_of(rest) as solver:
            for clause in (c for family, some in families if family == name for c in some):
                later = name == "idle" and len(clause) == 2
                assert bool(solver.solve(assumptions=[-x for x in clause])) == later
                seen += 1
    assert seen > 100


# --- mutants ------------------------------------------------------------------------------


MISSED = {"piece": {"idle", "count"}, "line": {"idle", "count", "no fork"}}
"""No move is idle; no piece that goes straight passes a place with three neighbours in a row."""


class Bent(RouteFormula):
    """A formula of which one clause of one family is another."""

    bend: tuple[str, Clause, Clause] = ("", (), ())

    def of_step(self) -> Iterator[tuple[str, list[Clause]]]:
        family, old, new = self.bend
        for name, clauses in super().of_step():
            yield name, [new if name == family and c == old else c for c in clauses]


def refused(puzzle: SlidingPuzzle, family: str, old: Clause, new: Clause) -> bool:
    one = Bent(slides(puzzle), puzzle.state_facts(puzzle.canonical(puzzle.start)), 1)
    one.bend = family, old, new
    try:
        compare_moves(puzzle, one)
    except CertificateRejected as error:
        return f"does not satisfy a clause of {family!r}" in str(error)
    return False


def true_of_moves(puzzle: SlidingPuzzle) -> list[set[int]]:
    """For each move the variables that it makes true, worked out from the rules' own notation."""
    one, told = formula(puzzle), slides(puzzle)
    found = list[set[int]]()
    for state in (state for layer in layers(puzzle) for state in layer):
        facts = puzzle.state_facts(state)
        for after, route in one.moves_from(facts).items():
            assert all(
                (later, 0) in told.beside[place] or (later, 1) in told.beside[place]
                for place, later in pairwise(route)
            )
            found.append(set(one.witness(facts, route, after)))
    return found


@pytest.mark.parametrize("name", ["two labelled, line", "two labelled, piece"])
def test_a_clause_with_a_literal_negated_or_left_out_is_noticed(name: str) -> None:
    """Just where some move does not satisfy it, as worked out here; in every family some are."""
    puzzle, true, noticed = SMALL[name], true_of_moves(SMALL[name]), set[str]()
    families = dict(formula(puzzle).of_step())
    for family, clauses in formula(puzzle).of_step():
        for clause in clauses[:: 1 + len(clauses) // 6]:
            for place, literal in enumerate(clause[:3]):
                for less in ((), (-literal,)):
                    new = (*clause[:place], *less, *clause[place + 1 :])
                    wrong = not all(any((abs(x) in t) == (x > 0) for x in new) for t in true)
                    assert refused(puzzle, family, clause, new) == wrong
                    noticed |= {family} if wrong else set()
    assert noticed >= families.keys() - MISSED[puzzle.metric]


def test_steps_left_out_or_added_are_noticed() -> None:
    puzzle = SMALL["two labelled, piece"]
    told = slides(puzzle)
    compare_moves(puzzle, formula(puzzle, 1, told))
    with pytest.raises(CertificateRejected, match="moves and actions differ, no action"):
        compare_moves(puzzle, formula(puzzle, 1, replace(told, steps=told.steps[1:])))
    apart = next(k for k in range(1, 5) if k not in dict(told.beside[0]))
    more = replace(told, steps=(*told.steps, PlaceStep(0, apart, 0)))
    with pytest.raises(
        CertificateRejected,
        match=r"no move for an action|does not satisfy",
    ):
        compare_moves(puzzle, formula(puzzle, 1, more))


def test_places_that_break_what_the_formula_relies_on_are_rejected() -> None:
    told = slides(SMALL["L and T, piece"])
    check_slides(told)
    first, *rest = told.places
    last = rest[-1]
    other = next(place for place in rest if place.mover and place.cells != first.cells)
    bent = {
        "one to one": replace(told, places=(*told.places, first)),
        "not those of the places' cells": replace(
            told, places=(Place(first.mover, other.cells), *rest)
        ),
        "groups are not": replace(told, places=(Place(first.mover, first.mover), *rest)),
        "the places' cells": replace(told, groups=(told.groups[0], *told.groups)),
        "differ in size": replace(told, steps=(*told.steps, PlaceStep(0, len(told.places) - 1, 0))),
    }
    assert first.cells.bit_count() != last.cells.bit_count()
    for words, one in bent.items():
        with pytest.raises(CertificateRejected, match=words):
            check_slides(one)


# --- the formula as documented ------------------------------------------------------------


def test_regions_are_what_steps_connect() -> None:
    told = slides(boards.sliding("A#./.#B", goal=".#./A#B", labelled="AB"))
    assert [len(region) for region in told.regions] == [2, 2, 2, 2]
    assert sorted(place for region in told.regions for place in region) == list(range(8))


def test_a_path_may_pass_what_no_action_lists() -> None:
    """More sets of cells than are listed: this board has paths only."""
    board = load("benchmarks/boards/nine-free-cells.toml")
    with pytest.raises(CertificateRejected):
        horizon_of(board, 16)
    assert paths_of(board, 16).step_size < 20_000
