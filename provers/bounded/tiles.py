"""Tables of tiles: claims of one move more after the other, until the goal is met.

Each claim is searched with additive patterns of four tiles, whose tables are made in a second; once
a search has many states, with patterns of as many tiles as the lemma takes.  In ``multi`` there are
distances and walking distance.  The search that meets the goal has a plan, and the one before has
the table of a certificate that no plan is shorter.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from puzzleproof.models.errors import LimitReached, Unsupported
from puzzleproof.models.puzzle import State
from puzzleproof.models.texts import count
from puzzleproof.models.tiles.rules import TilesPuzzle
from puzzleproof.provers.bounded import store
from puzzleproof.provers.bounded.handover import leave, seconds_of_moves
from puzzleproof.provers.bounded.plain_search import (
    SEARCH,
    OnLayer,
    Searched,
    least_bound,
    path_to,
    search,
)
from puzzleproof.provers.bounded.tables import BoundedClaim, Named, plan_beside, write_table
from puzzleproof.provers.bounded.tile_partitions import partitions, tiles_of_a_table
from puzzleproof.provers.certificate import Claim, Target
from puzzleproof.provers.events import Emit, Layer, PlanFound, Working
from puzzleproof.provers.labelling.blocks import sorted_block
from puzzleproof.provers.labelling.search import plan_of
from puzzleproof.verify.bounds import LowerBound, lower_bounds
from puzzleproof.verify.bounds.tile_graph import TileGraph
from puzzleproof.verify.bounds.tile_patterns import TilePatternsBound

if TYPE_CHECKING:
    from puzzleproof.models.puzzle import AnyPuzzle
    from puzzleproof.provers.certificate import Workspace

MANY = 400_000
"""A table of more states is searched again with larger patterns, which leave fewer."""
MOST, BYTES = 2_000_000, 200
"""States of a table at most, and what one takes in the checker's memory."""
WIDER = 6
"""A search in arrays may have so many times more: it takes less for each, and may meet the goal."""
FOUR = 4


@dataclass(frozen=True, slots=True)
class _Lemmas:
    """Bounds, as a header names them and as the checker makes them."""

    named: Named
    bounds: list[LowerBound]
    search: Callable[[int, int, OnLayer], Searched]
    most: int
    """States up to which a search with them goes on."""
    seconds: float
    """What their tables took: the checker makes them again."""


class _Table(NamedTuple):
    """The labels of a claim, and the bounds that they need."""

    searched: Searched
    lemmas: _Lemmas


def search_and_check(
    puzzle: AnyPuzzle,
    at_least: int | None,
    seed: int,
    memory: int | None,
    workspace: Workspace,
    emit: Emit,
) -> tuple[int, int]:
    """Prove the minimum, or ``at_least`` moves, by tables; returns the bound, and how many states.

    Where there would be too many states, the bound is the last that has a table.  Raises
    Unsupported without any, and where claims would rise for ever.
    """
    proof, table = _run(puzzle, at_least, memory, emit, workspace)
    checked = workspace.publish(partial(proof.write, table, workspace.versions), emit)
    return table.searched.at_least, checked.states


def claim_with_bounds(
    puzzle: AnyPuzzle, at_least: int | None, _seed: int, memory: int | None, emit: Emit
) -> BoundedClaim:
    """The minimum, or ``at_least`` moves, by the same tables, with no certificate.

    Raises Unsupported as `search_and_check` does, LimitReached where there are too many states.
    """
    proof, (searched, lemmas) = _run(puzzle, at_least, memory, emit)
    shown = searched.at_least
    plan = proof.plan if proof.plan is not None and len(proof.plan) == shown else None
    if plan is None and shown != at_least:
        raise LimitReached(f"beyond {count(shown, 'move')} the search with bounds grows too large")
    return BoundedClaim(shown, plan, lemmas.named)


