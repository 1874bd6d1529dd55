"""Instant Insanity: n coloured cubes in a stack; each of the stack's four sides shows n colours.

A stack of n cubes has four *columns* (front, right, back, left).  It is a solution if each column
shows n different colours; with n colours in all, each column then shows every colour.  The order of
the cubes in the stack does not matter, so the cubes are put on the stack in the order of their
numbers, one in each move.

The faces of a cube are numbered 0 to 5 (front, right, back, left, bottom, top) and its 24
*placements* 0 to 23, as in "Le puzzle Instant Insanity" (lecture notes, in French): placements 0,
4, 8, 12, 16 and 20 choose the bottom face; the three placements after each of these turn the cube
about the vertical axis.  The notes print the hidden faces of placements 12 and 20 the wrong way
round.  This has no effect on a column, and is corrected here.

A state is (k, m0, m1, m2, m3): k cubes are on the stack, and the bits of mj are the colours that
column j shows.  A stack has eight *views*: four quarter turns, each upside down too.
Metric: ``cube`` (one cube put on the stack).
"""

# Class constants override properties of `Puzzle`; mypy checks all overrides.
# pyright: reportIncompatibleMethodOverride=false
from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self, TypeAlias, cast

from puzzleproof.models.errors import IllegalMove, InstanceError, NotationError, Unsupported
from puzzleproof.models.invariants import GoalSet, Weighed
from puzzleproof.models.puzzle import Exploration, Info, Puzzle, Solutions, State
from puzzleproof.models.texts import count

if TYPE_CHECKING:
    from random import Random

    from puzzleproof.models.picture import ColourEdge, Picture
    from puzzleproof.models.strips import Strips

Faces: TypeAlias = tuple[int, int, int, int, int, int]

FACES = "frbldu"
"""Face number -> letter: front, right, back, left, down, up."""
COLUMNS = ("front", "right", "back", "left")
OPPOSITE = ((0, 2), (1, 3), (4, 5))
"""The faces front and back, right and left, bottom and top."""
NET = ((None, 5, None, None), (3, 0, 1, 2), (None, 4, None, None))
"""The faces of a net, row by row: the top above the front, the bottom below it."""
STACK = (0, 1, 2, 3, None, 4, 5)
"""The faces of a cube on a stack, from left to right; the last two are hidden."""
LIMIT = 20
"""The greatest number of cubes in a set."""

BASES: tuple[Faces, ...] = (
    (0, 1, 2, 3, 4, 5),
    (3, 2, 1, 0, 5, 4),
    (5, 1, 4, 3, 0, 2),
    (3, 4, 1, 5, 2, 0),
    (0, 5, 2, 4, 1, 3),
    (4, 2, 5, 0, 3, 1),
)
"""Placements 0, 4, 8, …, 20: which face of the cube is in front, right, behind, left, below, above.
Every second of these placements is the one before it, turned upside down."""


def _turned(faces: Faces, quarter: int) -> Faces:
    """Turn about the vertical axis: what was on the right comes to the front."""
    front, right, back, left = (faces[(j + quarter) % 4] for j in range(4))
    return (front, right, back, left, faces[4], faces[5])


PLACEMENTS: tuple[Faces, ...] = tuple(_turned(base, q) for base in BASES for q in range(4))

PLACEMENT_OF = {
    "".join(FACES[f] for f in faces[:4]): number for number, faces in enumerate(PLACEMENTS)
}
"""The faces in front, right, back and left -> the placement that shows them."""


class CubeMove(NamedTuple):
    """Cube number ``cube`` (from 0) is put on the stack in one of its 24 placements."""

    cube: int
    placement: int


