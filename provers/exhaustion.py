"""Evidence by a search of all states, breadth-first or by IDA*; it leaves no certificate.

If exhaustion is the only evidence, two breadth-first searches run: by the rules of `models` and by
the encoders' task.  If there is other evidence, one search runs, with the formulation of the rules
that this evidence does not use.  An answer is `cross-checked` if both formulations give it.  Large
boards of sliding tiles are searched by IDA*, whose answer is `claimed`; each f-limit at which no
plan is found is reported as a lower bound.
"""

import time
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from puzzleproof.encoders import ground, has_encoder
from puzzleproof.encoders.task_search import TaskSearch
from puzzleproof.models.errors import LimitReached, Unsupported
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.models.tiles.rules import TilesPuzzle
from puzzleproof.provers.events import (
    Emit,
    Event,
    EvidenceFound,
    Layer,
    Note,
    PlanFound,
    Working,
    searching,
)
from puzzleproof.provers.labelling.search import label
from puzzleproof.provers.process import array_budget
from puzzleproof.provers.session import Session
from puzzleproof.provers.verdict import UNSOLVABLE, Evidence, Formulation
from puzzleproof.verify.bfs import layers

if TYPE_CHECKING:
    from puzzleproof.explore.tiles.idastar import Heuristic

CONFIRM_SECONDS = 180.0
"""A cross-check may take this many seconds, or as long as the evidence that it confirms."""
NO_TASK = "no cross-check by another search: the family has no encoder"
SOON = 300_000
"""IDA* builds tables of patterns once failed f-limits have visited this many nodes.  The next
f-limit visits some seven times as many nodes, in a second."""


def prove_exhaustion(proof: Session) -> None:
    """Search large tile boards by IDA*; search other puzzles twice, or once with other evidence."""
    at_least, kinds = proof.request.at_least, {kind.name for kind in proof.request.kinds()}
    if at_least == 0:
        return
    if proof.special_search == "idastar":
        proof.call(search_idastar, proof.puzzle, at_least)
    elif kinds.isdisjoint(("labelling", "refutation")):
        proof.call(search_layers, proof.puzzle, at_least, array_budget(proof.memory))
        if has_encoder(proof.puzzle):
            proof.call(search_plainly, proof.puzzle, at_least, "encoders")
        else:
            proof.emit(Note(NO_TASK, "reason"))
    else:
        begin = time.perf_counter()
        rows = proof.bounds.evidence
        allowed = max(CONFIRM_SECONDS, *(row.seconds for row in rows), 0.0)
        best = max(rows, key=lambda row: row.bound, default=None)
        other = "encoders" if best is not None and best.formulation == "models" else "models"
        if other == "encoders" and not has_encoder(proof.puzzle):
            proof.emit(Note(NO_TASK, "reason"))
            return
        try:
            proof.call(search_plainly, proof.puzzle, at_least, other, seconds=allowed)
        except LimitReached as error:
            took = time.perf_counter() - begin
            why = f"the cross-check by another search was stopped ({error}, {took:.0f} s)"
            proof.emit(Note(why, "reason"))


def search_layers(puzzle: AnyPuzzle, at_least: int | None, memory: int | None, emit: Emit) -> None:
    """Search as for a labelling (`label`); report a plan, and evidence without a certificate."""
    begin, states = time.perf_counter(), 0
    emit(searching(puzzle))

    def listen(event: Event) -> None:
        nonlocal states
        states = event.states if isinstance(event, Layer) else states
        emit(event)

    found = label(puzzle, listen, at_least, memory=memory)
    if found.plan is not None:
        emit(PlanFound(found.plan, "search"))
    bound = UNSOLVABLE if found.at_least is None else found.at_least
    took = time.perf_counter() - begin
    emit(EvidenceFound(Evidence("exhaustion", bound, False, "search", "models", took, states)))


