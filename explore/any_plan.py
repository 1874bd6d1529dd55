"""Some plan soon, then shorter ones: a search by the rules that proves no lower bound.

*Best first*: the state that looks nearest to a goal is expanded next.  Such a search gets stuck
where all ways lead through states that look worse.  So new states come first.  A state is *new* if
some piece stands on a place where no piece stood in any earlier state of the same estimate
(N. Lipovetzky and H. Geffner, Best-first width search, 2017).  Sliding tiles have a plan without
such a search (`explore.tiles.rows`), and so have frogs on a square.  How near a state looks is no
bound: each sliding piece that a goal names goes along its cheapest way there, in which a step costs
1 and each cell that another piece covers costs `OBSTACLE` more.

*Shortening*: the states around a plan are expanded, nearest first, more and more of them.  A
shortest path through all states known then replaces the plan, so every stretch of it is replaced
by the shortest way that stays near it (H. Nakhost and M. Müller, Plan neighborhood graph search,
2010).
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
"""The cost of a covered cell, in steps."""
STOP = 1_000
"""The cost of a stop of a tour that is not yet visited."""
FAR = 10_000
"""The cost of a place that no path reaches."""
Node = TypeVar("Node")

KEPT = 10_000
"""The most sets of covered cells for which all paths to a piece's goal are kept."""


class Ways:
    """The cheapest ways of the pieces that the nearest goal names; ``alone``: past no others."""

    def __init__(self, puzzle: SlidingPuzzle, *, alone: bool = False) -> None:
        self._puzzle, self._pieces, self._alone = puzzle, len(puzzle.names), alone
        kinds = zip(puzzle.kinds, puzzle.steps_of_kinds, strict=True)
        self._steps = [steps for kind, steps in kinds for _ in range(kind.start, kind.stop)]
        self._ways = lru_cache(maxsize=KEPT)(_all_ways)

    def __call__(self, state: State) -> int:
        """Return the costs of all paths to the nearest goal, and of the stops that are left."""
        puzzle = self._puzzle
        if not puzzle.tour:
            return min(self._to(state, pattern) for pattern in puzzle.goal_patterns)
        left = [stop for k, stop in enumerate(puzzle.tour_patterns) if not state[-1] >> k & 1]
        nearest = left[:1] if puzzle.tour_order == "sequence" else left
        far = min((self._to(state, pattern) for pattern in nearest), default=0)
        return far + STOP * len(left)

    def _to(self, state: State, pattern: Pattern) -> int:
        """Return the costs of the paths to a goal, each as if the other pieces stood still."""
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
    """Return by place the cost of a cheapest path, searched backwards (Dijkstra, 1959)."""
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
"""States to expand around a plan before the next attempt to shorten it; doubled each time."""
OFTEN = 50
TURN, WALK = 2_000, 2_000
"""States that are met before each random walk, and the moves that it tries."""
WORSE = 0.2
"""The chance that a walk takes a move to a state that looks farther away."""
PLAYED = 300_000
"""The most moves that are tried, some two seconds, to find those that a plan does not need."""


class PlanSearch:
    """The states known so far by number, the start's is 0; ``listen(states)`` may raise to stop."""

    def __init__(
        self,
        puzzle: AnyPuzzle,
        listen: Callable[[int], None],
        most: int = MOST,
        near: Sequence[State] = (),
    ) -> None:
        """Keep ``most`` states; what never changes on the path ``near`` does not change here."""
        self._puzzle, self._listen, self._most = puzzle, listen, most
        self._successors = _keeping(puzzle, near)
        start = puzzle.canonical(puzzle.start)
        self._states, self._numbers = [start], {start: 0}
        self._after: dict[int, list[int]] = {}
        self._before = defaultdict[int, list[int]](list)
        """State -> the expanded states from which a move leads there, if it also leads back."""
        self._goals = {0} if puzzle.is_goal(start) else set[int]()

    @property
    def is_full(self) -> bool:
        """Whether no more states are kept."""
        return len(self._states) >= self._most

    def _number(self, state: State) -> int:
        number = self._numbers.setdefault(state, len(self._states))
        if number == len(self._states):
            self._states.append(state)
            if self._puzzle.is_goal(state):
                self._goals.add(number)
        return number

    def _expand(self, number: int) -> list[int]:
        """Return the states one move away."""
        known = self._after.get(number)
        if known is not None:
            return known
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
        """Yield the states of a plan for each walk to a goal, and of one that the search finds.

        There is none if no goal is among the states that may be kept.
        """
        best: list[tuple[bool, int, int]] = [(False, estimate(self._states[0]), 0)]
        met = defaultdict[int, set[tuple[int, int]]](set)
        """Estimate -> the entries, with their places in the state, of the states met."""
        chance, walks = Random(0), 0  # noqa: S311  a search, no secrets
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
        """Walk at random from the start to a goal, without loops; None if the walk meets none."""
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
        """Yield ever shorter plans, from this one on; ends when all is known that may be kept."""
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
        """Expand ``number`` more states, nearest to a path first; tell whether there were any."""
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
        """Return the states of a shortest path from the start to a goal, through known states."""
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
    """Return the path to a node from the node that is its own predecessor."""
    path = [last]
    while came[path[-1]] != path[-1]:
        path.append(came[path[-1]])
    return path[::-1]


def _keeping(puzzle: AnyPuzzle, path: Sequence[State]) -> Callable[[State], Iterable[State]]:
    """Return the successors that have every entry that all states of a path have."""
    kept = [k for k, some in enumerate(zip(*path, strict=True)) if len({*some}) == 1]
    if not kept:
        return puzzle.successors
    entries = itemgetter(*kept)
    same = entries(path[0])
    return lambda state: [after for after in puzzle.successors(state) if entries(after) == same]


def without_needless(puzzle: AnyPuzzle, plan: Sequence[State]) -> Iterator[list[State]]:
    """Leave out runs of moves, ever shorter ones, and the later moves that need them."""
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
    """Play the legal moves up to a goal; return them and the states, None without a goal."""
    made, states = list[Any](), [state]
    for move in moves:
        if puzzle.is_goal(states[-1]):
            break
        with suppress(IllegalMove):
            states.append(puzzle.play(states[-1], move))
            made.append(move)
    return (made, states) if puzzle.is_goal(states[-1]) else None
