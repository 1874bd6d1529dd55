"""Numbers of sliding tiles: inversions, distances, parity; and sequences that a search may skip.

Words: a *table* is a state of `TilesPuzzle`, the labels in reading order, 0 the blank.  π1 counts
the inversions of a table, π2 sums the distances of its tiles from their goal cells.  The
*boustrophedon* reads the rows to and fro, without the blank.  A *sequence* is a word over N, E,
S, W, the directions of the blank.  After "Le jeu de taquin", a text in French (docs/sources.md),
whose O is our W.
"""

from __future__ import annotations

from bisect import bisect
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import factorial
from typing import NamedTuple, TypeAlias

from puzzleproof.models.drawing import Cell
from puzzleproof.models.grid import COMPASS
from puzzleproof.models.puzzle import State
from puzzleproof.models.tiles.rules import STEPS, TilesPuzzle

# --- inversions and parity ------------------------------------------------------------------


def inversions(numbers: Iterable[int]) -> int:
    """How many pairs stand in the wrong order; O(n log n) comparisons.

    >>> inversions([2, 0, 1])
    2
    """
    found, before = 0, list[int]()
    for number in numbers:
        place = bisect(before, number)
        found += len(before) - place
        before.insert(place, number)
    return found


def is_even(numbers: Iterable[int]) -> bool:
    """Whether an arrangement of different numbers is an even permutation of them in order."""
    return inversions(numbers) % 2 == 0


def boustrophedon(table: State, columns: int) -> State:
    """The tiles as a plough reads them: rows to and fro, without the blank.

    >>> boustrophedon((1, 2, 3, 0, 5, 4), 3)
    (1, 2, 3, 4, 5)
    """
    rows = [table[k : k + columns] for k in range(0, len(table), columns)]
    plough = [label for r, row in enumerate(rows) for label in (row[::-1] if r % 2 else row)]
    return tuple(label for label in plough if label)


def playable(puzzle: TilesPuzzle) -> bool:
    """Whether the goal can be reached: both boustrophedons are even, or both odd.

    A blank that moves along its row changes nothing in the boustrophedon; one that changes rows
    carries a tile past those between, as many before the turn as after it: an even number.  So
    the parity is kept.  With two or more rows and columns nothing else is (Johnson and Story
    1879); in a single line the whole order of the tiles is.
    """
    start, goal = (boustrophedon(t, puzzle.columns) for t in (puzzle.start, puzzle.goal))
    if 1 in (puzzle.rows, puzzle.columns):
        return start == goal
    return is_even(start) == is_even(goal)


# --- the graph of all tables ----------------------------------------------------------------


def tables(rows: int, columns: int) -> int:
    """How many tables a board has; with two rows and columns, half of them are playable."""
    return factorial(rows * columns)


def arcs(rows: int, columns: int) -> int:
    """Moves (metric ``single``) of all tables together; half of them between playable ones.

    The blank may cross each of the borders between two cells both ways, whatever the other cells
    hold: on n x n, 4 n (n - 1) (n² - 1)!.  With two rows and columns half of that is playable.

    >>> arcs(2, 2), arcs(3, 3), arcs(4, 4) == 4 * 4 * 3 * factorial(15)
    (48, 967680, True)
    """
    borders = rows * (columns - 1) + columns * (rows - 1)
    return 2 * borders * factorial(rows * columns - 1)


# --- weights of tables, and how a step changes them -----------------------------------------


def pi1(table: State) -> int:
    """The inversions of a table in reading order, the blank's included."""
    return inversions(table)


def pi1_change(table: State, target: int) -> int:
    """What π1 gains when the blank steps to a neighbouring cell; O(columns).

    The tile t goes over to the other side of the labels m between: each m < t makes a pair with t
    and one with the blank, both of which turn; each m > t makes two that cancel out.
    """
    blank, tile = table.index(0), table[target]
    low, high = min(blank, target), max(blank, target)
    change = 1 + 2 * sum(m < tile for m in table[low + 1 : high])
    return change if target > blank else -change


def distances(goal: State, columns: int) -> tuple[tuple[int, ...], ...]:
    """Label, then cell -> that tile's distance (rows plus columns) from its goal cell.

    The blank's row holds zeros: it does not count.
    """
    cells = [divmod(cell, columns) for cell in range(len(goal))]
    home = dict(zip(goal, cells, strict=True))

    def row(label: int) -> tuple[int, ...]:
        r, c = home[label]
        return tuple(abs(r - y) + abs(c - x) if label else 0 for y, x in cells)

    return tuple(map(row, range(len(goal))))


