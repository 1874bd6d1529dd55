"""Leaving out any one family of clauses is noticed, in every encoding.

Moves are encoded as displacements, as these with routes as paths, as one operator a step, as
compound moves, as jumps one by one that are counted as moves, as layers of operators; stacked cubes
as orientations.
For each family of each encoding `FATE` says what becomes of the answers without it, by experiment
on small cases: *needed*, there are false plans (of cubes: stacks); *noticed*, more is allowed, but
no false plan; *implied*, nothing changes.
Strengthenings forbid plans that need not be looked at, so of theirs none is needed.  Implied
families are there as solvers find them out slowly, or not at all: counts of pieces and free cells,
which every move keeps; the frame of idle steps, which the movers' says; the colour of
the blank's cell, which each operator changes; Merson regions (Beasley 1985), which no jump enters
while they are full; the pigeonholes of fewer colours than cubes.
"""

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from itertools import combinations

import pytest

from puzzleproof.encoders.cubes import orientation_formula
from puzzleproof.encoders.horizon import displacement, route_paths
from puzzleproof.encoders.horizon.formula import Compiler, Constraint, Formula
from puzzleproof.encoders.horizon.unrolled import UnrolledTask
from puzzleproof.encoders.sat import pysat
from puzzleproof.encoders.strengthen import STRENGTHENINGS
from puzzleproof.encoders.task import Task
from puzzleproof.models.puzzle import AnyPuzzle
from tests.support.boards import METRICS, SMALL, sliding
from tests.support.cube_sets import cubes
from tests.support.frog_boards import SMALL as FROGS
from tests.support.operator_tasks import REFUTED, encode_jump_by_jump
from tests.support.peg_boards import pegs
from tests.support.questions import satisfiable, task_of
from tests.support.tile_boards import tiles

ASSERTED = "asserted"
"""The family of what a question adds: a plan is wanted."""


def families(formula: Formula) -> set[str]:
    return {constraint.family for constraint in formula.constraints} - {ASSERTED}


def fate(formula: Formula, family: str) -> str:
    def others(one: str) -> bool:
        return one != family

    if not satisfiable(_kept(formula, bool)) and satisfiable(_kept(formula, others)):
        return "needed"
    ours = [constraint for constraint in formula.constraints if constraint.family == family]
    rest = _kept(formula, lambda one: one not in (family, ASSERTED))
    with pysat.Solver(name="glucose4", bootstrap_with=rest) as solver:
        for constraint in ours:
            for broken in _broken(constraint):
                if solver.solve(assumptions=broken):
                    return "noticed"
    return "implied"


def _kept(formula: Formula, keep: Callable[[str], object]) -> list[tuple[int, ...]]:
    """The clauses of some families; the variables of the formula keep their numbers."""
    fewer = Formula()
    fewer.names = formula.names
    fewer.constraints = [one for one in formula.constraints if keep(one.family)]
    return Compiler(fewer).update()


def _broken(constraint: Constraint) -> Iterator[Sequence[int]]:
    """Literals that break a constraint: too many, or too few, in each combination."""
    literals, number = constraint.literals, constraint.number
    if constraint.kind == "clause":
        yield [-x for x in literals]
        return
    yield from combinations(literals, number + 1)
    if constraint.kind == "exactly":
        for false in combinations(literals, len(literals) - number + 1):
            yield [-x for x in false]


RANK = ("implied", "noticed", "needed")

FATE = {
    "displacements": {
        "needed": "change, condition, frame, goal, join, needs, one fact of a group, "
        "one move a step, start, visits",
        "noticed": "idle is still, idling lasts, mirror, move or idle, no undo",
        "implied": "constant counts",
    },
    "route paths": {
        "needed": "change, condition, ends of a route, frame, goal, needs, one fact of a group, "
        "one move a step, route does not fork, route goes on, start, straight route, visits",
        "noticed": "idling lasts, mirror, no undo, one kind moves",
        "implied": "constant counts, idle is still, move or idle",
    },
    "operators": {
        "needed": "condition, effect, frame, goal, needs, number of steps, one fact of a group, "
        "one operator a step, start",
        "noticed": "idling lasts, mirror, no undo",
        "implied": "parity, within",
    },
    "jump by jump": {
        "needed": "chain, condition, effect, frame, goal, needs, number of moves, "
        "one operator a step, start, within"
    },
    "compound moves": {
        "needed": "balance, condition, connected, effect, frame, goal, needs, one move a step, "
        "passes, start",
        "noticed": "Merson count, a move jumps, idling lasts, mirror, move order, same peg",
        "implied": "Merson, a peg is taken once",
    },
    "layers": {
        "needed": "condition, effect, frame, goal, needs, operators apart, start",
        "implied": "one fact of a group",
    },
    "orientations": {
        "needed": "every colour a column, no colour twice, one placement a cube",
        "noticed": "first cube",
        "implied": "pigeonholes",
    },
}
"""Encoding -> what becomes of the answers -> without which families."""


