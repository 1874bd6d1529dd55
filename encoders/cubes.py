"""Instant Insanity: a planning task, and a formula whose solutions are the solved stacks.

*The task*, from geometry: cubes turned by quarter turns.  It belongs to the second formulation of
the rules; it reads the colours of an instance and none of the placements of `puzzleproof.models`.
Facts: ``next@k`` (cube k is put on the stack next; ``next@n`` says that the stack is complete), and
for each column and colour ``used`` or ``free``.  An operator puts cube k on the stack in one of its
rotations: the colours of its four sides are free in their columns before and used afterwards.

*The formula* has variables ``x k,p``: cube k is in placement p, in the numbering of
`puzzleproof.models.cubes.rules`.  Each cube has exactly one placement.  In each column each colour
shows at most once; if there are as many colours as cubes, exactly once, since every cube shows one
colour in a column.  If there are fewer colours than cubes, no stack exists (pigeonhole principle),
and the formula has an empty clause.

A stack has eight symmetries (quarter turns, and turns upside down), so it has eight images, of
which exactly one has the first cube in placement 0, 8 or 16.  (A cube shows two pairs of opposite
faces.  A quarter turn exchanges the two pairs; a half turn swaps the faces of both pairs, a turn
upside down the faces of one pair.  So of the eight placements that show the same two pairs, each is
the image of any other under exactly one of the eight symmetries.)  The lecture notes of
docs/library.md count solutions up to these symmetries: their 28 solutions are 8 x 28 of the 24^4
ways to place four cubes.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product

from puzzleproof.encoders.horizon.formula import Formula, Lit
from puzzleproof.encoders.task import Grounding, Operator, Task, with_symmetries
from puzzleproof.models.cubes.rules import PLACEMENTS, CubesPuzzle
from puzzleproof.models.puzzle import State

QUARTER_TURNS = ((1, 2, 3, 0, 4, 5), (4, 1, 5, 3, 2, 0))
"""A turn about the vertical axis, and one about the axis from left to right: the numbers of the
faces that come to the front, right, back and left side, and to the bottom and top."""
SIDES = 4
BROKEN = (0, 8, 16)
"""Placements of the first cube: one of each set that the symmetries of a stack permute."""


def rotations() -> list[tuple[int, ...]]:
    """List the rotations of a cube: for each, the face that it turns to each of the six directions.

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
        """Return the number of cubes stacked and the columns' colours in the stack's least view."""
        masks = [sum(1 << c for c in colours if used[j, c] in facts) for j in range(SIDES)]
        return (min(facts), *min(tuple(masks[j] for j in order) for order in _orders()))

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
    return Grounding(with_symmetries(task, _views(size + 1, used)), state)


def _operators(puzzle: CubesPuzzle, used: dict[tuple[int, int], int]) -> Iterator[Operator]:
    """Yield an operator for each cube and each row of colours that its four sides can show."""
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


# --- a formula of all stacks --------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OrientationFormula:
    """A formula whose solutions are stacks; ``placed[k][p]`` says: cube k is in placement p."""

    formula: Formula
    placed: tuple[tuple[Lit, ...], ...]

    @property
    def shown(self) -> tuple[Lit, ...]:
        """The variables that distinguish solutions."""
        return tuple(x for row in self.placed for x in row)

    def read(self, true: Iterable[Lit]) -> tuple[int, ...]:
        """Return the placement of each cube in a solution."""
        values = set(true)
        return tuple(next(p for p, x in enumerate(row) if x in values) for row in self.placed)


def orientation_formula(puzzle: CubesPuzzle, break_symmetry: bool = True) -> OrientationFormula:
    """Build the formula; ``break_symmetry`` leaves the first cube only three placements."""
    formula = Formula()
    placed = tuple(
        tuple(formula.variable(f"x {k},{p}") for p in range(len(PLACEMENTS)))
        for k in range(len(puzzle.cubes))
    )
    for row in placed:
        formula.exactly("one placement a cube", row, 1)
    if break_symmetry:
        for p in set(range(len(PLACEMENTS))) - set(BROKEN):
            formula.clause("first cube", -placed[0][p])
    enough = len(puzzle.colours) - len(puzzle.cubes)
    if enough < 0:
        formula.clause("pigeonholes")
    for column in range(4):
        for colour in puzzle.colours:
            shows = [
                placed[k][p]
                for k, cube in enumerate(puzzle.cubes)
                for p, faces in enumerate(PLACEMENTS)
                if cube[faces[column]] == colour
            ]
            if enough == 0:
                formula.exactly("every colour a column", shows, 1)
            else:
                formula.at_most_one("no colour twice", shows)
    return OrientationFormula(formula, placed)
