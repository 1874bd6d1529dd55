"""The request for a survey; `puzzleproof explore` takes its options from this module."""

from __future__ import annotations

from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, cast

from puzzleproof.models.errors import NotationError, Unsupported
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.models.texts import expected_one_of
from puzzleproof.options import (
    PATH,
    RANGE,
    Limited,
    Options,
    Seeded,
    Value,
    Words,
    flag_of,
    option,
    switch,
    text,
    whole,
    words,
)

GRAPH_FILES = (".graphml", ".dot")
STARTS, STATES_KEPT = 10, 1_000_000
FIND = {
    "eccentricities": "in the start's component: radius, centre, table",
    "pairs": "longest inversions and hardest symmetric pairs under each symmetry of the board",
    "solutions": "of pegs: the number of solutions, and the number of positions on solutions",
    "from-goals": "how far the hardest of all starts is from its nearest goal",
    "final-holes": "of pegs: the final holes for each vacancy, with plans; a board's name suffices",
    "starts": "the starts farthest from a goal, with the numbers of their shortest plans and of "
    "moves away from the goal",
}
"""The values of `--find` and their meaning; one of the last three replaces the statistics."""
INSTEAD = ("final-holes", "starts", "from-goals")
OF_GRAPH = ("reachable", "eccentricities", "pairs", "solutions", "graph")
FOUND = words(f"some of {', '.join(FIND)}", "WHAT[,WHAT]", FIND, some=False)


def _names_graph(name: Any) -> bool:
    return isinstance(name, str) and Path(name).suffix in GRAPH_FILES


def _name(name: object) -> object:
    return str(name) if isinstance(name, Path) else name


GRAPH = Value(f"a name ending in {', '.join(GRAPH_FILES)}", _names_graph, metavar="FILE")._replace(
    made=_name
)


@dataclass(frozen=True, kw_only=True)
class Conditioned(Options):
    """Conditions on the starts or instances that are sought."""

    where: str | None = option(
        text("a text", "CONDITIONS"),
        "{of} that meet conditions, as in 'moves >= 30 and shortest_plans == 1' (names: below)",
    )

    def __post_init__(self) -> None:
        """Also check the conditions; raises NotationError."""
        super().__post_init__()
        if self.where is not None:
            from puzzleproof.explore.conditions import Condition  # imported only when needed

            Condition(self.where)


@dataclass(frozen=True, kw_only=True)
class SurveyRequest(Conditioned, Limited, Seeded):
    """The options of a survey of a state graph, or of a set of cubes."""

    reachable: bool = switch(
        "only states that the start reaches (default: all placements of pieces)"
    )
    find: Words = option(
        FOUND, "; ".join(["what to find", *(f"{name}: {text}" for name, text in FIND.items())]), ()
    )
    top: int | None = option(whole(1), f"list at most N starts (default: {STARTS})")
    distance: tuple[int, int] | str | None = option(
        RANGE._replace(metavar="A-B"), "list starts at least A and at most B moves from a goal"
    )
    graph: str | Path | None = option(
        GRAPH, "write the graph: FILE.graphml or FILE.dot", flag="--output"
    )
    max_states: int | None = option(
        whole(1), f"store graphs of at most N states (default: {STATES_KEPT})"
    )
    samples: int | None = option(whole(1), "count how many of N random sets of cubes are solvable")
    certificate: str | Path | None = option(
        PATH, "where to write a certificate of the statistics, which 'verify' checks"
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        for word in self.find:
            if word not in FIND:
                raise NotationError(f"find {word!r}: {expected_one_of(word, FIND)}")
        for name in ("top", "distance", "where"):
            if getattr(self, name) is not None and not self.starts:
                raise NotationError(f"--{name}: only with --find starts")

    @property
    def starts(self) -> bool:
        """Whether the hardest starts are requested."""
        return "starts" in self.find

    @property
    def band(self) -> tuple[int, int] | None:
        """The least and the greatest distance of the starts."""
        return cast("tuple[int, int] | None", self.distance)

    @property
    def most_states(self) -> int:
        """A graph with more states is not stored as lists."""
        return self.max_states or STATES_KEPT

    def about(self, puzzle: AnyPuzzle) -> str:
        """Return the subject: a key of `SURVEYORS`, or ``samples``.

        Raises Unsupported if options do not fit the puzzle or each other.
        """
        of_cubes, of_pegs = puzzle.explored_by == "stacks", puzzle.explored_by == "levels"
        family, no_survey = f"family {puzzle.family!r}", puzzle.no_survey
        given = {one.name for one in fields(self) if getattr(self, one.name) != one.default}
        given |= {*self.find}
        usual = "stacks" if of_cubes else "graph"
        subject = next((name for name in INSTEAD if name in given), usual)
        of_graph, graph = given.intersection(OF_GRAPH), "options for the state graph"

        def refuse(condition: object, fault: str) -> None:
            if condition:
                raise Unsupported(fault)

        for name in ("find", "reachable", "graph", "max_states") if of_cubes else ():
            flag = flag_of(SurveyRequest, name)
            refuse(name in given, f"{flag}: cubes have no state graph to explore")
        if self.samples is not None:
            refuse(not of_cubes, f"--samples: {family} has no random samples")
            return "samples"
        if self.certificate:
            refuse(no_survey, f"--certificate: {no_survey}")
            others = given.intersection(("final-holes", "solutions", "starts"))
            refuse(others, "--certificate: not with final-holes, solutions or starts")
        at = f"--find {subject}"
        match subject:
            case "final-holes":
                refuse(not of_pegs, f"{at}: only pegs have final holes, not {family}")
                refuse(of_graph or self.starts, f"{at}: leave out the {graph}")
            case "starts":
                anywhere = puzzle.begins_anywhere
                refuse(not anywhere, f"{at}: {family} has no instances from another start")
                others = (of_graph | given & {"from-goals"}) - {"reachable"}
                refuse(others, f"{at}: leave out the other {graph}")
            case "from-goals":
                refuse(of_graph, f"{at}: leave out the {graph}")
                refuse(no_survey, f"{at}: {no_survey}")
                refuse(not puzzle.reversible, f"{at}: moves cannot be undone")
            case _:
                pegs = "--find solutions: solutions are counted for pegs, not for"
                refuse("solutions" in given and not of_pegs, f"{pegs} {family}")
        return subject
