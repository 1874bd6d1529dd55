"""Of each lemma: honest files are accepted, higher claims and bent parameters are not."""

import re
from typing import Any

import pytest

from puzzleproof.models.budget import budgeted
from puzzleproof.models.errors import CertificateRejected, LimitReached
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.verify.bfs import bfs
from puzzleproof.verify.bounds import NEVER, lower_bounds
from puzzleproof.verify.bounds.graphs import graph_of
from tests.support.boards import METRICS, SMALL, sliding
from tests.support.bounded import Named, bounded, departures, layers_of
from tests.support.certificate_files import shortest_plan
from tests.support.checkers import check_bounded
from tests.support.frog_boards import frogs
from tests.support.peg_boards import game
from tests.support.tile_boards import tiles
from tests.support.true_distances import groups, patterns

TRIANGLE, TRIANGLE_4 = (
    game("triangle5", vacate=[0, 0], finish=[0, 0]),
    game("triangle4", vacate=[1, 0], finish="any"),
)
EIGHT, CROWD = (
    tiles("8 6 7/2 5 4/3 0 1"),
    sliding("AB.c/.d.e", "unit", goal="..BA/..ce", labelled="AB"),
)
TWENTY_FOUR = tiles("/".join(" ".join(map(str, range(k, k + 5))) for k in range(0, 25, 5)))
FIVE_OF_SIX = [[[1, 2, 3, 4, 5, last]] for last in range(6, 11)]
SLIDING = {
    **{name: SMALL[name] for name in ("two labelled", "walls", "half-way")},
    "some of four": sliding("ab../.c.d", goal="..ab/...."),
}
TABLES = {
    "2 x 2": tiles("3 2/1 0"),
    "2 x 3": tiles("1 4 2/3 5 0"),
    "3 x 2": tiles("2 1/3 4/5 0", goal="3 0/1 2/5 4"),
    "2 x 4": tiles("0 1 3 2/4 5 7 6"),
}
HONEST: dict[str, tuple[AnyPuzzle, Named]] = {
    **{
        f"{name}, {m}": (puzzle.with_metric(m), [groups(puzzle)])
        for name, puzzle in SLIDING.items()
        for m in METRICS
    },
    **{f"tiles {name}": (puzzle, [patterns(puzzle)]) for name, puzzle in TABLES.items()},
    "tiles 2 x 4, walking": (TABLES["2 x 4"], [("walking_distance", {})]),
    "tiles 3 x 2, multi": (TABLES["3 x 2"].with_metric("multi"), []),
    "frogs": (frogs("FF.TT"), []),
    "pegs": (TRIANGLE, [departures(TRIANGLE)]),
}
"""Puzzles and bounds; all can be solved."""


@pytest.mark.parametrize("name", HONEST)
def test_the_minimum_is_proven_and_no_more(name: str) -> None:
    puzzle, bounds = HONEST[name]
    optimum, sizes = bfs(puzzle).optimum, list[int]()
    assert optimum
    for named in ([], bounds):
        checked = check_bounded(bounded(puzzle, named, optimum))
        assert checked.at_least == optimum
        sizes.append(checked.states)
        for higher in (optimum + 1, optimum + 2):
            with pytest.raises(CertificateRejected, match="a goal state"):
                check_bounded(bounded(puzzle, named, higher))
    assert sizes[1] <= sizes[0]
    assert not bounds or sizes[1] < sizes[0] or name.startswith(("some of four", "tiles 2 x 2"))


@pytest.mark.parametrize("name", HONEST)
def test_states_that_are_missing(name: str) -> None:
    puzzle, _ = HONEST[name]
    minimum = bfs(puzzle).optimum
    assert minimum
    if minimum > 2:
        blocks = layers_of(graph_of(puzzle), [], minimum)
        bent = [*blocks[:1], blocks[1][1:], *blocks[2:]]
        with pytest.raises(CertificateRejected, match="no bound says that"):
            check_bounded(bounded(puzzle, [], minimum, blocks=bent))
        with pytest.raises(CertificateRejected, match="no bound says that no goal can be reached"):
            check_bounded(bounded(puzzle, [], None, blocks=bent))
        with pytest.raises(CertificateRejected, match="label 0: the start is missing"):
            check_bounded(bounded(puzzle, [], minimum, blocks=[blocks[1], *blocks[1:]]))


def test_claims_that_do_not_fit() -> None:
    puzzle = SMALL["walls"]
    blocks, plan = layers_of(graph_of(puzzle), [], 8), shortest_plan(puzzle) or []
    wrong = [*blocks[:7], [*blocks[7], 256**puzzle.pack_width - 1]]
    files: list[tuple[int, dict[str, Any], str]] = [
        (2, {"blocks": []}, "labels from the start alone"),
        (7, {"blocks": blocks}, "with 8 blocks of labels"),
        (NEVER, {"blocks": blocks}, "claims at least"),
        (len(plan) + 1, {"blocks": blocks, "plan": plan}, "shorter than the bound"),
        (8, {"blocks": wrong}, "no state has this number"),
    ]
    for at_least, changes, said in files:
        with pytest.raises(CertificateRejected, match=said):
            check_bounded(bounded(puzzle, [], at_least, **changes))


