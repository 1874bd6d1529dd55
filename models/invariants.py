"""What an argument about a whole puzzle may use: numbers that moves change by few rules.

A puzzle is *linear* where every state has a vector of integers, its *features*, and every move is
a chain of *steps*, each of which adds one of few known vectors.  Weights on the features then give
invariants (parities, position classes), pagoda functions and potentials: one equation or
inequality a step proves them.  A puzzle is *permuting* where a step exchanges a blank with its
neighbour: the parity of a permutation is kept.
"""

from __future__ import annotations

from typing import Protocol, TypeAlias, runtime_checkable

from puzzleproof.models.puzzle import State

__all__ = ["Linear", "Permuting", "Step", "Vector"]

Vector: TypeAlias = tuple[int, ...]
Step: TypeAlias = tuple[tuple[int, int], ...]
"""What a step adds: (feature's number, change) pairs, features ascending, no change 0."""


@runtime_checkable
class Linear(Protocol):
    """Features of states, and how steps change them."""

    @property
    def features(self) -> tuple[str, ...]:
        """The features' names."""
        ...

    def vector(self, state: State) -> Vector:
        """The features of a state."""
        ...

    @property
    def steps(self) -> tuple[Step, ...]:
        """Every way in which one step may change the features, each once."""
        ...

    @property
    def step_is_move(self) -> bool:
        """Whether a move in the puzzle's metric is one step; else it is a chain of steps."""
        ...

    @property
    def goal_vectors(self) -> tuple[Vector, ...]:
        """Vectors that no goal state is without: each goal state has one of these."""
        ...


@runtime_checkable
class Permuting(Protocol):
    """Labels on cells, one of them blank; a step exchanges the blank with a neighbour."""

    @property
    def exchanges(self) -> tuple[tuple[int, int], ...]:
        """The pairs of cells between which the blank may step, each once."""
        ...

    @property
    def path(self) -> tuple[int, ...]:
        """Every cell once, each followed by a neighbour: rows to and fro (boustrophedon)."""
        ...

    def labels(self, state: State) -> Vector:
        """The label on each cell, 0 the blank."""
        ...

    @property
    def goal_labels(self) -> tuple[Vector, ...]:
        """The labels of every goal state."""
        ...
