"""Survey a state graph within limits: findings arrive one by one and stay when it is stopped.

A graph that fits into memory is stored whole and surveyed by `puzzleproof.explore.survey`.  For a
larger one, only counts that need no stored graph are reported
(`puzzleproof.provers.survey.large_graphs`).  Findings are `claimed`, as one search makes them,
unless a certificate proves the figure (`puzzleproof.provers.survey.certify`).
"""

from __future__ import annotations

import gc
import time
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import astuple, dataclass, field, replace
from functools import partial
from html import escape
from pathlib import Path
from typing import Any, ClassVar

from puzzleproof.encoders import ground_single_steps
from puzzleproof.explore.graph.whole import Graph, graph_from_start, whole_graph
from puzzleproof.explore.layers import LayeredSearch
from puzzleproof.explore.packed_task import PackedTask, bits_of
from puzzleproof.explore.survey import AnyGraph, SurveyExtras, survey, survey_extras
from puzzleproof.models.errors import (
    LimitReached,
    OutputError,
    PuzzleProofError,
    Unsupported,
)
from puzzleproof.models.files import folder_beside
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.events import Emit, Event, Layer, Note, NotWritten, Working, ignore
from puzzleproof.provers.packed_task import packed_task_of
from puzzleproof.provers.process import NO_LIMITS, Limits, call, half_of_spare_memory
from puzzleproof.provers.survey.array_graphs import in_arrays
from puzzleproof.provers.survey.certify import Certified, Certifier, Refused, figures_of
from puzzleproof.provers.survey.graph_files import GRAPH_FILES, Unpack, drawn, graph_task
from puzzleproof.provers.survey.large_graphs import (
    INTERPRETER_BYTES,
    LargeGraph,
    is_too_large,
    survey_large,
    too_many,
)
from puzzleproof.provers.survey.starts import StartsWanted, starts_found

STATES_KEPT = 1_000_000
"""A graph of more states is not stored unless --max-states allows it."""
BYTES_A_STATE = 600
"""Bytes for a state of a stored graph, its neighbours included."""

AS_FAR_AS_THE_DIAMETER = SurveyExtras()


@dataclass(frozen=True, slots=True)
class SurveyRequest:
    """What to survey and how."""

    reachable: bool = False
    """Only states that can be reached from the start, not all configurations."""
    wanted: SurveyExtras = AS_FAR_AS_THE_DIAMETER
    states: int = STATES_KEPT
    """The most states of a graph that is stored."""
    file: str | None = None
    """Where to write the graph; the suffix gives the format."""
    solutions: bool = False
    """Of pegs: how many solutions there are, and how many positions are on one."""
    starts: StartsWanted | None = None
    """In place of the graph: its hardest starts, as instances."""
    finals: bool = False
    """For pegs, instead of the graph: which final holes each vacancy allows, with plans."""
    from_goals: bool = False
    """Instead of the graph: how far all starts are from their nearest goals."""
    seed: int = 0
    """The seed of the search for final holes."""
    certificate: str | None = None
    """Where to write a certificate of the figures."""
    versions: Mapping[str, str] = field(default_factory=dict[str, str])
    """The versions of the program and its libraries that the certificate names."""

    @property
    def _asks_graph(self) -> bool:
        return bool(self.file or self.solutions or any(astuple(self.wanted)))

    def about(self, puzzle: AnyPuzzle) -> str:
        """What is surveyed: ``graph``, ``starts``, ``from_goals``, ``stacks`` or ``finals``.

        Raises Unsupported for what the family has not.
        """
        uncertified = self.finals or self.solutions or self.starts
        if self.certificate and (puzzle.no_survey or uncertified):
            reason = puzzle.no_survey or "not with --finals, --solutions or --starts"
            raise Unsupported(f"--certificate: {reason}")
        if self.finals:
            self._check_finals(puzzle)
            return "finals"
        if self.starts:
            self._check_starts(puzzle)
            return "starts"
        if self.from_goals:
            self._check_from_goals(puzzle)
            return "from_goals"
        if self.solutions and puzzle.explored_by != "levels":
            raise Unsupported(f"--solutions: counted for pegs, not for family {puzzle.family!r}")
        if puzzle.explored_by == "stacks":
            if self.reachable or self._asks_graph:
                raise Unsupported(f"{puzzle.family} have no state graph to explore")
            return "stacks"
        return "graph"

    def _check_finals(self, puzzle: AnyPuzzle) -> None:
        if puzzle.explored_by != "levels":
            fault = f"final holes are those of pegs, not of family {puzzle.family!r}"
            raise Unsupported(f"--finals: {fault}")
        if self.reachable or self.starts or self._asks_graph:
            raise Unsupported("--finals: leave out the options for the state graph")

    def _check_starts(self, puzzle: AnyPuzzle) -> None:
        if not puzzle.begins_anywhere:
            fault = f"family {puzzle.family!r} has no instances from another start"
            raise Unsupported(f"--starts: {fault}")
        if self.from_goals or self._asks_graph:
            raise Unsupported("--starts: leave out the other options for the state graph")

    def _check_from_goals(self, puzzle: AnyPuzzle) -> None:
        if self.reachable or self._asks_graph:
            raise Unsupported("--from-goals: leave out the options for the state graph")
        if puzzle.no_survey or not puzzle.reversible:
            reason = puzzle.no_survey or "moves cannot be taken back"
            raise Unsupported(f"--from-goals: {reason}")


