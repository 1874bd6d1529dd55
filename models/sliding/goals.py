"""What sliding blocks offer besides the rules: goal states, placements, facts and actions.

A goal may draw only some of the pieces; its *completions* are the ways to lay the other pieces on
the board too.  They are exact covers of the board: the first cell not yet covered is the first cell
of a piece, or stays free.  So each completion is found once, and dead ends are noticed early
(backtracking: S. Golomb, L. Baumert, 1965).

The *region* of a piece is the set of places that single steps reach on a board without other
pieces.  No move leads out of it, so completions with a piece in another region cannot be reached
and are not listed.  For example, a locked bar stays in its line.

A random *placement* is found in the same way, with the choices in a random order.
"""

import random
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from itertools import chain
from typing import NamedTuple, TypeAlias

from puzzleproof.models.budget import spend
from puzzleproof.models.drawing import Drawing, Steps
from puzzleproof.models.errors import Unsupported
from puzzleproof.models.puzzle import Info, State
from puzzleproof.models.sliding.actions import SlidingFacts
from puzzleproof.models.sliding.rules import SlidingPuzzle
from puzzleproof.models.strips import Slides, Strips

PIECES_LISTED = 400
"""Goals and placements of more pieces than this are not listed."""
TRIES = 64
"""The search gives up after this many choices for each state that may be listed."""
COUNTED = 256
"""The number of choices that are counted together as work."""
RANDOM_TRIES = 2_000
"""The search for a random placement gives up after this many choices plus one for each cell."""


class Stock(NamedTuple):
    """A number of pieces of one kind that have one region."""

    kind: int
    pieces: int
    places: tuple[int, ...]
    """The masks of the resting places in their region."""


