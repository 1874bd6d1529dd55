"""Lower bounds that a labelling may name: each a lemma, recomputed here from the rules.

A *bound* is admissible: no state is nearer to the end than it says.  A labelling with bounds
(`puzzleproof.verify.bounds.labels`) leaves out states that a bound shows to be too far away.  Its
header names lemmas and their parameters; what they say of a state is never in a file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Protocol, TypeAlias, cast

from puzzleproof.models import imported
from puzzleproof.models.errors import CertificateRejected
from puzzleproof.models.texts import expected_one_of
from puzzleproof.verify.bounds.graphs import LabelGraph

LEMMAS = {
    "departures": "puzzleproof.verify.bounds.departures:departures",
    "linear_conflict": "puzzleproof.verify.bounds.linear_conflict:linear_conflict",
    "manhattan": "puzzleproof.verify.bounds.manhattan:manhattan",
    "pagoda": "puzzleproof.verify.bounds.pagoda:pagoda",
    "tile_patterns": "puzzleproof.verify.bounds.tile_patterns:tile_patterns",
    "walking_distance": "puzzleproof.verify.bounds.walking_distance:walking_distance",
}
"""The function of each lemma, ``module:name``; takes the graph and the parameters of a header,
returns a `LowerBound`, raises CertificateRejected for parameters of which it does not hold."""
LEMMAS_LIMIT = 256
"""Of the bounds of one labelling."""

Parameters: TypeAlias = Mapping[str, Any]


class LowerBound(Protocol):
    """What a lemma says of states, as packed numbers."""

    def near(self, numbers: Iterable[int], moves: int) -> list[int]:
        """Those states (classes) of which it does not say: ``moves`` or more from the end.

        ``moves`` is 1 at least; `graphs.NEVER` stands for any number at all.
        """
        ...


Lemma: TypeAlias = Callable[[LabelGraph, Parameters], LowerBound]


def lower_bounds(graph: LabelGraph, named: object) -> list[LowerBound]:
    """The bounds of a header's ``bounds``: pairs of a lemma's name and its parameters.

    Raises CertificateRejected naming the first, from 1, that is wrong.
    """
    pairs = cast("list[object]", named) if isinstance(named, list) else [None]
    if len(pairs) > LEMMAS_LIMIT:
        raise CertificateRejected(f"{len(pairs)} bounds: expected {LEMMAS_LIMIT} at most")
    return [_lower_bound(graph, pair, f"bound {k}") for k, pair in enumerate(pairs, 1)]


def _lower_bound(graph: LabelGraph, pair: object, where: str) -> LowerBound:
    items = cast("list[object]", pair) if isinstance(pair, list) else []
    if len(items) != 2 or not isinstance(items[0], str) or not isinstance(items[1], dict):
        raise CertificateRejected(f"{where}: expected the name of a lemma and its parameters")
    name, parameters = items[0], cast("Parameters", items[1])
    if name not in LEMMAS:
        expected = expected_one_of(name, LEMMAS)
        raise CertificateRejected(f"{where}: lemma {name!r}: {expected}")
    lemma: Lemma = imported(LEMMAS[name])
    try:
        return lemma(graph, parameters)
    except CertificateRejected as error:
        raise CertificateRejected(f"{where}, {name}: {error}") from None
