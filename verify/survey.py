"""Surveys of state graphs: each figure that is claimed is computed here, by the rules alone.

A certificate of this kind has no table.  Its header names figures and their values (``claims``)
and, for the diameter, the radius and the centre, some states (``sources``).  The checker knows
nothing of the search that found them; it lists states, follows `successors`, and compares.

States reached.  A breadth-first search from the start meets each state first at its distance
(`puzzleproof.verify.bfs`).  It gives ``layers``, ``reached``, ``eccentricity`` (of the start),
``goals_reached``, ``optimum`` (the distance to the nearest goal, null if none is reached) and
``plans`` (shortest paths to nearest goals; two moves between the same two states count as one).
Where moves cannot be taken back it gives ``dead_ends`` too: states without a move.

All placements.  `Puzzle.placements` lists all ways to lay the pieces on the board.  No move leads
out of the list: the checker looks up each successor in it.  So floods from each state that no flood
has met yet are the components, and each state is in one of them.  This gives ``configurations``,
``edges`` (pairs of states one move from each other), ``degrees``, ``components``,
``component_sizes``, ``goals`` and the hardest starts: ``hardest_start`` is about the start's
component, ``hardest_anywhere`` about all placements.  They are computed by one search from all
goals at once, which meets each state first at the distance of its nearest goal, as each move can be
taken back.

Eccentricities.  Let e(v) be the eccentricity of a source v, found by a search from v, and d(u, v)
the distance of a state u.  By the triangle inequality, max(d(u, v), e(v) - d(u, v)) <= e(u) <=
d(u, v) + e(v) (F. Takes, W. Kosters, Determining the diameter of small world networks, 2011).  Of
all sources the closest bounds count.  The ``diameter`` of the start's component is D if no upper
bound is greater and some lower bound is D; the ``radius`` is R if no lower bound is less and some
upper bound is R; the ``centre``, the states with e(u) = R, is counted where each of them has R as
its upper bound, and all others a lower bound that is greater.  Sources that are no states, or too
few, make no false figure: the bounds do not meet, and the certificate is rejected.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from puzzleproof.models import imported
from puzzleproof.models.errors import CertificateRejected, Unsupported
from puzzleproof.models.puzzle import AnyPuzzle, State
from puzzleproof.models.texts import count
from puzzleproof.verify.bfs import layers
from puzzleproof.verify.certificate import ARRAYS, DEFINITION, Certificate, Counted, Tell
from puzzleproof.verify.labelling import cost_of_a_state, foretell

if TYPE_CHECKING:
    from puzzleproof.verify.arrays.search import ArraySearch

MOST_STATES = 3_000_000
"""Of a larger graph only what needs no list of states is checked."""
STATE_BYTES = 600
"""What a state of such a list takes."""
PASSES, SOURCE_SECONDS = 5, 1e-6
"""How often the moves of a state are made, and what it takes in a search from a source."""
MOST_STEPS = 2_000_000_000
"""States that all searches from sources meet together, at most: some ten minutes."""
FAR = 1 << 62
FEW_STATES = 100_000
"""So many are searched by the rules before arrays are; those take a tenth of a second to load."""
ON_ARRAYS = "puzzleproof.verify.arrays.search:array_search"


class StateGraph:
    """Some states that no move leads out of, numbered in the order given, and their neighbours."""

    def __init__(self, puzzle: AnyPuzzle, states: Sequence[State], tell: Tell | None) -> None:
        self._puzzle, self._states = puzzle, states
        self.number = {state: number for number, state in enumerate(states)}
        """The number of each state."""
        self.beside = list[list[int]]()
        """The numbers of the states one move away, each once."""
        for done, state in enumerate(states):
            if tell is not None and done % 4096 == 0:
                tell("following the moves of all states", done, len(states))
            after = set(puzzle.successors(state))
            self.beside.append([self.number[one] for one in after])

    def __len__(self) -> int:
        """How many states."""
        return len(self._states)

    @cached_property
    def goals(self) -> list[int]:
        """The numbers of the goal states."""
        return [number for state, number in self.number.items() if self._puzzle.is_goal(state)]

    def distances(self, origins: Iterable[int]) -> list[int]:
        """The distance of each state from the nearest origin; -1 where there is no path."""
        found, layer, depth = [-1] * len(self), list(origins), 0
        for one in layer:
            found[one] = 0
        while layer:
            depth += 1
            above = list[int]()
            for one in layer:
                for other in self.beside[one]:
                    if found[other] < 0:
                        found[other] = depth
                        above.append(other)
            layer = above
        return found

    @cached_property
    def components(self) -> Counter[int]:
        """For each size, how many components have it."""
        found, seen = Counter[int](), [False] * len(self)
        for first in range(len(self)):
            if seen[first]:
                continue
            seen[first], flood = True, [first]
            for one in flood:
                for other in self.beside[one]:
                    if not seen[other]:
                        seen[other] = True
                        flood.append(other)
            found[len(flood)] += 1
        return found


class Reached(NamedTuple):
    """What a search from the start finds."""

    layers: list[int]
    goals: int
    optimum: int | None
    dead_ends: int


class Figures:
    """The figures of a puzzle, each computed when it is asked for."""

    def __init__(
        self,
        puzzle: AnyPuzzle,
        sources: Sequence[State] = (),
        tell: Tell | None = None,
        *,
        by_rules: bool = False,
        claims: Mapping[str, Any] | None = None,
    ) -> None:
        """``by_rules``: nothing is searched on arrays, however many states there are.

        Where more states are reached than the ``claims`` say, CertificateRejected is raised.
        """
        self.puzzle, self.sources, self._tell, self._by_rules = puzzle, sources, tell, by_rules
        self._claims = claims or {}
        self.states = 0
        """The most states that one figure needed."""
        self.by = DEFINITION
        """Whether some figure was computed on arrays."""

    @cached_property
    def reached(self) -> Reached:
        """What a search finds that remembers three layers, or all where moves are for good.

        Of many states it begins anew on arrays, if the puzzle has some.
        """
        found = self._reached(self.counted_by_rules(), FEW_STATES)
        if found is None and not self._by_rules and (search := _on_arrays(self.puzzle)):
            found, self.by = self._reached(search.counted(), None), ARRAYS
        if found is None:
            found = self._reached(self.counted_by_rules(), None)
        assert found is not None, "it has no limit"
        return found

    def counted_by_rules(self) -> Iterator[tuple[int, int, int]]:
        """(states, goal states, states without a move) of each layer."""
        for layer in layers(self.puzzle):
            dead = 0
            if not self.puzzle.reversible:
                dead = sum(not list(self.puzzle.successors(state)) for state in layer)
            yield len(layer), sum(map(self.puzzle.is_goal, layer)), dead

    def _reached(self, counted: Iterable[tuple[int, int, int]], most: int | None) -> Reached | None:
        """All layers together; None where there are more states than that."""
        sizes, goals, optimum, dead = list[int](), 0, None, 0
        for states, ends, dead_ends in counted:
            if optimum is None and ends:
                optimum = len(sizes)
            sizes.append(states)
            goals, dead = goals + ends, dead + dead_ends
            self._check_reached(sum(sizes))
            if most is not None and sum(sizes) > most:
                return None
            if self._tell is not None:
                self._tell("searching from the start", sum(sizes), 0)
        self._count(sum(sizes))
        return Reached(sizes, goals, optimum, dead)

    def plans(self) -> int:
        """How many shortest paths lead from the start to goals."""
        paths = {self.puzzle.canonical(self.puzzle.start): 1}
        for layer in layers(self.puzzle):
            if ends := list(filter(self.puzzle.is_goal, layer)):
                return sum(paths[state] for state in ends)
            further = dict[State, int]()
            for state in layer:
                for after in set(self.puzzle.successors(state)):
                    further[after] = further.get(after, 0) + paths[state]
            paths = further
        return 0

    @cached_property
    def component(self) -> StateGraph:
        """The states that are reached from the start, where moves can be taken back."""
        found = list[State]()
        for layer in layers(self.puzzle):
            found += layer
            self._check_reached(len(found))
            _check_size(len(found))
        return self._graph(found)

    def _check_reached(self, states: int) -> None:
        """A claim that is too small ends the search: a small file makes no large work."""
        most = _claimed_reached(self._claims)
        if most is not None and states > most:
            figure = "reached" if "reached" in self._claims else "layers"
            raise CertificateRejected(
                f"{figure}: the certificate claims {count(most, 'state')}, the rules give more"
            )

    @cached_property
    def placements(self) -> Sequence[State]:
        """All placements of the pieces."""
        found = self.puzzle.placements(MOST_STATES)
        if found is None:
            raise _too_large(f"the placements of family {self.puzzle.family!r} on this board")
        return found

    @cached_property
    def whole(self) -> StateGraph:
        """The graph of all placements."""
        return self._graph(self.placements)

    def _graph(self, states: Sequence[State]) -> StateGraph:
        self._count(len(states))
        return StateGraph(self.puzzle, states, self._tell)

    def _count(self, states: int) -> None:
        self.states = max(self.states, states)

    def hardest(self, graph: StateGraph) -> dict[str, int] | None:
        """The greatest distance to the nearest goal; how many have it, and how many reach none."""
        if not graph.goals:
            return None
        found = Counter(graph.distances(graph.goals))
        most = max(found)
        return {"moves": most, "states": found[most], "unreachable": found[-1]}

    @cached_property
    def bounds(self) -> tuple[list[int], list[int]]:
        """A lower and an upper bound of each eccentricity in the start's component."""
        graph = self.component
        if len(self.sources) * len(graph) > MOST_STEPS:
            raise CertificateRejected(
                f"'sources': {count(len(self.sources), 'search', 'searches')} of "
                f"{count(len(graph), 'state')}, expected {MOST_STEPS:,} states at most in all"
            )
        low, high = [0] * len(graph), [FAR] * len(graph)
        for number, source in enumerate(self.sources):
            if self._tell is not None:
                self._tell("searching from the sources", number, len(self.sources))
            if source not in graph.number:
                raise CertificateRejected(
                    f"'sources', number {number + 1}: a state that the start does not reach"
                )
            found = graph.distances([graph.number[source]])
            far = max(found)
            low = [max(one, d, far - d) for one, d in zip(low, found, strict=True)]
            high = [min(one, far + d) for one, d in zip(high, found, strict=True)]
            low[graph.number[source]] = high[graph.number[source]] = far
        return low, high

    def diameter(self) -> int:
        """The greatest eccentricity; raises CertificateRejected where the bounds do not meet."""
        low, high = self.bounds
        return _met("diameter", max(low), max(high))

    def radius(self) -> int:
        """The least eccentricity; raises CertificateRejected where the bounds do not meet."""
        low, high = self.bounds
        return _met("radius", min(low), min(high))

    def centre(self) -> int:
        """How many states have the least eccentricity; raises CertificateRejected likewise."""
        radius = self.radius()
        low, high = self.bounds
        return _met("centre", high.count(radius), low.count(radius))


