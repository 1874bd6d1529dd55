"""Leaving out any one family of clauses is noticed, in every encoding.

Moves are encoded as displacements, as these with routes as paths, as one operator a step, as
compound moves, as jumps one by one that are counted as moves, as layers of operators; stacked cubes
as orientations and as factors.
For each family of each encoding `FATE` says what becomes of the answers without it, by experiment
on small cases: *needed*, there are false plans (of cubes: stacks); *noticed*, more is allowed, but
no false plan; *implied*, nothing changes, and then `REDUNDANT` says why it is there all the same.
Strengthenings forbid plans that need not be looked at, so of theirs none is needed.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from functools import cache

import pytest

from puzzleproof.encoders.cubes.stacks import orientation_formula
from puzzleproof.encoders.horizon import step_encoding
from puzzleproof.encoders.horizon.formula import Formula
from puzzleproof.encoders.horizon.unrolled import UnrolledTask
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
from tests.support.operator_tasks import REFUTED, encode_jump_by_jump
from tests.support.peg_boards import pegs
from tests.support.questions import task_of
from tests.support.tile_boards import tiles

RANK = ("implied", "noticed", "needed")

FATE = {
    "displacements": {
        "needed": "change, condition, frame, goal, join, needs, one fact of a group, "
        "one move a step, start, visits",
        "noticed": "idle is still, idling lasts, mirror, move or idle, no undo",
        "implied": "constant counts, frame of free cells",
    },
    "route paths": {
        "needed": "change, condition, ends of a route, frame, goal, needs, one fact of a group, "
        "one move a step, route does not fork, route goes on, start, straight route, visits",
        "noticed": "idling lasts, mirror, no undo, one kind moves",
        "implied": "constant counts, frame of free cells, idle is still, move or idle",
    },
    "operators": {
        "needed": "condition, effect, frame, goal, needs, number of steps, one fact of a group, "
        "one operator a step, start",
        "noticed": "idling lasts, mirror, no undo",
        "implied": "parity, within",
    },
    "jump by jump": {
        "needed": "chain, condition, effect, frame, goal, needs, number of moves, "
        "one operator a step, start, within",
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

REDUNDANT = {
    "displacements": {
        "constant counts": "a move takes one piece from place to place, and the start has the "
        "numbers",
        "frame of free cells": "the groups make a cell free where no mover covers it, and the "
        "movers have a frame",
    },
    "route paths": {
        "idle is still": "where it is idle no kind moves, and what leaves or arrives is of a kind",
        "move or idle": "where it is not idle some kind moves, and a piece of it leaves",
    },
    "operators": {
        "parity": "each operator changes the colour of the blank's cell",
        "within": "with fewer steps than every plan has the family 'number of steps' denies the "
        "literal",
    },
    "compound moves": {
        "Merson": "while a region is full no peg lands in it (Beasley 1985)",
        "a peg is taken once": "jumps of one move over one peg go along one line, there and back; "
        "the balance has no jump left by the one that takes it back",
    },
    "layers": {
        "one fact of a group": "start, effects and frame leave the fact of each group or put one "
        "in its place",
    },
    "orientations": {
        "pigeonholes": "fewer colours than cubes cannot all differ in a column",
    },
}
"""Why a family that is implied by the rest is there: solvers find it out slowly, or not at all."""

REDUNDANT["route paths"] |= REDUNDANT["displacements"]


def listed(encoding: str) -> dict[str, str]:
    """Family -> what becomes of the answers without it, by the table."""
    rows = FATE[encoding].items()
    return {family: fate for fate, row in rows for family in row.split(", ")}


NOT_IN_THE_LIBRARY = {
    "displacements": {"visits"},
    "route paths": {"visits"},
    "jump by jump": set(listed("jump by jump")),
}
"""Families that no instance of the library has: none is a tour, on no board are moves too many."""

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
        *((p.with_metric(m), bound) for p, bound in PATHS.values() for m in ("piece", "line")),
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


STEPS = {
    "displacements": step_encoding.DISPLACEMENTS,
    "route paths": step_encoding.PATHS,
}
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


STACK_FORMULAS: dict[str, Callable[[CubesPuzzle], Formula]] = {
    "orientations": lambda puzzle: orientation_formula(puzzle).formula,
}


def formulas_of_stacks(encoding: str) -> Iterator[tuple[Formula, set[str]]]:
    for puzzle in STACKS:
        formula = STACK_FORMULAS[encoding](puzzle)
        yield formula, families(formula)


@cache
def fates(encoding: str) -> dict[str, str]:
    """Family -> the worst that happens without it, in any case."""
    found = dict[str, str]()
    make = formulas_of_stacks if encoding in STACK_FORMULAS else formulas
    for formula, ours in make(encoding):
        for family in ours:
            if found.get(family) != "needed":
                worst = (found.get(family, RANK[0]), fate(formula, family))
                found[family] = max(worst, key=RANK.index)
    return found


@pytest.mark.parametrize("encoding", FATE)
def test_what_becomes_of_the_answers_without_a_family(encoding: str) -> None:
    """The table is exact: the families that there are, and what each is for."""
    assert fates(encoding) == listed(encoding)


@pytest.mark.parametrize("encoding", FATE)
def test_each_family_that_changes_nothing_has_its_argument(encoding: str) -> None:
    implied = {family for family, fate in listed(encoding).items() if fate == "implied"}
    arguments = REDUNDANT.get(encoding, {})
    assert implied == set(arguments)
    assert all(len(argument) > 20 for argument in arguments.values())


def library() -> Iterator[AnyPuzzle]:
    for name in library_names():
        puzzle = load(name)
        yield from (puzzle.with_metric(metric) for metric in puzzle.metrics)


FEW_STEPS = 12
"""A horizon that has as many steps as every plan is grown if these are no more."""


def two_steps(unrolled: UnrolledTask) -> Formula:
    """Grow it by two steps, and ask for a horizon where that takes few."""
    task = unrolled.task
    unrolled.extend()
    unrolled.extend()
    if unrolled.by_moves or task.length is None:
        unrolled.within(2)
    elif task.length <= FEW_STEPS:
        unrolled.within(task.length - 1)
    return unrolled.formula


def encodings(puzzle: AnyPuzzle) -> Iterator[tuple[str, Formula]]:
    """Each encoding that a puzzle has, with a formula of two steps and all strengthenings."""
    task = task_of(puzzle)
    if task.displacing:
        for encoding in ("displacements", "route paths")[: 2 if task.slides else 1]:
            yield encoding, two_steps(UnrolledTask(task, STRENGTHENINGS, encoding=STEPS[encoding]))
    else:
        unrolled = UnrolledTask(task, STRENGTHENINGS)
        yield "compound moves" if unrolled.by_moves else "operators", two_steps(unrolled)
    if task.length:
        yield "layers", asked(task, 1, (), "layers")


@pytest.mark.slow
def test_the_library_has_no_other_families() -> None:
    """For all instances in all metrics; those that have no task have no clauses either."""
    found = {encoding: set[str]() for encoding in FATE}
    for puzzle in library():
        try:
            for encoding, formula in encodings(puzzle):
                found[encoding] |= families(formula)
        except Unsupported:
            continue
        if isinstance(puzzle, CubesPuzzle):
            for encoding, make in STACK_FORMULAS.items():
                found[encoding] |= families(make(puzzle))
    others = {encoding: names - set(listed(encoding)) for encoding, names in found.items()}
    assert {encoding: names for encoding, names in others.items() if names} == {}
    missing = {encoding: set(listed(encoding)) - names for encoding, names in found.items()}
    assert {encoding: names for encoding, names in missing.items() if names} == NOT_IN_THE_LIBRARY
