"""All forms of formulas: every plan makes them true, and where no plan is they have no solution."""

from dataclasses import replace
from itertools import pairwise
from typing import Any, cast

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from puzzleproof.models.capabilities import slides_of, state_facts, strips_of
from puzzleproof.models.errors import CertificateRejected, Unsupported
from puzzleproof.models.instances import load
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.models.strips import Goal, Place, PlaceStep
from puzzleproof.verify.bfs import layers
from puzzleproof.verify.formula import steps as module
from puzzleproof.verify.formula.horizon import HorizonFormula
from puzzleproof.verify.formula.routes import RouteFormula, check_slides
from puzzleproof.verify.formula.shifts import ShiftFormula, check_shifts
from puzzleproof.verify.formula.transitions import compare_moves
from puzzleproof.verify.formula.unrolled import UnrolledFormula
from puzzleproof.verify.refutation import FORMS, formula_of, horizon_of
from tests.support import boards, every_family, tile_boards
from tests.support.every_family import SMALL
from tests.support.fact_plans import minimum_up_to, solvable, solver_of

LONGEST = {"horizon": 6, "paths": 6, "shifts": 8}
"""Horizons that are asked have so many moves at most."""
TOURS = boards.SMALL["tour by shape"]


def cases() -> dict[str, tuple[str, AnyPuzzle]]:
    """Small puzzles in each form that they have."""
    found = dict[str, tuple[str, AnyPuzzle]]()
    for name, puzzle in every_family.SMALL.items():
        if puzzle.metric in ("piece", "line"):
            found[f"paths: {name}"] = "paths", puzzle
        elif not name.startswith(("tiles 2 x 3", "tiles 3 x 2")):
            found[f"horizon: {name}"] = "horizon", puzzle
        if name.startswith("tiles"):
            found[f"shifts: {name}"] = "shifts", puzzle
    return found


CASES = cases()


def formula(form: str, puzzle: AnyPuzzle, length: int = 1) -> UnrolledFormula[Any]:
    return formula_of(puzzle, length, form)


def check_minimum(form: str, puzzle: AnyPuzzle) -> None:
    """The formula has a solution from the minimum on, and none of a step less."""
    optimum = minimum_up_to(puzzle, LONGEST[form])
    last = LONGEST[form] + 1 if optimum is None else optimum
    if last:
        assert not solvable(formula(form, puzzle, last - 1).clauses())
    if optimum is not None:
        assert solvable(formula(form, puzzle, optimum).clauses())
        assert solvable(formula(form, puzzle, optimum + 1).clauses())


@pytest.mark.parametrize("name", CASES)
def test_the_moves_are_the_rules_and_each_satisfies_every_clause(name: str) -> None:
    form, puzzle = CASES[name]
    compared = compare_moves(puzzle, formula(form, puzzle))
    assert compared.complete or compared.states > 1000
    assert compared.moves or minimum_up_to(puzzle, 1) is None


@pytest.mark.parametrize("name", CASES)
def test_the_formula_has_a_solution_from_the_minimum_on(name: str) -> None:
    check_minimum(*CASES[name])


PATHS = boards.puzzles(tours=False) | boards.puzzles(tours=False, reachable=False)
SHIFTS = tile_boards.puzzles(side=3) | tile_boards.walks()
RANDOM = st.tuples(st.just("paths"), PATHS) | st.tuples(st.just("shifts"), SHIFTS)


@given(RANDOM)
@settings(max_examples=80)
def test_both_hold_of_random_boards(case: tuple[str, AnyPuzzle]) -> None:
    form, puzzle = case
    assume(puzzle.metric != "unit")
    compare_moves(puzzle, formula(form, puzzle))
    check_minimum(form, puzzle)


PLANS = ("spaces, piece", "half-way, line", "two goals, line", "two goals, unit", "frogs row")
TABLES = ("tiles 2 x 2, single", "tiles a column, multi", "tiles 2 x 2, multi")


