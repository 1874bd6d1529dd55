"""Survey a state graph within limits: findings arrive one by one and stay when it is stopped.

A graph that fits the memory is held whole, and `puzzleproof.explore.survey` tells all about it. One
that does not is told as far as there is a way (`puzzleproof.provers.survey.large_graphs`).  Nothing
here is evidence: it is one search, labelled `claimed`.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

from puzzleproof.encoders.families import ground_single_steps
from puzzleproof.explore.graph.whole import Graph, graph_from_start, whole_graph
from puzzleproof.explore.survey import Draw, SurveyExtras, survey
from puzzleproof.models.errors import InstanceError, LimitReached, Unsupported
from puzzleproof.models.instances import dumps
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.events import Emit, Event, Layer, Note, ignore
from puzzleproof.provers.memory import half_of_spare_memory
from puzzleproof.provers.packed_task import packed_task_of, state_of
from puzzleproof.provers.process import NO_LIMITS, Limits, run
from puzzleproof.provers.survey.large_graphs import (
    INTERPRETER,
    Large,
    Way,
    tell_large,
    too_many,
    way_for,
)

STATES_KEPT = 1_000_000
"""A graph of more states is not held whole unless it is asked for."""
BYTES_A_STATE = 600
"""What a state of a graph takes that is held whole, its neighbours included."""
WRITTEN = 100_000
"""Vertices that a text file holds at most: no program draws more."""

AS_FAR_AS_THE_DIAMETER = SurveyExtras()


@dataclass(frozen=True, slots=True)
class Asked:
    """What to survey and how."""

    reachable: bool = False
    """Only what can be reached from the start, not all configurations."""
    wanted: SurveyExtras = AS_FAR_AS_THE_DIAMETER
    states: int = STATES_KEPT
    """Graphs of more states are not held whole."""
    file: str | None = None
    """Where to write the graph; the suffix says in which form."""
    solutions: bool = False
    """Of pegs: how many solutions there are, and how many positions are on one."""


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

    def take(self, event: Event) -> None:
        """Remember what an event tells; how far a search came counts until it is done."""
        match event:
            case Finding(name, value):
                self.findings[name] = value
                if name == "start":
                    self.findings.pop("searched", None)
            case Layer(unit, _, depth, states):
                self._searched(unit, depth, states)
            case Note(text):
                self.notes.append(text)
            case _:
                pass

    def _searched(self, unit: str, depth: int, states: int) -> None:
        """Note a layer; ``states`` counts those of the layers before as well."""
        before = self.findings.get("searched", {"states": 0, "sizes": []})
        sizes = [*before["sizes"], states - before["states"]] if depth else [states]
        value = {"unit": unit, "distance": depth, "states": states, "sizes": sizes}
        self.findings["searched"] = value


def explore(
    puzzle: AnyPuzzle, asked: Asked, on_event: Emit = ignore, limits: Limits = NO_LIMITS
) -> Survey:
    """Survey the state graph of a puzzle in its metric, in a child process.

    Raises Unsupported for what the family has not, InstanceError for a file that cannot be written.
    """
    begin, found = time.perf_counter(), Survey()

    def receive(event: Event) -> None:
        found.take(event)
        on_event(event)

    memory = limits.memory or half_of_spare_memory()
    target = Path(asked.file).resolve() if asked.file else None
    try:
        run(_work, (puzzle, asked, target, memory), receive, limits.seconds, memory)
    except LimitReached as limit:
        found.stopped = str(limit)
    finally:
        # A child that was ended could not clear up.
        if target:
            _beside(target).unlink(missing_ok=True)
    found.seconds = time.perf_counter() - begin
    return found


def _work(
    puzzle: AnyPuzzle, asked: Asked, target: Path | None, memory: int | None, emit: Emit
) -> None:
    """Survey, in the child."""
    gc.disable()  # there are no cycles, and looking for some takes a tenth of the time
    grounding = ground_single_steps(puzzle)
    if not grounding.exact:
        raise Unsupported(f"family {puzzle.family!r} has no graph of single steps")
    if asked.solutions and puzzle.family != "pegs":
        raise Unsupported(f"--solutions: counted for pegs, not for family {puzzle.family!r}")
    model = packed_task_of(grounding)
    if model.stops:
        emit(Note("a tour: the graph is that of the placements; stops visited are left out"))
        model = replace(model, stops=())

    def tell(name: str, value: Any) -> None:
        emit(Finding(name, value))

    def draw(state: int) -> str:
        return puzzle.draw(state_of(grounding, model, state))

    states = _held(asked.states, memory)
    large = Large(puzzle, model, states, asked.reachable, asked.solutions, memory, tell, emit)
    way = way_for(large)
    graph = _graph(large, way)
    if graph is None:
        if target:
            reason = "not with --solutions" if asked.solutions else too_many(large)
            raise Unsupported(f"--graph: {reason}")
        tell_large(large, way, _left_out(asked))
        return
    tell("whole", graph.whole)
    if target:
        _write(puzzle, graph, str(asked.file), draw)
        tell("file", asked.file)
    survey(graph, asked.wanted, draw, tell)


def _held(states: int, memory: int | None) -> int:
    """How many states may be held within so many bytes."""
    if memory is None:
        return states
    return max(1, min(states, (memory - INTERPRETER) // BYTES_A_STATE))


def _graph(large: Large, way: Way) -> Graph | None:
    """The graph, where it can be held whole."""
    if way.too_large(large):
        return None
    try:
        return (graph_from_start if large.reachable else whole_graph)(large.model, large.states)
    except LimitReached:
        return None


def _left_out(asked: Asked) -> str:
    """What is not told of a graph that is not held."""
    wanted = asked.wanted
    words = [("symmetric states", True), ("diameter", True),
             ("eccentricities", wanted.eccentricities), ("pairs", wanted.pairs)]  # fmt: skip
    return ", ".join(word for word, applies in words if applies)


# --- files ------------------------------------------------------------------------------------


def _beside(target: Path) -> Path:
    return target.with_name(target.name + ".part")


def _write(puzzle: AnyPuzzle, graph: Graph, file: str, draw: Draw) -> None:
    """Write the graph to a file beside its place (that of a link's target), then put it there."""
    target = Path(file).resolve()
    part = _beside(target)
    try:
        GRAPH_FILES[Path(file).suffix](puzzle, graph, part, draw)
        part.replace(target)
    except OSError as error:
        raise InstanceError(f"--graph {file!r}: cannot be written: {error.strerror}") from None


def _binary(puzzle: AnyPuzzle, graph: Graph, path: Path, draw: Draw) -> None:
    from puzzleproof.explore.graph.files import write_graph

    write_graph(graph, path, dumps(puzzle), puzzle.metric)


def _text(writer: str, puzzle: AnyPuzzle, graph: Graph, path: Path, draw: Draw) -> None:
    from puzzleproof.explore.graph import files

    number = len(graph.states)
    if number > WRITTEN:
        raise Unsupported(
            f"--graph: {number:,} states; a text file holds {WRITTEN:,} at most (FILE.graph all)"
        )
    with path.open("w", encoding="utf-8") as file:
        getattr(files, writer)(graph, file, draw)


GRAPH_FILES: dict[str, Callable[[AnyPuzzle, Graph, Path, Draw], None]] = {
    ".graph": _binary,
    ".graphml": partial(_text, "write_graphml"),
    ".dot": partial(_text, "write_dot"),
}
"""Suffix -> how the graph is written."""
