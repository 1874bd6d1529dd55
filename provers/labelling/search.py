"""Make a labelling: breadth-first layers become labels, the plan comes along, a file holds both.

The layers come from either formulation of the rules: from the encoders' task, which the engines of
`puzzleproof.explore` search, faster and in arrays where there are many states; or from the rules
themselves, in plain Python.  Whichever it is need not be trusted: `puzzleproof.verify.labelling`
checks the file by the rules alone, and the plan is found again from the layers by the rules' moves.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from operator import sub
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from puzzleproof.encoders import ground_single_steps
from puzzleproof.explore.layers import LayeredSearch
from puzzleproof.explore.packed_task import bits_of
from puzzleproof.models.errors import IllegalMove, Unsupported
from puzzleproof.models.puzzle import AnyPuzzle, State, plan_through
from puzzleproof.provers.certificate import Claim, Target, write_file
from puzzleproof.provers.events import Emit, Layer
from puzzleproof.provers.packed_task import packed_task_of, state_numbers, state_of
from puzzleproof.provers.verdict import Formulation

if TYPE_CHECKING:
    from puzzleproof.encoders.task import Grounding
    from puzzleproof.explore.engines import SearchEngine
    from puzzleproof.explore.packed_task import PackedTask

KEPT = 200_000
"""Varints that are kept."""


class Labelling(NamedTuple):
    """Packed states by label; ``at_least`` None says that no goal can be reached."""

    blocks: tuple[bytes, ...]
    at_least: int | None
    plan: tuple[str, ...] | None
    by_task: bool
    """Whether the search followed the encoder's task; else it followed the rules."""
    backward: tuple[bytes, ...] = ()
    """The blocks from the goals."""


class SearchedLayer(NamedTuple):
    """A layer, looked at when it is asked."""

    goal: Callable[[], State | None]
    """One of its goal states, None where there is none."""
    packed: Callable[[], list[int]]
    """All its states, packed, in any order."""


class LayerSource(Protocol):
    """A search by one formulation of the rules."""

    formulation: Formulation
    by_task: bool

    def layers(self, sources: tuple[State, ...] = ()) -> Iterator[SearchedLayer]:
        """The layers from the start, or from other (canonical) states; moves can be taken back.

        Raises Unsupported where the sources cannot be given as facts.
        """
        ...


def layer_source(puzzle: AnyPuzzle, by_task: bool | None, memory: int | None) -> LayerSource:
    """By the task, or by the rules where it has none that is as quick."""
    if by_task is not False:
        try:
            source = _ByTask(puzzle, memory)
            if by_task or source.grounding.exact:
                return source
        except Unsupported:
            pass
    return _ByRules(puzzle)


class _ByTask:
    formulation: Formulation = "encoders"
    by_task = True

    def __init__(self, puzzle: AnyPuzzle, memory: int | None) -> None:
        self.grounding: Grounding = ground_single_steps(puzzle)
        self._puzzle, self._memory = puzzle, memory
        self._task: PackedTask = packed_task_of(self.grounding, symmetries=False)

    def layers(self, sources: tuple[State, ...] = ()) -> Iterator[SearchedLayer]:
        numbers = state_numbers(self._puzzle, self.grounding, self._task)
        search = LayeredSearch(self._task, memory=self._memory, remember=False)
        for engine, layer in search.layers(self._bits(sources) if sources else None):
            goal = partial(self._goal, engine, layer)
            yield SearchedLayer(goal, partial(self._packed, numbers, engine, layer))

    def _goal(self, engine: SearchEngine[Any], layer: Any) -> State | None:
        bits = engine.goal(layer)
        return None if bits is None else state_of(self.grounding, self._task, bits)

    def _packed(
        self, numbers: Callable[[Iterable[int]], list[int]], engine: SearchEngine[Any], layer: Any
    ) -> list[int]:
        packed = numbers(engine.states(layer))
        return packed if self.grounding.exact else list(set(packed))

    def _bits(self, sources: tuple[State, ...]) -> list[int]:
        facts_of = self.grounding.facts_of
        return [bits_of(facts) for state in sources for facts in facts_of(state)]


class _ByRules:
    formulation: Formulation = "models"
    by_task = False

    def __init__(self, puzzle: AnyPuzzle) -> None:
        self._puzzle = puzzle

    def layers(self, sources: tuple[State, ...] = ()) -> Iterator[SearchedLayer]:
        from puzzleproof.verify.bfs import layers

        for layer in self._spread(sources) if sources else layers(self._puzzle):
            yield SearchedLayer(partial(self._goal, layer), partial(self._packed, layer))

    def _goal(self, layer: set[State]) -> State | None:
        return next(filter(self._puzzle.is_goal, layer), None)

    def _packed(self, layer: set[State]) -> list[int]:
        return list(map(self._puzzle.pack, layer))

    def _spread(self, sources: Iterable[State]) -> Iterator[set[State]]:
        """As `verify.bfs.layers`, from other states, where moves can be taken back."""
        before, layer = set[State](), set(sources)
        while layer:
            yield layer
            after = {state for here in layer for state in self._puzzle.successors(here)}
            before, layer = layer, after - layer - before


