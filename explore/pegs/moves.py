"""Fewest compound moves in peg solitaire, from both ends at once, up to symmetry.

A *move* is a chain of jumps by one peg.  The search goes forward from the start by moves and
backward from the goals by moves taken back, always on from the smaller side and by whole layers:
a *layer* holds the classes of positions at one distance, so the first layers that meet give the
minimum, the sum of their depths (I. Pohl 1971).  Positions are compared up to symmetries: what is
found is a plan from an image of the start to an image of a goal, and `_sound` says which symmetries
make it a plan of the puzzle.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from puzzleproof.explore.engines.arrays.sorted_words import among
from puzzleproof.explore.engines.plain import PlainSearch
from puzzleproof.explore.packed_task import PackedTask, Symmetry, image_under
from puzzleproof.explore.pegs.classes import (
    Board,
    Jump,
    Key,
    Words,
    board_of,
    goal_states,
    least,
    same_position_class,
)
from puzzleproof.explore.pegs.sets import Budget, Found
from puzzleproof.models.errors import InternalError, LimitReached

Layer: TypeAlias = dict[Key, Words]

CHUNK = 1 << 15
"""Positions that move together."""


@dataclass(frozen=True, slots=True)
class MovesFound:
    """What a search of compound moves found."""

    optimum: int | None
    """The fewest moves; None where there is no plan, or none was found within the limit."""
    at_least: int
    """No plan has fewer moves than this (of no meaning where there is none)."""
    limited: bool
    """Whether the search was ended by its limit of memory."""
    states: tuple[int, ...]
    """The states of a shortest plan, start and goal included, as the model has them."""
    forward: tuple[int, ...]
    """How many classes of positions are 0, 1, 2, … moves from the start."""
    backward: tuple[int, ...]
    """How many classes are 0, 1, 2, … moves from a goal."""
    symmetries: int
    """How many symmetries the classes are made by, the identity included."""


def search_moves(
    model: PackedTask,
    memory: int | None = None,
    on_layer: Callable[[str, int, int], None] | None = None,
) -> MovesFound:
    """Find the fewest compound moves from the start to a goal, and a plan.

    ``memory`` bounds the bytes of the arrays; ``on_layer`` is told of each layer but one that meets
    the other side: its side (``"forward"``, ``"backward"``), its depth and its size.  It may raise
    LimitReached, which ends the search with the bound reached.  Raises Unsupported for a model
    that is not one of pegs, LimitReached where the memory is not enough to begin.
    """
    goals = [g for g in goal_states(model) if same_position_class(model.steps, model.start, g)]
    symmetries = _sound(model, goals)
    budget, fewest = Budget(memory), min((_pegs(model, goal) for goal in goals), default=0)
    ahead = _Side(board_of(model, symmetries), (model.start,), budget, fewest)
    back = _Side(board_of(model.backwards(), symmetries), goals, budget, _pegs(model, model.start))
    met, limited = None, False
    try:
        met = _meeting(ahead, back, on_layer) if goals else None
    except LimitReached:
        limited = True
    depth = len(ahead.layers) + len(back.layers) - 2
    return MovesFound(
        optimum=depth if met is not None else None,
        at_least=depth if met is not None else depth + 1,
        limited=limited,
        states=_plan(model, goals, symmetries, (ahead, back), met) if met is not None else (),
        forward=ahead.sizes,
        backward=back.sizes,
        symmetries=1 + len(symmetries),
    )


def _pegs(model: PackedTask, state: int) -> int:
    return (state & (1 << model.width // 2) - 1).bit_count()


def _sound(model: PackedTask, goals: Iterable[int]) -> tuple[Symmetry, ...]:
    """Symmetries up to which positions may be compared.

    Compared up to a group, a plan leads to an image of a goal.  It does no harm if every image
    that the position class allows is an image of a goal under a symmetry that keeps the start: by
    that symmetry the plan becomes one of the puzzle.  Symmetries that keep the start, or that keep
    the goals, are harmless always.
    """
    goals = set(goals)
    keep_start = [
        turn for turn in model.symmetries if image_under(model.start, turn) == model.start
    ]
    keep_goals = [t for t in model.symmetries if {image_under(goal, t) for goal in goals} == goals]
    harmless = goals | {image_under(goal, turn) for goal in goals for turn in keep_start}
    images = {image_under(goal, turn) for goal in goals for turn in model.symmetries} - harmless
    if not any(same_position_class(model.steps, model.start, image) for image in images):
        return model.symmetries
    return tuple(keep_start if len(keep_start) > len(keep_goals) else keep_goals)


_Wave: TypeAlias = dict[tuple[int, Key], list[Words]]
"""Rows of positions by the hole where the moving peg has landed, and their key."""


def _bytes(wave: _Wave) -> int:
    return sum(rows.nbytes for parts in wave.values() for rows in parts)


class _Side:
    """A search from one end."""

    def __init__(self, board: Board, ends: Iterable[int], budget: Budget, last: int) -> None:
        self.board, self._budget = board, budget
        self._last = last
        """Pegs that the other end has: positions beyond lead nowhere."""
        self._seen: dict[Key, Found] = {}
        first = board.classes(map(board.position, ends))
        for key, words in first.items():
            self._set(key).add(words)
        self.layers: list[Layer] = [self._new()]

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many classes the layers have."""
        return tuple(sum(map(len, layer.values())) for layer in self.layers)

    def _set(self, key: Key) -> Found:
        """All classes found that have this key."""
        if key not in self._seen:
            self._seen[key] = Found(self.board.bits, key.blank, self._budget)
        return self._seen[key]

    def _new(self) -> Layer:
        layer = {key: some.new() for key, some in self._seen.items()}
        self._budget.keep(sum(words.nbytes for words in layer.values()))
        return {key: words for key, words in layer.items() if len(words)}

    def expand(self) -> None:
        """Add the next layer."""
        for key, words in self.layers[-1].items():
            for start in range(0, len(words), CHUNK):
                self._move(key, words[start : start + CHUNK])
        self.layers.append(self._new())

    def _move(self, key: Key, words: Words) -> None:
        """Find what a move leads to from some positions of one key, jump after jump."""
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

    def _jumped(self, key: Key, rows: Words, jumps: Iterable[Jump]) -> _Wave:
        """Make each jump where it can be made; by landing and key the rows after it."""
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


