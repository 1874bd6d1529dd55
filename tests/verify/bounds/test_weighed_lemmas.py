"""Potentials, and frogs' crossings: never above the true distance; what would be is rejected."""

from __future__ import annotations

import re
from io import BytesIO
from typing import Any

import pytest
from hypothesis import assume, given, settings

from puzzleproof.models.errors import CertificateRejected
from puzzleproof.models.fact_features import fact_features
from puzzleproof.models.frogs.rules import FrogsPuzzle
from puzzleproof.models.invariants import Weighed
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.verify.bfs import bfs
from puzzleproof.verify.bounds import LowerBound, frog_crossings, lower_bounds
from puzzleproof.verify.bounds.graphs import LabelGraph, RulesGraph, graph_of
from puzzleproof.verify.certificate import check_stream
from puzzleproof.verify.invariant import Weighings
from puzzleproof.verify.labelling import NEVER
from tests.support import frog_boards
from tests.support.boards import SMALL as SLIDING
from tests.support.boards import sliding
from tests.support.bounded import Named, bounded
from tests.support.frog_boards import SMALL, frogs
from tests.support.tile_boards import tiles
from tests.support.true_distances import distances, overstated, value

BOARDS = {
    **{name: one for name, one in SMALL.items() if not (one.jump_own or one.backward)},
    "three rows": frogs("FFFF/F..T/TTTT"),
    "goal of its own": frogs("FFF/F../.TT", goal="TT./..F/FFF"),
    "parted": frogs("FF.F/.T.T/T.#T", goal="T.TF/.F.T/T.#F"),
}
CROSSINGS: Named = [("frog_crossings", {})]


def bounds_of(graph: LabelGraph, named: Named) -> list[LowerBound]:
    return lower_bounds(graph, [list(pair) for pair in named])


# --- frogs and toads ----------------------------------------------------------------------


@pytest.mark.parametrize("name", BOARDS)
def test_crossings_never_exceed_the_true_distance(name: str) -> None:
    graph = RulesGraph(BOARDS[name])
    true, never = distances(graph)
    [bound] = bounds_of(graph, CROSSINGS)
    assert overstated(bound, true) == 0
    assert len(bound.near(never, NEVER)) <= len(never)


@settings(max_examples=60)
@given(frog_boards.puzzles())
def test_crossings_of_random_boards(puzzle: FrogsPuzzle) -> None:
    assume(not (puzzle.jump_own or puzzle.backward))
    graph = RulesGraph(puzzle)
    true, _ = distances(graph)
    [bound] = bounds_of(graph, CROSSINGS)
    assert overstated(bound, true) == 0


def test_in_a_row_crossings_are_the_distance() -> None:
    for name in ("row", "uneven row", "column", "two holes"):
        graph = RulesGraph(BOARDS[name])
        true, _ = distances(graph)
        [bound] = bounds_of(graph, CROSSINGS)
        for moves, layer in enumerate(true):
            assert all(value(bound, number) == moves for number in layer)


def test_halves_say_more_on_a_square() -> None:
    puzzle = BOARDS["board"]
    bound = frog_crossings.FrogCrossingsBound(puzzle)
    assert bound.ahead(puzzle.start) == 8
    assert bfs(puzzle).optimum == 12


def test_a_quadrant_that_is_too_full_has_no_way_out() -> None:
    puzzle = frogs("F.F/.T.", goal="FF./T..")
    bound = frog_crossings.FrogCrossingsBound(puzzle)
    assert bound.ahead(puzzle.start) == NEVER
    assert bfs(puzzle).optimum is None


def test_pairs_that_have_passed_never_meet_again() -> None:
    """No quadrant is too full, but at the goal a frog stands before the toad, and here none."""
    puzzle = frogs("..F/.T./F..", goal="F../.T./..F")
    bound = frog_crossings.FrogCrossingsBound(puzzle)
    assert bound.ahead(puzzle.start) == NEVER
    assert bfs(puzzle).optimum is None


