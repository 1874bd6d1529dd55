"""Weights on facts for a labelling: the potentials of invariants, for several states.

The linear program of `puzzleproof.provers.invariant` maximises what a potential says of one state.
It is asked of the start and of some sampled states.  A potential is kept that says enough more, of
the whole sample, than the bounds that are there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from puzzleproof.models.errors import CertificateRejected
from puzzleproof.models.invariants import Weighed
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.bounded.driver import Named
from puzzleproof.provers.bounded.samples import said
from puzzleproof.provers.invariant.find import weights_by_program
from puzzleproof.verify.bounds import lower_bounds
from puzzleproof.verify.bounds.graphs import LabelGraph
from puzzleproof.verify.invariant import Weighings

CHANGES = 20_000
"""Changes of facts by all actions together, up to which programs are run."""
STATES = 6
"""States for which a program is run; for each, all goals up to so many."""
GOALS = 3
MORE = 1.02
"""What the sample must gain by one more potential."""


def with_potentials(graph: LabelGraph, named: Named, numbers: Sequence[int]) -> Named:
    """The bounds, and the potentials that say enough more of these states."""
    puzzle, found = graph.puzzle, list(named)
    try:
        weighed = Weighings(puzzle).facts
    except CertificateRejected:
        return found
    if sum(map(len, weighed.steps)) > CHANGES or not weighed.step_is_move:
        return found
    total = _total(graph, found, numbers)
    for candidate in _candidates(puzzle, weighed, numbers):
        longer = [*found, candidate]
        more = _total(graph, longer, numbers)
        if more > MORE * total:
            found, total = longer, more
    return found


def _total(graph: LabelGraph, named: Named, numbers: Sequence[int]) -> int:
    return said(lower_bounds(graph, [list(pair) for pair in named]), numbers) if named else 0


def _candidates(
    puzzle: AnyPuzzle, weighed: Weighed, numbers: Sequence[int]
) -> Iterator[tuple[str, dict[str, object]]]:
    """The potentials of the start, and of some states of the sample."""
    some = [puzzle.unpack(number) for number in numbers[:: len(numbers) // STATES + 1]]
    for state in (puzzle.start, *some):
        here = replace(weighed, start=weighed.vector(puzzle.canonical(state)))
        for goal in range(min(GOALS, len(weighed.goals))):
            weights = next(weights_by_program(here, goal, 1), None)
            if weights is not None:
                yield "potential", _parameters(weighed, weights)


def _parameters(weighed: Weighed, weights: Sequence[int]) -> dict[str, object]:
    """With the drop that the steps need: as read, they may fall by more than was allowed."""
    falls = (sum(-weights[k] * change for k, change in step) for step in weighed.steps)
    return {"features": "facts", "weights": list(weights), "drop": max([1, *falls])}
