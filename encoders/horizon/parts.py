"""A horizon in parts, by the place of one of the goal's pieces at the middle step.

Consider a piece that the goal draws and that is the only one of its kind.  At every step it is in
exactly one of the kind's places.  So a division of these places into sets divides all plans of a
horizon: if 'the piece is in this set at the middle step' is refuted for every set, the horizon is
refuted.  A set is a row of the board: places joined by slides along the first axis.  If moves are
not paths of slides (metric `unit`), the sets are quarters of the places in reading order.

A symmetry of the task that maps these places to each other maps a plan to a plan of the same
length, and the piece's place at the middle step to its place in the mapped plan.  Therefore a place
that some symmetry maps to a smaller one is left out: if a plan has the piece there, symmetries lead
to a plan whose place no symmetry makes smaller, and this place is not left out.  Symmetries that
map the places to those of another kind must not be used: in the mapped plan another piece is there,
and the place left out could be the only one possible.  (Encoders number the facts kind by kind, so
such images would all be smaller or all greater.  Nothing relies on this order, and
`tests/encoders/horizon/test_horizons.py` has a task that is numbered otherwise.)  The
strengthenings that only some shortest plan satisfies (`mirror`) are switched off here, as the
mapped plan need not satisfy them.
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
    """List the sets of places described above, from the top; none without such a piece.

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
    """List the symmetries of the task that permute the given places."""
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
    """Build a horizon; one of the facts of ``part``, if given, has to hold at the middle step."""
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
    """A task and a solver of its horizons; each answer is the facts along a plan, or None."""

    incremental: ClassVar[bool] = False
    """Whether the solver keeps what it learnt from one horizon for the next."""

    def __init__(self, task: Task, strengthen: Collection[str] = STRENGTHENINGS) -> None:
        self.task, self.strengthen = task, strengthen
        self.conflicts = 0
        """The conflicts of the last new solver, a measure of how hard its formula was."""

    @abstractmethod
    def solve(self, formula: Formula) -> Iterable[Lit] | None:
        """Solve by a new solver; returns the true variables or None; may raise LimitReached."""

    def ask(self, length: int) -> list[frozenset[int]] | None:
        """Return a plan of at most ``length`` moves, or None if the solver says there is none."""
        return self.refute(length)

    def refute(self, length: int, part: Collection[int] = ()) -> list[frozenset[int]] | None:
        """Answer like `ask`, but by a new solver, for plans with a fact of ``part`` half-way."""
        unrolled = unroll_part(self.task, length, self.strengthen, part)
        true = self.solve(unrolled.formula)
        return None if true is None else unrolled.read(true, length)

    def find(self, layers: int) -> list[frozenset[int]] | None:
        """Return a plan in ``layers`` layers of commuting operators, or None if plans need more."""
        unrolled = unroll_layers(self.task, layers)
        true = self.solve(unrolled.formula)
        return None if true is None else unrolled.read_layers(true)
