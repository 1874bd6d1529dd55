"""Check surveys of state graphs: each claimed statistic is computed anew by the rules alone.

A survey certificate has no table.  Its header names statistics with their values (``claims``) and,
for the diameter, the radius and the centre, some states (``sources``).  The checker does not rely
on the search that found the values: it lists states, follows `successors`, and compares.

States reached.  A breadth-first search from the start meets each state at its distance
(`puzzleproof.verify.bfs`).  It gives ``layers``, ``reached``, ``eccentricity`` (of the start),
``goals_reached``, ``optimum`` (the distance to the nearest goal, null if none is reached) and
``plans`` (shortest paths to nearest goals; two moves between the same two states count as one).
If moves cannot be undone, it also gives ``dead_ends``: states without a move.

All placements.  `placements` lists all ways to lay the pieces on the board.  A search from
the start, and one from each placement that no search has met yet, find the components.  The checker
demands that they have as many states in all as there are placements: this detects a component of
which only some states are listed.  A component of which no state is listed would escape; that no
such component exists rests on the family's `placements`, which tests compare with brute force.  The
components give ``configurations``, ``edges`` (pairs of states one move from each other),
``degrees``, ``components``, ``component_sizes``, ``goals`` and the hardest starts:
``hardest_start`` is about the start's component, ``hardest_anywhere`` about all placements.  One
search from all goals at once finds the hardest starts: as each move can be undone, it meets each
state at the distance to its nearest goal.  ``from_goals`` has the number of states at each such
distance.  Its length less one is God's number: the moves that the hardest of all starts needs.  If
the rules list all goals (`Puzzle.lists_all_goals`), that search needs no list of placements.

Answer tables.  ``answers`` is the hash of the boards that the start reaches, each with its distance
to the nearest goal; ``answers_anywhere`` hashes all placements (`puzzleproof.models.answers`).

Eccentricities.  Let e(v) be the eccentricity of a source v, found by a search from v, and d(u, v)
the distance of a state u.  By the triangle inequality, max(d(u, v), e(v) - d(u, v)) <= e(u) <=
d(u, v) + e(v) (F. Takes, W. Kosters, Determining the diameter of small world networks, 2011).  For
each state the best bounds from all sources count.  The ``diameter`` of the start's component is D
if no upper bound exceeds D and some lower bound is D.  The ``radius`` is R if no lower bound is
below R and some upper bound is R.  The ``centre`` is the set of states with e(u) = R; its size is
known if as many states have the lower bound R as have the upper bound R.  Wrong or missing sources
cannot produce a false statistic: the certificate is rejected if the bounds do not meet.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from copy import copy
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, NamedTuple, cast

from puzzleproof.models import imported
from puzzleproof.models.answers import board_line, letters_of, table_hash
from puzzleproof.models.budget import foresee, spend
from puzzleproof.models.capabilities import goal_states, placements
from puzzleproof.models.errors import CertificateRejected, InternalError, Unsupported
from puzzleproof.models.graph_view import distances
from puzzleproof.models.puzzle import GOALS_LISTED, AnyPuzzle, State
from puzzleproof.models.texts import count
from puzzleproof.verify.bfs import layers
from puzzleproof.verify.certificate import ARRAYS, DEFINITION, Certificate, Counted
from puzzleproof.verify.count import count_shortest
from puzzleproof.verify.records import Tell
from puzzleproof.verify.state_graph import StateGraph

MOST_STATES = 3_000_000
"""Limit on the states of a graph; beyond it, only statistics that need no graph are checked."""
MOST_STEPS = 2_000_000_000
"""Limit on the states that all searches from sources together meet, in some ten minutes."""
FEW_STATES = 100_000
"""A search changes to arrays after this many states, as arrays take a tenth of a second to load."""
BOUNDING = {"start": ("reached", "layers"), "goals": ("from_goals",)}
"""The start of a search -> the statistics that say how many states it meets."""
ON_ARRAYS = "puzzleproof.verify.arrays.search:array_search"


class Reached(NamedTuple):
    """The results of a search; it keeps three layers, or all layers if moves cannot be undone."""

    layers: list[int]
    goals: int
    optimum: int | None
    dead_ends: int


def counted(puzzle: AnyPuzzle, origins: Iterable[State]) -> Iterator[tuple[int, int, int]]:
    """Yield (states, goal states, states without a move) of each layer, by the rules."""
    for layer in layers(puzzle, origins):
        dead = 0
        if not puzzle.reversible:
            dead = sum(not any(True for _ in puzzle.successors(state)) for state in layer)
        yield len(layer), sum(map(puzzle.is_goal, layer)), dead


class Figures:
    """The statistics of a puzzle for fixed claims, each computed when it is first used."""

    def __init__(
        self,
        puzzle: AnyPuzzle,
        sources: Sequence[State] = (),
        tell: Tell | None = None,
        *,
        by_rules: bool = False,
        claims: Mapping[str, Any] | None = None,
    ) -> None:
        """``by_rules``: search nothing on arrays, however many states there are.

        If more states are reached than the ``claims`` say, CertificateRejected is raised.
        """
        self.puzzle, self._tell, self._by_rules = puzzle, tell, by_rules
        self.claims, self.sources = dict(claims or {}), tuple(sources)
        self._most = MOST_STATES
        self.states = 0
        """The largest number of states that one statistic needed."""
        self._searched_by = DEFINITION

    def claiming(self, claims: Mapping[str, Any], sources: Sequence[State] = ()) -> "Figures":
        """Return a copy for other claims and sources, with the values that do not use sources."""
        other = copy(self)
        other.claims, other.sources = dict(claims), tuple(sources)
        other.__dict__.pop("bounds", None)
        return other

    @property
    def by(self) -> str:
        """The checker that ran: `ARRAYS` if any statistic was computed on arrays."""
        graph: StateGraph | None = self.__dict__.get("_one")
        return self._searched_by if graph is None or graph.by == DEFINITION else ARRAYS

    @cached_property
    def reached(self) -> Reached:
        """The layers around the start, taken from the graph if other statistics need it."""
        if not self._graphs:
            return self._searched([self.puzzle.canonical(self.puzzle.start)], "start")
        depth = self.component.distances([0], self.component.sizes[0])
        inside = [depth[goal] for goal in self.component.goals if goal < len(depth)]
        sizes = list(Counter(depth).values())  # the search met them in this order
        dead = sum(not row for row in self.component.beside[: len(depth)])
        return Reached(sizes, len(inside), min(inside, default=None), dead)

    @property
    def _graphs(self) -> set[str]:
        """The graphs that the claims need in memory."""
        needed = {FIGURES[name].of for name in self.claims}
        goals = set[str]() if self.puzzle.lists_all_goals else {"all"}
        return needed - {"", "goals"} | (goals if "goals" in needed else set())

    def from_goals(self) -> list[int]:
        """Count the states at each distance from the nearest goal."""
        if self.puzzle.lists_all_goals:
            return self._searched(self._goals(), "goals").layers
        found = Counter(self.whole.distances(self.whole.goals, len(self.whole)))
        return [found[depth] for depth in range(max(found) + 1)]

    def _goals(self) -> Sequence[State]:
        """List all goals; raises Unsupported if the rules list none: no state would be compared."""
        goals = goal_states(self.puzzle, GOALS_LISTED)
        if not goals:
            reason = f"the rules list no goals, or over {GOALS_LISTED:,}"
            raise Unsupported(f"from_goals: cannot be checked, as {reason}")
        return goals

    def _searched(self, origins: Sequence[State], end: str) -> Reached:
        """Search around some states; beyond `FEW_STATES` on arrays, if arrays can hold states."""
        foresee(max((most or 0 for most in self._sizes_claimed(end).values()), default=0))
        found = self._layers(counted(self.puzzle, origins), end, FEW_STATES)
        if found is None and not self._by_rules:
            with suppress(ImportError):
                if search := imported(ON_ARRAYS)(self.puzzle):
                    found = self._layers(search(origins), end, None)
                    self._searched_by = ARRAYS
        found = found or self._layers(counted(self.puzzle, origins), end, None)
        assert found is not None, "it has no limit"
        return found

    def _layers(
        self, counted: Iterable[tuple[int, int, int]], end: str, most: int | None
    ) -> Reached | None:
        """Return the sums over all layers; None if there are more than ``most`` states."""
        sizes, goals, optimum, dead = list[int](), 0, None, 0
        for states, ends, dead_ends in counted:
            if optimum is None and ends:
                optimum = len(sizes)
            sizes.append(states)
            goals, dead = goals + ends, dead + dead_ends
            self._check_claimed(sum(sizes), end)
            if most is not None and sum(sizes) > most:
                return None
            if self._tell is not None:
                self._tell(f"searching from the {end}", sum(sizes), 0)
        self.states = max(self.states, sum(sizes))
        return Reached(sizes, goals, optimum, dead)

    def _check_claimed(self, states: int, end: str) -> None:
        """End a search that meets more states than claimed: a small file must not cost much."""
        sizes = self._sizes_claimed(end)
        for figure, most in sizes.items():
            if most is not None and states > most:
                raise CertificateRejected(
                    f"{figure}: the certificate claims {count(most, 'state')}, the rules give more"
                )
        if not sizes and states > MOST_STATES:
            figures = " or ".join(map(repr, BOUNDING[end]))
            raise Unsupported(
                f"the search from the {end} has found over {MOST_STATES:,} states: it continues "
                f"only if the claims say how many there are, by {figures}"
            )

    def _sizes_claimed(self, end: str) -> dict[str, int | None]:
        """Return the number of states that each claimed statistic allows, if it bounds a search."""
        return {x: _states_in(self.claims[x]) for x in BOUNDING[end] if x in self.claims}

    def plans(self) -> int:
        """Count the shortest paths from the start to goals."""
        if self._graphs:
            return self.component.plans(self.reached.optimum)
        found = count_shortest(self.puzzle, lambda _, states: self._check_claimed(states, "start"))
        return found.plans

    @cached_property
    def component(self) -> StateGraph:
        """A graph that holds at least the states reached from the start."""
        return self.whole if "all" in self._graphs else self._one

    @cached_property
    def _one(self) -> StateGraph:
        graph = StateGraph(self.puzzle, by_rules=self._by_rules)

        def hear(states: int) -> None:
            self._check_claimed(states, "start")
            if states > MOST_STATES:
                raise _too_large("the states that the start reaches")
            if states > self._most:
                raise InternalError("a move leads to a state that is no placement of the pieces")
            if self._tell is not None:
                self._tell("following the moves of all states", len(graph.beside), states)

        graph.flood(self.puzzle.canonical(self.puzzle.start), hear)
        self.states = max(self.states, len(graph))
        return graph

    @cached_property
    def placements(self) -> Sequence[State]:
        """All placements of the pieces."""
        said = self.claims.get("configurations")
        claimed: int = said if type(said) is int else MOST_STATES
        found = placements(self.puzzle, min(MOST_STATES, max(claimed, GOALS_LISTED)))
        if found is None and claimed < MOST_STATES:
            raise CertificateRejected(
                f"configurations: the certificate claims {claimed:,}; the rules list more, or none"
            )
        if found is None:
            raise _too_large(f"the placements of family {self.puzzle.family!r} on this board")
        return found

    @cached_property
    def whole(self) -> StateGraph:
        """The graph of all placements; the start's component is the first."""
        self._most = total = len(self.placements)
        graph = self._one

        def hear(states: int) -> None:
            if states > total:
                raise InternalError("a move leads to a state that is no placement of the pieces")
            if self._tell is not None:
                self._tell("following the moves of all states", len(graph.beside), total)

        for state in self.placements:
            if state not in graph.number:
                graph.flood(state, hear)
        if len(graph) != total:
            raise InternalError("a placement of the pieces is listed twice")
        self.states = max(self.states, total)
        return graph

    def hardest_start(self) -> dict[str, int] | None:
        """Return the hardest start in the start's component."""
        return self.hardest(self.component, self.component.sizes[0])

    def hardest(self, graph: StateGraph, states: int) -> dict[str, int] | None:
        """Find the hardest of the first ``states`` states, and count them; None without goals."""
        goals = [goal for goal in graph.goals if goal < states]
        if not goals:
            return None
        found = Counter(graph.distances(goals, states))
        most = max(found)
        return {"moves": most, "states": found[most], "unreachable": found[-1]}

    def answers(self, graph: StateGraph, states: int) -> str:
        """Hash the answer table of the first ``states`` states: boards and distances to a goal."""
        drawn = len(self.puzzle.draw(self.puzzle.start))
        spend(states * (20 + drawn // 20), states * (200 + drawn))
        rows = graph.beside
        if not self.puzzle.reversible:
            rows = [list[int]() for _ in graph.beside]
            for state, after in enumerate(graph.beside):
                for one in after:
                    rows[one].append(state)
        far, letters, draw = distances(rows, graph.goals), letters_of(self.puzzle), self.puzzle.draw
        lines = (board_line(draw(state), letters) for state in graph.states[:states])
        return table_hash(zip(lines, far[:states], strict=True))

    @cached_property
    def bounds(self) -> tuple[list[int], list[int]]:
        """A lower and an upper bound of each eccentricity in the start's component.

        For the diameter alone, only sources get a lower bound: no other state's would be greater.
        """
        graph = self.component
        states = graph.sizes[0]
        if len(self.sources) * states > MOST_STEPS:
            raise CertificateRejected(
                f"'sources': {count(len(self.sources), 'search', 'searches')} of "
                f"{count(states, 'state')}, expected {MOST_STEPS:,} states at most in all"
            )
        spend(len(self.sources) * states // 4)
        low, high = [0] * states, [states - 1] * states
        from_below = not {"radius", "centre"}.isdisjoint(self.claims)
        for number, source in enumerate(self.sources):
            if self._tell is not None:
                self._tell("searching from the sources", number, len(self.sources))
            origin = graph.number.get(source, states)
            if origin >= states:
                raise CertificateRejected(
                    f"'sources', number {number + 1}: a state that the start does not reach"
                )
            found = graph.distances([origin], states)
            far = max(found)
            high = list(map(min, high, [far + d for d in found]))
            if from_below:
                low = list(map(max, low, found, [far - d for d in found]))
            low[origin] = far
        return low, high

    def centre(self) -> int:
        """Count the states of least eccentricity; raises CertificateRejected if bounds differ."""
        low, high = self.bounds
        radius = _met("radius", min(low), min(high))
        return _met("centre", high.count(radius), low.count(radius))


@dataclass(frozen=True, slots=True)
class Figure:
    """The computation of a statistic, and the puzzles that have it."""

    compute: Callable[[Figures], Any]
    both_ways: bool | None = None
    """True: only if moves can be undone; False: only if they cannot; None: always."""
    of: Literal["", "component", "goals", "all"] = ""
    """The graph that it needs in memory; ``goals``: as ``all``, unless the rules list all goals."""


FIGURES: dict[str, Figure] = {
    "layers": Figure(lambda of: of.reached.layers),
    "reached": Figure(lambda of: sum(of.reached.layers)),
    "eccentricity": Figure(lambda of: len(of.reached.layers) - 1),
    "goals_reached": Figure(lambda of: of.reached.goals),
    "optimum": Figure(lambda of: of.reached.optimum),
    "plans": Figure(Figures.plans),
    "dead_ends": Figure(lambda of: of.reached.dead_ends, both_ways=False),
    "from_goals": Figure(Figures.from_goals, True, "goals"),
    "hardest_start": Figure(Figures.hardest_start, True, "component"),
    "answers": Figure(lambda of: of.answers(of.component, of.component.sizes[0]), of="component"),
    "diameter": Figure(lambda of: _met("diameter", *map(max, of.bounds)), True, "component"),
    "radius": Figure(lambda of: _met("radius", *map(min, of.bounds)), True, "component"),
    "centre": Figure(Figures.centre, True, "component"),
    "configurations": Figure(lambda of: len(of.placements), True, "all"),
    "edges": Figure(lambda of: sum(map(len, of.whole.beside)) // 2, True, "all"),
    "degrees": Figure(lambda of: _table(Counter(map(len, of.whole.beside))), True, "all"),
    "components": Figure(lambda of: len(of.whole.sizes), True, "all"),
    "component_sizes": Figure(lambda of: _table(Counter(of.whole.sizes)), True, "all"),
    "goals": Figure(lambda of: len(of.whole.goals), True, "all"),
    "hardest_anywhere": Figure(lambda of: of.hardest(of.whole, len(of.whole)), True, "all"),
    "answers_anywhere": Figure(lambda of: of.answers(of.whole, len(of.whole)), of="all"),
}
"""The statistics that a certificate may claim, in the order in which they are checked."""
SIZES = {
    "layers": "the numbers of states at each distance, each above 0",
    "reached": "a number of states",
    "from_goals": "the numbers of states at each distance, each above 0",
    "configurations": "a number of states",
}
"""The statistics that bound how much must be searched, and the form of their values."""


def check(certificate: Certificate, figures: Figures | None = None) -> Counted:
    """Compute each statistic claimed, or find it in ``figures``; returns all of these statistics.

    Raises CertificateRejected for the first wrong statistic.
    """
    claims = claims_of(certificate)
    puzzle = certificate.puzzle
    if puzzle.no_survey:
        raise CertificateRejected(puzzle.no_survey)
    sources = _sources(certificate)
    for name in claims:
        refuse(puzzle, name)
    if figures is None:
        by_rules, tell = certificate.by_rules, certificate.tell
        figures = Figures(puzzle, sources, tell, by_rules=by_rules, claims=claims)
    elif (figures.claims, figures.sources) != (claims, tuple(sources)):
        raise InternalError("the statistics given are for other claims")
    for name in filter(claims.__contains__, FIGURES):
        found = FIGURES[name].compute(figures)
        if _text(found) != _text(claims[name]):
            raise CertificateRejected(
                f"{name}: the certificate claims {_text(claims[name])}, the rules give "
                f"{_text(found)}"
            )
    ordered = {name: claims[name] for name in FIGURES if name in claims}
    return Counted(figures.states, by=figures.by, figures=ordered)


def claims_of(certificate: Certificate) -> dict[str, Any]:
    """Read the claims; raises CertificateRejected for an unknown name or a wrong form."""
    claims = certificate.extra.get("claims")
    if not isinstance(claims, dict) or not claims:
        raise CertificateRejected("'claims': expected statistics and their values")
    found = cast("dict[str, Any]", claims)
    for name in found:
        if name not in FIGURES:
            raise CertificateRejected(
                f"'claims': {name!r:.40}: expected one of {', '.join(FIGURES)}"
            )
        if name in SIZES and _states_in(found[name]) is None:
            raise CertificateRejected(f"{name}: expected {SIZES[name]}")
    return found


def _states_in(claim: object) -> int | None:
    """Return the number of states in a claim (a number, or a list of layers); None if malformed."""
    if type(claim) is int:
        return claim
    if not isinstance(claim, list):
        return None
    parts = cast("list[object]", claim)
    sizes = [size for size in parts if type(size) is int and size > 0]
    return sum(sizes) if len(sizes) == len(parts) else None


def refuse(puzzle: AnyPuzzle, name: str) -> None:
    """Raise CertificateRejected for a statistic that the puzzle does not have."""
    both_ways = FIGURES[name].both_ways
    if both_ways is not None and both_ways != puzzle.reversible:
        can = "can" if puzzle.reversible else "cannot"
        raise CertificateRejected(f"{name}: undefined for a puzzle whose moves {can} be undone")


def _sources(certificate: Certificate) -> list[State]:
    """Return the sources as states; the header has them as packed numbers in decimal digits."""
    sources = certificate.extra.get("sources", [])
    if not isinstance(sources, list):
        raise CertificateRejected("'sources': expected a list of states")
    unpack, most = certificate.puzzle.unpack, 3 * certificate.puzzle.pack_width
    found = list[State]()
    for number, source in enumerate(cast("list[object]", sources), 1):
        where = f"'sources', number {number}"
        if (
            not (type(source) is str and source.isascii() and source.isdigit())
            or len(source) > most
        ):
            raise CertificateRejected(f"{where}: {source!r:.40} is no packed state")
        try:
            found.append(unpack(int(source)))
        except ValueError as error:
            raise CertificateRejected(f"{where}: {error}") from None
    return found


def _met(name: str, low: int, high: int) -> int:
    """Return the statistic with these bounds; raises CertificateRejected if they do not meet."""
    if low != high:
        raise CertificateRejected(f"{name}: the sources show that it is from {low} to {high}")
    return low


def _table(found: Counter[int]) -> dict[str, int]:
    """Return the counter as an object of JSON, ascending."""
    return {str(size): found[size] for size in sorted(found)}


def _text(value: object) -> str:
    return json.dumps(value, sort_keys=True)


def _too_large(what: str) -> Unsupported:
    return Unsupported(
        f"{what} are over {MOST_STATES:,}, or are not listed: statistics that need a list of "
        "states are not checked"
    )
