"""Make a labelling: breadth-first layers become labels, the plan comes along, a file holds both.

Where the rules list all goal states and moves can be taken back, the search goes from both ends,
always on from the smaller layer, and there are backward labels as well: two layers that meet after
p and q moves are a plan of p + q moves, and the labels before them prove that fewer are not enough
(I. Pohl, Bi-directional search, 1971).

The search need not be trusted: `puzzleproof.verify.labelling` checks the file by the rules alone,
and the plan is found again from the layers by the rules' own moves.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from puzzleproof.models.errors import IllegalMove, Unsupported
from puzzleproof.models.puzzle import AnyPuzzle, State, listed_goals, plan_through
from puzzleproof.provers.certificate import Claim, write_file
from puzzleproof.provers.events import Emit, Layer
from puzzleproof.provers.labelling.layers import Formulation, formulation_of
from puzzleproof.provers.labelling.records import encoder


@dataclass(frozen=True, slots=True)
class Labelling:
    """Packed states by label; ``at_least`` None says that no goal can be reached."""

    blocks: tuple[bytes, ...]
    at_least: int | None
    plan: tuple[str, ...] | None
    by_task: bool
    """Whether the search followed the encoder's task; else it followed the rules."""
    backward: tuple[bytes, ...] = ()
    """The same from the goals."""


