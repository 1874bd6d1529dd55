"""The driver of searches with lower bounds: it turns what they show into claims and certificates.

Two backends search.  `puzzleproof.provers.bounded.layers` labels whole layers in arrays, claim
after claim (`climb`), for pegs and tiles.  `puzzleproof.provers.bounded.best_first` is A* in plain
Python (`best_first`), for all others.  Both report each claim shown to the driver, which leaves a
certificate that can still be checked if the search is ended.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, cast

from puzzleproof.models.errors import LimitReached, Unsupported
from puzzleproof.models.puzzle import State
from puzzleproof.models.texts import count
from puzzleproof.provers.bounded.layers import TooLarge, rows_of
from puzzleproof.provers.certificate import Claim, Target, write_file
from puzzleproof.provers.events import Layer, Note, PlanFound, Working
from puzzleproof.provers.labelling.blocks import record_maker, sorted_block
from puzzleproof.provers.labelling.search import plan_of
from puzzleproof.verify.bounds import LowerBound, lower_bounds
from puzzleproof.verify.bounds.graphs import LabelGraph
from puzzleproof.verify.certificate import BOUNDS_VERSION

if TYPE_CHECKING:
    from puzzleproof.models.puzzle import AnyPuzzle
    from puzzleproof.provers.bounded.layers import Layers
    from puzzleproof.provers.certificate import Workspace
    from puzzleproof.provers.events import Emit

SEARCH = "search with lower bounds"
MANY = 100_000
"""Tables with at least this many states are written by numpy."""

Named: TypeAlias = list[tuple[str, Mapping[str, Any]]]


class Search(NamedTuple):
    """The question for a search with bounds."""

    puzzle: AnyPuzzle
    at_least: int | None
    """The bound that is asked for; None: the minimum."""
    seed: int
    memory: int | None
    """Bytes; None: no limit."""
    workspace: Workspace | None
    """Takes the table of each claim."""
    emit: Emit


class Lemmas(NamedTuple):
    """Bounds: their names in a header, and the bounds as the checker makes them."""

    named: Named
    bounds: Sequence[LowerBound]


def lemmas_of(graph: LabelGraph, named: Named) -> Lemmas:
    """The bounds with these names."""
    return Lemmas(named, lower_bounds(graph, [list(pair) for pair in named]))


class Table(NamedTuple):
    """The labels of a claim, and the bounds that they need."""

    at_least: int | None
    """None: there is no plan."""
    layers: Sequence[Any]
    """The states labelled 0, 1, 2, …: lists, or arrays."""
    lemmas: Lemmas


class BoundedClaim(NamedTuple):
    """What a search with bounds has shown, without a certificate."""

    at_least: int
    plan: tuple[str, ...] | None
    """A plan of ``at_least`` moves, which is then the minimum; None: only the bound is known."""
    bounds: Named
    """Lemmas with their parameters, as a certificate names them."""


class Source(ABC):
    """Searches a board in arrays, with as many bounds as needed."""

    first: int
    step = 1
    """The difference between one claim and the next."""
    lemmas: Lemmas

    @abstractmethod
    def search(self, at_least: int) -> Layers:
        """Search for a claim; raises TooLarge if there are too many states."""

    @abstractmethod
    def path(self, found: Layers) -> list[int]:
        """The packed states of a plan, if the search met the end."""

    def look(self, found: Layers, *, plan_known: bool) -> list[int] | None:  # noqa: ARG002
        """The packed states of a plan found without searching for the next claim."""
        return None


class Driver:
    """The claims that the searches of one puzzle have shown."""

    def __init__(self, asked: Search, graph: LabelGraph) -> None:
        self.asked, self.graph = asked, graph
        self.puzzle, self.emit, self._workspace = asked.puzzle, asked.emit, asked.workspace
        self.plan: tuple[str, ...] | None = None
        self.table: Table | None = None

    def climb(self, source: Source) -> None:
        """Raise the claim until the goal is met or the moves asked for are shown; LimitReached."""
        try:
            self._climb(source, self.asked.at_least)
        except TooLarge as limit:
            if self.table is None:
                raise
            self.emit(Note(f"the {SEARCH} was stopped ({limit})", "reason"))

    def _climb(self, source: Source, wanted: int | None) -> None:
        claim = source.first if wanted is None else min(source.first, wanted)
        while True:
            found = source.search(claim)
            if found.met is not None:
                self.take_path(source.path(found))
                moves = len(found.layers)
                if self.table is None or self.table.at_least != moves:
                    self.show(Table(moves, source.search(moves).layers, source.lemmas))
                return
            self.show(Table(claim, found.layers, source.lemmas))
            if claim == wanted:
                return
            path = source.look(found, plan_known=self.plan is not None)
            if path is not None:
                self.take_path(path)
            if self.plan is not None and len(self.plan) == claim:
                return
            claim = claim + source.step if wanted is None else min(claim + source.step, wanted)

    def show(self, table: Table) -> None:
        """Leave the table of a claim that is shown for the checker, and report it."""
        self.table = table
        layers, claim = table.layers, table.at_least
        if claim is None or claim < 2:
            return  # the start is not at the end
        if self._workspace is not None:
            self._workspace.leave(claim, partial(self._write, table))
        self.emit(Layer(SEARCH, "models", claim - 1, sum(map(len, layers))))

    def take_path(self, path: Sequence[int]) -> None:
        """Report the plan that passes these packed states."""
        self.take_plan(list(map(self.puzzle.unpack, path)))

    def take_plan(self, states: Sequence[State]) -> None:
        """Report the plan that passes these states."""
        self.plan = plan_of(self.puzzle, states)
        self.emit(PlanFound(self.plan, SEARCH))

    def publish(self) -> tuple[int | None, int]:
        """Write the last table, and have it checked; returns the bound, and the states."""
        table = self._last_table()
        assert self._workspace is not None, "certificates are written there"
        self.emit(Working(f"{count(len(table.lemmas.named), 'lower bound')} for the certificate"))
        checked = self._workspace.publish(partial(self._write, table), self.emit)
        return checked.at_least, checked.states

    def claim(self, wanted: int | None) -> BoundedClaim:
        """The minimum, or ``wanted`` moves; raises LimitReached if this was not shown."""
        table, plan = self._last_table(), self.plan
        shown = table.at_least
        if plan is not None and len(plan) != shown:
            plan = None
        if shown is None or (plan is None and shown != wanted):
            raise LimitReached("the search with bounds grows too large, or finds no plan")
        return BoundedClaim(shown, plan, table.lemmas.named)

    def _last_table(self) -> Table:
        if self.table is None:
            raise Unsupported("the search looked at no state but the start")
        return self.table

    def _write(self, table: Table, target: Target) -> None:
        """Write a certificate, with the plan if it is no shorter than the claim."""
        assert self._workspace is not None, "certificates are written there"
        width, rows = self.puzzle.pack_width, [layer for layer in table.layers if len(layer)]
        plan = self.plan
        if plan is not None and len(plan) < (table.at_least or 0):
            plan = None
        make = record_maker(width, many=sum(map(len, rows)) > MANY)
        write_file(
            target,
            self.puzzle,
            Claim("labelling", table.at_least, plan),
            self._workspace.versions,
            chain.from_iterable(make(_block(layer, width)) for layer in rows),
            version=BOUNDS_VERSION,
            bounds=[[name, dict(parameters)] for name, parameters in table.lemmas.named],
            sizes=list(map(len, rows)),
            backward=[],
        )


def _block(layer: Any, width: int) -> bytes:
    """The packed states of a layer, ascending; those of an array are in order."""
    if isinstance(layer, list):
        return sorted_block(cast("list[int]", layer), width)
    rows = rows_of(layer if layer.dtype.kind == "S" else layer.astype(">u8"))
    found: bytes = rows[:, -width:].tobytes()
    return found


def states_through(puzzle: AnyPuzzle, graph: LabelGraph, path: Iterable[int]) -> list[State]:
    """States one move from each other, from the start on, one of each class of a path."""
    states = [puzzle.canonical(puzzle.start)]
    for wanted in list(path)[1:]:
        after = puzzle.successors(states[-1])
        states.append(next(one for one in after if wanted == min(graph.members(puzzle.pack(one)))))
    return states