@dataclass(frozen=True, slots=True)
class Finding(Event):
    """One thing found out, as `puzzleproof.explore.survey` reports it."""

    event: ClassVar[str] = "finding"
    name: str
    value: Any


@dataclass
class Survey:
    """The findings, in the order in which they were made."""

    about: str = "graph"
    """``graph``, ``starts``, ``from_goals``, ``finals`` or ``stacks``."""
    findings: dict[str, Any] = field(default_factory=dict[str, Any])
    notes: list[str] = field(default_factory=list[str])
    reasons: list[str] = field(default_factory=list[str])
    """The notes that say what is missing or left out, and why."""
    certified: list[str] = field(default_factory=list[str])
    """The figures that the rules confirm (`puzzleproof.verify.survey`)."""
    certificate: str | None = None
    """The file that shows them."""
    stopped: str | None = None
    """The limit that ended it."""
    fault: str = ""
    """Why the graph, or the certificate, could not be written."""
    refusal: PuzzleProofError | None = None
    """Why the certificate that was asked for is missing; the findings stand."""
    seconds: float = 0.0

    @property
    def grades(self) -> dict[str, str]:
        """For each figure found, ``certified`` or ``claimed``."""
        figures = figures_of(self.findings)
        return {name: "certified" if name in self.certified else "claimed" for name in figures}

    def _repr_html_(self) -> str:
        """The figures with their grades as a table; for a list, its number of entries."""

        def entries(value: Any) -> str:
            return f"{len(value)} entries"

        rows = list[str]()
        for name, value in figures_of(self.findings).items():
            said = f"{value}" if not isinstance(value, (list, dict)) else entries(value)
            cells = (name.replace("_", " "), said, self.grades[name])
            rows.append("".join(f"<td>{escape(cell)}</td>" for cell in cells))
        return f"<table>{''.join(f'<tr>{row}</tr>' for row in rows)}</table>"

    def take(self, event: Event) -> None:
        """Take the content of an event; progress counts until the search is done."""
        if isinstance(event, Finding):
            self.findings[event.name] = event.value
            if event.name == "start":
                self.findings.pop("searched", None)
        elif isinstance(event, Layer):
            self._searched(event.search, event.depth, event.states)
        elif isinstance(event, Note):
            self.notes.append(event.text)
            self.reasons += [] if event.kind == "remark" else [event.text]
        elif isinstance(event, NotWritten):
            self.fault = event.text
        elif isinstance(event, Certified):
            self.certified = list(event.figures)
        elif isinstance(event, Refused):
            self.refusal, self.fault = event.error, str(event.error)

    def _searched(self, unit: str, depth: int, states: int) -> None:
        """Note a layer; ``states`` includes those of earlier layers."""
        before = self.findings.get("searched", {"states": 0, "sizes": []})
        sizes = [*before["sizes"], states - before["states"]] if depth else [states]
        found = {"unit": unit, "distance": depth, "states": states, "sizes": sizes}
        self.findings["searched"] = found


