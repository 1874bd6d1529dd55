"""Symmetries of boards of holes, budgets, the rest of a stack, and small things that are shown."""

from pathlib import Path

import pytest

from puzzleproof.models.board import Budget
from puzzleproof.models.errors import InstanceError, LimitReached
from puzzleproof.models.files import text_or_file
from puzzleproof.models.graph_view import GraphView, distances
from puzzleproof.models.instances import load
from puzzleproof.models.pegs.boards import read_board
from puzzleproof.models.symmetries import NAMED, TRIANGULAR, hole_symmetries
from puzzleproof.verify.bounds.peg_graph import symmetries
from puzzleproof.web import questions
from puzzleproof.web.questions import rest_of

TRAPEZIUM = "......\n.o.o..\no.o.o.\n"


_, *TURNS = TRIANGULAR.values()  # without the one that leaves every hole


@pytest.mark.parametrize(
    ("name", "names"),
    [
        ("english", [*NAMED]),
        ("triangle5", TURNS[:5]),
        ("hexagon3", TURNS),
        (TRAPEZIUM, ["left-right"]),
    ],
)
def test_symmetries_of_holes_keep_lines(name: str, names: list[str]) -> None:
    board = read_board(name, grid="triangular" if name == TRAPEZIUM else None)
    number = {hole: k for k, hole in enumerate(board.holes)}
    lines = {
        (number[hole], number[over], number[to])
        for hole in board.holes
        for over, to in board.lines(hole)
    }
    found = dict(hole_symmetries(board))
    every = {tuple(range(len(number))), *found.values()}
    assert {*symmetries(board)} == every, "the second formulation"
    assert sorted(found) == sorted(names)
    for images in found.values():
        assert sorted(images) == list(range(len(images)))
        assert {(images[a], images[b], images[c]) for a, b, c in lines} == lines


def test_a_budget_counts_memory_and_time() -> None:
    budget = Budget(100)
    budget.keep(80)
    with pytest.raises(LimitReached, match="memory limit reached"):
        budget.keep(30)
    budget.until = 0.0
    budget.keep(-80)  # what is given back is never refused
    assert budget.held == 0
    with pytest.raises(LimitReached, match="time limit reached"):
        budget.ask(0)


def test_the_rest_of_a_stack_is_found_from_any_state(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there is one, and among so many stacks."""
    cubes, none = load("instant-insanity"), load("one-colour-cubes")
    state, plan = cubes.start, rest_of(cubes, cubes.start) or []
    for done, move in enumerate(plan, 1):
        state = cubes.play(state, move)
        assert len(rest_of(cubes, state) or ()) == 4 - done
    assert cubes.is_goal(state)
    assert rest_of(none, none.start) is None
    monkeypatch.setattr(questions, "STATES_LIMIT", 2)
    with pytest.raises(LimitReached, match="no plan among the first 2 stacks"):
        rest_of(cubes, cubes.start)


@pytest.mark.parametrize("directed", [False, True])
def test_a_graph_view_counts_edges_or_arcs(directed: bool) -> None:
    rows = [[1], [0, 2], [1], []]
    view = GraphView("n", "f", "m", rows, [0, 3], directed, True, "start", [0, 1, 2, None])
    assert (view.states, view.edges) == (4, 4 if directed else 2)
    assert (view.component(0), view.component(1)) == (range(3), range(3, 4))
    pairs = [(0, 1), (1, 2)]
    assert view.pairs() == ([(0, 1), (1, 0), (1, 2), (2, 1)] if directed else pairs)


def test_a_text_is_a_file_or_the_words_themselves(tmp_path: Path) -> None:
    path = tmp_path / "plan.txt"
    path.write_text("HS IE", encoding="utf-8")
    assert text_or_file(str(path), "a plan") == "HS IE"
    assert text_or_file("HS " * 500, "a plan") == "HS " * 500
    assert text_or_file("\0", "a plan") == "\0"
    path.write_bytes(b"\xff")
    with pytest.raises(InstanceError, match="not UTF-8"):
        text_or_file(str(path), "a plan")


def test_distances_are_those_from_the_nearest_source() -> None:
    """A path of four vertices, an arc that leads one way only, and a vertex that none reaches."""
    rows = [[1], [0, 2], [1, 3], [2], [3], []]
    assert distances(rows, [0]) == [0, 1, 2, 3, None, None]
    assert distances(rows, [0, 4, 4]) == [0, 1, 2, 1, 0, None]
    assert distances(rows, []) == [None] * 6
