"""Check tables by their definition: with the rules' `successors` and `is_goal`, without shortcuts.

This module checks by loops over states what `puzzleproof.verify.labelling` demands of a labelling,
and what `puzzleproof.verify.bounds.labels` demands of a labelling with bounds.  A reader who has
read the rules of a family (`puzzleproof.models`) and this file need not trust any other checker of
tables: `verify --by-rules` runs this one.  (An invariant and a refutation have only one checker
each, which is their definition: `puzzleproof.verify.invariant`, `puzzleproof.verify.refutation`.)

If the header names a symmetry, states stand for their classes (`puzzleproof.verify.classes`): each
record must be the name of its class, and the state after a move is looked up by its name.

If every move can be taken back, the state after a move is looked up only among the labels g - 1, g
and g + 1.  This demands more than the definition does, and needs the memory of only three labels.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import TYPE_CHECKING, NamedTuple

from puzzleproof.models import imported
from puzzleproof.models.budget import BATCH, metered
from puzzleproof.models.errors import CertificateRejected, InternalError
from puzzleproof.models.puzzle import State
from puzzleproof.verify.certificate import Certificate, Counted
from puzzleproof.verify.labelling import (
    NEVER,
    UNNAMED,
    Block,
    blocks,
    check_bounded_claim,
    goals_of,
    sizes,
)
from puzzleproof.verify.replay import in_one_line

if TYPE_CHECKING:
    from puzzleproof.verify.bounds.graphs import LabelGraph


MIRROR = "puzzleproof.verify.classes:mirror_of"
"""The function that reads the symmetry that a header names."""


class Side(NamedTuple):
    """Labels from the start or from the goals, and the demands on them other than on moves."""

    name: str
    labels: int
    origins: Sequence[State]
    """The states that must have the label 0."""
    missing: str
    """The message about an origin without this label."""
    forbidden: Callable[[State], bool]
    """Whether a state must not be labelled."""
    found: str
    """The message about a labelled state that must not be."""


def check(certificate: Certificate) -> int:
    """Check the labels of a table without bounds; returns the number of states."""
    table = Table(certificate)
    forward, backward = map(len, sizes(certificate))
    puzzle = certificate.puzzle
    start = table.name(puzzle.canonical(puzzle.start))
    side = Side("label", forward, [start], "the start is missing", puzzle.is_goal, "a goal state")
    last = table.check(side, closed=certificate.at_least is None)
    if backward:
        goals = goals_of(certificate, table.name)
        missing, found = "a goal state is missing", "a state of the last forward label"
        side = Side("backward label", backward, goals, missing, last.__contains__, found)
        table.check(side, closed=False)
    table.finish()
    return table.states


class Table:
    """The labels of a file, read one after the other."""

    def __init__(self, certificate: Certificate) -> None:
        self._puzzle, self._blocks = certificate.puzzle, blocks(certificate)
        named = "symmetry" in certificate.extra
        self._mirror = imported(MIRROR)(certificate) if named else None
        self.states = 0
        """How many states have been checked."""

    def name(self, state: State) -> State:
        """The state that stands for a canonical state in the table: the name of its class."""
        return state if self._mirror is None else self._mirror.least(state)

    def check(self, side: Side, *, closed: bool) -> set[State]:
        """Check the labels of a side; ``closed``: also the moves from the last label.

        Returns the states with the last label.
        """
        below, here = set[State](), set[State]()
        for block in islice(self._blocks, side.labels):
            above = self._read(block)
            if block.label:
                self._check_moves(side.name, block.label - 1, (below, here, above))
                if self._puzzle.reversible:
                    below = here
                else:
                    below |= here
            self._check_states(side, block, above)
            here = above
        if closed:
            if not side.labels:
                raise CertificateRejected("claims 'unsolvable' and labels no state")
            self._check_moves(side.name, side.labels - 1, (below, here, set()))
        return here

    def finish(self) -> None:
        """Raise CertificateRejected if anything follows the last label."""
        next(self._blocks, None)

    def _read(self, block: Block) -> set[State]:
        found = set[State]()
        for numbers in block.parts:
            each = unpacked(block, numbers, self._puzzle.unpack)
            states = list(metered(each, self.states + len(found)))
            if self._mirror is not None:
                for number, state in zip(numbers, states, strict=True):
                    if self._mirror.least(state) != state:
                        raise CertificateRejected(f"{block.name}: record {number}: {UNNAMED}")
            found.update(states)
        self.states += len(found)
        return found

    def _check_states(self, side: Side, block: Block, states: set[State]) -> None:
        for state in () if block.label else side.origins:
            if state not in states:
                line = "" if side.name == "label" else f", {self._line(state)}"
                raise CertificateRejected(f"{block.name}: {side.missing}{line}")
        if any(map(side.forbidden, states)):
            line = self._line(min(filter(side.forbidden, states)))
            raise CertificateRejected(f"{block.name}: {side.found}, {line}")

    def _check_moves(self, name: str, label: int, three: tuple[set[State], ...]) -> None:
        """Check that no move from ``label``, the middle one of the ``three``, leads out of them."""
        below, here, above = three
        after = metered(chain.from_iterable(map(self._puzzle.successors, here)))
        while some := set(islice(after, BATCH)):
            reached = some if self._mirror is None else set(map(self.name, some))
            if reached - above - here - below:
                raise self._unlabelled(name, label, three)

    def _unlabelled(
        self, name: str, label: int, three: tuple[set[State], ...]
    ) -> CertificateRejected:
        """The first move, of states in order, from ``label`` to a state without a label."""
        for one in sorted(three[1]):
            for end in map(self.name, metered(self._puzzle.successors(one))):
                if not any(end in labelled for labelled in three):
                    return CertificateRejected(
                        f"{name} {label}: a move leads to a state that has no label up to "
                        f"{label + 1}: {self._line(one)} to {self._line(end)}"
                    )
        raise InternalError(f"the moves of {name} {label} differ from one time to the next")

    def _line(self, state: State) -> str:
        return in_one_line(self._puzzle, state)


def unpacked(
    block: Block, numbers: Iterable[int], unpack: Callable[[int], State]
) -> Iterator[State]:
    """The states of a block; raises CertificateRejected for a number that is no packed state."""
    number = -1
    try:
        for number in numbers:
            yield unpack(number)
    except ValueError as error:
        raise CertificateRejected(f"{block.name}: record {number}: {error}") from None


# --- with bounds --------------------------------------------------------------------------


def check_bounded(certificate: Certificate) -> Counted:
    """Check a table with bounds, moves by the rules, classes by the graph; counts states."""
    from puzzleproof.verify.bounds import lower_bounds, recomputed, trusted
    from puzzleproof.verify.bounds.graphs import graph_of
    from puzzleproof.verify.bounds.labels import unproven

    check_bounded_claim(certificate)
    puzzle, least = certificate.puzzle, certificate.at_least
    graph = graph_of(puzzle)
    named = certificate.extra["bounds"]
    bounds = lower_bounds(graph, named, certificate.tell)

    def beyond(number: int) -> set[int]:
        """The classes one move away."""
        after = map(puzzle.pack, puzzle.successors(puzzle.unpack(number)))
        return {min(graph.members(other)) for other in after}

    def is_far(number: int, moves: int) -> bool:
        """Whether a state that the table leaves out is ``moves`` or more moves from all goals."""
        not_there = moves == 1 and not graph.is_end(number)
        return not_there or any(not bound.near((number,), moves) for bound in bounds)

    label = _labels(certificate, graph)
    if label.get(graph.start) != 0:
        raise CertificateRejected("label 0: the start is missing")
    for number, g in label.items():
        moves = NEVER if least is None else least - g - 1
        for after in beyond(number) if moves > 0 else ():
            if label.get(after, NEVER) > g + 1 and not is_far(after, moves):
                raise unproven(graph, g, moves, number, after)
    states = sum(certificate.numbers("sizes"))
    return Counted(states, remark=recomputed(named), trusted=trusted(bounds))


def _labels(certificate: Certificate, graph: "LabelGraph") -> dict[int, int]:
    """The least label of each packed state; raises CertificateRejected if one is a goal."""
    label = dict[int, int]()
    for block in blocks(certificate):
        numbers = [number for part in block.parts for number in part]
        for number, state in zip(numbers, unpacked(block, numbers, graph.state), strict=True):
            if graph.is_end(number):
                line = in_one_line(certificate.puzzle, state)
                raise CertificateRejected(f"{block.name}: a goal state, {line}")
            label.setdefault(number, block.label)
    return label
