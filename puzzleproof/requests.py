"""What the verbs ``solve`` and ``explore`` take, on the command line and in Python."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from puzzleproof.options import FLAG, Limited, Seeded, Value, one_of, option, whole
from puzzleproof.provers.request import ENGINES, Engine

if TYPE_CHECKING:
    from puzzleproof.provers.survey.survey import SurveyRequest

GRAPH_FILES = (".graph", ".graphml", ".dot")
"""A copy of what a prover knows: help is printed without importing it, and a test compares."""


def _names_graph(name: Any) -> bool:
    return isinstance(name, str) and Path(name).suffix in GRAPH_FILES


GRAPH = Value(f"a name ending in {', '.join(GRAPH_FILES)}", _names_graph, metavar="FILE")


@dataclass(frozen=True, kw_only=True)
class SolveOptions(Limited, Seeded):
    """How to search for a plan, or for all of them."""

    engine: Engine = option(one_of(ENGINES), "how to search", "auto")
    limit: int | None = option(whole(0), "at most N solutions")
    any_plan: bool = option(
        FLAG,
        "some plan at once, then shorter ones until the time limit (default: 10 s)",
        False,
        "--any",
    )


@dataclass(frozen=True, kw_only=True)
class ExploreOptions(Limited, Seeded):
    """What to find out about a state graph, or about what the family has in place of it."""

    reachable: bool = option(
        FLAG,
        "only what can be reached from the start (default: all placements of pieces)",
        False,
    )
    eccentricities: bool = option(
        FLAG, "of every state in the start's component: radius, centre, table", False
    )
    pairs: bool = option(
        FLAG,
        "longest inversions and hardest symmetric pairs under each symmetry of the board",
        False,
    )
    solutions: bool = option(
        FLAG, "pegs: the number of solutions, and of the positions on any of them", False
    )
    from_goals: bool = option(
        FLAG,
        "how far the hardest of all starts is from its nearest goal, instead of the graph",
        False,
    )
    finals: bool = option(
        FLAG,
        "pegs: the final holes that each vacancy allows, with plans; takes a board's name too",
        False,
    )
    hardest: bool = option(
        FLAG, "the instance with the hardest start, as text", False, "--write-hardest"
    )
    graph: str | None = option(
        GRAPH, "write the graph: FILE.graphml, FILE.dot or FILE.graph", flag="--write-graph"
    )
    max_states: int | None = option(whole(1), "store graphs of at most N states (default: 1000000)")
    samples: int | None = option(
        whole(1), "cubes: estimate from N random sets how many have a solution"
    )

    def of_graph(self) -> list[str]:
        """The names of what is asked that only a state graph can answer."""
        names = ("reachable", "eccentricities", "pairs", "solutions", "from_goals", "finals")
        return [
            one
            for one in (*names, "hardest", "graph", "max_states")
            if getattr(self, one) not in (None, False)
        ]

    def request(self) -> SurveyRequest:
        """As `puzzleproof.provers.survey` takes it."""
        from puzzleproof.explore.survey import SurveyExtras
        from puzzleproof.provers.survey.survey import STATES_KEPT, SurveyRequest

        return SurveyRequest(
            reachable=self.reachable,
            wanted=SurveyExtras(self.eccentricities, self.pairs),
            states=self.max_states or STATES_KEPT,
            file=self.graph,
            solutions=self.solutions,
            hardest=self.hardest,
            from_goals=self.from_goals,
            finals=self.finals,
            seed=self.seed,
        )