@dataclass(frozen=True, repr=False)
class CubesPuzzle(Puzzle[CubeMove]):
    """A set of cubes, six colour letters each, and the rules of stacking them."""

    family: ClassVar[str] = "cubes"
    metrics: ClassVar[tuple[str, ...]] = ("cube",)
    invariants: ClassVar[bool] = True
    keys: ClassVar[tuple[str, ...]] = ("cubes",)
    solutions: ClassVar[Solutions] = "stacks"
    explored_by: ClassVar[Exploration] = "stacks"
    begins_anywhere: ClassVar[bool] = False
    no_survey: ClassVar[str] = "cubes have no state graph to explore"
    reversible: ClassVar[bool] = False
    start: ClassVar[State] = (0, 0, 0, 0, 0)

    cubes: tuple[str, ...]

    @classmethod
    def from_document(cls, doc: Mapping[str, Any], info: Info, metric: str) -> Self:
        """Build from the keys of an instance file; raises InstanceError, or Unsupported."""
        if "cubes" not in doc:
            raise InstanceError("key 'cubes' is missing")
        return cls(info, metric, _cubes(doc["cubes"]))

    def document(self) -> dict[str, Any]:
        return {"cubes": list(self.cubes)}

    # --- the rules ------------------------------------------------------------------------

    @cached_property
    def colours(self) -> tuple[str, ...]:
        """The colours in use, sorted; the index of a colour is the number of its bit."""
        return tuple(sorted({letter for cube in self.cubes for letter in cube}))

    @property
    def states_at_most(self) -> int:
        """The sum over k of the ways to place k cubes, or of their masks if these are fewer."""
        colours, ways = len(self.colours), len(PLACEMENTS)
        return sum(min(ways**k, math.comb(colours, k) ** 4) for k in range(len(self.cubes) + 1))

    @property
    def longest_plan(self) -> int:
        """The number of cubes: each move puts one on the stack, and none comes off."""
        return len(self.cubes)

    def is_goal(self, state: State) -> bool:
        """Tell whether all cubes are on the stack."""
        return state[0] == len(self.cubes)

    @cached_property
    def _sides(self) -> tuple[tuple[State, ...], ...]:
        """For each cube and placement the colour bits of the four sides."""
        bit = {letter: 1 << k for k, letter in enumerate(self.colours)}
        return tuple(
            tuple(tuple(bit[cube[f]] for f in faces[:4]) for faces in PLACEMENTS)
            for cube in self.cubes
        )

    @cached_property
    def _coloured(self) -> tuple[tuple[State, ...], ...]:
        """For each cube the different values of `_sides`: some placements look alike."""
        return tuple(tuple(dict.fromkeys(sides)) for sides in self._sides)

    def moves(self, state: State) -> Iterator[CubeMove]:
        """Yield each placement of the next cube that repeats no colour in a column."""
        cube = state[0]
        if cube == len(self.cubes):
            return
        for placement, sides in enumerate(self._sides[cube]):
            if not any(s & m for s, m in zip(sides, state[1:], strict=True)):
                yield CubeMove(cube, placement)

    def successors(self, state: State) -> Iterator[State]:
        cube, a, b, c, d = state
        if cube == len(self.cubes):
            return
        seen = set[State]()
        for w, x, y, z in self._coloured[cube]:
            if not (a & w or b & x or c & y or d & z):
                after = _least(cube + 1, a | w, b | x, c | y, d | z)
                if after not in seen:
                    seen.add(after)
                    yield after

    def play(self, state: State, move: CubeMove) -> State:
        """Put a cube on; raises IllegalMove naming a column and the colour that it would repeat."""
        text = self.format_move(move)
        if state[0] == len(self.cubes):
            cubes = count(len(self.cubes), "cube is", "cubes are")
            raise IllegalMove(f"{text!r}: there is no cube left, {cubes} on the stack")
        if move.cube != state[0]:
            raise IllegalMove(f"{text!r}: cube {state[0]} is next, cubes go in their order")
        sides = self._sides[move.cube][move.placement]
        for name, side, mask in zip(COLUMNS, sides, state[1:], strict=True):
            if side & mask:
                colour = self.colours[side.bit_length() - 1]
                raise IllegalMove(f"{text!r}: the {name} column shows {colour!r} already")
        masks = (m | s for m, s in zip(state[1:], sides, strict=True))
        return (state[0] + 1, *masks)

    def canonical(self, state: State) -> State:
        """Return the least of a stack's eight views: four quarter turns, each upside down too.

        A turn applies to the placements of the next cubes too, so the rules treat all views alike.
        """
        return _least(*state)

    # --- what arguments use (models/invariants.py) ------------------------------------------

    def own_features(self) -> Weighed:
        """Count the cubes on the stack: the only feature.  A move adds one cube."""
        goals, steps = (GoalSet((len(self.cubes),)),), (((0, 1),),)
        return Weighed(("stacked",), lambda state: state[:1], (0,), steps, True, goals)

    # --- notation, drawing, packing -------------------------------------------------------

    def format_move(self, move: CubeMove) -> str:
        """Write the cube's number and its faces in front, right, behind and left, as ``0:frbl``."""
        return f"{move.cube}:" + "".join(FACES[f] for f in PLACEMENTS[move.placement][:4])

    def parse_move(self, text: str) -> CubeMove:
        match = re.fullmatch(r"(0|[1-9][0-9]?):([a-z]{4})", text)
        if match is None:
            raise NotationError(
                f"{text!r} is not a move: expected a cube and the faces in front, right, behind "
                f"and left (of {FACES}), as in '0:frbl'"
            )
        if int(match[1]) >= len(self.cubes):
            raise NotationError(
                f"{text!r}: no cube {match[1]}, expected 0 to {len(self.cubes) - 1}"
            )
        if match[2] not in PLACEMENT_OF:
            raise NotationError(
                f"{text!r}: {match[2]!r} are no four sides of a cube: expected two pairs of the "
                "opposite faces f-b, r-l, d-u, as in 'frbl'"
            )
        return CubeMove(int(match[1]), PLACEMENT_OF[match[2]])

    def draw(self, state: State) -> str:
        """Draw the colours that each column shows, with ``.`` for each colour that it lacks."""
        rows = (
            f"{name:5} " + "".join(c if mask >> k & 1 else "." for k, c in enumerate(self.colours))
            for name, mask in zip(COLUMNS, state[1:], strict=True)
        )
        return "\n".join(rows)

    def nets(self) -> list[tuple[str, Picture]]:
        """Unfold each cube around its front."""
        return [
            (f"cube {k}", _picture([(cube, "", row) for row in NET]))
            for k, cube in enumerate(self.cubes)
        ]

    def stack(self, plan: Sequence[str]) -> Picture:
        """Draw the cubes that these moves put on the stack, the first at the bottom."""
        shown = [
            ("".join(self.cubes[cube][f] for f in PLACEMENTS[placement]), f"{cube} ", STACK)
            for cube, placement in map(self.parse_move, plan)
        ]
        return _picture([*[("", "", STACK)] * (len(self.cubes) - len(shown)), *reversed(shown)])

    def colour_edges(self) -> list[ColourEdge]:
        return [self._edge(k, pair) for k in range(len(self.cubes)) for pair in range(3)]

    def _edge(self, number: int, pair: int) -> ColourEdge:
        from puzzleproof.models.picture import ColourEdge

        one, other = OPPOSITE[pair]
        return ColourEdge(number, pair, self.cubes[number][one], self.cubes[number][other])

    def factors(self, plan: Sequence[str]) -> list[tuple[str, list[ColourEdge]]]:
        """List the pairs of faces in front and behind, and the pairs on the right and left."""
        moves = list(map(self.parse_move, plan))
        pair_of = {face: pair for pair, faces in enumerate(OPPOSITE) for face in faces}
        return [
            (title, [self._edge(cube, pair_of[PLACEMENTS[at][side]]) for cube, at in moves])
            for title, side in (("front and back", 0), ("right and left", 1))
        ]

    @property
    def pack_width(self) -> int:
        """The number of bytes of a packed number: the number of cubes, and four masks."""
        return (len(self.cubes).bit_length() + 4 * len(self.colours) + 7) // 8

    def pack(self, state: State) -> int:
        """Return the number of cubes in the highest bits, then the four masks."""
        number = state[0]
        for mask in state[1:]:
            number = number << len(self.colours) | mask
        return number

    def unpack(self, number: int) -> State:
        width, masks = len(self.colours), list[int]()
        for _ in range(4):
            number, mask = number >> width, number & (1 << width) - 1
            masks.append(mask)
        if number > len(self.cubes) or any(mask.bit_count() != number for mask in masks):
            raise ValueError("no state has this number")
        return (number, *reversed(masks))

    # --- facts and actions (models/strips.py) ---------------------------------------------

    @cached_property
    def strips(self) -> Strips:
        """The facts: how many cubes are stacked, and which colours each column shows.

        Of the facts ``stacked@k`` exactly one holds; others say, as in ``R@front``, that a column
        shows a colour.  An action stacks one cube; placements that look alike share an action.
        """
        from puzzleproof.models.strips import Action, Goal, Strips

        count, wide, actions = len(self.cubes), len(self.colours), dict[State, Action]()
        for k, placements in enumerate(self._sides):
            for placement, sides in enumerate(placements):
                shown = sum(side << count + 1 + j * wide for j, side in enumerate(sides))
                negative, name = shown | 2 << k, self.format_move(CubeMove(k, placement))
                action = Action(name, 1 << k, negative, negative | 1 << k)
                actions.setdefault((k, *sides), action)
        shows = (f"{colour}@{column}" for column in COLUMNS for colour in self.colours)
        return Strips(
            facts=(*(f"stacked@{k}" for k in range(count + 1)), *shows),
            groups=((1 << count + 1) - 1,),
            movers=(1 << count + 1 + 4 * wide) - 1,
            actions=tuple(actions.values()),
            goals=(Goal((1 << count,)),),
        )

    def placed(self, chance: Random) -> State | None:
        """Stack cubes at random, no colour twice in a column; None if colours are too few."""
        stacked, colours = chance.randint(0, len(self.cubes)), range(len(self.colours))
        if stacked > len(colours):
            return None
        columns = (chance.sample(colours, stacked) for _ in range(4))
        return (stacked, *(sum(1 << k for k in column) for column in columns))

    def state_facts(self, state: State) -> int:
        """Return the facts: how many cubes are stacked and, in higher bits, the four masks."""
        stacked, *masks = state
        shown = sum(mask << j * len(self.colours) for j, mask in enumerate(masks))
        return 1 << stacked | shown << len(self.cubes) + 1

    def preimages(self, state: State) -> tuple[State, ...]:
        """List the eight views of a stack without repetition."""
        stacked, *masks = state
        turned = [(*masks[j:], *masks[:j]) for j in range(4)]
        return tuple({(stacked, *view[::way]): None for view in turned for way in (1, -1)})


