"""Fewest compound moves in peg solitaire, by bidirectional search up to symmetry.

A *move* is a chain of jumps by one peg.  The search goes forward from the start by moves and
backward from the goals by moves taken back, always on the smaller side and by whole layers: a
*layer* holds the classes of positions at one distance, so the first layers that meet give the
minimum, the sum of their depths (I. Pohl 1971).  Positions are compared up to symmetries: this
finds a plan from an image of the start to an image of a goal, and `_sound` says which symmetries
make it a plan of the puzzle.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from puzzleproof.explore.engines.arrays.sorted_words import among
from puzzleproof.explore.engines.plain import PlainSearch
from puzzleproof.explore.packed_task import PackedTask, Symmetry
from puzzleproof.explore.pegs.classes import (
    KeyedWords,
    PegKey,
    PegWords,
    WordBoard,
    WordJump,
    board_of,
    chunks,
    goal_states,
    least,
)
from puzzleproof.explore.pegs.position_class import same_position_class
from puzzleproof.explore.pegs.sets import Budget, WordSet
from puzzleproof.models.errors import InternalError, LimitReached


@dataclass(frozen=True, slots=True)
class PegSearchResult:
    """What a search of compound moves found."""

    optimum: int | None
    """The fewest moves; None where there is no plan, or none was found within the limit."""
    at_least: int
    """No plan has fewer moves than this (meaningless where there is none)."""
    limited: bool
    """Whether the search was ended by its limit of memory."""
    states: tuple[int, ...]
    """The states of a shortest plan, start and goal included."""
    forward: tuple[int, ...]
    """How many classes of positions are 0, 1, 2, … moves from the start."""
    backward: tuple[int, ...]
    """How many classes are 0, 1, 2, … moves from a goal."""
    symmetries: int
    """How many symmetries the classes are formed by, the identity included."""


def search_moves(
    task: PackedTask,
    memory: int | None = None,
    on_layer: Callable[[str, int, int], None] | None = None,
) -> PegSearchResult:
    """Find the fewest compound moves from the start to a goal, and a plan.

    ``memory`` bounds the bytes of the arrays; ``on_layer`` is called with each layer that does not
    meet the other side: its side (``"forward"``, ``"backward"``), its depth and its size.  It may
    raise LimitReached, which ends the search with the bound reached.  Raises Unsupported for a task
    that is not one of pegs, LimitReached where the memory is not enough to begin.
    """
    goals = [g for g in goal_states(task) if same_position_class(task.steps, task.start, g)]
    symmetries = _sound(task, goals)
    budget, fewest = Budget(memory), min((_pegs(task, goal) for goal in goals), default=0)
    ahead = _PegSide(board_of(task, symmetries), (task.start,), budget, fewest)
    back = _PegSide(board_of(task.backwards(), symmetries), goals, budget, _pegs(task, task.start))
    met, limited = None, False
    try:
        met = _meeting(ahead, back, on_layer) if goals else None
    except LimitReached:
        limited = True
    depth = len(ahead.layers) + len(back.layers) - 2
    return PegSearchResult(
        optimum=depth if met is not None else None,
        at_least=depth if met is not None else depth + 1,
        limited=limited,
        states=_plan(task, goals, symmetries, (ahead, back), met) if met is not None else (),
        forward=ahead.sizes,
        backward=back.sizes,
        symmetries=1 + len(symmetries),
    )


def _pegs(task: PackedTask, state: int) -> int:
    return (state & (1 << task.width // 2) - 1).bit_count()


def _sound(task: PackedTask, goals: Iterable[int]) -> tuple[Symmetry, ...]:
    """Symmetries up to which positions may be compared.

    Compared up to a group, a plan leads to an image of a goal.  That is harmless if every image
    that the position class allows is an image of a goal under a symmetry that keeps the start: by
    that symmetry the plan becomes one of the puzzle.  Symmetries that keep the start, or that keep
    the goals, are always harmless.
    """
    goals = set(goals)
    keep_start = [s for s in task.symmetries if s.image(task.start) == task.start]
    keep_goals = [s for s in task.symmetries if set(map(s.image, goals)) == goals]
    harmless = goals.union(*(map(s.image, goals) for s in keep_start))
    images = set[int]().union(*(map(s.image, goals) for s in task.symmetries)) - harmless
    if not any(same_position_class(task.steps, task.start, image) for image in images):
        return task.symmetries
    return tuple(keep_start if len(keep_start) > len(keep_goals) else keep_goals)


_Wave: TypeAlias = dict[tuple[int, PegKey], list[PegWords]]
"""Rows of positions by the hole where the moving peg has landed, and their key."""


def _bytes(wave: _Wave) -> int:
    return sum(rows.nbytes for parts in wave.values() for rows in parts)


class _PegSide:
    """The search forward, or the search backward."""

    def __init__(self, board: WordBoard, ends: Iterable[int], budget: Budget, last: int) -> None:
        self.board, self._budget = board, budget
        self._last = last
        """Pegs at the other end: positions beyond that lead nowhere."""
        self._seen: dict[PegKey, WordSet] = {}
        first = board.classes(map(board.position, ends))
        for key, words in first.items():
            self._set(key).add(words)
        self.layers: list[KeyedWords] = [self._new()]

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many classes the layers have."""
        return tuple(sum(map(len, layer.values())) for layer in self.layers)

    def _set(self, key: PegKey) -> WordSet:
        """All classes found that have this key."""
        if key not in self._seen:
            self._seen[key] = WordSet(self.board.bits, key.blank, self._budget)
        return self._seen[key]

    def _new(self) -> KeyedWords:
        layer = {key: some.new() for key, some in self._seen.items()}
        self._budget.keep(sum(words.nbytes for words in layer.values()))
        return {key: words for key, words in layer.items() if len(words)}

    def expand(self) -> None:
        """Add the next layer."""
        for key, words in self.layers[-1].items():
            for chunk in chunks(words):
                self._move(key, chunk)
        self.layers.append(self._new())

    def _move(self, key: PegKey, words: PegWords) -> None:
        """Find the positions one move from some of one key, jump after jump."""
        rows = self.board.rows(words)
        wave = self._jumped(key, rows, self.board.jumps)
        while wave:
            after: _Wave = {}
            for (landing, there), parts in wave.items():
                rows = np.concatenate(parts, axis=1) if len(parts) > 1 else parts[0]
                on = self._jumped(there, rows, self.board.jumps_from.get(landing, ()))
                for place, more in on.items():
                    after.setdefault(place, []).extend(more)
            self._budget.keep(-_bytes(wave))
            wave = after

    def _jumped(self, key: PegKey, rows: PegWords, jumps: Iterable[WordJump]) -> _Wave:
        """Make each jump where it is possible; return the rows after it by landing and key."""
        found: _Wave = {}
        for jump in jumps:
            there = jump.key(key)
            if there is None or (there.pegs - self._last) * jump.gain > 0:
                continue
            after = self.board.after(rows, jump)
            if after.shape[1]:
                self._budget.keep(after.nbytes)
                self._set(there).add(least(after))
                found.setdefault((jump.landing, there), []).append(after)
        return found


