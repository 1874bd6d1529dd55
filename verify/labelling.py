"""Check a labelling by the rules alone: no state has a label that a plan could undercut.

A labelling gives states the labels 0, 1, 2, …: here, block k of the body lists those labelled k.
It proves 'every plan has at least L moves' if (1) the start is labelled 0, (2) no state labelled
below L is a goal, and (3) every move from a state labelled g < L - 1 leads to a state labelled at
most g + 1.  For then, by induction, k < L moves lead to a state labelled at most k, which is no
goal.  With L infinite, (3) for all labelled states, it proves `unsolvable`.

A bidirectional labelling (I. Pohl, Bi-directional search, 1971) needs fewer states: labels 0 … a
from the start as above, (3) for g < a, and labels 0 … b from the goals, where (4) the rules list
all goals that can be reached and each is labelled 0, (5) every move *to* a state labelled h < b
comes from a state labelled at most h + 1; and a + b = L - 1.  Then (6) none of the states labelled
a has a backward label.  Suppose a plan of k < L moves.  The labels of its states rise by one at
most until one has the label a: not before a moves.  If none has, the goal is labelled, against (2).
Else at most b moves remain, so that state has a backward label, against (6).  Of pieces that a goal
leaves free the rules list every arrangement; beyond `GOALS_LISTED` goals no such file is accepted.

In every run the moves of some 200 states, spread over all labels, are compared with the rules'
`successors`: compact states (`models/sliding/compact.py`, or arrays) are another formulation.

A header may name a symmetry; then one state of each two that are mirror images of each other is
labelled: `puzzleproof.verify.classes`.  A table may leave out states that are too far from the end
to matter, by lower bounds that its header names: `puzzleproof.verify.bounds.labels`.

Where moves can be taken back, only blocks g - 1, g and g + 1 are looked up: that demands more than
(3) does, and needs little memory.  `puzzleproof.verify.layers` says which moves need no look.
Besides, no state may be in two of three blocks in a row: that proves nothing, but whoever begins
in the middle (`puzzleproof.verify.halves`) finds the same faults then.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import chain, islice
from typing import Any, Generic, NamedTuple, TypeAlias

from puzzleproof.models import imported
from puzzleproof.models.errors import CertificateRejected, InternalError
from puzzleproof.models.puzzle import GOALS_LISTED, AnyPuzzle, State, listed_goals
from puzzleproof.models.texts import count
from puzzleproof.verify.certificate import ARRAYS, Certificate, Counted
from puzzleproof.verify.classes import StateMirror, mirror_of
from puzzleproof.verify.halves import Helper, SecondHalf, middle, two_can_run
from puzzleproof.verify.layers import L, LabelLayers, interpreted_layers
from puzzleproof.verify.records import Records
from puzzleproof.verify.replay import in_one_line

WITH_BOUNDS = "puzzleproof.verify.bounds.labels:check"
"""Who checks a labelling whose header names lower bounds."""
COMPARED = 200
"""States of a table whose moves, as compact states have them, are compared with the rules'."""
LARGE = 40_000
"""From so many states on a table is checked on arrays, which take a tenth of a second to load."""
VERY_LARGE = 1_000_000
"""From so many states on by two processes: the second takes a quarter of a second to start."""

OnArrays: TypeAlias = tuple[LabelLayers[Any], type[Records]]


def check(certificate: Certificate) -> Counted:
    """Check the body of a certificate; returns the number of states labelled."""
    if "bounds" in certificate.extra:
        return with_bounds(certificate)
    puzzle, at_least, mirror = certificate.puzzle, certificate.at_least, mirror_of(certificate)
    forward, backward = sizes(certificate)
    if backward and not forward:
        raise CertificateRejected("has backward labels and no forward labels")
    claimed = len(forward) + len(backward) - bool(backward)
    if at_least is not None and claimed != at_least:
        counted = f"{len(forward)} + {len(backward)} blocks" if backward else ""
        counted = counted or count(len(forward), "block")
        claim = f"at least {count(at_least, 'move')}"
        raise CertificateRejected(f"claims {claim} with {counted} of labels")
    if at_least is None and backward:
        raise CertificateRejected("claims 'unsolvable' and has backward labels")
    if certificate.plan is not None and len(certificate.plan) < (at_least or 0):
        raise CertificateRejected("the plan is shorter than the bound")
    arrays = None
    if sum(forward) + sum(backward) >= LARGE and not certificate.plain:
        arrays = _on_arrays(puzzle, mirror)
    if arrays is None:
        layers = interpreted_layers(puzzle, mirror)
        return Counted(_Sides(certificate, layers, Records).check())
    if sum(forward) + sum(backward) >= VERY_LARGE and certificate.path and two_can_run():
        begin = middle([*forward, *backward])
        helper = _second(certificate, begin)
        if helper is not None:
            return _by_two(certificate, arrays, helper, begin, len(forward))
    return Counted(_Sides(certificate, *arrays).check(), by=ARRAYS)


