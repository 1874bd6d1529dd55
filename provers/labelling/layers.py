"""Breadth-first layers by either formulation of the rules: the encoders' task, or `models` itself.

The task is searched by the engines of `puzzleproof.explore`, which is faster, and goes on in arrays
where there are many states.  The rules are followed in plain Python.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, NamedTuple, Protocol

from puzzleproof.encoders.families import ground_single_steps
from puzzleproof.encoders.task import Grounding
from puzzleproof.explore.engines import SearchEngine
from puzzleproof.explore.packed_task import PackedTask, bits_of
from puzzleproof.explore.search import Search
from puzzleproof.models.errors import Unsupported
from puzzleproof.models.puzzle import AnyPuzzle, State
from puzzleproof.provers.packed_task import packed_task_of, state_numbers, state_of
from puzzleproof.provers.verdict import Formulation


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
        search = Search(self._task, memory=self._memory, remember=False)
        for engine, layer in search.layers(self._bits(sources) or None):
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