class SlidingCapabilities:
    """The capabilities of sliding blocks besides the rules (`puzzleproof.models.capabilities`).

    A tour has no placements, no facts and, as its states include the stops visited, no goal states.
    """

    def __init__(self, puzzle: SlidingPuzzle) -> None:
        self._puzzle = puzzle

    def goal_states(self, most: int, /, *, anywhere: bool = False) -> tuple[State, ...] | None:
        """List all goal states, pieces in their regions or ``anywhere``; None if over ``most``."""
        puzzle = self._puzzle
        if puzzle.tour or len(puzzle.names) > PIECES_LISTED:
            return None
        stocks = self._anywhere() if anywhere else _stocks(puzzle, puzzle.steps_of_kinds)
        found = set[State]()
        for labelled, drawn in puzzle.goal_patterns:
            first = {kind.start: number for number, kind in enumerate(puzzle.kinds)}
            fixed = {first[piece]: mask for piece, mask in labelled}
            states = completions(puzzle.grid.all, stocks, fixed, drawn, most)
            if states is None:
                return None
            found.update(states)
            if len(found) > most:
                return None
        return tuple(sorted(found)) or None

    def placements(self, most: int, /) -> list[State] | None:
        """List all ways to lay the pieces on places where they may rest."""
        puzzle = self._puzzle
        if puzzle.tour or len(puzzle.names) > PIECES_LISTED:
            return None
        return completions(puzzle.grid.all, self._anywhere(), {}, (), most)

    def _anywhere(self) -> list[Stock]:
        """Sort the pieces by kinds alone: each may lie on any place where it may rest."""
        kinds = enumerate(zip(self._puzzle.groups, self._puzzle.places_of_kinds, strict=True))
        return [Stock(number, len(names), places) for number, (names, places) in kinds]

    def placed(self, chance: random.Random) -> State | None:
        """Lay the pieces at random, each in its region; None for a tour or after too many tries."""
        puzzle = self._puzzle
        if puzzle.tour:
            return None
        return placement(chance, puzzle.grid.all, self._stocks_of_moves)

    @cached_property
    def _stocks_of_moves(self) -> list[Stock]:
        """The pieces sorted by regions; no step may sweep more cells than are ever empty."""
        puzzle = self._puzzle
        empty = puzzle.grid.all.bit_count() - sum(map(len, puzzle.drawn.values()))

        def short_moves(near: Steps, here: int) -> dict[str, int]:
            found = dict[str, int]()
            for letter, half in near(here).items():
                after = half if puzzle.rests(half) else near(half).get(letter, 0)
                swept = (half | after) & ~here
                if after and puzzle.rests(after) and swept.bit_count() <= empty:
                    found[letter] = after
            return found

        return _stocks(puzzle, [partial(short_moves, near) for near in puzzle.steps_of_kinds])

    def all_goals_in_regions(self) -> bool:
        """Tell whether in each goal state on the board all pieces are in their regions.

        Pieces of one shape on different axes may take each other's place in a drawing, so there
        may be more goal states than goals; equal numbers do not show that no state is left out.
        """
        most = len(set(self._puzzle.goal_patterns))
        every = self.goal_states(most, anywhere=True)
        return every is not None and self.goal_states(most) == every

    def with_start(self, state: State, info: Info) -> SlidingPuzzle:
        """Return the puzzle with another start, and the same goals or the stops not yet visited.

        The result lists all drawings with pieces half-way under ``halfway``, so that pieces may
        still rest there.  Raises Unsupported for a tour that is finished.
        """
        old = self._puzzle
        left = tuple(d for k, d in enumerate(old.tour) if not state[-1] >> k & 1)
        if old.tour and not left:
            raise Unsupported("every stop of the tour was visited, so nothing is left to do")
        board = Drawing(tuple(old.draw(state).split("\n")), "board")
        puzzle = replace(old, info=info, board=board, tour=left)
        if puzzle.drawn_halfway == old.drawn_halfway:
            return puzzle
        drawings = dict.fromkeys((*old.halfway, old.board, *old.tour))
        drawn = (d for d in drawings if not old.drawn_halfway.isdisjoint(d.pieces().values()))
        return replace(puzzle, halfway=tuple(drawn))

    def gets_out(self) -> bool:
        """Tell whether each goal draws one piece, which touches the edge of the board."""
        rows, columns = self._puzzle.board.size
        for goal in self._puzzle.goals:
            cells = list(chain.from_iterable(goal.pieces().values()))
            at_edge = any(r in (0, rows - 1) or c in (0, columns - 1) for r, c in cells)
            if len(goal.pieces()) != 1 or not at_edge:
                return False
        return bool(self._puzzle.goals)

    @cached_property
    def _facts(self) -> SlidingFacts:
        return SlidingFacts(self._puzzle)

    @property
    def strips(self) -> Strips:
        """The facts and actions; raises Unsupported for a tour, or too many routes."""
        return self._facts.strips

    def slides(self) -> Slides | None:
        """Return places and steps; None in the metric ``unit``; raises Unsupported for a tour."""
        return self._facts.slides

    def state_facts(self, state: State) -> int:
        """Return the facts that hold in a state; raises Unsupported for a tour."""
        return self._facts.state_facts(state)


def _stocks(puzzle: SlidingPuzzle, steps: Sequence[Steps]) -> list[Stock]:
    """Sort the pieces of the start by kinds and by regions that the ``steps`` of a kind connect."""
    found = list[Stock]()
    kinds = zip(puzzle.kinds, puzzle.places_of_kinds, steps, strict=True)
    for number, (kind, places, steps_of) in enumerate(kinds):
        left = list(puzzle.start[kind])
        while left:
            region = _region(left[0], steps_of)
            inside = len(left)
            left = [mask for mask in left if mask not in region]
            resting = tuple(mask for mask in places if mask in region)
            found.append(Stock(number, inside - len(left), resting))
    return found


def _region(place: int, steps: Steps) -> set[int]:
    region, queue = {place}, [place]
    for here in queue:
        more = set(steps(here).values()) - region
        region |= more
        queue += more
    return region


