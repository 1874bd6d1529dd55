"""A certificate of a survey: which of its findings are claimed, and the sources that show them.

The figures come from the search (`puzzleproof.encoders`, `puzzleproof.explore`); the checker
computes them by the rules (`puzzleproof.verify.survey`).  Sources are hints: they are chosen on
the checker's own graph, by turns where the upper bound of an eccentricity is highest and where the
lower one is lowest (F. Takes, W. Kosters, 2011).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

from puzzleproof.models.errors import OutputError, Unsupported
from puzzleproof.models.files import written_whole
from puzzleproof.models.instances import printed
from puzzleproof.models.puzzle import AnyPuzzle, State
from puzzleproof.provers.certificate import NO_BODY, sealed
from puzzleproof.provers.events import Emit, NotWritten, Working
from puzzleproof.verify.certificate import FORMAT, VERSION, Tell, check_stream
from puzzleproof.verify.survey import FIGURES, MOST_STEPS, Figures, tighten

FINDINGS: dict[str, tuple[str, ...]] = {
    "layers": ("start", "layers"),
    "reached": ("start", "reached"),
    "eccentricity": ("start", "eccentricity"),
    "optimum": ("goal", "optimum"),
    "plans": ("goal", "plans"),
    "hardest_start": ("goal", "hardest_start"),
    "from_goals": ("from_goals", "layers"),
    "diameter": ("diameter",),
    "goals_reached": ("goal", "in_component"),
    "radius": ("eccentricities", "radius"),
    "centre": ("eccentricities", "centre"),
}
"""Figure -> where the findings have it."""
BY_SOURCES = {"diameter", "radius", "centre"}
"""The figures that sources show."""
OF_ALL: dict[str, tuple[str, ...]] = {
    "configurations": ("states",),
    "edges": ("edges",),
    "degrees": ("degrees",),
    "components": ("components",),
    "component_sizes": ("component_sizes",),
    "goals": ("goal", "states"),
    "hardest_anywhere": ("goal", "hardest_start_anywhere"),
}
"""Figure of all placements -> where the findings have it."""


def certify(
    puzzle: AnyPuzzle,
    findings: Mapping[str, Any],
    target: str,
    versions: Mapping[str, str],
    emit: Emit,
) -> list[str]:
    """Write a certificate of all that can be claimed; returns the names of the figures.

    It takes its place only when the checker has accepted it.  A file that cannot be written is an
    event.  Raises Unsupported where there is nothing to claim.
    """
    claims = claims_of(puzzle, findings)
    if not claims:
        why = "; figures counted up to symmetry are not certified: --reachable avoids these"
        raise Unsupported(
            "--certificate: none of these figures can be certified"
            + why * bool(findings.get("up_to_symmetry"))
        )

    def working(phase: str, done: int, total: int) -> None:
        emit(Working(phase, done, total or None, "states"))

    emit(Working("certifying the survey"))
    line = _header(puzzle, claims, versions, working)
    emit(Working("checking the certificate by the rules"))
    checked = check_stream(BytesIO(line), "certificate", puzzle, tell=working)
    try:
        with written_whole(Path(target), repr(target)) as part:
            part.write_bytes(line)
    except OutputError as error:
        emit(NotWritten(str(error)))
        return []
    return list(checked.figures or ())


def _header(
    puzzle: AnyPuzzle, claims: Mapping[str, Any], versions: Mapping[str, str], tell: Tell
) -> bytes:
    """The certificate; it has no body."""
    sources = sources_of(Figures(puzzle, tell=tell), claims)
    if sources is None:
        claims = {name: value for name, value in claims.items() if name not in BY_SOURCES}
    document = {
        "format": FORMAT,
        "version": VERSION,
        "kind": "survey",
        "instance": printed(puzzle),
        "metric": puzzle.metric,
        "claims": claims,
        "sources": [str(puzzle.pack(state)) for state in sources or ()],
        **NO_BODY,
        "versions": dict(versions),
    }
    return sealed(document)


def claims_of(puzzle: AnyPuzzle, findings: Mapping[str, Any]) -> dict[str, Any]:
    """The figures among the findings that a certificate of the puzzle may claim."""
    found = dict[str, Any]()
    for name, value in figures_of(findings).items():
        both_ways = FIGURES[name].both_ways
        # A component has goals that no move from the start leads to, where moves are for good.
        in_component = name == "goals_reached" and not puzzle.reversible and findings.get("whole")
        if both_ways in (None, puzzle.reversible) and not in_component:
            found[name] = value
    return found


def figures_of(findings: Mapping[str, Any]) -> dict[str, Any]:
    """The figures among the findings, as JSON has them.

    Positions of pegs that are counted up to symmetry are no states, so these are no figures.
    """
    if findings.get("up_to_symmetry"):
        return {}
    names = {**FINDINGS, **(OF_ALL if findings.get("whole") else {})}
    found = {name: _as_json(_at(findings, path)) for name, path in names.items()}
    unsolvable = "optimum" in (findings.get("goal") or ())
    return {
        name: value
        for name, value in found.items()
        if value is not None or (name == "optimum" and unsolvable)
    }


def _at(findings: Mapping[str, Any], path: Sequence[str]) -> Any:
    """What the findings have in a place; None where they have not come so far."""
    first, *rest = path
    value = findings.get(first)
    return _at(value, rest) if rest and value is not None else value


def _as_json(value: Any) -> Any:
    """Hardest starts without their drawings; tables with text for keys."""
    if not hasattr(value, "items"):
        return value
    table: Mapping[Any, Any] = value
    if "moves" in table:
        return {key: table[key] for key in ("moves", "states", "unreachable")}
    return {str(key): number for key, number in table.items()}


def sources_of(figures: Figures, claims: Mapping[str, Any]) -> list[State] | None:
    """States whose eccentricities show the diameter, and what else is claimed of the kind.

    None where it takes more searches than a check allows.
    """
    wanted = BY_SOURCES & claims.keys()
    if not wanted:
        return []
    graph, found = figures.component, list[State]()
    states = graph.sizes[0]
    low, high = [0] * states, [states] * states
    left: list[int] = list(range(states))
    while left:
        if (len(found) + 1) * states > MOST_STEPS:
            return None
        if len(found) % 2:
            source = min(left, key=lambda k: (low[k], high[k]))
        else:
            source = max(left, key=lambda k: (high[k], -low[k]))
        found.append(graph.states[source])
        tighten(low, high, graph.distances([source], states), source)
        most, least = max(low), min(high)
        left = [k for k in left if _matters(low[k], high[k], most, least, wanted)]
    return found


def _matters(low: int, high: int, most: int, least: int, wanted: set[str]) -> bool:
    """Whether the bounds of a state leave open what is wanted."""
    if low == high:
        return False
    open_ends = {"diameter": high > most, "radius": low < least, "centre": low <= least}
    return any(open_ends[name] for name in wanted)
