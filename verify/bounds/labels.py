"""Check a labelling with bounds: the states that it leaves out are too far from the goals.

The claim is 'every plan has at least L moves'.  A table gives states the labels 0, 1, 2, …: block k
of the body lists the states labelled k.  The checker demands

(1)  the start has the label 0, and no state in the table is a goal; labels are below L;
(2)  every move from a state labelled g < L - 1 leads to a state with a label of at most g + 1, or
     to one that is L - (g + 1) or more moves away from all goals, by a bound that the header names
     or because it is not a goal itself (which is one move at least).

*Proof.*  Suppose that a plan has k < L moves.  Its first state has the label 0.  As long as its
states are in the table, the state after i moves has a label of at most i, by induction.  Suppose
that the state after i + 1 <= k moves is the first one that the table leaves out.  The state before
it has a label g <= i < L - 1, so by (2) at least L - (g + 1) >= L - (i + 1) moves remain after
i + 1 moves: the plan has at least L moves, a contradiction.  So all states of the plan are in the
table, and the last one is a goal, against (1).

With L infinite ('there is no plan'), (2) is demanded for all labelled states, and a bound must say
that no goal can be reached.  Bounds need only be admissible.  The states left out are those that
A* does not expand, for the same reason (P. Hart, N. Nilsson and B. Raphael, 1968).

The table labels classes under symmetries that keep the start and map the goals onto themselves
(`puzzleproof.verify.bounds.graphs`).  Where the proof says 'the state after i moves', read 'its
class': an image of the plan, which is a plan too, passes the least state of the class after i
moves.  So a bound is only asked about states that some plan passes, and the start reaches these.
A record that is not the least of its class is never looked up, and does no harm.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from puzzleproof.models.errors import CertificateRejected, InternalError
from puzzleproof.models.texts import count
from puzzleproof.verify.bounds import LowerBound, lower_bounds, recomputed, trusted
from puzzleproof.verify.bounds.graphs import LabelGraph, graph_of
from puzzleproof.verify.certificate import Certificate, Counted
from puzzleproof.verify.labelling import COMPARED, NEVER, blocks, check_bounded_claim
from puzzleproof.verify.replay import in_one_line

AT_ONCE = 2_000
"""How many states have their moves checked together."""


def check(certificate: Certificate) -> Counted:
    """Check the body of a certificate with bounds; returns the number of states labelled."""
    labels = check_bounded_claim(certificate)
    graph = graph_of(certificate.puzzle)
    named = certificate.extra["bounds"]
    bounds = lower_bounds(graph, named, certificate.tell)
    table = _Table(graph, bounds, certificate.at_least, COMPARED // labels + 1)
    for block in blocks(certificate):
        table.add(block.name, [number for part in block.parts for number in part])
    table.finish()
    return Counted(table.states, remark=recomputed(named), trusted=trusted(bounds, "moves and "))


class _Table:
    """The labels read so far; the moves of a label are checked once the next label is known."""

    def __init__(
        self, graph: LabelGraph, bounds: Sequence[LowerBound], at_least: int | None, some: int
    ) -> None:
        self._graph, self._bounds, self._at_least, self._some = graph, bounds, at_least, some
        self._known = set[int]()
        """All states with a label up to the last one read."""
        self._here: list[int] = []
        self._label, self.states = -1, 0

    def add(self, name: str, above: list[int]) -> None:
        """Take the states of the next label, and check the moves from those of the one before."""
        self._check_states(name, above)
        if self._label < 0 and self._graph.start not in above:
            raise CertificateRejected(f"{name}: the start is missing")
        self._known.update(above)
        self._check_moves()
        self._here, self._label = above, self._label + 1
        self.states += len(above)

    def finish(self) -> None:
        """Check the moves from the last label, which no label follows."""
        self._check_moves()

    def _check_states(self, name: str, numbers: Iterable[int]) -> None:
        state, is_end = self._graph.state, self._graph.is_end
        for number in numbers:
            try:
                state(number)
            except ValueError as error:
                raise CertificateRejected(f"{name}: {error}") from None
            if is_end(number):
                raise CertificateRejected(f"{name}: a goal state, {self._line(number)}")

    def _check_moves(self) -> None:
        """Check demand (2) for the states labelled g, when those labelled g + 1 have been read."""
        left = self._moves_left()
        if left <= 0:
            return
        self._compare()
        for first in range(0, len(self._here), AT_ONCE):
            some = self._here[first : first + AT_ONCE]
            fault = self._unlabelled(some, left)
            if fault:
                self._reject(some, min(fault), left)

    def _moves_left(self) -> int:
        """How many moves a state that is left out must be away from goals: L - (g + 1)."""
        return NEVER if self._at_least is None else self._at_least - self._label - 1

    def _unlabelled(self, some: Sequence[int], left: int) -> Sequence[int]:
        """States one move from these, without a label, that no bound shows to be so far away."""
        near: Sequence[int] = list(self._graph.beyond(some) - self._known)
        if left == 1:
            near = list(filter(self._graph.is_end, near))
        for bound in self._bounds:
            if not near:
                break
            near = bound.near(near, left)
        return near

    def _reject(self, some: Sequence[int], fault: int, left: int) -> None:
        one = next(number for number in some if fault in self._graph.beyond((number,)))
        ends = f"{self._line(one)} to {self._line(fault)}"
        far = f"goals are {count(left, 'move')} away" if left != NEVER else "no goal can be reached"
        raise CertificateRejected(
            f"label {self._label}: a move leads to a state that has no label up to "
            f"{self._label + 1}, and no bound says that {far}: {ends}"
        )

    def _compare(self) -> None:
        """Compare the moves of some states with the rules: may find a bug, but proves nothing."""
        for number in self._here[:: len(self._here) // self._some + 1]:
            other = self._graph.misses(number)
            if other is not None:
                line = in_one_line(self._graph.puzzle, other)
                raise InternalError(f"the graph and the rules disagree about moves to {line}")

    def _line(self, number: int) -> str:
        return in_one_line(self._graph.puzzle, self._graph.state(number))
