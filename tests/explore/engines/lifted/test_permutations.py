"""Groups of permutations against listing, and how words move."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import permutations
from math import factorial
from random import Random

import pytest

from puzzleproof.explore.engines.lifted.permutations import (
    Permutation,
    PermutationGroup,
    identity,
    inverse,
    moved,
    then,
)


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
    group, members = PermutationGroup(points, generators), listed(points, generators)
    assert group.order == len(members)
    for permutation in permutations(range(points)):
        assert (permutation in group) == (permutation in members)


def test_symmetric_and_alternating_group() -> None:
    symmetry = (*range(1, 15), 0)
    assert PermutationGroup(15, [symmetry, (1, 0, *range(2, 15))]).order == factorial(15)
    assert PermutationGroup(15, [symmetry, (1, 2, 0, *range(3, 15))]).order == factorial(15) // 2


def test_words_move_as_permutations_compose() -> None:
    random = Random(1)  # noqa: S311
    one, other = (tuple(random.sample(range(7), 7)) for _ in range(2))
    word = (3, 1, 4, 1, 5, 9, 2)
    assert moved(moved(word, one), other) == moved(word, then(one, other))
    assert then(one, inverse(one)) == identity(7)
