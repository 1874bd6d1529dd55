"""The request of a survey; `puzzleproof explore` has its options from here."""

from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from puzzleproof.models.errors import NotationError, Unsupported
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.options import PATH, RANGE, Limited, Seeded, Value, flag_of, option, switch, whole

GRAPH_FILES = (".graphml", ".dot")
STARTS, STATES_KEPT = 10, 1_000_000
OF_GRAPH = ("reachable", "eccentricities", "pairs", "solutions", "graph")
INSTEAD = ("finals", "starts", "from_goals")
"""What may be asked in place of the graph."""


def _names_graph(name: Any) -> bool:
    return isinstance(name, str) and Path(name).suffix in GRAPH_FILES


GRAPH = Value(f"a name ending in {', '.join(GRAPH_FILES)}", _names_graph, metavar="FILE")


@dataclass(frozen=True, kw_only=True)
class SurveyRequest(Limited, Seeded):
    """What to find out about a state graph, or about a set of cubes."""

    reachable: bool = switch(
        "only what can be reached from the start (default: all placements of pieces)"
    )
    eccentricities: bool = switch("eccentricities in the start's component: radius, centre, table")
    pairs: bool = switch(
        "longest inversions and hardest symmetric pairs under each symmetry of the board"
    )
    solutions: bool = switch("pegs: the number of solutions, and of the positions on any of them")
    from_goals: bool = switch(
        "how far the hardest of all starts is from its nearest goal, instead of the graph"
    )
    finals: bool = switch(
        "pegs: the final holes that each vacancy allows, with plans; takes a board's name too"
    )
    starts: bool = switch(
        "the starts that are farthest from a goal, with the numbers of their shortest plans and "
        "of moves away from the goal, instead of the graph"
    )
    top: int | None = option(whole(1), f"list at most N starts (default: {STARTS})")
    distance: tuple[int, int] | None = option(
        RANGE._replace(metavar="A-B"), "list starts at least A and at most B moves from a goal"
    )
    graph: str | None = option(
        GRAPH, "write the graph: FILE.graphml or FILE.dot", flag="--write-graph"
    )
    max_states: int | None = option(
        whole(1), f"store graphs of at most N states (default: {STATES_KEPT})"
    )
    samples: int | None = option(
        whole(1), "cubes: estimate from N random sets how many have a solution"
    )
    certificate: str | Path | None = option(
        PATH, "where to write a certificate of the figures, which 'verify' checks"
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in ("top", "distance"):
            if getattr(self, name) is not None and not self.starts:
                raise NotationError(f"--{name}: only with --starts")

    @property
    def most_states(self) -> int:
        """The most states of a graph that is stored."""
        return self.max_states or STATES_KEPT

    def about(self, puzzle: AnyPuzzle) -> str:
        """What is surveyed, a key of `SURVEYORS`, or ``samples``; Unsupported without such."""
        of_cubes, of_pegs = puzzle.explored_by == "stacks", puzzle.explored_by == "levels"
        family, no_survey = f"family {puzzle.family!r}", puzzle.no_survey
        given = {one.name for one in fields(self) if getattr(self, one.name) != one.default}
        usual = "stacks" if of_cubes else "graph"
        subject = next((name for name in INSTEAD if name in given), usual)
        of_graph, graph = given.intersection(OF_GRAPH), "options for the state graph"

        def refuse(condition: object, fault: str) -> None:
            if condition:
                raise Unsupported(fault)

        for name in (*OF_GRAPH, *INSTEAD, "max_states") if of_cubes else ():
            flag = flag_of(SurveyRequest, name)
            refuse(name in given, f"{flag}: cubes have no state graph to explore")
        if self.samples is not None:
            refuse(not of_cubes, f"--samples: {family} has no random samples")
            return "samples"
        if self.certificate:
            refuse(no_survey, f"--certificate: {no_survey}")
            others = given.intersection(("finals", "solutions", "starts"))
            refuse(others, "--certificate: not with --finals, --solutions or --starts")
        match subject:
            case "finals":
                refuse(not of_pegs, f"--finals: final holes are those of pegs, not of {family}")
                refuse(of_graph or self.starts, f"--finals: leave out the {graph}")
            case "starts":
                anywhere = puzzle.begins_anywhere
                refuse(not anywhere, f"--starts: {family} has no instances from another start")
                refuse(
                    self.from_goals or of_graph - {"reachable"},
                    f"--starts: leave out the other {graph}",
                )
            case "from_goals":
                refuse(of_graph, f"--from-goals: leave out the {graph}")
                refuse(no_survey, f"--from-goals: {no_survey}")
                refuse(not puzzle.reversible, "--from-goals: moves cannot be taken back")
            case _:
                pegs = "--solutions: counted for pegs, not for"
                refuse(self.solutions and not of_pegs, f"{pegs} {family}")
        return subject
