"""Check an invariant: a weighted sum that no step changes, or that steps change in one way only.

An argument is a list of *lemmas* and, for each goal, the lemmas that deal with it.  Let s and g be
the features of start and goal, and d what a step adds to them (`puzzleproof.models.invariants`).
The lemmas, and what they prove, are:

``classes``      weights w, modulus m: w·d = 0 mod m for every step, w·s ≠ w·g mod m: unreachable
                 (position classes of peg solitaire: Reiss 1857, de Bruijn 1972)
``pagoda``       weights w: w·d ≤ 0 for every step, w·s < w·g: unreachable (Conway 1982)
``potential``    weights w, drop D > 0: w·d ≥ -D for every step, and a move is a step: at least
                 (w·s - w·g) / D moves
``count``        weights w, modulus m, change c: w·d = c mod m for every step, and a move is a step:
                 k moves lead to the goal only if w·s + c·k = w·g mod m
``permutation``  an order of the cells with an even number of cells between the two cells of every
                 exchange: the labels, read in this order without the blank, keep the parity of
                 their permutation; start and goal differ in it: unreachable (Johnson, Story 1879)

Features are what the family declares, or its facts if the lemma says so.  A goal that leaves
pieces free is a set of vectors, and each condition must hold for all of them.  Several lemmas about
one goal together prove the least number of moves that all of them allow.

Every test is one exact equation or inequality of integers.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from itertools import chain, islice
from typing import Any, NamedTuple, cast

from puzzleproof.models.budget import spend
from puzzleproof.models.capabilities import own_features
from puzzleproof.models.capabilities import permuting as permuting_of
from puzzleproof.models.errors import CertificateRejected, Unsupported
from puzzleproof.models.fact_features import fact_features
from puzzleproof.models.invariants import (
    FeatureChange,
    GoalSet,
    Vector,
    Weighed,
    weighted_sum,
)
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.models.texts import count
from puzzleproof.verify.bfs import layers
from puzzleproof.verify.certificate import Certificate
from puzzleproof.verify.replay import in_one_line, replay

Lemma = Mapping[str, Any]

MODULUS_LIMIT = 64
"""Limit on the modulus of a ``count`` lemma and of a lemma about a goal that leaves pieces free."""
PERIOD_LIMIT = 10_000
"""Limit on the least common multiple of the moduli of ``count`` lemmas about one goal."""
LARGEST_INTEGER = 10**500


class AllowedMoves(NamedTuple):
    """The numbers of moves that a lemma allows: at least ``least``, with one of these residues."""

    least: float
    modulus: int = 1
    residues: frozenset[int] = frozenset({0})


NEVER = AllowedMoves(math.inf)
OWN: Lemma = {}
"""A lemma that names no features uses the features and the goals that the family declares."""


class Weighings:
    """A puzzle's start, steps and goals, as the family's features or as facts, made when used."""

    def __init__(self, puzzle: AnyPuzzle) -> None:
        self.puzzle, self._held = puzzle, dict[int, Lemma]()

    def hold(self, lemma: Lemma, wrong: Callable[[FeatureChange], str]) -> None:
        """Raise CertificateRejected for the first step that is wrong; a lemma is tested once."""
        if self._held.get(id(lemma)) is lemma:
            return
        for step in self.of(lemma).steps:
            if fault := wrong(step):
                raise CertificateRejected(f"the step {step} {fault}")
        self._held[id(lemma)] = lemma  # so no other lemma ever has this id

    @cached_property
    def own(self) -> Weighed:
        """The family's features; raises CertificateRejected if it declares none."""
        weighed = own_features(self.puzzle)
        if weighed is None:
            raise CertificateRejected(f"family {self.puzzle.family!r} has no features to weigh")
        return weighed

    @cached_property
    def facts(self) -> Weighed:
        """The facts as features; raises CertificateRejected if there are none."""
        try:
            return fact_features(self.puzzle)
        except Unsupported as error:
            raise CertificateRejected(str(error)) from None

    def made(self) -> list[Weighed]:
        """Return the features that have been used so far."""
        names = ("own", "facts")
        return [getattr(self, name) for name in names if name in self.__dict__]

    def of(self, lemma: Lemma) -> Weighed:
        """Return the features that a lemma weighs."""
        which = lemma.get("features", "own")
        if which == "own":
            return self.own
        if which == "facts":
            return self.facts
        raise CertificateRejected(f"features {which!r}: expected 'own' or 'facts'")

    def goals(self, lemma: Lemma) -> int:
        """Count the goals of the list to which a lemma's goal numbers refer."""
        if _on_facts(lemma):
            return len(self.facts.goals)
        if self.puzzle.invariants:
            return len(self.own.goals)
        raise CertificateRejected(f"family {self.puzzle.family!r} has invariants of its facts only")


