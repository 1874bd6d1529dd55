"""Check a labelling with bounds: the states that it leaves out are too far from the goals.

The claim is 'every plan has at least L moves'.  A table gives states the labels 0, 1, 2, …: block k
of the body lists the states labelled k.  The checker demands

(1)  the start has the label 0, and no state in the table is a goal; labels are below L;
(2)  every move from a state labelled g < L - 1 leads to a state with a label of at most g + 1, or
     to one that is L - (g + 1) or more moves away from all goals, by a bound that the header names
     or because it is not a goal itself (then at least one move away).

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
moves.  So a bound is only applied to states that some plan passes, and that the start reaches.
A record that is not the least of its class is never looked up, and does no harm.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from itertools import chain
from typing import Any, TypeAlias

from puzzleproof.models import imported
from puzzleproof.models.budget import spend
from puzzleproof.models.errors import CertificateRejected, InternalError
from puzzleproof.models.texts import count
from puzzleproof.verify.bounds import NEVER, LowerBound, in_arrays, lower_bounds, recomputed
from puzzleproof.verify.bounds.graphs import LabelGraph, graph_of
from puzzleproof.verify.certificate import ARRAYS, DEFINITION, GRAPH, Certificate, Counted
from puzzleproof.verify.labelling import Block, blocks, sizes
from puzzleproof.verify.records import Records
from puzzleproof.verify.replay import in_one_line

LARGE, LARGER_A_LABEL = 20_000, 500
"""For tables with bounds, arrays are quicker if there are at least LARGE states plus LARGER_A_LABEL
for each label."""
COMPARED = 200
"""For this many states, moves generated on arrays or in a graph are compared with the rules."""

Numbers: TypeAlias = Any
"""Packed states: a list, or an array."""


class Table:
    """The states labelled so far, in plain Python; the graph makes their moves."""

    reader: type[Records] = Records
    at_once = 2_000
    """The number of states whose moves are checked together."""

    def __init__(self, graph: LabelGraph, bounds: Sequence[LowerBound]) -> None:
        self.graph, self.bounds = graph, bounds
        self._known = set[int]()

    def add(self, block: Block) -> Numbers:
        """Add and return a block's states; raises CertificateRejected for a goal or a non-state."""
        numbers = [number for part in block.parts for number in part]
        self.check_states(block.name, numbers)
        self._known.update(numbers)
        return numbers

    def check_states(self, name: str, numbers: Iterable[int]) -> None:
        """Raise CertificateRejected unless the numbers are states and no goals."""
        for number in numbers:
            try:
                state = self.graph.state(number)
            except ValueError as error:
                raise CertificateRejected(f"{name}: record {number}: {error}") from None
            if self.graph.is_end(number):
                line = in_one_line(self.graph.puzzle, state)
                raise CertificateRejected(f"{name}: a goal state, {line}")

    def near(self, some: Numbers, left: int) -> list[int]:
        """List the unlabelled next states that no bound shows to be ``left`` moves from goals."""
        spend(len(some) * (1 + len(self.bounds)), 100 * len(self._known))
        unknown = self.after(some) - self._known
        near = list(filter(self.graph.is_end, unknown) if left == 1 else unknown)
        for bound in self.bounds:
            near = bound.near(near, left) if near else near
        return near

    def after(self, some: Numbers) -> set[int]:
        """Return the classes one move later."""
        return self.graph.beyond(some)


def check_claim(certificate: Certificate) -> int:
    """Count the labels of a table with bounds; reject a table with labels from the goals."""
    forward, backward = sizes(certificate)
    labels, at_least = len(forward), certificate.at_least
    if backward or not forward:
        raise CertificateRejected("with 'bounds', expected labels from the start alone")
    if at_least is not None and not labels <= at_least < NEVER:
        claim = f"at least {count(at_least, 'move')}"
        raise CertificateRejected(f"claims {claim} with {count(labels, 'block')} of labels")
    return labels


