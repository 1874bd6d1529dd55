"""Potentials: weights on facts, or on a family's own features, that a move lowers by little.

*Claim.*  Let w be weights on features such that no step lowers the weighted sum w·s by more than
d > 0, each move being one step.  Then from s to a state t it takes (w·s - w·t) / d moves at least,
and to a goal at least the least of these numbers over all goals, t being the heaviest state of
each.

*Proof.*  Along a plan of k moves the weighted sum falls by k·d at most, from w·s to w·t.  q.e.d.

Backward the end is the start, and a plan leads from it to s: (w·start - w·s) / d.

The steps are those of `verify.invariant`: actions on facts (`puzzleproof.models.fact_features`), of
any family that has them and in any metric, or a family's own.  In every run those of some states
are compared with the rules' moves (`puzzleproof.verify.features`).

F. Pommerening, M. Helmert, G. Röger and J. Seipp, From non-negative to general operator cost
partitioning (2015).

Parameters: ``features``, 'own' or 'facts'; ``weights``, an integer for each feature; ``drop``, d.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from puzzleproof.models.puzzle import State
from puzzleproof.verify.bounds import Budget, Parameters, check_names
from puzzleproof.verify.bounds.graphs import LabelGraph
from puzzleproof.verify.features import compare_steps
from puzzleproof.verify.invariant import Potential, Weighings, potential_of

WEIGHINGS = 1 << 20
"""What the features of one bound take of a budget."""


def potential(
    graph: LabelGraph, parameters: Parameters, budget: Budget
) -> Callable[[], PotentialBound]:
    """The bound of weights; raises CertificateRejected where a step lowers them by more."""
    check_names(parameters, "features", "weights", "drop")
    budget.take(WEIGHINGS)
    return partial(_bound, graph, parameters)


def _bound(graph: LabelGraph, parameters: Parameters) -> PotentialBound:
    """Weigh, once all parameters were read: to list facts and actions may take a second."""
    found = potential_of(Weighings(graph.puzzle), parameters)
    compare_steps(graph.puzzle, found.weighed, None)
    return PotentialBound(graph, found)


class PotentialBound:
    """How many moves the weighted sum needs to fall."""

    def __init__(self, graph: LabelGraph, found: Potential) -> None:
        self._state, self._vector = graph.state, found.weighed.vector
        self._drop = found.drop
        self._sign = -1 if graph.backward else 1
        self._weights = [(k, weight) for k, weight in enumerate(found.weights) if weight]
        if graph.backward:
            start = graph.puzzle.canonical(graph.puzzle.start)
            self._end: int | None = -self._sum(start)
        else:
            goals = (goal for goal in found.weighed.goals if goal.possible)
            self._end = max((goal.heaviest(found.weights) for goal in goals), default=None)

    def near(self, numbers: Iterable[int], moves: int) -> list[int]:
        """The states from which it may fall far enough in fewer moves."""
        if self._end is None:
            return []
        state, weigh, sign = self._state, self._sum, self._sign
        least = self._end + (moves - 1) * self._drop
        return [number for number in numbers if sign * weigh(state(number)) <= least]

    def _sum(self, state: State) -> int:
        vector = self._vector(state)
        return sum(weight * vector[k] for k, weight in self._weights)
