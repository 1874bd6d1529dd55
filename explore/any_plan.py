"""A search for some plan, then for shorter plans, by the rules; it proves no lower bound.

*Best-first search* expands the state whose estimate of the distance to a goal is least.  It gets
stuck where every path leads through states with worse estimates, so new states come first.  A state
is *new* if some piece has a place that it had in no earlier state of the same estimate (N.
Lipovetzky and H. Geffner, Best-first width search, 2017).  Sliding tiles have a plan without such a
search (`explore.tiles.rows`), and so have boards with frogs above toads.  The estimate is no lower
bound: it adds up the costs of the cheapest paths to a goal of the pieces that the goal names.  On a
path, a slide by one cell costs 1, and each cell that another piece covers costs `OBSTACLE` more.

*Shortening* expands more and more states around a plan, the nearest first.  A shortest path through
all known states then replaces the plan, so every part of the plan becomes as short as the states
near it allow (H. Nakhost and M. Müller, Plan neighborhood graph search, 2010).
"""

import heapq
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from operator import itemgetter
from random import Random
from typing import Any, TypeVar

from puzzleproof.models.drawing import Pattern, Steps
from puzzleproof.models.errors import IllegalMove
from puzzleproof.models.puzzle import AnyPuzzle, State, plan_through
from puzzleproof.models.sliding.rules import SlidingPuzzle

OBSTACLE = 4
"""The extra cost of a covered cell; a slide by one cell costs 1."""
STOP = 1_000
"""The cost of each stop of a tour that is not yet visited."""
FAR = 10_000
"""The cost of a place that no path reaches."""
Node = TypeVar("Node")

KEPT = 10_000
"""Limit on the tables of path costs kept; each is for a goal place and a set of covered cells."""


class Ways:
    """Estimates by the cheapest paths to a goal; with ``alone``, other pieces are left out."""

    def __init__(self, puzzle: SlidingPuzzle, *, alone: bool = False) -> None:
        self._puzzle, self._pieces, self._alone = puzzle, len(puzzle.names), alone
        kinds = zip(puzzle.kinds, puzzle.steps_of_kinds, strict=True)
        self._steps = [steps for kind, steps in kinds for _ in range(kind.start, kind.stop)]
        self._ways = lru_cache(maxsize=KEPT)(_all_ways)

    def __call__(self, state: State) -> int:
        """Return the total cost of the paths to the nearest goal and of the stops that are left."""
        puzzle = self._puzzle
        if not puzzle.tour:
            return min(self._to(state, pattern) for pattern in puzzle.goal_patterns)
        left = [stop for k, stop in enumerate(puzzle.tour_patterns) if not state[-1] >> k & 1]
        nearest = left[:1] if puzzle.tour_order == "sequence" else left
        far = min((self._to(state, pattern) for pattern in nearest), default=0)
        return far + STOP * len(left)

    def _to(self, state: State, pattern: Pattern) -> int:
        """Return the total cost of the paths to a goal, each as if no other piece moved."""
        alike = self._puzzle.places
        far = sum(self._way(state, piece, place) for piece, place in pattern.labelled)
        for place in pattern.shapes:
            fitting = (k for k, places in enumerate(alike) if place in places)
            far += min(self._way(state, piece, place) for piece in fitting)
        return far

    def _way(self, state: State, number: int, place: int) -> int:
        """Return the cost of the cheapest path of a piece to a place."""
        piece = state[number]
        others = 0 if self._alone else sum(state[: self._pieces]) ^ piece
        return self._ways(place, others, self._steps[number]).get(piece, FAR)


def _all_ways(place: int, others: int, steps: Steps) -> dict[int, int]:
    """Return, for each place, the cost of a cheapest path to ``place`` (Dijkstra, 1959)."""
    found, best = {place: 0}, [(0, place)]
    while best:
        far, here = heapq.heappop(best)
        if far > found[here]:
            continue
        for before in steps(here).values():
            there = far + 1 + OBSTACLE * (here & others & ~before).bit_count()
            if there < found.get(before, there + 1):
                found[before] = there
                heapq.heappush(best, (there, before))
    return found


MOST = 400_000
FIRST_GROWTH = 100
"""The number of states expanded between attempts to shorten a plan; each failure doubles it."""
OFTEN = 50
TURN, WALK = 2_000, 2_000
"""The numbers of new states between two random walks, and of moves that a walk tries."""
WORSE = 0.2
"""The probability that a walk makes a move to a state with a worse estimate."""
PLAYED = 300_000
"""Limit on the moves tried (some two seconds) to find moves that a plan does not need."""


