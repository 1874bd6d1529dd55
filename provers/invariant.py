"""Evidence by algebra: parities by linear algebra over GF(2), weights by linear programming.

The result is an *argument*, which `puzzleproof.verify.invariant` checks in exact integers, so no
code in this module has to be trusted.  For each goal the strongest lemma is kept: a lemma that
excludes the goal, or else the potential that proves the most moves, together with a parity of the
number of moves if both together prove more.  A thorough search also gives weights to the facts of
the puzzle, for any family.

A linear program finds weights w that maximise the weighted sum of the start minus the largest sum
of a goal state.  Its constraints are that no step lowers the weighted sum by more than the *room*:
1 for a potential, 0 for a pagoda function (whose signs are reversed afterwards).  For a goal that
leaves pieces free, the largest sum is the optimum of another linear program, whose dual becomes
part of the first program.  The solver's values are read as fractions, and then checked.
"""

import math
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache, partial
from itertools import chain, pairwise, product
from operator import itemgetter
from typing import Any, TypeAlias

from puzzleproof.models.capabilities import permuting
from puzzleproof.models.errors import CertificateRejected
from puzzleproof.models.invariants import FeatureChange, Free, GoalSet, Weighed
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.certificate import Claim, Workspace, write_file
from puzzleproof.provers.events import Emit, Note, Working
from puzzleproof.provers.session import Session
from puzzleproof.provers.verdict import Evidence
from puzzleproof.verify.invariant import Weighings, bound_of, goal_bound

Lemma: TypeAlias = dict[str, Any]
Argument: TypeAlias = dict[str, Any]

PROGRAMS_LIMIT = 3000
"""If goals times features exceed this limit, linear programs are solved for one goal alone."""
STEPS_LIMIT = 100_000
"""If all steps together change features more often than this, no linear program is solved."""

DENOMINATORS = (1, 12, 1000)
"""Weights are read as fractions whose denominators are at most 1, then 12, then 1000."""
MILLISECONDS = 20_000
"""The time limit of one linear program."""
FEW = 3
"""Without a solver, all small weights are tried if there are at most this many features."""
LIMITS = {0: 1, 1: 1000}
"""Room -> the largest weight; if the room is 0, multiples of weights prove the same."""


def prove_invariant(proof: Session) -> None:
    """Prove a bound by an argument, if invariants are requested or the family declares them."""
    named = "invariant" in proof.request.evidence
    thorough = named or "all" in proof.request.evidence
    if not (thorough or proof.puzzle.invariants):
        return
    if not accept_argument(proof, thorough=thorough, least=1) and named:
        proof.emit(Note("no invariant proves anything here", "reason"))


def exclude_plans(proof: Session) -> None:
    """Accept an argument that raises the proven bound, or proves that there is no plan."""
    accept_argument(proof, thorough=True, least=max(0.0, proof.bounds.proven) + 1)


def accept_argument(proof: Session, *, thorough: bool, least: float) -> bool:
    """Find an argument for ``least`` or more moves, have it checked, and accept it.

    Return whether there is such an argument.  A ``thorough`` search also gives weights to facts.
    """
    begin = time.perf_counter()
    order = proof.puzzle, thorough, least, proof.bounds.plan, proof.workspace
    found = proof.call(_find, *order)
    if found is None:
        return False
    proof.argument, at_least = found
    forms = ", ".join(sorted({lemma["form"] for lemma in proof.argument["lemmas"]}))
    seconds, note = time.perf_counter() - begin, f"by {forms}"
    proof.accept(Evidence.certified("invariant", at_least, "verify.invariant", seconds, note=note))
    return True


def complete(proof: Session) -> None:
    """Add the plan to the certificate, if the plan is as long as the argument's bound."""
    rows, upper = [row for row in proof.bounds.evidence if row.checked], proof.bounds.upper
    if any(row.kind == "refutation" and row.bound == upper for row in rows):
        return  # the refutation's certificate has the plan
    proven = [row.bound for row in rows if row.kind == "invariant"]
    if proof.bounds.closed and proven[-1:] == [upper]:
        proof.call(_write, proof.puzzle, proof.argument, proof.bounds.plan, proof.workspace)


