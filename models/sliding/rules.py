"""Sliding blocks (Klotski, L'Âne Rouge, Rush Hour): the rules, from one state to the next.

Pieces are rigid sets of cells on a board of cells; a piece slides north, east, south or west
through empty cells and never turns or lifts.  A state holds, for each piece in the order of
`SlidingPuzzle.names`, the mask of the cells that it covers; on a tour one more mask holds the
stops visited.  Masks number the cells of the drawing row by row, with one cell of padding around
it, so that one step is one shift.  Metrics: ``piece`` (any displacement of one piece, corners
included), ``line`` (one straight slide of any length), ``unit`` (one cell).

With ``cell = 2`` a cell is drawn by 2 x 2 characters and pieces slide by half cells; a piece comes
to rest on whole cells, or where a piece of its shape is drawn half-way in the start, in a goal, on
a tour or in ``halfway`` (Conway's Century, 1975).
"""

# Class constants override properties of `Puzzle`; mypy checks all overrides.
# pyright: reportIncompatibleMethodOverride=false
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import accumulate
from math import prod
from operator import getitem, mul
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from puzzleproof.models.budget import spend
from puzzleproof.models.drawing import (
    COMPASS,
    EMPTY,
    OUTSIDE,
    STEPS,
    Cell,
    Drawing,
    Pattern,
    Steps,
    place_words,
    shape_of,
)
from puzzleproof.models.errors import IllegalMove, NotationError
from puzzleproof.models.puzzle import SpecialSearch, State
from puzzleproof.models.sliding.instance import SlidingInstance

if TYPE_CHECKING:
    from puzzleproof.models.picture import Picture

MANY_PIECES = 100
"""With more pieces than this, the work of reading a packed number is counted: it is quadratic."""
FEW_GOALS = 16
"""With more goals than this, the work of comparing a state with them is counted."""
PLACES_KEPT = 1_000_000
"""The greatest number of reached places that are remembered; then all of them are forgotten."""

Passed: TypeAlias = Callable[[int, int], Iterable[tuple[int, str]]]
"""Takes a piece's place and the other pieces' cells; returns (place, path) of all places passed."""


class SlidingMove(NamedTuple):
    """One displacement: the piece's name, and a compass letter for each step."""

    piece: str
    path: str


class Reached(dict[int, tuple[int, dict[int, tuple[int, ...]]]]):
    """Place -> its way, and a table: covered cells of the way -> the places one move away.

    The *way* of a place is the set of cells that a piece can cover within one move from there, on a
    board without other pieces.  Which places one move really reaches depends only on the cells of
    the way that other pieces cover.  So the rules are applied once for each place and each pattern
    of covered cells, and the result is remembered.
    """

    def __init__(self, passed: Passed, rests: Callable[[int], bool]) -> None:
        super().__init__()
        self._passed, self._rests, self._kept = passed, rests, 0

    def __missing__(self, place: int) -> tuple[int, dict[int, tuple[int, ...]]]:
        way, passed = place, list(self._passed(place, 0))
        for after, _ in passed:
            way |= after
        spend(2 * len(passed))
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


