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
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias

from puzzleproof.encoders import ground_single_steps
from puzzleproof.explore.engines import NumberingEngine
from puzzleproof.explore.layers import LayeredSearch
from puzzleproof.explore.packed_task import bits_of
from puzzleproof.models.errors import IllegalMove, Unsupported
from puzzleproof.models.puzzle import AnyPuzzle, State, plan_through
from puzzleproof.provers.certificate import Claim, Target, write_file
from puzzleproof.provers.events import Emit, Layer
from puzzleproof.provers.labelling.blocks import (
    Blocks,
    RecordMaker,
    block_sizes,
    numbers_in,
    record_maker,
    sorted_block,
)
from puzzleproof.provers.packed_task import packed_task_of, state_numbers, state_of
from puzzleproof.provers.verdict import Formulation
from puzzleproof.verify.certificate import SYMMETRY_VERSION

if TYPE_CHECKING:
    from puzzleproof.encoders.task import Grounding
    from puzzleproof.explore.engines import SearchEngine
    from puzzleproof.explore.packed_task import PackedTask, Symmetry
    from puzzleproof.provers.deflated import DeflatedBody
    from puzzleproof.provers.labelling.classes import Classes

MANY = 100_000
"""So many states are written by numpy, where a word holds their numbers."""


class Labelling(NamedTuple):
    """Packed states by label; ``at_least`` None says that no goal can be reached."""

    blocks: Sequence[bytes]
    """Of large tables they are `Blocks`, packed; else a tuple."""
    at_least: int | None
    plan: tuple[str, ...] | None
    by_task: bool
    """Whether the search followed the encoder's task; else it followed the rules."""
    backward: Sequence[bytes] = ()
    """The blocks from the goals."""
    symmetry: str | None = None
    """By which the blocks hold names of classes (`puzzleproof.verify.classes`)."""

    @property
    def moves_back(self) -> int:
        """How many moves were searched back from the goals."""
        return max(0, len(self.backward) - 1)


class SearchedLayer(NamedTuple):
    """A layer, looked at when it is asked."""

    goal: Callable[[], State | None]
    """One of its goal states, None where there is none."""
    packed: Callable[[], list[int]]
    """All its states, packed, in any order."""
    block: Callable[[], bytes]
    """The same ascending, as bytes of the puzzle's width."""
    classes: Classes | None = None
    """The symmetry, if its states are names of classes."""


Turn: TypeAlias = Callable[[Iterator[SearchedLayer], Blocks], Labelling | None]


class LayerSource(Protocol):
    """A search by one formulation of the rules."""

    formulation: Formulation
    by_task: bool
    may_name: bool
    """Whether the next layers from the start may become names of classes."""
    ended_in: Classes | None
    """Where layers of states have ended because all that is left are images: the classes."""

    def layers(self, sources: tuple[State, ...] = ()) -> Iterator[SearchedLayer]:
        """The layers from the start, or from other (canonical) states; moves can be taken back.

        Raises Unsupported where the sources cannot be given as facts.
        """
        ...


def layer_source(
    puzzle: AnyPuzzle, by_task: bool | None, memory: int | None, *, classes: bool = False
) -> LayerSource:
    """By the task, or by the rules where it has none that is as quick.

    With ``classes`` the layers of a large search from the start may become names of classes.
    """
    if by_task is not False:
        try:
            source = _ByTask(puzzle, memory, classes)
            if by_task or source.grounding.exact:
                return source
        except Unsupported:
            pass
    return _ByRules(puzzle)


