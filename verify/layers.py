"""The states of one label, and what a checker of labellings asks of them: interpreted.

`LabelLayers` is what `puzzleproof.verify.labelling` needs; here are the reference for every family
(`SetLayers`) and the one for puzzles with compact states (`MarkedLayers`), both in plain Python.
`puzzleproof.verify.arrays` has another for large tables.

Marks.  Let moves be such that the places of one piece within reach of one another, all else fixed,
are a *clique*: states one move from each other (`models/sliding/anchors.py`).  When a state
labelled g is the first of a clique that is met, all of the clique are looked for among the labels
g and g + 1; where one is found, it gets the mark of that piece there.  A move by a marked piece is
not looked up.  Why it need not be: the mark was set when all of its clique, so the state after the
move as well, was found to be labelled g' + 1 at most (g' - 1, g' or g' + 1), where g' was the label
at hand and g' <= g; so that state is labelled g + 1 at most.  The marks are made here, from empty,
and are no part of a file.  In the metric ``line`` a piece has two cliques and two marks; in
``unit`` there are none.

A state of the clique that is not found at g or g + 1 is looked for at g - 1 before it counts as
missing: in an honest file it never stands there, as it would have marked the others from there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from itertools import islice
from typing import Any, Protocol, TypeVar, runtime_checkable

from puzzleproof.models.errors import CertificateRejected
from puzzleproof.models.puzzle import AnyPuzzle, State
from puzzleproof.verify.classes import StateMirror

L = TypeVar("L")

UNNAMED = "its mirror image has a smaller number"
"""The fault of a record that is not the name of its class."""


class CompactImages(Protocol):
    """The images of compact states, and of handles, under a symmetry."""

    @property
    def handle_of(self) -> Mapping[int, int]:
        """Handle -> its image."""
        ...

    def board(self, board: Any, /) -> Any:
        """The image of a compact state."""
        ...

    def number(self, board: Any, /) -> int:
        """The packed number of the image."""
        ...


@runtime_checkable
class HasCompactMirror(Protocol):
    """Compact states that know images."""

    def mirror(self, mirror: Any, /) -> CompactImages:
        """The symmetry, of compact states."""
        ...


class LabelLayers(Protocol[L]):
    """Layers (the states of one label each) in some form, and questions about them."""

    def layer(self, parts: Iterable[Any]) -> L:
        """The states of packed numbers, in parts; raises ValueError for a number of no state."""
        ...

    def size(self, layer: L) -> int:
        """How many states."""
        ...

    def kept(self, below: L, here: L, /) -> L:
        """What has to be kept of the layers so far."""
        ...

    def missing(self, layer: L, states: Sequence[State]) -> State | None:
        """The first of these states (canonical) that is not among them."""
        ...

    def goal(self, layer: L) -> State | None:
        """The first goal state among them."""
        ...

    def shared(self, layer: L, other: L) -> State | None:
        """The first state of one that is in the other as well."""
        ...

    def fault(self, below: L, here: L, above: L) -> tuple[State, State] | None:
        """The first state ``here`` with a move that leads out of the three, and where to."""
        ...

    def sampled(self, layer: L, some: int, /) -> tuple[list[State], set[State]]:
        """Up to so many states, and where their moves lead, in this form.

        No states where they ask the rules themselves.
        """
        ...


def interpreted_layers(puzzle: AnyPuzzle, mirror: StateMirror | None = None) -> LabelLayers[Any]:
    """The reference: compact states where the puzzle has them.

    With a symmetry they hold names of classes (`puzzleproof.verify.classes`).
    """
    compact = puzzle.compact_states
    if mirror is not None and not isinstance(compact, HasCompactMirror):
        raise CertificateRejected("'symmetry': this instance has no compact states")
    return SetLayers(puzzle) if compact is None else MarkedLayers(puzzle, compact, mirror)


class SetLayers:
    """States as the rules write them, in sets; every move is looked up."""

    def __init__(self, puzzle: AnyPuzzle) -> None:
        self._puzzle = puzzle

    def layer(self, parts: Iterable[list[int]]) -> set[State]:
        """The states."""
        return {self._unpacked(number) for numbers in parts for number in numbers}

    def _unpacked(self, number: int) -> State:
        try:
            return self._puzzle.unpack(number)
        except ValueError as error:
            raise ValueError(f"record {number}: {error}") from None

    def size(self, layer: Set[State]) -> int:
        """How many states."""
        return len(layer)

    def kept(self, below: set[State], here: set[State], /) -> set[State]:
        """The layer before; where moves cannot be taken back, all layers."""
        if self._puzzle.reversible:
            return here
        below |= here
        return below

    def missing(self, layer: Set[State], states: Sequence[State]) -> State | None:
        """The first of these states that is not among them."""
        return next((state for state in states if state not in layer), None)

    def goal(self, layer: Set[State]) -> State | None:
        """Some goal state."""
        return next(filter(self._puzzle.is_goal, layer), None)

    def shared(self, layer: Set[State], other: Set[State]) -> State | None:
        """Some state of both."""
        return None if layer.isdisjoint(other) else next(iter(layer & other))

    def fault(
        self, below: Set[State], here: Set[State], above: Set[State]
    ) -> tuple[State, State] | None:
        """Some state with a move that leads out, and where to."""
        successors = self._puzzle.successors
        reached = {after for state in here for after in successors(state)}
        for labelled in (above, here, below):
            reached = without(reached, labelled)
        if not reached:
            return None
        one = next(state for state in here if not reached.isdisjoint(successors(state)))
        return one, next(after for after in successors(one) if after in reached)

    def sampled(self, _layer: Set[State], _some: int, /) -> tuple[list[State], set[State]]:
        """Nothing: all moves are the rules'."""
        return [], set()