_Meeting: TypeAlias = tuple[Key, int]
"""The key and the word of a class that is in a layer of either side."""


def _meeting(
    ahead: _Side, back: _Side, on_layer: Callable[[str, int, int], None] | None
) -> _Meeting | None:
    """Expand until two layers meet; None where one side comes to its end."""
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


def _common(one: Layer, other: Layer) -> _Meeting | None:
    """Some class that is in both layers."""
    for key in one.keys() & other.keys():
        few, many = sorted((one[key], other[key]), key=len)
        both = few[among(many, few)]
        if len(both):
            return key, int(both[0])
    return None


# --- the plan -------------------------------------------------------------------------------


def _plan(
    model: PackedTask,
    goals: Iterable[int],
    symmetries: Iterable[Symmetry],
    sides: tuple[_Side, _Side],
    met: _Meeting,
) -> tuple[int, ...]:
    """The states of a plan through the class where the sides met.

    From a position of that class either side is gone back to its end; then the whole is turned so
    that it begins with the start and ends with a goal.
    """
    ahead, back = sides
    key, word = met
    middle = ahead.board.state(
        int(ahead.board.positions(np.array([word], ahead.board.dtype), key)[0])
    )
    first = _to_the_end(PlainSearch(model.backwards()), ahead, middle)
    then = _to_the_end(PlainSearch(model), back, middle)
    states = [*reversed(first), middle, *then]
    for images in (
        states,
        *([image_under(state, turn) for state in states] for turn in symmetries),
    ):
        if images[0] == model.start and images[-1] in set(goals):
            return tuple(images)
    raise InternalError("a plan up to symmetry is no plan of the puzzle")


def _to_the_end(search: PlainSearch, side: _Side, state: int) -> list[int]:
    """The states that lead from one in a side's last layer to its first, one a layer."""
    found: list[int] = []
    for layer in reversed(side.layers[:-1]):
        state = next(s for s in search.after((state,)) if _within(side.board, layer, s))
        found.append(state)
    return found


def _within(board: Board, layer: Layer, state: int) -> bool:
    """Whether the class of a state is in a layer."""
    ((key, words),) = board.classes([board.position(state)]).items()
    return key in layer and bool(among(layer[key], words)[0])