PARTITIONS: list[tuple[AnyPuzzle, str, Any, str]] = [
    (CROWD, "piece_groups", "AB", "'partitions': expected a list that is not empty"),
    (CROWD, "piece_groups", [[]], "a partition: expected a list that is not empty"),
    (CROWD, "piece_groups", ["AB"], "a partition: expected a list that is not empty"),
    (CROWD, "piece_groups", [[""]], "group '': expected the letters of some pieces"),
    (CROWD, "piece_groups", [[1]], "group 1: expected the letters of some pieces"),
    (CROWD, "piece_groups", [["AZ"]], "group 'AZ': no piece 'Z' on the board"),
    (CROWD, "piece_groups", [["A"]] * 61, "61 groups: expected 60 at most"),
    (CROWD, "piece_groups", [["AB", "cA"]], "piece 'A' is twice in one partition"),
    (CROWD, "piece_groups", [["AA"]], "piece 'A' is twice in one partition"),
    (EIGHT, "tile_patterns", 7, "'partitions': expected a list that is not empty"),
    (EIGHT, "tile_patterns", [], "'partitions': expected a list that is not empty"),
    (EIGHT, "tile_patterns", [[]], "a partition: expected a list that is not empty"),
    (EIGHT, "tile_patterns", [[1]], "a pattern: expected a list that is not empty"),
    (EIGHT, "tile_patterns", [[[0]]], "0 is no tile: expected 1 to 8"),
    (EIGHT, "tile_patterns", [[[9]]], "9 is no tile: expected 1 to 8"),
    (EIGHT, "tile_patterns", [[[True]]], "True is no tile"),
    (EIGHT, "tile_patterns", [[[1, 1]]], "tile 1 is twice"),
    (EIGHT, "tile_patterns", [[[1, 2, 3, 4], [4, 5, 6, 7]]], "tile 4 is twice in one partition"),
    (TWENTY_FOUR, "tile_patterns", [[[1, 2, 3, 4, 5, 6, 7]]], "too many placements"),
    (EIGHT, "tile_patterns", [[[1]]] * 61, "61 patterns: expected 60 at most"),
]
HALVES: list[tuple[dict[str, Any], str]] = [
    ({"charge": 0}, "'charge' 0: expected 1 to 100"),
    ({"charge": True}, "'charge' True"),
    ({"charge": None}, "'charge' None"),
    ({"parts": 5}, "'parts': expected 10 letters"),
    ({"parts": "aaaaabbbb"}, "'parts': expected 10 letters"),
    ({"parts": "aaaaaccccc"}, "expected the first letters of 'abcdefgh'"),
    ({"weights": [0] * 9}, "expected 10 integers from -10,000 to 10,000"),
    ({"weights": [0] * 9 + [True]}, "expected 10 integers"),
    ({"weights": [0] * 9 + [-10_001]}, "expected 10 integers"),
    ({"weights": 7}, "expected 10 integers"),
]
_, PARTS = departures(TRIANGLE_4)
_ENGLISH = game("english", vacate=[3, 3], finish=[3, 3])
_LARGE = {"charge": 1, "parts": "a" * 21 + "b" * 12, "weights": [0] * 33}
FAULTS: list[tuple[AnyPuzzle, str, dict[str, Any], str]] = [
    *((puzzle, name, {"partitions": value}, said) for puzzle, name, value, said in PARTITIONS),
    *((TRIANGLE_4, "departures", PARTS | bent, said) for bent, said in HALVES),
    (CROWD, "piece_groups", {}, "parameters none: expected 'partitions' only"),
    (CROWD, "piece_groups", {"partitions": [["A"]], "metric": "unit"}, "'partitions' only"),
    (EIGHT, "tile_patterns", {}, "parameters none: expected 'partitions' only"),
    (EIGHT, "tile_patterns", {"partitions": [[[1]]], "more": 1}, "'partitions' only"),
    (_ENGLISH, "departures", _LARGE, "a part has 20 holes at most"),
    (
        SMALL["walls"],
        *departures(TRIANGLE),
        "this lemma holds only for peg solitaire in the metric 'move'",
    ),
    (SMALL["walls"], *patterns(EIGHT), "sliding tiles in the metric 'single'"),
    (EIGHT.with_metric("multi"), *patterns(EIGHT), "sliding tiles in the metric 'single'"),
    (EIGHT, *groups(CROWD), "this lemma holds only for sliding blocks"),
    (EIGHT, "walking_distance", {"rows": 3}, "parameters 'rows': expected none"),
    (EIGHT.with_metric("multi"), "walking_distance", {}, "sliding tiles in the metric 'single'"),
    (SMALL["walls"], "walking_distance", {}, "sliding tiles in the metric 'single'"),
    (SMALL["tour in sequence"], *groups(CROWD), "this lemma does not hold for a tour"),
]


@pytest.mark.parametrize(("puzzle", "name", "parameters", "reason"), FAULTS)
def test_parameters_that_do_not_fit_are_rejected(
    puzzle: AnyPuzzle, name: str, parameters: dict[str, Any], reason: str
) -> None:
    with pytest.raises(CertificateRejected, match=re.escape(reason)):
        lower_bounds(graph_of(puzzle), [[name, parameters]])


@pytest.mark.parametrize(
    ("puzzle", "named"),
    [
        (TWENTY_FOUR, [["tile_patterns", {"partitions": FIVE_OF_SIX}]]),
        (TRIANGLE, [list(departures(TRIANGLE))] * 256),
    ],
)
def test_tables_beyond_the_budget_are_not_made(puzzle: AnyPuzzle, named: list[Any]) -> None:
    with budgeted(), pytest.raises(LimitReached, match=r"the check needs .* or more"):
        lower_bounds(graph_of(puzzle), named)
