"""Sliding tiles as facts and actions: which tile lies where, and which run of tiles slides.

Facts: ``7@r,c`` (tile 7 lies at row r, column c) and ``0@r,c`` (the blank does).  An action is a
line of cells, from the blank's cell to its target, with the tiles on it in order: the blank goes
along the line, and each tile moves one cell towards the blank's old cell.  In ``single`` that is
one tile; in ``multi`` each line has n·(n - 1)·… such runs of tiles, which are soon too many.  A
*shift* is the line alone, whatever lies on it (`puzzleproof.models.strips`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations
from math import perm
from typing import TypeAlias

from puzzleproof.models.puzzle import State
from puzzleproof.models.strips import ACTIONS_LIMIT, Action, Goal, Shifts, Strips, too_many
from puzzleproof.models.tiles.numbers import tile_fact

Line: TypeAlias = Sequence[int]
"""Cells in a row or column, numbered in reading order, the first the blank's."""


def tile_strips(columns: int, lines: Sequence[Line], goal: State) -> Strips:
    """All facts, and an action for each run on each line; Unsupported if there are too many."""
    count = len(goal)
    if sum(perm(count - 1, len(line) - 1) for line in lines) > ACTIONS_LIMIT:
        raise too_many()
    told = tile_shifts(columns, lines, goal)
    return Strips(
        facts=told.facts,
        groups=told.groups,
        movers=told.movers,
        goals=told.goals,
        actions=tuple(_actions(count, columns, lines)),
    )


def tile_shifts(columns: int, lines: Sequence[Line], goal: State) -> Shifts:
    """All facts, and the lines; the blank is the last content."""
    count = len(goal)
    cells, labels = range(count), (*range(1, count), 0)
    contents = [sum(tile_fact(count, label, cell) for label in labels) for cell in cells]
    places = [sum(tile_fact(count, label, cell) for cell in cells) for label in labels]
    return Shifts(
        facts=tuple(f"{label}@{_name(columns, cell)}" for label in labels for cell in cells),
        groups=(*contents, *places),
        movers=(1 << (count - 1) * count) - 1,
        goals=(Goal(tuple(tile_fact(count, goal[cell], cell) for cell in cells if goal[cell])),),
        contents=tuple(
            tuple(tile_fact(count, label, cell).bit_length() - 1 for cell in cells)
            for label in labels
        ),
        lines=tuple(map(tuple, lines)),
    )


def _name(columns: int, cell: int) -> str:
    row, column = divmod(cell, columns)
    return f"{row},{column}"


def _actions(count: int, columns: int, lines: Sequence[Line]) -> Iterator[Action]:
    for line in lines:
        route = ">".join(_name(columns, cell) for cell in reversed(line))
        for run in permutations(range(1, count), len(line) - 1):
            before = sum(map(tile_fact, [count] * len(line), (0, *run), line))
            after = sum(map(tile_fact, [count] * len(line), (*run, 0), line))
            name = "+".join(map(str, reversed(run)))
            yield Action(f"{name}:{route}", before, after, before | after)
