"""Leaving out any one family of clauses is noticed, in every way of encoding.

The *ways*: moves as displacements, as one operator a step, as whole trails of jumps, as jumps one
by one that are counted as moves, as layers of operators; and the two models of stacked cubes.
For each family of each way `FATE` says what becomes of the answers without it, by experiment on
small cases: *needed*, there are false plans (of cubes: stacks); *noticed*, more is allowed, but no
false plan; *implied*, nothing changes, and then `REDUNDANT` says why it is there all the same.
Strengthenings forbid plans that need not be looked at, so of theirs none is needed.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from functools import cache

import pytest

from puzzleproof.encoders.cubes.factors import factor_model
from puzzleproof.encoders.cubes.orientations import orientation_model
from puzzleproof.encoders.families import ground
from puzzleproof.encoders.horizon import unrolled as horizons
from puzzleproof.encoders.horizon.formula import Formula
from puzzleproof.encoders.horizon.unrolled import Horizon
from puzzleproof.encoders.strengthen import STRENGTHENINGS
from puzzleproof.encoders.task import Task
from puzzleproof.models.cubes.rules import CubesPuzzle
from puzzleproof.models.errors import Unsupported
from puzzleproof.models.instances import library_names, load
from puzzleproof.models.puzzle import AnyPuzzle
from tests.support.boards import METRICS, SMALL, sliding
from tests.support.cube_sets import cubes
from tests.support.frog_boards import SMALL as FROGS
from tests.support.leaving_out import ASSERTED, families, fate
from tests.support.operator_tasks import REFUTED, always
from tests.support.peg_boards import pegs
from tests.support.tile_boards import tiles

RANK = ("implied", "noticed", "needed")

FATE: dict[str, dict[str, set[str]]] = {
    "displacements": {
        "needed": {
            "change", "condition", "frame", "goal", "join", "needs", "one fact of a group",
            "one move a step", "start", "visits",
        },
        "noticed": {
            "commuting", "idle is still", "idling lasts", "mirror", "move or idle", "no repeat",
            "no undo",
        },
        "implied": {"constant counts", "frame of free cells", "projection"},
    },
    "operators": {
        "needed": {
            "condition", "effect", "frame", "goal", "needs", "number of steps",
            "one fact of a group", "one operator a step", "start",
        },
        "noticed": {"commuting", "idling lasts", "mirror", "no undo"},
        "implied": {"parity", "within"},
    },
    "jump by jump": {
        "needed": {
            "chain", "condition", "effect", "frame", "goal", "needs", "number of moves",
            "one operator a step", "start", "within",
        },
        "noticed": set(),
        "implied": set(),
    },
    "trails": {
        "needed": {
            "balance", "condition", "effect", "frame", "goal", "needs", "one move a step",
            "one trail", "passes", "start",
        },
        "noticed": {
            "Merson count", "a move jumps", "idling lasts", "mirror", "move order", "same peg",
        },
        "implied": {"Merson", "a peg is taken once"},
    },
    "layers": {
        "needed": {
            "condition", "effect", "frame", "goal", "needs", "operators apart", "start",
        },
        "noticed": set(),
        "implied": {"one fact of a group"},
    },
    "orientations": {
        "needed": {"every colour a column", "no colour twice", "one placement a cube"},
        "noticed": {"first cube"},
        "implied": {"pigeonholes"},
    },
    "factors": {
        "needed": {"degree", "no common edge", "one edge a cube"},
        "noticed": {"in order"},
        "implied": {"degree reached", "pigeonholes"},
    },
}  # fmt: skip

REDUNDANT = {
    ("displacements", "constant counts"):
        "a move takes one piece from place to place, and the start has the numbers",
    ("displacements", "frame of free cells"):
        "the groups make a cell free where no mover covers it, and the movers have a frame",
    ("displacements", "projection"):
        "a plan maps to a walk in the projection, whose distances it cannot undercut",
    ("operators", "parity"): "each operator changes the colour of the blank's cell",
    ("operators", "within"):
        "with fewer steps than every plan has the family 'number of steps' denies the literal",
    ("trails", "Merson"): "while a region is full no peg lands in it (Beasley 1985)",
    ("trails", "a peg is taken once"):
        "jumps of one trail over one peg go along one line, there and back; the balance has no "
        "jump left by the one that takes it back",
    ("layers", "one fact of a group"):
        "start, effects and frame leave the fact of each group or put one in its place",
    ("orientations", "pigeonholes"): "fewer colours than cubes cannot all differ in a column",
    ("factors", "pigeonholes"): "the degrees add up to twice the cubes, more than two a colour",
    ("factors", "degree reached"):
        "as many edges as colours have the sum of degrees that two a colour make",
}  # fmt: skip
"""Why a family that is implied by the rest is there: solvers find it out slowly, or not at all."""

NOT_IN_THE_LIBRARY = {"displacements": {"visits"}, "jump by jump": FATE["jump by jump"]["needed"]}
"""Families that no instance of the library has: none is a tour, on no board are moves too many."""

RING = "oooooooo\nooxooxxo\noxoxoooo\nooxooooo\noooooooo\n"
"""A ring of jumps apart from two pegs of which one may jump."""

Question = tuple[AnyPuzzle, int]
"""A puzzle, and a horizon that has no plan, or one that has."""

SLIDING = {
    "mirrored": (sliding(".A.", goal=".A."), 2),
    "alike": (SMALL["two alike"], 1),
    "labelled": (SMALL["two labelled"], 3),
    "tour": (SMALL["tour in sequence"], 1),
    "tour, any order": (SMALL["tour in any order"], 2),
}
CASES: dict[str, list[Question]] = {
    "displacements": [
        *((puzzle.with_metric(m), bound) for puzzle, bound in SLIDING.values() for m in METRICS),
        (SMALL["walls"].with_metric("line"), 1),
        (FROGS["row"], 2),
    ],
    "operators": [
        *(question for name, question in REFUTED.items() if not name.startswith("moves")),
        (tiles("1 0 2/3 4 5", goal="1 4 2/3 0 5"), 1),
        (tiles("1 4 2/3 0 5", "multi"), 2),
        (pegs("jump", start="xxo.oxx", goal="oox.xoo"), 2),
    ],
    "jump by jump": [question for name, question in REFUTED.items() if name.startswith("moves")],
    "trails": [
        (pegs(board="triangle4", vacate=[1, 0], finish="any"), 4),
        (pegs(board="triangle4", vacate=[2, 1], finish="any"), 2),
        (pegs(start="oxo\nxxo\nooo\n", goal="ooo\nooo\noox\n"), 2),
        (pegs(start="xxo.xxo\n", goal="oox.oox\n"), 1),
        (pegs(start="xxo.xxo\n", goal="oox.oox\n"), 2),
        (pegs(start="xxo", goal="xoo"), 1),
        (pegs(start=RING, goal="oooooooo\nooooooox" + "\noooooooo" * 3), 1),
    ],
    "layers": [
        (pegs("jump", board="strip6", start="xxoxoo", goal="xooooo"), 2),
        (pegs("jump", board="strip5", start="xxxxo", finish="any"), 3),
        (pegs("jump", board="strip5", start="xoxxo", finish="any"), 2),
        (pegs("jump", board="strip5", start="xxoxx", finish="any"), 3),
        (cubes("RRRRRG", "RRRRGR"), 2),
    ],
}
STACKS = [
    cubes("RGBYRG"), cubes("RGRGRG", "RRGGRG"), cubes("RRRRRG", "RRRRGB"),
    cubes("RRRRRR", "RRRRRG"),
    cubes("RRRRRG", "RRRRGR"), cubes("RGBYRG", "YYGGBB", "RBRBRB"), cubes("RGBYOV", "RRGBYO"),
    cubes("RRRRRR", "GRGRRR", "GGGRRR"), cubes("RRRRGB", "RRRRGB"),
]  # fmt: skip


@contextmanager
def formulation(way: str) -> Generator[None]:
    """Compound moves are told jump by jump where the way says so."""
    with pytest.MonkeyPatch.context() as patch:
        if way == "jump by jump":
            patch.setattr(horizons, "trails_of", always(None))
        yield


def asked(task: Task, bound: int, strengthen: tuple[str, ...], layered: bool = False) -> Formula:
    """A horizon, its goal asserted by a family of its own."""
    horizon = Horizon(task, strengthen, layered=layered)
    if layered:
        while horizon.length < bound:
            horizon.extend()
    literal = horizon.goal(bound) if layered else horizon.within(bound)
    horizon.model.clause(ASSERTED, literal)
    return horizon.model


def models(way: str) -> Iterator[tuple[Formula, set[str]]]:
    """Models of a way with the families to leave out: the bare ones, then each strengthening's."""
    with formulation(way):
        for puzzle, bound in CASES[way]:
            task = ground(puzzle).task
            bare = asked(task, bound, (), way == "layers")
            yield bare, families(bare)
            for name in STRENGTHENINGS if way != "layers" else ():
                model = asked(task, bound, (name,))
                yield model, families(model) - families(bare)


