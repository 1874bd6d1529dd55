"""Survey a state graph within limits: findings arrive one by one and stay when it is stopped.

A graph that fits the memory is held whole.  One that does not is told as far as there is a way:
labelled pieces as a lift of the graph without labels, pegs up to the symmetries of the board, and
whatever else layer by layer.  Nothing here is evidence: it is one search, labelled `claimed`.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

from puzzleproof.encoders.task import Grounding
from puzzleproof.encoders.walks import ground_walks
from puzzleproof.explore.graph.whole import Graph, graph_from_start, whole_graph
from puzzleproof.explore.model import Model
from puzzleproof.explore.search import Search
from puzzleproof.explore.survey import Draw, Wanted, survey
from puzzleproof.models.errors import LimitReached, Unsupported
from puzzleproof.models.instances import dumps
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.events import Emit, Event, Layer, Note
from puzzleproof.provers.numbering import state_of
from puzzleproof.provers.packing import model_of
from puzzleproof.provers.session import NO_LIMITS, Limits, ignore
from puzzleproof.provers.supervise import half_of_spare_memory, run

__all__ = ["GRAPH_FILES", "Asked", "Finding", "Survey", "explore"]

STATES_KEPT = 1_000_000
"""A graph of more states is not held whole (each takes some 600 bytes) unless it is asked for."""
WRITTEN = 100_000
"""Vertices that a text file holds at most: no program draws more."""


AS_FAR_AS_THE_DIAMETER = Wanted()


@dataclass(frozen=True, slots=True)
class Asked:
    """What to survey and how."""

    reachable: bool = False
    """Only what can be reached from the start, not all configurations."""
    wanted: Wanted = AS_FAR_AS_THE_DIAMETER
    states: int = STATES_KEPT
    file: str | None = None
    """Where to write the graph; the suffix says in which form."""


@dataclass(frozen=True, slots=True)
class Finding(Event):
    """One thing found out, as `puzzleproof.explore.survey` tells it."""

    event: ClassVar[str] = "finding"
    name: str
    value: Any


@dataclass
class Survey:
    """The findings, in the order in which they were made."""

    findings: dict[str, Any] = field(default_factory=dict[str, Any])
    notes: list[str] = field(default_factory=list[str])
    stopped: str | None = None
    """The limit that ended it."""
    seconds: float = 0.0


def explore(
    puzzle: AnyPuzzle, asked: Asked, on_event: Emit = ignore, limits: Limits = NO_LIMITS
) -> Survey:
    """Survey the state graph of a puzzle in its metric, in a child process.

    Raises Unsupported for a family without steps, InstanceError for a file that cannot be written.
    """
    begin, found = time.perf_counter(), Survey()

    def receive(event: Event) -> None:
        match event:
            case Finding(name, value):
                found.findings[name] = value
            case Note(text):
                found.notes.append(text)
            case _:
                pass
        on_event(event)

    memory = limits.memory or half_of_spare_memory()
    try:
        run(_work, (puzzle, asked, memory), receive, limits.seconds, memory)
    except LimitReached as limit:
        found.stopped = str(limit)
    found.seconds = time.perf_counter() - begin
    return found


def _work(puzzle: AnyPuzzle, asked: Asked, memory: int | None, emit: Emit) -> None:
    grounding = ground_walks(puzzle)
    if not grounding.exact:
        raise Unsupported(f"family {puzzle.family!r} has no graph of single steps")
    model = model_of(grounding)
    if model.stops:
        emit(Note("on a tour this is the graph of the placements, without the stops visited"))

    def tell(name: str, value: Any) -> None:
        emit(Finding(name, value))

    def draw(state: int) -> str:
        return puzzle.draw(state_of(grounding, model, state))

    try:
        build = graph_from_start if asked.reachable else whole_graph
        graph = build(model, asked.states)
    except LimitReached as limit:
        emit(Note(f"{limit}: the graph is not held whole (--states N allows more)"))
        _large(puzzle, grounding, model, asked, memory, emit)
        return
    tell("whole", graph.whole)
    survey(graph, asked.wanted, draw, tell)
    if asked.file:
        _write(puzzle, graph, Path(asked.file), draw)


def _large(
    puzzle: AnyPuzzle, grounding: Grounding, model: Model, asked: Asked, memory: int | None,
    emit: Emit,
) -> None:  # fmt: skip
    """Layer by layer from the start."""
    if asked.file:
        raise Unsupported(f"--graph: more than {asked.states} states are not written to a file")
    sizes = list[int]()
    for engine, layer in Search(model, memory=memory and memory * 2 // 3).layers():
        sizes.append(engine.size(layer))
        emit(Layer("search", "encoders", len(sizes) - 1, sum(sizes)))
    emit(Finding("whole", False))
    emit(Finding("states", sum(sizes)))
    start = {"component": sum(sizes), "eccentricity": len(sizes) - 1, "layers": sizes}
    emit(Finding("start", start))


def _write(puzzle: AnyPuzzle, graph: Graph, path: Path, draw: Draw) -> None:
    """Write the graph to a file beside its place, then put it there."""
    part = path.with_name(path.name + ".part")
    try:
        GRAPH_FILES[path.suffix](puzzle, graph, part, draw)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def _binary(puzzle: AnyPuzzle, graph: Graph, path: Path, draw: Draw) -> None:
    from puzzleproof.explore.graph.files import write_graph

    write_graph(graph, path, dumps(puzzle), puzzle.metric)


def _text(writer: str, puzzle: AnyPuzzle, graph: Graph, path: Path, draw: Draw) -> None:
    from puzzleproof.explore.graph import files

    if len(graph.states) > WRITTEN:
        raise Unsupported(
            f"{path.name.removesuffix('.part')!r}: {len(graph.states)} states; a text file holds "
            f"{WRITTEN} at most (the binary form, .graph, holds all)"
        )
    with path.open("w", encoding="utf-8") as file:
        getattr(files, writer)(graph, file, draw)


GRAPH_FILES: dict[str, Callable[[AnyPuzzle, Graph, Path, Draw], None]] = {
    ".graph": _binary,
    ".graphml": partial(_text, "write_graphml"),
    ".dot": partial(_text, "write_dot"),
}
"""Suffix -> how the graph is written."""