def check(certificate: Certificate) -> int:
    """Check an invariant; returns the number of lemmas."""
    if certificate.body.left:
        raise CertificateRejected("an invariant has no body, but something follows the header")
    weighings, argument = Weighings(certificate.puzzle), certificate.extra.get("argument")
    bound = bound_of(weighings, argument)
    claimed = math.inf if certificate.at_least is None else certificate.at_least
    if bound < claimed:
        proven = f"at least {count(int(bound), 'move')}"
        raise CertificateRejected(f"the lemmas prove {proven}, not {claimed}")
    for weighed in weighings.made():
        compare_steps(certificate.puzzle, weighed, certificate.plan)
    return len(_parts(argument)[0])


def bound_of(puzzle: AnyPuzzle | Weighings, argument: object, at_least: int = 0) -> float:
    """Return the number of moves that an argument proves, infinite for `unsolvable`.

    ``at_least`` is a bound known from elsewhere; the argument may raise it to the next number of
    moves that all lemmas allow.  Raises CertificateRejected for the first lemma that does not hold
    or is not written as documented.
    """
    weighings = puzzle if isinstance(puzzle, Weighings) else Weighings(puzzle)
    lemmas, goals = _parts(argument)
    _check_goals(weighings, lemmas, goals)
    bounds: list[float] = []
    for goal, numbers in enumerate(goals):
        allowed = [AllowedMoves(at_least)]
        for number in _several(numbers):
            if type(number) is not int or not 0 <= number < len(lemmas):
                raise CertificateRejected(f"goal {goal}: there is no lemma {number!r}")
            try:
                allowed.append(_moves(weighings, lemmas[number], goal))
            except CertificateRejected as error:
                raise CertificateRejected(f"goal {goal}, lemma {number}: {error}") from None
        try:
            bounds.append(_together(allowed))
        except CertificateRejected as error:
            raise CertificateRejected(f"goal {goal}: {error}") from None
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


def _several(numbers: object) -> list[object]:
    """Return the numbers of the lemmas that deal with a goal, given as one number or as a list."""
    several = cast("list[object]", numbers) if isinstance(numbers, list) else [numbers]
    if all(type(number) is int for number in several):
        several = list(dict.fromkeys(several))  # a lemma named twice proves no more
    return several or [None]


def _check_goals(weighings: Weighings, lemmas: Sequence[Lemma], goals: Sequence[object]) -> None:
    """Demand that every goal is dealt with, and that all lemmas number the goals alike.

    The goals that the family declares and its goals as facts are two lists.  A lemma on goal n of
    one list says nothing about goal n of the other, unless each list has only one goal.
    """
    used = [n for numbers in goals for n in _several(numbers) if type(n) is int]
    some = [lemmas[n] for n in used if 0 <= n < len(lemmas)] or [OWN]
    sizes = {_on_facts(lemma): weighings.goals(lemma) for lemma in some}
    for expected in sizes.values():
        if len(goals) != expected:
            dealt = count(len(goals), "goal")
            raise CertificateRejected(f"the argument deals with {dealt} of {expected}")
    if len(sizes) > 1 and len(goals) > 1:
        raise CertificateRejected("lemmas on features and facts can be combined only for one goal")


def _on_facts(lemma: Lemma) -> bool:
    """Tell whether a lemma numbers the goals as the facts do (``permutation`` never does)."""
    return lemma.get("features") == "facts" and lemma.get("form") != "permutation"


def goal_bound(puzzle: AnyPuzzle | Weighings, lemmas: Sequence[Lemma], goal: int) -> float:
    """Return the bound that lemmas together prove for a goal; raises CertificateRejected."""
    weighings = puzzle if isinstance(puzzle, Weighings) else Weighings(puzzle)
    return _together([_moves(weighings, lemma, goal) for lemma in lemmas])