def _find(
    puzzle: AnyPuzzle,
    thorough: bool,
    least: float,
    plan: tuple[str, ...] | None,
    workspace: Workspace,
    emit: Emit,
) -> tuple[Any, int | None] | None:
    """Find the best argument and have it checked; return it with its bound, or None."""
    emit(Working("looking for an invariant"))
    found = find_argument(puzzle, thorough=thorough)
    if found is None or found[1] < least:
        return None
    return found[0], _write(puzzle, found[0], plan, workspace, emit)


def _write(
    puzzle: AnyPuzzle,
    argument: Any,
    plan: tuple[str, ...] | None,
    workspace: Workspace,
    emit: Emit,
) -> int | None:
    """Write the argument, and the plan if it is as long as the bound; return the accepted bound."""
    bound = bound_of(puzzle, argument)
    at_least = None if math.isinf(bound) else int(bound)
    reached = plan is not None and len(plan) == at_least
    claim = Claim("invariant", at_least, plan if reached else None)
    about: dict[str, Any] = {"puzzle": puzzle, "claim": claim, "versions": workspace.versions}
    write = partial(write_file, **about, argument=argument)
    return workspace.publish(write, emit).at_least


# --- the search for an argument -----------------------------------------------------------------


def find_argument(puzzle: AnyPuzzle, *, thorough: bool = False) -> tuple[Argument, float] | None:
    """Return the best argument and its bound (infinite: no plan), or None if there is none."""
    weighings = Weighings(puzzle)
    best = _argued(weighings, ("own",))
    if thorough and (best is None or best[1] < math.inf) and _has_facts(weighings):
        found = (best, _argued(weighings, ("facts",)), _argued(weighings, ("own", "facts")))
        best = max(filter(None, found), key=itemgetter(1), default=None)
    return best if best is not None and best[1] > 0 else None


def _has_facts(weighings: Weighings) -> bool:
    """Tell whether facts can get weights; not on tours, nor if there are too many actions."""
    try:
        return bool(weighings.facts.goals)
    except CertificateRejected:
        return False


def _argued(weighings: Weighings, some: tuple[str, ...]) -> tuple[Argument, float] | None:
    """Return the best argument by the family's own features, by facts, or by both (``some``)."""
    search = _Search(weighings, some)
    lemmas: list[Lemma] = []
    goals: list[int | list[int]] = []
    for goal in range(search.goals):
        best = search.best(lemmas, goal)
        if best is None:
            return None
        lemmas += [lemma for lemma in best if lemma not in lemmas]
        numbers = [lemmas.index(lemma) for lemma in best]
        goals.append(numbers[0] if len(numbers) == 1 else numbers)
    if not goals:
        return None
    argument: Argument = {"lemmas": lemmas, "goals": goals}
    return argument, bound_of(weighings, argument)


