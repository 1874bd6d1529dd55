"""Lower bounds that a labelling may name: each comes from a lemma, and the checker computes it.

A *bound* is admissible for a state if the state is no nearer to a goal than the bound says.  For a
table, bounds need to be admissible only for states that the start reaches: plans pass no other
states (`puzzleproof.verify.bounds.labels`).  The lemmas here hold for all states.  A lemma that
holds only for states that the start reaches could fail for their images under a symmetry that moves
the start.  So `lower_bounds` refuses every graph with such a symmetry.

The header of a labelling names lemmas and their parameters.  No file holds the values of bounds.
"""

from collections.abc import Callable, Generator, Iterable, Mapping
from contextlib import contextmanager
from typing import Any, Protocol, TypeAlias, cast

from puzzleproof.models import imported
from puzzleproof.models.budget import spend
from puzzleproof.models.errors import CertificateRejected, InternalError
from puzzleproof.models.texts import count, expected_one_of
from puzzleproof.verify.bounds.graphs import LabelGraph

LEMMAS = {
    "departures": "puzzleproof.verify.bounds.departures:departures",
    "piece_groups": "puzzleproof.verify.bounds.piece_groups:piece_groups",
    "tile_patterns": "puzzleproof.verify.bounds.tile_patterns:tile_patterns",
    "walking_distance": "puzzleproof.verify.arrays.walking:walking_distance",
}
"""The function of each lemma, ``module:name``.  It takes the graph and the lemma's parameters from
the header, and returns two things: a function that makes the `LowerBound`, and the number of
entries of its tables, each of which costs a unit of work and a byte.  It raises CertificateRejected
for parameters for which the lemma does not hold."""
LEMMAS_LIMIT = 256
"""Limit on the number of bounds of one labelling."""
GROUPS_LIMIT = 60
"""Limit on the number of groups or patterns of one bound."""
ENTRIES = 1 << 26
"""A prover makes no tables of more entries than this: 64 MB, computed in a minute or two."""
LARGE_ENTRIES = 1 << 30
"""The same limit for tables made in arrays: 1 GB, computed in a quarter of an hour."""

NEVER = 1 << 40
"""The number of moves that stands for 'no plan'; a claim with bounds must be below it."""

COMPUTING = "computing the tables of lower bounds"

Parameters: TypeAlias = Mapping[str, Any]


class LowerBound(Protocol):
    """A lemma with its parameters; states are given as packed numbers."""

    def near(self, numbers: Iterable[int], moves: int) -> list[int]:
        """List the states (or classes) not shown to be at least ``moves`` moves from all goals.

        ``moves`` is at least 1; `NEVER` means 'no goal is reached'.
        """
        ...


Maker: TypeAlias = Callable[[], LowerBound]
Lemma: TypeAlias = Callable[[LabelGraph, Parameters], tuple[Maker, int]]


OnMade: TypeAlias = Callable[[str, int, int], None]
"""A function called with the kind of work, the number of bounds made, and the number to make."""


def lower_bounds(graph: LabelGraph, named: object, tell: OnMade | None = None) -> list[LowerBound]:
    """Read a header's ``bounds``: a list of pairs (name of a lemma, its parameters).

    All pairs are read before the first bound is made; ``tell`` is called for each bound.  Raises
    CertificateRejected with the number, from 1, of the first wrong bound.
    """
    _check_images(graph)
    pairs = cast("list[object]", named) if isinstance(named, list) else [None]
    if len(pairs) > LEMMAS_LIMIT:
        raise CertificateRejected(f"{len(pairs)} bounds: expected {LEMMAS_LIMIT} at most")
    makers, found, entries = list[tuple[str, Maker]](), list[LowerBound](), 0
    for k, pair in enumerate(pairs, 1):
        name, parameters = _pair(pair, f"bound {k}")
        lemma: Lemma = imported(LEMMAS[name])
        where = f"bound {k}, {name}"
        with _told(where):
            maker, more = lemma(graph, parameters)
        makers.append((where, maker))
        entries += more
        spend(more, entries)
    for where, make in makers:
        if tell is not None:
            tell(COMPUTING, len(found), len(makers))
        with _told(where):
            found.append(make())
    return found


def _check_images(graph: LabelGraph) -> None:
    """Demand that no symmetry moves the start: a lemma may hold only for what the start reaches."""
    start = graph.puzzle.pack(graph.puzzle.canonical(graph.puzzle.start))
    if graph.members(start) != [start]:
        raise InternalError("bounds would be applied to images that the start may not reach")


def recomputed(named: Any) -> str:
    """Say which bounds of a header, read by `lower_bounds`, were recomputed."""
    names = [str(name) for name, _ in named]
    if not names:
        return ""
    kinds = ", ".join(f"{names.count(name)} of {name}" for name in dict.fromkeys(names))
    return f"{count(len(names), 'lower bound')} recomputed ({kinds})"


def in_arrays(bounds: Iterable[LowerBound]) -> bool:
    """Tell whether numpy has computed one of the bounds."""
    return any(getattr(bound, "in_arrays", False) for bound in bounds)


@contextmanager
def _told(where: str) -> Generator[None]:
    """Put ``where`` at the beginning of a CertificateRejected raised inside."""
    try:
        yield
    except CertificateRejected as error:
        raise CertificateRejected(f"{where}: {error}") from None


def check_names(parameters: Parameters, *names: str) -> None:
    """Raise CertificateRejected unless the parameters have exactly these names."""
    if set(parameters) != set(names):
        expected = f"expected {' and '.join(map(repr, names))} only" if names else "expected none"
        given = ", ".join(map(repr, parameters)) or "none"
        raise CertificateRejected(f"parameters {given}: {expected}")


def full_list(value: object, what: str) -> list[object]:
    """Return a list that is not empty; raises CertificateRejected, naming ``what``, otherwise."""
    if not isinstance(value, list) or not value:
        raise CertificateRejected(f"{what}: expected a list that is not empty, got {value!r}")
    return cast("list[object]", value)


def partitions_of(
    value: object,
    groups: str,
    read: Callable[[object], tuple[int, ...]],
    named: Callable[[int], str],
) -> list[tuple[tuple[int, ...], ...]]:
    """Read partitions (lists of disjoint ``groups``); raises CertificateRejected for a fault."""
    found = [
        tuple(map(read, full_list(partition, "a partition")))
        for partition in full_list(value, "'partitions'")
    ]
    if sum(map(len, found)) > GROUPS_LIMIT:
        number = sum(map(len, found))
        raise CertificateRejected(f"{number} {groups}: expected {GROUPS_LIMIT} at most")
    for partition in found:
        every = [one for group in partition for one in group]
        for one in every:
            if every.count(one) > 1:
                raise CertificateRejected(f"{named(one)} is twice in one partition")
    return found


def _pair(pair: object, where: str) -> tuple[str, Parameters]:
    items = cast("list[object]", pair) if isinstance(pair, list) else []
    if len(items) != 2 or not isinstance(items[0], str) or not isinstance(items[1], dict):
        raise CertificateRejected(f"{where}: expected the name of a lemma and its parameters")
    name, parameters = items[0], cast("Parameters", items[1])
    if name not in LEMMAS:
        expected = expected_one_of(name, LEMMAS)
        raise CertificateRejected(f"{where}: lemma {name!r}: {expected}")
    return name, parameters
