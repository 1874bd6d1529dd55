"""Survey a state graph within limits: findings arrive one by one, and remain after a stop.

`SURVEYORS` names the function for each subject; the functions for state graphs are in
`puzzleproof.provers.survey.graphs`.  Findings are `claimed`, because one search makes them, unless
a certificate proves the statistic (`puzzleproof.provers.survey.certify`).
"""

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from html import escape
from pathlib import Path
from typing import Any, ClassVar

from puzzleproof.models import imported
from puzzleproof.models.errors import LimitReached, OutputError, PuzzleProofError
from puzzleproof.models.output import folder_beside
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.events import Emit, Event, Layer, Note, NotWritten, Working, ignore
from puzzleproof.provers.process import call, half_of_spare_memory
from puzzleproof.provers.survey.certify import Certified, Certifier, Refused, figures_of
from puzzleproof.provers.survey.request import SurveyRequest

SURVEYORS = {
    "graph": "puzzleproof.provers.survey.graphs:survey_graph",
    "starts": "puzzleproof.provers.survey.graphs:survey_starts",
    "from-goals": "puzzleproof.provers.survey.graphs:survey_from_goals",
    "final-holes": "puzzleproof.provers.survey.finals:survey_finals",
    "stacks": "puzzleproof.provers.survey.graphs:survey_stacks",
}
"""Subject -> ``module:name`` of its function, which takes a `Work` in the child process."""


@dataclass(frozen=True, slots=True)
class Finding(Event):
    """A result with its name, as `puzzleproof.explore.survey` reports it."""

    event: ClassVar[str] = "finding"
    name: str
    value: Any


@dataclass(frozen=True)
class Work:
    """A survey in the child process: the puzzle, the request, the limits, and the listener."""

    puzzle: AnyPuzzle
    request: SurveyRequest
    part: Path | None
    """The unfinished file of the graph, if one is requested."""
    memory: int | None
    """The whole process may hold this many bytes."""
    emit: Emit
    certify: Callable[[], None] = lambda: None
    """A function to certify the findings so far, called before statistics that may take long."""

    def report(self, name: str, value: Any) -> None:
        """Report a finding."""
        self.emit(Finding(name, value))

    def working(self, phase: str, done: int = 0, total: int | None = None) -> None:
        """Report progress, in states."""
        self.emit(Working(phase, done, total, "states"))

    def note(self, text: str) -> None:
        """Report what is missing or left out, and why."""
        self.emit(Note(text, "reason"))

    def spare(self, held: int) -> int | None:
        """Return the bytes left for a search, if the process itself holds ``held`` bytes."""
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
    """The statistics in the accepted certificate (`puzzleproof.verify.survey`)."""
    certificate: str | None = None
    """The certificate's file."""
    stopped: str | None = None
    """The limit that ended the survey."""
    fault: str = ""
    """Why the graph, or the certificate, could not be written."""
    refusal: PuzzleProofError | None = None
    """The reason why the requested certificate is missing; the findings remain."""
    seconds: float = 0.0

    @property
    def grades(self) -> dict[str, str]:
        """For each statistic found, ``certified`` or ``claimed``."""
        figures = figures_of(self.findings)
        return {name: "certified" if name in self.certified else "claimed" for name in figures}

    def __repr__(self) -> str:
        """Return what was found, as in ``<Survey: states 530, component sizes 2 entries>``."""
        said = (f"{name.replace('_', ' ')} {text}" for name, text in self._values())
        return f"<Survey: {', '.join(said) or 'nothing found'}>"

    def _values(self) -> Iterator[tuple[str, str]]:
        """Yield each statistic with its value in a few words; for a list, its number of entries."""
        for name, value in figures_of(self.findings).items():
            yield name, f"{len(value)} entries" if hasattr(value, "__len__") else f"{value}"

    def _repr_html_(self) -> str:
        """Return the statistics with their grades as a table."""
        rows = list[str]()
        for name, said in self._values():
            cells = (name.replace("_", " "), said, self.grades[name])
            rows.append("".join(f"<td>{escape(cell)}</td>" for cell in cells))
        return f"<table>{''.join(f'<tr>{row}</tr>' for row in rows)}</table>"

    def take(self, event: Event) -> None:
        """Take the content of an event; a search's progress is a finding until its result comes."""
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
    puzzle: AnyPuzzle,
    request: SurveyRequest,
    on_event: Emit = ignore,
    versions: Mapping[str, str] | None = None,
) -> Survey:
    """Survey the state graph of a puzzle in its metric, or another subject of the request.

    ``versions`` has the versions of the program and its libraries, for the certificate.  The work
    is done in a child process.  Raises Unsupported if the request does not fit the family.  If a
    file cannot be written, the survey reports the fault and continues.
    """
    begin, found = time.perf_counter(), Survey(request.about(puzzle))

    def receive(event: Event) -> None:
        found.take(event)
        on_event(event)

    limits = request.limits
    memory = limits.memory or half_of_spare_memory()
    with ExitStack() as stack:
        part: Path | None = None
        if request.graph:
            try:
                where = folder_beside(Path(request.graph), f"--output {request.graph!r}")
                part = stack.enter_context(where) / "graph"
            except OutputError as error:
                receive(NotWritten(str(error)))
                request = replace(request, graph=None)
        work = found.about, puzzle, request, dict(versions or {}), part, memory
        try:
            call(_survey, work, receive, limits._replace(memory=memory))
        except LimitReached as limit:
            nothing = request.certificate and not found.certified
            found.stopped = f"{limit}; the statistics are not certified" if nothing else str(limit)
    found.certificate = str(request.certificate) if found.certified else None
    found.seconds = time.perf_counter() - begin
    return found


def _survey(
    about: str,
    puzzle: AnyPuzzle,
    request: SurveyRequest,
    versions: Mapping[str, str],
    part: Path | None,
    memory: int | None,
    emit: Emit,
) -> None:
    """Survey, and certify the findings, in the child process."""
    findings, surveyor = dict[str, Any](), imported(SURVEYORS[about])

    def hear(event: Event) -> None:
        if isinstance(event, Finding):
            findings[event.name] = event.value
        emit(event)

    work = Work(puzzle, request, part, memory, hear)
    if request.certificate is not None:
        certifier = Certifier(puzzle, str(request.certificate), versions, emit)
        work = replace(work, certify=lambda: certifier.certify(findings))
    surveyor(work)
    work.certify()