@pytest.mark.parametrize(
    "name",
    [name for name in CASES if name.partition(": ")[2] in PLANS + TABLES],
)
def test_a_solution_is_a_plan(name: str) -> None:
    """The facts of each step are those after a move of the rules, or the same again."""
    form, puzzle = CASES[name]
    length = minimum_up_to(puzzle, 8)
    assert length
    one = formula(form, puzzle, length + 1)
    states = {
        state_facts(puzzle, state): state
        for depth, layer in enumerate(layers(puzzle))
        if depth <= length + 1
        for state in layer
    }
    with solver_of(one.clauses()) as solver:
        assert solver.solve()
        true = set(cast("list[int]", solver.get_model()))
    facts = range(len(one.described.facts))
    masks = [sum(1 << f for f in facts if t * one.width + f + 1 in true) for t in range(length + 2)]
    for before, after in pairwise(masks):
        moves = {state_facts(puzzle, s) for s in puzzle.successors(states[before])}
        assert after in moves or after == before
    assert puzzle.is_goal(states[masks[-1]])


@pytest.mark.parametrize("name", CASES)
def test_variables_names_and_sizes(name: str) -> None:
    """No variable beyond the number told, no tautology, no more clauses than were announced."""
    one = formula(*CASES[name], 2)
    names, clauses = list(one.names()), list(one.clauses())
    assert len(names) == one.variables
    assert all(names)
    assert max(abs(x) for c in clauses for x in c) == one.variables
    assert not any(-x in c for c in clauses for x in c)
    assert sum(len(list(clauses)) for _, clauses in one.of_step()) <= one.step_size
    families = [family for family, _ in one.families()]
    assert (families[0], families[-1]) == ("start", "goal")
    assert families.count("one of a group") == 3


REFUSED: list[tuple[str, AnyPuzzle, str]] = [
    ("horizon", TOURS, "no formula for this instance: a tour"),
    ("paths", TOURS, "no formula for this instance: a tour"),
    ("paths", boards.SMALL["one piece"].with_metric("unit"), "no paths of steps in family 'slid"),
    ("paths", tile_boards.SMALL["2 x 2"], "no paths of steps in family 'tiles'"),
    ("shifts", boards.SMALL["one piece"], "no shifts of contents in family 'sliding'"),
    ("horizon", tile_boards.library("taquin-t1", "multi"), "more than 50000 actions"),
]


@pytest.mark.parametrize(("form", "puzzle", "words"), REFUSED)
def test_what_has_no_formula_is_said(form: str, puzzle: AnyPuzzle, words: str) -> None:
    with pytest.raises((CertificateRejected, Unsupported), match=words):
        formula(form, puzzle, 3)


@pytest.mark.parametrize("form", FORMS)
def test_a_formula_too_large_is_refused_before_it_is_written(form: str) -> None:
    puzzle = tile_boards.SMALL["2 x 2"] if form == "shifts" else boards.SMALL["one piece"]
    with pytest.raises(CertificateRejected, match="6,000,000 clauses"):
        formula_of(puzzle, 10**12, form)


@pytest.mark.parametrize("form", ["ranks", "", 5, None, ["paths"]])
def test_an_unknown_form_is_rejected(form: object) -> None:
    assert form not in list(FORMS)
    with pytest.raises(CertificateRejected, match=r"form .* of a formula: expected one of"):
        formula_of(boards.SMALL["one piece"], 3, form)


def test_steps_and_lines_left_out_or_added_are_noticed() -> None:
    puzzle, table = boards.SMALL["two labelled"], tile_boards.SMALL["2 x 3"]
    told, lines = slides_of(puzzle), table.shifts()
    apart = next(k for k in range(1, 5) if k not in dict(told.beside[0]))
    more = (*told.steps, PlaceStep(0, apart, 0))
    here, there = state_facts(puzzle, puzzle.start), state_facts(table, table.start)
    fewer = replace(lines, lines=lines.lines[:-1])
    across = replace(lines, lines=(*lines.lines, (0, 4)))
    cases: list[tuple[AnyPuzzle, UnrolledFormula[Any], str]] = [
        (puzzle, RouteFormula(replace(told, steps=told.steps[1:]), here, 1), "no action"),
        (puzzle, RouteFormula(replace(told, steps=more), here, 1), "no move for an|does not sati"),
        (table, ShiftFormula(fewer, there, 1), "no action"),
        (table, ShiftFormula(across, there, 1), "no move for an action"),
    ]
    for one, bent, words in cases:
        with pytest.raises(CertificateRejected, match=words):
            compare_moves(one, bent)


