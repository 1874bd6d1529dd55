"""Pagoda functions (J. H. Conway, in Berlekamp, Conway and Guy, Winning Ways, 1982).

A weight for each hole with w_a + w_b >= w_c for every jump from a over b to c: the weighted sum
w·s of the pegs never rises.  So from a state with w·s < w·t the state t is never reached.  Forward,
a state is nowhere near if this holds for every goal t; backward, if w·start < w·s.

Holds of all states.  A state and its images in the graph's symmetries are equally far from the end,
so each of them may be tried.

Parameters: ``weights``, an integer for each hole in the order of the numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from puzzleproof.verify.bounds import Budget, Parameters, check_names
from puzzleproof.verify.bounds.graphs import LabelGraph
from puzzleproof.verify.bounds.peg_graph import PegGraph, peg_graph_of, sums_of, weights_of
from puzzleproof.verify.peg_positions import HoleImages, summed

LARGEST_WEIGHT = 1_000_000


def pagoda(graph: LabelGraph, parameters: Parameters, budget: Budget) -> Callable[[], PagodaBound]:
    """The bound of weights; raises CertificateRejected unless they are a pagoda function."""
    pegs = peg_graph_of(graph)
    check_names(parameters, "weights")
    weights = weights_of(pegs, parameters["weights"], LARGEST_WEIGHT)
    budget.take(sums_of(pegs))
    return partial(PagodaBound, pegs, weights)


class PagodaBound:
    """States from which the end cannot be reached, as their sum is too small."""

    def __init__(self, graph: PegGraph, weights: Sequence[int]) -> None:
        sign = -1 if graph.backward else 1
        signed = [sign * weight for weight in weights]
        self._sums = [summed(one) for one in images_of(signed, graph.group)]
        total = summed(signed)
        self._least = min(map(total, graph.ends))

    def near(self, numbers: Iterable[int], moves: int) -> list[int]:  # noqa: ARG002  (any number)
        """The states that no image excludes."""
        kept, least = list(numbers), self._least
        for total in self._sums:
            kept = [number for number in kept if total(number) >= least]
        return kept


def images_of(weights: Sequence[int], group: Sequence[HoleImages]) -> list[tuple[int, ...]]:
    """The weights of a state that the images of it have, each once."""
    return list(dict.fromkeys(tuple(weights[to] for to in images) for images in group))
