"""The events that provers report; a verdict is drawn from these events and nothing else."""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any, ClassVar, Literal, TypeAlias

from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.verdict import Evidence, Formulation, Grade

SOME_PLAN = "some plan"
"""`PlanFound.by` for a plan that may be far from shortest."""
NoteKind: TypeAlias = Literal["remark", "reason", "warning"]
"""A ``remark`` is advice; a ``reason`` says why an answer may be no proof, or is less than was
requested; a ``warning`` reports a limit that ended the work, or a bug."""


@dataclass(frozen=True, slots=True)
class Event:
    """Base of all events; ``event`` is the name in the JSON line."""

    event: ClassVar[str] = "event"

    def to_json(self) -> dict[str, Any]:
        """Return the event as a JSON object."""
        return {"event": self.event, **asdict(self)}


@dataclass(frozen=True, slots=True)
class BoundsChanged(Event):
    """Bounds on the minimum (None: not known), and the grade of the lower bound."""

    event: ClassVar[str] = "bounds"
    lower: int | None
    upper: int | None
    grade: Grade


@dataclass(frozen=True, slots=True)
class Layer(Event):
    """A breadth-first search has seen every state up to this depth, and no goal among them."""

    event: ClassVar[str] = "layer"
    search: str
    formulation: Formulation
    depth: int
    states: int


@dataclass(frozen=True, slots=True)
class HorizonAnswer(Event):
    """A solver's answer to 'is there a plan of ``at_most`` moves?': ``refuted`` or ``plan``."""

    event: ClassVar[str] = "horizon"
    engine: str
    at_most: int
    answer: Literal["refuted", "plan"]
    seconds: float
    afresh: bool
    """Whether a new solver was used, without assumptions."""


@dataclass(frozen=True, slots=True)
class PlanFound(Event):
    """A plan in the family's notation; `Bounds` uses it only after a replay."""

    event: ClassVar[str] = "plan"
    plan: tuple[str, ...]
    by: str


@dataclass(frozen=True, slots=True)
class EvidenceFound(Event):
    """A finished piece of evidence."""

    event: ClassVar[str] = "evidence"
    evidence: Evidence

    def to_json(self) -> dict[str, Any]:
        """Return the evidence as a row of `prove --json`."""
        return {"event": self.event, **self.evidence.to_json()}


@dataclass(frozen=True, slots=True)
class CertificateWritten(Event):
    """A checker accepted the certificate in this file."""

    event: ClassVar[str] = "certificate"
    path: str


@dataclass(frozen=True, slots=True)
class NotWritten(Event):
    """A requested file cannot be written; the work goes on without it."""

    event: ClassVar[str] = "fault"
    text: str


@dataclass(frozen=True, slots=True)
class Note(Event):
    """A sentence for the reader."""

    event: ClassVar[str] = "note"
    text: str
    kind: NoteKind = "remark"


@dataclass(frozen=True, slots=True)
class Working(Event):
    """A part of the work begins or advances; ``total`` is its size, or a bound on it, if known."""

    event: ClassVar[str] = "working"
    phase: str
    done: int = 0
    total: int | None = None
    unit: str = ""
    """The unit of ``done`` and ``total``, in the plural; empty if only their ratio is shown."""
    at_most: bool = False
    """Whether ``total`` is only a bound, so that the work may end with ``done`` below it."""


@dataclass(frozen=True, slots=True)
class Usage(Event):
    """Sent every second while a child works: its wall time and its memory in bytes, if known."""

    event: ClassVar[str] = "usage"
    seconds: float
    memory: int | None


Emit: TypeAlias = Callable[[Event], None]


def searching(puzzle: AnyPuzzle, how: str = "searching") -> Working:
    """Announce a search of all states, with a bound on their number if the rules know one."""
    return Working(how, 0, puzzle.states_at_most, "states", at_most=True)


def ignore(event: Event) -> None:
    """Ignore the event."""
