"""Which cubes a horizon is split into: where a piece is half-way, or which action is taken first.

A goal puts some piece into a place.  Where the puzzle's facts tell that piece from all others, it
is in exactly one place after T/2 moves: each place is a cube.  Halves differ much in how hard they
are; a cube that stays hard is split by the piece's place after T/4 moves, then 3T/4, T/8, and so
on.  Other puzzles are split by the first action, then the second, and so on; 'no more moves' is one
of them.

Measured with the places of the goal's piece (seconds of CPU, whole / sum of cubes / longest cube):
Hughes T = 20: 3.6 / 6.3 / 1.2; Simplicity T = 17: 13.9 / 44.8 / 10.5.  So cubes pay from some four
cores on, and where the whole does not end at all.

That the cubes leave nothing out is not argued here: it is part of the proof.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module
from itertools import pairwise
from typing import Any, TypeAlias

from puzzleproof.models.strips import bits
from puzzleproof.verify.refutation import AnyFormula

Cube: TypeAlias = tuple[int, ...]
"""The literals that hold in a part of all plans."""
PROPAGATOR = "glucose4"


class Splits:
    """The cubes of a horizon, and those of a cube."""

    def __init__(self, horizon: AnyFormula, clauses: Sequence[Sequence[int]]) -> None:
        self._clauses = clauses
        self._by_places = has_places(horizon)
        self._choices = list(_choices(horizon))

    def can_split(self, cube: Cube) -> bool:
        """Whether a cube has parts."""
        return _depth(cube) < len(self._choices)

    def parts_of(self, cube: Cube) -> list[Cube]:
        """The parts of a cube, or of the whole, (), that are not refuted by propagation alone.

        Those of a set of places are these places.
        """
        if not self.can_split(cube):
            return []
        before = tuple(one for one in cube if one > 0)
        made: Any = import_module("pysat.solvers")
        with made.Solver(name=PROPAGATOR, bootstrap_with=self._clauses) as solver:
            chosen = (one for one in self._choices[len(before)] if -one not in cube)
            parts = [(*before, literal) for literal in chosen]
            return [part for part in parts if solver.propagate(part)[0]]

    def sets(self, number: int) -> list[Cube]:
        """The whole in sets of neighbouring places: half-way the piece is at no other place.

        Empty where there is no such piece, or one set alone.
        """
        if not self._by_places:
            return []
        places = [literal for (literal,) in self.parts_of(())]
        ends = [len(places) * k // number for k in range(number + 1)]
        inside = [set(places[one:other]) for one, other in pairwise(ends) if one < other]
        cubes = [tuple(-one for one in places if one not in some) for some in inside]
        return cubes if len(cubes) > 1 else []


def has_places(horizon: AnyFormula) -> bool:
    """Whether the first parts are the places of a piece."""
    return bool(_places(horizon))


def _depth(cube: Cube) -> int:
    """How often a cube was split: a set of places is the whole but for other places."""
    return sum(literal > 0 for literal in cube)


def _choices(horizon: AnyFormula) -> Iterator[list[int]]:
    """Sets of literals one of which holds in every plan, in the order in which they split."""
    places = _places(horizon)
    if places:
        for step in halvings(horizon.length):
            yield [horizon.fact_after(fact, step) for fact in bits(places)]
        return
    for step in range(horizon.length):
        yield horizon.choices_at(step)


def _places(horizon: AnyFormula) -> int:
    """The places of a piece that some goal asks for and that is the only one of its kind; 0: none.

    Of several such pieces the one that the goal leaves the fewest places.
    """
    goals = horizon.described.goals
    asked = sorted((mask for goal in goals for mask in goal.some), key=int.bit_count)
    single = [
        kind for kind in horizon.kinds if (horizon.start & kind).bit_count() == 1 < kind.bit_count()
    ]
    return next((kind for mask in asked for kind in single if not mask & ~kind), 0)


def halvings(length: int) -> list[int]:
    """The steps between 0 and ``length``: the middle one, those of the halves, and so on.

    >>> halvings(8)
    [4, 2, 6, 1, 3, 5, 7]
    """
    found, spans = list[int](), [(0, length)]
    while spans:
        middles = [(low, (low + high) // 2, high) for low, high in spans if high - low > 1]
        found += [middle for _, middle, _ in middles]
        spans = [half for low, at, high in middles for half in ((low, at), (at, high))]
    return found
