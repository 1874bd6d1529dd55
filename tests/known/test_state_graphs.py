"""Published figures of whole state graphs: the Klotski chapter (docs/library.md), sections 1, 2.

Distances are in the piece metric, alike pieces interchangeable.  Where the chapter errs a comment
says what it prints.  Figures that surveys certify (benchmarks/surveys.toml) stand below.
"""

from collections import Counter
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from benchmarks import puzzle_of
from benchmarks.results_page import SURVEYS, Published, Value, agrees, figure_of
from puzzleproof.explore.graph.distances import FarthestPair, distances
from puzzleproof.explore.graph.eccentricity import (
    diameter,
    eccentricities,
    hardest_pair,
    hardest_symmetric_pair,
    longest_inversion,
    longest_inversion_in,
)
from puzzleproof.explore.graph.spaces import Symmetry
from puzzleproof.models.instances import load
from puzzleproof.provers.survey.request import SurveyRequest
from puzzleproof.provers.survey.survey import explore
from puzzleproof.verify.function import verify
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


def _symmetry(instance: str, name: str) -> Symmetry:
    return next(one for one in of_library(instance).space.symmetries if one.name == name)


def _image(instance: str, name: str, vertex: int) -> int:
    image = of_library(instance).images(_symmetry(instance, name))[vertex]
    assert image >= 0
    return int(image)


def to_image(instance: str, name: str) -> int:
    """Moves from the start to its image."""
    return of_library(instance).from_start()[_image(instance, name, 0)] or 0


def inversion(instance: str, name: str, *, anywhere: bool = False) -> int | None:
    """The longest inversion of the start's component, or of all."""
    graph, symmetry = of_library(instance), _symmetry(instance, name)
    found = (longest_inversion if anywhere else longest_inversion_in)(graph, symmetry)
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
        other = graph.component_of(_image(ANE, name, 0))
        assert other
        assert len(graph.component(other)) == 25_955


def test_ane_rouge_optimum() -> None:
    """81 moves.  The chapter speaks of two ways; they are 256, to two goals, mirror images."""
    graph = of_library(ANE)
    depths = graph.from_start()
    nearest = [goal for goal in graph.goals() if depths[goal] == 81]
    assert shortest_paths(graph) == (81, 256)
    assert _image(ANE, "left-right", nearest[0]) == nearest[1]
    assert [shortest_paths(graph, [g]) for g in nearest] == [(81, 128)] * 2


def test_ane_rouge_symmetric_states() -> None:
    """67, of which the farthest pair was searched for in two ways (not in the chapter)."""
    graph, symmetry = of_library(ANE), _symmetry(ANE, "left-right")
    depths = graph.from_start()
    fixed = [v for v in own_images(graph, symmetry) if v in graph.component(0)]
    assert len(fixed) == 67
    drawings = (graph.space.puzzle.draw(graph.states[v]).split("\n") for v in fixed)
    block = Counter(
        [next((k, row.index("BB")) for k, row in enumerate(d) if "BB" in row) for d in drawings]
    )
    assert block == {(0, 1): 43, (1, 1): 14, (2, 1): 6, (3, 1): 4}
    assert sorted(depths[goal] or 0 for goal in set(graph.goals()) & set(fixed)) == [84, 85, 86, 86]
    rows = graph.rows_of(0)
    tables = [distances(rows, [vertex]) for vertex in fixed]
    longest = max(table[v] or 0 for table, v in product(tables, fixed))
    assert _length(hardest_symmetric_pair(graph, symmetry)) == longest


def test_ane_rouge_diameter() -> None:
    """145, between two states of which neither is symmetric; 56 in the small components."""
    graph = of_library(ANE)
    found = hardest_pair(graph)
    assert found is not None
    assert found.distance == 145
    assert graph.component_of(found.ends[0]) == 0
    assert distances(graph.rows, found.ends[:1])[found.ends[1]] == 145
    assert not set(found.ends) & set(own_images(graph, _symmetry(ANE, "left-right")))
    sizes = component_sizes(graph)
    found = hardest_pair(graph, [k for k, size in enumerate(sizes) if size < 25_955])
    assert found is not None
    assert (found.distance, sizes[graph.component_of(found.ends[0])]) == (56, 248)


