"""Instant Insanity as a planning task, told from geometry: cubes turned by rotation matrices.

This is the second telling of the rules; it reads the colours of an instance and none of the
placements of `puzzleproof.models`.  Facts: ``next@k`` (cube k is put next, ``next@n`` the stack is
whole), and for each column and colour ``used`` or ``free``.  An operator puts cube k as one of its
rotations shows it: its four colours are free in their columns before and used afterwards.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations, product
from typing import TypeAlias

from puzzleproof.encoders.symmetry import is_symmetry
from puzzleproof.encoders.task import Grounding, Operator, Task
from puzzleproof.models.cubes.rules import CubesPuzzle
from puzzleproof.models.puzzle import State

Vector: TypeAlias = tuple[int, int, int]
Matrix: TypeAlias = tuple[Vector, Vector, Vector]

OUTWARD: tuple[Vector, ...] = (
    (0, -1, 0), (1, 0, 0), (0, 1, 0), (-1, 0, 0), (0, 0, -1), (0, 0, 1),
)  # fmt: skip
"""Face number -> where it looks: x to the right, y away from the reader, z upwards."""
SIDES = 4


def rotations() -> list[tuple[int, ...]]:
    """Every rotation of the cube, as the face that comes to look each of the six ways.

    The signed permutation matrices of determinant 1: 24 of the 48, the others are reflections.

    >>> len(rotations())
    24
    """
    units: tuple[Vector, ...] = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
    found = list[tuple[int, ...]]()
    for rows in permutations(units):
        for x, y, z in product((1, -1), repeat=3):
            matrix = (_scaled(x, rows[0]), _scaled(y, rows[1]), _scaled(z, rows[2]))
            if _determinant(matrix) == 1:
                found.append(tuple(OUTWARD.index(_applied(matrix, v)) for v in OUTWARD))
    return found


def _scaled(sign: int, vector: Vector) -> Vector:
    x, y, z = vector
    return (sign * x, sign * y, sign * z)


def _applied(matrix: Matrix, vector: Vector) -> Vector:
    x, y, z = (sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)
    return (x, y, z)


def _determinant(matrix: Matrix) -> int:
    (a, b, c), (d, e, f), (g, h, i) = matrix
    return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)


def ground_cubes(puzzle: CubesPuzzle) -> Grounding:
    """Build the task of a set of cubes."""
    cubes, colours = puzzle.cubes, puzzle.colours
    count, wide = len(cubes), len(colours)
    pairs = [(j, c) for j in range(SIDES) for c in range(wide)]
    used = {pair: count + 1 + 2 * k for k, pair in enumerate(pairs)}
    names = [f"next@{k}" for k in range(count + 1)]
    names += [f"{word} {colours[c]}@{j}" for j, c in pairs for word in ("used", "free")]
    column_of = {fact: (j, 1 << c) for (j, c), fact in used.items()}

    def state(facts: frozenset[int]) -> State:
        masks = [0] * SIDES
        for fact in facts:
            if fact in column_of:
                j, bit = column_of[fact]
                masks[j] |= bit
        return (min(facts), *_least_view(masks))

    free = frozenset(fact + 1 for fact in used.values())
    task = Task(
        name=puzzle.info.name,
        facts=tuple(names),
        groups=(tuple(range(count + 1)), *((u, u + 1) for u in used.values())),
        counts=(),
        movers=frozenset(),
        start=frozenset({0}) | free,
        operators=tuple(_operators(puzzle, used)),
        goals=(((count,),),),
        length=count,
    )
    kept = tuple(image for image in _views(count + 1, used) if is_symmetry(task, image))
    return Grounding(replace(task, symmetries=kept), state, exact=False)


def _operators(puzzle: CubesPuzzle, used: dict[tuple[int, int], int]) -> Iterator[Operator]:
    """One for each cube and each way that its sides can look."""
    colour = {letter: c for c, letter in enumerate(puzzle.colours)}
    board_symmetries = rotations()
    for k, cube in enumerate(puzzle.cubes):
        for look in sorted({"".join(cube[f] for f in turn[:SIDES]) for turn in board_symmetries}):
            taken = frozenset(used[j, colour[letter]] for j, letter in enumerate(look))
            needs = frozenset({k, *(u + 1 for u in taken)})
            yield Operator(f"{k}:{look}", needs, needs, taken | {k + 1})


def _least_view(masks: list[int]) -> tuple[int, ...]:
    """The least of the views of a stack, turned and upside down."""
    return min(tuple(masks[j] for j in order) for order in _orders())


def _orders() -> list[tuple[int, ...]]:
    """The columns as seen from each side, and the same upside down."""
    turned = [tuple((j + q) % SIDES for j in range(SIDES)) for q in range(SIDES)]
    return turned + [tuple(reversed(order)) for order in turned]


def _views(before: int, used: dict[tuple[int, int], int]) -> Iterator[tuple[int, ...]]:
    """The permutations of the facts that a turn of the stack makes, without the identity."""
    for order in _orders()[1:]:
        moved = (used[order[j], c] for j, c in used)
        yield (*range(before), *(fact for u in moved for fact in (u, u + 1)))
