"""Potentials: weights on facts, or on a family's own features, that a move lowers by little.

*Claim.*  Let w be weights on features such that no step lowers the weighted sum w·s by more than
d > 0, each move being one step.  Then from s to a state t it takes (w·s - w·t) / d moves at least,
and to a goal at least the least of these numbers over all goals t.

*Proof.*  Along a plan of k moves the weighted sum falls by k·d at most, from w·s to w·t.  q.e.d.

Every goal has to draw all pieces, and each t is a state that the rules list: what an invariant
counts at the start (`models.fact_features`) is not used.  *Holds of* states in reach of the start,
as no action of pegs needs more of them than the start has, and the rules of sliding blocks leave
out goals that the start cannot reach.

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

from puzzleproof.models.errors import CertificateRejected
from puzzleproof.models.puzzle import GOALS_LISTED, AnyPuzzle, State
from puzzleproof.verify.bounds import Budget, Parameters, check_names
from puzzleproof.verify.bounds.graphs import LabelGraph
from puzzleproof.verify.features import compare_steps
from puzzleproof.verify.invariant import Potential, Weighings, potential_of

WEIGHINGS = 1 << 22
"""What one bound takes of a budget: the features are made once, but each bound weighs all steps
and all states that it is asked about."""


def potential(
    graph: LabelGraph, parameters: Parameters, budget: Budget
) -> Callable[[], PotentialBound]:
    """The bound of weights; raises CertificateRejected where a step lowers them by more."""
    check_names(parameters, "features", "weights", "drop")
    budget.take(WEIGHINGS)
    return partial(_bound, graph, parameters, budget)


def _bound(graph: LabelGraph, parameters: Parameters, budget: Budget) -> PotentialBound:
    """Weigh, once all parameters were read: to list facts and actions may take a second."""
    features = str(parameters["features"])
    weighings = budget.once(f"features {features}", partial(_compared, graph, features))
    return PotentialBound(graph, potential_of(weighings, parameters))


def _compared(graph: LabelGraph, features: str) -> Weighings:
    """The features, compared with the rules."""
    weighings = Weighings(graph.puzzle)
    compare_steps(graph.puzzle, weighings.of({"features": features}), None)
    return weighings


def whole_goals(puzzle: AnyPuzzle) -> tuple[State, ...]:
    """The goals of a puzzle, each of them one state; raises CertificateRejected for others."""
    goals = puzzle.goal_states(GOALS_LISTED) if puzzle.draws_whole_goals else None
    if goals is None:
        raise CertificateRejected("a lemma about goals that draw every piece")
    return goals


class PotentialBound:
    """How many moves the weighted sum needs to fall."""

    def __init__(self, graph: LabelGraph, found: Potential) -> None:
        puzzle = graph.puzzle
        self._state, self._vector = graph.state, found.weighed.vector
        self._drop = found.drop
        self._weights = [(k, weight) for k, weight in enumerate(found.weights) if weight]
        self._end = max(map(self._sum, whole_goals(puzzle)))

    def near(self, numbers: Iterable[int], moves: int) -> list[int]:
        """The states from which it may fall far enough in fewer moves."""
        state, weigh = self._state, self._sum
        least = self._end + (moves - 1) * self._drop
        return [number for number in numbers if weigh(state(number)) <= least]

    def _sum(self, state: State) -> int:
        vector = self._vector(state)
        return sum(weight * vector[k] for k, weight in self._weights)
