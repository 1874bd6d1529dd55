"""Permutations of a few points, the groups that they generate, and words.

A *permutation* is the tuple of its images; `then` applies one after the other.  A
`PermutationGroup` keeps for each point a transversal of its orbit under what fixes the points
before it, so that the order is a product of orbit lengths and membership a matter of sifting: the
method of Schreier and Sims in Knuth's form (Efficient representation of perm groups, Combinatorica
11, 1991).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import factorial, prod
from typing import TypeAlias

Permutation: TypeAlias = tuple[int, ...]
Word: TypeAlias = tuple[int, ...]
"""The letter at each position."""


def identity(points: int) -> Permutation:
    """The permutation that moves nothing.

    >>> identity(3)
    (0, 1, 2)
    """
    return tuple(range(points))


def then(first: Permutation, second: Permutation) -> Permutation:
    """First the one, then the other.

    >>> then((1, 2, 0), (1, 0, 2))
    (0, 2, 1)
    """
    return tuple([second[image] for image in first])


def inverse(permutation: Permutation) -> Permutation:
    """What takes it back.

    >>> inverse((1, 2, 0))
    (2, 0, 1)
    """
    back = [0] * len(permutation)
    for point, image in enumerate(permutation):
        back[image] = point
    return tuple(back)


def moved(word: Sequence[int], permutation: Permutation) -> Word:
    """The word whose letters have gone where the permutation takes their positions.

    >>> moved((7, 8, 9), (1, 2, 0))
    (9, 7, 8)
    """
    after = [0] * len(word)
    for position, letter in enumerate(word):
        after[permutation[position]] = letter
    return tuple(after)


def multinomial(numbers: Sequence[int]) -> int:
    """How many words have these numbers of letters of each kind.

    >>> multinomial((2, 1, 1))
    12
    """
    return factorial(sum(numbers)) // prod(map(factorial, numbers))


class PermutationGroup:
    """The group that some permutations generate; more can be added."""

    def __init__(self, points: int, generators: Iterable[Permutation] = ()) -> None:
        self.points = points
        unmoved = identity(points)
        self._transversals = [{point: unmoved} for point in range(points)]
        """[k][j]: a member that fixes 0 to k - 1 and takes k to j."""
        self._generators: list[list[Permutation]] = [[] for _ in range(points)]
        for generator in generators:
            self.add(generator)

    @property
    def order(self) -> int:
        """How many members it has."""
        return prod(map(len, self._transversals))

    def __contains__(self, permutation: Permutation) -> bool:
        """Whether it is a member."""
        return self._has(0, permutation)

    def add(self, generator: Permutation) -> bool:
        """Add a generator; return whether the group became larger."""
        if generator in self:
            return False
        self._insert(0, generator)
        return True

    def _has(self, level: int, permutation: Permutation) -> bool:
        """Whether a permutation that fixes the points before ``level`` is a member."""
        for k in range(level, self.points):
            member = self._transversals[k].get(permutation[k])
            if member is None:
                return False
            permutation = then(permutation, inverse(member))
        return True

    def _insert(self, level: int, generator: Permutation) -> None:
        """Add a permutation that is no member yet and fixes the points before ``level``.

        Invariant afterwards: a member of the transversal, then a generator, sifts through.
        """
        transversal, generators = self._transversals[level], self._generators[level]
        generators.append(generator)
        products = [then(member, generator) for member in transversal.values()]
        while products:
            product = products.pop()
            member = transversal.get(product[level])
            if member is None:
                transversal[product[level]] = product
                products.extend(then(product, g) for g in generators)
                continue
            residue = then(product, inverse(member))
            if not self._has(level + 1, residue):
                self._insert(level + 1, residue)