def explore(
    puzzle: AnyPuzzle, request: SurveyRequest, on_event: Emit = ignore, limits: Limits = NO_LIMITS
) -> Survey:
    """Survey the state graph of a puzzle in its metric, or the other subject of the request.

    Works in a child process.  Raises Unsupported for a question that does not fit the family.  If a
    file cannot be written, the survey notes the fault and goes on.
    """
    begin, found = time.perf_counter(), Survey(request.about(puzzle))

    def receive(event: Event) -> None:
        found.take(event)
        on_event(event)

    memory = limits.memory or half_of_spare_memory()
    with ExitStack() as stack:
        part: Path | None = None
        if request.file:
            try:
                where = folder_beside(Path(request.file), _named(request))
                part = stack.enter_context(where) / "graph"
            except OutputError as error:
                receive(NotWritten(str(error)))
                request = replace(request, file=None)
        work = puzzle, found.about, request, part, memory
        try:
            call(_survey, work, receive, limits._replace(memory=memory))
        except LimitReached as limit:
            nothing = request.certificate and not found.certified
            found.stopped = f"{limit}; the figures are not certified" if nothing else str(limit)
    found.certificate = request.certificate if found.certified else None
    found.seconds = time.perf_counter() - begin
    return found


def _survey(
    puzzle: AnyPuzzle,
    about: str,
    request: SurveyRequest,
    part: Path | None,
    memory: int | None,
    emit: Emit,
) -> None:
    """Survey, and certify what was found, in the child."""
    if request.certificate is None:
        SURVEYORS[about](puzzle, request, part, memory, emit)
        return
    certifier = Certifier(puzzle, request.certificate, request.versions, emit)
    findings = dict[str, Any]()

    def hear(event: Event) -> None:
        if isinstance(event, Finding):
            findings[event.name] = event.value
        emit(event)

    def certify() -> None:
        certifier.certify(findings)

    work = SURVEYORS[about]
    if about == "graph":  # some of its figures may take long
        work = partial(work, certify=certify)
    work(puzzle, request, part, memory, hear)
    certify()


def _nothing() -> None:
    """Do nothing: no certificate is wanted."""


def _survey_graph(
    puzzle: AnyPuzzle,
    request: SurveyRequest,
    part: Path | None,
    memory: int | None,
    emit: Emit,
    certify: Callable[[], None] = _nothing,
) -> None:
    """Survey the state graph; ``certify`` what is known before figures that may take long."""
    gc.disable()  # there are no cycles, and looking for some takes a tenth of the time
    task, unpack, is_tour = graph_task(puzzle)
    if is_tour:
        tour = "a tour: the graph is that of the placements; stops visited are left out"
        emit(Note(tour, "reason"))

    def working(phase: str, done: int, total: int | None) -> None:
        emit(Working(phase, done, total, "states"))

    large = _large_graph(puzzle, task, request, memory, emit)
    draw, report = partial(drawn, puzzle, unpack), large.report
    too_large, extras = is_too_large(large), _extras(request.wanted)
    asks_lists = bool(request.file or extras)
    graph = None if too_large else _lists(large) if asks_lists else _held(large)
    if graph is None:
        _check_not_whole(large, request)
        graph = _held(large) if asks_lists and not too_large else None
        if graph is None:
            survey_large(large, _left_out(request.wanted))
            return
        words = f"{too_many(large)} in lists, which these need"
        emit(Note(f"{words}; not computed: {extras}", "reason"))
    if not isinstance(graph, Graph):
        survey(graph, draw, report, working, certify)
        return
    if part:
        emit(_written(puzzle, graph, part, request, unpack))
    survey(graph, draw, report, working, certify)
    survey_extras(graph, request.wanted, draw, report, working)