def _least(cube: int, a: int, b: int, c: int, d: int) -> State:
    """Return the least view: it begins with the least mask and its lesser neighbour."""
    low = min(a, b, c, d)
    views = list[State]()
    for view in ((a, b, c, d), (b, c, d, a), (c, d, a, b), (d, a, b, c)):
        if view[0] == low:
            w, x, y, z = view
            views.append((cube, w, x, y, z) if x < z else (cube, w, z, y, x))
    return min(views)


def _picture(rows: Iterable[tuple[str, str, Sequence[int | None]]]) -> Picture:
    """Draw rows of (colours of a cube, beginning of its squares' names, faces).

    A row without colours is the place of a cube that is not yet on the stack.
    """
    from puzzleproof.models.picture import FLOOR, Picture, Square

    return Picture(
        tuple(
            tuple(
                None if f is None else Square(f"{name}{f}", cube[f], cube[f]) if cube else FLOOR
                for f in faces
            )
            for cube, name, faces in rows
        )
    )


def _cubes(value: object) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise InstanceError.at("cubes", f"expected a list of texts, got {value!r}")
    cubes = cast("list[object]", value)
    if not cubes:
        raise InstanceError.at("cubes", "the list is empty, expected at least one cube")
    if len(cubes) > LIMIT:
        raise Unsupported(f"key 'cubes': {len(cubes)} cubes: expected {LIMIT} at most")
    for number, cube in enumerate(cubes):
        where = f"key 'cubes': cube {number}"
        if not isinstance(cube, str):
            raise InstanceError(f"{where}: expected a text of six colour letters, got {cube!r}")
        if len(cube) != 6:
            raise InstanceError(
                f"{where} {cube!r} has {count(len(cube), 'face')}, expected six colour letters "
                "(front, right, back, left, bottom, top)"
            )
        for x in cube:
            if not x.isprintable() or x == " ":
                raise InstanceError(f"{where} has the colour {x!r}, expected a printable letter")
    return cast("tuple[str, ...]", tuple(cubes))
