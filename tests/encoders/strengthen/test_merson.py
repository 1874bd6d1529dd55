"""Merson regions: full ones are opened from within."""

from __future__ import annotations

import pytest

from puzzleproof.encoders.horizon.jump_graph import jump_graph_of
from puzzleproof.encoders.strengthen import merson
from puzzleproof.encoders.task import Task
from puzzleproof.verify.bfs import bfs
from tests.support.operator_tasks import CHAINS
from tests.support.peg_boards import pegs
from tests.support.questions import has_plan, task_of


def is_region(task: Task, region: frozenset[int]) -> bool:
    """By the definition: every line through one of its holes has an end in it."""
    jumps = jump_graph_of(task)
    assert jumps is not None
    lines = [
        (o.origin, over, o.landing) for o, over in zip(task.operators, jumps.taken, strict=True)
    ]
    return all(line[0] in region or line[2] in region for line in lines if region & frozenset(line))


@pytest.mark.parametrize(
    ("board", "number"), [("english", 12), ("european", 16), ("triangle5", 6), ("triangle6", 9)]
)
def test_regions_are_regions(board: str, number: int) -> None:
    hole = [1, 0] if board.startswith("tri") else [3, 3]
    task = task_of(pegs(board=board, vacate=hole, finish="any"))
    assert all(is_region(task, region) for region in merson.regions(task))
    assert len(merson.disjoint(task)) == number
    assert len(frozenset[int]().union(*merson.disjoint(task))) == sum(
        map(len, merson.disjoint(task))
    )


def test_what_must_be_opened_is_no_more_than_the_minimum() -> None:
    for puzzle in CHAINS.values():
        minimum = bfs(puzzle).optimum
        assert minimum is None or merson.opened(task_of(puzzle)) <= minimum
    centre = pegs(board="english", vacate=[3, 3], finish=[3, 3])
    assert merson.opened(task_of(centre)) == 12


def no_regions(*_: object) -> set[frozenset[int]]:
    return set()


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
    jumps = jump_graph_of(task)
    assert jumps is not None
    assert has_plan(task, 1, ("merson",))
    every = tuple(frozenset((peg,)) for peg in jumps.pegs)

    def all_holes(_: Task) -> tuple[frozenset[int], ...]:
        return every

    monkeypatch.setattr(merson, "regions", all_holes)
    assert not has_plan(task, 1, ("merson",))