def with_bounds(certificate: Certificate) -> Counted:
    """Check a labelling whose header names lower bounds."""
    counted: Counted = imported(WITH_BOUNDS)(certificate)
    return counted


def _second(certificate: Certificate, begin: int) -> Helper | None:
    """The second process, from a block after the first on; None where none can be started."""
    header = str(certificate.extra["header_sha256"])
    with suppress(OSError):
        return Helper(SecondHalf(certificate.path, header, begin))
    return None


def _by_two(
    certificate: Certificate, arrays: OnArrays, helper: Helper, begin: int, forward: int
) -> Counted:
    """Check by two processes; raises OSError where either cannot read the file."""
    with helper:
        # The first backward block has none before it: all of it is the second's.
        end = begin if begin == forward else begin + 1
        states = _Sides(certificate, *arrays, end=end).check()
        try:
            while certificate.body.read_some():
                pass  # all is hashed here too
        except CertificateRejected:
            helper.states()  # a fault of its blocks comes before the file's
            raise
        return Counted(states + helper.states(), by=ARRAYS, processes=2)


def check_from(certificate: Certificate, begin: int) -> int:
    """Check a labelling on arrays from one block to its end; returns the number of states."""
    arrays = _on_arrays(certificate.puzzle, mirror_of(certificate))
    if arrays is None:
        raise InternalError("there is no array checker here, and there was one before")
    return _Sides(certificate, *arrays, begin=begin).check()


def _on_arrays(puzzle: AnyPuzzle, mirror: StateMirror | None) -> OnArrays | None:
    """The array checker; None without numpy, and for puzzles that it does not know."""
    try:
        from puzzleproof.verify.arrays.layers import array_layers
        from puzzleproof.verify.arrays.records import ArrayRecords
    except ImportError:
        return None
    layers = array_layers(puzzle, mirror)
    return None if layers is None else (layers, ArrayRecords)