def from_start(
    puzzle: AnyPuzzle, source: LayerSource, emit: Emit, at_least: int | None
) -> Labelling:
    """Search from the start until a goal, the depth ``at_least``, or the end of the graph."""
    blocks: list[bytes] = []
    seen = 0
    for depth, layer in enumerate(source.layers()):
        goal = layer.goal()
        if goal is not None:
            plan = plan_of(puzzle, path_back(puzzle, blocks, goal)[::-1])
            return Labelling(tuple(blocks), depth, plan, source.by_task)
        if depth == at_least:
            return Labelling(tuple(blocks), depth, None, source.by_task)
        packed = layer.packed()
        blocks.append(sorted_block(packed, puzzle.pack_width))
        seen += len(packed)
        emit(Layer("search", source.formulation, depth, seen))
    return Labelling(tuple(blocks), None, None, source.by_task)


def sorted_block(packed: list[int], width: int) -> bytes:
    """Packed states, ascending, ``width`` bytes each."""
    packed.sort()
    return b"".join([number.to_bytes(width, "big") for number in packed])


def plan_of(puzzle: AnyPuzzle, states: Sequence[State]) -> tuple[str, ...]:
    """The moves through these states, as people write them."""
    return tuple(map(puzzle.format_move, plan_through(puzzle, states)))


def path_back(puzzle: AnyPuzzle, blocks: Sequence[bytes], state: State) -> list[State]:
    """From a state back through the blocks, a state of each, the last block first."""
    path = [state]
    for block in reversed(blocks):
        path.append(_before(puzzle, block, path[-1]))
    return path


def _before(puzzle: AnyPuzzle, block: bytes, state: State) -> State:
    """A state of the block from which one move leads to ``state``."""
    width = puzzle.pack_width
    if puzzle.reversible:
        around: Iterable[State] = puzzle.successors(state)
        candidates = (s for s in around if _is_in(block, puzzle.pack(s), width))
    else:
        states = map(puzzle.unpack, numbers_in(block, width))
        candidates = (s for s in states if state in set(puzzle.successors(s)))
    for found in candidates:
        return found
    raise IllegalMove("the search's layers do not join: no move leads from one to the next")


def _is_in(block: bytes, number: int, width: int) -> bool:
    record = number.to_bytes(width, "big")
    records = range(len(block) // width)
    k = bisect_left(records, record, key=lambda i: block[i * width : (i + 1) * width])
    return block[k * width : (k + 1) * width] == record


def numbers_in(block: bytes, width: int) -> list[int]:
    """The packed states of a block, ascending."""
    cuts = range(0, len(block), width)
    return [int.from_bytes(block[k : k + width], "big") for k in cuts]


def write_certificate(
    puzzle: AnyPuzzle, labelling: Labelling, target: Target, versions: Mapping[str, str]
) -> None:
    """Write the file that `verify` checks."""
    width, sides = puzzle.pack_width, (labelling.blocks, labelling.backward)
    forward, backward = ([len(block) // width for block in blocks] for blocks in sides)
    claim = Claim("labelling", labelling.at_least, labelling.plan)
    body = map(record_encoder(width), chain(*sides))
    write_file(target, puzzle, claim, versions, body, sizes=forward, backward=backward)


def record_encoder(width: int) -> Callable[[bytes], bytes]:
    """The function from a block of ascending numbers to its records (`verify.records`).

    Each number is written as what it adds to the one before it, seven bits a byte, the lowest first
    (LEB128).

    >>> record_encoder(2)(bytes([0, 5, 1, 5])).hex()
    '068002'
    """
    varints = _Varints()

    def encode(block: bytes) -> bytes:
        if len(varints) > KEPT:
            varints.clear()
        numbers = numbers_in(block, width)
        return b"".join(map(varints.__getitem__, map(sub, numbers, [-1, *numbers])))

    return encode


class _Varints(dict[int, bytes]):
    """Number -> its varint, made when first met."""

    def __missing__(self, number: int) -> bytes:
        data, rest = bytearray(), number
        while rest > 0x7F:
            data.append(rest & 0x7F | 0x80)
            rest >>= 7
        data.append(rest)
        self[number] = varint = bytes(data)
        return varint
