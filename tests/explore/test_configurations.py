"""All configurations: published numbers, and brute force over subsets of facts."""

from __future__ import annotations

from itertools import combinations

import pytest

from puzzleproof.encoders.walks import ground_walks
from puzzleproof.explore.graph.configurations import configurations, resting
from puzzleproof.explore.model import Model
from puzzleproof.explore.plain import PlainSearch
from puzzleproof.models.errors import LimitReached
from puzzleproof.models.instances import load
from puzzleproof.provers.packing import model_of


def model(name: str) -> Model:
    return model_of(ground_walks(load(name)))


@pytest.mark.parametrize(
    ("name", "number"),
    [
        # Klotski chapter (docs/sources.md), sections 1 and 2.
        ("ane-rouge", 65_880),
        ("century-whole-cells", 109_260),
        ("pennant", 18_504),
        ("simplicity", 530),
        ("simplicity2", 610),
        ("soap", 19_908),
        ("soap-verticals-labelled", 39_816),
        # Factorials and binomials.
        ("tiles-3x3", 362_880),
        ("tiles-2x3-multi", 720),
        ("four-cubes", 5 * 16**4),
        ("frogs-2-2", 30),
        ("frogs-3x3", 630),
        ("triangle-5", 1 << 15),
    ],
)
def test_numbers(name: str, number: int) -> None:
    found = list(configurations(model(name)))
    assert len(found) == len(set(found)) == number


def satisfies(state: int, model: Model) -> bool:
    return all((state & group).bit_count() == 1 for group in model.groups) and all(
        (state & facts).bit_count() == number for facts, number in model.counts
    )


@pytest.mark.parametrize("name", ["pennant", "simplicity2", "tiles-2x4", "frogs-3-3"])
def test_each_satisfies_groups_and_counts(name: str) -> None:
    m = model(name)
    assert all(satisfies(state, m) for state in configurations(m))


@pytest.mark.parametrize("name", ["frogs-2-2", "tiles-2x2"])
def test_against_all_subsets(name: str) -> None:
    m = model(name)
    size = m.start.bit_count()
    subsets = (sum(1 << f for f in facts) for facts in combinations(range(m.width), size))
    assert set(configurations(m)) == {state for state in subsets if satisfies(state, m)}


@pytest.mark.parametrize("name", ["pennant", "century", "traffic-cop", "frogs-3-5"])
def test_what_can_be_reached_is_among_them(name: str) -> None:
    m = model(name)
    found = set(configurations(m))
    for layer in PlainSearch(m).layers():
        assert layer <= found


def test_places_half_way_count_only_where_drawn() -> None:
    """The vertical bar of Century may stand between two columns, where it does at the start."""
    m = model("century")
    assert m.start & ~resting(m) == 0
    assert resting(m).bit_count() < m.width
    bars = next(facts for facts, number in m.counts if number == 3)
    (half,) = (1 << k for k in range(m.width) if (bars & m.start) >> k & 1 and k not in whole(m))
    found = list(configurations(m))
    assert sum(not state & half for state in found) == 109_260


def whole(m: Model) -> set[int]:
    """Places where a piece may come to rest by a step of a puzzle on whole cells."""
    names = ground_walks(load("century")).task.facts
    return {k for k, name in enumerate(names) if all(int(x) % 2 == 0 for x in at(name))}


def at(name: str) -> list[str]:
    return name.rpartition("@")[2].split(",")


def test_limit_is_said() -> None:
    m = model("simplicity2")
    assert len(list(configurations(m, limit=610))) == 610
    found = configurations(m, limit=100)
    assert len([next(found) for _ in range(100)]) == 100
    with pytest.raises(LimitReached, match="more than 100 configurations"):
        next(found)
