"""Sequences of moves of the blank that a search of sliding tiles may skip.

A *sequence* is a word over N, E, S, W, the directions of the blank.  After "Le jeu de taquin", a
text in French (docs/library.md), whose O is our W.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from puzzleproof.models.drawing import COMPASS, STEPS, Cell

Effect: TypeAlias = frozenset[tuple[Cell, Cell]]
"""(cell, the cell whose label it now holds), for every cell that has changed."""


class BlankPath(NamedTuple):
    """What a sequence does on a board without an edge, seen from the blank's first cell."""

    word: str
    effect: Effect
    box: tuple[int, int, int, int]
    """How far north, west, south and east the blank has been: a board must have that much."""


@dataclass(frozen=True, slots=True)
class ForbiddenSequence:
    """Two sequences that lead to the same table, the second wherever the first can be played."""

    forbidden: str
    instead: str


def forbidden_sequences(length: int = 6) -> tuple[ForbiddenSequence, ...]:
    """Find the sequences up to a length that a search for shortest plans may skip.

    A word is forbidden where an earlier one (shorter, or of the same length and first in the order
    N, E, S, W) has the same effect and keeps the blank inside the box of its path: then the earlier
    one can be played on every rectangle on which the forbidden word can.  Words with a forbidden
    part are not listed again, and lengths from 10 on take seconds.

    The first of all shortest plans in that order has no forbidden part, since the replacement
    would come before it; so pruning keeps one shortest plan from every table.  (L. A. Taylor and
    R. E. Korf, Pruning duplicate nodes in depth-first search, AAAI 1993.)

    >>> [(one.forbidden, one.instead) for one in forbidden_sequences(2)]
    [('NS', ''), ('EW', ''), ('SN', ''), ('WE', '')]
    """
    found: dict[str, str] = {}
    kept: defaultdict[Effect, list[BlankPath]] = defaultdict(list, {frozenset(): [path_of("")]})
    words = [""]
    for _ in range(length):
        paths = [path_of(word) for word in _longer(words, found)]
        words = list[str]()
        for path in paths:
            same = kept[path.effect]
            instead = next((one for one in same if _inside(one.box, path.box)), None)
            if instead is not None:
                found[path.word] = instead.word
            else:
                same.append(path)
                words.append(path.word)
    return tuple(ForbiddenSequence(word, instead) for word, instead in found.items())


def _longer(words: Iterable[str], forbidden: Iterable[str]) -> Iterator[str]:
    """Words with one more letter at the end, but for those that end on a forbidden word."""
    endings = tuple(forbidden)
    longer = (word + letter for word in words for letter in COMPASS)
    return (word for word in longer if not word.endswith(endings))


def path_of(word: str) -> BlankPath:
    """Play a sequence on a board without an edge where each cell holds its own name."""
    row = column = 0
    holds: dict[Cell, Cell] = {}
    north = west = south = east = 0
    for letter in word:
        down, right = STEPS[letter]
        here, there = (row, column), (row + down, column + right)
        holds[here], holds[there] = holds.get(there, there), holds.get(here, here)
        row, column = there
        north, south = min(north, row), max(south, row)
        west, east = min(west, column), max(east, column)
    effect = frozenset((cell, name) for cell, name in holds.items() if cell != name)
    return BlankPath(word, effect, (north, west, south, east))


def _inside(box: tuple[int, int, int, int], other: tuple[int, int, int, int]) -> bool:
    north, west, south, east = box
    return north >= other[0] and west >= other[1] and south <= other[2] and east <= other[3]


@dataclass(frozen=True, slots=True)
class Automaton:
    """Reads a sequence letter by letter and notices the first forbidden part.

    ``table[state][letter]`` is the next state, -1 where a forbidden word ends; letters are
    numbered as in ``NESW``.
    """

    table: tuple[tuple[int, ...], ...]
    start: int = 0

    def step(self, state: int, letter: int) -> int:
        """The state after one more letter, -1 if that is forbidden."""
        return self.table[state][letter]


def automaton(words: Iterable[str]) -> Automaton:
    """Build the automaton of some forbidden words (Aho and Corasick 1975).

    A state is the longest ending of what was read that begins some forbidden word.

    >>> automaton(["NS"]).table
    ((1, 0, 0, 0), (1, 0, -1, 0))
    """
    forbidden = frozenset(words)
    prefixes = sorted({word[:k] for word in forbidden for k in range(len(word))} | {""}, key=len)
    number = {prefix: k for k, prefix in enumerate(prefixes)}

    def after(prefix: str, letter: str) -> int:
        endings = [(prefix + letter)[k:] for k in range(len(prefix) + 2)]
        if not forbidden.isdisjoint(endings):
            return -1
        return next(number[ending] for ending in endings if ending in number)

    return Automaton(tuple(tuple(after(p, x) for x in COMPASS) for p in prefixes))
