"""Features for arguments about a whole puzzle: numbers that every move changes by a known amount.

Every state has a vector of integers, its *features*, and every move is a chain of *steps*, each of
which adds one of few known vectors.  Weights on the features then give invariants (parities,
position classes), pagoda functions and potentials; one equation or inequality for each step proves
them.  All that a checker needs is in an object of the class `Weighed`.  A family may declare such
an object (`own_features`); `models.fact_features` makes one from a family's facts and actions.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from puzzleproof.models.budget import spend

Vector: TypeAlias = tuple[int, ...]
FeatureChange: TypeAlias = tuple[tuple[int, int], ...]
"""What a step changes: pairs (number of a feature, change other than 0), features ascending."""


class Permuting(NamedTuple):
    """Labels on cells, 0 the blank; a step exchanges the blank with a neighbour.

    So the parity of the permutation of the other labels changes in a known way.
    """

    exchanges: tuple[tuple[int, int], ...]
    """The pairs of cells between which the blank may step, each pair once."""
    path: tuple[int, ...]
    """Every cell once, each followed by a neighbour: rows alternate in direction (glossary)."""
    start: Vector
    """The label on each cell."""
    goals: tuple[Vector, ...]
    """The labels of every goal state."""


class Free(NamedTuple):
    """Features that are 0 or 1, of which at least ``least`` and at most ``most`` are 1."""

    features: tuple[int, ...]
    least: int
    most: int


class GoalSet(NamedTuple):
    """A set with the vectors of all states of a goal, and perhaps other vectors.

    Its vectors are ``vector`` plus values of the free parts.  ``vector`` is 0 at the features of
    the free parts, and no two parts share a feature.
    """

    vector: Vector
    free: tuple[Free, ...] = ()

    @property
    def possible(self) -> bool:
        """Whether the set has any vector."""
        return all(max(0, f.least) <= min(f.most, len(f.features)) for f in self.free)

    def heaviest(self, weights: Sequence[int]) -> int:
        """Return the largest weighted sum of a vector in the set.

        >>> GoalSet((1, 0, 0, 0), (Free((1, 2, 3), 2, 2),)).heaviest((5, 1, 2, -3))
        8
        """
        total = weighted_sum(weights, self.vector)
        for features, least, most in self.free:
            ranked = sorted((weights[k] for k in features), reverse=True)
            total += sum(ranked[:least]) + sum(w for w in ranked[least:most] if w > 0)
        return total

    def lightest(self, weights: Sequence[int]) -> int:
        """Return the smallest weighted sum of a vector in the set."""
        return -self.heaviest([-w for w in weights])

    def holds(self, vector: Vector) -> bool:
        """Tell whether a vector is in the set."""
        rest = list(vector)
        for features, least, most in self.free:
            if not least <= sum(vector[k] for k in features) <= most:
                return False
            for k in features:
                if rest[k] not in (0, 1):
                    return False
                rest[k] = 0
        return self.possible and tuple(rest) == self.vector

    def residues(self, weights: Sequence[int], modulus: int) -> frozenset[int]:
        """Return the remainders, by a modulus, of the weighted sums of the vectors in the set.

        >>> sorted(GoalSet((1, 0, 0, 0), (Free((1, 2, 3), 2, 2),)).residues((5, 1, 2, 2), 4))
        [0, 1]
        """
        found = {weighted_sum(weights, self.vector) % modulus}
        for free in self.free:
            added = _sums([weights[k] % modulus for k in free.features], free, modulus)
            found = {(one + other) % modulus for one in found for other in added}
        return frozenset(found)


def _sums(numbers: Sequence[int], free: Free, modulus: int) -> set[int]:
    """Return the sums of any ``free.least`` to ``free.most`` of the numbers, mod ``modulus``."""
    by_count: list[set[int]] = [{0}, *(set[int]() for _ in range(max(0, free.most)))]
    spend(len(numbers) * len(by_count) * modulus // 10)
    for number in numbers:
        for count in range(len(by_count) - 1, 0, -1):
            by_count[count] |= {(one + number) % modulus for one in by_count[count - 1]}
    return set[int]().union(*by_count[max(0, free.least) :])


def weighted_sum(weights: Sequence[int], vector: Vector) -> int:
    """Return the sum of the features times their weights."""
    return sum(w * x for w, x in zip(weights, vector, strict=True) if x)


@dataclass(frozen=True)
class Weighed:
    """A puzzle in features, for a checker of weights: the start, the steps, and sets of goals."""

    features: tuple[str, ...]
    vector: Callable[[tuple[int, ...]], Vector]
    """The features of a state."""
    start: Vector
    steps: tuple[FeatureChange, ...]
    """Every change that one step may make, each once."""
    step_is_move: bool
    """Whether each move in the puzzle's metric is one step; otherwise it is a chain of steps."""
    goals: tuple[GoalSet, ...]
