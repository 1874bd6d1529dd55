"""Label states: breadth-first layers become labels; a file holds these and a plan.

The engines of `puzzleproof.explore` search the encoders' task for the layers, in arrays if there
are many states.  They need not be trusted: `puzzleproof.verify.labelling` checks the file by the
rules alone, and the plan is made from the layers by the rules' moves.

A search goes from the start.  If moves can be taken back and the rules list few goal states, it
goes from both ends, always continuing the smaller layer.  Two layers that meet after p and q moves
give a plan of p + q moves, and the labels before them prove that fewer moves are not enough (I.
Pohl, Bi-directional search, 1971).

A large search may keep only one of two states that mirror each other: `puzzleproof.verify.classes`
proves this enough.  The search uses the symmetry of the encoders' task, the file that of the rules.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, NamedTuple

from puzzleproof.encoders import ground_single_steps
from puzzleproof.encoders.task import Grounding
from puzzleproof.explore.engines.plain import PlainSearch
from puzzleproof.explore.layers import LayeredSearch
from puzzleproof.explore.packed_task import Symmetry, bits_of
from puzzleproof.models.errors import IllegalMove, LimitReached, Unsupported
from puzzleproof.models.puzzle import AnyPuzzle, State, listed_goals, plan_through
from puzzleproof.models.sliding.rules import SlidingPuzzle
from puzzleproof.provers.certificate import Claim, Target, write_file
from puzzleproof.provers.events import Emit, Layer
from puzzleproof.provers.labelling.blocks import (
    WORD_BYTES,
    Blocks,
    numbers_in,
    record_maker,
    sorted_block,
)
from puzzleproof.provers.packed_task import packed_task_of, state_numbers, state_of
from puzzleproof.verify.certificate import SYMMETRY_VERSION

if TYPE_CHECKING:
    from puzzleproof.explore.engines.arrays.engine import ArrayEngine
    from puzzleproof.explore.layers import AnyEngine
    from puzzleproof.models.sliding.mirrors import Mirror

RECORDS_IN_ARRAYS, COMPARED_IN_ARRAYS = 100_000, 20_000
"""From this many states on, numpy writes and compares them, if a word holds their numbers."""
FEW_GOALS = 1_000
"""Goals that draw every piece are listed before the search if there are at most this many."""
LARGE_LAYER, SHARE = 2_000, 4
"""From the first number of states in a layer on, the goals are listed if at most one state in the
second number is a goal.  This is tried again whenever a layer is twice as large."""


class Labelling(NamedTuple):
    """Packed states by label; ``at_least`` None says that no goal can be reached."""

    blocks: Sequence[bytes]
    at_least: int | None
    plan: tuple[str, ...] | None
    backward: Sequence[bytes] = ()
    """The blocks of states by their distance from the goals."""
    symmetry: str | None = None
    """The symmetry if the blocks hold names of classes (`puzzleproof.verify.classes`)."""

    @property
    def moves_back(self) -> int:
        """How many moves were searched backwards from the goals."""
        return max(0, len(self.backward) - 1)


def label(
    puzzle: AnyPuzzle,
    emit: Emit,
    at_least: int | None = None,
    *,
    memory: int | None = None,
    bidirectional: bool = True,
    classes: bool = False,
) -> Labelling:
    """Search from the start until a goal, the depth ``at_least``, or the end of the graph.

    ``memory`` in bytes is for the arrays of a large search.  ``bidirectional`` also allows a search
    from the goals, ``classes`` to label only one of two states that a symmetry exchanges.
    """
    return _LabelSearch(puzzle, emit, memory, bidirectional, classes).run(at_least)


class _End:
    """The search of the task from one end: its layers to come, the blocks so far, the last layer.

    ``sources``, if given, are canonical states, and moves can be taken back.
    """

    def __init__(
        self, puzzle: AnyPuzzle, memory: int | None, sources: tuple[State, ...] = ()
    ) -> None:
        self.puzzle = puzzle
        self.may_name = False
        """Whether the next layers from the start may become names of classes."""
        self.grounding = ground_single_steps(puzzle)
        self.task = packed_task_of(self.grounding, symmetries=False)
        self.numbers = state_numbers(puzzle, self.grounding, self.task)
        self.blocks = Blocks(puzzle.pack_width, memory)
        self.last = b""
        self._mirror: Mirror | None = None
        self._search = LayeredSearch(self.task, memory=memory, symmetry=self._symmetry)
        facts_of = self.grounding.facts_of  # which raises Unsupported if they are no facts
        bits = [bits_of(facts) for state in sources for facts in facts_of(state)]
        self._layers = self._search.layers(bits if sources else None)
        self._next: tuple[AnyEngine, Any] | None = None
        self._block = b""
        self._arrays: tuple[ArrayEngine, Callable[[Any], bytes]] | None = None

    def _symmetry(self) -> Symmetry | None:
        found = _symmetry_of(self.puzzle, self.grounding) if self.may_name else (None, None)
        one, self._mirror = found
        return one

    @property
    def named(self) -> "Mirror | None":
        """The symmetry by the rules, once layers are names of classes."""
        return None if self._search.used is None else self._mirror

    def step(self) -> bool:
        """Find the next layer; False if there is none; raises LimitReached."""
        self._next, self._block = next(self._layers, None), b""
        return self._next is not None

    def keep(self) -> None:
        """Make the next layer the last one."""
        self.last = self.block()
        self.blocks.append(self.last)

    def before(self, state: State) -> Iterable[State]:
        """The states from which one move leads to this one, if there are no stops."""
        step = PlainSearch(self.task.backwards())
        bits = [bits_of(facts) for facts in self.grounding.facts_of(state)]
        return map(self.puzzle.unpack, self.numbers(step.after(bits)))

    def goal(self) -> State | None:
        """A goal state of the next layer, or None."""
        assert self._next is not None, "there is a next layer"
        engine, layer = self._next
        bits = engine.goal(layer)
        return None if bits is None else state_of(self.grounding, self.task, bits)

    def block(self) -> bytes:
        """The packed states of the next layer, ascending, as bytes of the puzzle's width."""
        self._block = self._block or self._packed()
        return self._block

    def _packed(self) -> bytes:
        assert self._next is not None, "there is a next layer"
        (engine, layer), facts = self._next, self.grounding
        # Is the packed number a sum of what the engine's facts add?
        if not isinstance(engine, PlainSearch) and (
            facts.kinds if engine.by_piece else facts.entries and not self.task.stops
        ):
            if self._arrays is None or self._arrays[0] is not engine:
                from puzzleproof.provers.labelling.arrays import block_of

                self._arrays = engine, block_of(self.puzzle, facts, engine)
            return self._arrays[1](layer)
        packed = self.numbers(engine.states(layer))
        return sorted_block(packed if facts.exact else list(set(packed)), self.puzzle.pack_width)