@dataclass(frozen=True, repr=False)
class SlidingPuzzle(SlidingInstance):
    """The rules of an instance in its metric."""

    # --- the moves of one piece ---------------------------------------------------------------

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
        """Map each of these letters to the mask shifted by one cell, if it stays on the board."""
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
        """For each kind of pieces, its single steps; kinds of equal directions share a function."""
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
        """Directions, mask, other pieces' mask -> (mask, path) of all places passed in one move."""
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
        """Yield the places in each direction; in ``unit`` at most one cell away."""
        for letter in letters:
            here, path = mask, ""
            while (after := self.steps(here, letters).get(letter)) and not after & others:
                here, path = after, path + letter
                if self.metric == "unit" and len(path) > self.cell:
                    break
                yield here, path

    # --- the rules ------------------------------------------------------------------------

    @property
    def reversible(self) -> bool:
        """Slides can be undone; visits of a tour cannot."""
        return not self.tour

    @cached_property
    def start(self) -> State:
        """The board as drawn."""
        masks = tuple(self.grid.mask(self.drawn[name]) for name in self.names)
        return (*masks, self._visited(masks, 0)) if self.tour else masks

    @cached_property
    def goal_patterns(self) -> tuple[Pattern, ...]:
        """The goals; reaching any one solves the puzzle."""
        return tuple(map(self._pattern, self.goals))

    @cached_property
    def tour_patterns(self) -> tuple[Pattern, ...]:
        """The stops of the tour."""
        return tuple(map(self._pattern, self.tour))

    def _pattern(self, drawing: Drawing) -> Pattern:
        masks = {name: self.grid.mask(cells) for name, cells in drawing.pieces().items()}
        labelled = {name: masks.pop(name) for name in tuple(masks) if self.is_labelled(name)}
        return Pattern(
            tuple((self.names.index(name), mask) for name, mask in labelled.items()),
            tuple(masks.values()),
        )

    def _visited(self, masks: State, visited: int) -> int:
        """Return the stops visited; in sequence, a stop counts only after all earlier ones."""
        for k, stop in enumerate(self.tour_patterns):
            if stop.holds(masks):
                visited |= 1 << k
            elif self.tour_order == "sequence" and not visited >> k & 1:
                break
        return visited

    def is_goal(self, state: State) -> bool:
        """Tell whether some goal is reached, or every stop of the tour was visited."""
        if self.tour:
            return state[-1] == (1 << len(self.tour)) - 1
        if len(self.goal_patterns) > FEW_GOALS:
            spend(len(self.goal_patterns) // 4)
        return any(pattern.holds(state) for pattern in self.goal_patterns)

    @property
    def draws_whole_goals(self) -> bool:
        """Whether each goal draws every piece; a tour draws no goal."""
        drawn = (len(labelled) + len(shapes) for labelled, shapes in self.goal_patterns)
        return not self.tour and min(drawn) == len(self.names)

    @cached_property
    def lists_all_goals(self) -> bool:
        """Whether each goal draws every piece, and goal states have all pieces in their regions."""
        if not self.draws_whole_goals:
            return False
        from puzzleproof.models.capabilities import all_goals_in_regions

        return all_goals_in_regions(self)

    @property
    def no_survey(self) -> str:
        """Why tours have no survey: surveys leave out the stops visited, which states include."""
        return "a tour: surveys leave out the stops visited" if self.tour else ""

    @property
    def special_search(self) -> SpecialSearch | None:
        """The search with bounds from groups of pieces; None for a tour: bounds ignore stops."""
        return None if self.tour else "groups"

    def moves(self, state: State) -> Iterator[SlidingMove]:
        """Yield every legal move, each with a shortest path."""
        occupied = sum(state[: len(self.names)])
        for name, mask in zip(self.names, state, strict=False):
            for after, path in self.passed(self._letters[name], mask, occupied ^ mask):
                if self.rests(after):
                    yield SlidingMove(name, path)

    def successors(self, state: State) -> Iterable[State]:
        found = self._after(state)
        return ((*s[:-1], self._visited(s[:-1], s[-1])) for s in found) if self.tour else found

    def _after(self, state: State) -> Iterator[State]:
        covered = sum(state[: len(self.names)])
        for mask, (i, first, end, reached) in zip(state, self._standing, strict=False):
            cells, known = reached[mask]
            places = known.get(covered & cells)
            if places is None:
                places = reached.find(mask, covered)
            if places:
                before, behind = state[:first], state[end:]
                if end - first == 1:
                    for place in places:
                        yield before + (place,) + behind  # noqa: RUF005  unpacking is slower
                else:
                    peers = state[first:i] + state[i + 1 : end]
                    for place in places:
                        alike = [*peers, place]
                        alike.sort()  # in place: quicker than `sorted`
                        yield (*before, *alike, *behind)

    @cached_property
    def _standing(self) -> list[tuple[int, int, int, Reached]]:
        """For each piece: (index, where its kind begins and ends in a state, what it reaches)."""
        reached = {x: Reached(partial(self.passed, x), self.rests) for x in set(self.directions)}
        kinds = zip(self.kinds, map(reached.__getitem__, self.directions), strict=True)
        return [(i, k.start, k.stop, to) for k, to in kinds for i in range(k.start, k.stop)]

    def play(self, state: State, move: SlidingMove) -> State:
        """Make a move; raises IllegalMove naming the step, the cell and what is in the way."""
        if move.piece not in self.names:
            raise IllegalMove(f"{self.format_move(move)!r}: no piece {move.piece!r} on the board")
        i = self.names.index(move.piece)
        occupied = sum(state[: len(self.names)])
        after = self._walk(move, state[i], occupied ^ state[i], state)
        if self.metric != "piece" and len(set(move.path)) != 1:
            raise IllegalMove(
                f"{self.format_move(move)!r} turns a corner: not one move in {self.metric!r}"
            )
        far = self.metric == "unit" and len(move.path) > self.cell
        if far or after == state[i] or not self.rests(after):
            raise IllegalMove(
                f"{self.format_move(move)!r} is not one move in the metric {self.metric!r}"
            )
        masks = (*state[:i], after, *state[i + 1 : len(self.names)])
        return (*masks, self._visited(masks, state[-1])) if self.tour else masks

    def _walk(self, move: SlidingMove, mask: int, others: int, state: State) -> int:
        for number, letter in enumerate(move.path, 1):
            after = self.steps(mask, self._letters[move.piece]).get(letter)
            if after is not None and not after & others:
                mask = after
                continue
            where = f"{self.format_move(move)!r}, step {number} ({letter})"
            if after is None:
                raise IllegalMove(f"{where}: {move.piece!r} would leave the board or its axis")
            place = place_words(self.grid.cell_of(after & others))
            holder = next(n for n, m in zip(self.names, state, strict=False) if m & after & others)
            raise IllegalMove(f"{where}: {holder!r} is in the way at {place}")
        return mask

    def canonical(self, state: State) -> State:
        """Sort the masks of interchangeable pieces."""
        masks = list(state)
        for kind in self._alike:
            masks[kind] = sorted(masks[kind])
        return tuple(masks)

    # --- notation, drawing, packing -------------------------------------------------------

    def format_move(self, move: SlidingMove) -> str:
        """Write piece and path, as in ``2SWW``; small letters are half cells (``cell = 2``)."""
        if self.cell == 1:
            return move.piece + move.path
        text, path = move.piece, move.path
        while path:
            whole = path[:1] == path[1:2]
            text += path[0] if whole else path[0].lower()
            path = path[2:] if whole else path[1:]
        return text

    def parse_move(self, text: str) -> SlidingMove:
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

    @cached_property
    def _cleared(self) -> list[str]:
        """The rows of the board without its pieces."""
        return ["".join(x if x in OUTSIDE else EMPTY for x in row) for row in self.board.rows]

    @cached_property
    def _cells_of(self) -> dict[int, list[Cell]]:
        """Place of a piece -> its cells, remembered."""
        return {}

    def draw(self, state: State) -> str:
        rows, cells_of = [[*row] for row in self._cleared], self._cells_of
        for name, mask in zip(self.names, state, strict=False):
            if mask not in cells_of:
                cells_of[mask] = [*self.grid.cells_of(mask)]
            for r, c in cells_of[mask]:
                rows[r][c] = name
        return "\n".join(map("".join, rows))

    def picture(self, state: State) -> Picture:
        return self._picture(self.draw(state).splitlines())

    def goal_pictures(self) -> list[tuple[str, Picture]]:
        """Draw the goals, or the stops of the tour."""
        return [(d.key, self._picture(d.rows)) for d in self.goals + self.tour]

    def _picture(self, rows: Iterable[str]) -> Picture:
        from puzzleproof.models.picture import Square, picture_of_rows

        def square(name: str, _cell: Cell) -> Square:
            # Only the key 'axes' needs marks: 'axis_locked' binds each piece along its length.
            return Square(name, name, name, axis=self.axis_of(name) if self.axes else "")

        return picture_of_rows(rows, self.grid.cells, square, self.cell)

    def track(self, state: State, move: SlidingMove) -> list[Cell]:
        """List the places of the piece's first square, step by step."""
        mask = state[self.names.index(move.piece)]
        squares = [self.grid.cell_of(mask)]
        for letter in move.path:
            (row, column), (down, right) = squares[-1], STEPS[letter]
            squares.append((row + down, column + right))
        return squares

    @cached_property
    def _digits(self) -> tuple[list[int], list[dict[int, int]]]:
        """For each piece the weight of its digit, and the rank of each place that it may have.

        Packed numbers have mixed radix.  Each piece has a digit, the first piece the highest: the
        rank of its place among the resting places of its shape, in ascending order.  On a tour the
        lowest bits, one for each stop, are set if the stop was visited.
        """
        shared = {id(some): some for some in self.places}  # pieces of a shape share one tuple
        ranks = {key: {mask: k for k, mask in enumerate(some)} for key, some in shared.items()}
        weights = accumulate(map(len, self.places[:0:-1]), mul, initial=1 << len(self.tour))
        return [*weights][::-1], [ranks[id(some)] for some in self.places]

    @cached_property
    def _alike(self) -> list[slice]:
        return [kind for kind in self.kinds if kind.stop - kind.start > 1]

    @cached_property
    def _covered(self) -> int:
        return sum(map(len, self.drawn.values()))

    @property
    def pack_width(self) -> int:
        """The number of bytes of a packed number."""
        states = prod(map(len, self.places)) << len(self.tour)
        return max(1, (states.bit_length() + 7) // 8)

    def pack(self, state: State) -> int:
        """Add up the digits with their weights, and the stops visited."""
        weights, ranks = self._digits
        found: int = sum(map(mul, weights, map(getitem, ranks, state)))
        return found | state[-1] if self.tour else found

    def unpack(self, number: int) -> State:
        stops, pieces = len(self.tour), len(self.names)
        if pieces > MANY_PIECES:
            spend(pieces * pieces // 2_000)
        visited, number = number & (1 << stops) - 1, number >> stops
        masks: list[int] = []
        for places in reversed(self.places):
            number, rank = divmod(number, len(places))
            masks.append(places[rank])
        if number:
            raise ValueError("no state has this number")
        masks.reverse()
        for kind in self._alike:
            if (peers := masks[kind]) != sorted(peers):
                raise ValueError("pieces of one shape are not in order")
        if sum(masks).bit_count() != self._covered:  # overlapping masks make the sum carry
            raise ValueError("pieces overlap")
        return (*masks, visited) if stops else tuple(masks)
