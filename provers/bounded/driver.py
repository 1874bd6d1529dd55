"""The driver of searches with lower bounds turns their results into claims and certificates.

Searches for pegs and tiles label whole layers in arrays, claim after claim (`Source`); for sliding
blocks there is A* in plain Python (`puzzleproof.provers.bounded.sliding`).  The driver leaves a
certificate of each claim, which can be checked even if the search is stopped later.

For the claim 'at least L moves', a search in arrays leaves out a state after g moves if the bounds
show that it needs L - g more moves.  The checker accepts such a table, because it uses the same
bounds (`puzzleproof.verify.bounds`).  If the search does not meet an *end* (a goal state), its
layers are the labels of a certificate.  If it meets an end after d < L moves, d is the minimum: the
states of a shorter plan are so near to the end that no bound leaves them out.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from puzzleproof.models.arrays.words import (
    Numbers,
    block_of,
    found_in,
    integers,
    numbers_from,
    united,
    without,
)
from puzzleproof.models.errors import LimitReached, OutputError
from puzzleproof.models.texts import count
from puzzleproof.provers.bounded import WAITING, BoundedClaim, Named, Search
from puzzleproof.provers.certificate import Claim, Target, write_file
from puzzleproof.provers.events import Layer, Note, PlanFound, Working
from puzzleproof.provers.labelling.blocks import record_maker
from puzzleproof.provers.labelling.search import plan_of
from puzzleproof.verify.bounds.graphs import LabelGraph
from puzzleproof.verify.certificate import BOUNDS_VERSION

SEARCH = "search with lower bounds"
AT_ONCE = 1 << 16
"""This many states are expanded at a time, and their successors are tested by the bounds."""

TooMany: TypeAlias = Callable[[Sequence[Numbers]], bool]
"""A function that is called after each layer, with all layers so far; it tells whether the search
must stop, and may report progress.  A layer has packed numbers of representatives, ascending."""


class TooLarge(LimitReached):
    """A claim needs more states than are allowed; the table of the previous claim remains."""


class Table(NamedTuple):
    """The labels of a claim, and the bounds that they need."""

    at_least: int | None
    """The lower bound, or None if there is no plan."""
    layers: Sequence[Numbers]
    """The states labelled 0, 1, 2, …."""
    bounds: Named
    met: int | None = None
    """The representative of an end one move after the last layer, if the search met an end."""
    cut_short: bool = False
    """Whether the search stopped at too many states, so that the layers prove nothing."""

    @property
    def states(self) -> int:
        """The number of states with labels."""
        return sum(map(len, self.layers))


class Source(ABC):
    """A search of a board, each layer in an array, with as many bounds as it needs."""

    graph: LabelGraph
    """The states and moves of the board, as the checker computes them."""
    first: int
    step = 1
    """The difference between one claim and the next."""
    bounds: Named = ()

    @abstractmethod
    def search(self, at_least: int) -> Table:
        """Search for a table of the claim ``at_least``; raises TooLarge at too many states."""

    @abstractmethod
    def ends(self) -> Iterable[int]:
        """Return the representatives of the end states."""

    @abstractmethod
    def beyond(self, numbers: Numbers) -> Numbers:
        """Return the representatives of the states one move after these states."""

    @abstractmethod
    def before(self, number: int) -> Iterable[int]:
        """Return the packed numbers of the states one move before a state."""

    @abstractmethod
    def near(self, numbers: Numbers, moves: int) -> Numbers:
        """Keep the states for which no bound shows all ends to be ``moves`` or more moves away."""

    def earlier(self, layers: Sequence[Numbers]) -> Sequence[Numbers]:
        """Return the earlier layers to which a move from the last layer may lead back."""
        return layers

    def look(self, found: Table, *, plan_known: bool) -> list[int] | None:  # noqa: ARG002  for subclasses
        """Look for a plan before the search for the next claim; return its states, or None."""
        return None

    def labelled(self, at_least: int, too_many: TooMany) -> Table:
        """Label the states that no bound excludes from plans of fewer than ``at_least`` moves."""
        width = self.graph.puzzle.pack_width
        ends = numbers_from(sorted(self.ends()), width)
        layers = [numbers_from([self.graph.start], width)]
        for left in range(at_least - 1, 0, -1):
            parts = list[Numbers]()
            for first in range(0, len(layers[-1]), AT_ONCE):
                near = self.beyond(layers[-1][first : first + AT_ONCE])
                for layer in self.earlier(layers):
                    near = without(near, layer)
                met = ends[found_in(near, ends)]
                if len(met):
                    return Table(at_least, layers, self.bounds, integers(met[:1], width)[0])
                if left > 1:  # the last states need no label, since none of them is an end
                    parts.append(self.near(near, left))
            near = united(parts)
            if not len(near):
                break
            layers.append(near)
            if too_many(layers):
                return Table(at_least, layers, self.bounds, cut_short=True)
        return Table(at_least, layers, self.bounds)

    def path(self, found: Table) -> list[int]:
        """Return a plan to the end that was met, as packed numbers of its states."""
        assert found.met is not None, "the end was met"
        path = [next(filter(self.graph.is_end, self.graph.members(found.met)))]
        for layer in reversed(found.layers):
            path.append(one_of(self.graph, layer, self.before(path[-1])))
        return path[::-1]


class Driver:
    """The best claim that the searches of one puzzle have proven, its table, and a plan."""

    def __init__(self, asked: Search, graph: LabelGraph) -> None:
        self.asked, self.graph = asked, graph
        self.puzzle, self.emit, self._workspace = asked.puzzle, asked.emit, asked.workspace
        self.wanted = asked.puzzle.too_many if asked.at_least is None else asked.at_least
        """The claim at which the search ends, or None if only a plan ends it."""
        self.plan: tuple[str, ...] | None = None
        self.table: Table | None = None

    def climb(self, source: Source) -> "Driver":
        """Prove claims up to the minimum or to the requested bound; raises LimitReached."""
        wanted = self.wanted
        claim = source.first if wanted is None else min(source.first, wanted)
        while self.table is None or self.table.at_least != wanted:
            try:
                found = source.search(claim)
            except TooLarge as limit:
                if self.table is None:
                    raise
                self.emit(Note(f"the {SEARCH} was stopped ({limit})", "reason"))
                break
            if found.met is not None:  # the next search shows that no plan is shorter
                self.take_path(source.path(found))
                claim = wanted = len(found.layers)
                continue
            self.show(found)
            if claim == wanted:
                break
            path = source.look(found, plan_known=self.plan is not None)
            if path is not None:
                self.take_path(path)
            if self.plan is not None and len(self.plan) == claim:
                break
            claim = claim + source.step if wanted is None else min(claim + source.step, wanted)
        return self

    def show(self, table: Table) -> None:
        """Leave the table of a proven claim for the checker, and report the claim."""
        self.table = table
        claim = table.at_least
        if claim is None or claim < 2:
            return  # 'at least 1 move' needs no table: the start is no end
        if self._workspace is not None and self._workspace.beside is not None:
            with suppress(OutputError):  # `Waiting` may have the certificate checked
                self._write(table, self._workspace.beside / f"{WAITING}{claim}")
        self.emit(Layer(SEARCH, "models", claim - 1, table.states))

    def take_path(self, path: Sequence[int]) -> None:
        """Report the plan whose states have these packed numbers."""
        self.plan = plan_of(self.puzzle, list(map(self.puzzle.unpack, path)))
        self.emit(PlanFound(self.plan, SEARCH))

    def publish(self) -> tuple[int | None, int]:
        """Write the last table and have it checked; return the bound and the number of states."""
        table = self.table
        assert table is not None, "the search has shown something"
        assert self._workspace is not None, "certificates are written there"
        self.emit(Working(f"{count(len(table.bounds), 'lower bound')} for the certificate"))
        checked = self._workspace.publish(partial(self._write, table), self.emit)
        return checked.at_least, checked.states

    def claim(self) -> BoundedClaim:
        """Return the minimum, or the requested bound; raises LimitReached if neither is proven."""
        assert self.table is not None, "the search has shown something"
        shown, plan = self.table.at_least, self.plan
        if plan is not None and len(plan) != shown:
            plan = None
        if shown is None or (plan is None and shown != self.wanted):
            raise LimitReached("the search with bounds grows too large, or finds no plan")
        return BoundedClaim(shown, plan, self.table.bounds)

    def _write(self, table: Table, target: Target) -> None:
        """Write a certificate, with the plan unless it is shorter than the claim."""
        assert self._workspace is not None, "certificates are written there"
        width, rows = self.puzzle.pack_width, [layer for layer in table.layers if len(layer)]
        plan = self.plan
        if plan is not None and len(plan) < (table.at_least or 0):
            plan = None
        records = record_maker(width, many=True)
        write_file(
            target,
            self.puzzle,
            Claim("labelling", table.at_least, plan),
            self._workspace.versions,
            (piece for layer in rows for piece in records(block_of(layer, width))),
            version=BOUNDS_VERSION,
            bounds=[[name, dict(parameters)] for name, parameters in table.bounds],
            sizes=list(map(len, rows)),
            backward=[],
        )


def one_of(graph: LabelGraph, layer: Numbers, numbers: Iterable[int]) -> int:
    """Return the first state of ``numbers`` whose representative is in the layer."""
    width = graph.puzzle.pack_width
    names = ((one, numbers_from([min(graph.members(one))], width)) for one in numbers)
    return next(one for one, name in names if found_in(layer, name)[0])


def rows_of(numbers: Numbers) -> npt.NDArray[np.uint8]:
    """View an array of byte strings as an array of rows of bytes."""
    return numbers.view(np.uint8).reshape(len(numbers), numbers.itemsize)
