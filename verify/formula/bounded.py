"""A labelling with bounds as a formula: states that are left out have ranks, too.

The formula is `puzzleproof.verify.formula.ranks`, of a table with two sorts of states.  A
*labelled* state stands for its class: all its images under the symmetries of the board that map the
goals onto themselves (`puzzleproof.verify.bounds.graphs`; where there are none, the state alone).
Each of them has the label as its rank.  A state that is *left out* with r moves has the rank L - r.
(If L is infinite there is only one rank.)  Outside the formula the checker demands

(1)  the class of the start has the label 0, no labelled state is a goal, and labels are below L;
(2)  of each state that is left out with r moves, 1 <= r < L, a bound that the first line names says
     that it is r moves away from the goals, or more; for r = 1 it is enough that it is no goal.
     With L infinite a bound must say that there is no way at all.

*Proof.*  The formula has no solution if and only if every move from a labelled state with g < L - 1
leads to a state of rank g + 1 at most: to a member of a class labelled g + 1 at most, or to a state
left out with L - r <= g + 1, which is L - (g + 1) or more moves away.  This is demand (2) of
`puzzleproof.verify.bounds.labels` for the classes of the table, where the proof goes on.

So what a formula of this form takes on trust are the bounds: that the lemmas of
`puzzleproof.verify.bounds` are admissible, and that their tables are computed rightly.  No clause
speaks of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from puzzleproof.models.errors import CertificateRejected, FormulaTooLarge
from puzzleproof.models.puzzle import AnyPuzzle, HasStrips
from puzzleproof.models.strips import Strips
from puzzleproof.models.texts import count
from puzzleproof.verify.bounds import LowerBound, lower_bounds
from puzzleproof.verify.bounds.graphs import NEVER, LabelGraph, graph_of
from puzzleproof.verify.formula.ranks import LABELS_LIMIT, Ranks
from puzzleproof.verify.formula.remarks import Table
from puzzleproof.verify.refutation import CLAUSES_LIMIT


class BoundedRanks:
    """The formula of a table whose bounds hold; raises CertificateRejected where they do not."""

    def __init__(
        self, puzzle: AnyPuzzle, strips: Strips, at_least: int | None, table: Table, named: object
    ) -> None:
        assert isinstance(puzzle, HasStrips), "it has facts and actions"
        self._puzzle, self._at_least = puzzle, at_least
        self._length = 1 if at_least is None else at_least
        check_size(strips, at_least, table)
        self._graph = graph_of(puzzle, backward=False)
        bounds = lower_bounds(self._graph, named)
        self._check_labels(table.labels)
        self._check_left_out(table.left_out, bounds)
        self.ranks = self._ranks(strips, table)

    def _check_labels(self, labels: Sequence[Sequence[int]]) -> None:
        """Demand (1)."""
        for label, numbers in enumerate(labels):
            where = f"label {label}"
            _check_states(self._graph, numbers, where)
            if any(map(self._graph.is_end, numbers)):
                raise CertificateRejected(f"{where}: a goal state")
        if not self._graph.origins.issubset(labels[0]):
            raise CertificateRejected("label 0: the start is missing")

    def _check_left_out(
        self, left_out: Sequence[tuple[int, list[int]]], bounds: Sequence[LowerBound]
    ) -> None:
        """Demand (2)."""
        check_left_out(self._graph, self._at_least, left_out, bounds)

    def _ranks(self, strips: Strips, table: Table) -> Ranks:
        """The formula; a label or a rank that no state has is empty."""
        puzzle = self._puzzle
        assert isinstance(puzzle, HasStrips), "it has facts and actions"
        blocks: list[list[int]] = [[] for _ in range(max(self._length, len(table.labels)))]
        ranked: list[list[int]] = [[] for _ in blocks]
        for label, numbers in enumerate(table.labels):
            blocks[label] = [puzzle.state_facts(self._graph.state(one)) for one in numbers]
            ranked[label] = [
                fact
                for one in numbers
                for member in self._graph.members(one)
                for fact in self._facts(member)
            ]
        for moves, numbers in table.left_out:
            rank = 0 if self._at_least is None else self._at_least - moves
            ranked[rank] += [fact for one in numbers for fact in self._facts(one)]
        return Ranks(strips, blocks, closed=self._at_least is None, preimages=ranked)

    def _facts(self, number: int) -> list[int]:
        """The masks of facts of a state, in each of its views."""
        puzzle = self._puzzle
        assert isinstance(puzzle, HasStrips), "it has facts and actions"
        state = self._graph.state(number)
        views = map(puzzle.state_facts, puzzle.preimages(state))
        return list(dict.fromkeys([puzzle.state_facts(state), *views]))


def check_size(strips: Strips, at_least: int | None, table: Table) -> None:
    """Demand so many labels, and a formula that is not too large, before all other work."""
    labels, left_out = table.labels, sum(len(numbers) for _, numbers in table.left_out)
    if not labels or (at_least is not None and len(labels) > at_least):
        claim = f"at least {count(at_least or 0, 'move')}"
        raise CertificateRejected(f"claims {claim} with {count(len(labels), 'label')}")
    length = 1 if at_least is None else at_least
    size = length * length // 2 + left_out + sum(map(len, labels)) * (2 + width_of(strips))
    if size > CLAUSES_LIMIT or length > LABELS_LIMIT:
        raise FormulaTooLarge(
            f"the table is too large for a formula: over {CLAUSES_LIMIT:,} clauses, "
            f"or over {LABELS_LIMIT:,} labels"
        )


def width_of(strips: Strips) -> int:
    """How many facts identify a state, about: of each group of movers one, and those in none."""
    grouped, groups = 0, 0
    for group in strips.groups:
        groups += bool(group & strips.movers & ~grouped)
        grouped |= group
    return groups + (strips.movers & ~grouped).bit_count()


def _check_states(graph: LabelGraph, numbers: Sequence[int], where: str) -> None:
    """Demand states of the puzzle, ascending."""
    for number in numbers:
        try:
            graph.state(number)
        except ValueError as error:
            raise CertificateRejected(f"{where}: {error}") from None
    if any(one >= other for one, other in pairwise(numbers)):
        raise CertificateRejected(f"{where}: the states do not ascend")


def check_left_out(
    graph: LabelGraph,
    at_least: int | None,
    left_out: Sequence[tuple[int, list[int]]],
    bounds: Sequence[LowerBound],
) -> None:
    """Demand (2) of some states; raises CertificateRejected naming one that is too near."""
    if any(one <= other for (one, _), (other, _) in pairwise(left_out)):
        raise CertificateRejected("the numbers of 'c left-out' do not descend")
    for moves, numbers in left_out:
        where = f"left out with {'no way' if moves == NEVER else count(moves, 'move')}"
        if not (moves == NEVER if at_least is None else 1 <= moves < at_least):
            raise CertificateRejected(f"{where}: not in a claim of this length")
        _check_states(graph, numbers, where)
        near = list(filter(graph.is_end, numbers)) if moves == 1 else list(numbers)
        for bound in bounds:
            near = bound.near(near, moves) if near else near
        if near:
            raise CertificateRejected(f"{where}: no bound says it of the state {min(near)}")
