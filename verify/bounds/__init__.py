"""Lower bounds that a labelling may name: each a lemma, recomputed here from the rules.

A *bound* is admissible for states in reach of the start: none of them is nearer to a goal than it
says.  A table needs no more, as plans pass no other states (`puzzleproof.verify.bounds.labels`).
The lemmas here hold of all states.  One that holds of states in reach of the start alone may be
wrong of an image under a symmetry that moves the start, so `lower_bounds` refuses a graph with such
a symmetry, whatever the lemma.

The header of a labelling names lemmas and their parameters; what they say of a state is never in a
file.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping
from contextlib import contextmanager
from typing import Any, Protocol, TypeAlias, cast

from puzzleproof.models import imported
from puzzleproof.models.errors import CertificateRejected, InternalError
from puzzleproof.models.texts import count, expected_one_of
from puzzleproof.verify.bounds.graphs import LabelGraph

LEMMAS = {
    "departures": "puzzleproof.verify.bounds.departures:departures",
    "piece_groups": "puzzleproof.verify.bounds.piece_groups:piece_groups",
    "tile_patterns": "puzzleproof.verify.bounds.tile_patterns:tile_patterns",
}
"""The function of each lemma, ``module:name``; takes the graph, the parameters of a header and the
`Budget`, returns what makes the `LowerBound`, raises CertificateRejected for parameters of which it
does not hold."""
LEMMAS_LIMIT = 256
"""Of the bounds of one labelling."""
ENTRIES = 1 << 26
"""Of all tables of one labelling: some 64 MB, made in a minute or two."""

COMPUTING = "computing the tables of lower bounds"

Parameters: TypeAlias = Mapping[str, Any]


class LowerBound(Protocol):
    """What a lemma says of states, as packed numbers."""

    def near(self, numbers: Iterable[int], moves: int) -> list[int]:
        """Those states (classes) of which it does not say: ``moves`` or more from the end.

        ``moves`` is 1 at least; `puzzleproof.verify.labelling.NEVER` stands for any number at all.
        """
        ...


class Budget:
    """What the tables of all bounds of a labelling may still need: a small file must not ask much.

    Every lemma takes its share before anything is computed.
    """

    def __init__(self, entries: int = ENTRIES) -> None:
        self._left = entries

    def take(self, entries: int) -> None:
        """Take so many entries of tables; raises CertificateRejected where they are not left."""
        self._left -= entries
        if self._left < 0:
            raise CertificateRejected(
                f"the tables of the bounds up to this one have over {ENTRIES:,} entries"
            )


Maker: TypeAlias = Callable[[], LowerBound]
Lemma: TypeAlias = Callable[[LabelGraph, Parameters, Budget], Maker]


OnMade: TypeAlias = Callable[[str, int, int], None]
"""Hears that so many of so many bounds are made."""


def lower_bounds(graph: LabelGraph, named: object, tell: OnMade | None = None) -> list[LowerBound]:
    """The bounds of a header's ``bounds``: pairs of a lemma's name and its parameters.

    All are read before the first is made; ``tell`` hears of each.  Raises CertificateRejected
    naming the first, from 1, that is wrong.
    """
    _check_images(graph)
    pairs = cast("list[object]", named) if isinstance(named, list) else [None]
    if len(pairs) > LEMMAS_LIMIT:
        raise CertificateRejected(f"{len(pairs)} bounds: expected {LEMMAS_LIMIT} at most")
    budget, makers, found = Budget(), list[tuple[str, Maker]](), list[LowerBound]()
    for k, pair in enumerate(pairs, 1):
        name, parameters = _pair(pair, f"bound {k}")
        lemma: Lemma = imported(LEMMAS[name])
        where = f"bound {k}, {name}"
        with _told(where):
            makers.append((where, lemma(graph, parameters, budget)))
    for where, make in makers:
        if tell is not None:
            tell(COMPUTING, len(found), len(makers))
        with _told(where):
            found.append(make())
    return found


def _check_images(graph: LabelGraph) -> None:
    """Demand that no symmetry moves the start: a lemma may hold of what is in its reach alone."""
    start = graph.puzzle.pack(graph.puzzle.canonical(graph.puzzle.start))
    if graph.members(start) != [start]:
        raise InternalError("bounds would be asked about images that the start may not reach")


def recomputed(named: Any) -> str:
    """In words, which bounds of a header were recomputed, once `lower_bounds` has read them."""
    names = [str(name) for name, _ in named]
    if not names:
        return ""
    kinds = ", ".join(f"{names.count(name)} of {name}" for name in dict.fromkeys(names))
    return f"{count(len(names), 'lower bound')} recomputed ({kinds})"


@contextmanager
def _told(where: str) -> Generator[None]:
    """Begin a fault with this."""
    try:
        yield
    except CertificateRejected as error:
        raise CertificateRejected(f"{where}: {error}") from None


def check_names(parameters: Parameters, *names: str) -> None:
    """Raise CertificateRejected unless the parameters are these."""
    if set(parameters) != set(names):
        expected = f"expected {' and '.join(map(repr, names))} alone" if names else "expected none"
        given = ", ".join(map(repr, parameters)) or "none"
        raise CertificateRejected(f"parameters {given}: {expected}")


def full_list(value: object, what: str) -> list[object]:
    """A list that is not empty, named ``what`` in a fault; raises CertificateRejected."""
    if not isinstance(value, list) or not value:
        raise CertificateRejected(f"{what}: expected a list that is not empty, got {value!r}")
    return cast("list[object]", value)


def _pair(pair: object, where: str) -> tuple[str, Parameters]:
    items = cast("list[object]", pair) if isinstance(pair, list) else []
    if len(items) != 2 or not isinstance(items[0], str) or not isinstance(items[1], dict):
        raise CertificateRejected(f"{where}: expected the name of a lemma and its parameters")
    name, parameters = items[0], cast("Parameters", items[1])
    if name not in LEMMAS:
        expected = expected_one_of(name, LEMMAS)
        raise CertificateRejected(f"{where}: lemma {name!r}: {expected}")
    return name, parameters
