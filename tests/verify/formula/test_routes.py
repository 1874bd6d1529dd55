"""The formula by paths: every plan makes it true, and where no plan is it has no solution."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import cast

import pytest
from hypothesis import assume, given, settings

from puzzleproof.models.errors import CertificateRejected
from puzzleproof.models.instances import load
from puzzleproof.models.sliding.rules import SlidingPuzzle
from puzzleproof.models.strips import Place, PlaceStep, Slides
from puzzleproof.verify.bfs import layers
from puzzleproof.verify.formula.routes import RouteFormula, check_slides
from puzzleproof.verify.formula.steps import Clause
from puzzleproof.verify.formula.transitions import compare_moves
from puzzleproof.verify.refutation import formula_of, horizon_of, paths_of
from tests.support import boards, tile_boards
from tests.support.fact_plans import solver_of

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


def minimum(puzzle: SlidingPuzzle) -> int | None:
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
def test_the_paths_are_the_moves_and_each_satisfies_every_clause(name: str) -> None:
    compared = compare_moves(SMALL[name], formula(SMALL[name]))
    assert compared.complete or compared.states > 1000
    assert compared.moves


@given(boards.puzzles(tours=False))
def test_so_they_are_on_random_boards(puzzle: SlidingPuzzle) -> None:
    if puzzle.metric == "unit":
        assert puzzle.slides() is None
    else:
        compare_moves(puzzle, formula(puzzle))


def check_minimum(puzzle: SlidingPuzzle) -> None:
    """The formula has a solution from the minimum on, and none of a step less."""
    optimum = minimum(puzzle)
    last = LONGEST + 1 if optimum is None else optimum
    if last:
        assert not solvable(formula(puzzle, last - 1).clauses())
    if optimum is not None:
        assert solvable(formula(puzzle, optimum).clauses())
        assert solvable(formula(puzzle, optimum + 1).clauses())


@pytest.mark.parametrize("name", SMALL)
def test_the_formula_has_a_solution_from_the_minimum_on(name: str) -> None:
    check_minimum(SMALL[name])


@given(boards.puzzles(tours=False, reachable=False))
@settings(max_examples=40)
def test_so_it_has_on_random_boards(puzzle: SlidingPuzzle) -> None:
    assume(puzzle.metric != "unit")
    check_minimum(puzzle)


@pytest.mark.parametrize("name", ["spaces, piece", "half-way, line", "two goals, line"])
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
    facts = range(len(one.slides.facts))
    masks = [sum(1 << f for f in facts if t * one.width + f + 1 in true) for t in range(length + 2)]
    for before, after in pairwise(masks):
        moves = {puzzle.state_facts(s) for s in puzzle.successors(states[before])}
        assert after in moves or after == before
    assert puzzle.is_goal(states[masks[-1]])


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
        optimum = minimum(puzzle)
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


def test_variables_names_and_sizes() -> None:
    """No variable beyond the number told, no tautology, no more clauses than were announced."""
    for puzzle in SMALL.values():
        one = paths_of(puzzle, 2)
        names, clauses = list(one.names()), list(one.clauses())
        assert len(names) == one.variables
        assert all(names)
        assert max(abs(x) for c in clauses for x in c) == one.variables
        assert not any(-x in c for c in clauses for x in c)
        assert sum(len(clauses) for _, clauses in one.of_step()) <= one.step_size


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


def test_other_metrics_and_families_have_no_paths() -> None:
    tour = boards.SMALL["tour by shape"]
    unit = boards.SMALL["one piece"].with_metric("unit")
    for puzzle, words in (
        (unit, "no paths of steps in family 'sliding', metric 'unit'"),
        (tile_boards.SMALL["2 x 2"], "no paths of steps in family 'tiles'"),
        (tour, "no formula for this instance: a tour"),
    ):
        with pytest.raises(CertificateRejected, match=words):
            paths_of(puzzle, 3)
    with pytest.raises(CertificateRejected, match="6,000,000 clauses"):
        paths_of(boards.SMALL["one piece"], 10**9)


@pytest.mark.parametrize("form", ["ranks", "", 5, None, ["paths"]])
def test_an_unknown_form_is_rejected(form: object) -> None:
    with pytest.raises(CertificateRejected, match=r"form .* of a formula: expected one of"):
        formula_of(boards.SMALL["one piece"], 3, form)