def listed(encoding: str) -> dict[str, str]:
    """Family -> what becomes of the answers without it, by the table."""
    rows = FATE[encoding].items()
    return {family: fate for fate, row in rows for family in row.split(", ")}


RING = "oooooooo\nooxooxxo\noxoxoooo\nooxooooo\noooooooo\n"
"""A ring of jumps apart from two pegs of which one may jump."""

Asked = tuple[AnyPuzzle, int]
"""A puzzle, and a horizon that has no plan, or one that has."""

SLIDING = {
    "mirrored": (sliding(".A.", goal=".A."), 2),
    "alike": (SMALL["two alike"], 1),
    "labelled": (SMALL["two labelled"], 3),
    "tour": (SMALL["tour in sequence"], 1),
    "tour, any order": (SMALL["tour in any order"], 2),
}
PATHS = SLIDING | {
    "apart": (sliding("A.#..", goal="....A"), 1),
    "both": (sliding("AB/..", goal="../AB"), 1),
    "two rings": (sliding("A..#.../#..#..#", goal="...#..A/#..#..#"), 1),
}
CASES: dict[str, list[Asked]] = {
    "displacements": [
        *((puzzle.with_metric(m), bound) for puzzle, bound in SLIDING.values() for m in METRICS),
        (SMALL["walls"].with_metric("line"), 1),
        (FROGS["row"], 2),
    ],
    "route paths": [
        *((p.with_metric(m), bound) for p, bound in PATHS.values() for m in ("piece", "line"))
    ],
    "operators": [
        *(question for name, question in REFUTED.items() if not name.startswith("moves")),
        (tiles("1 0 2/3 4 5", goal="1 4 2/3 0 5"), 1),
        (tiles("1 4 2/3 0 5", "multi"), 2),
        (pegs("jump", start="xxo.oxx", goal="oox.xoo"), 2),
    ],
    "jump by jump": [question for name, question in REFUTED.items() if name.startswith("moves")],
    "compound moves": [
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
COLOURS = """
RGBYRG; RGRGRG RRGGRG; RRRRRG RRRRGB; RRRRRR RRRRRG; RRRRRG RRRRGR; RGBYRG YYGGBB RBRBRB;
RGBYOV RRGBYO; RRRRRR GRGRRR GGGRRR; RRRRGB RRRRGB
"""
STACKS = [cubes(*stack.split()) for stack in COLOURS.split(";")]

STEPS = {"displacements": displacement.add_step, "route paths": route_paths.add_step}
"""Encodings of a step that a task may have the choice of."""


@contextmanager
def encoded(encoding: str) -> Generator[None]:
    """Compound moves are encoded jump by jump where this is the encoding asked for."""
    with pytest.MonkeyPatch.context() as patch:
        if encoding == "jump by jump":
            encode_jump_by_jump(patch)
        yield


def asked(task: Task, bound: int, strengthen: tuple[str, ...], encoding: str) -> Formula:
    """A horizon, its goal asserted by a family of its own."""
    layered = encoding == "layers"
    steps = STEPS.get(encoding)
    unrolled = UnrolledTask(task, strengthen, layered=layered, encoding=steps)
    if layered:
        while unrolled.length < bound:
            unrolled.extend()
    literal = unrolled.goal(bound) if layered else unrolled.within(bound)
    unrolled.formula.clause(ASSERTED, literal)
    return unrolled.formula


def formulas(encoding: str) -> Iterator[tuple[Formula, set[str]]]:
    """Formulas with the families to leave out: the bare ones, then each strengthening's."""
    with encoded(encoding):
        for puzzle, bound in CASES[encoding]:
            task = task_of(puzzle)
            bare = asked(task, bound, (), encoding)
            yield bare, families(bare)
            for name in STRENGTHENINGS if encoding != "layers" else ():
                formula = asked(task, bound, (name,), encoding)
                yield formula, families(formula) - families(bare)


def formulas_of_stacks() -> Iterator[tuple[Formula, set[str]]]:
    for puzzle in STACKS:
        formula = orientation_formula(puzzle).formula
        yield formula, families(formula)


@cache
def fates(encoding: str) -> dict[str, str]:
    """Family -> the worst that happens without it, in any case."""
    found = dict[str, str]()
    asked = formulas_of_stacks() if encoding == "orientations" else formulas(encoding)
    for formula, ours in asked:
        for family in ours:
            if found.get(family) != "needed":
                worst = (found.get(family, RANK[0]), fate(formula, family))
                found[family] = max(worst, key=RANK.index)
    return found


@pytest.mark.parametrize("encoding", FATE)
def test_what_becomes_of_the_answers_without_a_family(encoding: str) -> None:
    """The table is exact: the families that there are, and what each is for."""
    assert fates(encoding) == listed(encoding)
