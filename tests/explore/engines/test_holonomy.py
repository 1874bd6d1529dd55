"""Labelled components from the base alone: published numbers, and direct search."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from itertools import permutations
from math import factorial
from random import Random

import pytest

from puzzleproof.encoders import ground_single_steps
from puzzleproof.explore.engines.lifted import holonomy
from puzzleproof.explore.engines.lifted.base_graph import base_graph
from puzzleproof.explore.engines.lifted.holonomy import goal_in_coset, labelled_graph, orbit_sizes
from puzzleproof.explore.engines.lifted.merging import Merged
from puzzleproof.explore.engines.lifted.permutations import (
    Group,
    Permutation,
    identity,
    inverse,
    moved,
    then,
)
from puzzleproof.explore.engines.plain import PlainSearch
from puzzleproof.explore.graph.configurations import configurations
from puzzleproof.explore.packed_task import PackedTask
from puzzleproof.models.errors import LimitReached, Unsupported
from puzzleproof.models.instances import load, loads
from puzzleproof.provers.packed_task import packed_task_of


def model(name: str, metric: str | None = None) -> PackedTask:
    puzzle = load(name)
    return packed_task_of(ground_single_steps(puzzle.with_metric(metric) if metric else puzzle))


# --- groups -------------------------------------------------------------------------------


def listed(points: int, generators: Iterable[Permutation]) -> set[Permutation]:
    seen = {identity(points)}
    queue = list(seen)
    for here in queue:
        for generator in generators:
            after = then(here, generator)
            if after not in seen:
                seen.add(after)
                queue.append(after)
    return seen


@pytest.mark.parametrize("seed", range(40))
def test_groups_against_listing(seed: int) -> None:
    random = Random(seed)  # noqa: S311
    points = random.randint(1, 6)
    generators = [tuple(random.sample(range(points), points)) for _ in range(random.randint(0, 3))]
    group, members = Group(points, generators), listed(points, generators)
    assert group.order == len(members)
    for permutation in permutations(range(points)):
        assert (permutation in group) == (permutation in members)


def test_symmetric_and_alternating_group() -> None:
    turn = (*range(1, 15), 0)
    assert Group(15, [turn, (1, 0, *range(2, 15))]).order == factorial(15)
    assert Group(15, [turn, (1, 2, 0, *range(3, 15))]).order == factorial(15) // 2


def test_words_move_as_permutations_compose() -> None:
    random = Random(1)  # noqa: S311
    one, other = (tuple(random.sample(range(7), 7)) for _ in range(2))
    word = (3, 1, 4, 1, 5, 9, 2)
    assert moved(moved(word, one), other) == moved(word, then(one, other))
    assert then(one, inverse(one)) == identity(7)


# --- published numbers --------------------------------------------------------------------


def test_hifi() -> None:
    """200 moves by J. Kato; components: complete enumerations by two other programs."""
    graph = labelled_graph(model("hifi"))
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
    graph = labelled_graph(model(name))
    assert (graph.configurations, graph.edges) == (states, edges)
    assert (graph.components, max(graph.sizes)) == (components, largest)


def test_without_labels_the_base_is_all() -> None:
    """L'Âne Rouge: the table of degrees of the Klotski chapter (docs/sources.md)."""
    graph = labelled_graph(model("ane-rouge"))
    assert (graph.configurations, graph.edges, graph.components) == (65_880, 114_958, 898)
    assert list(graph.degrees.values()) == [
        1368, 10048, 24960, 18572, 7642, 2292, 700, 264, 30, 4,
    ]  # fmt: skip
    assert graph.sizes[25_955] == 2


