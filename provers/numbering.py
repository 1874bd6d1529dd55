"""From the bits of a search to the packed numbers of the rules, quickly where these are sums."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import add
from typing import TypeAlias

from puzzleproof.encoders.task import Grounding
from puzzleproof.explore.model import Model, numbers
from puzzleproof.models.puzzle import AnyPuzzle, State, Summed

__all__ = ["Numbering", "numbering", "state_of"]


Numbering: TypeAlias = Callable[[Iterable[int]], list[int]]


def numbering(puzzle: AnyPuzzle, grounding: Grounding, model: Model) -> Numbering:
    """Return the function from states of the model to their packed numbers, in order."""
    if isinstance(puzzle, Summed) and grounding.kinds:
        return _by_kinds(puzzle, grounding, model)
    return lambda states: [puzzle.pack(state_of(grounding, model, bits)) for bits in states]


def state_of(grounding: Grounding, model: Model, bits: int) -> State:
    """The state of the rules that a state of the model stands for."""
    placed = grounding.state(model.facts(bits))
    return (*placed, bits >> model.width) if model.stops else placed


class _Parts(dict[int, int]):
    """The facts of one kind -> what its pieces add to the number, worked out when first met."""

    def __init__(self, puzzle: Summed, masks: dict[int, int], first: int) -> None:
        super().__init__()
        self._puzzle, self._masks, self._first = puzzle, masks, first

    def __missing__(self, bits: int) -> int:
        pieces = enumerate(numbers(bits), self._first)
        self[bits] = total = sum([self._puzzle.part(i, self._masks[f]) for i, f in pieces])
        return total


def _by_kinds(puzzle: Summed, grounding: Grounding, model: Model) -> Numbering:
    """Add what each kind adds; few arrangements of one kind occur, so each is worked out once."""
    kinds, first = list[tuple[int, _Parts]](), 0
    for facts in grounding.kinds:
        bits = sum(1 << fact for fact in facts)
        masks = {fact: grounding.state(frozenset({fact}))[0] for fact in facts}
        kinds.append((bits, _Parts(puzzle, masks, first)))
        first += (model.start & bits).bit_count()

    def numbered(states: Iterable[int]) -> list[int]:
        states = list(states)
        totals = [state >> model.width for state in states]
        for bits, parts in kinds:
            added = [parts[state & bits] for state in states]
            totals = list(map(add, totals, added))
        return totals

    return numbered