def sizes(certificate: Certificate) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The sizes of the forward and of the backward blocks; raises CertificateRejected if unfit."""
    forward, backward = certificate.numbers("sizes"), certificate.numbers("backward")
    if sum(forward) + sum(backward) > certificate.body.left:
        raise CertificateRejected("the body ends too early for the states of 'sizes'")
    return forward, backward


class Block(NamedTuple):
    """The packed states of one label, in parts that must be read before the next block."""

    backward: bool
    label: int
    parts: Iterator[Any]
    """Lists, or what the reader of records makes."""

    @property
    def name(self) -> str:
        """Its name in messages."""
        return f"{'backward ' * self.backward}label {self.label}"


def blocks(certificate: Certificate, reader: type[Records] = Records) -> Iterator[Block]:
    """The blocks of a labelling, as they stand in its body: forward, then backward."""
    records = reader(certificate.body, certificate.puzzle.pack_width)
    for backward, side in zip((False, True), sizes(certificate), strict=True):
        for label, size in enumerate(side):
            block = Block(backward, label, iter(()))
            yield block._replace(parts=records.block(block.name, size))
    records.finish()


class _Sides(Generic[L]):
    """Both sides of a labelling, block by block: labels from the start, labels from the goals.

    ``begin`` and ``end`` bound the blocks of this process (`puzzleproof.verify.halves`), forward
    and backward ones counted on: of the first of them, unless it is block 0, only the moves are
    checked, and of the last one all but the moves.
    """

    def __init__(
        self,
        certificate: Certificate,
        layers: LabelLayers[L],
        records: type[Records],
        *,
        begin: int = 0,
        end: int | None = None,
    ) -> None:
        self._certificate, self._puzzle, self._layers = certificate, certificate.puzzle, layers
        self._blocks = blocks(certificate, records)
        self._begin, self._end = begin, end
        mirror = mirror_of(certificate)
        self._name: Callable[[State], State] = self._puzzle.canonical
        """The state that stands for a state among the labels."""
        if mirror is not None:
            self._name = mirror.least
        self._last = layers.layer(())

    def check(self) -> int:
        """Check what is to be checked; returns the number of states."""
        forward, backward = map(len, sizes(self._certificate))
        states = self.check_forward(forward, closed=self._certificate.at_least is None)
        if backward and (self._end is None or self._end > forward):
            states += self.check_backward(backward, forward)
        if self._end is None:
            self.finish()
        return states

    def check_forward(self, labels: int, *, closed: bool) -> int:
        """Check (1), (2) and (3); ``closed`` also demands (3) of the last label.

        Returns the number of states; raises CertificateRejected naming the first that fails.
        """
        layers, start = self._layers, self._name(self._puzzle.canonical(self._puzzle.start))

        def look(label: int, layer: L) -> None:
            if not label and layers.missing(layer, (start,)) is not None:
                raise CertificateRejected("label 0: the start is missing")
            if (goal := layers.goal(layer)) is not None:
                raise CertificateRejected(f"label {label}: a goal state, {self._line(goal)}")

        return self._check("label", labels, look, closed=closed)

    def check_backward(self, labels: int, before: int) -> int:
        """Check (4), (5) and (6), which is about the last layer of the forward labels.

        ``before`` is the number of forward labels.
        """
        layers, goals, meeting = self._layers, listed_goals(self._puzzle), self._last
        if goals is None:
            raise CertificateRejected(
                "has backward labels: the rules list no goal states (or more than "
                f"{GOALS_LISTED:,}), or moves cannot be taken back"
            )

        named = list(dict.fromkeys(map(self._name, goals)))

        def look(label: int, layer: L) -> None:
            goal = None if label else layers.missing(layer, named)
            if goal is not None:
                line = self._line(goal)
                raise CertificateRejected(f"backward label 0: a goal state is missing, {line}")
            if (state := layers.shared(layer, meeting)) is not None:
                raise CertificateRejected(
                    f"backward label {label}: a state of the last forward label, "
                    f"{self._line(state)}"
                )

        return self._check("backward label", labels, look, closed=False, before=before)

    def _check(
        self,
        name: str,
        labels: int,
        look: Callable[[int, L], None],
        *,
        closed: bool,
        before: int = 0,
    ) -> int:
        """Check layers in order; ``look`` checks of each what is not a move."""
        layers, states, label = self._layers, 0, -1
        below, here, none = layers.layer(()), layers.layer(()), layers.layer(())
        begin = max(0, self._begin - before)
        end = labels if self._end is None else min(labels, self._end - before)
        for label, above in self._side(begin, end, labels):
            if label > begin:
                self._check_once(f"{name} {label}", (below, here, above))
                self._check_moves(f"{name} {label - 1}", label, (below, here, above))
            if label:
                below = layers.kept(below, here)
            if label > begin or not begin:
                look(label, above)
                self._compare(above, COMPARED // labels + 1, goals=name == "backward label")
                states += layers.size(above)
            here = above
        if closed and self._end is None:
            if label < 0:
                raise CertificateRejected("claims 'unsolvable' and labels no state")
            self._check_moves(f"{name} {label}", label + 1, (below, here, none))
        return states

    def _check_once(self, where: str, three: tuple[L, L, L]) -> None:
        """No state of the last layer is in one of the two before it."""
        below, here, above = three
        for layer in (here, below):
            if (state := self._layers.shared(above, layer)) is not None:
                line = self._line(state)
                raise CertificateRejected(f"{where}: a state has a smaller label too, {line}")

    def _check_moves(self, where: str, most: int, three: tuple[L, L, L]) -> None:
        """No move from the layer in the middle leads out of the three."""
        fault = self._layers.fault(*three)
        if fault is not None:
            one, other = map(self._line, fault)
            raise CertificateRejected(
                f"{where}: a move leads to a state that has no label up to {most}: {one} to {other}"
            )

    def _compare(self, layer: L, some: int, *, goals: bool) -> None:
        """Compare some states' moves with those of `successors`.

        A sample proves nothing: it is there to find a bug of the compact states.
        Where no ``goals`` may be, and none were seen, none of these states is one by the rules.
        """
        states, found = self._layers.sampled(layer, some)
        told = chain.from_iterable(map(self._puzzle.successors, states))
        for after in found ^ set(map(self._name, told)):
            text = "compact states and the rules disagree about moves to"
            raise InternalError(f"{text} {self._line(after)}")
        if not goals:
            for goal in filter(self._puzzle.is_goal, states):
                raise InternalError(f"compact states see no goal in {self._line(goal)}")

    def _side(self, begin: int, end: int, labels: int) -> Iterator[tuple[int, L]]:
        """The layers from that before ``begin`` (or the last) to ``end``; the last is remembered.

        The blocks before are read and dropped.
        """
        for block in islice(self._blocks, end):
            if block.label < min(begin, labels) - 1:
                deque(block.parts, maxlen=0)
                continue
            try:
                self._last = self._layers.layer(block.parts)
            except ValueError as error:
                raise CertificateRejected(f"{block.name}: {error}") from None
            yield block.label, self._last

    def finish(self) -> None:
        """There is nothing after the last block."""
        next(self._blocks, None)

    def _line(self, state: State) -> str:
        return in_one_line(self._puzzle, state)