def check(certificate: Certificate) -> Counted:
    """Check the body of a certificate with bounds; returns the number of states labelled."""
    labels, least = check_claim(certificate), certificate.at_least
    graph, named = graph_of(certificate.puzzle), certificate.extra["bounds"]
    bounds = lower_bounds(graph, named, certificate.tell)
    if certificate.by_rules:
        check_by_definition(certificate, graph, bounds)
        number = sum(certificate.numbers("sizes"))
        return Counted(number, recomputed(named), in_arrays=in_arrays(bounds))
    table, states = _table(certificate, graph, bounds), 0
    here: Numbers = []

    def check_moves(label: int) -> None:
        """Check demand (2) for the states of a label; the table has the next label too."""
        left = NEVER if least is None else least - label - 1
        if left > 0:
            _compare(table, here[:: len(here) // (COMPARED // labels + 1) + 1])
            for first in range(0, len(here), table.at_once):
                some = here[first : first + table.at_once]
                if near := table.near(some, left):
                    after = min(near)
                    one = next(one for one in map(int, some) if after in graph.beyond((one,)))
                    raise unproven(graph, label, left, one, after)

    for block in blocks(certificate, table.reader):
        above = table.add(block)
        if not block.label and graph.start not in above:
            raise CertificateRejected(f"{block.name}: the start is missing")
        check_moves(block.label - 1)
        here, states = above, states + len(above)
    check_moves(labels - 1)
    by = ARRAYS if type(table) is not Table else DEFINITION if type(graph) is LabelGraph else GRAPH
    return Counted(states, recomputed(named), by, in_arrays(bounds))


def _table(certificate: Certificate, graph: LabelGraph, bounds: Sequence[LowerBound]) -> Table:
    """Return an empty table, in arrays if that is quicker and the graph has one."""
    found: Table | None = None
    if graph.on_arrays and is_large(certificate):
        with suppress(ImportError):  # there may be no numpy
            found = imported(graph.on_arrays)(graph, bounds)
    return found or Table(graph, bounds)


def is_large(certificate: Certificate) -> bool:
    """Tell whether arrays are quicker for this table."""
    every = [*chain(*sizes(certificate))]
    return sum(every) >= LARGE + LARGER_A_LABEL * len(every)


def _compare(table: Table, numbers: Numbers) -> None:
    """Compare the moves of some states with the rules: may find a bug, but proves nothing."""
    graph = table.graph
    for k, number in enumerate(map(int, numbers)):
        for other in table.after(numbers[k : k + 1]) ^ set(graph.by_rules(number)):
            line = in_one_line(graph.puzzle, graph.state(other))
            raise InternalError(f"the graph and the rules disagree about moves to {line}")


def unproven(graph: LabelGraph, label: int, left: int, *ends: int) -> CertificateRejected:
    """Return the fault of a move, between these ``ends``, that breaks demand (2)."""
    line = " to ".join(in_one_line(graph.puzzle, graph.state(number)) for number in ends)
    far = f"goals are {count(left, 'move')} away" if left != NEVER else "no goal can be reached"
    return CertificateRejected(
        f"label {label}: a move leads to a state that has no label up to {label + 1}, "
        f"and no bound says that {far}: {line}"
    )


# --- by definition --------------------------------------------------------------------------


def check_by_definition(
    certificate: Certificate, graph: LabelGraph, bounds: Sequence[LowerBound]
) -> None:
    """Check the demands with moves by the rules, state by state; classes come from the graph."""
    least, table, label = certificate.at_least, Table(graph, bounds), dict[int, int]()
    for block in blocks(certificate):
        numbers = [number for part in block.parts for number in part]
        table.check_states(block.name, numbers)
        for number in numbers:
            label.setdefault(number, block.label)
    if label.get(graph.start) != 0:
        raise CertificateRejected("label 0: the start is missing")

    def is_far(number: int, moves: int) -> bool:
        """Tell whether a state that the table leaves out is ``moves`` moves from all goals."""
        not_there = moves == 1 and not graph.is_end(number)
        return not_there or any(not bound.near((number,), moves) for bound in bounds)

    for number, g in label.items():
        moves = NEVER if least is None else least - g - 1
        for after in set(graph.by_rules(number)) if moves > 0 else ():
            if label.get(after, NEVER) > g + 1 and not is_far(after, moves):
                raise unproven(graph, g, moves, number, after)