def label(
    puzzle: AnyPuzzle,
    emit: Emit,
    at_least: int | None = None,
    *,
    by_task: bool | None = None,
    memory: int | None = None,
    bidirectional: bool = True,
) -> Labelling:
    """Search from the start until a goal, the depth ``at_least``, or the end of the graph.

    ``by_task`` says whose telling of the rules to follow; by default the faster one.  ``memory`` in
    bytes is for the arrays of a large search, whose layers go to disk beyond it.  ``bidirectional``
    allows a search from the goals as well.
    """
    goals = listed_goals(puzzle) if bidirectional else None
    ends = 1 if goals is None else 2
    formulation = formulation_of(puzzle, by_task, memory if memory is None else memory // ends)
    if goals is not None:
        try:
            return _Ends(puzzle, formulation, emit, goals).label(at_least)
        except Unsupported:
            pass  # the task cannot tell the goals: from the start alone
    return _from_start(puzzle, formulation, emit, at_least)


def _from_start(
    puzzle: AnyPuzzle, formulation: Formulation, emit: Emit, at_least: int | None
) -> Labelling:
    blocks: list[bytes] = []
    seen = 0
    for depth, found in enumerate(formulation.layers()):
        goal = found.goal()
        if goal is not None:
            plan = _plan(puzzle, _way(puzzle, blocks, goal)[::-1])
            return Labelling(tuple(blocks), depth, plan, formulation.by_task)
        if depth == at_least:
            return Labelling(tuple(blocks), depth, None, formulation.by_task)
        packed = found.packed()
        blocks.append(_block(packed, puzzle.pack_width))
        seen += len(packed)
        emit(Layer("search", formulation.name, depth, seen))
    return Labelling(tuple(blocks), None, None, formulation.by_task)


class _End:
    """The search from one end: its blocks so far, the last of them as numbers too."""

    def __init__(
        self, puzzle: AnyPuzzle, formulation: Formulation, sources: tuple[State, ...]
    ) -> None:
        """From these states, or from the start where there are none."""
        self._width = puzzle.pack_width
        self._layers = iter(formulation.layers(sources))
        self.blocks: list[bytes] = []
        self.last = self.next()

    def next(self) -> frozenset[int]:
        """The next layer, none at the end of the graph."""
        found = next(self._layers, None)
        return frozenset() if found is None else frozenset(found.packed())

    def keep(self, layer: frozenset[int]) -> None:
        """Go on from this layer."""
        self.last = layer
        self.blocks.append(_block(list(layer), self._width))


class _Ends:
    """The search from both ends."""

    def __init__(
        self, puzzle: AnyPuzzle, formulation: Formulation, emit: Emit, goals: tuple[State, ...]
    ) -> None:
        self._puzzle, self._telling, self._emit = puzzle, formulation, emit
        self._front = _End(puzzle, formulation, ())
        self._back = _End(puzzle, formulation, goals)
        self._seen = 0

    def label(self, at_least: int | None) -> Labelling:
        """Go on from the smaller layer until both meet, or ``at_least`` moves are proven."""
        front, back, back_ended = self._front, self._back, False
        if common := front.last & back.last:
            return Labelling((), 0, self._plan(common, (), ()), self._telling.by_task)
        if at_least == 0:
            return Labelling((), 0, None, self._telling.by_task)
        self._keep(front, front.last)
        self._keep(back, back.last)
        while True:
            depth = len(front.blocks) + len(back.blocks) - 1
            end = front if back_ended or len(front.last) <= len(back.last) else back
            layer = end.next()
            if common := layer & (back if end is front else front).last:
                ways = front.blocks, back.blocks
                ways = (ways[0], ways[1][:-1]) if end is front else (ways[0][:-1], ways[1])
                return self._labelling(depth, self._plan(common, *ways))
            if not layer and end is front:
                return Labelling(tuple(front.blocks), None, None, self._telling.by_task)
            if depth == at_least:
                return self._labelling(depth, None)
            if layer:
                self._keep(end, layer)
            else:
                back_ended = True  # no plan: all that the start leads to will say so

    def _keep(self, end: _End, layer: frozenset[int]) -> None:
        end.keep(layer)
        self._seen += len(layer)
        depth = len(self._front.blocks) + len(self._back.blocks) - 2
        if depth >= 0:
            self._emit(Layer("search", self._telling.name, depth, self._seen))

    def _plan(
        self, common: frozenset[int], front: Sequence[bytes], back: Sequence[bytes]
    ) -> tuple[str, ...]:
        """The plan through a state in which the ends meet; before and after it come the blocks."""
        met = self._puzzle.unpack(min(common))
        before, after = (_way(self._puzzle, blocks, met) for blocks in (front, back))
        return _plan(self._puzzle, [*reversed(before), *after[1:]])

    def _labelling(self, at_least: int, plan: tuple[str, ...] | None) -> Labelling:
        """Goals alone, with no move back, need no labels."""
        front, back = tuple(self._front.blocks), tuple(self._back.blocks)
        backward = back if len(back) > 1 else ()
        return Labelling(front, at_least, plan, self._telling.by_task, backward)


def _block(packed: list[int], width: int) -> bytes:
    packed.sort()
    return b"".join([number.to_bytes(width, "big") for number in packed])


def _plan(puzzle: AnyPuzzle, states: Sequence[State]) -> tuple[str, ...]:
    return tuple(map(puzzle.format_move, plan_through(puzzle, states)))


def _way(puzzle: AnyPuzzle, blocks: Sequence[bytes], state: State) -> list[State]:
    """From a state back through the blocks, a state of each, the last block first."""
    way = [state]
    for block in reversed(blocks):
        way.append(_before(puzzle, block, way[-1]))
    return way


def _before(puzzle: AnyPuzzle, block: bytes, state: State) -> State:
    """A state of the block from which one move leads to ``state``."""
    width = puzzle.pack_width
    if puzzle.reversible:
        around: Iterable[State] = puzzle.successors(state)
        candidates = (s for s in around if _within(block, puzzle.pack(s), width))
    else:
        numbers = (int.from_bytes(block[k : k + width], "big") for k in range(0, len(block), width))
        states = map(puzzle.unpack, numbers)
        candidates = (s for s in states if state in set(puzzle.successors(s)))
    for found in candidates:
        return found
    raise IllegalMove("the search's layers do not join: no move leads from one to the next")


def _within(block: bytes, number: int, width: int) -> bool:
    record = number.to_bytes(width, "big")
    k = bisect_left(
        range(len(block) // width), record, key=lambda i: block[i * width : (i + 1) * width]
    )
    return block[k * width : (k + 1) * width] == record


def write_certificate(
    puzzle: AnyPuzzle, labelling: Labelling, path: Path, versions: dict[str, str]
) -> None:
    """Write the file that `verify` checks."""
    width, sides = puzzle.pack_width, (labelling.blocks, labelling.backward)
    forward, backward = ([len(block) // width for block in blocks] for blocks in sides)
    write_file(
        path,
        puzzle,
        Claim("labelling", labelling.at_least, labelling.plan),
        versions,
        map(encoder(width), chain(*sides)),
        sizes=forward,
        backward=backward,
    )