class _Search:
    """A search for lemmas: the features that may get weights, and the number of goals."""

    def __init__(self, weighings: Weighings, some: tuple[str, ...]) -> None:
        self.weighings = weighings
        self.tables: list[tuple[str, Weighed]] = []
        if "own" in some and weighings.puzzle.invariants:
            self.tables.append(("own", weighings.own))
        if "facts" in some:
            self.tables.append(("facts", weighings.facts))
        sizes = {len(weighed.goals) for _, weighed in self.tables}
        mixed = len(some) > 1 and sizes != {1}
        self.permuting = permuting(weighings.puzzle) if "own" in some else None
        self.goals = max(sizes) if sizes and not mixed else 0

    def best(self, known: Sequence[Lemma], goal: int) -> list[Lemma] | None:
        """Return a lemma that excludes the goal, or else lemmas with the best bound."""
        best, bound = None, -1.0
        size = self.goals * sum(len(weighed.features) for _, weighed in self.tables)
        # Linear programs for all goals should take about a second.
        finders = FINDERS if size <= PROGRAMS_LIMIT or not known else CHEAP
        for lemma in chain(known, *(find(self, goal) for find in finders)):
            proven = self._proves([lemma], goal)
            if proven == math.inf:
                return [lemma]
            if proven > bound:
                best, bound = [lemma], proven
        for lemma in _counts(self, goal):
            both = [*(best or []), lemma]
            proven = self._proves(both, goal)
            if proven > max(0, bound):
                best, bound = both, proven
        return best

    def _proves(self, lemmas: Sequence[Lemma], goal: int) -> float:
        """Return the bound that lemmas together prove for a goal, or -1 if one of them is wrong."""
        try:
            return goal_bound(self.weighings, lemmas, goal)
        except CertificateRejected:
            return -1.0


def _lemma(form: str, which: str, weights: Sequence[int], **more: int) -> Lemma:
    features = {} if which == "own" else {"features": which}
    return {"form": form, **features, "weights": list(weights), **more}


def _permutation(search: _Search, goal: int) -> Iterable[Lemma]:
    if search.permuting:
        yield {"form": "permutation", "order": list(search.permuting.path)}


def _classes(search: _Search, goal: int) -> Iterator[Lemma]:
    """Yield lemmas: a sum modulo 2 that no step changes, and that differs from start to goal."""
    for which, weighed in search.tables:
        width, end = len(weighed.features), weighed.goals[goal]
        if not end.possible:
            yield _lemma("classes", which, [0] * width, modulus=1)
            continue
        difference = _odd_features(weighed, end)
        for weights in kernel_mod_2((*weighed.steps, *_ties(end)), width):
            if (weights & difference).bit_count() % 2:
                yield _lemma("classes", which, _row(weights, width), modulus=2)
                break


def _counts(search: _Search, goal: int) -> Iterator[Lemma]:
    """Yield lemmas: each move changes a sum modulo 2, so the parity of a plan's length is known."""
    for which, weighed in search.tables:
        width, end = len(weighed.features), weighed.goals[goal]
        if not weighed.step_is_move:
            continue
        counted = tuple((*step, (width, 1)) for step in weighed.steps)
        for weights in kernel_mod_2((*counted, *_ties(end)), width + 1):
            if weights >> width:
                yield _lemma("count", which, _row(weights, width), modulus=2, change=1)
                break


def _odd_features(weighed: Weighed, end: GoalSet) -> int:
    """Find features that differ by an odd number between the start and one vector of the goal."""
    vector = list(end.vector)
    for free in end.free:
        for feature in free.features[: free.least]:
            vector[feature] += 1
    pairs = zip(weighed.start, vector, strict=True)
    return sum(1 << k for k, (one, other) in enumerate(pairs) if (one - other) % 2)


def _ties(end: GoalSet) -> Iterator[FeatureChange]:
    """Yield changes that must not alter the weighted sum, so that a goal's states have one parity.

    In a free part with a known number of true facts, all facts must have the same weight; in any
    other free part, each fact must have weight 0.
    """
    for features, least, most in end.free:
        if least != most:
            yield from (((feature, 1),) for feature in features)
        elif 0 < least < len(features):
            yield from (((one, 1), (other, 1)) for one, other in pairwise(features))


def _row(weights: int, width: int) -> list[int]:
    return [weights >> k & 1 for k in range(width)]