def models_of_stacks(make: Callable[[CubesPuzzle], Formula]) -> Iterator[tuple[Formula, set[str]]]:
    for puzzle in STACKS:
        model = make(puzzle)
        yield model, families(model)


@cache
def fates(way: str) -> dict[str, str]:
    """Family -> the worst that happens without it, in any case."""
    makers: dict[str, Callable[[CubesPuzzle], Formula]] = {
        "orientations": lambda puzzle: orientation_model(puzzle).model,
        "factors": lambda puzzle: factor_model(puzzle).model,
    }
    found = dict[str, str]()
    for model, ours in models_of_stacks(makers[way]) if way in makers else models(way):
        for family in ours:
            if found.get(family) != "needed":
                found[family] = max(found.get(family, RANK[0]), fate(model, family), key=RANK.index)
    return found


@pytest.mark.parametrize("way", FATE)
def test_what_becomes_of_the_answers_without_a_family(way: str) -> None:
    """The table is exact: the families that there are, and what each is for."""
    assert fates(way) == {family: fate for fate, row in FATE[way].items() for family in row}


def test_each_family_that_changes_nothing_has_its_argument() -> None:
    assert {(way, f) for way, row in FATE.items() for f in row["implied"]} == set(REDUNDANT)
    assert all(len(argument) > 20 for argument in REDUNDANT.values())