class _ByTask:
    formulation: Formulation = "encoders"
    by_task = True

    def __init__(self, puzzle: AnyPuzzle, memory: int | None, classes: bool) -> None:
        self.may_name = classes
        self.ended_in: Classes | None = None
        self._classes: Classes | None = None
        self.grounding: Grounding = ground_single_steps(puzzle)
        self._puzzle, self._memory = puzzle, memory
        self._task: PackedTask = packed_task_of(self.grounding, symmetries=False)
        self._array_engine: NumberingEngine | None = None
        self._array_block: Callable[[Any], bytes]

    def layers(self, sources: tuple[State, ...] = ()) -> Iterator[SearchedLayer]:
        numbers = state_numbers(self._puzzle, self.grounding, self._task)
        symmetry = None if sources else self._symmetry
        search = LayeredSearch(self._task, memory=self._memory, remember=False, symmetry=symmetry)
        for engine, layer in search.layers(self._bits(sources) if sources else None):
            classes = self._classes if search.used is not None else None
            goal = partial(self._goal, engine, layer)
            packed = partial(self._packed, numbers, engine, layer)
            yield SearchedLayer(goal, packed, self._block(engine, layer, packed), classes)
        self.ended_in = None if search.used is None else self._classes

    def _symmetry(self) -> Symmetry | None:
        if not self.may_name:
            return None
        from puzzleproof.provers.labelling.classes import classes_of

        self._classes = classes_of(self._puzzle, self.grounding)
        return None if self._classes is None else self._classes.symmetry

    def _goal(self, engine: SearchEngine[Any], layer: Any) -> State | None:
        bits = engine.goal(layer)
        return None if bits is None else state_of(self.grounding, self._task, bits)

    def _packed(
        self, numbers: Callable[[Iterable[int]], list[int]], engine: SearchEngine[Any], layer: Any
    ) -> list[int]:
        packed = numbers(engine.states(layer))
        return packed if self.grounding.exact else list(set(packed))

    def _block(
        self, engine: SearchEngine[Any], layer: Any, packed: Callable[[], list[int]]
    ) -> Callable[[], bytes]:
        if isinstance(engine, NumberingEngine) and self.grounding.kinds:
            return partial(self._arrays(engine), layer)
        return lambda: sorted_block(packed(), self._puzzle.pack_width)

    def _arrays(self, engine: NumberingEngine) -> Callable[[Any], bytes]:
        """The function from layers of an engine to blocks."""
        if self._array_engine is not engine:
            from puzzleproof.provers.labelling.arrays import block_of

            self._array_engine = engine
            width = self._puzzle.pack_width
            self._array_block = block_of(self._puzzle, width, self.grounding, engine)
        return self._array_block

    def _bits(self, sources: tuple[State, ...]) -> list[int]:
        facts_of = self.grounding.facts_of
        return [bits_of(facts) for state in sources for facts in facts_of(state)]


class _ByRules:
    formulation: Formulation = "models"
    by_task = may_name = False
    ended_in: Classes | None = None

    def __init__(self, puzzle: AnyPuzzle) -> None:
        self._puzzle = puzzle

    def layers(self, sources: tuple[State, ...] = ()) -> Iterator[SearchedLayer]:
        from puzzleproof.verify.bfs import layers

        for layer in self._spread(sources) if sources else layers(self._puzzle):
            goal, packed = partial(self._goal, layer), partial(self._packed, layer)
            yield SearchedLayer(goal, packed, partial(self._block, layer))

    def _goal(self, layer: set[State]) -> State | None:
        return next(filter(self._puzzle.is_goal, layer), None)

    def _packed(self, layer: set[State]) -> list[int]:
        return list(map(self._puzzle.pack, layer))

    def _block(self, layer: set[State]) -> bytes:
        return sorted_block(self._packed(layer), self._puzzle.pack_width)

    def _spread(self, sources: Iterable[State]) -> Iterator[set[State]]:
        """As `verify.bfs.layers`, from other states, where moves can be taken back."""
        before, layer = set[State](), set(sources)
        while layer:
            yield layer
            after = {state for here in layer for state in self._puzzle.successors(here)}
            before, layer = layer, after - layer - before