class PlanSearch:
    """A search for some plan; the known states are numbered from 0, the start.

    ``listen`` is told the number of known states, and may raise an error to stop the search.
    """

    def __init__(
        self,
        puzzle: AnyPuzzle,
        listen: Callable[[int], None],
        most: int = MOST,
        near: Sequence[State] = (),
    ) -> None:
        """Keep at most ``most`` states, all with the entries that never change on path ``near``."""
        self._puzzle, self._listen, self._most = puzzle, listen, most
        self._successors = _keeping(puzzle, near)
        self._states, self._numbers = list[State](), dict[State, int]()
        self._after: dict[int, list[int]] = {}
        self._before = defaultdict[int, list[int]](list)
        """State -> the expanded states that are one move before it, if moves can be undone."""
        self._goals = set[int]()
        self._number(puzzle.canonical(puzzle.start))

    @property
    def is_full(self) -> bool:
        """Whether no more states can be kept."""
        return len(self._states) >= self._most

    def _number(self, state: State) -> int:
        number = self._numbers.setdefault(state, len(self._states))
        if number == len(self._states):
            self._states.append(state)
            if self._puzzle.is_goal(state):
                self._goals.add(number)
        return number

    def _expand(self, number: int) -> list[int]:
        """Return the numbers of the states that are one move away."""
        if number in self._after:
            return self._after[number]
        if len(self._after) % OFTEN == 0:
            self._listen(len(self._states))
        found = [self._number(state) for state in self._successors(self._states[number])]
        self._after[number] = found
        if self._puzzle.reversible:
            for after in found:
                self._before[after].append(number)
        return found

    # --- some plan ------------------------------------------------------------------------

    def find(self, estimate: Ways) -> Iterator[list[State]]:
        """Yield plans, as states: one from each walk that gets to a goal, and one from the search.

        The search finds no plan if no goal is among the states that can be kept.
        """
        best: list[tuple[bool, int, int]] = [(False, estimate(self._states[0]), 0)]
        met = defaultdict[int, set[tuple[int, int]]](set)
        """Estimate -> the (index, entry) pairs of all states met with this estimate."""
        chance, walks = Random(0), 0  # noqa: S311  no secrets
        while best and not self._goals and not self.is_full:
            if len(self._states) >= TURN * (walks + 1):
                walks += 1
                if (walked := self._walk(estimate, chance)) is not None:
                    yield walked
            here = heapq.heappop(best)[-1]
            known = len(self._states)
            self._expand(here)
            for number in range(known, len(self._states)):
                state = self._states[number]
                looks = estimate(state)
                entries = set(enumerate(state)) - met[looks]
                met[looks] |= entries
                heapq.heappush(best, (not entries, looks, number))
        if self._goals and (found := self._shortest()) is not None:
            yield found

    def _walk(self, estimate: Ways, chance: Random) -> list[State] | None:
        """Walk at random from the start; returns a path to a goal, without loops, or None."""
        here = self._states[0]
        came, looks = {here: here}, estimate(here)
        for number in range(WALK):
            if number % OFTEN == 0:
                self._listen(len(self._states))
            after = chance.choice([*self._successors(here)])
            seems = estimate(after)
            if seems > looks and chance.random() > WORSE:
                continue
            came.setdefault(after, here)
            here, looks = after, seems
            if self._puzzle.is_goal(here):
                return _back_from(here, came)
        return None

    # --- shorter plans --------------------------------------------------------------------

    def shorten(self, plan: Sequence[State]) -> Iterator[list[State]]:
        """Yield shorter and shorter plans; ends when no more states can be expanded."""
        path, growth = list(map(self._number, plan)), FIRST_GROWTH
        for number in path:
            self._expand(number)
        while True:
            shorter = self._shortest()
            if shorter is not None and len(shorter) < len(path):
                path = list(map(self._number, shorter))
                yield shorter
            else:
                growth *= 2
            if not self._grow(path, growth):
                return

    def _grow(self, path: Sequence[int], growth: int) -> bool:
        """Expand ``growth`` more states, the nearest to a path first; tells if it expanded any."""
        seen, queue, until = set(path), list(path), len(self._after) + growth
        for number in queue:
            if self.is_full or len(self._after) >= until:
                break
            for near in (*self._expand(number), *self._before.get(number, ())):
                if near not in seen:
                    seen.add(near)
                    queue.append(near)
        return len(self._after) > until - growth

    def _shortest(self) -> list[State] | None:
        """Return a shortest path from the start to a goal through known states, or None."""
        came, queue = {0: 0}, [0]
        for number in queue:
            if number in self._goals:
                return [self._states[one] for one in _back_from(number, came)]
            for near in (*self._after.get(number, ()), *self._before.get(number, ())):
                if near not in came:
                    came[near] = number
                    queue.append(near)
        return None


def _back_from(last: Node, came: Mapping[Node, Node]) -> list[Node]:
    """Return the path to a node from the first node, which is its own predecessor."""
    path = [last]
    while came[path[-1]] != path[-1]:
        path.append(came[path[-1]])
    return path[::-1]


def _keeping(puzzle: AnyPuzzle, path: Sequence[State]) -> Callable[[State], Iterable[State]]:
    """Return a function: state -> its successors with the entries that never change on a path."""
    kept = [k for k, some in enumerate(zip(*path, strict=True)) if len({*some}) == 1]
    if not kept:
        return puzzle.successors
    entries = itemgetter(*kept)
    same = entries(path[0])
    return lambda state: [after for after in puzzle.successors(state) if entries(after) == same]


def without_needless(puzzle: AnyPuzzle, plan: Sequence[State]) -> Iterator[list[State]]:
    """Yield shorter plans, by leaving out runs of moves and the later moves that need them."""
    moves, states = _played(puzzle, puzzle.start, plan_through(puzzle, plan)) or ([], [])
    run, left = len(moves), PLAYED
    while run := run // 2:
        before, k = len(moves), 0
        while k < len(moves) and left > 0:
            left -= len(moves) - k
            rest = _played(puzzle, states[k], moves[k + run :])
            if rest is None:
                k += run
            else:
                moves, states = moves[:k] + rest[0], states[:k] + rest[1]
        if len(moves) < before:
            yield list(map(puzzle.canonical, states))


def _played(
    puzzle: AnyPuzzle, state: State, moves: Sequence[Any]
) -> tuple[list[Any], list[State]] | None:
    """Play moves, but skip illegal ones, until a goal; returns moves and states, or None."""
    made, states = list[Any](), [state]
    for move in moves:
        if puzzle.is_goal(states[-1]):
            break
        with suppress(IllegalMove):
            states.append(puzzle.play(states[-1], move))
            made.append(move)
    return (made, states) if puzzle.is_goal(states[-1]) else None