def _run(
    puzzle: AnyPuzzle,
    at_least: int | None,
    memory: int | None,
    emit: Emit,
    workspace: Workspace | None = None,
) -> tuple[_TablesOfTiles, _Table]:
    if not isinstance(puzzle, TilesPuzzle):
        raise Unsupported(f"family {puzzle.family!r}: these bounds are for sliding tiles")
    if not puzzle.playable:
        raise Unsupported("the table is not playable (parity): see --evidence invariant")
    most = MOST if memory is None else min(MOST, memory // BYTES)
    proof = _TablesOfTiles(puzzle, most, workspace, emit)
    proof.run(at_least)
    if proof.table is None:
        raise Unsupported("no state but the start was asked about")
    return proof, proof.table


class _TablesOfTiles:
    """The tables of ever higher claims; a workspace takes them, so that they can wait there."""

    def __init__(
        self, puzzle: TilesPuzzle, most: int, workspace: Workspace | None, emit: Emit
    ) -> None:
        self._puzzle, self._most, self._emit = puzzle, most, emit
        self._workspace = workspace
        self._graph = TileGraph(puzzle, backward=False)
        self._step = 2 if puzzle.metric == "single" else 1
        """In ``single`` the blank's cell changes its colour with each move."""
        self.plan: tuple[str, ...] | None = None
        self.table: _Table | None = None

    def run(self, at_least: int | None) -> None:
        """Raise the claim until the goal is met, ``at_least`` is proven, or memory is short.

        It begins where an earlier run ended; if that claim has no table, with the first.
        """
        kept = store.read(self._puzzle, backward=False)
        if kept.at_least:
            self._climb(at_least, kept)
        if self.table is None:
            self._climb(at_least, store.NOTHING)

    def _climb(self, at_least: int | None, kept: store.Kept) -> None:
        kinds = self._kinds()
        lemmas = next(kinds)
        claim = self._first(lemmas.bounds)
        if kept.at_least > claim:
            claim = kept.at_least - (kept.at_least - claim) % self._step
            if kept.bounds and kept.bounds[0] != lemmas.named[0][1]:
                lemmas = next(kinds, lemmas)
        while at_least != 0:
            claim = claim if at_least is None else min(claim, at_least)
            most, listen = lemmas.most, partial(self._listen, claim)
            found = lemmas.search(claim, most, listen)
            if found.met is not None:
                self._take_plan(found)
                return
            too_many = found.cut_short or found.states > MANY
            if too_many and (stronger := next(kinds, None)):
                lemmas = stronger
                continue
            if found.cut_short or found.states > self._most:
                return
            self._take_table(_Table(found, lemmas))
            if claim == at_least:
                return
            claim += self._step

    def _take_table(self, table: _Table) -> None:
        """A claim is shown: tell it, keep it, and leave its table for the checker."""
        self.table = table
        searched, lemmas = table
        self._emit(Layer(SEARCH, "models", searched.at_least - 1, searched.states))
        with suppress(OSError):
            parameters = [parameters for _, parameters in lemmas.named]
            store.write(self._puzzle, False, store.Kept(0, parameters, searched.at_least))
        if self._workspace is None:
            return
        moves = searched.at_least
        seconds = seconds_of_moves(self._graph, searched.layers, moves, lemmas.bounds)
        write = partial(self.write, table, self._workspace.versions)
        leave(self._workspace, moves, write, lemmas.seconds + seconds, self._emit)

    def _kinds(self) -> Iterator[_Lemmas]:
        """The bounds to search with, the quickest first; they are made when they are needed."""
        if self._puzzle.metric == "multi":
            yield self._lemmas([("manhattan", {}), ("walking_distance", {})], self._most)
            return
        self._emit(Working("computing tables of patterns"))
        largest = tiles_of_a_table(self._graph.cells)
        small, more = min(FOUR, largest), largest > FOUR
        cuts = partitions(self._graph, small, both_ends=True)
        yield self._lemmas([("tile_patterns", {"partitions": cuts})], self._most)
        if more:
            self._emit(Working("computing tables of larger patterns"))
            cuts = partitions(self._graph, largest, both_ends=False)
            yield self._lemmas([("tile_patterns", {"partitions": cuts})], self._most)

    def _lemmas(self, named: Named, most: int) -> _Lemmas:
        begin = time.perf_counter()
        bounds = lower_bounds(self._graph, [list(pair) for pair in named])
        seconds = time.perf_counter() - begin
        quick, in_arrays = quick_search(self._graph, bounds)
        return _Lemmas(named, bounds, quick, WIDER * most if in_arrays else most, seconds)

    def _first(self, bounds: list[LowerBound]) -> int:
        """The first claim: what the bounds say of the start, or one more by the blank's colours."""
        (start,) = self._graph.origins
        claim = max(1, least_bound(bounds, start))
        blank, home, m = self._puzzle.start.index(0), self._graph.home[0], self._graph.columns
        odd = (blank // m + blank % m + home // m + home % m + claim) % 2
        return claim + odd if self._step == 2 else claim

    def _listen(self, claim: int, states: int) -> None:
        text = f"labelling what {claim - 1} moves may need, with lower bounds"
        self._emit(Working(text, states, None, "states"))

    def _take_plan(self, found: Searched) -> None:
        self.plan = plan_of(self._puzzle, self._states_through(path_to(self._graph, found)))
        self._emit(PlanFound(self.plan, SEARCH))

    def _states_through(self, classes: list[int]) -> list[State]:
        """States one move from each other, one of each class, from the start on."""
        states, puzzle = [self._puzzle.start], self._puzzle
        for wanted in classes[1:]:
            after = puzzle.successors(states[-1])
            states.append(
                next(one for one in after if wanted in self._graph.classes([puzzle.pack(one)]))
            )
        return states

    def write(self, table: _Table, versions: Mapping[str, str], target: Target) -> None:
        """Write the certificate of a table, with the plan if it is as short."""
        layers, claim = table.searched.layers, table.searched.at_least
        width = self._puzzle.pack_width
        write_table(
            self._puzzle,
            Claim("labelling", claim, plan_beside(self.plan, claim)),
            table.lemmas.named,
            list(map(len, layers)),
            (_block(layer, width) for layer in layers),
            versions,
            target,
        )


def quick_search(
    graph: TileGraph, bounds: list[LowerBound]
) -> tuple[Callable[[int, int, OnLayer], Searched], bool]:
    """The search with these bounds, and whether it is in arrays.

    It is where numpy is installed and states are words.
    """
    (only, *others) = bounds
    if isinstance(only, TilePatternsBound) and not others:
        try:
            from puzzleproof.provers.bounded import tile_arrays
        except ImportError:
            return partial(search, graph, bounds), False
        if tile_arrays.fits(graph, only):
            return tile_arrays.ArraySearch(graph, only).search, True
    return partial(search, graph, bounds), False


def _block(layer: Any, width: int) -> bytes:
    """The packed states of a layer, ascending."""
    if isinstance(layer, list):
        return sorted_block(cast("list[int]", layer), width)
    from puzzleproof.provers.bounded.tile_arrays import block_of

    return block_of(layer, width)