def _moves(weighings: Weighings, lemma: Lemma, goal: int) -> AllowedMoves:
    form = lemma.get("form")
    if not isinstance(form, str) or form not in LEMMA_FORMS:
        raise CertificateRejected(f"form {form!r}: expected one of {', '.join(LEMMA_FORMS)}")
    return LEMMA_FORMS[form](weighings, lemma, goal)


def _together(allowed: Sequence[AllowedMoves]) -> float:
    """Return the least number of moves that all sets allow, infinite if no number is allowed."""
    least = max(moves.least for moves in allowed)
    period = math.lcm(*(moves.modulus for moves in allowed))
    if least == math.inf:
        return math.inf
    if period > PERIOD_LIMIT:
        raise CertificateRejected(f"the lcm of the moduli is {period} > {PERIOD_LIMIT}")
    for moves in range(int(least), int(least) + period):
        if all(moves % one.modulus in one.residues for one in allowed):
            return moves
    return math.inf


def _classes(weighings: Weighings, lemma: Lemma, goal: int) -> AllowedMoves:
    weighed = weighings.of(lemma)
    weights, modulus = _weights(weighed, lemma), _integer(lemma, "modulus", 0)
    fault = f"changes the weighted sum mod {modulus}"
    weighings.hold(lemma, lambda step: fault if _change(weights, step) % modulus else "")
    ends = _residues(weighed.goals[goal], weights, modulus)
    if weighted_sum(weights, weighed.start) % modulus in ends:
        raise CertificateRejected("start and goal are of the same class")
    return NEVER


def _pagoda(weighings: Weighings, lemma: Lemma, goal: int) -> AllowedMoves:
    weighed = weighings.of(lemma)
    weights, end = _weights(weighed, lemma), weighed.goals[goal]
    fault = "raises the weighted sum"
    weighings.hold(lemma, lambda step: fault if _change(weights, step) > 0 else "")
    if end.possible and end.lightest(weights) <= weighted_sum(weights, weighed.start):
        raise CertificateRejected("the goal does not weigh more than the start")
    return NEVER


