"""Survey a state graph within limits: findings arrive one by one and stay when it is stopped.

`SURVEYORS` names the function for each subject; `puzzleproof.provers.survey.graphs` has those of
state graphs.  Findings are `claimed`, as one search makes them, unless a certificate proves the
figure (`puzzleproof.provers.survey.certify`).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import astuple, dataclass, field, replace
from html import escape
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from puzzleproof.explore.survey import SurveyExtras
from puzzleproof.models import imported
from puzzleproof.models.errors import LimitReached, OutputError, PuzzleProofError, Unsupported
from puzzleproof.models.files import folder_beside
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.events import Emit, Event, Layer, Note, NotWritten, Working, ignore
from puzzleproof.provers.process import NO_LIMITS, Limits, call, half_of_spare_memory
from puzzleproof.provers.survey.certify import Certified, Certifier, Refused, figures_of

STATES_KEPT = 1_000_000
"""A graph of more states is not stored unless --max-states allows it."""
AS_FAR_AS_THE_DIAMETER = SurveyExtras()
SURVEYORS = {
    "graph": "puzzleproof.provers.survey.graphs:survey_graph",
    "starts": "puzzleproof.provers.survey.graphs:survey_starts",
    "from_goals": "puzzleproof.provers.survey.graphs:survey_from_goals",
    "finals": "puzzleproof.provers.survey.finals:survey_finals",
    "stacks": "puzzleproof.provers.survey.graphs:survey_stacks",
}
"""Subject -> ``module:name`` of the function that surveys it, given a `Work`, in the child."""


class StartsWanted(NamedTuple):
    """How many starts are listed, and which."""

    most: int
    band: tuple[int, int] | None = None
    """The least and the greatest distance from the nearest goal."""


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
    finals: bool = False
    from_goals: bool = False
    """These three in place of the graph."""
    seed: int = 0
    """The seed of the search for final holes."""
    certificate: str | None = None
    versions: Mapping[str, str] = field(default_factory=dict[str, str])
    """The versions of the program and its libraries that the certificate names."""

    def about(self, puzzle: AnyPuzzle) -> str:
        """What is surveyed, a key of `SURVEYORS`; raises Unsupported if the family lacks it."""
        asked = {"finals": self.finals, "starts": self.starts, "from_goals": self.from_goals}
        usual = "stacks" if puzzle.explored_by == "stacks" else "graph"
        subject = next((name for name, wanted in asked.items() if wanted), usual)
        asks_graph = bool(self.file or self.solutions or any(astuple(self.wanted)))
        of_graph, of_pegs = self.reachable or asks_graph, puzzle.explored_by == "levels"
        family, no_survey = f"family {puzzle.family!r}", puzzle.no_survey
        graph = "options for the state graph"

        def refuse(condition: object, fault: str) -> None:
            if condition:
                raise Unsupported(fault)

        if self.certificate:
            refuse(no_survey, f"--certificate: {no_survey}")
            others = self.finals or self.solutions or self.starts
            refuse(others, "--certificate: not with --finals, --solutions or --starts")
        match subject:
            case "finals":
                refuse(not of_pegs, f"--finals: final holes are those of pegs, not of {family}")
                refuse(of_graph or self.starts, f"--finals: leave out the {graph}")
            case "starts":
                refuse(
                    not puzzle.begins_anywhere,
                    f"--starts: {family} has no instances from another start",
                )
                refuse(self.from_goals or asks_graph, f"--starts: leave out the other {graph}")
            case "from_goals":
                refuse(of_graph, f"--from-goals: leave out the {graph}")
                refuse(no_survey, f"--from-goals: {no_survey}")
                refuse(not puzzle.reversible, "--from-goals: moves cannot be taken back")
            case _:
                pegs = "--solutions: counted for pegs, not for"
                refuse(self.solutions and not of_pegs, f"{pegs} {family}")
                stacks = usual == "stacks" and of_graph
                refuse(stacks, f"{puzzle.family} have no state graph to explore")
        return subject


@dataclass(frozen=True, slots=True)
class Finding(Event):
    """One thing found out, as `puzzleproof.explore.survey` reports it."""

    event: ClassVar[str] = "finding"
    name: str
    value: Any


@dataclass(frozen=True)
class Work:
    """A survey in the child: the question, the limits, and where findings go."""

    puzzle: AnyPuzzle
    request: SurveyRequest
    part: Path | None
    """The unfinished file of the graph, if one is wanted."""
    memory: int | None
    """Bytes that the whole process may hold."""
    emit: Emit
    certify: Callable[[], None] = lambda: None
    """Certifies what is known, before figures that may take long."""

    def report(self, name: str, value: Any) -> None:
        """Report a finding."""
        self.emit(Finding(name, value))

    def working(self, phase: str, done: int = 0, total: int | None = None) -> None:
        """Report progress, in states."""
        self.emit(Working(phase, done, total, "states"))

    def note(self, text: str) -> None:
        """Say what is missing or left out, and why."""
        self.emit(Note(text, "reason"))

    def spare(self, held: int) -> int | None:
        """The bytes left for a search when the process itself holds ``held``."""
        return None if self.memory is None else max(0, self.memory - held)


@dataclass
class Survey:
    """The findings, in the order in which they were made."""

    about: str = "graph"
    """A key of `SURVEYORS`."""
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
        rows = list[str]()
        for name, value in figures_of(self.findings).items():
            said = f"{len(value)} entries" if hasattr(value, "__len__") else f"{value}"
            cells = (name.replace("_", " "), said, self.grades[name])
            rows.append("".join(f"<td>{escape(cell)}</td>" for cell in cells))
        return f"<table>{''.join(f'<tr>{row}</tr>' for row in rows)}</table>"

    def take(self, event: Event) -> None:
        """Take the content of an event; progress counts until the search is done."""
        match event:
            case Finding(name, value):
                self.findings[name] = value
                if name == "start":
                    self.findings.pop("searched", None)
            case Layer(unit, _, depth, states):  # the states of earlier layers included
                before = self.findings.get("searched", {"states": 0, "sizes": []})
                sizes = [*before["sizes"], states - before["states"]] if depth else [states]
                found = {"unit": unit, "distance": depth, "states": states, "sizes": sizes}
                self.findings["searched"] = found
            case Note(text, kind):
                self.notes.append(text)
                self.reasons += [] if kind == "remark" else [text]
            case NotWritten(text):
                self.fault = text
            case Certified(figures):
                self.certified = list(figures)
            case Refused(error):
                self.refusal, self.fault = error, str(error)
            case _:
                pass


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
                where = folder_beside(Path(request.file), f"--write-graph {request.file!r}")
                part = stack.enter_context(where) / "graph"
            except OutputError as error:
                receive(NotWritten(str(error)))
                request = replace(request, file=None)
        work = found.about, puzzle, request, part, memory
        try:
            call(_survey, work, receive, limits._replace(memory=memory))
        except LimitReached as limit:
            nothing = request.certificate and not found.certified
            found.stopped = f"{limit}; the figures are not certified" if nothing else str(limit)
    found.certificate = request.certificate if found.certified else None
    found.seconds = time.perf_counter() - begin
    return found


def _survey(
    about: str,
    puzzle: AnyPuzzle,
    request: SurveyRequest,
    part: Path | None,
    memory: int | None,
    emit: Emit,
) -> None:
    """Survey, and certify what was found, in the child."""
    findings, surveyor = dict[str, Any](), imported(SURVEYORS[about])

    def hear(event: Event) -> None:
        if isinstance(event, Finding):
            findings[event.name] = event.value
        emit(event)

    work = Work(puzzle, request, part, memory, hear)
    if request.certificate is not None:
        certifier = Certifier(puzzle, request.certificate, request.versions, emit)
        work = replace(work, certify=lambda: certifier.certify(findings))
    surveyor(work)
    work.certify()
