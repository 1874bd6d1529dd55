"""The hardest pairs, against a search from every vertex."""

import pytest

from puzzleproof.explore.graph.eccentricity import (
    hardest_pair,
    hardest_symmetric_pair,
    images_in,
    longest_inversion,
    longest_inversion_in,
)
from puzzleproof.explore.graph.lists import ListGraph
from puzzleproof.explore.graph.spaces import Space, Symmetry, space_of
from puzzleproof.models.puzzle import State
from puzzleproof.models.sliding.rules import SlidingPuzzle
from tests.support.boards import METRICS, SMALL, sliding
from tests.support.state_graphs import (
    of_small,
    own_images,
    plain_distances,
    whole,
)

SQUARES = {
    "one square": sliding("A../.../..."),
    "square and bar": sliding("A../.BB/..."),
    "two bars": sliding("AA./B../B.."),
    "two alike": sliding("A.B/.../.C."),
    "labelled": sliding("A.B/.../.C.", labelled="AC"),
}
"""Square boards: they have quarter turns, which are no inverses of themselves."""
BOARDS = [(name, metric) for name in (*SQUARES, *SMALL) for metric in METRICS]


def kept(graph: ListGraph, symmetry: Symmetry) -> list[int]:
    """The components that are taken to themselves."""
    return [k for k in range(len(graph.firsts)) if images_in(graph, k, symmetry) is not None]


def _inversions(graph: ListGraph, symmetry: Symmetry, component: int) -> list[int]:
    found: list[int] = []
    for vertex in graph.component(component):
        image = graph.images(symmetry)[vertex]
        assert image >= 0
        found.append(plain_distances(graph.rows, vertex)[image])
    return found


def _check_inversions(graph: ListGraph, symmetry: Symmetry) -> None:
    most = -1
    for number in kept(graph, symmetry):
        expected = max(_inversions(graph, symmetry, number))
        found = longest_inversion_in(graph, symmetry, number)
        assert found is not None
        one, other = found.ends
        assert graph.images(symmetry)[one] == other
        assert found.distance == plain_distances(graph.rows, one)[other] == expected
        most = max(most, expected)
    overall = longest_inversion(graph, symmetry)
    assert (-1 if overall is None else overall.distance) == most


def _check_symmetric(graph: ListGraph, symmetry: Symmetry) -> None:
    fixed = [v for v in own_images(graph, symmetry) if v in graph.component(0)]
    found = hardest_symmetric_pair(graph, symmetry)
    if not fixed:
        assert found is None
        return
    assert found is not None
    tables = [plain_distances(graph.rows, vertex) for vertex in fixed]
    assert found.distance == max(table[v] for table in tables for v in fixed)
    assert set(found.ends) <= set(fixed)
    assert plain_distances(graph.rows, found.ends[0])[found.ends[1]] == found.distance


@pytest.mark.parametrize(("name", "metric"), BOARDS)
def test_small_boards(name: str, metric: str) -> None:
    graph = whole(SQUARES[name].with_metric(metric)) if name in SQUARES else of_small(name, metric)
    if len(graph.states) > 400:
        return
    for symmetry in graph.space.symmetries:
        _check_inversions(graph, symmetry)
        _check_symmetric(graph, symmetry)
    overall = hardest_pair(graph)
    tables = [plain_distances(graph.rows, v) for v in range(len(graph.states))]
    assert overall is not None
    assert overall.distance == max(max(table.values()) for table in tables)


def test_quarter_turns_are_tried() -> None:
    graph = whole(SQUARES["two alike"])
    names = [one.name for one in graph.space.symmetries if kept(graph, one)]
    assert any("quarter" in name for name in names)


def test_a_small_component_may_be_the_longest() -> None:
    """A star of five states, two moves wide; a path of four, three moves long; a pair."""
    rows = [[1, 2, 3, 4], [0], [0], [0], [0], [6], [5, 7], [6, 8], [7], [10], [9]]
    space: Space[SlidingPuzzle] = space_of(sliding("AA./B.#"))
    assert not space.symmetries
    states: list[State] = [(number,) for number in range(len(rows))]
    index = {state: vertex for vertex, state in enumerate(states)}
    graph = ListGraph(space, rows, [0, 5, 9], True, states, index)
    found = hardest_pair(graph)
    assert found is not None
    assert found.distance == 3
    assert set(found.ends) == {5, 8}
