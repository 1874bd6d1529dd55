"""Sliding blocks: A* with bounds by groups of pieces that are chosen for the board.

One search finds a shortest plan, and the table which proves that no plan is shorter.  The search
raises the number of moves that a plan may have.  When it reaches L moves, each state has been
expanded unless a bound shows that every plan through this state has L moves or more.  The distances
of the expanded states from the start are the labels of a certificate of 'at least L moves' (P.
Hart, N. Nilsson and B. Raphael, 1968).  Among states with equal bounds, those far from the start
come first, so that a plan is soon found if there is one.

*The choice of groups.*  A bound counts moves only of pieces that the goal draws.  If the goal draws
as many places as there are pieces of a kind, each of these pieces is a *unit*; if it draws fewer,
all pieces of this kind are one unit.  Units are joined to groups as large as a small table allows.
If a table has room left, the other pieces that are nearest to the group at the start are added.
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
"""A first attempt meets at most `FEW` states, any other attempt `MOST`; a state takes `BYTES`."""
AT_ONCE = 16
ASK_AFTER = 40
"""After raising a plan's length this many times, test whether the bounds allow any plan at all."""
OFTEN = 100
ENTRIES = 1 << 20
"""A table has at most this many entries; it is computed in a tenth of a second."""


def search_sliding(asked: Search) -> Driver:
    """Find the minimum, or prove ``at_least`` moves; raises Unsupported if no bounds are known."""
    layout = anchors_of(asked.puzzle)
    if layout is None or layout.cells > CELLS:
        raise Unsupported("no lower bounds are known for this board")
    graph = LabelGraph(asked.puzzle)
    driver = Driver(asked, graph)
    asked.emit(Working("choosing lower bounds"))
    named = piece_partitions(graph)
    if not named:
        raise Unsupported("all lower bounds known for this board are 0")
    most = FEW if asked.few else MOST
    most = most if asked.memory is None else min(most, asked.memory // BYTES)
    if not BestFirst(driver, named, most).search(asked.at_least):
        reason = f"the lower bounds leave more than {counted(most, 'state')} to search"
        if asked.few:
            raise Unsupported(reason)
        driver.emit(Note(reason, "reason"))
    return driver


class BestFirst:
    """An A* search: the states met so far, ordered by lower bounds on plans through them."""

    def __init__(self, driver: Driver, named: Named, most: int) -> None:
        self._driver, self._named, self._most = driver, named, most
        self._graph = driver.graph
        self._bounds = lower_bounds(self._graph, [list(pair) for pair in named])
        self._best = {self._graph.start: 0}
        """State -> its least known distance from the start."""
        self._before = dict[int, int]()
        self._open = defaultdict[int, defaultdict[int, list[int]]](lambda: defaultdict(list))
        """Bound on plans through a state -> its distance from the start -> states to expand."""
        self._labels = {self._graph.start: 0}
        """The table: the states expanded for the proven claims, each with its label."""
        self._met: int | None = None

    def search(self, at_least: int | None) -> bool:
        """Prove the minimum, or ``at_least`` moves; return False if there are too many states."""
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
        """Expand states of possible plans of ``moves`` moves; return labels (None at the limit)."""
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
            nearer = dict[int, None]()  # states to which a shorter way has been found
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
        """Add states to the states to expand, ordered by the bounds, unless a state is an end.

        States from which the bounds allow no plan are left out.  If a state is an end, ``moves`` is
        its distance from the start: an expanded state needs at least one more move.
        """
        ends = list(filter(self._graph.is_end, numbers))
        if ends:
            self._met = ends[0]
            return
        left: Sequence[int] = numbers
        moves = max(moves, reached + 1)  # a state that is no end needs a further move
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
    """Choose groups of pieces; return the bound with its parameters, or [] if there is no group."""
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
    """List the units: letters of pieces that must be in one table, so that its bound is not 0.

    The bound is 0 if some goal leaves the table's pieces free.  So only units that every goal draws
    are taken; if there are no such units, all pieces that some goal draws are one unit.
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
