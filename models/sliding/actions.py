"""Sliding blocks as facts and actions: an action takes a piece to a place if cells are empty.

Facts: ``K@r,c`` for each resting place of a kind K (the letters of its pieces), where r and c are
the row and column of the corner of the place's bounding box, and ``empty@r,c`` for each cell drawn.
An action has a kind, the place that a piece leaves, the place that it enters, and a *least* set of
cells that must be empty: the cells that a route sweeps, without the piece's own cells.  A set is
left out if another route to the same place sweeps only some of these cells, or if it has more cells
than are ever empty; so a large piece may have no action.  Routes consist of single steps; the rules
say which steps there are (`SlidingPuzzle.steps_of_kinds`) and where a piece may stop.

With many empty cells there are thousands of such sets.  So `SlidingFacts.slides` has the places and
single steps instead (`puzzleproof.models.strips`).
"""

import sys
from collections import deque
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import chain
from typing import Any, NamedTuple, TypeAlias

from puzzleproof.models.drawing import Steps, corner, shape_of
from puzzleproof.models.errors import Unsupported
from puzzleproof.models.puzzle import State
from puzzleproof.models.sliding.rules import SlidingPuzzle
from puzzleproof.models.strips import (
    ACTIONS_LIMIT,
    Action,
    Goal,
    Place,
    PlaceStep,
    Slides,
    Strips,
    limited,
)

COMPARED_LIMIT = 100 * ACTIONS_LIMIT
"""After this many comparisons of sets of cells, for all pieces together, Unsupported is raised."""
FACTS_LIMIT = 20_000
"""Limit on the places of all kinds: each place is a bit with two sets of facts, 100 MB in all."""


class Kind(NamedTuple):
    """Interchangeable pieces: name, slice of the state, mask of a place -> fact, single steps."""

    name: str
    entries: slice
    places: dict[int, int]
    steps: Steps


AXIS = {"E": 0, "S": 1}
"""A step and its reverse count once: steps to the right and down stand for both."""

Routes: TypeAlias = Iterator[tuple[int, int]]
"""(where a route ends, the cells that it sweeps beyond the piece's own), both as masks."""


