"""Breadth-first layers by either telling of the rules: the encoder's task, or the rules' own moves.

The task is searched by the engines of `puzzleproof.explore`, which is faster, and goes on in arrays
where there are many states.  The rules are followed in plain Python.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, NamedTuple, Protocol

from puzzleproof.encoders.single_steps import ground_single_steps
from puzzleproof.encoders.task import Grounding
from puzzleproof.explore.engines import SearchEngine
from puzzleproof.explore.packed_task import PackedTask
from puzzleproof.explore.search import Search
from puzzleproof.models.errors import Unsupported
from puzzleproof.models.puzzle import AnyPuzzle, State
from puzzleproof.provers.packed_task import packed_task_of
from puzzleproof.provers.state_numbers import StateNumbers, numbering, state_of
from puzzleproof.verify.bfs import layers as rule_layers


class Found(NamedTuple):
    """A layer."""

    goal: Callable[[], State | None]
    """One of its goal states, None where there is none."""
    packed: Callable[[], list[int]]
    """All its states, packed, in any order."""


class Formulation(Protocol):
    """One telling of the rules."""

    name: str
    by_task: bool

    def layers(self, sources: tuple[State, ...] = ()) -> Iterator[Found]:
        """The layers from the start, or from other (canonical) states; moves can be taken back.

        Raises Unsupported where the sources cannot be told.
        """
        ...


def formulation_of(puzzle: AnyPuzzle, by_task: bool | None, memory: int | None) -> Formulation:
    """By the task, or by the rules where it has none that is as quick."""
    if by_task is not False:
        try:
            formulation = _ByTask(puzzle, memory)
            if by_task or formulation.grounding.exact:
                return formulation
        except Unsupported:
            pass
    return _ByRules(puzzle)


class _ByTask:
    name = "encoders"
    by_task = True

    def __init__(self, puzzle: AnyPuzzle, memory: int | None) -> None:
        self.grounding: Grounding = ground_single_steps(puzzle)
        self._puzzle, self._memory = puzzle, memory
        self._model: PackedTask = packed_task_of(self.grounding)

    def layers(self, sources: tuple[State, ...] = ()) -> Iterator[Found]:
        number = numbering(self._puzzle, self.grounding, self._model)
        search = Search(self._model, memory=self._memory, remember=False)
        found = search.layers(self._bits(sources)) if sources else search.layers()
        for engine, layer in found:
            yield Found(
                partial(self._goal, engine, layer), partial(self._packed, number, engine, layer)
            )

    def _goal(self, engine: SearchEngine[Any], layer: Any) -> State | None:
        bits = engine.goal(layer)
        return None if bits is None else state_of(self.grounding, self._model, bits)

    def _packed(self, number: StateNumbers, engine: SearchEngine[Any], layer: Any) -> list[int]:
        packed = number(engine.states(layer))
        return packed if self.grounding.exact else list(set(packed))

    def _bits(self, sources: Iterable[State]) -> list[int]:
        from puzzleproof.provers.preimages import Facts

        facts = Facts(self._puzzle.family, self.grounding)
        return [mask for state in sources for mask in facts.sets(state)]


class _ByRules:
    name = "models"
    by_task = False

    def __init__(self, puzzle: AnyPuzzle) -> None:
        self._puzzle = puzzle

    def layers(self, sources: tuple[State, ...] = ()) -> Iterator[Found]:
        for layer in self._spread(sources) if sources else rule_layers(self._puzzle):
            yield Found(partial(self._goal, layer), partial(self._packed, layer))

    def _goal(self, layer: set[State]) -> State | None:
        return next(filter(self._puzzle.is_goal, layer), None)

    def _packed(self, layer: set[State]) -> list[int]:
        return list(map(self._puzzle.pack, layer))

    def _spread(self, sources: Iterable[State]) -> Iterator[set[State]]:
        """As `rule_layers`, where moves can be taken back."""
        before, layer = set[State](), set(sources)
        while layer:
            yield layer
            after = {state for here in layer for state in self._puzzle.successors(here)}
            before, layer = layer, after - layer - before
