"""Check an invariant: weights that no step changes, or never the wrong way, against each goal.

An argument is a list of *lemmas* and, for each goal, the lemma that deals with it.  With s and g
the features of start and goal, and d what a step adds (`puzzleproof.models.invariants`):

``classes``      weights w, modulus m: w·d = 0 mod m for every step, w·s ≠ w·g mod m: unreachable
                 (position classes of peg solitaire: Reiss 1857, de Bruijn 1972)
``pagoda``       weights w: w·d ≤ 0 for every step, w·s < w·g: unreachable (Conway 1982)
``potential``    weights w, drop D > 0: w·d ≥ -D for every step, and a move is a step: at least
                 (w·s - w·g) / D moves
``permutation``  an order of the cells: between the two cells of every exchange lies an even number
                 of others, so the labels read in this order, the blank left out, keep the parity
                 of their permutation; start and goal differ: unreachable (Johnson, Story 1879)

Every test is one exact equation or inequality of integers.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from puzzleproof.models.errors import CertificateRejected
from puzzleproof.models.invariants import Linear, Permuting, Step, Vector
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.verify.certificate import Certificate

__all__ = ["bound_of", "check", "lemma_bound"]

Lemma = Mapping[str, Any]


def check(certificate: Certificate) -> int:
    """Check a certificate of this kind; the number of lemmas."""
    if certificate.file.read(1):
        raise CertificateRejected("an invariant has no body, and something follows the header")
    bound = bound_of(certificate.puzzle, certificate.argument)
    claimed = math.inf if certificate.at_least is None else certificate.at_least
    if bound < claimed:
        raise CertificateRejected(f"the lemmas prove at least {bound} moves, not {claimed}")
    if certificate.plan is not None and len(certificate.plan) < claimed:
        raise CertificateRejected("the plan is shorter than the bound")
    return len(certificate.argument["lemmas"])


def bound_of(puzzle: AnyPuzzle, argument: object) -> float:
    """The number of moves that an argument proves, infinite for `unsolvable`.

    Raises CertificateRejected for the first lemma that does not hold or is not as documented.
    """
    lemmas, goals = _parts(argument)
    expected = _number_of_goals(puzzle)
    if len(goals) != expected:
        raise CertificateRejected(f"the argument deals with {len(goals)} goals of {expected}")
    bounds: list[float] = []
    for goal, number in enumerate(goals):
        if type(number) is not int or not 0 <= number < len(lemmas):
            raise CertificateRejected(f"goal {goal}: there is no lemma {number!r}")
        try:
            bounds.append(lemma_bound(puzzle, lemmas[number], goal))
        except CertificateRejected as error:
            raise CertificateRejected(f"goal {goal}, lemma {number}: {error}") from None
    return min(bounds)


def _parts(argument: object) -> tuple[list[Lemma], list[object]]:
    parts = cast("dict[str, Any]", argument) if isinstance(argument, dict) else {}
    lemmas, goals = parts.get("lemmas"), parts.get("goals")
    if not isinstance(lemmas, list) or not isinstance(goals, list) or not goals:
        raise CertificateRejected("the header's 'argument' is not {'lemmas': […], 'goals': […]}")
    items = cast("list[object]", lemmas)
    if not all(isinstance(lemma, dict) for lemma in items):
        raise CertificateRejected("the header's 'argument' has a lemma that is no object")
    return cast("list[Lemma]", lemmas), cast("list[object]", goals)


def _number_of_goals(puzzle: AnyPuzzle) -> int:
    if isinstance(puzzle, Linear):
        return len(puzzle.goal_vectors)
    if isinstance(puzzle, Permuting):
        return len(puzzle.goal_labels)
    raise CertificateRejected(f"family {puzzle.family!r} has no invariants")


def lemma_bound(puzzle: AnyPuzzle, lemma: Lemma, goal: int) -> float:
    """The number of moves that a lemma proves for one goal; raises CertificateRejected."""
    form = lemma.get("form")
    if not isinstance(form, str) or form not in FORMS:
        raise CertificateRejected(f"form {form!r}: expected one of {', '.join(FORMS)}")
    return FORMS[form](puzzle, lemma, goal)


def _classes(puzzle: AnyPuzzle, lemma: Lemma, goal: int) -> float:
    linear = _linear(puzzle)
    weights, modulus = _weights(linear, lemma), _positive(lemma, "modulus")
    for step in linear.steps:
        if _change(weights, step) % modulus:
            raise CertificateRejected(f"the step {step} changes the weighted sum mod {modulus}")
    if _fall(puzzle, linear, weights, goal) % modulus == 0:
        raise CertificateRejected("start and goal are of the same class")
    return math.inf


def _pagoda(puzzle: AnyPuzzle, lemma: Lemma, goal: int) -> float:
    linear = _linear(puzzle)
    weights = _weights(linear, lemma)
    for step in linear.steps:
        if _change(weights, step) > 0:
            raise CertificateRejected(f"the step {step} raises the weighted sum")
    if _fall(puzzle, linear, weights, goal) >= 0:
        raise CertificateRejected("the goal does not weigh more than the start")
    return math.inf


def _potential(puzzle: AnyPuzzle, lemma: Lemma, goal: int) -> float:
    linear = _linear(puzzle)
    if not linear.step_is_move:
        raise CertificateRejected(f"in the metric {puzzle.metric!r} a move may be several steps")
    weights, drop = _weights(linear, lemma), _positive(lemma, "drop")
    for step in linear.steps:
        if _change(weights, step) < -drop:
            raise CertificateRejected(f"the step {step} lowers the weighted sum by over {drop}")
    return max(0, -(-_fall(puzzle, linear, weights, goal) // drop))


def _permutation(puzzle: AnyPuzzle, lemma: Lemma, goal: int) -> float:
    if not isinstance(puzzle, Permuting):
        raise CertificateRejected(f"family {puzzle.family!r} has no labels to permute")
    start, end = puzzle.labels(puzzle.start), puzzle.goal_labels[goal]
    if sorted(start) != sorted(end) or len(set(start)) != len(start):
        raise CertificateRejected("start and goal have not the same labels, each once")
    order = _integers(lemma, "order")
    if sorted(order) != list(range(len(start))):
        raise CertificateRejected("the 'order' is no order of the cells")
    place = {cell: k for k, cell in enumerate(order)}
    for one, other in puzzle.exchanges:
        if (place[one] - place[other]) % 2 == 0:
            raise CertificateRejected(f"an odd number of cells lies between {one} and {other}")
    if _odd([start[c] for c in place]) == _odd([end[c] for c in place]):
        raise CertificateRejected("start and goal have the same parity")
    return math.inf


FORMS: dict[str, Callable[[AnyPuzzle, Lemma, int], float]] = {
    "classes": _classes,
    "pagoda": _pagoda,
    "potential": _potential,
    "permutation": _permutation,
}


def _linear(puzzle: AnyPuzzle) -> Linear:
    if not isinstance(puzzle, Linear):
        raise CertificateRejected(f"family {puzzle.family!r} has no features to weigh")
    return puzzle


def _weights(linear: Linear, lemma: Lemma) -> list[int]:
    weights = _integers(lemma, "weights")
    if len(weights) != len(linear.features):
        raise CertificateRejected(f"{len(weights)} weights: expected {len(linear.features)}")
    return weights


def _integers(lemma: Lemma, key: str) -> list[int]:
    value = lemma.get(key)
    items = cast("list[object]", value) if isinstance(value, list) else [None]
    if not all(type(item) is int for item in items):
        raise CertificateRejected(f"{key!r}: expected a list of integers")
    return cast("list[int]", items)


def _positive(lemma: Lemma, key: str) -> int:
    value = lemma.get(key)
    if type(value) is not int or value < 1:
        raise CertificateRejected(f"{key!r} {value!r}: expected an integer above 0")
    return value


def _change(weights: Sequence[int], step: Step) -> int:
    return sum(weights[feature] * change for feature, change in step)


def _fall(puzzle: AnyPuzzle, linear: Linear, weights: Sequence[int], goal: int) -> int:
    """How much less the goal weighs than the start."""
    start, end = linear.vector(puzzle.start), linear.goal_vectors[goal]
    return _dot(weights, start) - _dot(weights, end)


def _dot(weights: Sequence[int], vector: Vector) -> int:
    return sum(w * x for w, x in zip(weights, vector, strict=True))


def _odd(labels: Sequence[int]) -> bool:
    """Whether the permutation that the labels but 0 make has an odd number of inversions."""
    tiles = [label for label in labels if label]
    return sum(a > b for k, a in enumerate(tiles) for b in tiles[k + 1 :]) % 2 == 1