class SlidingFacts:
    """The facts of an instance without a tour; raises Unsupported for a tour."""

    def __init__(self, puzzle: SlidingPuzzle) -> None:
        if puzzle.tour:
            raise Unsupported("a tour has no clausal form")
        self._puzzle, self._grid = puzzle, puzzle.grid
        self._empty = puzzle.grid.all.bit_count() - sum(map(len, puzzle.drawn.values()))
        self._compared = 0
        self._names, self._corners, self._kinds = list[str](), dict[int, str](), list[Kind]()
        kinds = (puzzle.groups, puzzle.kinds, puzzle.places_of_kinds, puzzle.steps_of_kinds)
        for letters, entries, resting, steps in zip(*kinds, strict=True):
            name = "".join(letters)
            places = {mask: 1 << fact for fact, mask in enumerate(resting, len(self._names))}
            self._names += [f"{name}@{self._corner(mask)}" for mask in places]
            if len(self._names) > FACTS_LIMIT:
                fault = f"pieces have more than {FACTS_LIMIT:,} places, too many for facts"
                raise Unsupported(fault)
            self._kinds.append(Kind(name, entries, places, steps))
        movers = len(self._names)
        self._names += [f"empty@{r},{c}" for r, c in self._grid.cells_of(self._grid.all)]
        cells = (puzzle.grid.mask([cell]) for cell in sorted(puzzle.grid.cells))
        self._cells = {bit: 1 << fact for fact, bit in enumerate(cells, movers)}
        self._movers = (1 << movers) - 1
        self._free = self._emptied(self._grid.all)
        self._goals = tuple(self._goal(*pattern) for pattern in puzzle.goal_patterns)
        self._changes = [
            {mask: fact | self._emptied(mask) for mask, fact in kind.places.items()}
            for kind in self._kinds
        ]

    def _corner(self, mask: int) -> str:
        """Write the corner of the bounding box, as in the names of facts."""
        if mask not in self._corners:
            self._corners[mask] = "{},{}".format(*corner(self._grid.cells_of(mask)))
        return self._corners[mask]

    def _emptied(self, mask: int) -> int:
        """Return the facts 'this cell is empty' of these cells, as a mask."""
        facts = 0
        while mask:
            facts |= self._cells[mask & -mask]
            mask &= mask - 1
        return facts

    def state_facts(self, state: State) -> int:
        """Return the facts that hold in a state: each piece's place, and which cells are empty."""
        facts = self._free
        for kind, changes in zip(self._kinds, self._changes, strict=True):
            for mask in state[kind.entries]:
                facts ^= changes[mask]
        return facts

    @cached_property
    def _described(self) -> dict[str, Any]:
        """The arguments that `Strips` and `Slides` have in common."""
        names, groups = tuple(self._names), tuple(self._groups())
        return {"facts": names, "groups": groups, "movers": self._movers, "goals": self._goals}

    @cached_property
    def strips(self) -> Strips:
        """Facts and actions; raises Unsupported if there are too many routes."""
        self._compared = 0
        actions = chain.from_iterable(map(self._actions, self._kinds))
        return Strips(**self._described, actions=limited(actions))

    @cached_property
    def slides(self) -> Slides | None:
        """Facts with places and single steps in place of actions; None if a move is one step."""
        if self._puzzle.metric == "unit":
            return None
        places, steps = list[Place](), list[PlaceStep]()
        for letters, kind in zip(self._puzzle.groups, self._kinds, strict=True):
            masks = self._grid.translations(shape_of(self._puzzle.drawn[letters[0]]))
            number = {mask: k for k, mask in enumerate(masks, len(places))}
            places += (Place(kind.places.get(mask, 0), self._emptied(mask)) for mask in masks)
            steps += (
                PlaceStep(place, number[after], AXIS[letter])
                for mask, place in number.items()
                for letter, after in kind.steps(mask).items()
                if letter in AXIS
            )
        straight = self._puzzle.metric == "line"
        return Slides(
            **self._described, places=tuple(places), steps=tuple(steps), straight=straight
        )

    def _groups(self) -> Iterable[int]:
        """Return a group of facts for each cell: 'it is empty', and each place that covers it."""
        groups = dict(self._cells)
        for mask, fact in chain.from_iterable(kind.places.items() for kind in self._kinds):
            while mask:
                groups[mask & -mask] |= fact
                mask &= mask - 1
        return groups.values()

    def _goal(self, labelled: Iterable[tuple[int, int]], shapes: Iterable[int]) -> Goal:
        """Return a goal: labelled pieces on their masks, some piece on each other mask."""
        named = [
            next(kind.places[mask] for kind in self._kinds if piece < kind.entries.stop)
            for piece, mask in labelled
        ]
        shaped = [sum(kind.places.get(mask, 0) for kind in self._kinds) for mask in shapes]
        return Goal((*named, *shaped))

    def _actions(self, kind: Kind) -> Iterator[Action]:
        routes = self._anywhere if self._puzzle.metric == "piece" else self._lines
        for here, source in kind.places.items():
            for there, swept in routes(here, kind.steps):
                target = kind.places[there]
                entered, left = self._emptied(there & ~here), self._emptied(here & ~there)
                yield Action(
                    name=f"{kind.name}:{self._corner(here)}>{self._corner(there)}",
                    positive=source | self._emptied(swept),
                    negative=target | left,
                    toggles=source | target | entered | left,
                )

    # --- routes ---------------------------------------------------------------------------

    def _anywhere(self, here: int, near: Steps) -> Routes:
        """Yield the ends of all paths, each with every least set of swept cells, by relaxation."""
        best: dict[int, set[int]] = {here: {0}}
        queue = deque([(here, 0)])
        while queue:
            at, swept = queue.popleft()
            if swept not in best[at]:
                continue  # a smaller set was found since
            for after in near(at).values():
                more = swept | after & ~here
                known = best.setdefault(after, set())
                self._compared += len(known)
                if self._compared > COMPARED_LIMIT:
                    raise Unsupported("too many routes of a piece to be listed")
                if more.bit_count() > self._empty or any(not one & ~more for one in known):
                    continue
                known -= {one for one in known if not more & ~one}
                known.add(more)
                queue.append((after, more))
        for after, known in best.items():
            if after != here and self._puzzle.rests(after):
                yield from ((after, swept) for swept in sorted(known))

    def _lines(self, here: int, near: Steps) -> Routes:
        """Yield the ends of straight paths; in ``unit`` they are a cell long, or half a cell."""
        most = self._puzzle.cell if self._puzzle.metric == "unit" else sys.maxsize
        for letter in near(here):
            at, swept, steps = here, 0, 0
            while steps < most and (at := near(at).get(letter, 0)):
                swept, steps = swept | at & ~here, steps + 1
                if swept.bit_count() > self._empty:
                    break
                if self._puzzle.rests(at):
                    yield at, swept
