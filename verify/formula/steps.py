"""One step as clauses, written from the facts and actions that the rules tell.

The checker writes every formula itself: what a certificate's proof refutes is what stands here, not
what an encoder says.  Variables of a step: a fact each, then, between the step and the next, an
action each (and more, see `puzzleproof.verify.formula.horizon`).  Every legal move makes one action
true, keeps the facts that it does not touch, and so satisfies each family of clauses:

``one of a group``  of each group of facts just one holds (pairwise, and one at least)
``some action``     a move is one of the actions
``positive``           what an action needs holds before it, what it lacks does not
``effect``          facts that it flips have the other truth after it, those it needs and leaves
                    alone the same
``stays``           any other fact that tells the state stays as it is

That an action is missing is what no clause can tell; `puzzleproof.verify.formula.transitions`
compares the actions with the moves of the rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from puzzleproof.models.errors import CertificateRejected
from puzzleproof.models.strips import Action, Strips, bits

Clause = tuple[int, ...]


class Step:
    """The variables of one step and the next, and the clauses that every move satisfies.

    ``now`` is the variable before the first fact's, ``acts`` that before the first action's and
    ``then`` that before the first fact's of the next step.
    """

    def __init__(self, strips: Strips, now: int, acts: int, then: int) -> None:
        self.strips = strips
        self.now, self.acts, self.then = now, acts, then
        self.grouped = 0
        for group in strips.groups:
            self.grouped |= group
        self.identifying = strips.movers & self.grouped
        """Facts of which those that hold tell the state."""
        self.alone = strips.movers & ~self.grouped
        """Facts in no group: both those that hold and those that do not are told."""

    def before(self, facts: int) -> list[int]:
        """The literals that these facts hold before the move."""
        return [self.now + 1 + fact for fact in bits(facts)]

    def after(self, facts: int) -> list[int]:
        """The literals that these facts hold after the move."""
        return [self.then + 1 + fact for fact in bits(facts)]

    def action(self, number: int) -> int:
        """The variable of an action."""
        return self.acts + 1 + number

    def state(self, shift: int) -> Iterator[Clause]:
        """``one of a group``; ``shift`` is the variable before the first fact's."""
        seen = set[Clause]()
        for group in self.strips.groups:
            literals = [shift + 1 + fact for fact in bits(group)]
            yield tuple(literals)
            for one, other in combinations(literals, 2):
                pair = (-one, -other)
                if pair not in seen:
                    seen.add(pair)
                    yield pair

    def some_action(self) -> Clause:
        """``some action``."""
        return tuple(self.action(k) for k in range(len(self.strips.actions)))

    def positive(self) -> Iterator[Clause]:
        """``positive``."""
        for act, action in self._numbered():
            for literal in self.before(action.positive):
                yield (-act, literal)
            for literal in self.before(action.negative):
                yield (-act, -literal)

    def effect(self) -> Iterator[Clause]:
        """``effect``."""
        for act, action in self._numbered():
            holds = action.positive & ~action.toggles | action.negative & action.toggles
            for literal in self.after(holds):
                yield (-act, literal)
            for literal in self.after((action.positive | action.negative) & ~holds):
                yield (-act, -literal)

    def stays(self) -> Iterator[Clause]:
        """``stays``: an action each and a fact each that may hold where the action applies."""
        for act, action in self._numbered():
            for fact in bits(self.bystanders(action)):
                now, then = self.now + 1 + fact, self.then + 1 + fact
                yield (-act, -now, then)
                if self.alone >> fact & 1:
                    yield (-act, now, -then)

    def bystanders(self, action: Action) -> int:
        """The facts that tell the state, are not touched, and are not excluded by a group."""
        touched = action.positive | action.negative
        excluded = touched
        for group in self.strips.groups:
            if group & action.positive:
                excluded |= group
        return self.strips.movers & ~excluded

    def _numbered(self) -> Iterable[tuple[int, Action]]:
        return ((self.action(k), action) for k, action in enumerate(self.strips.actions))


def check_strips(strips: Strips) -> None:
    """Demand that actions keep the groups and flip what they know; raises CertificateRejected."""
    for action in strips.actions:
        fault = _fault(strips, action)
        if fault:
            raise CertificateRejected(f"the rules' action {action.name!r} {fault}")


def _fault(strips: Strips, action: Action) -> str:
    if action.positive & action.negative:
        return "needs a fact and its opposite"
    if action.toggles & ~(action.positive | action.negative):
        return "changes a fact of unknown truth"
    for group in strips.groups:
        if not group & action.toggles:
            continue
        gone, come = (
            action.positive & action.toggles & group,
            action.negative & action.toggles & group,
        )
        if gone.bit_count() != come.bit_count():
            return "does not keep a group of facts"
        if gone.bit_count() > 1:
            return "takes two facts from one group"
    return ""
