"""The moves of one piece, and the places that it reaches.

The *way* of a place is the set of cells that a piece can cover within one move from there, on a
board without other pieces.  Which places one move really reaches depends only on the cells of the
way that other pieces cover.  So the rules are applied once for each place and each pattern of
covered cells, and the result is remembered.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, partial
from typing import NamedTuple, TypeAlias

from puzzleproof.models.budget import spend
from puzzleproof.models.drawing import COMPASS, Steps, shape_of
from puzzleproof.models.errors import NotationError
from puzzleproof.models.sliding.instance import SlidingInstance

PLACES_KEPT = 1_000_000
"""How many places reached are remembered before all are forgotten."""

Passed: TypeAlias = Callable[[int, int], Iterable[tuple[int, str]]]
"""Takes a piece's place and the other pieces' cells; returns (place, path) of all places passed."""


class Reached(dict[int, tuple[int, dict[int, tuple[int, ...]]]]):
    """Place -> its way, and a table: covered cells of the way -> the places one move away."""

    def __init__(self, passed: Passed, rests: Callable[[int], bool]) -> None:
        super().__init__()
        self._passed, self._rests, self._kept = passed, rests, 0

    def __missing__(self, place: int) -> tuple[int, dict[int, tuple[int, ...]]]:
        way, passed = place, 0
        for passed, (after, _) in enumerate(self._passed(place, 0), 1):  # noqa: B007  counted for the budget
            way |= after
        spend(2 * passed)
        self[place] = (way, {})
        return self[place]

    def find(self, place: int, covered: int) -> tuple[int, ...]:
        """Find the places where a piece may come to rest, by the rules, and remember them."""
        way, known = self[place]
        passed = self._passed(place, covered & ~place)
        found = known[covered & way] = tuple(p for p, _ in passed if self._rests(p))
        spend(2 + 2 * len(found))
        self._kept += 1 + len(found)
        if self._kept > PLACES_KEPT:
            self.clear()
            self._kept = 0
        return found


class SlidingMove(NamedTuple):
    """One displacement: the piece's name, and a compass letter for each character it passes."""

    piece: str
    path: str


@dataclass(frozen=True, repr=False)
class SlidingMotion(SlidingInstance):
    """How one piece moves in the metric of an instance: single steps, and places within a move."""

    def rests(self, mask: int) -> bool:
        """Tell whether a piece may end a move on a place."""
        return self.cell == 1 or self.grid.whole(mask, self.cell) or mask in self._halfway

    @cached_property
    def _halfway(self) -> frozenset[int]:
        return frozenset(map(self.grid.mask, self.drawn_halfway))

    @cached_property
    def _known_steps(self) -> dict[tuple[int, str], dict[str, int]]:
        return {}

    def steps(self, mask: int, letters: str) -> dict[str, int]:
        """Compass letter -> mask of each single step on the board in one of these directions."""
        known = self._known_steps.get((mask, letters))
        if known is None:
            near = self.grid.neighbours(mask)
            known = {letter: after for letter, after in near.items() if letter in letters}
            self._known_steps[mask, letters] = known
        return known

    @cached_property
    def directions(self) -> tuple[str, ...]:
        """For each kind of pieces, the compass letters of the directions that it may take."""
        return tuple(self.axis_of(names[0]) or COMPASS for names in self.groups)

    @cached_property
    def _letters(self) -> dict[str, str]:
        """For each piece, the compass letters of the directions that it may take."""
        kinds = zip(self.groups, self.directions, strict=True)
        return {name: letters for names, letters in kinds for name in names}

    @cached_property
    def steps_of_kinds(self) -> list[Steps]:
        """For each kind of pieces, its single steps; one function for all of equal directions."""
        found = {letters: partial(self.steps, letters=letters) for letters in set(self.directions)}
        return [found[letters] for letters in self.directions]

    @cached_property
    def places(self) -> tuple[tuple[int, ...], ...]:
        """For each piece, the masks of all its resting places, in ascending order."""
        shapes = [shape_of(self.drawn[name]) for name in self.names]
        known = {x: tuple(filter(self.rests, self.grid.translations(x))) for x in set(shapes)}
        return tuple(known[shape] for shape in shapes)

    @property
    def places_of_kinds(self) -> list[tuple[int, ...]]:
        """For each kind of pieces, the masks of its resting places, in ascending order."""
        return [self.places[kind.start] for kind in self.kinds]

    @cached_property
    def passed(self) -> Callable[[str, int, int], Iterator[tuple[int, str]]]:
        """Directions, mask, mask of the others -> (mask, path) of all places passed in one move."""
        return self._anywhere if self.metric == "piece" else self._straight

    def _anywhere(self, letters: str, mask: int, others: int) -> Iterator[tuple[int, str]]:
        """Yield the places on any path through free cells, shortest first, by a flood fill."""
        seen = {mask}
        queue = [(mask, "")]
        for here, path in queue:
            for letter, after in self.steps(here, letters).items():
                if after not in seen and not after & others:
                    seen.add(after)
                    queue.append((after, path + letter))
                    yield after, path + letter

    def _straight(self, letters: str, mask: int, others: int) -> Iterator[tuple[int, str]]:
        """Yield the places in one direction, any distance; in ``unit`` one cell, or half a cell."""
        for letter in letters:
            here, path = mask, ""
            while (after := self.steps(here, letters).get(letter)) and not after & others:
                here, path = after, path + letter
                if self.metric == "unit" and len(path) > self.cell:
                    break
                yield here, path

    def format_move(self, move: SlidingMove) -> str:
        """Piece and compass path, as in ``2SWW``; small letters are half cells (``cell = 2``)."""
        if self.cell == 1:
            return move.piece + move.path
        text, path = move.piece, move.path
        while path:
            whole = path[:1] == path[1:2]
            text += path[0] if whole else path[0].lower()
            path = path[2:] if whole else path[1:]
        return text

    def parse_move(self, text: str) -> SlidingMove:
        """Read a move as `format_move` writes it."""
        piece, letters = text[:1], text[1:]
        halves = COMPASS.lower() if self.cell == 2 else ""
        if not letters or any(letter not in COMPASS + halves for letter in letters):
            raise NotationError(
                f"{text!r} is not a move: expected a piece and a path of {COMPASS + halves}, "
                f"as in {self.names[0] + 'SW'!r}"
            )
        if piece not in self.names:
            raise NotationError(f"{text!r}: no piece {piece!r} on the board")
        steps = (x * self.cell if x.isupper() else x.upper() for x in letters)
        return SlidingMove(piece, "".join(steps))
