"""A horizon in parts: where a piece of the goal is half-way.

Consider a piece that the goal draws and that is the only one of its kind.  At every step it is in
exactly one of the kind's places.  So a division of these places into sets divides all plans of a
horizon: if 'the piece is in this set at the middle step' is refuted for every set, the horizon is
refuted.  The sets are rows of the board: places joined by steps of the first axis.  If moves are
not paths of steps (metric `unit`), they are four sets of neighbours in reading order.

A symmetry of the task that maps these places to each other maps a plan to a plan of the same
length, and so maps its place half-way.  Therefore a place that some symmetry maps to a smaller one
is left out: mapping the plan on until no symmetry makes the place smaller, one gets a plan whose
place is not left out.  Symmetries that map the places to those of another kind must not be used:
the image of the plan has another piece there, and a place left out because of it could be the only
one.  (Encoders number the facts kind by kind, so such images would all be smaller or all greater.
Nothing relies on this, and `tests/encoders/horizon/test_horizons.py` has a task in which it would
fail.)  The strengthenings that only some shortest plan satisfies (`mirror`) are switched off here,
as the mapped plan need not satisfy them.
"""

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable
from itertools import pairwise
from typing import ClassVar

from puzzleproof.encoders.horizon.formula import Formula, Lit
from puzzleproof.encoders.horizon.unrolled import UnrolledTask, unroll, unroll_layers
from puzzleproof.encoders.strengthen import REGISTRY, STRENGTHENINGS
from puzzleproof.encoders.task import Slides, Task

Part = tuple[int, ...]
"""Location facts of one kind."""
QUARTERS = 4


def rows_half_way(task: Task) -> list[Part]:
    """List the rows where a piece of the goal may be, from the top; empty without such a piece.

    If there are several such pieces, the one with the most places is taken.  Of places that are
    images of each other, only the least is kept.
    """
    if not task.displacing or task.stops:
        return []
    named = {fact for goal in task.goals for clause in goal for fact in clause}
    single = [
        count.facts
        for count in task.counts
        if count.number == 1 and named & set(count.facts) & task.movers
    ]
    if not single:
        return []
    places = max(single, key=len)
    images = symmetries_of(task, places)
    least = {f for f in places if all(image[f] >= f for image in images)}
    if task.slides is None:
        ends = [len(places) * k // QUARTERS for k in range(QUARTERS + 1)]
        rows = [places[one:other] for one, other in pairwise(ends)]
    else:
        rows = _rows(task.slides, places)
    return [part for row in rows if (part := tuple(f for f in row if f in least))]


def symmetries_of(task: Task, places: Collection[int]) -> list[tuple[int, ...]]:
    """List the symmetries of the task that map some places to each other."""
    return [one for one in task.symmetries if {one[f] for f in places} == set(places)]


def _rows(slides: Slides, facts: Collection[int]) -> list[Part]:
    import networkx as nx

    lines: nx.Graph[int] = nx.Graph()
    lines.add_nodes_from(range(len(slides.rests)))
    lines.add_edges_from((one, other) for one, other, axis in slides.steps if axis == 0)
    rows = (
        tuple(sorted(slides.rests[place] for place in row if slides.rests[place] in facts))
        for row in nx.connected_components(lines)
    )
    return sorted(row for row in rows if row)


def unroll_part(
    task: Task, length: int, strengthen: Collection[str], part: Collection[int]
) -> UnrolledTask:
    """Return a horizon with a fact of the part at the middle step; without a part, all of it."""
    if not part:
        return unroll(task, length, strengthen)
    if task.symmetries:
        some = {row.name for row in REGISTRY if row.satisfied_by == "some shortest plan"}
        strengthen = [name for name in strengthen if name not in some]
    unrolled = unroll(task, length, strengthen)
    literals = (unrolled.fact(fact, length // 2) for fact in sorted(part))
    unrolled.formula.clause("half-way", *literals)
    return unrolled


class Horizons(ABC):
    """A task whose horizons a solver solves; each answer is the facts along a plan."""

    incremental: ClassVar[bool] = False
    """Whether the solver learns from one horizon for the next."""

    def __init__(self, task: Task, strengthen: Collection[str] = STRENGTHENINGS) -> None:
        self.task, self.strengthen = task, strengthen
        self.conflicts = 0
        """The conflicts of the last new solver, as a measure of how hard the question was."""

    @abstractmethod
    def solve(self, formula: Formula) -> Iterable[Lit] | None:
        """Return the true variables of a solution by a new solver; may raise LimitReached."""

    def ask(self, length: int) -> list[frozenset[int]] | None:
        """Return a plan of at most ``length`` moves; None if the solver says that there is none."""
        return self.refute(length)

    def refute(self, length: int, part: Collection[int] = ()) -> list[frozenset[int]] | None:
        """Answer as `ask`, by a new solver; with ``part``: with some of these facts half-way."""
        unrolled = unroll_part(self.task, length, self.strengthen, part)
        true = self.solve(unrolled.formula)
        return None if true is None else unrolled.read(true, length)

    def find(self, layers: int) -> list[frozenset[int]] | None:
        """Return a plan in so many layers of commuting operators; None refutes only the number."""
        unrolled = unroll_layers(self.task, layers)
        true = self.solve(unrolled.formula)
        return None if true is None else unrolled.read_layers(true)
