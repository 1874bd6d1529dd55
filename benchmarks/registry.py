"""What is measured: tables of groups of jobs, a line each.

A job is a command line (its first word is one of `peers.KINDS`), what its output must show (a
pattern: a figure that is known), and where there is one a limit on its ratio to the first job of
its group.  All jobs of a group are run in turn, round after round.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Job:
    """A command and what must come of it."""

    command: str
    figure: str
    """A regular expression that its output must match."""
    limit: float | None = None
    """What its ratio to the first job of the group may be at most."""
    of: str = "cpu"
    """What the limit is on: ``cpu`` or ``wall``."""
    code: int = 0
    """How the command ends."""


@dataclass(frozen=True, slots=True)
class Group:
    """Jobs on the same question; the first is the one that the others are compared with."""

    title: str
    jobs: tuple[Job, ...]
    quick: bool = False
    """Whether it is in the bench of half a minute."""
    long: bool = False
    """Whether it takes minutes, and is run once, when asked for."""


@dataclass(frozen=True, slots=True)
class Table:
    """Groups that are printed together."""

    name: str
    title: str
    groups: tuple[Group, ...]


SIZES = Table("size", "By the size of the state space, to the compiled reference", (
    Group("start-up alone: 12 tables of the 2 by 2 tiles", (
        Job("reference whole tiles-2x2", "states 12"),
        Job("engine tiles-2x2 --whole", "states 12"),
    ), quick=True),
    Group("L'Âne Rouge, 10⁴", (
        Job("reference solve ane-rouge", "optimum 81"),
        Job("engine ane-rouge", "optimum 81", 9, "wall"),
        Job("rules ane-rouge", "optimum 81"),
    ), quick=True),
    Group("Century on whole cells, 10⁴", (
        Job("reference solve century-whole-cells", "optimum 99"),
        Job("engine century-whole-cells", "optimum 99"),
    )),
    Group("Super-Century, 10⁵", (
        Job("reference solve super-century-230", "optimum 230"),
        Job("engine super-century-230", "optimum 230"),
    ), quick=True),
    Group("Tiles, 2 by 5, 10⁶", (
        Job("reference whole tiles-2x5", "eccentricity 55"),
        Job("engine tiles-2x5 --whole", "eccentricity 55", 1.0),
    ), quick=True),
    Group("States of two words, 10⁶", (
        Job("reference solve two-words", "optimum 187"),
        Job("engine two-words", "optimum 187"),
        Job("engine two-words --engine numba", "optimum 187", 1.2),
    )),
    Group("Climb 12, T and L pieces, 10⁶", (
        Job("reference solve climb-12", "optimum 59"),
        Job("engine climb-12 --engine numba", "optimum 59", 1.5),
    )),
    Group("HIFI, labelled, 10⁷", (
        Job("reference solve hifi", "optimum 200"),
        Job("engine hifi --engine lift", "optimum 200", 0.40),
        Job("engine hifi --engine numpy", "optimum 200"),
    ), long=True),
))  # fmt: skip

PLANNER = Table("planner", "To Fast Downward: its whole command, nothing checked", (
    Group("L'Âne Rouge, piece, told as grab, go on and release", (
        Job("planner ane-rouge piece chain", "Plan cost: 81"),
        Job("engine ane-rouge", "optimum 81", 0.25, "wall"),
        Job("puzzleproof prove ane-rouge --evidence labelling", r"\b81\b", 1.0, "wall"),
    ), quick=True),
    Group("L'Âne Rouge, piece, told as the planner likes it best", (
        Job("planner ane-rouge piece", "Plan cost: 81"),
        Job("engine ane-rouge", "optimum 81"),
        Job("puzzleproof prove ane-rouge --evidence labelling", r"\b81\b"),
    ), quick=True),
    Group("L'Âne Rouge, unit", (
        Job("planner ane-rouge unit", "Plan cost: 116"),
        Job("engine ane-rouge --metric unit", "optimum 116"),
        Job("puzzleproof prove ane-rouge --metric unit --evidence labelling", r"\b116\b", 2.0,
            "wall"),
    ), quick=True),
    Group("forms of PDDL, piece", (
        Job("planner ane-rouge piece schema", "Plan cost: 81"),
        Job("planner ane-rouge piece grounded", "Plan cost: 81"),
        Job("planner ane-rouge piece chain", "Plan cost: 81"),
    )),
    Group("forms of PDDL, unit", (
        Job("planner ane-rouge unit schema", "Plan cost: 116"),
        Job("planner ane-rouge unit grounded", "Plan cost: 116"),
    )),
    Group("Century on whole cells, piece", (
        Job("planner century-whole-cells piece", "Plan cost: 99"),
        Job("engine century-whole-cells", "optimum 99"),
        Job("puzzleproof prove century-whole-cells --evidence labelling", r"\b99\b"),
    )),
))  # fmt: skip

GRAPHS = Table("graph", "Whole state graphs: all configurations, components, the diameter", (
    Group("L'Âne Rouge", (
        Job("reference diameter ane-rouge", "diameter 145"),
        Job("puzzleproof explore ane-rouge", r"\b145\b", 12),
    ), quick=True),
    Group("Century on whole cells", (
        Job("reference diameter century-whole-cells", "diameter 230"),
        Job("puzzleproof explore century-whole-cells", r"\b230\b", 12),
    )),
    Group("HIFI, labelled, its components", (
        Job("reference components hifi", "components 694633"),
        Job("engine hifi --engine components", "components 694633", 0.08),
    ), long=True),
))  # fmt: skip

PEGS = Table("pegs", "Peg positions up to symmetry", (
    Group("Triangle of 5 rows", (
        Job("reference pegs triangle-5-apex", "states 1544"),
        Job("engine triangle-5-apex --engine pegs", "states 1544"),
    ), quick=True),
    Group("English board, all classes", (
        Job("reference pegs english-centre", "states 23475688"),
        Job("engine english-centre --engine pegs", "states 23475688", 0.35),
    ), long=True),
))  # fmt: skip


def _prove(line: str, code: int = 0) -> Job:
    """A whole command that must end as it should; its figure is its exit code."""
    return Job(f"puzzleproof {line}", "", code=code)


COMMANDS = Table("commands", "Whole commands, to the rules' own search of L'Âne Rouge", (
    Group("labellings", (
        Job("rules ane-rouge", "optimum 81"),
        _prove("--help"),
        _prove("prove ane-rouge --evidence labelling"),
        _prove("prove pennant --evidence labelling"),
        _prove("prove quuzzle --evidence labelling"),
        _prove("prove quuzzle-killer --evidence labelling"),
        _prove("prove simplicity --evidence labelling"),
        _prove("prove simplicity2 --evidence labelling"),
        _prove("prove traffic-cop --evidence labelling"),
        _prove("prove century --evidence labelling"),
        _prove("prove super-century-138 --evidence labelling"),
        _prove("prove super-century-230 --evidence labelling"),
        _prove("prove supercompo --evidence labelling"),
        _prove("prove little-house --evidence labelling"),
        _prove("prove soap --evidence labelling"),
        _prove("prove super-dries --evidence labelling"),
        _prove("prove d209 --evidence labelling"),
        _prove("prove ane-rouge --metric line --evidence labelling"),
        _prove("prove ane-rouge --metric unit --evidence labelling"),
    )),
    Group("other families and evidence", (
        Job("rules ane-rouge", "optimum 81"),
        _prove("prove simplicity --engine sat"),
        _prove("prove simplicity --engine cpsat"),
        _prove("solve four-cubes --all"),
        _prove("solve twelve.toml"),
        _prove("prove frogs-6-6"),
        _prove("prove european-centre", 20),
        _prove("solve english-centre --metric jump --engine sat", 10),
        _prove("solve english-centre --metric jump --engine cpsat", 10),
        _prove("solve european-43-35 --metric jump --engine sat", 10),
        _prove("solve european-43-35 --metric jump --engine cpsat", 10),
        _prove("prove eight-puzzle-867 --engine sat"),
        _prove("prove eight-puzzle-867 --evidence labelling"),
        _prove("prove taquin-t1"),
        Job("fresh prove taquin-t1", ""),
        _prove("prove triangle-5-apex"),
    )),
    Group("horizons of minutes", (
        Job("rules ane-rouge", "optimum 81"),
        *(_prove(f"prove ane-rouge --engine sat --evidence refutation --at-least {bound}")
          for bound in (31, 41, 51, 61)),
        *(_prove(f"prove {x} --engine cpsat") for x in ("pennant", "quuzzle", "ane-rouge")),
    ), long=True),
))  # fmt: skip

TABLES = (SIZES, PLANNER, GRAPHS, PEGS, COMMANDS)
