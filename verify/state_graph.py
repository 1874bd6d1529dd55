"""A state graph in memory: searches by the rules build it; then distances are measured in it."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING

from puzzleproof.models import imported
from puzzleproof.models.budget import metered, spend
from puzzleproof.models.graph_view import distances
from puzzleproof.models.puzzle import AnyPuzzle, State
from puzzleproof.verify.certificate import ARRAYS, DEFINITION

if TYPE_CHECKING:
    from puzzleproof.verify.arrays.search import Neighbours

LARGE = 5_000
"""Graphs of at least this many states are searched on arrays, ten times as fast."""
NEIGHBOURS = "puzzleproof.verify.arrays.search:Neighbours"


class StateGraph:
    """Components of a state graph, found by breadth-first search, with each state's neighbours."""

    def __init__(self, puzzle: AnyPuzzle, *, by_rules: bool) -> None:
        self._puzzle, self._by_rules = puzzle, by_rules
        self.states = list[State]()
        self.number = dict[State, int]()
        """The number of each state."""
        self.beside = list[list[int]]()
        """For each state, the numbers of the states one move away, without repetition."""
        self.sizes = list[int]()
        """The number of states of each component."""
        self.by = DEFINITION
        """`ARRAYS` if distances were found on arrays, else `DEFINITION`."""
        self._arrays: Neighbours | None = None

    def __len__(self) -> int:
        """Count the states."""
        return len(self.states)

    def flood(self, first: State, hear: Callable[[int], None]) -> None:
        """Add the component of ``first``; ``hear`` gets the number of states, and may raise."""
        number, states, successors = self.number, self.states, self._puzzle.successors
        before, self._arrays, joined = len(states), None, 0
        self.__dict__.pop("goals", None)
        number[first] = before
        states.append(first)
        for state in islice(states, before, None):  # the list grows during the loop
            row = list[int]()
            for one in set(metered(successors(state), 2 * len(states) + joined // 16)):
                found = number.setdefault(one, len(states))
                if found == len(states):
                    states.append(one)
                row.append(found)
            joined += len(row)
            self.beside.append(row)
            if len(self.beside) % 4096 == 0:
                hear(len(states))
        self.sizes.append(len(states) - before)
        hear(len(states))

    def _on_arrays(self) -> "Neighbours | None":
        """Return the neighbours as arrays; None for few states or without numpy."""
        if self._arrays is None and not self._by_rules and len(self) >= LARGE:
            with suppress(ImportError):
                self._arrays = imported(NEIGHBOURS)(self.beside)
                self.by = ARRAYS
        return self._arrays

    @cached_property
    def goals(self) -> list[int]:
        """The numbers of the goal states, ascending."""
        return [number for number, one in enumerate(self.states) if self._puzzle.is_goal(one)]

    def distances(self, origins: Iterable[int], states: int) -> list[int]:
        """Return distances of the first ``states`` states from the nearest origin; -1: no path."""
        spend(len(self) // 2)
        if (arrays := self._on_arrays()) is not None:
            return arrays.distances(origins, states)
        found = distances(self.beside, origins)[:states]
        return [-1 if depth is None else depth for depth in found]

    def plans(self, optimum: int | None) -> int:
        """Count the shortest paths from state 0 to goals at distance ``optimum``; None: no goal."""
        if optimum is None:
            return 0
        depth, paths = self.distances([0], self.sizes[0]), {0: 1}
        for far in range(1, optimum + 1):
            further = dict[int, int]()
            for state, number in paths.items():
                for after in self.beside[state]:
                    if depth[after] == far:
                        further[after] = further.get(after, 0) + number
            paths = further
        return sum(paths.get(goal, 0) for goal in self.goals)
