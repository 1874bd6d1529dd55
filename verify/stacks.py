"""Count the stacks of a set of cubes by brute force: every placement of every cube, by the rules.

It is kept plain on purpose: the encodings of `puzzleproof.encoders` are compared with it.  It uses
none of their arguments (no factors, no symmetries), only `puzzleproof.models.cubes.rules`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from puzzleproof.models.cubes.rules import PLACEMENTS, CubeMove, CubesPuzzle
from puzzleproof.models.errors import IllegalMove

BRUTE_LIMIT = 4
"""Brute force takes a fraction of a second for at most this many cubes."""
FIRST = (0, 8, 16)
"""The placements of cube 0 in the count of the lecture notes (`puzzleproof.models.cubes.rules`)."""

Shown: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
"""Two views of a stack in ascending order: for each cube its front-back pair of opposite faces, and
for each cube its right-left pair."""


@dataclass(frozen=True, slots=True)
class StackCount:
    """Numbers of stacks: ``raw`` with cube 0 in placement 0, 8 or 16, ``full`` of all stacks."""

    raw: int
    full: int
    shown: frozenset[Shown]


def count_stacks(puzzle: CubesPuzzle) -> StackCount:
    """Count the stacks that solve a set of cubes; for over `BRUTE_LIMIT` cubes this takes long."""
    raw, full, shown = 0, 0, set[Shown]()
    for placements in every_stack(puzzle):
        full += 1
        raw += placements[0] in FIRST
        shown.add(shown_pairs(placements))
    return StackCount(raw, full, frozenset(shown))


def every_stack(puzzle: CubesPuzzle) -> Iterator[tuple[int, ...]]:
    """Return the placements of every stack that solves the puzzle, in lexicographic order."""
    stack = [(puzzle.start, tuple[int, ...]())]
    while stack:
        state, placements = stack.pop()
        if puzzle.is_goal(state):
            yield placements
            continue
        for placement in reversed(range(len(PLACEMENTS))):
            try:
                after = puzzle.play(state, CubeMove(len(placements), placement))
            except IllegalMove:
                continue
            stack.append((after, (*placements, placement)))


def shown_pairs(placements: tuple[int, ...]) -> Shown:
    """Return the pairs of faces that a stack shows: 0 is front-back, 1 right-left, 2 bottom-top."""
    faces = [PLACEMENTS[p] for p in placements]
    deep = tuple(_pair_of(sides[0]) for sides in faces)
    wide = tuple(_pair_of(sides[1]) for sides in faces)
    return (deep, wide) if deep < wide else (wide, deep)


def _pair_of(face: int) -> int:
    """Return the pair of opposite faces that a face is in."""
    return 2 if face >= 4 else face % 2
