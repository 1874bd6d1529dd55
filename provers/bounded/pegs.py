"""Peg solitaire in compound moves: bounds found during the search keep its layers small.

Each search uses the bounds found so far.  If a layer grows too large, more bounds are sought
(`provers.bounded.weights`), or larger layers are allowed.  Once 'at least L moves' is proven, a
beam search looks for a plan of L moves.  It may miss such a plan; the next search, for 'at least
L + 1 moves', then meets a goal.
"""

from collections.abc import Iterable, Sequence
from functools import partial

import numpy as np

from puzzleproof.models.arrays.words import Numbers, Sets, united, without
from puzzleproof.models.errors import Unsupported
from puzzleproof.models.pegs.rules import PegPuzzle
from puzzleproof.provers.bounded import Search
from puzzleproof.provers.bounded.driver import Driver, Source, Table, TooLarge, one_of
from puzzleproof.provers.bounded.weights import MOST_HOLES, BoundFinder, NamedBound
from puzzleproof.provers.events import Working
from puzzleproof.verify.arrays.pegs import PegMoves
from puzzleproof.verify.bounds.peg_graph import PegGraph, chains

FIRST_MOST = 4_000
"""If a layer has more states, a bound is sought; the limit doubles if no bound helps."""
LAYER_BYTES = 500
"""Bytes of all layers and arrays, divided by the states of the largest layer (470 measured)."""
LARGEST_LAYER = 16_384_000
"""Limit on a layer's states, even if memory is left: checking this many states takes minutes."""
FURTHER, HARD = 4, 10_000
"""After a table of over 10,000 states, plans up to four moves longer than the claim are sought."""
BEAM, WIDE_AFTER, WIDE = 40_000, 256_000, 640_000
"""The beam search keeps `BEAM` states of each layer.  Once the limit on layers is `WIDE_AFTER`
states, a beam of `WIDE` states is tried as well."""


def search_pegs(asked: Search) -> Driver:
    """Find the minimum, or prove ``at_least`` moves; raises Unsupported or LimitReached."""
    puzzle = asked.puzzle
    assert isinstance(puzzle, PegPuzzle)
    if len(puzzle.board.holes) > MOST_HOLES:
        raise Unsupported(
            f"a board of {len(puzzle.board.holes)} holes: expected {MOST_HOLES} at most"
        )
    source = PegSource(puzzle, asked)
    return Driver(asked, source.graph).climb(source)