@pytest.mark.parametrize("change", ["jumps cost two", "pairs are forgotten", "quadrants turned"])
def test_crossings_overstated(change: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found = 0
    honest = frog_crossings.FrogCrossingsBound._crossings  # pyright: ignore[reportPrivateUsage]
    if change == "jumps cost two":

        def ahead(bound: Any, state: Any) -> int:
            return sum(bound._distances(state))

        monkeypatch.setattr(frog_crossings.FrogCrossingsBound, "ahead", ahead)
    elif change == "pairs are forgotten":

        def fewer(bound: Any, state: Any) -> int:
            return honest(bound, state) * 2 // 3

        monkeypatch.setattr(frog_crossings.FrogCrossingsBound, "_crossings", fewer)
    else:
        later = frog_crossings._later  # pyright: ignore[reportPrivateUsage]

        def earlier(bits: Any, cell: Any, sign: int = 1) -> int:
            return later(bits, cell, sign) if sign == 1 else later(bits, cell, 1)

        monkeypatch.setattr(frog_crossings, "_later", earlier)
    for puzzle in BOARDS.values():
        graph = RulesGraph(puzzle)
        [bound] = bounds_of(graph, CROSSINGS)
        found += overstated(bound, distances(graph)[0])
    assert found > 0


def test_the_lemma_needs_the_rules_that_it_is_about(monkeypatch: pytest.MonkeyPatch) -> None:
    for puzzle, reason in (
        (SMALL["row and back"], "no lemma where 'backward' is allowed"),
        (SMALL["row over its own"], "no lemma where 'jump_own' is allowed"),
        (SLIDING["walls"], "a lemma about frogs and toads"),
    ):
        with pytest.raises(CertificateRejected, match=reason):
            bounds_of(RulesGraph(puzzle), CROSSINGS)
    row = RulesGraph(SMALL["row"])
    with pytest.raises(CertificateRejected, match="parameters 'drop': expected none"):
        bounds_of(row, [("frog_crossings", {"drop": 1})])
    monkeypatch.setattr(frog_crossings, "CELLS", 4)
    with pytest.raises(CertificateRejected, match="a board of 5 cells: expected 4 at most"):
        bounds_of(row, CROSSINGS)


def test_the_lemma_is_false_where_animals_jump_over_their_own() -> None:
    puzzle = frogs("FF.", goal=".FF", jump_own=True)
    bound = frog_crossings.FrogCrossingsBound(puzzle)
    true, _ = distances(RulesGraph(puzzle))
    assert overstated(bound, true) > 0


# --- potentials ---------------------------------------------------------------------------


def to_go(puzzle: AnyPuzzle) -> tuple[str, dict[str, Any]]:
    """Minus the sum of rows and columns of the labelled piece A: what the goal has most of."""
    names = Weighings(puzzle).facts.features
    weights = [
        -sum(map(int, name[2:].split(","))) if name.startswith("A@") else 0 for name in names
    ]
    return "potential", {"features": "facts", "weights": weights, "drop": 1}


FAR = sliding("A.b/.c./...", "unit", goal="..b/.c./..A", labelled="Abc")
BOTH: list[tuple[AnyPuzzle, tuple[str, dict[str, Any]]]] = [
    (FAR, to_go(FAR)),
    (SMALL["row"], ("potential", {"features": "own", "weights": [1, -1], "drop": 1})),
    (SMALL["board"], ("potential", {"features": "own", "weights": [-1, -1, 1, 1], "drop": 2})),
    (
        SMALL["board and back"],
        ("potential", {"features": "own", "weights": [-1, -1, 1, 1], "drop": 2}),
    ),
]


@pytest.mark.parametrize(("puzzle", "lemma"), BOTH, ids=lambda one: getattr(one, "family", ""))
def test_no_potential_exceeds_the_true_distance(
    puzzle: AnyPuzzle, lemma: tuple[str, dict[str, Any]]
) -> None:
    graph = RulesGraph(puzzle)
    [bound] = bounds_of(graph, [lemma])
    assert overstated(bound, distances(graph)[0]) == 0
    assert value(bound, graph.start) >= 2


def test_potentials_of_graphs_that_are_not_the_rules() -> None:
    """A table of tiles, whose features are distance and the blank's place."""
    puzzle = tiles("4 1 2/3 5 0")
    graph = graph_of(puzzle)
    weights = [1, *[0] * (len(puzzle.features) - 1)]
    lemma = ("potential", {"features": "own", "weights": weights, "drop": 1})
    [bound] = bounds_of(graph, [lemma])
    assert overstated(bound, distances(graph)[0]) == 0
    assert value(bound, graph.start) == 3


@pytest.mark.parametrize("goal", [".../.../..A", "..b/.../..A"])
def test_goals_that_leave_pieces_free_have_no_potential(goal: str) -> None:
    """Where they stand at a goal would have to be counted at the start."""
    puzzle = sliding("A.b/.c./...", "unit", goal=goal)
    with pytest.raises(CertificateRejected, match="a lemma about goals that draw every piece"):
        bounds_of(RulesGraph(puzzle), [to_go(puzzle)])


POTENTIAL_FAULTS: list[tuple[dict[str, Any], str]] = [
    ({"drop": 0}, "'drop' 0: expected an integer above 0"),
    ({"features": "all"}, "features 'all': expected 'own' or 'facts'"),
    ({"weights": [1]}, "1 weights: expected 2"),
    ({"weights": [2, -1]}, "lowers the weighted sum by over 1"),
    ({"weights": [1, -3]}, "None"),
    ({"more": 1}, "'features' and 'weights' and 'drop' alone"),
]


@pytest.mark.parametrize(("change", "reason"), POTENTIAL_FAULTS)
def test_weights_that_fall_too_far_are_rejected(change: dict[str, Any], reason: str) -> None:
    graph = RulesGraph(SMALL["row"])
    parameters = {"features": "own", "weights": [1, -1], "drop": 1} | change
    if reason == "None":  # a jump raises the sum: allowed, and it says less
        [bound] = bounds_of(graph, [("potential", parameters)])
        assert overstated(bound, distances(graph)[0]) == 0
        return
    with pytest.raises(CertificateRejected, match=re.escape(reason)):
        bounds_of(graph, [("potential", parameters)])


def test_families_without_features_have_no_potential() -> None:
    nothing: dict[str, Any] = {"weights": [], "drop": 1}
    own: Named = [("potential", {"features": "own", **nothing})]
    with pytest.raises(CertificateRejected, match="family 'sliding' has no features to weigh"):
        bounds_of(RulesGraph(FAR), own)
    facts: Named = [("potential", {"features": "facts", **nothing})]
    with pytest.raises(CertificateRejected, match="a tour has no clausal form"):
        bounds_of(RulesGraph(SLIDING["tour in sequence"]), facts)


@pytest.mark.parametrize(("puzzle", "lemma"), BOTH, ids=lambda one: getattr(one, "family", ""))
def test_honest_files_are_accepted_and_higher_claims_are_not(
    puzzle: AnyPuzzle, lemma: tuple[str, dict[str, Any]]
) -> None:
    optimum = bfs(puzzle).optimum
    assert optimum is not None
    checked = check_stream(BytesIO(bounded(puzzle, [lemma], optimum)), "test")
    everything = check_stream(BytesIO(bounded(puzzle, [], optimum)), "test")
    assert checked.at_least == optimum
    assert checked.states < everything.states
    higher = bounded(puzzle, [lemma], optimum + 1)
    with pytest.raises(CertificateRejected, match="a goal state"):
        check_stream(BytesIO(higher), "test")


def test_features_are_made_once_for_all_potentials_of_a_header(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = list[AnyPuzzle]()

    def counted(puzzle: AnyPuzzle) -> Weighed:
        made.append(puzzle)
        return fact_features(puzzle)

    monkeypatch.setattr("puzzleproof.verify.invariant.fact_features", counted)
    graph = RulesGraph(FAR)
    lemma = to_go(FAR)
    made.clear()
    assert len(bounds_of(graph, [lemma] * 3)) == 3
    assert made == [FAR]


def test_a_header_has_some_potentials_and_not_sixty() -> None:
    graph, lemma = RulesGraph(FAR), to_go(FAR)
    with pytest.raises(CertificateRejected, match="bound 17, potential: the tables of the bounds"):
        bounds_of(graph, [lemma] * 60)