def from_start(
    puzzle: AnyPuzzle,
    source: LayerSource,
    emit: Emit,
    at_least: int | None,
    memory: int | None = None,
    turn: Turn = lambda _layers, _blocks: None,
) -> Labelling:
    """Search from the start until a goal, the depth ``at_least``, or the end of the graph.

    After each layer ``turn`` may take the search over: it is given the layers to come and the
    blocks so far, and returns the labelling that it ends with.
    """
    blocks, layers = Blocks(puzzle.pack_width, memory), source.layers()
    seen, classes = 0, None
    for depth, layer in enumerate(layers):
        if layer.classes is not None and classes is None:
            classes = layer.classes
            blocks = classes.named(blocks, memory)
        found = partial(
            Labelling, by_task=source.by_task, symmetry=classes and classes.symmetry.name
        )
        goal = layer.goal()
        if goal is not None:
            path = path_back(puzzle, reversed(blocks), goal, classes)[::-1]
            path = path if classes is None else classes.from_start(path)
            return found(blocks.kept(), depth, plan_of(puzzle, path))
        if depth == at_least:
            return found(blocks.kept(), depth, None)
        blocks.append(layer.block())
        seen += blocks.sizes[-1]
        emit(Layer("search", source.formulation, depth, seen))
        if classes is None and (labelling := turn(layers, blocks)) is not None:
            return labelling
    if classes is None and source.ended_in is not None:
        classes = source.ended_in
        blocks = classes.named(blocks, memory)
    symmetry = classes and classes.symmetry.name
    return Labelling(blocks.kept(), None, None, source.by_task, symmetry=symmetry)


def plan_of(puzzle: AnyPuzzle, states: Sequence[State]) -> tuple[str, ...]:
    """The moves through these states, as people write them."""
    return tuple(map(puzzle.format_move, plan_through(puzzle, states)))


def path_back(
    puzzle: AnyPuzzle, blocks: Iterable[bytes], state: State, classes: Classes | None = None
) -> list[State]:
    """From a state back through blocks, which come last first: a state of each (or its image)."""
    path = [state]
    for block in blocks:
        path.append(_before(puzzle, block, path[-1], classes))
    return path


def _before(puzzle: AnyPuzzle, block: bytes, state: State, classes: Classes | None) -> State:
    """A state of the block, or an image of one, from which one move leads to ``state``."""
    width = puzzle.pack_width
    if puzzle.reversible:
        around: Iterable[State] = puzzle.successors(state)
        name = classes.mirror.least if classes is not None else puzzle.canonical
        candidates = (s for s in around if _is_in(block, puzzle.pack(name(s)), width))
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


def write_certificate(
    puzzle: AnyPuzzle, labelling: Labelling, target: Target, versions: Mapping[str, str]
) -> None:
    """Write the file that `verify` checks."""
    width, sides = puzzle.pack_width, (labelling.blocks, labelling.backward)
    forward, backward = (block_sizes(side, width) for side in sides)
    claim = Claim("labelling", labelling.at_least, labelling.plan)
    make = record_maker(width, many=sum(forward) + sum(backward) > MANY)
    more: dict[str, Any] = {"sizes": forward, "backward": backward}
    if labelling.symmetry is not None:
        more.update(version=SYMMETRY_VERSION, symmetry=labelling.symmetry)
    write = partial(write_file, target, puzzle, claim, versions, **more)
    if any(isinstance(side, Blocks) for side in sides):
        write(deflated=_deflated(sides, make))
    else:
        write(body=chain.from_iterable(map(make, chain(*sides))))


def _deflated(sides: Iterable[Sequence[bytes]], make: RecordMaker) -> DeflatedBody:
    """The records of both sides, compressed already or now."""
    from puzzleproof.provers.deflated import DeflatedBody, DeflatedPart

    parts = list[DeflatedPart]()
    for side in sides:
        parts.append(side.part if isinstance(side, Blocks) else DeflatedPart())
        if not isinstance(side, Blocks):
            for piece in chain.from_iterable(map(make, side)):
                parts[-1].put(piece)
    return DeflatedBody(parts)
