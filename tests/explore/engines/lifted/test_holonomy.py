"""Labelled components from the base alone: published numbers, and direct search."""

from __future__ import annotations

from collections import Counter
from math import factorial

import pytest

from puzzleproof.explore.engines.lifted import holonomy
from puzzleproof.explore.engines.lifted.base_graph import base_graph
from puzzleproof.explore.engines.lifted.holonomy import labelled_graph, orbit_sizes
from puzzleproof.explore.engines.lifted.merging import Merged
from puzzleproof.explore.engines.plain import PlainSearch
from puzzleproof.explore.graph.configurations import configurations
from puzzleproof.explore.packed_task import PackedTask
from puzzleproof.models.errors import LimitReached, Unsupported
from tests.support.state_graphs import PARTLY_LABELLED, packed, packed_library

# --- published numbers --------------------------------------------------------------------


def test_hifi() -> None:
    """200 moves by J. Kato; components: complete enumerations by two other programs."""
    graph = labelled_graph(packed_library("hifi"))
    assert graph.configurations == 288 * 106_800
    assert graph.edges == 288 * 184_568
    assert graph.components == 694_633
    assert max(graph.sizes) == 23_461_056
    assert graph.sizes[23_461_056] == 1
    assert sum(size * number for size, number in graph.sizes.items()) == graph.configurations
    assert sum(degree * number for degree, number in graph.degrees.items()) == 2 * graph.edges


@pytest.mark.parametrize(
    ("name", "states", "edges", "components", "largest"),
    [
        # Klotski chapter (docs/sources.md), sections 1 and 2.
        ("simplicity", 530, 1_174, 11, 161),
        ("simplicity2", 610, 1_398, 7, 558),
        ("soap", 19_908, 56_834, 53, 19_138),
        ("soap-verticals-labelled", 39_816, 113_668, 105, 38_276),
    ],
)
def test_published(name: str, states: int, edges: int, components: int, largest: int) -> None:
    graph = labelled_graph(packed_library(name))
    assert (graph.configurations, graph.edges) == (states, edges)
    assert (graph.components, max(graph.sizes)) == (components, largest)


def test_without_labels_the_base_is_all() -> None:
    """L'Âne Rouge: the table of degrees of the Klotski chapter (docs/sources.md)."""
    graph = labelled_graph(packed_library("ane-rouge"))
    assert (graph.configurations, graph.edges, graph.components) == (65_880, 114_958, 898)
    degrees = "1368 10048 24960 18572 7642 2292 700 264 30 4"
    assert " ".join(map(str, graph.degrees.values())) == degrees
    assert graph.sizes[25_955] == 2


def test_eight_puzzle() -> None:
    """Nine places of the blank, the alternating group of the tiles (Johnson and Story 1879)."""
    merged = Merged(packed_library("tiles-3x3"))
    graph = base_graph(merged)
    assert len(graph.configurations) == 9
    assert merged.arrangements == factorial(8)
    assert labelled_graph(packed_library("tiles-3x3")).sizes == {factorial(9) // 2: 2}


def test_fifteen_puzzle() -> None:
    """Too large to visit: half of all tables each (Johnson and Story 1879)."""
    graph = labelled_graph(packed_library("taquin-t1"))
    assert graph.sizes == {factorial(16) // 2: 2}
    assert graph.degrees == {2: 4 * factorial(15), 3: 8 * factorial(15), 4: 4 * factorial(15)}


# --- direct search ------------------------------------------------------------------------


def direct(task: PackedTask) -> tuple[int, int, Counter[int], Counter[int]]:
    """States, edges, degrees and component sizes by a visit to every labelled state."""
    search = PlainSearch(task)
    left = set(configurations(task))
    states = len(left)
    degrees = Counter(len(set(search.after((state,)))) for state in left)
    sizes: Counter[int] = Counter()
    while left:
        reached = set[int]().union(*search.layers([next(iter(left))]))
        sizes[len(reached)] += 1
        left -= reached
    return states, sum(d * n for d, n in degrees.items()) // 2, degrees, sizes


CASES = [
    ("simplicity", "piece"),
    ("simplicity", "line"),
    ("simplicity", "unit"),
    ("simplicity2", "piece"),
    ("traffic-cop", "piece"),
    ("layton-tenstep-solution", "piece"),
    ("tiles-2x2", "single"),
    ("tiles-2x3", "single"),
    ("tiles-2x3", "multi"),
]


@pytest.mark.parametrize(("name", "metric"), CASES)
def test_against_a_visit_to_every_state(name: str, metric: str) -> None:
    task = packed_library(name, metric)
    graph = labelled_graph(task)
    states, edges, degrees, sizes = direct(task)
    assert (graph.configurations, graph.edges) == (states, edges)
    assert (graph.degrees, graph.sizes) == (degrees, sizes)


@pytest.mark.parametrize("metric", ["piece", "line", "unit"])
@pytest.mark.parametrize("case", PARTLY_LABELLED)
def test_some_pieces_labelled_and_the_rest_not(case: str, metric: str) -> None:
    task = packed(PARTLY_LABELLED[case].with_metric(metric))
    assert not Merged(task).all_distinct
    graph = labelled_graph(task)
    states, edges, degrees, sizes = direct(task)
    assert (graph.configurations, graph.edges) == (states, edges)
    assert (graph.degrees, graph.sizes) == (degrees, sizes)


def test_orbits_of_words_are_not_all_of_one_size() -> None:
    """One labelled piece of four, and a group that fixes two positions."""
    merged = Merged(packed(PARTLY_LABELLED["one of four"]))
    assert merged.arrangements == 4
    swap = (1, 0, *range(2, merged.points))
    assert orbit_sizes(merged, [swap]) == {2: 1, 1: 2}
    assert orbit_sizes(merged, []) == {1: 4}


def test_repeated_letters_beyond_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(holonomy, "LISTED", 3)
    merged = Merged(packed(PARTLY_LABELLED["one of four"]))
    with pytest.raises(LimitReached, match="more than 3 arrangements"):
        orbit_sizes(merged, [(1, 0, *range(2, merged.points))])


def test_one_way_moves_are_refused() -> None:
    with pytest.raises(Unsupported, match="taken back"):
        labelled_graph(packed_library("frogs-2-2"))


def test_limits_of_configurations_and_memory() -> None:
    task = packed_library("simplicity2")
    assert labelled_graph(task, limit=305, memory=1 << 20).components == 7
    with pytest.raises(LimitReached, match="more than 304 configurations"):
        labelled_graph(task, limit=304)
    with pytest.raises(LimitReached, match="memory limit reached"):
        labelled_graph(task, memory=100_000)