def pi2(table: State, goal: State, columns: int) -> int:
    """The summed distances of the tiles from their goal cells: at most the moves ``single``."""
    far = distances(goal, columns)
    return sum(far[label][cell] for cell, label in enumerate(table))


def pi2_change(far: Sequence[Sequence[int]], table: State, target: int) -> int:
    """What π2 gains (1 or -1) when the blank steps to a cell; ``far`` is `distances`. O(1)."""
    tile = table[target]
    return far[tile][table.index(0)] - far[tile][target]


# --- sequences of moves that may be skipped -------------------------------------------------


Effect: TypeAlias = frozenset[tuple[Cell, Cell]]
"""(cell, the cell whose label it now holds), for every cell that has changed."""


class Path(NamedTuple):
    """What a sequence does on a board without an edge, seen from the blank's first cell."""

    word: str
    effect: Effect
    box: tuple[int, int, int, int]
    """How far north, west, south and east the blank has been: a board must have that much."""


@dataclass(frozen=True, slots=True)
class Equal:
    """Two sequences that lead to the same table, the second wherever the first can be played."""

    forbidden: str
    instead: str


def equivalent(first: str, second: str) -> bool:
    """Whether two sequences lead to the same table wherever both can be played.

    >>> equivalent("ENWSEN", "NESWNE")
    True
    """
    return _path(first).effect == _path(second).effect


def replaces(instead: str, forbidden: str) -> bool:
    """Whether a search may skip the second sequence because it meets the first.

    It must come earlier (be shorter, or of the same length and first in the order N, E, S, W),
    have the same effect, and keep the blank inside the box of the other's path.

    >>> replaces("NESWNE", "ENWSEN"), replaces("ENWSEN", "NESWNE"), replaces("NSE", "EEW")
    (True, False, False)
    """
    one, other = _path(instead), _path(forbidden)
    earlier = _rank(instead) < _rank(forbidden)
    return earlier and one.effect == other.effect and _inside(one.box, other.box)


def _rank(word: str) -> tuple[int, list[int]]:
    return len(word), [COMPASS.index(letter) for letter in word]


def forbidden_sequences(length: int = 6) -> tuple[Equal, ...]:
    """Find the sequences up to a length that a search for shortest plans may skip.

    These are the words that an earlier one `replaces`; since that keeps to the same box, it can
    be played on every rectangle on which the forbidden word can.  Words with a forbidden part are
    not listed again, and lengths from 10 on take seconds.

    The first of all shortest plans in that order has no forbidden part, since the replacement
    would come before it; so pruning keeps one shortest plan from every table.  (L. A. Taylor and
    R. E. Korf, Pruning duplicate nodes in depth-first search, AAAI 1993.)

    >>> [(one.forbidden, one.instead) for one in forbidden_sequences(2)]
    [('NS', ''), ('EW', ''), ('SN', ''), ('WE', '')]
    """
    found: dict[str, str] = {}
    kept: defaultdict[Effect, list[Path]] = defaultdict(list, {frozenset(): [_path("")]})
    words = [""]
    for _ in range(length):
        paths = [_path(word) for word in _longer(words, found)]
        words = list[str]()
        for path in paths:
            same = kept[path.effect]
            instead = next((one for one in same if _inside(one.box, path.box)), None)
            if instead is not None:
                found[path.word] = instead.word
            else:
                same.append(path)
                words.append(path.word)
    return tuple(Equal(word, instead) for word, instead in found.items())


def _longer(words: Iterable[str], forbidden: Iterable[str]) -> Iterator[str]:
    """Words with one more letter at the end, but for those that end on a forbidden word."""
    endings = tuple(forbidden)
    longer = (word + letter for word in words for letter in COMPASS)
    return (word for word in longer if not word.endswith(endings))


def _path(word: str) -> Path:
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
    return Path(word, effect, (north, west, south, east))


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

    def allows(self, word: str) -> bool:
        """Whether a sequence has no forbidden part."""
        state = self.start
        for letter in word:
            state = self.step(state, COMPASS.index(letter))
            if state < 0:
                return False
        return True


def automaton(words: Iterable[str]) -> Automaton:
    """Build the automaton of some forbidden words (Aho and Corasick 1975).

    A state is the longest ending of what was read that begins some forbidden word.

    >>> automaton(["NS", "SN"]).allows("NENESS")
    True
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