def search_plainly(
    puzzle: AnyPuzzle, at_least: int | None, formulation: Formulation, emit: Emit
) -> None:
    """Search breadth-first in plain Python, by the rules or by the encoders' task.

    The search ends at a goal, at depth ``at_least`` or after the last layer; it reports evidence.
    """
    begin, states, reached = time.perf_counter(), 0, None
    found: Any
    is_goal: Any
    if formulation == "models":
        emit(searching(puzzle, "searching by the rules"))
        name, by, found, is_goal = "exhaustion", "verify.bfs", layers(puzzle), puzzle.is_goal
    else:
        emit(searching(puzzle, "searching the encoders' task"))
        search, name = TaskSearch(ground(puzzle).task), "exhaustion of the task"
        by, found, is_goal = "encoders.task_search", search.layers(), search.is_goal
    bound: float = UNSOLVABLE
    for depth, layer in enumerate(found):
        has_goal = any(map(is_goal, layer))
        if depth == at_least or has_goal:
            bound, reached = depth, depth if has_goal else None
            break
        states += len(layer)
        emit(Layer(name, formulation, depth, states))
    took = time.perf_counter() - begin
    row = Evidence("exhaustion", bound, False, by, formulation, took, states, reached=reached)
    emit(EvidenceFound(row))


def look_for_plan(puzzle: AnyPuzzle, memory: int | None, emit: Emit) -> Evidence | None:
    """Find a plan without a claim about its length; return evidence if there is no plan at all."""
    found: list[Evidence] = []
    begun = searching(puzzle, "searching for a plan")

    def listen(event: Event) -> None:
        if isinstance(event, EvidenceFound) and event.evidence.bound == UNSOLVABLE:
            found.append(event.evidence)
        elif isinstance(event, PlanFound):
            emit(event)
        elif isinstance(event, Layer):
            emit(replace(begun, done=event.states))

    search_layers(puzzle, None, memory, listen)
    return found[0] if found else None


def search_idastar(
    puzzle: AnyPuzzle, at_least: int | None, emit: Emit, heuristic: str = "patterns"
) -> None:
    """Search by IDA* for a shortest plan, or prove ``at_least`` moves.

    Raises Unsupported if the search would never end.  Patterns are used only after many nodes,
    because their tables take time, and space on the disk.
    """
    from puzzleproof.explore.tiles.board import LETTERS, TileBoard
    from puzzleproof.explore.tiles.idastar import Manhattan, search

    assert isinstance(puzzle, TilesPuzzle), "only sliding tiles are searched by IDA*"
    begin, limit, seen = time.perf_counter(), -1, 0
    by = f"explore.tiles.idastar ({heuristic})"
    board = TileBoard(puzzle.rows, puzzle.columns, puzzle.goal)
    names = board.named(puzzle.start)
    endless = not puzzle.playable and 1 not in (puzzle.rows, puzzle.columns)
    if at_least is None and endless:
        fault = "the goal cannot be reached (parity), so the search would never end"
        raise Unsupported(f"{fault}; see --evidence invariant")
    emit(Working("searching by iterative deepening (IDA*)"))

    bound: Heuristic = Manhattan(board)

    def failed(f_limit: int, nodes: int) -> "Heuristic":
        """Report a failed f-limit: by parity, every plan has at least ``f_limit`` + 2 moves."""
        nonlocal limit, seen, bound
        limit, seen = f_limit, seen + nodes
        emit(Layer(by, "encoders", f_limit + 1, seen))
        if heuristic == "patterns" and seen > SOON and isinstance(bound, Manhattan):
            from puzzleproof.explore.tiles.patterns import PatternDatabases
            from puzzleproof.verify.arrays.pattern_tables import large_table

            emit(Working("computing tables of patterns"))
            bound = PatternDatabases(board, large_table, remark=lambda text: emit(Working(text)))
            if (first := bound.start(names)[0]) > f_limit + 2:
                emit(Layer(by, "encoders", first - 1, seen))
        return bound

    if first := bound.start(names)[0]:
        emit(Layer(by, "encoders", first - 1, 0))
    found = search(board, names, bound, failed, at_least)
    if found.word is not None:
        emit(PlanFound(tuple(LETTERS[direction] for direction in found.word), by))
    proven = UNSOLVABLE if found.at_least is None else found.at_least
    note = "IDA*" if limit < 0 else f"IDA*, f-limits up to {limit} refuted"
    seconds = time.perf_counter() - begin
    row = Evidence("exhaustion", proven, False, by, "encoders", seconds, found.nodes, note)
    emit(EvidenceFound(row))
