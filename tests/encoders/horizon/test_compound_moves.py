"""Compound moves: a move a step, and the lemmas that make few of them provable.

Each lemma keeps the minimum that the simple search finds, and is needed as it is: weakened
premises, or conclusions too strong, lose plans.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from puzzleproof.encoders.families import ground
from puzzleproof.encoders.horizon import compound_moves as trails
from puzzleproof.encoders.horizon.cnf import Compiler
from puzzleproof.encoders.horizon.compound_moves import Moves, Trails, chained, trails_of
from puzzleproof.encoders.horizon.unrolled import Horizon
from puzzleproof.encoders.horizon.variables import Steps
from puzzleproof.encoders.sat import SatHorizons
from puzzleproof.encoders.strengthen import DEFAULT, merson, move_order, same_peg
from puzzleproof.encoders.task import Task
from puzzleproof.models.pegs.rules import PegPuzzle
from puzzleproof.models.puzzle import Info
from puzzleproof.provers.prove import prove
from puzzleproof.provers.request import Request
from puzzleproof.verify.bfs import bfs
from puzzleproof.verify.replay import replay_to_goal
from tests.support.minimum import by_horizons, by_search, plan_of
from tests.support.questions import has_plan, satisfiable

LEMMAS = ("mirror", "same_peg", "move_order", "merson")
CHOICES: dict[str, Collection[str]] = {
    "none": (),
    "default": DEFAULT,
    **{name: (name,) for name in LEMMAS},
}


def no_regions(*_: object) -> set[frozenset[int]]:
    return set()


def pegs(**keys: Any) -> PegPuzzle:
    return PegPuzzle.from_document(keys, Info(name="made by hand"), "move")


def task_of(puzzle: PegPuzzle) -> Task:
    return ground(puzzle).task


def nothing(*_: object) -> dict[int, list[int]]:
    """In place of what a lemma looks up."""
    return {}


SMALL = {
    "triangle of 4": pegs(board="triangle4", vacate=[1, 0], finish="any"),
    "triangle of 5, any": pegs(board="triangle5", vacate=[2, 1], finish=[2, 1]),
    "strip": pegs(board="strip10", start="xxoxxoxxox", finish="any"),
    "strip of 8": pegs(board="strip8", vacate=[1, 0], finish="any"),
    "a square's way round": pegs(start="oxo\nxox\nxxo\n", finish="any"),
    "two parts": pegs(start="xxo.oxx\nxox.xox\nxoo.xxx\n", finish="any"),
    "cross": pegs(board=".oo.\noooo\noooo\n.oo.\n", vacate=[1, 1], finish="any"),
    "a hole alone": pegs(board="ooo.o\n", start="xxo.x\n", goal="oox.x\n"),
    "a hole alone, to be emptied": pegs(board="ooo.o\n", start="xxo.x\n", goal="oox.o\n"),
    "corners that no jump meets": pegs(
        start="o..\nxxx\nx.x\n", goal=["x..\noox\no.x\n", "x..\noxx\no.o\n", "o..\nxxo\no.o\n"]
    ),
    "two goals": pegs(start="xxoo\noxxo\n", goal=["ooxo\noxxo\n", "ooxo\nooox\n"]),
}


def test_horizons_end_where_no_plan_can_be_longer() -> None:
    """Goals with unlike numbers of pegs: every plan is as long as the jumps to the fewest."""
    for name in ("a hole alone, to be emptied", "corners that no jump meets"):
        verdict = prove(name, SMALL[name], Request("sat"))
        assert (verdict.status, verdict.grade) == ("unsolvable", "cross-checked"), verdict.notes


@pytest.mark.parametrize("choice", CHOICES)
@pytest.mark.parametrize("name", SMALL)
def test_every_choice_gives_the_minimum_of_small_boards(name: str, choice: str) -> None:
    puzzle, names = SMALL[name], CHOICES[choice]
    minimum = bfs(puzzle).optimum
    if minimum is None:
        assert not has_plan(task_of(puzzle), min(8, puzzle.pegs.bit_count()), names)
        return
    if minimum > 8 and choice != "default":
        pytest.skip("a horizon too long without the lemmas")
    backend = SatHorizons(task_of(puzzle), solver="glucose4", strengthen=names)
    assert by_horizons(puzzle, backend, minimum) == minimum


@st.composite
def boards(draw: st.DrawFn) -> PegPuzzle:
    """A drawn board of up to 4 x 5 holes, most of them with pegs, or a triangle of 4."""
    keys: dict[str, Any] = {"finish": "any"}
    if draw(st.booleans()):
        width = draw(st.integers(3, 5))
        rows = draw(st.lists(st.text("xxxo.", min_size=width, max_size=width), max_size=3))
        keys["start"] = "\n".join([*rows, "xxo" + "x" * (width - 3)])
    else:
        keys |= {"board": "triangle4", "vacate": draw(st.sampled_from([[0, 0], [1, 0], [2, 1]]))}
    puzzle = pegs(**keys)
    # a goal that the rules reach, so that there is something to find
    state, seen = puzzle.start, draw(st.integers(1, 6))
    for _ in range(seen):
        after = sorted(puzzle.successors(state))
        if not after:
            break
        state = draw(st.sampled_from(after))
    goal = puzzle.board.draw(state[0]) + "\n"
    start = puzzle.board.draw(puzzle.pegs) + "\n"
    if puzzle.board.triangular:
        return pegs(board="triangle4", start=start, goal=goal)
    return pegs(start=start, goal=goal)


@settings(max_examples=settings().max_examples // 2)
@given(boards(), st.sets(st.sampled_from(LEMMAS)))
def test_any_choice_gives_the_minimum_of_random_boards(puzzle: PegPuzzle, names: set[str]) -> None:
    found = by_search(puzzle, 7, 3000)
    assume(found is not None and found.optimum is not None)
    assert found is not None
    assert found.optimum is not None
    for choice in (sorted(names), DEFAULT):
        backend = SatHorizons(task_of(puzzle), solver="glucose4", strengthen=choice)
        assert by_horizons(puzzle, backend, found.optimum) == found.optimum


# --- the encoding: a move a step ------------------------------------------------------------


def satisfiable_without(task: Task, bound: int, *families: str) -> bool:
    horizon = Horizon(task, (), keep=lambda family: family not in families)
    horizon.model.clause("asserted", horizon.within(bound))
    return satisfiable(Compiler(horizon.model).update())


RINGED = pegs(start="oooooxxo\nooxooooo\noxoxoooo\nooxooooo\noooooooo\n",
              goal="ooooooox\noooooooo\noooooooo\noooooooo\noooooooo\n")  # fmt: skip
"""Four pegs about a hole that a ring of jumps would take, if a peg were there to jump."""


def test_a_ring_of_jumps_needs_a_peg_that_jumps() -> None:
    task = task_of(RINGED)
    assert bfs(RINGED).optimum is None
    assert not satisfiable_without(task, 1)
    assert satisfiable_without(task, 1, "one trail")


@pytest.mark.parametrize("family", [
    "start", "needs", "effect", "frame", "balance", "one move a step", "goal", "condition",
])  # fmt: skip
def test_a_family_left_out_makes_false_plans(family: str) -> None:
    cases = [
        (SMALL["triangle of 4"], 4), (pegs(board="strip6", start="xxoxoo", goal="xooooo"), 2),
        (pegs(board="strip7", start="xxoxxoo", finish="any"), 6),
        (pegs(start="oxo\nxxo\nooo\n", goal="ooo\nooo\noox\n"), 2),
        (pegs(start="xxo.xxo\n", goal="oox.oox\n"), 1),
    ]  # fmt: skip
    wrong = False
    for puzzle, bound in cases:
        optimum = bfs(puzzle).optimum
        assert optimum is None or optimum > bound
        assert not satisfiable_without(task_of(puzzle), bound)
        wrong = wrong or satisfiable_without(task_of(puzzle), bound, family)
    assert wrong


def test_jump_by_jump_gives_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = SMALL["triangle of 4"]
    monkeypatch.setattr(trails, "RINGS_LIMIT", -1)
    trails_of.cache_clear()
    task = task_of(puzzle)
    assert trails_of(task) is None
    backend = SatHorizons(task, solver="glucose4")
    assert by_horizons(puzzle, backend, 9) == bfs(puzzle).optimum
    trails_of.cache_clear()


def test_goals_of_other_counts_are_moves_too() -> None:
    task = task_of(SMALL["two goals"])
    assert task.length is None
    assert trails_of(task) is not None


# --- same_peg: two moves by one peg are one -------------------------------------------------


def test_same_peg_is_not_for_jumps() -> None:
    """A move of two jumps is kept as one; a peg may move again after others have."""
    task = task_of(pegs(board="strip6", start="xxoxoo", goal="ooooxo"))
    assert has_plan(task, 1, ("same_peg",))
    again = pegs(start="xxoxxo\n....xo\n", goal="oooooo\n....ox\n")
    assert (bfs(again).optimum is None) == (not has_plan(task_of(again), 4, ("same_peg",)))


def test_same_peg_later_would_lose_plans(monkeypatch: pytest.MonkeyPatch) -> None:
    """That a peg never moves again, rather than not at once, is false."""
    puzzle = pegs(start="xxo\noxo\noxo\n", goal="xoo\nooo\nooo\n")
    task, minimum = task_of(puzzle), bfs(puzzle).optimum
    assert minimum == 3
    assert has_plan(task, minimum, ("same_peg", "merson"))

    def never_again(horizon: Steps, step: int) -> None:
        trails = trails_of(horizon.task)
        assert trails is not None
        assert isinstance(horizon, Moves)
        for peg in trails.pegs:
            for before in range(step - 1):
                horizon.model.clause(
                    "same peg", -horizon.ends(peg, before), -horizon.departs(peg, step - 1)
                )

    monkeypatch.setattr(same_peg, "add", never_again)
    assert not has_plan(task, minimum, ("same_peg", "merson"))


# --- move_order: disjoint moves in ascending order -------------------------------------------


@pytest.mark.parametrize("flip", [False, True])
def test_moves_that_share_a_hole_keep_their_order(
    flip: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A peg that clears the way for one that departs from a lesser hole comes first."""
    start, goal = ("xxxo", "oxoo") if flip else ("oxxx", "ooxo")
    ways = [pegs(start="xxoxx\n", goal="xoxoo\n"), pegs(start="xxoxx\n", goal="ooxox\n")]
    ways += [pegs(start=f"{start}\n", goal=f"{goal}\n")]
    minima = [bfs(one).optimum for one in ways]
    tasks = [task_of(one) for one in ways]
    for task, minimum in zip(tasks, minima, strict=True):
        assert has_plan(task, minimum or 3, ("move_order",)) == (minimum is not None)


