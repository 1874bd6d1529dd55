"""The certificate of a survey: the statistics that it claims, and sources that prove some of them.

The statistics come from the search (`puzzleproof.explore`); the checker computes them again by the
rules (`puzzleproof.verify.survey`).  *Sources* are states from which the checker searches, to bound
the eccentricities of all states.  They are chosen on the checker's own graph: by turns the state
with the highest upper bound on its eccentricity, and the state with the lowest lower bound
(F. Takes, W. Kosters, 2011).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any, ClassVar

from puzzleproof.explore.graph.distances import Patience, searches_from_few
from puzzleproof.models.errors import (
    CertificateRejected,
    OutputError,
    PuzzleProofError,
    Unsupported,
)
from puzzleproof.models.output import printed, written_whole
from puzzleproof.models.puzzle import AnyPuzzle, State
from puzzleproof.provers.certificate import NO_BODY, sealed
from puzzleproof.provers.events import Emit, Event, Note, NotWritten, Working
from puzzleproof.verify.certificate import FORMAT, VERSION, compare, read_header
from puzzleproof.verify.survey import FIGURES, MOST_STATES, MOST_STEPS, Figures, check

FINDINGS: dict[str, tuple[str, ...]] = {
    "layers": ("start", "layers"),
    "reached": ("start", "reached"),
    "eccentricity": ("start", "eccentricity"),
    "optimum": ("goal", "optimum"),
    "plans": ("goal", "plans"),
    "hardest_start": ("goal", "hardest_start"),
    "answers": ("answers",),
    "from_goals": ("from_goals", "layers"),
    "diameter": ("diameter",),
    "goals_reached": ("goal", "in_component"),
    "radius": ("eccentricities", "radius"),
    "centre": ("eccentricities", "centre"),
    "configurations": ("states",),
    "edges": ("edges",),
    "degrees": ("degrees",),
    "components": ("components",),
    "component_sizes": ("component_sizes",),
    "goals": ("goal", "states"),
    "hardest_anywhere": ("goal", "hardest_start_anywhere"),
    "answers_anywhere": ("answers_anywhere",),
}
"""Statistic -> its path of keys in the findings."""
BY_SOURCES = {"diameter", "radius", "centre"}
"""The statistics that sources prove."""


@dataclass(frozen=True, slots=True)
class Certified(Event):
    """The file has a certificate of these statistics, which the checker has accepted."""

    event: ClassVar[str] = "certified"
    figures: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Refused(Event):
    """No certificate, or no later and larger certificate, was written; the findings remain."""

    event: ClassVar[str] = "fault"
    error: PuzzleProofError

    def to_json(self) -> dict[str, Any]:
        """Return the reason as a JSON object."""
        return {"event": self.event, "text": str(self.error)}


def in_states(emit: Emit) -> Callable[[str, int, int], None]:
    """Return a function that takes the checker's progress and emits it, counted in states."""
    return lambda phase, done, total: emit(Working(phase, done, total or None, "states"))


class Certifier:
    """Writes a certificate of the findings so far.

    The file gets its name only when the checker has accepted it.  A later certificate, with more
    statistics, replaces the file; the checker then uses its graph again.
    """

    def __init__(
        self, puzzle: AnyPuzzle, target: str, versions: Mapping[str, str], emit: Emit
    ) -> None:
        self._puzzle, self._target, self._versions, self._emit = puzzle, target, versions, emit
        self._claims = dict[str, Any]()
        """The claims of the last certificate."""
        self._figures = Figures(puzzle, tell=in_states(emit))

    def certify(self, findings: Mapping[str, Any]) -> None:
        """Write a certificate of all statistics that can be claimed; report what prevents it."""
        claims = claims_of(self._puzzle, findings)
        if claims and claims == self._claims:
            return
        self._claims = claims
        try:
            self._write(claims)
        except OutputError as error:
            self._emit(NotWritten(str(error)))
        except (Unsupported, CertificateRejected) as error:
            self._emit(Refused(error))

    def _write(self, claims: dict[str, Any]) -> None:
        """Write the certificate; raises Unsupported if there is nothing to claim."""
        if not claims:
            raise Unsupported("--certificate: none of the statistics found can be certified")
        self._emit(Working("certifying the survey"))
        figures = self._figures = self._figures.claiming(claims)
        sources = sources_of(figures, claims)
        if sources is None:
            shown = [name for name in claims if name in BY_SOURCES]
            claims = {name: claims[name] for name in claims if name not in BY_SOURCES}
            words = f"{', '.join(shown)}: only claimed, as a proof would take too many searches"
            self._emit(Note(words, "reason"))
        line = certificate_of(self._puzzle, claims, sources or (), self._versions)
        self._emit(Working("checking the certificate by the rules"))
        certificate = read_header(BytesIO(line))
        compare(certificate.puzzle, self._puzzle)
        self._figures = figures.claiming(claims, sources or ())
        check(certificate, self._figures)
        with written_whole(Path(self._target), repr(self._target)) as part:
            part.write_bytes(line)
        self._emit(Certified(tuple(name for name in FIGURES if name in claims)))