@dataclass(frozen=True, slots=True)
class Figure:
    """How a figure is computed, and of which puzzles there is one."""

    compute: Callable[[Figures], Any]
    both_ways: bool | None = None
    """Whether moves have to be taken back for it; False: only where they cannot be."""


FIGURES: dict[str, Figure] = {
    "layers": Figure(lambda of: of.reached.layers),
    "reached": Figure(lambda of: sum(of.reached.layers)),
    "eccentricity": Figure(lambda of: len(of.reached.layers) - 1),
    "goals_reached": Figure(lambda of: of.reached.goals),
    "optimum": Figure(lambda of: of.reached.optimum),
    "plans": Figure(Figures.plans),
    "dead_ends": Figure(lambda of: of.reached.dead_ends, both_ways=False),
    "hardest_start": Figure(lambda of: of.hardest(of.component), both_ways=True),
    "diameter": Figure(Figures.diameter, both_ways=True),
    "radius": Figure(Figures.radius, both_ways=True),
    "centre": Figure(Figures.centre, both_ways=True),
    "configurations": Figure(lambda of: len(of.placements), both_ways=True),
    "edges": Figure(lambda of: sum(map(len, of.whole.beside)) // 2, both_ways=True),
    "degrees": Figure(lambda of: _table(Counter(map(len, of.whole.beside))), both_ways=True),
    "components": Figure(lambda of: of.whole.components.total(), both_ways=True),
    "component_sizes": Figure(lambda of: _table(of.whole.components), both_ways=True),
    "goals": Figure(lambda of: len(of.whole.goals), both_ways=True),
    "hardest_anywhere": Figure(lambda of: of.hardest(of.whole), both_ways=True),
}
"""Every figure that a certificate may claim, in the order in which they are checked."""


def check(certificate: Certificate) -> Counted:
    """Compute each figure that is claimed; raises CertificateRejected for the first wrong one."""
    claims = claims_of(certificate)
    puzzle = certificate.puzzle
    if puzzle.no_survey:
        raise CertificateRejected(puzzle.no_survey)
    sources = _sources(certificate)
    for name in claims:
        refuse(puzzle, name)
    _foretell(certificate, claims, len(sources))
    by_rules, tell = certificate.by_rules, certificate.tell
    figures = Figures(puzzle, sources, tell, by_rules=by_rules, claims=claims)
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
    """The figures claimed; raises CertificateRejected for a name that is none."""
    claims = certificate.extra.get("claims")
    if not isinstance(claims, dict) or not claims:
        raise CertificateRejected("'claims': expected figures and their values")
    found = cast("dict[str, Any]", claims)
    for name in found:
        if name not in FIGURES:
            raise CertificateRejected(
                f"'claims': {name!r:.40}: expected one of {', '.join(FIGURES)}"
            )
    return found


def _claimed_reached(claims: Mapping[str, Any]) -> int | None:
    """How many states the start reaches, by the claim; None where it says no number."""
    reached, sizes = claims.get("reached"), claims.get("layers")
    if type(reached) is int:
        return reached
    parts = cast("list[object]", sizes) if isinstance(sizes, list) else []
    numbers = [size for size in parts if type(size) is int]
    return sum(numbers) if numbers else None


def _foretell(certificate: Certificate, claims: Mapping[str, Any], sources: int) -> None:
    """Say beforehand what the check will take, if it is much or cannot be known."""
    claimed = _claimed_reached(claims), claims.get("configurations")
    numbers = [number for number in claimed if type(number) is int]
    if not numbers:
        if certificate.foretell is not None:
            certificate.foretell(
                "a survey that claims no number of states: nobody knows beforehand what its check "
                "will take (--time-limit ends it)"
            )
        return
    states = max(numbers)
    seconds, _ = cost_of_a_state(certificate.puzzle)
    took = states * (PASSES * seconds + sources * SOURCE_SECONDS)
    foretell(certificate, f"a survey of {count(states, 'state')}", took, states * STATE_BYTES)


def refuse(puzzle: AnyPuzzle, name: str) -> None:
    """Raise CertificateRejected for a figure that the puzzle has not."""
    both_ways = FIGURES[name].both_ways
    if both_ways is not None and both_ways != puzzle.reversible:
        can = "can" if puzzle.reversible else "cannot"
        raise CertificateRejected(f"{name}: no figure of a puzzle whose moves {can} be taken back")


def _sources(certificate: Certificate) -> list[State]:
    """The sources, as states; they are packed numbers, in decimal digits."""
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


def _on_arrays(puzzle: AnyPuzzle) -> ArraySearch | None:
    """The search on arrays; None without numpy, and for states that are none."""
    try:
        found: ArraySearch | None = imported(ON_ARRAYS)(puzzle)
    except ImportError:
        return None
    return found


def _met(name: str, low: int, high: int) -> int:
    if low != high:
        raise CertificateRejected(f"{name}: the sources show that it is from {low} to {high}")
    return low


def _table(found: Counter[int]) -> dict[str, int]:
    """As an object of JSON, ascending."""
    return {str(size): found[size] for size in sorted(found)}


def _text(value: object) -> str:
    return json.dumps(value, sort_keys=True)


def _check_size(states: int) -> None:
    if states > MOST_STATES:
        raise _too_large("the states that the start reaches")


def _too_large(what: str) -> Unsupported:
    return Unsupported(
        f"{what} are over {MOST_STATES:,}, or are not listed: figures that need a list of states "
        "are not checked"
    )
