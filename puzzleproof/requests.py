"""The requests of the verbs: what the command line and the Python functions take, said once."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from puzzleproof.options import (
    BYTES,
    FLAG,
    JOBS,
    SECONDS,
    SEED,
    Options,
    Value,
    one_of,
    option,
    text,
    whole,
)

if TYPE_CHECKING:
    from puzzleproof.provers.process import Limits
    from puzzleproof.provers.request import Engine, PlanFrom, Request
    from puzzleproof.provers.survey.survey import SurveyRequest

EVIDENCE = ("auto", "all", "invariant", "labelling", "refutation", "exhaustion")
ENGINES = ("auto", "sat", "cpsat", "search")
SOLVERS = (
    *("cadical195", "cadical103", "cadical153", "cadical300", "ergo", "glucose3", "glucose4"),
    *("glucose42", "gluecard3", "gluecard4", "lingeling", "maplechrono", "maplecm", "maplesat"),
    *("mergesat3", "minicard", "minisat22", "minisatep"),
)
"""PySAT's solvers, the default first."""
PLANS = ("any", "horizons")
GRAPH_FILES = (".graph", ".graphml", ".dot")
"""Copies of what others know: help is printed without importing them, and tests compare."""


def _is_path(path: Any) -> bool:
    return isinstance(path, (str, Path))


# --- what verbs share -----------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Limited(Options):
    """Limits, which hold while a solver runs."""

    time_limit: float | None = option(SECONDS, "seconds of wall time{of}, as in 60 or 0.5")
    memory_limit: int | None = option(BYTES, "bytes of memory, as in 500M or 2G")

    @property
    def limits(self) -> Limits:
        """As provers take them."""
        from puzzleproof.provers.process import Limits

        seconds = self.time_limit
        return Limits(None if seconds is None else float(seconds), self.memory_limit)


@dataclass(frozen=True, kw_only=True)
class Seeded(Options):
    """A random seed."""

    seed: int = option(SEED, "random seed of {of} (default: 0)", 0)


@dataclass(frozen=True, kw_only=True)
class Workers(Options):
    """How many proofs run at once, and where their results are kept."""

    jobs: int | None = option(JOBS, "proofs at once (default: one a core)")
    ledger: str | Path | None = option(
        Value("the path of a file", _is_path, metavar="FILE"),
        "keep every result in this SQLite file, and prove nothing that it knows",
    )
    scheduler: str | None = option(
        text("the address of a Dask scheduler", "ADDRESS"),
        "a Dask scheduler whose workers do the proofs, as in tcp://HOST:8786; --jobs is then "
        "how many certificates are checked here at once",
    )


# --- the verbs ------------------------------------------------------------------------------


def _are_words(words: Any) -> bool:
    return isinstance(words, tuple)


def _words(given: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in given.split(","))


def _names_graph(name: Any) -> bool:
    return isinstance(name, str) and Path(name).suffix in GRAPH_FILES


KINDS = Value(
    f"some of {', '.join(EVIDENCE)}",
    _are_words,
    _words,
    "KIND[,KIND]",
)
SOLVER = text("the name of one of PySAT's solvers", "NAME")
GRAPH = Value(
    f"a name ending in {', '.join(GRAPH_FILES)}",
    _names_graph,
    metavar="FILE",
)


@dataclass(frozen=True, kw_only=True)
class ProveOptions(Limited, Seeded):
    """What to prove and how."""

    engine: Engine = option(
        one_of(ENGINES),
        "sat and cpsat prove the bound by horizons, with no search of the state graph",
        "auto",
    )
    evidence: tuple[str, ...] = option(
        KINDS, f"some of {', '.join(EVIDENCE)} (default: auto)", ("auto",)
    )
    at_least: int | None = option(
        whole(0, metavar="L"), "prove only this bound: every plan has at least L moves"
    )
    solver: str | None = option(
        SOLVER,
        f"PySAT's solver for --engine sat: {', '.join(SOLVERS)} (default: {SOLVERS[0]})",
    )
    plan: PlanFrom = option(
        one_of(PLANS),
        "with --engine sat or cpsat: any search may find the plan (the default), or the "
        "horizons alone",
        "any",
        "--plan-by",
    )

    def request(self, certificate: str | None = None) -> Request:
        """As `puzzleproof.provers.strategy` takes it."""
        from puzzleproof.provers.request import Request

        first = self.engine, self.evidence, self.at_least, certificate
        return Request(*first, self.seed, self.solver, self.plan)


@dataclass(frozen=True, kw_only=True)
class SolveOptions(Limited, Seeded):
    """How to search for a plan, or for all of them."""

    engine: Engine = option(one_of(ENGINES), "how to search", "auto")
    limit: int | None = option(whole(0), "at most N solutions")


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
        FLAG, "pegs: the number of solutions, and of the positions on one", False
    )
    finals: bool = option(
        FLAG,
        "pegs: the final holes that each vacancy allows, and plans; also of a board's name",
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
        names = ("reachable", "eccentricities", "pairs", "solutions", "finals", "hardest", "graph")
        return [one for one in (*names, "max_states") if getattr(self, one) not in (None, False)]

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
            finals=self.finals,
            seed=self.seed,
        )
