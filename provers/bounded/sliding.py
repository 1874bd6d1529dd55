"""Sliding blocks: A* with bounds by groups of pieces that are chosen for the board.

One search finds a shortest plan, and the table that proves it shortest.  It raises the number of
moves that a plan may have.  The states expanded before the last number are those that no bound
shows to be too far: their distances from the start are the labels of a certificate (P. Hart,
N. Nilsson and B. Raphael, 1968).  Among states that look equally good, those far from the start
come first, so that a plan is soon found if there is one.

*The choice of groups.*  Only pieces that the goal draws need moves.  A piece with a place of its
own in the goal is a unit; if the goal draws places for some of several like pieces, all like pieces
are one unit.  Units are joined to groups as large as a small table allows.  If there is room left,
the other pieces that are nearest at the start are added.
"""

from collections import defaultdict
from collections.abc import Sequence
from itertools import chain, count, product

from puzzleproof.models.arrays.words import numbers_from
from puzzleproof.models.errors import Unsupported
from puzzleproof.models.sliding.anchors import anchors_of
from puzzleproof.models.sliding.rules import SlidingPuzzle
from puzzleproof.models.texts import count as counted
from puzzleproof.provers.bounded import Named, Search
from puzzleproof.provers.bounded.driver import Driver, Table
from puzzleproof.provers.events import Note, Working
from puzzleproof.verify.bounds import NEVER, lower_bounds
from puzzleproof.verify.bounds.graphs import LabelGraph
from puzzleproof.verify.bounds.piece_groups import CELLS, ends_of

FEW, MOST, BYTES = 40_000, 300_000, 1_000
"""The most states: for a first attempt, and for any; and the bytes of memory for each."""
AT_ONCE = 16
ASK_AFTER = 40
"""Moves beyond the expected length at which the search tests whether a goal can be reached."""
OFTEN = 100
ENTRIES = 1 << 20
"""The most entries of one table, which takes a tenth of a second."""


