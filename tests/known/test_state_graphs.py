"""Published figures of whole state graphs: the Klotski chapter (docs/library.md), sections 1, 2.

Distances are in the piece metric, alike pieces interchangeable.  Where the chapter errs a comment
says what it prints.  Figures that surveys certify stand in test_surveys.py.
"""

from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import product

import pytest

from puzzleproof.encoders import ground_single_steps
from puzzleproof.explore.graph.distances import FarthestPair, distances
from puzzleproof.explore.graph.eccentricity import Images, all_images, diameter, eccentricities
from puzzleproof.explore.graph.pairs import (
    hardest_pair,
    hardest_symmetric_pair,
    longest_inversion,
    longest_inversion_in,
)
from puzzleproof.explore.packed_task import numbers
from puzzleproof.models.instances import load
from tests.support.state_graphs import (
    component_sizes,
    of_library,
    own_images,
    reachable,
    shortest_paths,
)

ANE, CENTURY = "ane-rouge", "century-whole-cells"


def _length(found: FarthestPair | None) -> int:
    assert found is not None
    return found.distance


@cache
def _all_images(instance: str) -> tuple[Images, ...]:
    return all_images(of_library(instance))


def _images(instance: str, name: str) -> Images:
    return next(images for images in _all_images(instance) if images.symmetry.name == name)


@cache
def _facts(name: str) -> tuple[str, ...]:
    """The names of an instance's facts: a piece (or those alike), its row, its column."""
    return ground_single_steps(load(name)).task.facts


def to_image(instance: str, name: str) -> int:
    """Moves from the start to its image."""
    return of_library(instance).from_start()[_images(instance, name).of[0] or 0] or 0


def inversion(instance: str, name: str, *, anywhere: bool = False) -> int | None:
    """The longest inversion of the start's component, or of all."""
    graph, images = of_library(instance), _images(instance, name)
    found = (longest_inversion if anywhere else longest_inversion_in)(graph, images)
    return None if found is None else found.distance


LENGTHS: dict[str, tuple[Callable[[], int | None], int | None]] = {
    "ane-rouge, left to right": (lambda: inversion(ANE, "left-right"), 120),
    "ane-rouge, top to bottom": (lambda: inversion(ANE, "top-bottom"), None),
    "ane-rouge, top to bottom anywhere": (lambda: inversion(ANE, "top-bottom", anywhere=True), 7),
    # Conway's 150: a half turn between whole-cell positions, and one move at either end.
    "century, half turn": (lambda: to_image(CENTURY, "half turn"), 148),
    "century, top to bottom": (lambda: to_image(CENTURY, "top-bottom"), 149),
    "century, left to right": (lambda: to_image(CENTURY, "left-right"), 1),
    # Dogon 2004, which is the diameter.
    "super-century, half turn": (lambda: inversion(CENTURY, "half turn"), 230),
    "pennant, top to bottom": (lambda: to_image("pennant", "top-bottom"), 61),
    "pennant, top to bottom at most": (lambda: inversion("pennant", "top-bottom"), 105),
    "pennant, the start's component": (lambda: _length(diameter(reachable(load("pennant")))), 105),
    "pennant, left to right": (lambda: inversion("pennant", "left-right"), None),
    "pennant, left to right anywhere": (
        lambda: inversion("pennant", "left-right", anywhere=True),
        28,
    ),
}


@pytest.mark.parametrize("name", LENGTHS)
def test_a_length_is_as_published(name: str) -> None:
    find, length = LENGTHS[name]
    assert find() == length


def test_ane_rouge_upside_down_is_the_other_large_component() -> None:
    graph = of_library(ANE)
    for name in ("top-bottom", "half turn"):
        other = _images(ANE, name).component(0)
        assert other
        assert len(graph.component(other)) == 25_955


def test_ane_rouge_optimum() -> None:
    """81 moves.  The chapter speaks of two ways; they are 256, to two goals, mirror images."""
    graph = of_library(ANE)
    depths = graph.from_start()
    nearest = [goal for goal in graph.goals() if depths[goal] == 81]
    assert shortest_paths(graph, graph.to_goals()) == (81, 256)
    assert _images(ANE, "left-right").of[nearest[0]] == nearest[1]
    assert [shortest_paths(graph, distances(graph.before, [g])) for g in nearest] == [(81, 128)] * 2


def test_ane_rouge_symmetric_states() -> None:
    """67, of which the farthest pair was searched for in two ways (not in the chapter)."""
    graph, images = of_library(ANE), _images(ANE, "left-right")
    depths = graph.from_start()
    fixed = [v for v in own_images(images) if v in graph.component(0)]
    assert len(fixed) == 67
    names = _facts(ANE)
    block = [names[f] for v in fixed for f in numbers(graph.states[v]) if names[f][:2] == "B@"]
    assert Counter(block) == {"B@0,1": 43, "B@1,1": 14, "B@2,1": 6, "B@3,1": 4}
    assert sorted(depths[goal] or 0 for goal in set(graph.goals()) & set(fixed)) == [84, 85, 86, 86]
    rows = graph.rows_of(0)
    tables = [distances(rows, [vertex]) for vertex in fixed]
    longest = max(table[v] or 0 for table, v in product(tables, fixed))
    assert _length(hardest_symmetric_pair(graph, images)) == longest


def test_ane_rouge_diameter() -> None:
    """145, between two states of which neither is symmetric; 56 in the small components."""
    graph = of_library(ANE)
    found = hardest_pair(graph)
    assert found is not None
    assert found.distance == 145
    assert graph.component_of(found.ends[0]) == 0
    assert distances(graph.rows, found.ends[:1])[found.ends[1]] == 145
    assert not set(found.ends) & set(own_images(_images(ANE, "left-right")))
    sizes = component_sizes(graph)
    found = hardest_pair(graph, [k for k, size in enumerate(sizes) if size < 25_955])
    assert found is not None
    assert (found.distance, sizes[graph.component_of(found.ends[0])]) == (56, 248)


@pytest.mark.slow
def test_ane_rouge_all_eccentricities() -> None:
    found = eccentricities(of_library(ANE))
    assert found is not None
    assert (found.radius, max(found.of), len(found.of)) == (83, 145, 25_955)


@pytest.mark.slow
def test_super_century() -> None:
    graph, lower = of_library("super-century-230"), of_library("super-century-138")
    assert _images("super-century-230", "half turn").of[0] in graph.goals()
    assert (graph.to_goals()[0], lower.to_goals()[0]) == (230, 138)