def _potential(weighings: Weighings, lemma: Lemma, goal: int) -> AllowedMoves:
    weighed = _of_moves(weighings, lemma)
    weights, drop = _weights(weighed, lemma), _integer(lemma, "drop", 0)
    fault = f"lowers the weighted sum by over {drop}"
    weighings.hold(lemma, lambda step: fault if _change(weights, step) < -drop else "")
    end = weighed.goals[goal]
    if not end.possible:
        return NEVER
    fall = weighted_sum(weights, weighed.start) - end.heaviest(weights)
    return AllowedMoves(max(0, -(-fall // drop)))


def _count(weighings: Weighings, lemma: Lemma, goal: int) -> AllowedMoves:
    weighed = _of_moves(weighings, lemma)
    weights, modulus = _weights(weighed, lemma), _integer(lemma, "modulus", 0)
    if modulus > MODULUS_LIMIT:
        raise CertificateRejected(f"'modulus' {modulus}: expected {MODULUS_LIMIT} at most")
    change = _integer(lemma, "change")
    fault = f"does not add {change} to the weighted sum mod {modulus}"
    weighings.hold(lemma, lambda step: fault if (_change(weights, step) - change) % modulus else "")
    ends = _residues(weighed.goals[goal], weights, modulus)
    start = weighted_sum(weights, weighed.start)
    fit = frozenset(k for k in range(modulus) if (start + change * k) % modulus in ends)
    return AllowedMoves(0, modulus, fit)


def _permutation(weighings: Weighings, lemma: Lemma, goal: int) -> AllowedMoves:
    permuting = permuting_of(weighings.puzzle)
    if permuting is None:
        raise CertificateRejected(f"family {weighings.puzzle.family!r} has no labels to permute")
    start, end = permuting.start, permuting.goals[goal]
    if sorted(start) != sorted(end) or len(set(start)) != len(start):
        raise CertificateRejected("start and goal do not have the same labels, each once")
    order = _integers(lemma, "order")
    if sorted(order) != list(range(len(start))):
        raise CertificateRejected("the 'order' is no order of the cells")
    place = {cell: k for k, cell in enumerate(order)}
    for one, other in permuting.exchanges:
        if (place[one] - place[other]) % 2 == 0:
            raise CertificateRejected(f"an odd number of cells lies between {one} and {other}")
    if _odd([start[c] for c in place]) == _odd([end[c] for c in place]):
        raise CertificateRejected("start and goal have the same parity")
    return NEVER


LEMMA_FORMS: dict[str, Callable[[Weighings, Lemma, int], AllowedMoves]] = {
    "classes": _classes,
    "pagoda": _pagoda,
    "potential": _potential,
    "count": _count,
    "permutation": _permutation,
}


def _of_moves(weighings: Weighings, lemma: Lemma) -> Weighed:
    """Read a lemma's features; raises CertificateRejected if a move has several steps."""
    weighed = weighings.of(lemma)
    if not weighed.step_is_move:
        metric = weighings.puzzle.metric
        raise CertificateRejected(f"in the metric {metric!r} a move may be several steps")
    return weighed


def _residues(goal: GoalSet, weights: Sequence[int], modulus: int) -> frozenset[int]:
    """Return the remainders of a goal's weighted sums; no remainders if no state meets the goal."""
    if not goal.possible:
        return frozenset()
    if goal.free and modulus > MODULUS_LIMIT:
        raise CertificateRejected(
            f"'modulus' {modulus}: expected {MODULUS_LIMIT} at most, as the goal leaves pieces free"
        )
    return goal.residues(weights, modulus)


def _weights(weighed: Weighed, lemma: Lemma) -> list[int]:
    weights = _integers(lemma, "weights")
    spend(1 + len(weights) // 8)
    if len(weights) != len(weighed.features):
        raise CertificateRejected(f"{len(weights)} weights: expected {len(weighed.features)}")
    return weights


def _integers(lemma: Lemma, key: str) -> list[int]:
    value = lemma.get(key)
    items = cast("list[object]", value) if isinstance(value, list) else [None]
    if not all(type(item) is int and abs(item) < LARGEST_INTEGER for item in items):
        raise CertificateRejected(f"{key!r}: expected a list of integers of some hundred digits")
    return cast("list[int]", items)


def _integer(lemma: Lemma, key: str, above: int = -LARGEST_INTEGER) -> int:
    value = lemma.get(key)
    if type(value) is not int or not above < value < LARGEST_INTEGER:
        expected = "an integer above 0" if not above else "an integer"
        raise CertificateRejected(f"{key!r} {value!r}: expected {expected}")
    return value


def _change(weights: Sequence[int], step: FeatureChange) -> int:
    return sum(weights[feature] * change for feature, change in step)


def _odd(labels: Sequence[int]) -> bool:
    """Tell whether the labels other than 0, read in order, have an odd number of inversions."""
    tiles = [label for label in labels if label]
    return sum(a > b for k, a in enumerate(tiles) for b in tiles[k + 1 :]) % 2 == 1


# --- the steps, compared with moves that the rules make ----------------------------------------
#
# An invariant assumes that each move consists of steps that `models/` lists.  In the first states
# of a breadth-first search and in those of a plan, each legal move must add one of these steps,
# and each goal state must be in one of the goals' sets.  If a move may be a chain of steps, only
# the goals are compared.

FIRST_STATES, PLAN_STATES = 200, 1_000
"""The numbers of states of the search, and of moves of the plan, that are compared."""


def compare_steps(puzzle: AnyPuzzle, weighed: Weighed, plan: Sequence[str] | None) -> int:
    """Return the number of moves compared.  Raises CertificateRejected at the first difference."""
    steps, moves = set(weighed.steps), 0
    on_plan = () if plan is None else replay(puzzle, plan[:PLAN_STATES])
    for state in chain(islice(chain.from_iterable(layers(puzzle)), FIRST_STATES), on_plan):
        here = weighed.vector(state)
        if puzzle.is_goal(state) and not any(goal.holds(here) for goal in weighed.goals):
            line = in_one_line(puzzle, state)
            raise CertificateRejected(f"no goal's set contains the goal state {line}")
        if weighed.step_is_move:
            for move in puzzle.moves(state):
                moves += 1
                spend(len(here) // 4)
                if _difference(here, weighed.vector(puzzle.play(state, move))) not in steps:
                    name = puzzle.format_move(move)
                    line = in_one_line(puzzle, state)
                    raise CertificateRejected(f"the move {name} is none of the steps, in {line}")
    return moves


def _difference(before: Vector, after: Vector) -> FeatureChange:
    pairs = enumerate(zip(before, after, strict=True))
    return tuple((k, b - a) for k, (a, b) in pairs if a != b)