def test_places_that_break_what_the_formula_relies_on_are_rejected() -> None:
    told = slides_of(boards.SMALL["L and T"])
    check_slides(told)
    first, *rest = told.places
    last = rest[-1]
    other = next(place for place in rest if place.mover and place.cells != first.cells)
    bent = {
        "one to one": replace(told, places=(*told.places, first)),
        "put a mover in the groups of its cells only": replace(
            told, places=(Place(first.mover, other.cells), *rest)
        ),
        "with one fact for 'the cell is free'": replace(
            told, places=(Place(first.mover, first.mover), *rest)
        ),
        "each cell of a place one group": replace(told, groups=(told.groups[0], *told.groups)),
        "differ in size": replace(told, steps=(*told.steps, PlaceStep(0, len(told.places) - 1, 0))),
    }
    assert first.cells.bit_count() != last.cells.bit_count()
    for words, one in bent.items():
        with pytest.raises(CertificateRejected, match=words):
            check_slides(one)


def test_contents_groups_and_lines_are_checked() -> None:
    right = tile_boards.SMALL["2 x 3"].shifts()
    check_shifts(right)
    twice = (right.contents[0], *right.contents[:1], *right.contents[2:])
    uneven = (right.contents[0][:-1], *right.contents[1:])
    for bent, words in (
        (replace(right, contents=twice), "contents and facts are not one to one"),
        (replace(right, contents=uneven), "contents and facts are not one to one"),
        (replace(right, groups=right.groups[1:]), "groups are not those"),
        (replace(right, lines=((0,),)), "expected different cells"),
        (replace(right, lines=((0, 1, 0),)), "expected different cells"),
        (replace(right, lines=((0, 6),)), "expected different cells"),
    ):
        with pytest.raises(CertificateRejected, match=words):
            check_shifts(bent)


def test_regions_are_what_steps_connect() -> None:
    told = slides_of(boards.sliding("A#./.#B", goal=".#./A#B", labelled="AB"))
    assert [len(region) for region in told.regions] == [2, 2, 2, 2]
    assert sorted(place for region in told.regions for place in region) == list(range(8))


def test_paths_and_shifts_hold_what_no_list_of_actions_does() -> None:
    board = load("benchmarks/boards/nine-free-cells.toml")
    with pytest.raises(CertificateRejected):
        horizon_of(board, 16)
    assert formula_of(board, 16, "paths").step_size < 20_000
    tiles = tile_boards.library("taquin-t1", "multi")
    assert formula_of(tiles, 2, "shifts").step_size < 15_000


def test_a_goal_that_is_never_met_leaves_no_solution() -> None:
    puzzle = SMALL["one piece, unit"]
    strips, start = strips_of(puzzle), state_facts(puzzle, puzzle.start)
    assert not solvable(HorizonFormula(replace(strips, goals=()), start, 3).clauses())
    assert not solvable(HorizonFormula(replace(strips, goals=(Goal((0,)),)), start, 3).clauses())
    assert solvable(HorizonFormula(replace(strips, goals=(Goal(()),)), start, 3).clauses())


@pytest.mark.parametrize("name", ["frogs row", "two alike, unit"])
def test_counters_in_place_of_subsets_say_the_same(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "COUNT_SUBSET_LIMIT", 0)
    puzzle = SMALL[name]
    one, optimum = horizon_of(puzzle, 1), minimum_up_to(puzzle, 20)
    assert any("facts hold" in text for text in one.names())
    assert len(list(one.names())) == one.variables
    assert compare_moves(puzzle, one).complete
    assert optimum
    for length in (optimum - 1, optimum, optimum + 1):
        assert solvable(horizon_of(puzzle, length).clauses()) == (length >= optimum)
