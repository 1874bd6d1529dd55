"""The check of a labelling on arrays: the demands of `puzzleproof.verify.labelling`, in its order.

In every run the moves of some 200 states, spread over all labels, are compared with the rules'
`successors`, and none of these states may be a goal by the rules where arrays have seen none.
That proves nothing; it is there to find a bug.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import chain, islice
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np

from puzzleproof.models.errors import CertificateRejected, InternalError
from puzzleproof.models.puzzle import AnyPuzzle, State
from puzzleproof.verify.arrays.boards import ArrayBoards, array_boards
from puzzleproof.verify.arrays.records import ArrayRecords, Sets, Truths, Words
from puzzleproof.verify.certificate import Certificate
from puzzleproof.verify.classes import mirror_of
from puzzleproof.verify.labelling import COMPARED, Block, blocks, goals_of, sizes
from puzzleproof.verify.replay import in_one_line

if TYPE_CHECKING:
    from puzzleproof.models.sliding.mirrors import Mirror

CHUNK = 1 << 15
"""States whose moves are looked up together."""
Layer: TypeAlias = Words
"""The keys of the states of a label, in ascending order."""


def array_check(certificate: Certificate) -> Callable[[], int] | None:
    """The check of a labelling, which returns the number of states; None where arrays have none."""
    layers = array_layers(certificate.puzzle, mirror_of(certificate))
    return None if layers is None else ArrayTable(certificate, layers).check


class _Side(NamedTuple):
    """Labels from one end, and what is asked of each layer besides the moves."""

    name: str
    labels: int
    look: Callable[[int, Layer], None]


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

            def look(label: int, layer: Layer) -> None:
                self._look_backward(label, layer, goals)

            self._check(_Side("backward label", backward, look), closed=False)
        next(self._blocks, None)  # there is nothing after the last
        return self._states

    def _name(self, state: State) -> State:
        """The state that stands for a canonical state among the labels."""
        return state if self._mirror is None else self._mirror.least(state)

    def _look_forward(self, label: int, layer: Layer) -> None:
        start = self._name(self._puzzle.canonical(self._puzzle.start))
        if not label and self._layers.missing(layer, (start,)) is not None:
            raise CertificateRejected("label 0: the start is missing")
        if (goal := self._layers.goal(layer)) is not None:
            raise CertificateRejected(f"label {label}: a goal state, {self._line(goal)}")

    def _look_backward(self, label: int, layer: Layer, goals: Sequence[State]) -> None:
        goal = None if label else self._layers.missing(layer, goals)
        if goal is not None:
            line = self._line(goal)
            raise CertificateRejected(f"backward label 0: a goal state is missing, {line}")
        if (state := self._layers.shared(layer, self._last)) is not None:
            raise CertificateRejected(
                f"backward label {label}: a state of the last forward label, {self._line(state)}"
            )

    def _check(self, side: _Side, *, closed: bool) -> Layer:
        """Check the layers in order; returns the last one."""
        none = self._layers.layer(())
        below, here = none, none
        for block in islice(self._blocks, side.labels):
            above = self._read(block)
            if block.label:
                self._check_moves(side.name, block.label - 1, (below, here, above))
            side.look(block.label, above)
            self._compare(above, COMPARED // side.labels + 1, goals=side.name != "label")
            self._states += len(above)
            below, here = here, above
        if closed:
            if not side.labels:
                raise CertificateRejected("claims 'unsolvable' and labels no state")
            self._check_moves(side.name, side.labels - 1, (below, here, none))
        return here

    def _read(self, block: Block) -> Layer:
        try:
            return self._layers.layer(block.parts)
        except ValueError as error:
            raise CertificateRejected(f"{block.name}: {error}") from None

    def _check_moves(self, name: str, label: int, three: tuple[Layer, Layer, Layer]) -> None:
        """No move from the layer in the middle leads out of the three."""
        fault = self._layers.fault(*three)
        if fault is not None:
            states, missing = fault
            ends = ((one, missing & self._after([one])) for one in states)
            one, other = next(((one, min(some)) for one, some in ends if some), (None, None))
            if one is None or other is None:
                raise InternalError(f"arrays and the rules disagree about moves, {name} {label}")
            raise CertificateRejected(
                f"{name} {label}: a move leads to a state that has no label up to {label + 1}: "
                f"{self._line(one)} to {self._line(other)}"
            )

    def _compare(self, layer: Layer, some: int, *, goals: bool) -> None:
        """Compare some states' moves with those of `successors`.

        Where no ``goals`` may be, and none were seen, none of these states is one by the rules.
        """
        states, found = self._layers.sampled(layer, some)
        for after in found ^ self._after(states):
            text = "arrays and the rules disagree about moves to"
            raise InternalError(f"{text} {self._line(after)}")
        if not goals:
            for goal in filter(self._puzzle.is_goal, states):
                raise InternalError(f"arrays see no goal in {self._line(goal)}")

    def _after(self, states: Iterable[State]) -> set[State]:
        """The states that moves of some lead to, by the rules."""
        after = chain.from_iterable(map(self._puzzle.successors, states))
        return set(map(self._name, after))

    def _line(self, state: State) -> str:
        return in_one_line(self._puzzle, state)


# --- layers, and moves looked up by binary search ------------------------------------------


class ArrayLayers:
    """Layers of a puzzle whose moves can be taken back."""

    def __init__(self, boards: ArrayBoards) -> None:
        self._boards = boards

    def layer(self, parts: Iterable[Sets]) -> Layer:
        """The states of a block."""
        return np.concatenate([np.empty(0, np.int64), *map(self._boards.keys, parts)])

    def missing(self, layer: Layer, states: Sequence[State]) -> State | None:
        """The first of these states that is not among them."""
        found = found_in(layer, self._boards.keys_of(states))
        return None if found.all() else states[int(found.argmin())]

    def goal(self, layer: Layer) -> State | None:
        """The first goal state."""
        at = self._boards.goal(layer)
        return None if at is None else self._state(layer[at : at + 1])

    def shared(self, layer: Layer, other: Layer) -> State | None:
        """The first state that the other layer has as well."""
        both = layer[found_in(other, layer)]
        return self._state(both[:1]) if len(both) else None

    def fault(
        self, below: Layer, here: Layer, above: Layer
    ) -> tuple[list[State], set[State]] | None:
        """Some states, and those missing to which moves of theirs lead; None where none is."""
        for begin in range(0, len(here), CHUNK):
            keys = here[begin : begin + CHUNK]
            missing = distinct(self._boards.moves(keys))
            for layer in (above, here, below):
                missing = missing[~found_in(layer, missing)]
            if len(missing):
                return self._boards.states(keys), set(self._boards.states(missing))
        return None

    def sampled(self, layer: Layer, some: int) -> tuple[list[State], set[State]]:
        """States spread over the layer, and the states that their moves lead to."""
        keys, boards = layer[:: len(layer) // some + 1], self._boards
        return boards.states(keys), set(boards.states(distinct(boards.moves(keys))))

    def _state(self, key: Words) -> State:
        """The state of one key, in an array."""
        (found,) = self._boards.states(key)
        return found


def array_layers(puzzle: AnyPuzzle, mirror: Mirror | None = None) -> ArrayLayers | None:
    """Layers of a puzzle's states; None where they are no arrays."""
    boards = array_boards(puzzle, mirror)
    return None if boards is None else ArrayLayers(boards)


def distinct(keys: Words) -> Words:
    """The keys in ascending order, each once."""
    keys = np.sort(keys, kind="stable")  # parts of them are in order
    new = np.ones(len(keys), np.bool_)
    np.not_equal(keys[1:], keys[:-1], out=new[1:])
    return keys[new]


def found_in(keys: Words, wanted: Words) -> Truths:
    """Of some keys, whether they are among others, which ascend."""
    if not len(keys):
        return np.zeros(len(wanted), np.bool_)
    at = np.searchsorted(keys, wanted)
    at[at == len(keys)] = 0
    found: Truths = keys[at] == wanted
    return found
