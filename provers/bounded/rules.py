"""Sliding blocks, frogs and toads: A* with bounds that are chosen for the board.

In plain Python a state takes some thirty times as long as in the arrays that label whole graphs.
So this is tried only of boards that may have very many states, and given up once it has looked at
one state for each `SHARE` that there may be.
"""

from __future__ import annotations

from puzzleproof.models import imported
from puzzleproof.models.errors import Unsupported
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.bounded.best_first import search_best_first
from puzzleproof.provers.bounded.driver import Driver, lemmas_of
from puzzleproof.provers.certificate import Workspace
from puzzleproof.provers.events import Emit, Working
from puzzleproof.provers.size import guessed_states
from puzzleproof.verify.bounds.graphs import graph_of

CHOICES = {
    "frogs": "puzzleproof.provers.bounded.frog_choice:frog_bounds",
    "sliding": "puzzleproof.provers.bounded.piece_choice:piece_partitions",
}
"""By family, who chooses the bounds: ``module:name`` of a function of the graph."""
SHARE = 8_000
"""States that there may be for one that is looked at with bounds."""
NEVER_WHOLE = 50_000_000
"""Puzzles that may have more states are not labelled whole: there any bound is welcome."""


def search_by_rules(
    puzzle: AnyPuzzle,
    at_least: int | None,
    seed: int,
    memory: int | None,
    workspace: Workspace | None,
    emit: Emit,
) -> Driver:
    """Find the minimum, or show ``at_least`` moves.

    Raises Unsupported where no bound says anything, and where the search grows too large though all
    states might be labelled.
    """
    if puzzle.family not in CHOICES:
        raise Unsupported(f"no lower bounds for family {puzzle.family!r}")
    graph = graph_of(puzzle)
    driver = Driver(puzzle, graph, emit, workspace)
    emit(Working("choosing lower bounds"))
    named = imported(CHOICES[puzzle.family])(graph)
    if not named:
        raise Unsupported("no lower bound of this board says anything")
    guessed = guessed_states(puzzle)
    most, partly = int(guessed / SHARE), guessed >= NEVER_WHOLE
    search_best_first(driver, lemmas_of(graph, named), at_least, memory, most, partly=partly)
    return driver
