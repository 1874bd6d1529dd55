"""All positions of peg solitaire that jumps can reach, level by level, up to symmetry.

A jump takes one peg, so all positions of a *level*, those after a number of jumps, have the same
number of pegs and no two levels meet: only the level before has to be remembered.  A position is
*on a solution* when a goal can be reached from it: going back from the goals, the jumps that are
taken back are kept where they lead to a position that was reached.  The number of solutions is a
sum over those positions.  From the centre of the English board 23,475,688 classes of positions are
reached, 1,679,072 of them on a solution that ends there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from puzzleproof.explore.engines.arrays.sorted_words import among, ascending
from puzzleproof.explore.packed_task import PackedTask, Symmetry
from puzzleproof.explore.pegs.classes import (
    CHUNK,
    KeyedWords,
    PegKey,
    PegWords,
    Positions,
    WordBoard,
    board_of,
    chunks,
    goal_states,
    least,
)
from puzzleproof.explore.pegs.sets import Budget, WordSet

PathCounts: TypeAlias = npt.NDArray[Any]
"""Numbers of sequences of jumps, as words of 64 bits or as Python's integers."""

MOST_IN_A_WORD = 2**64 - 1
"""The greatest number that a word holds."""


def levels(
    task: PackedTask,
    memory: int | None = None,
    symmetries: Iterable[Symmetry] | None = None,
    sources: Iterable[int] | None = None,
) -> Iterator[Positions]:
    """The classes of positions after 0, 1, 2, … jumps from the start, ascending, until none.

    ``symmetries`` are the symmetries to use, all those of the board unless given; ``sources``,
    states of equally many pegs, replace the start.  ``task.backwards()`` takes jumps back.
    Raises LimitReached before arrays take more bytes than ``memory``, those that were yielded
    included.
    """
    board = board_of(task, task.symmetries if symmetries is None else symmetries)
    budget = Budget(memory)
    level = board.classes(map(board.position, sources or (task.start,)))
    while level:
        yield _whole(board, level, budget)
        level = next_level(board, level, budget)


def _whole(board: WordBoard, level: KeyedWords, budget: Budget) -> Positions:
    """A level in one array."""
    budget.keep(8 * sum(map(len, level.values())))
    parts = [board.positions(words, key) for key, words in level.items()]
    together = parts[0] if len(parts) == 1 else np.concatenate([np.empty(0, np.uint64), *parts])
    if len(parts) > 1:
        together.sort(kind="stable")  # merges the two
    return together


def next_level(board: WordBoard, level: KeyedWords, budget: Budget) -> KeyedWords:
    """The level one jump on; raises LimitReached as `levels` does."""
    found: dict[PegKey, WordSet] = {}
    for key, words in level.items():
        jumps = [(jump, after) for jump in board.jumps if (after := jump.key(key)) is not None]
        for key_after in {after for _, after in jumps} - found.keys():
            found[key_after] = WordSet(board.bits, key_after.blank, budget)
        for chunk in chunks(words):
            budget.ask(3 * chunk.nbytes * len(board.symmetries))
            rows = board.rows(chunk)
            for jump, after in jumps:
                found[after].add(least(board.after(rows, jump)))
    return {key: words for key, some in found.items() if len(words := some.close())}


# --- solutions ------------------------------------------------------------------------------


def on_solutions(
    task: PackedTask,
    reached: Sequence[Positions],
    memory: int | None = None,
    symmetries: Iterable[Symmetry] | None = None,
) -> list[Positions]:
    """For each level the classes from which a goal, or an image of a goal, can be reached.

    ``reached`` are the `levels`, by the same symmetries: give those of `PackedTask.goal_symmetries`
    where the goals have fewer symmetries than the board.  Raises LimitReached as `levels` does.
    """
    board = board_of(task.backwards(), task.symmetries if symmetries is None else symmetries)
    budget = Budget(memory)
    budget.keep(sum(level.nbytes for level in reached))
    goals, pegs = _goals(task, board), board.position(task.start).bit_count()
    level: KeyedWords = {}
    found: list[Positions] = []
    for depth in range(len(reached) - 1, -1, -1):
        before = [goals.get(pegs - depth, {}), next_level(board, level, budget)]
        level = {}
        for key in {key for some in before for key in some}:
            both = ascending([some[key] for some in before if key in some])
            level[key] = both[among(board.words(reached[depth], key.hub), both)]
        found.append(_whole(board, level, budget))
    return found[::-1]


def _goals(task: PackedTask, board: WordBoard) -> dict[int, KeyedWords]:
    """The classes of the goals by their number of pegs."""
    found: dict[int, KeyedWords] = {}
    for key, words in board.classes(map(board.position, goal_states(task))).items():
        found.setdefault(key.pegs, {})[key] = words
    return found


def number_of_solutions(task: PackedTask, memory: int | None = None) -> int:
    """How many sequences of jumps lead from the start to a goal.

    The symmetries used are those that keep the goals, so that all positions of a class have equally
    many.  Raises LimitReached as `levels` does.
    """
    symmetries = task.goal_symmetries()
    reached = list(levels(task, memory, symmetries))
    on = on_solutions(task, reached, memory, symmetries)
    board = board_of(task, symmetries)
    goals, pegs = _goals(task, board), board.position(task.start).bit_count()
    after: KeyedWords = {}
    counts: dict[PegKey, PathCounts] = {}
    for depth in range(len(on) - 1, -1, -1):
        keys = {key: board.words(on[depth], key.hub) for key in _keys(board, pegs - depth)}
        here = {key: _path_counts(board, key, words, after, counts) for key, words in keys.items()}
        for key, words in goals.get(pegs - depth, {}).items():
            here[key][among(words, keys[key])] += 1
        after, counts = keys, here
    return sum(int(number) for numbers in counts.values() for number in numbers)


def _keys(board: WordBoard, pegs: int) -> list[PegKey]:
    return [PegKey(pegs, hub) for hub in (False, True) if not hub or board.hub is not None]


def _path_counts(
    board: WordBoard,
    key: PegKey,
    words: PegWords,
    after: KeyedWords,
    counts: dict[PegKey, PathCounts],
) -> PathCounts:
    """For each position the sum of the numbers of those that follow it.

    Where a sum might not fit into a word, Python's integers take over.
    """
    most = max((int(numbers.max()) for numbers in counts.values() if len(numbers)), default=0)
    wide = most > MOST_IN_A_WORD // (len(board.jumps) + 1)
    wide |= any(numbers.dtype == object for numbers in counts.values())
    found: PathCounts = np.zeros(len(words), object if wide else np.uint64)
    for first in range(0, len(words), CHUNK):
        rows = board.rows(words[first : first + CHUNK])
        for jump in board.jumps:
            there = jump.key(key)
            if there is None or not len(after.get(there, ())):
                continue
            places = board.movable(rows[0], jump)
            images = least(rows.take(places, axis=1) ^ jump.changes)
            hit = among(after[there], images)
            which = np.searchsorted(after[there], images[hit])
            found[first + places[hit]] += counts[there][which]
    return found