def completions(
    cells: int, stocks: Sequence[Stock], fixed: Mapping[int, int], drawn: Iterable[int], most: int
) -> list[State] | None:
    """List all ways to lay the pieces on a board of these ``cells``; None if they are too many.

    ``fixed``: a kind of one piece -> the mask where this piece has to be.  Each mask of ``drawn``
    has to be the place of some piece.  They are too many if they are more than ``most``, or if the
    search takes more than ``TRIES * most`` tries.
    """
    drawn = frozenset(drawn)
    wanted = {*fixed.values(), *drawn}
    reserved = sum(wanted)
    allowed = [
        [
            mask
            for mask in places
            if (mask == fixed[kind] if kind in fixed else mask in drawn or not mask & reserved)
        ]
        for kind, _, places in stocks
    ]
    if not all(allowed) or wanted - set(chain.from_iterable(allowed)):
        return []  # a piece has no place, or a place no piece
    found, tries = list[State](), TRIES * most
    for state in _laid(cells, stocks, allowed, sum(m & -m for m in wanted), tries):
        if state is None or len(found) == most:
            return None
        found.append(state)
    return found


def placement(
    chance: random.Random, cells: int, stocks: Sequence[Stock], tries: int = RANDOM_TRIES
) -> State | None:
    """Lay all pieces, each in its region, on these ``cells``; None after too many tries.

    >>> alike = Stock(kind=0, pieces=2, places=(1, 2, 4))
    >>> sorted({placement(random.Random(seed), 7, [alike]) for seed in range(20)})
    [(1, 2), (1, 4), (2, 4)]
    """
    places = [stock.places for stock in stocks]
    return next(_laid(cells, stocks, places, 0, cells.bit_count() + tries, chance), None)


_Node: TypeAlias = tuple[int, int, tuple[int, ...], tuple[tuple[int, int], ...]]
"""The open cells, how many of them stay free, the pieces left of each stock, and (kind, mask) of
each piece laid."""


def _laid(
    cells: int,
    stocks: Sequence[Stock],
    allowed: Iterable[Iterable[int]],
    covered: int,
    tries: int,
    chance: random.Random | None = None,
) -> Iterator[State | None]:
    """Yield every way to lay the pieces, without repetition; None at the end after too many tries.

    ``allowed`` are the places of each stock; no cell of ``covered`` may stay free.  With
    ``chance``, the choices come in a random order.  The choice that the first open cell stays free
    comes first with a probability: the share of the open cells that stay free.
    """
    beginning = defaultdict[int, list[tuple[int, int]]](list)
    """First cell -> (number of a stock, mask) of each place that begins there."""
    for number, places in enumerate(allowed):
        for mask in places:
            beginning[mask & -mask].append((number, mask))
    left = tuple(stock.pieces for stock in stocks)
    free = cells.bit_count() - sum(s.pieces * s.places[0].bit_count() for s in stocks)
    nodes: list[_Node] = [(cells, free, left, ())]
    expanded = laid_out = 0
    while nodes:
        open_cells, free, left, laid = nodes.pop()
        if not open_cells:
            laid_out += 1
            yield tuple(mask for _, mask in sorted(laid))
            continue
        if expanded > tries:
            yield None
            return
        if not expanded % COUNTED:
            nodes_take, states_take = 16 * len(stocks) + 300, 16 * len(stocks) + 100
            held = len(nodes) * nodes_take + laid_out * states_take  # states may be kept
            spend(COUNTED * (2 + len(stocks) // 8 + cells.bit_length() // 1_000), held)
        expanded, first = expanded + 1, open_cells & -open_cells
        ways: list[_Node] = [
            (
                open_cells ^ mask,
                free,
                (*left[:k], left[k] - 1, *left[k + 1 :]),
                (*laid, (stocks[k].kind, mask)),
            )
            for k, mask in beginning[first]
            if left[k] and mask & open_cells == mask
        ]
        stays: list[_Node] = [(open_cells ^ first, free - 1, left, laid)] if free else []
        if chance is None:
            ways += [] if first & covered else stays
        else:
            chance.shuffle(ways)
            is_first = chance.random() * open_cells.bit_count() < free
            ways = stays + ways if is_first else ways + stays
        nodes += reversed(ways)
