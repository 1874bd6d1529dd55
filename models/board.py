"""A board applies the rules to sets of states.  Searches, checks and surveys use boards.

A *layer* is a set of states in the board's own form.  `RuleBoard` has Python sets, and calls the
rules' `successors` and `is_goal` for one state after the other: it defines what a board computes.
`puzzleproof.models.arrays` has sorted arrays, and computes the moves of many states at once.

With a symmetry (`puzzleproof.models.sliding.mirrors`) a layer holds *representatives*: a state
represents itself and its image if it has the smaller packed number of the two.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, TypeVar

from puzzleproof.models.budget import BATCH, metered
from puzzleproof.models.errors import InternalError, LimitReached
from puzzleproof.models.puzzle import AnyPuzzle, State

if TYPE_CHECKING:
    from puzzleproof.models.sliding.mirrors import Mirror

Layer = TypeVar("Layer")
Astray: TypeAlias = tuple[int, Layer] | None
UNNAMED = "its mirror image has a smaller number"
"""The message about a record that is not the representative of its class."""


class Board(Protocol[Layer]):
    """The operations of a search, a check or a survey on sets of states: see `RuleBoard`."""

    puzzle: AnyPuzzle
    band: int
    """The number of states of consecutive layers that are best checked together (`astray`)."""

    def of(self, states: Iterable[State], /) -> Layer: ...
    def after(self, here: Layer, known: Sequence[Layer], /) -> Layer: ...
    def joined(self, one: Layer, other: Layer, /) -> Layer: ...
    def common(self, one: Layer, other: Layer, /) -> Layer: ...
    def goals(self, here: Layer, /) -> Layer: ...
    def sources(self, here: Layer, state: State, /) -> Layer: ...
    def size(self, here: Layer, /) -> int: ...
    def states(self, here: Layer, /) -> list[State]: ...
    def block(self, here: Layer, /) -> bytes: ...
    def read(self, block: bytes, /) -> Layer: ...
    def numbered(self, parts: Iterable[Any], /) -> Layer: ...
    def missing(self, states: Iterable[State], known: Iterable[Layer], /) -> list[State]: ...
    def compare(self, here: Layer, place: int, /) -> None: ...
    def astray(self, below: Layer, band: Sequence[Layer], above: Layer, /) -> Astray[Layer]: ...


class Budget:
    """A limit on the bytes of arrays that are held at the same time, and on the processor time."""

    def __init__(self, memory: int | None = None) -> None:
        self.memory = memory
        self.until = math.inf
        """The value of `time.process_time` after which `ask` raises LimitReached."""
        self.held = 0

    def keep(self, size: int) -> None:
        """Count ``size`` more bytes, or fewer if it is negative; may raise LimitReached."""
        if size > 0:
            self.ask(size)
        self.held += size

    def ask(self, size: int) -> None:
        """Raise LimitReached if ``size`` more bytes are too many, or if the time is over."""
        if time.process_time() > self.until:
            raise LimitReached("time limit reached")
        if self.memory is not None and size > 0 and self.held + size > self.memory:
            raise LimitReached("memory limit reached")


class RuleBoard:
    """Layers as sets of states, by the rules alone."""

    def __init__(self, puzzle: AnyPuzzle, mirror: Mirror | None = None) -> None:
        self.puzzle, self._mirror, self.budget = puzzle, mirror, Budget()

    def name(self, state: State) -> State:
        """Return the representative of a canonical state and its image."""
        return state if self._mirror is None else self._mirror.least(state)

    def of(self, states: Iterable[State]) -> set[State]:
        """Return the layer of some canonical states."""
        return set(states) if self._mirror is None else set(map(self._mirror.least, states))

    def after(self, here: set[State], known: Sequence[set[State]]) -> set[State]:
        """Return the successors that are in no known layer; may raise LimitReached."""
        found = set[State]()
        after = metered(chain.from_iterable(map(self.puzzle.successors, here)))
        while some := self.of(islice(after, BATCH)):
            self.budget.ask(0)
            for layer in known:
                some -= layer
            found |= some
        return found

    def joined(self, one: set[State], other: set[State]) -> set[State]:
        """Return the states of both layers."""
        return one | other

    def common(self, one: set[State], other: set[State]) -> set[State]:
        """Return the states that are in both layers."""
        return one & other

    def goals(self, here: set[State]) -> set[State]:
        """Return the goal states of a layer."""
        return set(filter(self.puzzle.is_goal, here))

    def sources(self, here: set[State], state: State) -> set[State]:
        """Return the states of a layer from which one move leads to this state."""
        if self.puzzle.reversible:
            return here.intersection(self.puzzle.successors(state))
        return {one for one in here if state in self.puzzle.successors(one)}

    def size(self, here: set[State]) -> int:
        """Count the states of a layer."""
        return len(here)

    def states(self, here: set[State]) -> list[State]:
        """Return the states of a layer, ascending by packed number."""
        return sorted(here, key=self.puzzle.pack)

    def block(self, here: set[State]) -> bytes:
        """Return the packed numbers, ascending, `Puzzle.pack_width` bytes each."""
        width = self.puzzle.pack_width
        numbers = sorted(map(self.puzzle.pack, here))
        return b"".join([number.to_bytes(width, "big") for number in numbers])

    def read(self, block: bytes) -> set[State]:
        """Return the layer of a block that `block` returned."""
        width = self.puzzle.pack_width
        cuts = range(0, len(block), width)
        return self.numbered([[int.from_bytes(block[k : k + width], "big") for k in cuts]])

    def numbered(self, parts: Iterable[Any]) -> set[State]:
        """Return the layer of packed numbers, which ascend and come in parts.

        Raises ValueError naming the first number that is no state's, or no representative's.
        """
        number = -1

        def unpacked() -> Iterator[State]:
            nonlocal number
            for number in chain.from_iterable(parts):
                state = self.puzzle.unpack(number)
                if self.name(state) != state:
                    raise ValueError(UNNAMED)
                yield state

        try:
            return set(metered(unpacked()))
        except ValueError as error:
            raise ValueError(f"record {number}: {error}") from None

    def missing(self, states: Iterable[State], known: Iterable[set[State]]) -> list[State]:
        """List the representatives of canonical states that are in no known layer."""
        return self.states(self.of(states).difference(*known))

    def compare(self, here: set[State], place: int) -> None:
        """Compare nothing: this board itself calls the rules."""

    band = 0

    def astray(
        self, below: set[State], band: Sequence[set[State]], above: set[State]
    ) -> Astray[set[State]]:
        """Find moves from the layers of a band that skip a layer.

        A band is a list of consecutive layers (here of one layer); ``above`` comes after them, and
        ``below`` is the layer before them (all layers before them, if moves cannot be undone).  A
        move from a layer has to lead to the next one or an earlier one.  Returns None if no move
        skips a layer.  Otherwise returns the index in the band of the first layer with such a move,
        and states to which such moves lead.  Among these states is the end of the first such move,
        in the order of the states where moves begin.
        """
        (here,) = band  # moves are looked up as they come: one state may have a million moves
        after = metered(chain.from_iterable(map(self.puzzle.successors, here)))
        while some := self.of(islice(after, BATCH)):
            if some - above - here - below:
                break
        else:
            return None
        for one in self.states(here):
            for end in map(self.name, metered(self.puzzle.successors(one))):
                if not any(end in layer for layer in (above, here, below)):
                    return 0, {end}
        raise InternalError("the moves of a layer differ from one time to the next")
