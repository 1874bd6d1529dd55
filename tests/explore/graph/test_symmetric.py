"""Images of states: a symmetry keeps the graph."""

import pytest

from puzzleproof.explore.graph.eccentricity import images_in
from puzzleproof.explore.graph.lists import ListGraph
from puzzleproof.explore.graph.spaces import SlidingSpace
from tests.support.boards import METRICS, SMALL, sliding
from tests.support.state_graphs import of_library, of_small, whole

SQUARE = sliding("A.B/.../.C.", labelled="AC")
"""Reflections and quarter turns do not commute: the order in which they are taken counts."""
GRAPHS = {
    **{f"square, {m}": ("square", m) for m in METRICS},
    **{f"{name}, {m}": (name, m) for name in SMALL for m in METRICS},
    **{name: (name, "") for name in ("simplicity", "pennant", "tiles-2x3", "frogs-3-3")},
}


def _graph(name: str, metric: str) -> ListGraph:
    if name == "square":
        return whole(SQUARE.with_metric(metric))
    return of_small(name, metric) if metric else of_library(name)


@pytest.mark.parametrize(("name", "metric"), GRAPHS.values(), ids=list(GRAPHS))
def test_a_symmetry_keeps_the_graph(name: str, metric: str) -> None:
    graph = _graph(name, metric)
    for symmetry in graph.space.symmetries:
        images = graph.images(symmetry).tolist()
        assert sorted(v for v in images if v >= 0) == list(range(len(graph)))
        for vertex in range(0, len(graph), 1 + len(graph) // 100):
            image = images[vertex]
            assert image >= 0
            # A symmetry of the graph: it takes neighbours to neighbours.
            assert {images[k] for k in graph.rows[vertex]} == set(graph.rows[image])
        if (local := images_in(graph, 0, symmetry)) is not None:
            assert local.tolist() == images[: len(local)]


def names(board: str, **keys: str) -> list[str]:
    puzzle = sliding(board, "unit", **keys)
    return [one.name for one in SlidingSpace(puzzle).symmetries]


def test_the_symmetries_of_a_board_have_names() -> None:
    half_turn = ["left-right", "top-bottom", "half turn"]
    diagonals = ["diagonal", "antidiagonal", "quarter turn right", "quarter turn left"]
    assert names("A../...") == names("AAC/B.C/B..") == half_turn
    assert names("A./..") == half_turn + diagonals
    assert names("A./.#") == ["diagonal"]
    assert names("A#./..#") == []
    # A kind may go to another of its turned shape; a turn exchanges the axes of pieces.
    assert "diagonal" in names("AA./B../B..")
    assert "diagonal" not in names("AA./BB./...")
    assert {"left-right", "diagonal, labels exchanged"} <= {*names("AA./B../B..", labelled="A")}
    bound = names("A../.../..B", labelled="AB", axes="A:EW B:NS")
    assert {"half turn", "diagonal, labels exchanged"} <= {*bound}
    assert "diagonal" not in names("A../.../..B", axes="A:EW B:EW")