@lru_cache(maxsize=4)
def kernel_mod_2(steps: tuple[FeatureChange, ...], width: int) -> list[int]:
    """Find, by Gaussian elimination, a basis of weights (bit sets) whose sum mod 2 no step changes.

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


def _programmed(search: _Search, goal: int) -> Iterator[Lemma]:
    """Yield pagoda functions, then potentials, by linear programs, where there are few steps."""
    for room, (which, weighed) in product(LIMITS, search.tables):
        small = sum(map(len, weighed.steps)) <= STEPS_LIMIT
        if not small or (room and not weighed.step_is_move):
            continue
        for weights in weights_by_program(weighed, goal, room):
            if not room:
                yield _lemma("pagoda", which, [-w for w in weights])
                continue
            # The fractions may let the sum fall by a little more than the program allowed.
            falls = (sum(-weights[k] * change for k, change in s) for s in weighed.steps)
            yield _lemma("potential", which, weights, drop=max(1, max(falls, default=1)))


Finder: TypeAlias = Callable[[_Search, int], Iterable[Lemma]]

CHEAP: tuple[Finder, ...] = (_permutation, _classes)
FINDERS: tuple[Finder, ...] = (*CHEAP, _programmed)


# --- weights by linear programs ---------------------------------------------------------------


def weights_by_program(weighed: Weighed, goal: int, room: int) -> Iterator[list[int]]:
    """Yield the weights of the program's optimum, as integers in some unit.

    The weights are rounded to fractions, roughly at first, then more finely.  If the optimum is 0,
    nothing is yielded.  If no solver is installed, as in a browser, all small weights are yielded
    if there are few features.
    """
    if not weighed.goals[goal].possible:
        return
    try:
        values = _solved(weighed, goal, room)
    except ImportError:
        if len(weighed.features) <= FEW:
            yield from map(list[int], product((-1, 0, 1), repeat=len(weighed.features)))
        return
    if values is None:
        return
    known = list[list[Fraction]]()
    for denominator in DENOMINATORS:
        read = [Fraction(value).limit_denominator(denominator) for value in values]
        if read not in known:
            known.append(read)
            factor = math.lcm(*(w.denominator for w in read))
            yield [int(w * factor) for w in read]


def _solved(weighed: Weighed, goal: int, room: int) -> list[float] | None:
    """Return the weights, or None if the optimum is 0; raises ImportError without a solver."""
    from ortools.linear_solver import pywraplp

    untyped: Any = pywraplp
    solver: Any = untyped.Solver.CreateSolver("GLOP")
    solver.SetTimeLimit(MILLISECONDS)
    limit, end = LIMITS[room], weighed.goals[goal]
    weights: list[Any] = [solver.NumVar(-limit, limit, "") for _ in weighed.features]
    for step in weighed.steps:
        row: Any = solver.Constraint(-room, solver.infinity())
        for feature, change in step:
            row.SetCoefficient(weights[feature], change)
    objective: Any = solver.Objective()
    for weight, start, there in zip(weights, weighed.start, end.vector, strict=True):
        objective.SetCoefficient(weight, start - there)
    for free in end.free:
        _take_off_heaviest(solver, objective, weights, free)
    objective.SetMaximization()
    if solver.Solve() != solver.OPTIMAL or objective.Value() < 1e-6:
        return None
    return [weight.solution_value() for weight in weights]


def _take_off_heaviest(solver: Any, objective: Any, weights: Sequence[Any], free: Free) -> None:
    """Subtract the largest sum of a free part from the objective, by the dual program.

    The largest sum of w·x, 0 ≤ x ≤ 1 and least ≤ Σx ≤ most, is the smallest most·a - least·b + Σu
    where u ≥ 0, a ≥ 0, b ≥ 0 and u ≥ w - a + b for each feature.
    """
    infinity = solver.infinity()
    above, below = (solver.NumVar(0, infinity, "") for _ in range(2))
    objective.SetCoefficient(above, -free.most)
    objective.SetCoefficient(below, free.least)
    for feature in free.features:
        over: Any = solver.NumVar(0, infinity, "")
        objective.SetCoefficient(over, -1)
        row: Any = solver.Constraint(0, infinity)
        for variable, factor in ((over, 1), (above, 1), (below, -1), (weights[feature], -1)):
            row.SetCoefficient(variable, factor)