def without(some: set[L], known: Set[L]) -> set[L]:
    """The members of a set that are not in another, which may be much larger or smaller."""
    if len(known) < 8 * len(some):
        some -= known
        return some
    return {one for one in some if one not in known}


class MarkedLayers:
    """Compact states in dictionaries, in ascending order of their numbers, each with its marks."""

    def __init__(self, puzzle: AnyPuzzle, compact: Any, mirror: StateMirror | None = None) -> None:
        self._puzzle, self._compact = puzzle, compact
        self._mirror, self._images = mirror, None
        if mirror is not None and isinstance(compact, HasCompactMirror):
            self._images = compact.mirror(mirror)

    def layer(self, parts: Iterable[list[int]]) -> dict[Any, int]:
        """The states, without marks."""
        layer = dict[Any, int]()
        for numbers in parts:
            boards = self._compact.of_numbers(numbers)
            self._check_names(numbers, boards)
            layer.update(dict.fromkeys(boards, 0))
        return layer

    def _check_names(self, numbers: Sequence[int], boards: Sequence[Any]) -> None:
        """Raise ValueError for the first record that is not the name of its class."""
        if self._images is None:
            return
        for number, board in zip(numbers, boards, strict=True):
            if self._images.number(board) < number:
                raise ValueError(f"record {number}: {UNNAMED}")

    def size(self, layer: dict[Any, int]) -> int:
        """How many states."""
        return len(layer)

    def kept(self, _below: dict[Any, int], here: dict[Any, int], /) -> dict[Any, int]:
        """The layer before."""
        return here

    def missing(self, layer: dict[Any, int], states: Sequence[State]) -> State | None:
        """The first of these states that is not among them."""
        compact = self._compact.of_state
        return next((state for state in states if compact(state) not in layer), None)

    def goal(self, layer: dict[Any, int]) -> State | None:
        """The first goal state."""
        return self._state(self._compact.goal(layer))

    def shared(self, layer: dict[Any, int], other: dict[Any, int]) -> State | None:
        """The first state that the other layer has as well."""
        if layer.keys().isdisjoint(other):
            return None
        return self._state(next(one for one in layer if one in other))

    def fault(
        self, below: dict[Any, int], here: dict[Any, int], above: dict[Any, int]
    ) -> tuple[State, State] | None:
        """The first state with a move that leads out, and the first state that it leads to."""
        look = self._marked if self._compact.cliques else self._unmarked
        for one, missing in look(below, here, above):
            ends = map(self._name, missing)
            return self._compact.state(one), min(ends, key=self._puzzle.pack)
        return None

    def _marked(
        self, below: dict[Any, int], here: dict[Any, int], above: dict[Any, int]
    ) -> Iterator[tuple[Any, list[Any]]]:
        """Each state with moves to states not found, and these; the others are marked."""
        slides = self._compact.slides
        for one, marks in here.items():
            missing = list[Any]()
            for after, mark in slides(one, marks):
                if (known := above.get(after)) is not None:
                    above[after] = known | mark
                elif (known := here.get(after)) is not None:
                    here[after] = known | mark
                elif after not in below and not self._mark_image(after, mark, below, here, above):
                    missing.append(after)
            if missing:
                yield one, missing

    def _mark_image(self, after: Any, mark: int, below: Any, here: Any, above: Any) -> bool:
        """Whether the image of a state is found; it gets the mark of the image of the piece."""
        if self._images is None:
            return False
        image = self._images.board(after)
        for layer in (above, here):
            if image in layer:
                layer[image] |= self._images.handle_of[mark]
                return True
        return image in below

    def _name(self, compact: Any) -> State:
        """The name of a state's class."""
        state = self._compact.state(compact)
        return state if self._mirror is None else self._mirror.least(state)

    def _unmarked(
        self, below: dict[Any, int], here: dict[Any, int], above: dict[Any, int]
    ) -> Iterator[tuple[Any, list[Any]]]:
        """The same, where there are no cliques."""
        slides = self._compact.slides
        for one in here:
            found = [after for after, _ in slides(one, 0)]
            missing = [x for x in found if not (x in below or x in above or x in here)]
            missing = [x for x in missing if not self._mark_image(x, 0, below, here, above)]
            if missing:
                yield one, missing

    def sampled(self, layer: dict[Any, int], some: int) -> tuple[list[State], set[State]]:
        """States spread over the layer, by their numbers."""
        chosen = list(islice(layer, 0, None, len(layer) // some + 1))
        after = self._compact.after(chosen)
        return list(map(self._compact.state, chosen)), set(map(self._name, after))

    def _state(self, compact: Any) -> State | None:
        return None if compact is None else self._compact.state(compact)