def search_sliding(asked: Search) -> Driver:
    """Find the minimum, or show ``at_least`` moves; raises Unsupported if no bounds are known."""
    layout = anchors_of(asked.puzzle)
    if layout is None or layout.cells > CELLS:
        raise Unsupported("no lower bounds are known for this board")
    graph = LabelGraph(asked.puzzle)
    driver = Driver(asked, graph)
    asked.emit(Working("choosing lower bounds"))
    named = piece_partitions(graph)
    if not named:
        raise Unsupported("no lower bound known for this board is above 0")
    most = FEW if asked.few else MOST
    most = most if asked.memory is None else min(most, asked.memory // BYTES)
    if not BestFirst(driver, named, most).search(asked.at_least):
        reason = f"the lower bounds leave more than {counted(most, 'state')} to search"
        if asked.few:
            raise Unsupported(reason)
        driver.emit(Note(reason, "reason"))
    return driver


class BestFirst:
    """The states met so far, ordered by the bounds of plans through them."""

    def __init__(self, driver: Driver, named: Named, most: int) -> None:
        self._driver, self._named, self._most = driver, named, most
        self._graph = driver.graph
        self._bounds = lower_bounds(self._graph, [list(pair) for pair in named])
        self._best = {self._graph.start: 0}
        """The least distance known of each state from the start."""
        self._before = dict[int, int]()
        self._open = defaultdict[int, defaultdict[int, list[int]]](lambda: defaultdict(list))
        """States to expand, by the moves of a plan through them, and by those to get there."""
        self._labels = {self._graph.start: 0}
        """The states of the table: those expanded for the claims that are proven."""
        self._met: int | None = None

    def search(self, at_least: int | None) -> bool:
        """Show the minimum, or ``at_least`` moves; False after too many states."""
        self._open[1][0] = [self._graph.start]
        while self._open:
            moves = min(self._open)
            if at_least is not None and moves >= at_least:
                break
            self._driver.show(self._table(moves))
            expanded = self._phase(moves)
            if self._met is not None:
                path = [self._met]
                while path[-1] in self._before:
                    path.append(self._before[path[-1]])
                self._driver.take_path(path[::-1])
                return True
            if expanded is None:
                return False
            self._labels.update(expanded)
            del self._open[moves]
        self._driver.table = self._table(at_least if self._open else None)
        return True

    def _phase(self, moves: int) -> dict[int, int] | None:
        """Expand the states that a plan of ``moves`` moves may pass; None after too many states."""
        expanded, here, turns = dict[int, int](), self._open[moves], count(1)
        what = f"searching for plans of {moves} moves, with lower bounds"
        while here and self._met is None:
            if next(turns) % OFTEN == 0:
                states = len(self._labels) + len(expanded)
                self._driver.emit(Working(what, states, None, "states"))
            reached = max(here)
            taken = here[reached][-AT_ONCE:]
            del here[reached][-AT_ONCE:]
            if not here[reached]:
                del here[reached]
            nearer = dict[int, None]()  # states nearer to the start than known before
            for one in taken:
                if self._best[one] != reached:
                    continue
                expanded[one] = reached
                for after in self._graph.beyond((one,)):
                    if self._best.get(after, NEVER) > reached + 1:
                        self._best[after], self._before[after] = reached + 1, one
                        nearer[after] = None
            self._put(list(nearer), reached + 1, moves)
            if len(self._best) > self._most:
                return None
        return expanded

    def _put(self, numbers: list[int], reached: int, moves: int) -> None:
        """Sort states by the bounds of plans through them, unless one more move makes a plan.

        States from which no way leads to the end are left out.  An expanded state needs at least
        one more move, so ``moves`` is the distance of an end that is met.
        """
        ends = list(filter(self._graph.is_end, numbers))
        if ends:
            self._met = ends[0]
            return
        left: Sequence[int] = numbers
        moves = max(moves, reached + 1)  # a state that is not at the end is one move away at least
        while left:
            near = left
            for bound in self._bounds:
                near = bound.near(near, moves - reached + 1)
            if near:
                self._open[moves][reached] += near
                kept = set(near)
                left = [number for number in left if number not in kept]
            moves += 1
            if (moves - reached) % ASK_AFTER == 0:
                for bound in self._bounds:
                    left = bound.near(left, NEVER)

    def _table(self, at_least: int | None) -> Table:
        layers = defaultdict[int, list[int]](list)
        for number, label in self._labels.items():
            layers[label].append(number)
        width = self._driver.puzzle.pack_width
        ordered = (sorted(layers[label]) for label in range(max(layers) + 1))
        return Table(at_least, [numbers_from(layer, width) for layer in ordered], self._named)


# --- the choice of groups -----------------------------------------------------------------


def piece_partitions(graph: LabelGraph) -> Named:
    """Choose a partition into groups, and name its bound; none if no goal draws a piece."""
    puzzle, layout = graph.puzzle, anchors_of(graph.puzzle)
    if not isinstance(puzzle, SlidingPuzzle) or layout is None or layout.cells > CELLS:
        return []
    most = max(n for n in range(ENTRIES.bit_length()) if layout.cells**n <= ENTRIES)
    groups = list[str]()
    for unit in (unit for unit in units_of(puzzle) if len(unit) <= most):
        if not groups or len(groups[-1]) + len(unit) > most:
            groups.append("")
        groups[-1] += unit
    others = [name for name in puzzle.names if name not in "".join(groups)]
    for k, group in enumerate(groups):
        cells = [cell for name in group for cell in puzzle.drawn[name]]
        distances = {
            name: min(abs(r - y) + abs(c - x) for (r, c), (y, x) in product(cells, drawn))
            for name, drawn in puzzle.drawn.items()
        }
        others.sort(key=distances.__getitem__)
        groups[k] += "".join(others[: most - len(group)])
        del others[: most - len(group)]
    return [("piece_groups", {"partitions": [groups]})] if groups else []


def units_of(puzzle: SlidingPuzzle) -> list[str]:
    """List the units: letters that one table must hold for the goals to demand anything of them.

    A goal that leaves a piece free makes its table 0, so a unit is one that every goal draws; if
    there is none, all pieces that some goal draws are one unit.
    """
    by_goal = list[set[str]]()
    for end in ends_of(puzzle):
        units = set[str]()
        for pieces, masks in end:
            letters = [puzzle.names[piece] for piece in pieces]
            units.update(letters if len(pieces) == len(masks) else ["".join(letters)])
        by_goal.append(units)
    everywhere = [unit for unit in by_goal[0] if all(unit in units for units in by_goal)]
    if everywhere:
        return sorted(everywhere, key=lambda unit: puzzle.names.index(unit[0]))
    drawn = set(chain.from_iterable(chain.from_iterable(by_goal)))
    return ["".join(name for name in puzzle.names if name in drawn)]