def test_an_order_of_all_moves_would_lose_plans(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = SMALL["triangle of 4"]
    task, minimum = task_of(puzzle), bfs(puzzle).optimum
    assert minimum is not None
    assert has_plan(task, minimum, ("move_order",))
    monkeypatch.setattr(move_order, "touching", nothing)
    assert not has_plan(task, minimum, ("move_order",))


# --- merson: full regions are opened from within --------------------------------------------


def is_region(task: Task, region: frozenset[int]) -> bool:
    """By the definition: every line through one of its holes has an end in it."""
    trails = trails_of(task)
    assert trails is not None
    lines = [
        (o.origin, over, o.landing) for o, over in zip(task.operators, trails.over, strict=True)
    ]
    return all(line[0] in region or line[2] in region for line in lines if region & frozenset(line))


@pytest.mark.parametrize(("board", "number"), [
    ("english", 12), ("european", 16), ("triangle5", 6), ("triangle6", 9),
])  # fmt: skip
def test_regions_are_regions(board: str, number: int) -> None:
    hole = [1, 0] if board.startswith("tri") else [3, 3]
    task = task_of(pegs(board=board, vacate=hole, finish="any"))
    assert all(is_region(task, region) for region in merson.regions(task))
    assert len(merson.disjoint(task)) == number
    assert len(frozenset[int]().union(*merson.disjoint(task))) == sum(
        map(len, merson.disjoint(task))
    )


def test_what_must_be_opened_is_no_more_than_the_minimum() -> None:
    for puzzle in SMALL.values():
        minimum = bfs(puzzle).optimum
        assert minimum is None or merson.opened(task_of(puzzle)) <= minimum
    centre = pegs(board="english", vacate=[3, 3], finish=[3, 3])
    assert merson.opened(task_of(centre)) == 12


def test_a_corner_that_is_the_finish_is_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """A plan that leaves its last peg in a corner: all regions are not opened."""
    puzzle = pegs(start="xoo\nxxo\nooo\n", goal="ooo\noxo\nxoo\n")
    puzzle = puzzle if bfs(puzzle).optimum else pegs(start="xxo\n", goal="oox\n")
    task, minimum = task_of(puzzle), bfs(puzzle).optimum
    assert minimum is not None
    assert has_plan(task, minimum, ("merson",))
    monkeypatch.setattr(merson, "full_at_the_end", no_regions)
    assert not has_plan(task, minimum, ("merson",))


def test_regions_that_are_none_would_lose_plans(monkeypatch: pytest.MonkeyPatch) -> None:
    """Any hole taken for a region: the peg that is jumped over departs never."""
    task = task_of(pegs(start="xxo\n", goal="oox\n"))
    trails = trails_of(task)
    assert isinstance(trails, Trails)
    assert has_plan(task, 1, ("merson",))
    every = tuple(frozenset((peg,)) for peg in trails.pegs)

    def all_holes(_: Task) -> tuple[frozenset[int], ...]:
        return every

    monkeypatch.setattr(merson, "regions", all_holes)
    assert not has_plan(task, 1, ("merson",))


# --- mirror --------------------------------------------------------------------------------


def test_a_false_symmetry_would_lose_plans() -> None:
    """The least departure is kept, so with a false mirror one of two starts goes missing."""
    puzzle = pegs(start="xxo\n...\noxx\n".replace("...", "ooo"), goal="oox\nooo\noxx\n")
    task = task_of(puzzle)
    assert has_plan(task, 1, ("mirror",))
    size = len(task.facts) // 2
    image_under = tuple(size - 1 - k for k in range(size))
    bent = replace(task, symmetries=((*image_under, *(size + k for k in image_under)),))
    assert not (
        has_plan(bent, 1, ("mirror",)) and has_plan(_turned(bent, image_under), 1, ("mirror",))
    )


def _turned(task: Task, image: tuple[int, ...]) -> Task:
    full = (*image, *(len(image) + k for k in image))
    goals = tuple(tuple((full[f],) for (f,) in goal) for goal in task.goals)
    return replace(task, start=frozenset(full[f] for f in task.start), goals=goals)


@pytest.mark.parametrize("name", ["triangle of 5, any", "strip", "two parts", "cross"])
def test_a_plan_in_layers_is_put_into_few_moves(name: str) -> None:
    puzzle = SMALL[name]
    grounding = ground(puzzle)
    length = grounding.task.length
    assert length
    steps = SatHorizons(grounding.task, solver="glucose4").find(length)
    if steps is None:
        assert bfs(puzzle).optimum is None
        return
    plan = plan_of(puzzle, grounding, steps)
    assert replay_to_goal(puzzle, plan) <= length


def test_jumps_of_one_peg_are_put_together() -> None:
    """a-c, then elsewhere, then c-e: one move and another; the same jump may come twice."""
    task = task_of(pegs(board="ooooo\nooooo\n", start="oxoxx\nxxoxx\n", finish="any"))
    jumps = {operator.name: operator for operator in task.operators}
    one, apart, on = jumps["8-10"], jumps["4-2"], jumps["10-12"]
    moves = chained([one, apart, on])
    assert sorted(len(move) for move in moves) == [1, 2]
    assert [o.name for o in max(moves, key=len)] == ["8-10", "10-12"]
    twice = chained([one, one])
    assert [[o.name for o in move] for move in twice] == [["8-10"], ["8-10"]]
