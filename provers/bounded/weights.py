"""Find bounds by linear programs, so that the layers of a search for pegs do not grow too large.

If a layer of the search has too many states, a random sample of the last layers is drawn.  Linear
programs propose weights whose bounds exclude as many of these states as possible, for different
divisions of the board, and for few or many states at a time.  The checker's own tables show how
many states each proposal excludes, and the best proposal is kept (a greedy choice).

*The programs.*  `puzzleproof.verify.bounds.departures` defines the bound.  With K = 1 and real
weights, its value is a sum of least costs.  By duality a least cost is the largest potential that
rises along no arc of the part's graph by more than the arc costs (L. R. Ford and D. R. Fulkerson,
Flows in Networks, 1962).  So the variables of one linear program are the weights, the shares of the
losses and the potentials of all nodes.  The program maximises the sum of the bounds of some states,
each capped at the number of moves that excludes the state.  A part of 18 holes has too many nodes
for a program, so parts are divided into small parts of at most four holes.  With the same weights,
the large parts give at least as strong a bound as the small parts, because each path in the graph
of a part is also a path in the graph of each of its small parts.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise, product
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from puzzleproof.models.arrays.words import Sets
from puzzleproof.models.pegs.boards import Hole
from puzzleproof.provers.bounded.driver import Table
from puzzleproof.verify.arrays.pegs import ArrayBound, Costs
from puzzleproof.verify.bounds import ENTRIES, Parameters, lower_bounds
from puzzleproof.verify.bounds.departures import PARTS, DeparturesBound, entries_of, parts_of
from puzzleproof.verify.bounds.peg_graph import PegGraph

Part: TypeAlias = tuple[int, ...]
"""The indices of holes, ascending."""
Jump: TypeAlias = tuple[int, int, int]
Term: TypeAlias = tuple[Any, float]
Wanted: TypeAlias = tuple[int, int]
"""A state to exclude, and the number of moves to a goal that a bound must show to exclude it."""

UNBOUNDED = 1 << 30
"""This number of moves means that there is no plan."""
Proposal: TypeAlias = tuple[str, Parameters]
"""A lemma and its parameters, as a certificate names them."""
MOST_HOLES = 45
"""The greatest number of holes for which a word of 63 bits holds the contents of all parts and,
above them, a weighted sum: weights are at most `LARGEST_WEIGHT` times the charge."""

SAMPLE, LAST_LAYERS = 4_000, 3
"""`SAMPLE` states are drawn at random from the last `LAST_LAYERS` layers."""
FAR = 1_000
"""No bound reaches this many moves; a linear program for this number finds the highest bound."""
BATCHES, SIZE = (30, 4), 4
"""Two numbers of states for one program, and the greatest number of holes of a small part."""
WORTH, ENOUGH = 0.05, 0.6
"""Shares of the sample.  A bound that excludes less than `WORTH` is not worth its table: larger
layers are allowed instead.  A bound that excludes more than `ENOUGH` is taken at once."""


class NamedBound(ArrayBound):
    """The checker's bound with the parameters of a proposal; at most `MOST_HOLES` holes."""

    def __init__(self, graph: PegGraph, named: Proposal) -> None:
        self.named = named
        (bound,) = lower_bounds(graph, [list(named)])
        assert isinstance(bound, DeparturesBound)
        super().__init__(graph, bound)

    def moves(self, positions: Sets) -> Costs:
        """Return lower bounds on moves to a goal, the best of all images (`UNBOUNDED`: no plan)."""
        return np.clip(-(-self.costs(positions) // self.charge), 0, UNBOUNDED)

    def guess(self, positions: Sets) -> npt.NDArray[np.float64]:
        """Return the values that `moves` rounds up; they order states more finely."""
        return self.costs(positions) / self.charge


class BoundFinder:
    """Looks for bounds that exclude states of a search."""

    def __init__(self, graph: PegGraph, seed: int, on_work: Callable[[int], None]) -> None:
        """Call ``on_work`` for each proposal with the number of states of the search."""
        self._graph, self._on_work = graph, on_work
        self._random = np.random.default_rng(seed)
        self._cuts = cuts_of(graph)

    def first_bound(self, start: int) -> int:
        """Return a lower bound on the moves from the start, by weights that are not kept."""
        named = self._proposed(self._cuts[0], [(start, FAR)])
        if named is None:
            return 0
        best = int(NamedBound(self._graph, named).moves(np.array([start], np.uint64))[0])
        return best if best < UNBOUNDED else 0

    def better(self, layers: Table, known: Sequence[NamedBound]) -> NamedBound | None:
        """Return the proposal that excludes the most sampled states, or None if it excludes few."""
        graph = self._graph  # the tables of all bounds together may have `ENTRIES` entries
        texts = [one.named[1]["parts"] for one in known] + [letters(self._cuts[0])]
        if sum(entries_of(graph, parts_of(graph, text)) for text in texts) > ENTRIES:
            return None
        positions, needed = self._drawn(layers)
        best, share = None, WORTH
        tried = [one.named for one in known]
        for batch, parts in product(BATCHES, self._cuts):
            number = min(batch, len(positions))
            chosen = self._random.choice(len(positions), number, replace=False)
            wanted = [(int(positions[k]), int(needed[k])) for k in chosen]
            named = self._proposed(parts, wanted)
            self._on_work(layers.states)
            if named is None or named in tried:
                continue
            tried.append(named)
            proposed = NamedBound(graph, named)
            cut = float((proposed.moves(positions) >= needed).mean())
            if cut > share:
                best, share = proposed, cut
            if share > ENOUGH:
                break
        return best

    def _drawn(self, layers: Table) -> tuple[Any, Costs]:
        """Draw a sample of the last layers; return the states, and bounds that exclude them."""
        first = max(1, len(layers.layers) - LAST_LAYERS)
        rows = layers.layers[first:]
        positions = np.concatenate(rows)
        labels = np.repeat(np.arange(first, len(layers.layers)), list(map(len, rows)))
        if len(positions) > SAMPLE:
            chosen = self._random.choice(len(positions), SAMPLE, replace=False)
            positions, labels = positions[chosen], labels[chosen]
        assert layers.at_least is not None, "a search has a claim"
        return positions, layers.at_least - labels

    def _proposed(self, parts: Sequence[Part], wanted: Sequence[Wanted]) -> Proposal | None:
        """Return a bound for these parts by a linear program, or None without usable weights."""
        values = CutProgram(self._graph, parts, SIZE).solve(wanted)
        read = None if values is None else read_weights(self._graph, values)
        if read is None:
            return None
        charge, weights = read
        return "departures", {"charge": charge, "parts": letters(parts), "weights": weights}


# --- linear programs ------------------------------------------------------------------------

PART_HOLES = 19
"""The greatest number of holes of a part, whose table then has half a million entries."""
ORDERS: tuple[Callable[[Hole], tuple[int, int]], ...] = (
    lambda hole: (hole[1], hole[0]),
    lambda hole: (hole[0], hole[1]),
    lambda hole: (hole[0] + hole[1], hole[0]),
)
"""Orders of the holes: by rows, columns and diagonals.  Each order is cut into equal pieces."""

LARGEST_WEIGHT = 12.0
LARGEST_POTENTIAL = 40.0
CHARGES = range(1, 13)
"""The values of K that are tried; they are small because the tables cap costs at 254."""
EXACT = 1e-4
MILLISECONDS = 20_000


class CutProgram:
    """A linear program for one division of a board into parts."""

    def __init__(self, graph: PegGraph, parts: Sequence[Part], size: int) -> None:
        from ortools.linear_solver import pywraplp

        untyped: Any = pywraplp
        self._solver: Any = untyped.Solver.CreateSolver("GLOP")
        self._solver.SetTimeLimit(MILLISECONDS)
        self._infinity: float = self._solver.infinity()
        self.graph = graph
        self._weights = [
            self._variable(-LARGEST_WEIGHT, LARGEST_WEIGHT) for _ in range(graph.holes)
        ]
        small = [(k, one) for k, part in enumerate(parts) for one in small_parts(graph, part, size)]
        shares = self._shares(parts, small)
        self._potentials = [
            _Potentials(self, one, {jump: some[k] for jump, some in shares.items() if k in some})
            for k, (_, one) in enumerate(small)
        ]

    def _variable(self, low: float, high: float) -> Any:
        return self._solver.NumVar(low, high, "")

    def potential(self) -> Any:
        """Create a variable for a potential."""
        return self._variable(-self._infinity, LARGEST_POTENTIAL)

    def at_most(self, right: float, terms: Iterable[Term]) -> None:
        """Demand that a sum of variables with factors is at most ``right``."""
        row: Any = self._solver.Constraint(-self._infinity, right)
        for variable, factor in terms:
            row.SetCoefficient(variable, row.GetCoefficient(variable) + factor)

    def weighted(self, mask: int, factor: float, part: Part | None = None) -> list[Term]:
        """Return the terms of the sum of a state's weights, or of its weights in one part."""
        holes = range(self.graph.holes) if part is None else part
        return [(self._weights[k], factor) for k in holes if mask >> k & 1]

    def _shares(
        self, parts: Sequence[Part], small: Sequence[tuple[int, Part]]
    ) -> dict[Jump, dict[int, Any]]:
        """Return for each jump the small parts that it touches, with their shares of its loss.

        The loss of a jump is divided equally among the large parts that it touches, as in the
        checker; the program divides the share of a large part among its small parts.
        """
        found = dict[Jump, dict[int, Any]]()
        for jump in self.graph.jumps:
            a, b, c = (self._weights[k] for k in jump)
            gain = [(a, -1.0), (b, -1.0), (c, 1.0)]
            self.at_most(0, gain)
            some: dict[int, Any] = {}
            touched = [k for k, part in enumerate(parts) if not set(jump).isdisjoint(part)]
            for large in touched:
                here = [
                    k
                    for k, (one, part) in enumerate(small)
                    if one == large and not set(jump).isdisjoint(part)
                ]
                some |= {k: self._variable(0, self._infinity) for k in here}
                self.at_most(0, [*((some[k], float(len(touched))) for k in here), *gain])
            found[jump] = some
        return found

    def solve(self, wanted: Sequence[Wanted]) -> list[float] | None:
        """Find the weights with the largest sum of capped bounds; None if the solver gives up."""
        objective: Any = self._solver.Objective()
        for position, moves in wanted:
            value = self._variable(-LARGEST_POTENTIAL, float(moves))
            terms = [(one.at(position), -1.0) for one in self._potentials]
            self.at_most(0, [(value, 1.0), *terms, *self.weighted(position, 1.0)])
            objective.SetCoefficient(value, 1.0)
        objective.SetMaximization()
        if self._solver.Solve() != self._solver.OPTIMAL:
            return None
        return [weight.solution_value() for weight in self._weights]


class _Potentials:
    """The potentials of a small part's nodes: (the part's pegs, the peg in mid-move or None)."""

    def __init__(self, program: CutProgram, part: Part, shares: Mapping[Jump, Any]) -> None:
        self._part = part
        self._nodes: dict[tuple[int, int | None], Any] = {
            (contents, mover): program.potential()
            for contents in range(1 << len(part))
            for mover in (None, *(k for k in range(len(part)) if contents >> k & 1))
        }
        for end in program.graph.goals:
            program.at_most(0, [(self.at(end), 1.0), *program.weighted(end, -1.0, part)])
        for (contents, mover), node in self._nodes.items():
            if mover is not None:  # a move may end here
                program.at_most(0, [(node, 1.0), (self._nodes[contents, None], -1.0)])
        for jump, share in shares.items():
            for before, after, cost in self._arcs(jump):
                program.at_most(cost, [(before, 1.0), (after, -1.0), (share, -1.0)])

    def at(self, mask: int) -> Any:
        """Return the potential of a state between two moves."""
        contents = sum(1 << place for place, hole in enumerate(self._part) if mask >> hole & 1)
        return self._nodes[contents, None]

    def _arcs(self, jump: Jump) -> Iterator[tuple[Any, Any, float]]:
        """Yield the nodes before and after a jump, and its cost without the share of the loss."""
        places = {hole: place for place, hole in enumerate(self._part)}
        origin, over, landing = map(places.get, jump)
        taken = sum(1 << place for place in (origin, over) if place is not None)
        put = 0 if landing is None else 1 << landing
        for contents in range(1 << len(self._part)):
            if contents & taken != taken or contents & put:
                continue
            after = self._nodes[contents - taken + put, landing]
            yield self._nodes[contents, None], after, 0.0 if origin is None else 1.0
            if origin is not None:
                yield self._nodes[contents, origin], after, 0.0


def read_weights(graph: PegGraph, values: Sequence[float]) -> tuple[int, list[int]] | None:
    """Find a charge for which the values times the charge, rounded, are a pagoda function.

    The least charge that needs no rounding is chosen, else the charge with the least error.  Return
    (the charge, the rounded values), or None if there is no such charge.
    """
    best: tuple[float, tuple[int, list[int]]] | None = None
    for charge in CHARGES:
        read = [round(value * charge) for value in values]
        if any(read[a] + read[b] < read[c] for a, b, c in graph.jumps):
            continue
        error = max(abs(v * charge - r) for v, r in zip(values, read, strict=True)) / charge
        if best is None or error < best[0] - EXACT:
            best = (error, (charge, read))
        if error < EXACT:
            break
    return None if best is None else best[1]


# --- cuts of a board into the parts of a bound, and of parts into small parts -----------------


def cuts_of(graph: PegGraph) -> list[tuple[Part, ...]]:
    """List ways to cut the board into as few parts as tables allow; leave out symmetric ways."""
    number, found = -(-graph.holes // PART_HOLES), list[tuple[Part, ...]]()
    seen = set[frozenset[Part]]()
    for order in ORDERS:
        parts = _pieces(graph, order, max(2, number))
        if frozenset(parts) not in seen:
            found.append(parts)
        for images in graph.group:
            seen.add(frozenset(tuple(sorted(images[k] for k in part)) for part in parts))
    return found


def _pieces(
    graph: PegGraph, order: Callable[[Hole], tuple[int, int]], number: int
) -> tuple[Part, ...]:
    holes = graph.board.holes
    places = sorted(range(len(holes)), key=lambda k: order(holes[k]))
    ends = [len(places) * k // number for k in range(number + 1)]
    return tuple(tuple(sorted(places[a:b])) for a, b in pairwise(ends) if a < b)


def letters(parts: Sequence[Part]) -> str:
    """Write for each hole the letter of its part, as in the header of a certificate.

    >>> letters([(0, 2), (1,)])
    'aba'
    """
    letter = {k: PARTS[number] for number, part in enumerate(parts) for k in part}
    return "".join(letter[k] for k in range(len(letter)))


def small_parts(graph: PegGraph, part: Part, size: int) -> list[Part]:
    """Divide a part into clusters of neighbouring holes, each of at most ``size`` holes."""
    holes, left, found = graph.board.holes, set(part), list[Part]()

    def distance(k: int, cluster: Sequence[int]) -> tuple[float, ...]:
        """Return the distance to the cluster's middle, or to the corner if the cluster is empty."""
        x, y = holes[k]
        if not cluster:
            return (x + y, x, k)
        near = [holes[i] for i in cluster]
        middle_x, middle_y = (sum(axis) / len(near) for axis in zip(*near, strict=True))
        return ((x - middle_x) ** 2 + (y - middle_y) ** 2, k)

    for rest in range(-(-len(part) // size), 0, -1):
        cluster: list[int] = []
        for _ in range(-(-len(left) // rest)):
            cluster.append(min(left, key=lambda k: distance(k, cluster)))
            left.discard(cluster[-1])
        found.append(tuple(sorted(cluster)))
    return found
