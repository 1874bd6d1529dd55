"""From the bits of a search to the packed numbers of the rules, quickly where these are sums."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from operator import add
from typing import TypeAlias

from puzzleproof.encoders.task import Grounding
from puzzleproof.explore.packed_task import PackedTask, numbers
from puzzleproof.models.puzzle import AdditivePacking, AnyPuzzle, State

RUN = 18
"""So many facts go together: of tiles those of two labels on a board of nine cells."""

StateNumbers: TypeAlias = Callable[[Iterable[int]], list[int]]


def numbering(puzzle: AnyPuzzle, grounding: Grounding, model: PackedTask) -> StateNumbers:
    """Return the function from states of the model to their packed numbers, in order."""
    if isinstance(puzzle, AdditivePacking) and grounding.kinds:
        return _sums(_by_kinds(puzzle, grounding, model), model)
    if isinstance(puzzle, AdditivePacking) and grounding.entries:
        return _sums(_by_entries(puzzle, grounding.entries), model)
    return lambda states: [puzzle.pack(state_of(grounding, model, bits)) for bits in states]


def state_of(grounding: Grounding, model: PackedTask, bits: int) -> State:
    """The state of the rules that a state of the model stands for."""
    placed = grounding.state(model.facts(bits))
    return (*placed, bits >> model.width) if model.stops else placed


class _Parts(dict[int, int]):
    """The facts of one kind -> what its pieces add to the number, worked out when first met."""

    def __init__(self, puzzle: AdditivePacking, masks: dict[int, int], first: int) -> None:
        super().__init__()
        self._puzzle, self._masks, self._first = puzzle, masks, first

    def __missing__(self, bits: int) -> int:
        pieces = enumerate(numbers(bits), self._first)
        self[bits] = total = sum([self._puzzle.part(i, self._masks[f]) for i, f in pieces])
        return total


class _Entries(dict[int, int]):
    """Some facts -> what they add to the number, each as one entry of the state."""

    def __init__(self, puzzle: AdditivePacking, entries: Mapping[int, tuple[int, int]]) -> None:
        super().__init__()
        self._puzzle, self._entries = puzzle, entries

    def __missing__(self, bits: int) -> int:
        self[bits] = total = sum([self._puzzle.part(*self._entries[f]) for f in numbers(bits)])
        return total


Columns: TypeAlias = list[tuple[int, dict[int, int]]]
"""Sets of facts, and for those of them that are true what they add to the number."""


def _by_kinds(puzzle: AdditivePacking, grounding: Grounding, model: PackedTask) -> Columns:
    """Few arrangements of one kind occur, so what each adds is worked out once."""
    columns, first = Columns(), 0
    for facts in grounding.kinds:
        bits = sum(1 << fact for fact in facts)
        masks = {fact: grounding.state(frozenset({fact}))[0] for fact in facts}
        columns.append((bits, _Parts(puzzle, masks, first)))
        first += (model.start & bits).bit_count()
    return columns


def _by_entries(puzzle: AdditivePacking, entries: Mapping[int, tuple[int, int]]) -> Columns:
    """The facts in runs, of which few sets occur."""
    facts = sorted(entries)
    runs = (facts[k : k + RUN] for k in range(0, len(facts), RUN))
    return [(sum(1 << fact for fact in run), _Entries(puzzle, entries)) for run in runs]


def _sums(columns: Columns, model: PackedTask) -> StateNumbers:
    def numbered(states: Iterable[int]) -> list[int]:
        states = list(states)
        totals = [state >> model.width for state in states]
        for bits, parts in columns:
            added = [parts[state & bits] for state in states]
            totals = list(map(add, totals, added))
        return totals

    return numbered
