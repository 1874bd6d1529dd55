"""Find an invariant: parities by linear algebra over GF(2), weights by linear programming.

What is found is an *argument* of `puzzleproof.verify.invariant`, which checks it in exact integers;
nothing here needs to be trusted.  For each goal the strongest lemma is kept: one that makes it
unreachable, else the potential that proves the most moves.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import chain
from pathlib import Path
from typing import Any, TypeAlias

from puzzleproof.models.errors import CertificateRejected
from puzzleproof.models.invariants import Linear, Permuting, Step
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.headers import Claim, header
from puzzleproof.verify.invariant import bound_of, lemma_bound

__all__ = ["Argument", "find_argument", "has_invariants", "kernel_mod_2", "write_certificate"]

Lemma: TypeAlias = dict[str, Any]
Argument: TypeAlias = dict[str, Any]

PROGRAMS_LIMIT = 3000
"""Goals times features; beyond, one goal has its linear programs and the others use its weights."""
DENOMINATOR = 1000
"""Weights of a linear program are read as fractions with at most this denominator."""


def has_invariants(puzzle: AnyPuzzle) -> bool:
    """Whether a puzzle has anything to weigh or to permute."""
    return isinstance(puzzle, (Linear, Permuting))


def find_argument(puzzle: AnyPuzzle) -> tuple[Argument, float] | None:
    """Return the best argument and its bound (infinite: unsolvable), None if it proves nothing."""
    count = len(puzzle.goal_vectors) if isinstance(puzzle, Linear) else 0
    count = count or (len(puzzle.goal_labels) if isinstance(puzzle, Permuting) else 0)
    lemmas: list[Lemma] = []
    goals: list[int] = []
    for goal in range(count):
        lemma = _best(puzzle, lemmas, goal)
        if lemma is None:
            return None
        if lemma not in lemmas:
            lemmas.append(lemma)
        goals.append(lemmas.index(lemma))
    argument: Argument = {"lemmas": lemmas, "goals": goals}
    bound = bound_of(puzzle, argument) if goals else 0
    return (argument, bound) if bound > 0 else None


def _best(puzzle: AnyPuzzle, known: Sequence[Lemma], goal: int) -> Lemma | None:
    """The first lemma that makes a goal unreachable, else the one with the best bound."""
    best, bound = None, -1.0
    finders = FINDERS if _small(puzzle) or not known else CHEAP
    for lemma in chain(known, *(find(puzzle, goal) for find in finders)):
        proven = _proves(puzzle, lemma, goal)
        if proven == math.inf:
            return lemma
        if proven > bound:
            best, bound = lemma, proven
    return best


def _small(puzzle: AnyPuzzle) -> bool:
    """Whether a linear program for each goal is a matter of a second."""
    if not isinstance(puzzle, Linear):
        return True
    return len(puzzle.goal_vectors) * len(puzzle.features) <= PROGRAMS_LIMIT


def _proves(puzzle: AnyPuzzle, lemma: Lemma, goal: int) -> float:
    """The bound of a lemma for one goal, -1 where it does not hold."""
    try:
        return lemma_bound(puzzle, lemma, goal)
    except CertificateRejected:
        return -1.0


def _permutation(puzzle: AnyPuzzle, goal: int) -> Iterable[Lemma]:
    if isinstance(puzzle, Permuting):
        yield {"form": "permutation", "order": list(puzzle.path)}


def _classes(puzzle: AnyPuzzle, goal: int) -> Iterable[Lemma]:
    if not isinstance(puzzle, Linear):
        return
    difference = sum(1 << k for k, change in enumerate(_rise(puzzle, goal)) if change % 2)
    for weights in kernel_mod_2(puzzle.steps, len(puzzle.features)):
        if (weights & difference).bit_count() % 2:
            row = [weights >> k & 1 for k in range(len(puzzle.features))]
            yield {"form": "classes", "modulus": 2, "weights": row}
            return


@lru_cache(maxsize=4)
def kernel_mod_2(steps: tuple[Step, ...], width: int) -> list[int]:
    """A basis of the weights (bit sets) whose sum no step changes mod 2: Gaussian elimination.

    >>> [f"{w:03b}" for w in kernel_mod_2((((0, -1), (1, -1), (2, 1)),), 3)]
    ['101', '110']
    """
    pivots: dict[int, int] = {}
    for step in steps:
        row = sum(1 << feature for feature, change in step if change % 2)
        for bit, pivot in pivots.items():
            if row >> bit & 1:
                row ^= pivot
        if row:
            bit = row.bit_length() - 1
            pivots = {b: p ^ row if p >> bit & 1 else p for b, p in pivots.items()}
            pivots[bit] = row
    free = [k for k in range(width) if k not in pivots]
    return [1 << k | sum(1 << b for b, p in pivots.items() if p >> k & 1) for k in free]


def _pagoda(puzzle: AnyPuzzle, goal: int) -> Iterable[Lemma]:
    if isinstance(puzzle, Linear):
        weights = _program(puzzle, _rise(puzzle, goal), 1, 0)
        if weights is not None:
            yield {"form": "pagoda", "weights": weights[0]}


def _potential(puzzle: AnyPuzzle, goal: int) -> Iterable[Lemma]:
    if isinstance(puzzle, Linear) and puzzle.step_is_move:
        weights = _program(puzzle, _rise(puzzle, goal), -1, 1)
        if weights is not None:
            yield {"form": "potential", "weights": weights[0], "drop": weights[1]}


def _rise(puzzle: AnyPuzzle, goal: int) -> list[int]:
    """How much more of each feature the goal has than the start."""
    assert isinstance(puzzle, Linear)
    start, end = puzzle.vector(puzzle.start), puzzle.goal_vectors[goal]
    return [b - a for a, b in zip(start, end, strict=True)]


def _program(
    linear: Linear, rise: Sequence[int], sign: int, room: int
) -> tuple[list[int], int] | None:
    """Weights w that maximise sign·w·rise where sign·w·d ≤ room for every step d.

    Returns them as integers with the factor that made them so; None where the maximum is 0.
    """
    try:
        from ortools.linear_solver import pywraplp
    except ImportError:  # a bare clone: parities and classes need no linear program
        return None
    untyped: Any = pywraplp
    solver: Any = untyped.Solver.CreateSolver("GLOP")
    limit = 1 if room == 0 else 1000
    weights: list[Any] = [solver.NumVar(-limit, limit, f"w{k}") for k in range(len(rise))]
    for step in linear.steps:
        solver.Add(sum(sign * change * weights[feature] for feature, change in step) <= room)
    solver.Maximize(sum(sign * r * w for r, w in zip(rise, weights, strict=True) if r))
    if solver.Solve() != solver.OPTIMAL or solver.Objective().Value() < 1e-6:
        return None
    found = [Fraction(w.solution_value()).limit_denominator(DENOMINATOR) for w in weights]
    factor = math.lcm(*(w.denominator for w in found))
    return [int(w * factor) for w in found], factor


Finder: TypeAlias = Callable[[AnyPuzzle, int], Iterable[Lemma]]

CHEAP: tuple[Finder, ...] = (_permutation, _classes)
FINDERS: tuple[Finder, ...] = (*CHEAP, _pagoda, _potential)


def write_certificate(
    puzzle: AnyPuzzle, argument: Argument, claim: Claim, path: Path, versions: dict[str, str]
) -> None:
    """Write the file that `verify` checks."""
    path.write_bytes(header(puzzle, claim, versions, argument=argument))
