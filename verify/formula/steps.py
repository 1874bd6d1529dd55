"""One step as clauses, written from the rules' facts and actions.

The checker writes every formula itself: a certificate's proof refutes the formula defined here, not
one that an encoder has written.  A step has a variable for each fact; between a step and the next
there is one for each action (and more, see `puzzleproof.verify.formula.horizon`).  A legal move
makes one action true and keeps the facts that the action does not touch, so it satisfies each
family of clauses:

``one of a group``  of each group of facts exactly one holds (pairwise, and at least one)
``some action``     a move is one of the actions
``needs``           an action's positive preconditions hold before it, the negative ones do not
``effect``          facts that an action toggles have the opposite truth after it, its other
                    preconditions the same truth
``stays``           any other fact that identifies the state does not change

If an action is missing, the formula is too strong: it excludes a legal move.  Therefore
`puzzleproof.verify.formula.transitions` compares the actions with the moves of the rules.
"""

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import combinations
from math import comb

from puzzleproof.models.errors import CertificateRejected
from puzzleproof.models.strips import Action, Strips, bits

Clause = tuple[int, ...]


class StepClauses:
    """The variables of one step and the next, and the clauses that every move satisfies.

    ``now``, ``acts`` and ``then`` are the numbers before the first variables: of the facts, of the
    actions, and of the next step's facts.
    """

    def __init__(self, strips: Strips, now: int, acts: int, then: int) -> None:
        self.strips = strips
        self.now, self.acts, self.then = now, acts, then
        grouped = 0
        for group in strips.groups:
            grouped |= group
        self.alone = strips.movers & ~grouped
        """Mover facts in no group: a state is identified only if it is known whether each holds."""

    def action(self, number: int) -> int:
        """Return the variable of an action."""
        return self.acts + 1 + number

    def some_action(self) -> Clause:
        """``some action``."""
        return tuple(self.action(k) for k in range(len(self.strips.actions)))

    def needs(self) -> Iterator[Clause]:
        """``needs``."""
        for act, action in self._numbered():
            yield from _implied(act, self.now, action.positive, action.negative)

    def effect(self) -> Iterator[Clause]:
        """``effect``."""
        for act, action in self._numbered():
            holds = action.positive & ~action.toggles | action.come
            failing = (action.positive | action.negative) & ~holds
            yield from _implied(act, self.then, holds, failing)

    def stays(self) -> Iterator[Clause]:
        """``stays``, for each action and each fact that may hold where the action applies."""
        for act, action in self._numbered():
            for fact in bits(self.bystanders(action)):
                now, then = self.now + 1 + fact, self.then + 1 + fact
                yield (-act, -now, then)
                if self.alone >> fact & 1:
                    yield (-act, now, -then)

    def bystanders(self, action: Action) -> int:
        """Return the identifying facts that an action does not touch and that no group excludes."""
        touched = action.positive | action.negative
        excluded = touched
        for group in self.strips.groups:
            if group & action.positive:
                excluded |= group
        return self.strips.movers & ~excluded

    def _numbered(self) -> Iterable[tuple[int, Action]]:
        return ((self.action(k), action) for k, action in enumerate(self.strips.actions))


def _implied(act: int, shift: int, true: int, false: int) -> Iterator[Clause]:
    """Demand that if ``act`` is true, facts in ``true`` hold and facts in ``false`` do not."""
    for fact in bits(true):
        yield (-act, shift + 1 + fact)
    for fact in bits(false):
        yield (-act, -shift - 1 - fact)


def one_of_each(groups: Iterable[int], shift: int) -> Iterator[Clause]:
    """Demand exactly one fact of each group; ``shift`` is the number before the first variable."""
    seen = set[Clause]()
    for group in groups:
        literals = [shift + 1 + fact for fact in bits(group)]
        yield tuple(literals)
        for one, other in combinations(literals, 2):
            pair = (-one, -other)
            if pair not in seen:
                seen.add(pair)
                yield pair


def check_strips(strips: Strips) -> None:
    """Demand that actions differ, keep groups, and toggle only preconditions."""
    if len(set(strips.actions)) < len(strips.actions):
        raise CertificateRejected("the rules name an action twice")
    for action in strips.actions:
        fault = _fault(strips, action)
        if fault:
            raise CertificateRejected(f"the rules' action {action.name!r} {fault}")


def _fault(strips: Strips, action: Action) -> str:
    if action.positive & action.negative:
        return "needs a fact and its opposite"
    if action.toggles & ~(action.positive | action.negative):
        return "changes a fact that is no precondition"
    for group in strips.groups:
        gone, come = action.gone & group, action.come & group
        if gone.bit_count() != come.bit_count():
            return "does not keep a group of facts"
        if gone.bit_count() > 1:
            return "takes two facts from one group"
    return ""


# --- exactly k of some facts hold: by subsets, or with a counter ----------------------------

COUNT_SUBSET_LIMIT = 1500
"""'Exactly k of n' is written by subsets up to this many clauses, and with a counter beyond."""


class FactCount:
    """The constraint that exactly ``number`` of some facts hold."""

    def __init__(self, facts: int, number: int) -> None:
        self._literals = [fact + 1 for fact in bits(facts)]
        self._number = number
        size = len(self._literals)
        subsets = comb(size, number + 1) + comb(size, size - number + 1)
        self._by_subsets = not number or subsets <= COUNT_SUBSET_LIMIT
        self.variables = 0 if self._by_subsets else size * number

    def clauses(self, top: int) -> Iterator[Clause]:
        """Return the clauses; the counter's variables come after ``top``."""
        literals, number = self._literals, self._number
        if self._by_subsets:
            for some in combinations(literals, number + 1):
                yield tuple(-x for x in some)
            yield from combinations(literals, len(literals) - number + 1)
        else:
            yield from self._counter(top)

    def names(self) -> Iterator[str]:
        """Say what each of the counter's variables means."""
        for i in range(len(self._literals) if self.variables else 0):
            for j in range(self._number):
                yield f"over {j} of the first {i + 1} of {len(self._literals)} facts hold"

    def witness(self, facts: int, top: int) -> list[int]:
        """Return the counter's variables that are true if exactly these facts hold."""
        if self._by_subsets:
            return []
        true, held = list[int](), 0
        for i, literal in enumerate(self._literals):
            held += facts >> literal - 1 & 1
            true += [self._more(top, i, j) for j in range(min(held, self._number))]
        return true

    def _more(self, top: int, i: int, j: int) -> int:
        return top + i * self._number + j + 1

    def _counter(self, top: int) -> Iterator[Clause]:
        """Variable (i, j): more than j of the first i + 1 facts hold (C. Sinz, 2005)."""
        literals, number, more = self._literals, self._number, partial(self._more, top)
        for i, literal in enumerate(literals):
            for j in range(number):
                here = more(i, j)
                before = () if i == 0 else (more(i - 1, j),)
                fewer = () if i == 0 or j == 0 else (more(i - 1, j - 1),)
                if before:
                    yield (-before[0], here)
                if not j:
                    yield (-literal, here)
                elif fewer:
                    yield (-literal, -fewer[0], here)
                yield (-here, *before, literal)
                if j:
                    yield (-here, *before, *fewer)
            if i:
                yield (-literal, -more(i - 1, number - 1))
        yield (more(len(literals) - 1, number - 1),)
