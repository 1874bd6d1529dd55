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

A table may leave out states that are too far from the end to matter, by lower bounds that its
header names: `puzzleproof.verify.bounds.labels`.

Where moves can be taken back, only blocks g - 1, g and g + 1 are looked up: that demands more than
(3) does, and needs little memory.  `puzzleproof.verify.layers` says which moves need no look.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain, islice
from typing import Any, Generic, NamedTuple

from puzzleproof.models import imported
from puzzleproof.models.errors import CertificateRejected, InternalError
from puzzleproof.models.puzzle import GOALS_LISTED, AnyPuzzle, State, listed_goals
from puzzleproof.models.texts import count
from puzzleproof.verify.certificate import ARRAYS, INTERPRETED, Certificate, Counted
from puzzleproof.verify.layers import L, LabelLayers, interpreted_layers
from puzzleproof.verify.records import Records
from puzzleproof.verify.replay import in_one_line

WITH_BOUNDS = "puzzleproof.verify.bounds.labels:check"
"""Who checks a labelling whose header names lower bounds."""
COMPARED = 200
"""States of a table whose moves, as compact states have them, are compared with the rules'."""
LARGE = 40_000
"""From so many states on a table is checked on arrays, which take a tenth of a second to load."""


def check(certificate: Certificate) -> Counted:
    """Check the body of a certificate; returns the number of states labelled."""
    if "bounds" in certificate.extra:
        return with_bounds(certificate)
    puzzle, at_least = certificate.puzzle, certificate.at_least
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
    by, layers, records = INTERPRETED, interpreted_layers(puzzle), Records
    if sum(forward) + sum(backward) >= LARGE and not certificate.plain:
        by, layers, records = _on_arrays(puzzle) or (by, layers, records)
    sides = _Sides(puzzle, layers, blocks(certificate, records))
    states = sides.check_forward(len(forward), closed=at_least is None)
    if backward:
        states += sides.check_backward(len(backward))
    sides.finish()
    return Counted(states, by=by)


def with_bounds(certificate: Certificate) -> Counted:
    """Check a labelling whose header names lower bounds."""
    counted: Counted = imported(WITH_BOUNDS)(certificate)
    return counted


def _on_arrays(puzzle: AnyPuzzle) -> tuple[str, LabelLayers[Any], type[Records]] | None:
    """The array checker; None without numpy, and for puzzles that it does not know."""
    try:
        from puzzleproof.verify.arrays.layers import array_layers
        from puzzleproof.verify.arrays.records import ArrayRecords
    except ImportError:
        return None
    layers = array_layers(puzzle)
    return None if layers is None else (ARRAYS, layers, ArrayRecords)


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
    """Both sides of a labelling, block by block: labels from the start, labels from the goals."""

    def __init__(self, puzzle: AnyPuzzle, layers: LabelLayers[L], found: Iterator[Block]) -> None:
        self._puzzle, self._layers, self._blocks = puzzle, layers, found
        self._last = layers.layer(())

    def check_forward(self, labels: int, *, closed: bool) -> int:
        """Check (1), (2) and (3); ``closed`` also demands (3) of the last label.

        Returns the number of states; raises CertificateRejected naming the first that fails.
        """
        layers, start = self._layers, self._puzzle.canonical(self._puzzle.start)

        def look(label: int, layer: L) -> None:
            if not label and layers.missing(layer, (start,)) is not None:
                raise CertificateRejected("label 0: the start is missing")
            if (goal := layers.goal(layer)) is not None:
                raise CertificateRejected(f"label {label}: a goal state, {self._line(goal)}")

        return self._check("label", labels, look, closed=closed)

    def check_backward(self, labels: int) -> int:
        """Check (4), (5) and (6), which is about the last layer of the forward labels."""
        layers, goals, meeting = self._layers, listed_goals(self._puzzle), self._last
        if goals is None:
            raise CertificateRejected(
                "has backward labels: the rules list no goal states (or more than "
                f"{GOALS_LISTED:,}), or moves cannot be taken back"
            )

        def look(label: int, layer: L) -> None:
            goal = None if label else layers.missing(layer, goals)
            if goal is not None:
                line = self._line(goal)
                raise CertificateRejected(f"backward label 0: a goal state is missing, {line}")
            if (state := layers.shared(layer, meeting)) is not None:
                raise CertificateRejected(
                    f"backward label {label}: a state of the last forward label, "
                    f"{self._line(state)}"
                )

        return self._check("backward label", labels, look, closed=False)

    def _check(
        self, name: str, labels: int, look: Callable[[int, L], None], *, closed: bool
    ) -> int:
        """Check so many layers in order; ``look`` checks of each what is not a move."""
        layers, states, label = self._layers, 0, -1
        below, here, none = layers.layer(()), layers.layer(()), layers.layer(())
        for label, above in enumerate(self._side(labels)):
            if label:
                self._check_moves(f"{name} {label - 1}", label, (below, here, above))
                below = layers.kept(below, here)
            look(label, above)
            self._compare(above, COMPARED // labels + 1, goals=name == "backward label")
            states += layers.size(above)
            here = above
        if closed:
            if label < 0:
                raise CertificateRejected("claims 'unsolvable' and labels no state")
            self._check_moves(f"{name} {label}", label + 1, (below, here, none))
        return states

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
        for after in found ^ set(chain.from_iterable(map(self._puzzle.successors, states))):
            text = "compact states and the rules disagree about moves to"
            raise InternalError(f"{text} {self._line(after)}")
        if not goals:
            for goal in filter(self._puzzle.is_goal, states):
                raise InternalError(f"compact states see no goal in {self._line(goal)}")

    def _side(self, labels: int) -> Iterator[L]:
        """The next so many layers; the last one is remembered.  After all nothing may follow."""
        for block in islice(self._blocks, labels):
            try:
                self._last = self._layers.layer(block.parts)
            except ValueError as error:
                raise CertificateRejected(f"{block.name}: {error}") from None
            yield self._last

    def finish(self) -> None:
        """There is nothing after the last block."""
        next(self._blocks, None)

    def _line(self, state: State) -> str:
        return in_one_line(self._puzzle, state)
