"""The check of a labelling on arrays: the demands of `puzzleproof.verify.labelling`, in its order.

In every run the moves of some 200 states, spread over all labels, are compared with the rules'
`successors`, and none of these states may be a goal by the rules where arrays have seen none.
That proves nothing; it is there to find a bug.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain, islice
from typing import NamedTuple

from puzzleproof.models.errors import CertificateRejected, InternalError
from puzzleproof.models.puzzle import State
from puzzleproof.verify.arrays.layers import ArrayLayer, ArrayLayers, array_layers
from puzzleproof.verify.arrays.records import ArrayRecords
from puzzleproof.verify.certificate import Certificate
from puzzleproof.verify.classes import mirror_of
from puzzleproof.verify.labelling import COMPARED, Block, blocks, goals_of, sizes
from puzzleproof.verify.replay import in_one_line


def array_check(certificate: Certificate) -> Callable[[], int] | None:
    """The check of a labelling, which returns the number of states; None where arrays have none."""
    layers = array_layers(certificate.puzzle, mirror_of(certificate))
    return None if layers is None else ArrayTable(certificate, layers).check


class _Side(NamedTuple):
    """Labels from one end, and what is asked of each layer besides the moves."""

    name: str
    labels: int
    look: Callable[[int, ArrayLayer], None]


class ArrayTable:
    """The labels of a file, read one after the other."""

    def __init__(self, certificate: Certificate, layers: ArrayLayers) -> None:
        self._certificate, self._puzzle, self._layers = certificate, certificate.puzzle, layers
        self._blocks = blocks(certificate, ArrayRecords)
        self._mirror = mirror_of(certificate)
        self._last = layers.layer(())
        """The states of the last forward label."""
        self._states = 0

    def check(self) -> int:
        """Check all that is demanded; returns the number of states."""
        forward, backward = map(len, sizes(self._certificate))
        closed = self._certificate.at_least is None
        self._last = self._check(_Side("label", forward, self._look_forward), closed=closed)
        if backward:
            goals = goals_of(self._certificate, self._name)

            def look(label: int, layer: ArrayLayer) -> None:
                self._look_backward(label, layer, goals)

            self._check(_Side("backward label", backward, look), closed=False)
        next(self._blocks, None)  # there is nothing after the last
        return self._states

    def _name(self, state: State) -> State:
        """The state that stands for a canonical state among the labels."""
        return state if self._mirror is None else self._mirror.least(state)

    def _look_forward(self, label: int, layer: ArrayLayer) -> None:
        start = self._name(self._puzzle.canonical(self._puzzle.start))
        if not label and self._layers.missing(layer, (start,)) is not None:
            raise CertificateRejected("label 0: the start is missing")
        if (goal := self._layers.goal(layer)) is not None:
            raise CertificateRejected(f"label {label}: a goal state, {self._line(goal)}")

    def _look_backward(self, label: int, layer: ArrayLayer, goals: Sequence[State]) -> None:
        goal = None if label else self._layers.missing(layer, goals)
        if goal is not None:
            line = self._line(goal)
            raise CertificateRejected(f"backward label 0: a goal state is missing, {line}")
        if (state := self._layers.shared(layer, self._last)) is not None:
            raise CertificateRejected(
                f"backward label {label}: a state of the last forward label, {self._line(state)}"
            )

    def _check(self, side: _Side, *, closed: bool) -> ArrayLayer:
        """Check the layers in order; returns the last one."""
        none = self._layers.layer(())
        below, here = none, none
        for block in islice(self._blocks, side.labels):
            above = self._read(block)
            if block.label:
                self._check_moves(side.name, block.label - 1, (below, here, above))
            side.look(block.label, above)
            self._compare(above, COMPARED // side.labels + 1, goals=side.name != "label")
            self._states += len(above.keys)
            below, here = here, above
        if closed:
            if not side.labels:
                raise CertificateRejected("claims 'unsolvable' and labels no state")
            self._check_moves(side.name, side.labels - 1, (below, here, none))
        return here

    def _read(self, block: Block) -> ArrayLayer:
        try:
            return self._layers.layer(block.parts)
        except ValueError as error:
            raise CertificateRejected(f"{block.name}: {error}") from None

    def _check_moves(
        self, name: str, label: int, three: tuple[ArrayLayer, ArrayLayer, ArrayLayer]
    ) -> None:
        """No move from the layer in the middle leads out of the three."""
        fault = self._layers.fault(*three)
        if fault is not None:
            one, other = map(self._line, fault)
            raise CertificateRejected(
                f"{name} {label}: a move leads to a state that has no label up to {label + 1}: "
                f"{one} to {other}"
            )

    def _compare(self, layer: ArrayLayer, some: int, *, goals: bool) -> None:
        """Compare some states' moves with those of `successors`.

        Where no ``goals`` may be, and none were seen, none of these states is one by the rules.
        """
        states, found = self._layers.sampled(layer, some)
        told = chain.from_iterable(map(self._puzzle.successors, states))
        for after in found ^ set(map(self._name, told)):
            text = "arrays and the rules disagree about moves to"
            raise InternalError(f"{text} {self._line(after)}")
        if not goals:
            for goal in filter(self._puzzle.is_goal, states):
                raise InternalError(f"arrays see no goal in {self._line(goal)}")

    def _line(self, state: State) -> str:
        return in_one_line(self._puzzle, state)
