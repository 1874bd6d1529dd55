"""Groups of sliding pieces as a bound: never above the true distance; what would be is rejected."""

import re
from collections.abc import Iterable, Sequence

import pytest

from puzzleproof.models.errors import CertificateRejected
from puzzleproof.models.sliding.anchors import anchors_of
from puzzleproof.models.sliding.rules import SlidingPuzzle
from puzzleproof.verify.bfs import bfs
from puzzleproof.verify.bounds import NEVER, LowerBound, lower_bounds, piece_groups
from puzzleproof.verify.bounds.graphs import LabelGraph
from tests.support.boards import METRICS, SMALL, sliding
from tests.support.bounded import Named
from tests.support.true_distances import distances, groups, overstated, value

BOARDS = {
    **{name: puzzle for name, puzzle in SMALL.items() if not puzzle.tour},
    "three in a corridor": sliding("ABC../##.##", goal="..CBA/##.##", labelled="*"),
    "four alike": sliding("a..b/.c.d/....", goal="..../.ab./...."),
    "some of four": sliding("ab../.c.d", goal="..ab/...."),
    "labelled among alike": sliding("Ab../.c..", goal="..bA/....", labelled="A"),
    "bars and a square": sliding("AAb./AAb./.cc.", goal="..AA/..AA/....", labelled="A"),
}


def bounds_of(graph: LabelGraph, named: Named) -> list[LowerBound]:
    return lower_bounds(graph, [list(pair) for pair in named])


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("name", BOARDS)
def test_no_bound_exceeds_the_true_distance(name: str, metric: str) -> None:
    puzzle = BOARDS[name].with_metric(metric)
    graph = LabelGraph(puzzle)
    true, never = distances(graph)
    for size in (1, 2, 3):
        [bound] = bounds_of(graph, [groups(puzzle, size)])
        assert overstated(bound, true) == 0
    assert len(bound.near(never, NEVER)) <= len(never)


def test_a_group_of_all_pieces_knows_the_distance() -> None:
    """Then nothing is lifted off the board: also what pieces alike may exchange."""
    for name in ("two labelled", "four alike", "some of four", "labelled among alike"):
        puzzle = BOARDS[name]
        for metric in METRICS:
            graph = LabelGraph(puzzle.with_metric(metric))
            true, _ = distances(graph)
            [bound] = bounds_of(graph, [groups(puzzle, 5)])
            for distance, layer in enumerate(true):
                assert {value(bound, number) for number in layer} <= {distance}


def test_pieces_in_one_group_are_in_each_others_way() -> None:
    puzzle = BOARDS["three in a corridor"].with_metric("unit")
    graph = LabelGraph(puzzle)
    several = [bounds_of(graph, [groups(puzzle, size)]) for size in (1, 2, 3)]
    one, two, three = (value(bound, graph.start) for [bound] in several)
    assert one < two < three == bfs(puzzle).optimum


def test_what_has_no_way_is_never_there() -> None:
    puzzle = sliding("A#../.#.B", goal=".#.A/.#..", labelled="A")
    graph = LabelGraph(puzzle)
    for partitions in ([["A"]], [["B"], ["AB"[:1]]]):
        [bound] = bounds_of(graph, [("piece_groups", {"partitions": partitions})])
        assert bound.near([graph.start], NEVER) == []


CROWD = sliding("AB.c/.d.e", "unit", goal="..BA/..ce", labelled="AB")


def violations(puzzle: SlidingPuzzle, partitions: Iterable[Sequence[Sequence[int]]]) -> int:
    graph = LabelGraph(puzzle)
    true, _ = distances(graph)
    layout = anchors_of(puzzle)
    assert layout is not None
    several = [[tuple(group) for group in groups] for groups in partitions]
    bound = piece_groups.PieceGroupsBound(puzzle, layout, several)
    return overstated(bound, true)


def test_a_piece_in_two_groups_would_be_counted_twice() -> None:
    assert violations(CROWD, [[(0, 1), (2, 3)], [(2, 3)], [(0, 1)]]) == 0
    assert violations(CROWD, [[(0, 1), (0, 2)]]) > 0


def test_a_route_is_one_move_where_the_metric_says_so() -> None:
    """Tables of single steps are too large in the other metrics, and whole routes in ``line``."""
    layouts = {metric: anchors_of(CROWD.with_metric(metric)) for metric in METRICS}
    for metric, other in (("piece", "unit"), ("line", "unit"), ("piece", "line")):
        puzzle = CROWD.with_metric(metric)
        true, _ = distances(LabelGraph(puzzle))
        for layout, sound in ((layouts[metric], True), (layouts[other], False)):
            assert layout is not None
            several = [[(0, 1), (2, 3)]]
            bound = piece_groups.PieceGroupsBound(puzzle, layout, several)
            assert (overstated(bound, true) == 0) == sound


def test_long_ways_are_capped(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is not reached in so many moves has just so many, and is not without a way."""
    graph = LabelGraph(sliding("A.../....", "unit", goal="..../...A"))
    true, _ = distances(graph)
    monkeypatch.setattr(piece_groups, "CAP", 2)
    [bound] = bounds_of(graph, [("piece_groups", {"partitions": [["A"]]})])
    assert [value(bound, layer[0]) for layer in true if layer] == [0, 1, 2, 2, 2]


def test_large_tables_and_boards_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    graph = LabelGraph(CROWD)
    named: Named = [("piece_groups", {"partitions": [["AB"]]})]
    monkeypatch.setattr(piece_groups, "PLACEMENTS", 60)
    with pytest.raises(CertificateRejected, match=re.escape("group 'AB': 8 ** 2 placements")):
        bounds_of(graph, named)
    monkeypatch.setattr(piece_groups, "CELLS", 7)
    with pytest.raises(CertificateRejected, match="a board of 8 cells: expected 7 at most"):
        bounds_of(graph, named)