@pytest.mark.slow
def test_ane_rouge_all_eccentricities() -> None:
    found = eccentricities(of_library(ANE))
    assert found is not None
    assert (min(found), max(found), len(found)) == (83, 145, 25_955)


@pytest.mark.slow
def test_super_century() -> None:
    graph, lower = of_library("super-century-230"), of_library("super-century-138")
    assert _image("super-century-230", "half turn", 0) in graph.goals()
    assert (graph.to_goals()[0], lower.to_goals()[0]) == (230, 138)


NOT_IN_PRINT: dict[tuple[str, str], dict[str, Any]] = {
    ("ane-rouge", "piece"): {"eccentricity": 124, "hardest_anywhere": 93},
    ("century-whole-cells", "piece"): {"edges": 184_404, "hardest_start": 138},
    ("pennant", "piece"): {"edges": 27_568, "eccentricity": 80, "hardest_start": 78},
    ("simplicity", "piece"): {"edges": 1_174, "components": 11},
    ("simplicity2", "piece"): {"edges": 1_398, "component_sizes": {"8": 2, "9": 4, "558": 1}},
    ("soap", "piece"): {"edges": 56_834, "components": 53, "reached": 19_138},
    ("soap-verticals-labelled", "piece"): {"edges": 113_668},
    # All placements, and those that the start reaches, were counted by a program of its own too.
    ("mas-puzzle", "piece"): {"configurations": 176_250, "reached": 110_804, "components": 2_633},
}
"""What complete searches found that were made before this project, or beside it."""
WRONG: dict[tuple[str, str], dict[str, Any]] = {
    ("ane-rouge", "piece"): {"plans": 256},
    ("century-whole-cells", "piece"): {"eccentricity": 188},
    ("simplicity-alike-69", "piece"): {"diameter": 7},
    ("simplicity2", "piece"): {"components": 7},
}
"""What is certified where a source prints another number."""
SLOW = {
    ("ane-rouge", "piece"),
    ("ane-rouge", "unit"),
    ("century-whole-cells", "piece"),
    ("mas-puzzle", "piece"),
    ("soap", "piece"),
    ("soap-verticals-labelled", "piece"),
    ("super-century-138", "piece"),
    ("tiles-2x5", "multi"),
    ("tiles-2x5", "single"),
}
"""The certificates of most are kept, and checked with those of docs/results.md."""


def certified(published: Published) -> dict[str, Value]:
    """The figures that a certificate has to show."""
    key = published.puzzle, published.metric
    figures = {**published.figures, **NOT_IN_PRINT.get(key, {}), **WRONG.get(key, {})}
    return {name: value for name, value in figures.items() if published.certifies(name)}


@pytest.mark.parametrize(
    "published",
    [
        pytest.param(one, marks=[pytest.mark.slow] * (key in SLOW), id=" ".join(key))
        for key, one in SURVEYS.items()
        if one.certificate and not one.long
    ],
)
def test_published_figures_are_certified(published: Published, tmp_path: Path) -> None:
    puzzle, file = puzzle_of(published.puzzle, published.metric), tmp_path / "survey.cert"
    reachable, goals = (flag in published.options for flag in ("--reachable", "from-goals"))
    find = ("from-goals",) * goals
    explore(puzzle, SurveyRequest(reachable=reachable, certificate=str(file), find=find))
    figures = verify(file, instance=puzzle).figures
    assert figures is not None
    for name, value in certified(published).items():
        assert agrees(value, figure_of(name, figures)), name


@pytest.mark.slow
def test_figures_that_are_claimed_are_as_published() -> None:
    """Of the English board there is no certificate: positions are counted up to symmetry."""
    (published,) = [one for one in SURVEYS.values() if not one.certificate]
    found = explore(
        puzzle_of(published.puzzle, published.metric), SurveyRequest(find=("solutions",))
    )
    for name, value in published.figures.items():
        assert agrees(value, figure_of(name, found.findings)), name