class _LabelSearch:
    """A search from the start, and from the goals once they are listed.

    Before that, and if the search from the goals is given up, ``_back`` is None: goals are then
    recognized by the rules, as if their block were the only one of that end.
    """

    def __init__(
        self, puzzle: AnyPuzzle, emit: Emit, memory: int | None, bidirectional: bool, classes: bool
    ) -> None:
        self._puzzle, self._emit, self._memory = puzzle, emit, memory
        self._bidirectional = bidirectional and puzzle.reversible
        self._classes: Mirror | None = None
        self._front = _End(puzzle, memory)
        self._front.may_name = classes
        self._back: _End | None = None
        self._next_try = LARGE_LAYER
        self._seen = 0

    def run(self, at_least: int | None) -> Labelling:
        """Continue the smaller layer until both ends meet, or ``at_least`` moves are proven."""
        if self._bidirectional and self._puzzle.draws_whole_goals:
            self._list_goals(FEW_GOALS)
        while True:
            depth, end = self._depth, self._smaller()
            found, met = self._step(end)
            if not found and end is not self._front:
                # No plan, or no memory: the search from the start will find out.
                self._back, self._bidirectional = None, False
            elif met is not None:
                return self._labelling(depth, self._plan(end, met))
            elif not found or depth == at_least:
                return self._labelling(depth if found else None, None)
            else:
                end.keep()
                self._seen += end.blocks.sizes[-1]
                self._emit(Layer("search", "encoders", self._depth - 1, self._seen))
                if self._bidirectional and self._back is None and self._classes is None:
                    self._perhaps_list_goals()

    def _step(self, end: _End) -> tuple[bool, State | None]:
        """Find the next layer of an end, if there is one, and where it meets the other end."""
        try:
            found = end.step()
            if end is self._front and end.named is not self._classes:  # from now on
                assert end.named is not None, "layers become names once, and stay so"
                self._classes = end.named
                end.blocks = _named(end.blocks, self._classes, self._memory)
            return found, self._meeting(end) if found else None
        except LimitReached:
            if end is self._front:
                raise
            return False, None

    @property
    def _depth(self) -> int:
        """The moves of a plan through the next layer; fewer are excluded by the blocks so far."""
        return len(self._front.blocks) + (0 if self._back is None else len(self._back.blocks) - 1)

    def _smaller(self) -> _End:
        front, back = self._front, self._back
        if back is None or not front.blocks or len(front.last) <= len(back.last):
            return front
        return back

    def _meeting(self, end: _End) -> State | None:
        if self._back is None:
            return end.goal()
        other = self._back if end is self._front else self._front
        number = smallest_common(end.block(), other.last, self._puzzle.pack_width)
        return None if number is None else self._puzzle.unpack(number)

    def _perhaps_list_goals(self) -> None:
        """List the goals, unless that costs more than it saves: in small searches, or for many."""
        size = self._front.blocks.sizes[-1]
        if size >= self._next_try:
            self._next_try = 2 * size
            self._list_goals(size // SHARE)

    def _list_goals(self, most: int) -> None:
        """Search from the goals as well, if there are at most ``most`` and memory suffices."""
        goals = listed_goals(self._puzzle, most)
        if goals is None:
            return
        half = None if self._memory is None else self._memory // 2
        # Unsupported: the task does not know the goals.
        with suppress(Unsupported, LimitReached):
            back = _End(self._puzzle, half, goals)
            back.step()
            back.keep()
            self._front.may_name = False  # both ends hold all states
            self._back = back
            self._seen += back.blocks.sizes[-1]

    def _plan(self, end: _End, met: State) -> tuple[str, ...]:
        """The plan through a state of the next layer of ``end`` in which both ends meet."""
        ends = [self._front] if self._back is None else [self._front, self._back]
        paths = list[list[State]]()
        for one in ends:
            blocks = islice(reversed(one.blocks), one is not end, None)
            paths.append([met])
            for block in blocks:  # the last one first
                paths[-1].append(self._before(block, paths[-1][-1]))
        path = [*reversed(paths[0]), *(state for after in paths[1:] for state in after[1:])]
        if path[0] != self._puzzle.canonical(self._puzzle.start):  # but its image
            assert self._classes is not None, "layers hold names of classes"
            path = list(map(self._classes.image, path))
        return plan_of(self._puzzle, path)

    def _before(self, block: bytes, state: State) -> State:
        """A state of the block, or an image of one, from which one move leads to ``state``."""
        puzzle, width = self._puzzle, self._puzzle.pack_width
        if puzzle.reversible or not self._front.task.stops:
            around = puzzle.successors if puzzle.reversible else self._front.before
            name = puzzle.canonical if self._classes is None else self._classes.least
            found = (s for s in around(state) if _is_in(block, puzzle.pack(name(s)), width))
        else:
            states = map(puzzle.unpack, numbers_in(block, width))
            found = (s for s in states if state in set(puzzle.successors(s)))
        for one in found:
            return one
        raise IllegalMove("the search's layers do not join: no move leads from one to the next")

    def _labelling(self, at_least: int | None, plan: tuple[str, ...] | None) -> Labelling:
        backward: Sequence[bytes] = ()
        if self._back is not None and at_least is not None and len(self._back.blocks) > 1:
            backward = self._back.blocks  # a goal list alone needs no labels
        symmetry = None if self._classes is None else self._classes.name
        return Labelling(self._front.blocks, at_least, plan, backward, symmetry)


def _symmetry_of(
    puzzle: AnyPuzzle, grounding: Grounding
) -> "tuple[Symmetry, Mirror] | tuple[None, None]":
    """The first symmetry that both formulations of the rules find, by either; else none."""
    from puzzleproof.models.sliding.mirrors import Mirror

    if isinstance(puzzle, SlidingPuzzle):
        for symmetry in packed_task_of(grounding).goal_symmetries():
            with suppress(ValueError):
                return symmetry, Mirror(puzzle, symmetry.name)
    return None, None


def _named(blocks: Blocks, mirror: "Mirror", memory: int | None) -> Blocks:
    """Turn blocks of states into blocks of classes, each as near as its nearer state."""
    found, seen, puzzle = Blocks(blocks.width, memory), set[int](), mirror.puzzle
    for block in blocks:
        states = map(puzzle.unpack, numbers_in(block, blocks.width))
        names = {puzzle.pack(mirror.least(state)) for state in states} - seen
        found.append(sorted_block(list(names), blocks.width))
        seen |= names
    return found


def smallest_common(one: bytes, other: bytes, width: int) -> int | None:
    """The smallest number that is in both blocks.

    >>> smallest_common(bytes([0, 5, 1, 5]), bytes([0, 7, 1, 5]), 2)
    261
    """
    if len(one) + len(other) > width * COMPARED_IN_ARRAYS and width <= WORD_BYTES:
        with suppress(ImportError):
            from puzzleproof.provers.labelling.arrays import smallest_common as in_arrays

            return in_arrays(one, other, width)
    return min(set(numbers_in(one, width)).intersection(numbers_in(other, width)), default=None)


def plan_of(puzzle: AnyPuzzle, states: Sequence[State]) -> tuple[str, ...]:
    """The moves through these states, in the family's notation."""
    return tuple(map(puzzle.format_move, plan_through(puzzle, states)))


def _is_in(block: bytes, number: int, width: int) -> bool:
    record = number.to_bytes(width, "big")
    records = range(len(block) // width)
    k = bisect_left(records, record, key=lambda i: block[i * width : (i + 1) * width])
    return block[k * width : (k + 1) * width] == record


def write_certificate(
    puzzle: AnyPuzzle, labelling: Labelling, target: Target, versions: Mapping[str, str]
) -> None:
    """Write the file that `verify` checks."""
    width, sides = puzzle.pack_width, (labelling.blocks, labelling.backward)
    sizes = [[len(block) // width for block in side] for side in sides]
    make = record_maker(width, many=sum(map(sum, sizes)) > RECORDS_IN_ARRAYS)
    body = chain.from_iterable(map(make, chain(*sides)))
    more: dict[str, Any] = {"sizes": sizes[0], "backward": sizes[1]}
    if labelling.symmetry is not None:
        more.update(version=SYMMETRY_VERSION, symmetry=labelling.symmetry)
    claim = Claim("labelling", labelling.at_least, labelling.plan)
    write_file(target, puzzle, claim, versions, body, **more)
