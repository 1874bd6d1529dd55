"""Diameters and eccentricities, against a search from every vertex."""

import random

import numpy as np
import pytest

from puzzleproof.explore.graph import eccentricity
from puzzleproof.explore.graph.distances import Patience, Rows, farthest_of_few
from puzzleproof.explore.graph.eccentricity import diameter, eccentricities, farthest_pair, net_of
from puzzleproof.explore.graph.lists import ListGraph
from puzzleproof.explore.graph.net import Net
from tests.support.boards import METRICS, SMALL
from tests.support.state_graphs import of_library, of_small, plain_distances, some_rows

ROWS = some_rows()
REVERSIBLE = {f"{name}, {metric}": (name, metric) for name in SMALL for metric in METRICS}


def _all_pairs(rows: Rows) -> list[int]:
    return [max(plain_distances(rows, vertex).values()) for vertex in range(len(rows))]


def test_the_plain_search_ends_after_so_many() -> None:
    rows = ROWS["grid"]
    found = farthest_of_few(rows)
    assert farthest_of_few(rows, found.searches) == found
    stopped = farthest_of_few(rows, found.searches - 1)
    assert stopped.distance <= found.distance <= (stopped.at_most or 0)


def test_searches_end_as_soon_as_too_many_are_needed() -> None:
    """After 64 searches it is judged by what the last 32 have settled."""
    assert not Patience(None).is_over(10**9, 1)
    quick, slow = Patience(100), Patience(100)
    for done in range(1, 75):
        assert not quick.is_over(done, 300 - 4 * done)
        assert slow.is_over(done, 300 - done) == (done == 64)
    assert quick.is_over(100, 1)


@pytest.mark.parametrize("few", [0, 8_000])
def test_a_diameter_that_is_given_up_is_an_interval(
    few: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(eccentricity, "FEW", few)
    graph = of_library("pennant")
    size = len(graph.component(0))
    for searches in range(1, 4):
        found = diameter(graph, steps=searches * size)
        assert found is not None
        assert found.searches <= searches
        assert found.distance <= 105 <= (found.at_most or found.distance)
        assert found.at_most or searches > 1


@pytest.mark.parametrize("rows", ROWS.values(), ids=list(ROWS))
def test_widest_among_some(rows: Rows) -> None:
    among = range(0, len(rows), 2)
    found = farthest_pair(Net.of(rows), among=np.array(among))
    tables = {vertex: plain_distances(rows, vertex) for vertex in among}
    assert found.distance == max(tables[v][w] for v in among for w in among)
    one, other = found.ends
    assert one in among
    assert other in among
    assert tables[one][other] == found.distance


def test_symmetries_spare_searches_and_change_nothing() -> None:
    rows = ROWS["circle"]
    rotations = [np.array([(v + k) % 8 for v in range(8)]) for k in range(1, 8)]
    found = farthest_pair(Net.of(rows), rotations)
    assert (found.distance, found.searches) == (4, 1)
    graph = of_library("ane-rouge")
    net, images = net_of(graph, 0)
    assert len(images) == 1
    first = farthest_pair(net)
    found = farthest_pair(net, images)
    assert found.distance == first.distance == 145
    assert found.searches < first.searches


@pytest.mark.parametrize("few", [0, 6, 40])
def test_pairs_are_bounded_from_any_point_on(few: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Random trees with some more edges: the pair is the farthest, whenever pairs are looked at."""
    monkeypatch.setattr(eccentricity, "FEW", few)
    for seed in range(150):
        rows = _random_rows(random.Random(seed))  # noqa: S311  the same graphs every time
        for found in (farthest_pair(Net.of(rows)), farthest_of_few(rows)):
            assert found.distance == max(_all_pairs(rows))
            one, other = found.ends
            assert plain_distances(rows, one)[other] == found.distance


def _random_rows(rng: random.Random) -> Rows:
    """A connected graph."""
    rows: Rows = [[] for _ in range(rng.randint(2, 40))]
    edges = {(rng.randint(max(0, v - 4), v - 1), v) for v in range(1, len(rows))}
    for _ in range(rng.randint(0, 6)):
        one, other = sorted(rng.sample(range(len(rows)), 2))
        edges.add((one, other))
    for one, other in edges:
        rows[one].append(other)
        rows[other].append(one)
    return rows


def _check(graph: ListGraph, component: int) -> None:
    rows, first = graph.rows_of(component), graph.firsts[component]
    expected = _all_pairs(rows)
    found, far = eccentricities(graph, component), diameter(graph, component)
    assert found == expected
    assert far.distance == max(expected)
    one, other = far.ends
    assert plain_distances(rows, one - first)[other - first] == far.distance


@pytest.mark.parametrize(("name", "metric"), REVERSIBLE.values(), ids=list(REVERSIBLE))
def test_every_eccentricity_of_small_boards(name: str, metric: str) -> None:
    graph = of_small(name, metric)
    for component in range(min(6, len(graph.firsts))):
        if len(graph.component(component)) <= 300:
            _check(graph, component)