def test_eight_puzzle() -> None:
    """Nine places of the blank, the alternating group of the tiles (Johnson and Story 1879)."""
    merged = Merged(model("tiles-3x3"))
    graph = base_graph(merged)
    assert len(graph.configurations) == 9
    assert merged.arrangements == factorial(8)
    assert labelled_graph(model("tiles-3x3")).sizes == {factorial(9) // 2: 2}


def test_fifteen_puzzle() -> None:
    """Too large to visit: half of all tables each (Johnson and Story 1879)."""
    graph = labelled_graph(model("taquin-t1"))
    assert graph.sizes == {factorial(16) // 2: 2}
    assert graph.degrees == {2: 4 * factorial(15), 3: 8 * factorial(15), 4: 4 * factorial(15)}


# --- direct search ------------------------------------------------------------------------


def direct(m: PackedTask) -> tuple[int, int, Counter[int], Counter[int]]:
    """States, edges, degrees and component sizes by a visit to every labelled state."""
    search = PlainSearch(m)
    left = set(configurations(m))
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
    m = model(name, metric)
    graph = labelled_graph(m)
    states, edges, degrees, sizes = direct(m)
    assert (graph.configurations, graph.edges) == (states, edges)
    assert (graph.degrees, graph.sizes) == (degrees, sizes)


SMALL = """
family = "sliding"
name = "small"
metric = "{metric}"
board = \"\"\"
{board}
\"\"\"
goal = \"\"\"
{goal}
\"\"\"
labelled = "{labelled}"
"""


def small(board: str, goal: str, labelled: str, metric: str = "piece") -> PackedTask:
    text = SMALL.format(
        board=board.replace("/", "\n"), goal=goal.replace("/", "\n"),
        labelled=labelled, metric=metric,
    )  # fmt: skip
    return packed_task_of(ground_single_steps(loads(text)))


MIXED = {
    "one of four": ("AAB/CD./E..", "BAA/.../...", "B"),
    "two of five": ("ABC/DE./XX.", "BA./.../.XX", "AB"),
    "stuck words": ("ABCD/EXX./.XX.", "BA../..../....", "AB"),
    "dominoes": ("AABB/CCDD/EEF.", "BBAA/..../....", "AF"),
    "corridor": ("ABC../DDEE.", "CBA../.....", "AD"),
    "two classes": ("AABB/CDE./F.X#", "..../AA../...#", "ACD"),
}


@pytest.mark.parametrize("metric", ["piece", "line", "unit"])
@pytest.mark.parametrize("case", MIXED)
def test_some_pieces_told_apart_and_the_rest_not(case: str, metric: str) -> None:
    m = small(*MIXED[case], metric)
    assert not Merged(m).told_apart
    graph = labelled_graph(m)
    states, edges, degrees, sizes = direct(m)
    assert (graph.configurations, graph.edges) == (states, edges)
    assert (graph.degrees, graph.sizes) == (degrees, sizes)


def test_orbits_of_words_are_not_all_of_one_size() -> None:
    """One letter of four that is told apart, and a group that fixes two positions."""
    merged = Merged(small(*MIXED["one of four"]))
    assert merged.arrangements == 4
    swap = (1, 0, *range(2, merged.points))
    assert orbit_sizes(merged, [swap]) == {2: 1, 1: 2}
    assert orbit_sizes(merged, []) == {1: 4}


def test_repeated_letters_beyond_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(holonomy, "LISTED", 3)
    merged = Merged(small(*MIXED["one of four"]))
    with pytest.raises(LimitReached, match="more than 3 arrangements"):
        orbit_sizes(merged, [(1, 0, *range(2, merged.points))])


# --- impossibility ------------------------------------------------------------------------


def test_fourteen_fifteen() -> None:
    """Sam Loyd's exchange of 14 and 15 is impossible, T1 is not."""
    assert not goal_in_coset(model("taquin-swapped"))
    assert goal_in_coset(model("taquin-t1"))


@pytest.mark.parametrize("case", MIXED)
def test_goal_in_coset_against_search(case: str) -> None:
    m = small(*MIXED[case])
    reached = any(m.is_goal(state) for layer in PlainSearch(m).layers() for state in layer)
    assert goal_in_coset(m) == reached


def test_every_goal_of_the_two_by_two() -> None:
    """Twelve of the 24 tables of 2×2 can be reached."""
    m = model("tiles-2x2")
    reached = set[int]().union(*PlainSearch(m).layers())
    for state in configurations(m):
        goal = tuple(1 << fact for fact in m.facts(state))
        assert goal_in_coset(replace(m, goals=(goal,))) == (state in reached)


def test_one_way_moves_are_refused() -> None:
    with pytest.raises(Unsupported, match="taken back"):
        labelled_graph(model("frogs-2-2"))


def test_limits_of_configurations_and_memory() -> None:
    m = model("simplicity2")
    assert labelled_graph(m, limit=305, memory=1 << 20).components == 7
    with pytest.raises(LimitReached, match="more than 304 configurations"):
        labelled_graph(m, limit=304)
    with pytest.raises(LimitReached, match="memory limit reached"):
        labelled_graph(m, memory=100_000)