def _large_graph(
    puzzle: AnyPuzzle, task: PackedTask, request: SurveyRequest, memory: int | None, emit: Emit
) -> LargeGraph:
    """The graph that is to be built, and how many of its states are held."""
    emit(Working("building the graph", 0, None, "states"))

    def report(name: str, value: Any) -> None:
        emit(Finding(name, value))

    states, reachable, solutions = request.states, request.reachable, request.solutions
    if memory is not None:
        states = max(1, min(states, (memory - INTERPRETER_BYTES) // BYTES_A_STATE))
    return LargeGraph(
        puzzle, task, states, reachable, solutions, memory, report, emit, request.states
    )


def _held(large: LargeGraph) -> AnyGraph | None:
    """The graph in arrays, or else in lists; None if memory cannot hold it."""
    try:
        arrays = in_arrays(large)
    except LimitReached:
        return None
    return _lists(large) if arrays is None else arrays


def _lists(large: LargeGraph) -> Graph | None:
    """The graph in lists, if memory can hold it."""
    try:
        return (graph_from_start if large.reachable else whole_graph)(large.task, large.states)
    except LimitReached:
        return None


def _check_not_whole(large: LargeGraph, request: SurveyRequest) -> None:
    """Raise Unsupported for what only a whole graph has."""
    if request.file:
        reason = "not with --solutions" if large.solutions else too_many(large)
        raise Unsupported(f"--graph: {reason}")
    if request.certificate and large.puzzle.explored_by == "levels" and large.task.symmetries:
        counted = "positions are counted up to symmetry, which is not certified"
        raise Unsupported(f"--certificate: {too_many(large)}; {counted}")


def _left_out(wanted: SurveyExtras) -> str:
    """The figures that are not computed if the graph is not stored."""
    return ", ".join(filter(None, ("symmetric states", "diameter", _extras(wanted))))


def _extras(wanted: SurveyExtras) -> str:
    """The wanted figures beyond the diameter."""
    return ", ".join(name for name in ("eccentricities", "pairs") if getattr(wanted, name))


# --- starts, from the goals, finals, stacks --------------------------------------------------


def _survey_starts(
    puzzle: AnyPuzzle, request: SurveyRequest, part: Path | None, memory: int | None, emit: Emit
) -> None:
    """List the hardest starts, in the child."""
    gc.disable()
    assert request.starts is not None, "what is surveyed"
    task, unpack, _ = graph_task(puzzle)
    if not task.goals:
        raise Unsupported("--starts: a tour has no goal, and so no hardest start")
    large = _large_graph(puzzle, task, request, memory, emit)
    graph = None if is_too_large(large) else _lists(large)
    if graph is None:
        raise Unsupported(f"--starts: {too_many(large)}")
    large.report("starts", starts_found(puzzle, graph, unpack, request.starts))


def _survey_from_goals(
    puzzle: AnyPuzzle, request: SurveyRequest, part: Path | None, memory: int | None, emit: Emit
) -> None:
    """Count the states at each distance from the nearest goal, in the child."""
    grounding = ground_single_steps(puzzle)
    task, sizes = packed_task_of(grounding), list[int]()
    if not puzzle.lists_all_goals:
        graph = whole_graph(task, request.states)
        found = Counter(graph.to_goals())
        sizes = [found[depth] for depth in range(len(found)) if depth in found]
    else:
        goals = puzzle.goal_states(1) or ()
        bits = [bits_of(facts) for goal in goals for facts in grounding.facts_of(goal)]
        for engine, layer in LayeredSearch(task, memory=memory).layers(bits):
            sizes.append(engine.size(layer))
            emit(Working("searching from the goals", sum(sizes), None, "states"))
    value = {"moves": len(sizes) - 1, "states": sum(sizes), "layers": sizes} if sizes else None
    emit(Finding("from_goals", value))


def _survey_finals(
    puzzle: Any, request: SurveyRequest, part: Path | None, memory: int | None, emit: Emit
) -> None:
    """Survey the final holes of a board, in the child."""
    from puzzleproof.provers.survey.finals import survey_finals

    def report(name: str, value: Any) -> None:
        emit(Finding(name, value))

    survey_finals(puzzle, memory, request.seed, report, emit)


def _survey_stacks(
    puzzle: Any, request: SurveyRequest, part: Path | None, memory: int | None, emit: Emit
) -> None:
    """Survey a set of cubes, in the child."""
    from puzzleproof.explore.random_cubes import survey_cubes

    def report(name: str, value: Any) -> None:
        emit(Finding(name, value))

    survey_cubes(puzzle, report)


SURVEYORS: dict[str, Callable[..., None]] = {
    "graph": _survey_graph,
    "starts": _survey_starts,
    "from_goals": _survey_from_goals,
    "finals": _survey_finals,
    "stacks": _survey_stacks,
}
"""Subject -> the function that surveys it."""


# --- files ------------------------------------------------------------------------------------


def _named(request: SurveyRequest) -> str:
    return f"--write-graph {request.file!r}"


def _written(
    puzzle: AnyPuzzle, graph: Graph, part: Path, request: SurveyRequest, unpack: Unpack
) -> Event:
    """Write the graph beside the file (a link's target), and only then put it in its place."""
    target = Path(request.file or "")
    try:
        GRAPH_FILES[target.suffix](puzzle, graph, part, unpack)
        part.replace(target.resolve())
    except Unsupported as error:
        raise Unsupported(f"--write-graph: {error}") from None
    except OSError as error:
        return NotWritten(str(OutputError.at(_named(request), error)))
    return Finding("file", request.file)
