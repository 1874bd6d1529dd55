"""Weighted departures from parts: a lower bound on the compound moves of peg solitaire.

Let w be a pagoda function (J. H. Conway, in Berlekamp, Conway and Guy, Winning Ways, 1982): weights
of the holes such that the loss σ = w_a + w_b - w_c of every jump from a over b to c is 0 or more.
Divide the holes into disjoint *parts*, and each σ into *shares*, one for each part that the jump
touches; shares are 0 or more and add up to σ.  For one part P look only at its contents, and let
every other hole be as the jumps need it.  A *way* of P is a chain of jumps that touch P and lead
from some contents of P to other contents.  It costs

        K for each *departure*: a jump that begins in P, unless it goes on with the peg that the
        jump just before it in the chain has landed in P; and
        the share of P for each jump.

Let V_P(s, t) be the least cost of a way from the contents of P in the state s to those in t.

*Claim.*  If k moves lead from s to t, then K·k + (w·s - w·t) >= Σ_P V_P(s, t).

*Proof.*  The jumps of these moves that touch P are a way of P.  A jump that is not the first of its
move begins where its peg landed in the jump before.  So if it begins in P, the jump before touches
P too and comes just before it in the chain, and K is not charged.  So the way costs at most K for
each move that begins in P, plus its shares.  Now add this up over all parts.  A move begins in one
hole, so in at most one part: the charges are at most K·k.  The shares of a jump add up to at most
its σ, and each jump lowers the weighted sum by its σ: the shares are at most w·s - w·t.  q.e.d.

With w = 0 and K = 1 the bound counts departures.  If the parts are Merson's regions (R. L. Merson,
1962, in J. D. Beasley, The Ins and Outs of Peg Solitaire, 1985), it sharpens his sum.

Every hole is in a part.  So for a goal t, w·t = Σ_P w_P·t, where w_P are the weights of the holes
of P.  Let U_P(s) be the minimum of V_P(s, t) + w_P·t over all goals t.  Taking the minimum in each
part by itself can only make the sum smaller, so K·k >= Σ_P U_P(s) - w·s.  The lemma holds for all
states, so the best bound over all images of a state may be used.

A σ is divided equally.  The remainder is given out in ones, first to parts with more of the jump's
holes; among parts with equally many of these, first to parts with earlier letters.

Parameters: ``charge`` (K), ``parts`` (a letter for each hole in the order of the numbers),
``weights`` (an integer for each hole).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple, TypeAlias, cast

from puzzleproof.models.errors import CertificateRejected
from puzzleproof.verify.bounds import Parameters, check_names
from puzzleproof.verify.bounds.graphs import LabelGraph
from puzzleproof.verify.bounds.peg_graph import SUM_ENTRIES, PegGraph, summed
from puzzleproof.verify.bounds.planes import CAP, NO_WAY, as_bytes, give, repeated

LARGEST_CHARGE, LARGEST_WEIGHT = 100, 10_000
PART_HOLES = 20
"""Limit on the holes of a part: for n holes a table has 2^n bytes, so at most a megabyte."""
PARTS = "abcdefgh"
LISTED = 16
"""An entry in a list of sums takes as much memory as this many entries of a table of bytes."""


def departures(
    graph: LabelGraph, parameters: Parameters
) -> tuple["Callable[[], DeparturesBound]", int]:
    """Prepare a bound by parts and weights, and count its entries; raises CertificateRejected."""
    if not isinstance(graph, PegGraph):
        raise CertificateRejected("this lemma holds only for peg solitaire in the metric 'move'")
    check_names(parameters, "charge", "parts", "weights")
    charge = parameters["charge"]
    if type(charge) is not int or not 0 < charge <= LARGEST_CHARGE:
        raise CertificateRejected(f"'charge' {charge!r}: expected 1 to {LARGEST_CHARGE}")
    weights = weights_of(graph, parameters["weights"])
    parts = parts_of(graph, parameters["parts"])
    return partial(DeparturesBound, graph, charge, parts, weights), entries_of(graph, parts)


def entries_of(graph: PegGraph, parts: Sequence[Sequence[int]]) -> int:
    """Count the entries of the tables of a bound with these parts."""
    sums = LISTED * SUM_ENTRIES * len(graph.group)
    return sum(1 << len(part) for part in parts) + sums


def weights_of(graph: PegGraph, value: object) -> list[int]:
    """Read a weight for each hole; raises CertificateRejected if a jump raises the sum."""
    items = cast("list[object]", value) if isinstance(value, list) else []
    weights = [x for x in items if type(x) is int and abs(x) <= LARGEST_WEIGHT]
    if not len(items) == len(weights) == graph.holes:
        most = f"{LARGEST_WEIGHT:,}"
        raise CertificateRejected(f"expected {graph.holes} integers from -{most} to {most}")
    for a, b, c in graph.jumps:
        if weights[a] + weights[b] < weights[c]:
            a, b, c = (graph.board.numbers[k] for k in (a, b, c))
            raise CertificateRejected(
                f"the weights are no pagoda function: the jump from {a} over {b} to {c} raises them"
            )
    return weights


def parts_of(graph: PegGraph, text: object) -> list[list[int]]:
    """Read the holes of each part from a letter for each hole; raises CertificateRejected."""
    if not isinstance(text, str) or len(text) != graph.holes:
        raise CertificateRejected(f"'parts': expected {graph.holes} letters, one for each hole")
    letters = sorted(set(text))
    if "".join(letters) != PARTS[: len(letters)]:
        raise CertificateRejected(f"'parts' {text!r}: expected the first letters of {PARTS!r}")
    parts = [[k for k, letter in enumerate(text) if letter == one] for one in letters]
    if max(map(len, parts)) > PART_HOLES:
        raise CertificateRejected(f"'parts' {text!r}: a part has {PART_HOLES} holes at most")
    return parts


class DeparturesBound:
    """The least costs of each part, and the weighted sums of whole positions."""

    def __init__(
        self, graph: PegGraph, charge: int, parts: Sequence[Sequence[int]], weights: Sequence[int]
    ) -> None:
        self.charge = charge
        shares = list(divided(graph, parts, weights))
        self.tables = [
            PartTable(graph, holes, charge, weights, [(jump, some[k]) for jump, some in shares])
            for k, holes in enumerate(parts)
        ]
        """The table of each part, in the order of the letters."""
        self.constant = sum(table.least for table in self.tables)
        self.weights = [-weight for weight in weights]
        """What a peg in each hole adds to the sum, besides the tables."""
        self.top = sum(map(len, parts))
        self.values = self._values(parts)
        """What a peg in each hole adds to a sum: a bit below `top`, its weight above."""
        self._fields = [summed([self.values[to] for to in images]) for images in graph.group]

    def _values(self, parts: Sequence[Sequence[int]]) -> list[int]:
        values, bit = [0] * len(self.weights), 0
        for holes in parts:
            for hole in holes:
                values[hole] = 1 << bit
                bit += 1
        return [value + (weight << bit) for value, weight in zip(values, self.weights, strict=True)]

    def near(self, numbers: Iterable[int], moves: int) -> list[int]:
        """Return the states of which no image is shown to be ``moves`` moves from all goals."""
        kept = list(numbers)
        limit = self.charge * (moves - 1) - self.constant
        for fields in self._fields:
            kept = self._judged(map(fields, kept), kept, limit)
        return kept

    def _judged(self, values: Iterable[int], numbers: Sequence[int], limit: int) -> list[int]:
        """Return each number whose value, at the same index, has a sum of at most ``limit``."""
        kept = list[int]()
        for value, number in zip(values, numbers, strict=True):
            total, rest = value >> self.top, value
            for table in self.tables:
                cost = table.costs[rest & table.mask]
                total += NEVER_SUM if cost == NO_WAY else cost
                rest >>= len(table.holes)
            if total <= limit:
                kept.append(number)
        return kept


NEVER_SUM = 1 << 60
"""A number above a charge times any number of moves."""

Jump = tuple[int, int, int]


def divided(
    graph: PegGraph, parts: Sequence[Sequence[int]], weights: Sequence[int]
) -> Iterator[tuple[Jump, list[int]]]:
    """Yield each jump with the share of its loss for every part; assert that shares are valid."""
    for jump in graph.jumps:
        a, b, c = jump
        loss = weights[a] + weights[b] - weights[c]
        shares = shares_of(loss, [len(set(jump).intersection(part)) for part in parts])
        if min(shares) < 0 or sum(shares) > loss:
            raise AssertionError(f"shares {shares} of a loss of {loss}")
        yield jump, shares


def shares_of(loss: int, touched: Sequence[int]) -> list[int]:
    """Return a loss divided among the parts; ``touched`` counts the jump's holes in each part.

    >>> shares_of(5, [1, 0, 2])
    [2, 0, 3]
    """
    order = sorted((-number, part) for part, number in enumerate(touched) if number)
    each, left = divmod(loss, len(order))
    shares = [0] * len(touched)
    for k, (_, part) in enumerate(order):
        shares[part] = each + (k < left)
    return shares


class PartTable:
    """The least costs of the ways of one part from any contents to the contents of a goal."""

    def __init__(
        self,
        graph: PegGraph,
        holes: Sequence[int],
        charge: int,
        weights: Sequence[int],
        shares: Iterable[tuple[Jump, int]],
    ) -> None:
        self.holes = holes
        self.mask = (1 << len(holes)) - 1
        self._places = {hole: place for place, hole in enumerate(holes)}
        goals = graph.goals
        origins = {self._contents(t): sum(weights[h] for h in holes if t >> h & 1) for t in goals}
        self.least = min(origins.values())
        """The number to be added to each cost in the table."""
        origins = {contents: cost - self.least for contents, cost in origins.items()}
        arcs = self._arcs(shares, charge)
        self.costs = least_costs(len(holes), origins, arcs)
        """Number of the contents -> the least cost; 255 if no way leads to a goal."""

    def _contents(self, mask: int) -> int:
        return sum(1 << place for hole, place in self._places.items() if mask >> hole & 1)

    def _arcs(self, shares: Iterable[tuple[Jump, int]], charge: int) -> "dict[Mover, list[Arc]]":
        """Return the arcs of all jumps taken back, and arcs without cost for the end of a move."""
        arcs: dict[Mover, list[Arc]] = {place: [] for place in range(len(self.holes))}
        arcs[None] = [Arc(1 << place, 0, 0, ((place, 0),)) for place in range(len(self.holes))]
        for (a, b, c), share in shares:
            if not {a, b, c}.isdisjoint(self.holes):
                self.add_jump(arcs, (a, b, c), share, charge)
        return {mover: list(dict.fromkeys(some)) for mover, some in arcs.items()}

    def add_jump(self, arcs: "dict[Mover, list[Arc]]", jump: Jump, share: int, charge: int) -> None:
        """Add the arc of a jump taken back; before the jump the peg rested, or had just landed."""
        origin, over, landing = map(self._places.get, jump)
        taken = sum(1 << place for place in (origin, over) if place is not None)
        put = 0 if landing is None else 1 << landing
        begun: list[tuple[Mover, int]] = [(None, share + (0 if origin is None else charge))]
        if origin is not None:
            begun.append((origin, share))
        arcs[landing].append(Arc(put, taken, taken - put, tuple(begun)))


# --- least costs in the graph of one part, for all contents of the part at once ------------
#
# A *node* is (contents of the part, mover): the mover is the hole of the part where the moving peg
# has just landed, or None.  Contents are numbered: bit k of the number is a peg in hole k.  An
# *arc* leads, at a cost, from all contents with certain pegs and certain empty holes to contents
# whose number is greater by a constant.  The least costs from given nodes are found in ascending
# order (E. W. Dijkstra, 1959).  A set of contents is one integer with a bit for each number, so one
# operation applies an arc to a whole set: ``(set & fits) << constant``.

Mover: TypeAlias = int | None
"""The hole of the part where the moving peg has just landed; None if it has not landed there."""
Sets: TypeAlias = dict[Mover, int]
"""Nodes: mover -> a set of contents."""


class Arc(NamedTuple):
    """Leads from all contents with these pegs and these empty holes (masks) to some nodes."""

    pegs: int
    holes: int
    added: int
    """What the arc adds to the number of the contents."""
    ends: tuple[tuple[Mover, int], ...]
    """The mover of each of these nodes, and the cost of the arc to the node."""


def least_costs(
    places: int, origins: Mapping[int, int], arcs: Mapping[Mover, Iterable[Arc]]
) -> bytes:
    """Return, for all contents of a part of ``places`` holes, the least cost without a mover.

    ``origins`` are the nodes (without a mover) where ways begin: contents -> cost.  ``arcs`` maps
    the mover of a node to the arcs that begin there.  255 means that no way leads to the contents.

    >>> step = Arc(pegs=1, holes=2, added=1, ends=((None, 3),))
    >>> list(least_costs(2, {1: 0}, {None: [step]}))
    [255, 0, 3, 255]
    """
    contents = 1 << places
    with_peg = [
        repeated((1 << (1 << place)) - 1 << (1 << place), 2 << place, contents >> place + 1)
        for place in range(places)
    ]
    ready = {
        mover: [(_fitting(arc, with_peg), arc.added, arc.ends) for arc in some]
        for mover, some in arcs.items()
    }
    seen: Sets = {}
    waiting: dict[int, Sets] = {}
    for number, cost in origins.items():
        _join(waiting, min(cost, CAP), None, 1 << number)
    planes = [0] * 8
    while waiting:
        cost, before = min(waiting), seen.get(None, 0)
        while here := waiting.pop(cost, None):
            for mover, some in here.items():
                old = seen.get(mover, 0)
                if not (fresh := some ^ some & old):
                    continue
                seen[mover] = old | fresh
                for fits, added, ends in ready.get(mover, ()):
                    if taken := fresh & fits:
                        taken = taken << added if added >= 0 else taken >> -added
                        for then, more in ends:
                            _join(waiting, min(cost + more, CAP), then, taken)
        give(planes, cost, seen.get(None, 0) ^ before)
    give(planes, NO_WAY, (1 << contents) - 1 ^ seen.get(None, 0))
    return as_bytes(planes, contents)


def _fitting(arc: Arc, with_peg: Sequence[int]) -> int:
    """Return contents where an arc can begin; ``with_peg``: place -> contents with a peg there."""
    found = (1 << (1 << len(with_peg))) - 1
    for place, some in enumerate(with_peg):
        if arc.pegs >> place & 1:
            found &= some
        if arc.holes >> place & 1:
            found &= ~some
    return found


def _join(waiting: dict[int, Sets], cost: int, mover: Mover, some: int) -> None:
    """Add nodes to the waiting nodes of a cost."""
    sets = waiting.setdefault(cost, {})
    sets[mover] = sets.get(mover, 0) | some
