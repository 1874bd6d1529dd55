"""Peg solitaire in compound moves: minima with certificates, by a search that bounds keep small.

The claims are tried one after the other: 'at least L moves', from the least L that a bound says of
the start.  Each search uses the bounds found so far, and finds more where it grows too large.  Once
'at least L' is shown, a beam search looks for a plan of L moves; where it finds none, the next
search meets the goal if there is one.  Then L is the minimum and the claim of the certificate.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

from puzzleproof.models.errors import CertificateRejected, LimitReached, Unsupported
from puzzleproof.models.pegs.rules import PegPuzzle
from puzzleproof.models.puzzle import plan_through
from puzzleproof.models.texts import count
from puzzleproof.provers.bounded import store
from puzzleproof.provers.bounded.peg_arrays import MOST_HOLES, PegArrays
from puzzleproof.provers.bounded.plain_search import SEARCH
from puzzleproof.provers.bounded.search import Layers, search, way_back
from puzzleproof.provers.bounded.weights import BoundFinder, Found
from puzzleproof.provers.certificate import Claim, Target, write_file
from puzzleproof.provers.events import Layer, Note, PlanFound, Working
from puzzleproof.provers.labelling.blocks import record_maker, sorted_block
from puzzleproof.verify.bounds import Parameters
from puzzleproof.verify.bounds.peg_graph import PegGraph
from puzzleproof.verify.certificate import BOUNDS_VERSION
from puzzleproof.verify.peg_positions import image_of

if TYPE_CHECKING:
    from puzzleproof.models.puzzle import AnyPuzzle
    from puzzleproof.provers.certificate import Workspace
    from puzzleproof.provers.events import Emit

MANY = 100_000
"""So many states are written by numpy."""
LAYER_BYTES = 2_000
"""For each state of a layer: its moves, in arrays, before they are compared."""
LARGEST_LAYER = 400_000
"""States of a layer at most, whatever the memory: the checker would take minutes."""
NO_LIMIT = 1 << 60
WORTH_STATES = 3_000
"""A bound that leaves out fewer states than this costs the checker more than it saves."""


def search_and_check(
    puzzle: AnyPuzzle,
    at_least: int | None,
    seed: int,
    memory: int | None,
    workspace: Workspace,
    emit: Emit,
) -> tuple[int, int]:
    """Prove the minimum, or ``at_least`` moves; the bound that the checker accepts, and the states.

    Raises LimitReached where not even a bound can be certified, Unsupported for other puzzles.
    """
    return _PegProof(_pegs(puzzle), seed, memory, emit).run(at_least, workspace)


def search_plan(puzzle: AnyPuzzle, seed: int, memory: int | None, emit: Emit) -> None:
    """Find a shortest plan by the same searches; what their layers show is a claim.

    Raises LimitReached where a layer grows too large, Unsupported for other puzzles.
    """
    _PegProof(_pegs(puzzle), seed, memory, emit).minimum(None)


def _pegs(puzzle: AnyPuzzle) -> PegPuzzle:
    if not isinstance(puzzle, PegPuzzle) or puzzle.special_search != "bidirectional":
        raise Unsupported(f"no lower bounds for family {puzzle.family!r}, metric {puzzle.metric!r}")
    if len(puzzle.board.holes) > MOST_HOLES:
        raise Unsupported(f"a board of {len(puzzle.board.holes)} holes: {MOST_HOLES} at most")
    return puzzle


class BoundedClaim(NamedTuple):
    """What a search with bounds has shown, without a certificate."""

    at_least: int
    plan: tuple[str, ...] | None
    """Of ``at_least`` moves, so that it is the minimum; None: the bound alone."""
    bounds: list[tuple[str, Parameters]]
    """Lemmas with their parameters, as a certificate names them."""


def claim_with_bounds(
    puzzle: AnyPuzzle, at_least: int | None, seed: int, memory: int | None, emit: Emit
) -> BoundedClaim:
    """Find the minimum, or show ``at_least`` moves, and name bounds that keep the search small.

    A minimum below ``at_least`` is found with its plan.  Raises LimitReached where the search grows
    too large for an answer, Unsupported for other puzzles.
    """
    found = _PegProof(_pegs(puzzle), seed, memory, emit)
    layers = found.minimum(at_least)
    plan = found.plan
    if plan is not None and len(plan) != layers.at_least:
        plan = None
    named = [("departures", one.parameters) for one in found.pruned(layers)]
    return BoundedClaim(layers.at_least, plan, named)


class _PegProof:
    """The searches of one puzzle, forward, and their certificate."""

    def __init__(self, puzzle: PegPuzzle, seed: int, memory: int | None, emit: Emit) -> None:
        self._puzzle, self._emit = puzzle, emit
        self._arrays = PegArrays(PegGraph(puzzle, backward=False))
        largest = LARGEST_LAYER if memory is None else min(LARGEST_LAYER, memory // LAYER_BYTES)
        self._finder = BoundFinder(self._arrays, seed, largest, self._on_work)
        self.plan: tuple[str, ...] | None = None
        kept = store.read(puzzle, backward=False)
        self._finder.most = max(self._finder.most, min(kept.most, largest))
        for parameters in kept.bounds:
            with suppress(CertificateRejected, Unsupported):
                self._finder.add(parameters)
        self._kept = (len(self._finder.found), kept.most)

    def run(self, wanted: int | None, workspace: Workspace) -> tuple[int, int]:
        """Search, write, check."""
        try:
            layers = self.minimum(wanted)
        except LimitReached as limit:
            if self._finder.last is None:
                raise
            layers = self._finder.last
            self._emit(Note(f"the {SEARCH} was stopped ({limit})", "reason"))
        found = self.pruned(layers)
        self._tell(found)
        checked = self._publish(layers.at_least, found, workspace)
        return checked.at_least or 0, checked.states

    def _on_work(self, what: str, done: int) -> None:
        self._emit(Working(what, done, unit="states"))

    def minimum(self, wanted: int | None) -> Layers:
        """The whole search for the largest claim that holds, or for the one that is wanted."""
        moves = self._finder.first_bound(self._puzzle.pegs) + 1
        most = self._puzzle.pegs.bit_count()
        if wanted is not None:
            moves = min(moves, wanted)
        while True:
            layers = self._finder.search(moves)
            self._keep()
            if layers.met:
                self._take_plan(layers)
                return self._finder.search(len(layers.layers) - 1)
            self._emit(Layer(SEARCH, "models", moves - 1, layers.states))
            if moves == wanted:
                return layers
            beam = self._finder.beam(moves + 1) if self._finder.found else layers
            if beam.met:
                self._take_plan(beam)
                return layers
            if moves > most:
                raise LimitReached("every plan would have more moves than there are pegs")
            moves += 1

    def _take_plan(self, layers: Layers) -> None:
        """Report the plan, in the image that begins with the start itself."""
        path = way_back(self._arrays, layers.layers)
        group = self._arrays.graph.group
        images = next(one for one in group if image_of(path[0], one) == self._puzzle.pegs)
        states = [(image_of(mask, images),) for mask in path]
        plan = plan_through(self._puzzle, states)
        self.plan = tuple(map(self._puzzle.format_move, plan))
        self._emit(PlanFound(self.plan, SEARCH))

    def _keep(self) -> None:
        """Keep the bounds for another run, as soon as there are more."""
        found = self._finder.found
        if found and (len(found), self._finder.most) != self._kept:
            self._kept = (len(found), self._finder.most)
            with suppress(OSError):
                store.write(
                    self._puzzle, False, self._finder.most, [one.parameters for one in found]
                )

    def pruned(self, layers: Layers) -> list[Found]:
        """The bounds without those that save fewer states than their tables cost."""
        found, states = list(self._finder.found), layers.states
        for one in list(found):
            rest = [other for other in found if other is not one]
            self._emit(Working("looking for bounds that can be left out"))
            bounds = [other.bound for other in rest]
            without = search(self._arrays, bounds, layers.at_least, states + WORTH_STATES)
            if without.whole and not without.met and without.states < states + WORTH_STATES:
                found, states = rest, without.states
        return found

    def _tell(self, found: Sequence[Found]) -> None:
        """Say which bounds the certificate has."""
        kept = f"kept in {str(store.file_of(self._puzzle, False))!r}"
        self._emit(Note(f"{count(len(found), 'lower bound')} by departures; all found: {kept}"))
        for one in found:
            charge, parts, weights = map(one.parameters.get, ("charge", "parts", "weights"))
            text = " ".join(map(str, weights or ()))
            self._emit(Note(f"departures: charge {charge}, parts {parts}, weights {text}"))

    def _publish(self, at_least: int, found: Sequence[Found], workspace: Workspace) -> Any:
        bounds = [one.bound for one in found]
        layers = search(self._arrays, bounds, at_least, NO_LIMIT)
        rows = [layer for layer in layers.layers if len(layer)]
        width = self._puzzle.pack_width
        make = record_maker(width, many=layers.states > MANY)
        blocks = [sorted_block(layer.tolist(), width) for layer in rows]
        claim = Claim("labelling", at_least, self.plan)
        named = [["departures", dict(one.parameters)] for one in found]

        def write(target: Target) -> None:
            body = chain.from_iterable(map(make, blocks))
            more: dict[str, Any] = {"version": BOUNDS_VERSION, "bounds": named, "backward": []}
            sizes = list(map(len, rows))
            write_file(target, self._puzzle, claim, workspace.versions, body, sizes=sizes, **more)

        return workspace.publish(write, self._emit)
