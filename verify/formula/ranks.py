"""A labelling as a formula: one move, the labels as a table, and 'some move breaks them'.

Variables: the facts before a move, its action, the facts after it
(`puzzleproof.verify.formula.steps`); then ``level g`` (the state before is labelled g), ``rank g``
(the state after is labelled g) and ``state k`` (the state before is the k-th of those whose moves
are checked).  Clauses, besides those of the step:

``is``      state k implies each fact that identifies it, and its level
``ranked``  the facts that identify a labelled state imply its rank after the move
``breaks``  not level g with a rank of at most g + 1; with L infinite, not any rank
``source``  some state k
``none``    only if no state's moves are checked (L = 1): the one variable ``state 0`` is false

The formula has no solution if and only if every move from a state labelled g < L - 1 leads to a
state labelled at most g + 1 (L infinite: from every labelled state to a labelled one).  That is
demand (3) of `puzzleproof.verify.labelling`.  The checker tests demands (1) and (2) on the labels.
"""

from collections.abc import Iterator, Sequence

from puzzleproof.models.errors import CertificateRejected
from puzzleproof.models.strips import Strips, bits
from puzzleproof.verify.formula.steps import Clause, StepClauses, one_of_each

LABELS_LIMIT = 2_000
"""Labels at most: the formula has a clause for each pair of labels."""


class Ranks:
    """The formula of some labels: ``blocks[g]`` are the masks of facts of the states labelled g.

    ``preimages[g]`` are the masks of all states whose canonical form is labelled g, as a move may
    lead to any of them.  By default they are the masks of ``blocks``.
    """

    def __init__(
        self,
        strips: Strips,
        blocks: Sequence[Sequence[int]],
        *,
        closed: bool,
        preimages: Sequence[Sequence[int]] | None = None,
    ) -> None:
        facts, actions = len(strips.facts), len(strips.actions)
        self.step = StepClauses(strips, 0, facts, facts + actions)
        self.blocks, self.closed = blocks, closed
        self.preimages = blocks if preimages is None else preimages
        self.sources = blocks if closed else blocks[:-1]
        levels = 0 if closed else len(self.sources)
        self._level = 2 * facts + actions
        self._rank = self._level + levels
        self._state = self._rank + (1 if closed else len(blocks))
        self.states = sum(map(len, self.sources))
        counts = {(f & self.step.identifying).bit_count() for b in self.preimages for f in b}
        if len(counts) > 1:  # then ``ranked`` might confuse two states
            raise CertificateRejected("some labelled states have more facts in groups than others")
        self.variables = self._state + max(1, self.states)

    def level(self, label: int) -> int:
        """The variable 'the state before has this label'."""
        return self._level + 1 + label

    def rank(self, label: int) -> int:
        """The variable 'the state after has this label'; one for all labels if L is infinite."""
        return self._rank + 1 + (0 if self.closed else label)

    def state(self, number: int) -> int:
        """The variable 'the state before is this one'; states are numbered from 0, by labels."""
        return self._state + 1 + number

    def families(self) -> Iterator[tuple[str, Iterator[Clause]]]:
        """The families of clauses in order, each with its clauses."""
        step = self.step
        yield "one of a group, before", one_of_each(step.strips.groups, step.now)
        yield "one of a group, after", one_of_each(step.strips.groups, step.then)
        yield "some action", iter([step.some_action()])
        yield "needs", step.needs()
        yield "effect", step.effect()
        yield "stays", step.stays()
        yield "is", self._is()
        yield "ranked", self._ranked()
        yield "breaks", self._breaks()
        yield "source", iter([tuple(self.state(k) for k in range(max(1, self.states)))])
        if not self.states:
            yield "none", iter([(-self.state(0),)])

    def clauses(self) -> Iterator[Clause]:
        """All clauses in order."""
        for _, family in self.families():
            yield from family

    def before(self, facts: int) -> list[int]:
        """The literals that identify a state before the move."""
        return self._literals(facts & ~self.step.alone, facts, self.step.now)

    def after(self, facts: int) -> list[int]:
        """The literals that identify a state after the move."""
        return self._literals(facts & self.step.identifying, facts, self.step.then)

    def _literals(self, hold: int, facts: int, shift: int) -> list[int]:
        """The literals 'these facts hold', and for each fact in no group whether it holds."""
        signs = [(fact, facts >> fact & 1) for fact in bits(self.step.alone)]
        alone = [shift + 1 + fact if sign else -shift - 1 - fact for fact, sign in signs]
        return [shift + 1 + fact for fact in bits(hold)] + alone

    def _is(self) -> Iterator[Clause]:
        number = self._state
        for label, block in enumerate(self.sources):
            level = () if self.closed else (self.level(label),)
            for facts in block:
                number += 1
                for literal in (*self.before(facts), *level):
                    yield (-number, literal)

    def _ranked(self) -> Iterator[Clause]:
        for label, block in enumerate(self.preimages):
            rank = self.rank(label)
            for facts in block:
                yield (*[-x for x in self.after(facts)], rank)

    def _breaks(self) -> Iterator[Clause]:
        if self.closed:
            yield (-self.rank(0),)
            return
        for label in range(len(self.sources)):
            for after in range(label + 2):
                yield (-self.level(label), -self.rank(after))