def library() -> Iterator[AnyPuzzle]:
    for name in library_names():
        puzzle = load(name)
        yield from (puzzle.with_metric(metric) for metric in puzzle.metrics)


FEW_STEPS = 12
"""A horizon that has as many steps as every plan is grown if these are no more."""


def told(puzzle: AnyPuzzle) -> Iterator[tuple[str, Formula]]:
    """Each way in which a puzzle is told, with a model of two steps and all strengthenings."""
    task = ground(puzzle).task
    horizon = Horizon(task, STRENGTHENINGS)
    horizon.extend()
    horizon.extend()
    if horizon.by_moves or task.length is None:
        horizon.within(2)
    elif task.length <= FEW_STEPS:
        horizon.within(task.length - 1)
    if task.displacing:
        yield "displacements", horizon.model
    else:
        yield "trails" if horizon.by_moves else "operators", horizon.model
    if task.length:
        yield "layers", asked(task, 1, (), layered=True)


@pytest.mark.slow
def test_the_library_has_no_other_families() -> None:
    """For all instances in all metrics; those that have no task have no clauses either."""
    found = {way: set[str]() for way in FATE}
    for puzzle in library():
        try:
            for way, model in told(puzzle):
                found[way] |= families(model)
        except Unsupported:
            continue
    for puzzle in (load("instant-insanity"), load("four-cubes"), load("one-colour-cubes")):
        assert isinstance(puzzle, CubesPuzzle)
        found["orientations"] |= families(orientation_model(puzzle).model)
        found["factors"] |= families(factor_model(puzzle).model)
    listed = {way: {f for row in FATE[way].values() for f in row} for way in FATE}
    assert {way: names - listed[way] for way, names in found.items() if names - listed[way]} == {}
    missing = {way: listed[way] - names for way, names in found.items()}
    assert {way: names for way, names in missing.items() if names} == NOT_IN_THE_LIBRARY