class PegSource(Source):
    """The bounds found so far for a board, and searches that use these bounds."""

    def __init__(self, puzzle: PegPuzzle, asked: Search) -> None:
        self.graph = self._graph = PegGraph(puzzle)
        self._emit, memory = asked.emit, asked.memory
        self._arrays = PegMoves(self._graph)
        self._largest = (
            LARGEST_LAYER if memory is None else min(LARGEST_LAYER, memory // LAYER_BYTES)
        )
        self._most = FIRST_MOST
        on_work = partial(self._work, "looking for weights")
        self._finder = BoundFinder(self._graph, asked.seed, on_work)
        self._found = list[NamedBound]()
        self._perimeter: list[Sets] = []
        """The layers around the goals; filled when a plan is first looked for."""
        self.first = self._finder.first_bound(puzzle.pegs)

    def search(self, at_least: int) -> Table:
        """Search for a table of the claim; find bounds whenever a layer grows too large."""

        def too_many(rows: Sequence[Numbers]) -> bool:
            what = f"searching for plans of fewer than {at_least} moves, after {len(rows) - 1}"
            self._work(what, len(rows[-1]))
            return len(rows[-1]) > self._most

        while True:
            layers = self.labelled(at_least, too_many)
            if not layers.cut_short:
                return layers
            better = self._finder.better(layers, self._found)
            if better is not None:
                self._found.append(better)
                self.bounds = [one.named for one in self._found]
            else:
                if self._most == WIDE_AFTER and (path := self.beam(at_least - 1, WIDE)):
                    *rows, (met,) = [self._arrays.least(np.array([p], np.uint64)) for p in path]
                    return Table(at_least, rows, self.bounds, int(met))
                self._most *= 2
            if self._most > self._largest:
                raise TooLarge(f"a layer of over {self._most // 2:,} states for {at_least} moves")

    def ends(self) -> Iterable[int]:
        """Return the representatives of the goal states."""
        return self._graph.classes(self._graph.goals)

    def beyond(self, numbers: Numbers) -> Numbers:
        """Return the representatives of the states one move after these states."""
        return self._arrays.beyond(numbers)

    def before(self, number: int) -> Iterable[int]:
        """Return the states one move before a state."""
        return chains(self._graph.board, back=True)(number)

    def near(self, numbers: Numbers, moves: int) -> Numbers:
        """Keep the states for which no bound shows all goals to be ``moves`` or more moves away."""
        for one in self._found:
            numbers = one.near(numbers, moves)
        return numbers

    def look(self, found: Table, *, plan_known: bool) -> list[int] | None:
        """Look for a plan with as many moves as the claim that was just proven.

        If no plan is known and the table is large, look also for plans that are a little longer.
        """
        assert found.at_least is not None, "the table has a claim"
        further = FURTHER if found.states > HARD and not plan_known else 0
        for moves in range(found.at_least, found.at_least + 1 + further):
            if path := self.beam(moves, BEAM):
                return path
        return None

    def beam(self, moves: int, width: int) -> list[int] | None:
        """Search for a plan of at most ``moves`` moves; the search may miss such a plan.

        A beam search keeps only the ``width`` states of each layer that look nearest to a goal
        (B. Lowerre, 1976).  It need not reach a goal itself: `perimeter` lists all representatives
        from which a goal is a few moves away, and a way to any of them can be completed to a plan.
        """
        self._perimeter = self._perimeter or perimeter(self._graph)
        known = here = np.array([self._graph.start], np.uint64)
        layers = [here]
        while len(here) and len(layers) <= moves + 1:
            for left, near in enumerate(self._perimeter[: moves - len(layers) + 2]):
                met = np.intersect1d(here, near, assume_unique=True)
                if len(met):
                    return _path(self._graph, layers, self._perimeter[:left], int(met[0]))
            here = self.near(without(self.beyond(here), known), moves + 1 - len(layers))
            if len(here) > width:
                far = sum((bound.guess(here) for bound in self._found), np.zeros(len(here)))
                here = np.sort(here[np.argpartition(far, width)[:width]])
            known = united([known, here])
            layers.append(here)
            what = f"looking for a plan of {moves} moves, after {len(layers) - 1}"
            self._work(what, len(here))
        return None

    def _work(self, what: str, states: int) -> None:
        self._emit(Working(what, states, unit="states"))


LISTED = 600_000
"""A perimeter ends before a layer that is likely to have more representatives than this."""


def perimeter(graph: PegGraph) -> list[Sets]:
    """List the representatives 0, 1, 2, … moves away from a goal; stop before a large layer."""
    arrays = PegMoves(graph, back=True)
    known = here = np.array(sorted(graph.classes(graph.goals)), np.uint64)
    layers = [here]
    # The next layer is taken to be larger by the same factor as this one.
    while len(here) and (len(layers) < 2 or len(here) ** 2 // len(layers[-2]) <= LISTED):
        here = without(arrays.beyond(here), known)
        known = united([known, here])
        layers.append(here)
    return layers


def _path(graph: PegGraph, before: Sequence[Sets], after: Sequence[Sets], met: int) -> list[int]:
    """Return a path from the start to the representative ``met`` and from there to a goal."""
    board = graph.board
    back, on = chains(board, back=True), chains(board)
    path = [met]
    for layer in reversed(before[:-1]):
        path.append(one_of(graph, layer, back(path[-1])))
    path.reverse()
    for layer in reversed(after):
        path.append(one_of(graph, layer, on(path[-1])))
    return path