_Meeting: TypeAlias = tuple[PegKey, int]
"""The key and the word of a class that is in a layer of both sides."""


def _meeting(
    ahead: _PegSide, back: _PegSide, on_layer: Callable[[str, int, int], None] | None
) -> _Meeting | None:
    """Expand until two layers meet; None where one side has no more positions."""
    sides = (("forward", ahead), ("backward", back))
    met = _common(ahead.layers[-1], back.layers[-1])
    while met is None:
        name, side = min(sides, key=lambda one: one[1].sizes[-1])
        if not side.sizes[-1]:
            break
        side.expand()
        met = _common(ahead.layers[-1], back.layers[-1])
        if met is None and on_layer is not None:
            on_layer(name, len(side.layers) - 1, side.sizes[-1])
    return met


def _common(one: KeyedWords, other: KeyedWords) -> _Meeting | None:
    """Some class that is in both layers."""
    for key in one.keys() & other.keys():
        few, many = sorted((one[key], other[key]), key=len)
        both = few[among(many, few)]
        if len(both):
            return key, int(both[0])
    return None


# --- the plan -------------------------------------------------------------------------------


def _plan(
    task: PackedTask,
    goals: Iterable[int],
    symmetries: Iterable[Symmetry],
    sides: tuple[_PegSide, _PegSide],
    met: _Meeting,
) -> tuple[int, ...]:
    """The states of a plan through the class where the sides met.

    From a position of that class either side is followed back to its first layer; then a symmetry
    is applied by which the plan begins with the start and ends with a goal.
    """
    ahead, back = sides
    key, word = met
    board = ahead.board
    middle = board.state(int(board.positions(np.array([word], board.dtype), key)[0]))
    first = _to_the_end(PlainSearch(task.backwards()), ahead, middle)
    then = _to_the_end(PlainSearch(task), back, middle)
    states = [*reversed(first), middle, *then]
    for images in (states, *(list(map(symmetry.image, states)) for symmetry in symmetries)):
        if images[0] == task.start and images[-1] in set(goals):
            return tuple(images)
    raise InternalError("a plan up to symmetry is no plan of the puzzle")


def _to_the_end(search: PlainSearch, side: _PegSide, state: int) -> list[int]:
    """The states that lead from one in a side's last layer to its first, one a layer."""
    found: list[int] = []
    for layer in reversed(side.layers[:-1]):
        state = next(s for s in search.after((state,)) if _within(side.board, layer, s))
        found.append(state)
    return found


def _within(board: WordBoard, layer: KeyedWords, state: int) -> bool:
    """Whether the class of a state is in a layer."""
    ((key, words),) = board.classes([board.position(state)]).items()
    return key in layer and bool(among(layer[key], words)[0])
