"""Instant Insanity as a planning task, from geometry: cubes turned by quarter turns.

This belongs to the second formulation of the rules; it reads the colours of an instance and none of
the placements of `puzzleproof.models`.  Facts: ``next@k`` (cube k is put on the stack next;
``next@n`` says that the stack is complete), and for each column and colour ``used`` or ``free``.
An operator puts cube k on the stack in one of its rotations: its four colours are free in their
columns before and used afterwards.
"""

from collections.abc import Iterator
from itertools import product

from puzzleproof.encoders.task import Grounding, Operator, Task, with_symmetries
from puzzleproof.models.cubes.rules import CubesPuzzle
from puzzleproof.models.puzzle import State

QUARTER_TURNS = ((1, 2, 3, 0, 4, 5), (4, 1, 5, 3, 2, 0))
"""A turn about the vertical axis and one about the axis from left to right: the number of the face
that comes to the front, the right, the back, the left, below and above."""
SIDES = 4


def rotations() -> list[tuple[int, ...]]:
    """List the rotations of a cube: for each, the face that it turns to each of six directions.

    >>> len(rotations())
    24
    """
    found = [tuple(range(6))]
    for faces in found:  # the list grows during the loop
        turned = (tuple(faces[f] for f in turn) for turn in QUARTER_TURNS)
        found += [image for image in turned if image not in found]
    return found


def ground_cubes(puzzle: CubesPuzzle) -> Grounding:
    """Build the task of a set of cubes."""
    size, colours = len(puzzle.cubes), range(len(puzzle.colours))
    pairs = list(product(range(SIDES), colours))
    used = {pair: size + 1 + 2 * k for k, pair in enumerate(pairs)}
    names = [f"next@{k}" for k in range(size + 1)]
    names += [f"{word} {puzzle.colours[c]}@{j}" for j, c in pairs for word in ("used", "free")]

    def state(facts: frozenset[int]) -> State:
        """Return the number of cubes stacked and the colours used by column, in the least order."""
        masks = [sum(1 << c for c in colours if used[j, c] in facts) for j in range(SIDES)]
        return (min(facts), *min(tuple(masks[j] for j in order) for order in _orders()))

    def inverse(state: State) -> list[frozenset[int]]:
        """List the sets of facts that `state` maps to this state: one for each order of columns."""
        views = dict.fromkeys(tuple(state[1 + j] for j in order) for order in _orders())
        return [
            frozenset((state[0], *(used[j, c] + (not view[j] >> c & 1) for j, c in pairs)))
            for view in views
        ]

    task = Task(
        name=puzzle.info.name,
        facts=tuple(names),
        groups=(tuple(range(size + 1)), *((u, u + 1) for u in used.values())),
        counts=(),
        movers=frozenset(),
        start=frozenset((0, *(u + 1 for u in used.values()))),
        operators=tuple(_operators(puzzle, used)),
        goals=(((size,),),),
        length=size,
    )
    task = with_symmetries(task, _views(size + 1, used))
    return Grounding(task, state, inverse, exact=False)


def _operators(puzzle: CubesPuzzle, used: dict[tuple[int, int], int]) -> Iterator[Operator]:
    """Yield an operator for each cube and each set of sides that it can show."""
    colour = {letter: c for c, letter in enumerate(puzzle.colours)}
    for k, cube in enumerate(puzzle.cubes):
        for look in sorted({"".join(cube[f] for f in faces[:SIDES]) for faces in rotations()}):
            taken = frozenset(used[j, colour[letter]] for j, letter in enumerate(look))
            needs = frozenset({k, *(u + 1 for u in taken)})
            yield Operator(f"{k}:{look}", needs, needs, taken | {k + 1})


def _orders() -> list[tuple[int, ...]]:
    """List the orders in which the columns appear from each side, upright and upside down."""
    turned = [tuple((j + q) % SIDES for j in range(SIDES)) for q in range(SIDES)]
    return turned + [tuple(reversed(order)) for order in turned]


def _views(before: int, used: dict[tuple[int, int], int]) -> Iterator[tuple[int, ...]]:
    """Yield the permutation of the facts for each turn of the stack except the identity."""
    for order in _orders()[1:]:
        moved = (used[order[j], c] for j, c in used)
        yield (*range(before), *(fact for u in moved for fact in (u, u + 1)))