def certificate_of(
    puzzle: AnyPuzzle,
    claims: Mapping[str, Any],
    sources: Sequence[State],
    versions: Mapping[str, str],
) -> bytes:
    """Return a certificate of statistics, with the source states that prove some of them."""
    document = {
        "format": FORMAT,
        "version": VERSION,
        "kind": "survey",
        "instance": printed(puzzle),
        "metric": puzzle.metric,
        "claims": claims,
        "sources": [str(puzzle.pack(state)) for state in sources],
        **NO_BODY,
        "versions": dict(versions),
    }
    return sealed(document)


def claims_of(puzzle: AnyPuzzle, findings: Mapping[str, Any]) -> dict[str, Any]:
    """Return the statistics among the findings that a certificate of the puzzle may claim."""
    found = dict[str, Any]()
    for name, value in figures_of(findings).items():
        both_ways = FIGURES[name].both_ways
        # If moves cannot be undone, a component may have goals that the start does not reach.
        in_component = name == "goals_reached" and not puzzle.reversible and findings.get("whole")
        if both_ways in (None, puzzle.reversible) and not in_component:
            found[name] = value
    return {name: value for name, value in found.items() if not _needs_too_many(name, found)}


def _needs_too_many(name: str, claims: Mapping[str, Any]) -> bool:
    """Tell whether a statistic needs a list of more states than the checker holds."""
    sizes = {"component": "reached", "goals": "configurations", "all": "configurations"}
    graph = "component" if name == "plans" else FIGURES[name].of
    most: int = claims.get(sizes.get(graph, ""), 0)
    return most > MOST_STATES


def figures_of(findings: Mapping[str, Any]) -> dict[str, Any]:
    """Return the statistics among the findings, in the form that they have in JSON."""
    if findings.get("up_to_symmetry"):  # classes are counted, not states
        return {}
    found, unsolvable = dict[str, Any](), "optimum" in (findings.get("goal") or ())
    for name, path in FINDINGS.items():
        value: Any = findings if findings.get("whole") or FIGURES[name].of != "all" else {}
        for key in path:
            value = None if value is None else value.get(key)
        if value is not None or (name == "optimum" and unsolvable):
            found[name] = _as_json(value)
    return found


def _as_json(value: Any) -> Any:
    """Drop the drawings of hardest starts, and write the keys of tables as text."""
    if not hasattr(value, "items"):
        return value
    table: Mapping[Any, Any] = value
    hardest = ("moves", "states", "unreachable")
    return {str(key): table[key] for key in (hardest if "moves" in table else table)}


def sources_of(figures: Figures, claims: Mapping[str, Any]) -> list[State] | None:
    """List source states that prove the claims; return None if too many would be needed."""
    wanted = BY_SOURCES & claims.keys()
    if not wanted:
        return []
    graph, found = figures.component, list[State]()
    states = graph.sizes[0]
    patience = Patience(MOST_STEPS // states)

    def matters(low: int, high: int, most: int, least: int) -> bool:
        open_ends = {"diameter": high > most, "radius": low < least, "centre": low <= least}
        return low < high and any(open_ends[name] for name in wanted)

    for source, _, left, _ in searches_from_few(
        graph.beside, states, lambda source: graph.distances([source], states), matters
    ):
        found.append(graph.states[source])
        if left and patience.is_over(len(found), left):
            return None
    return found
