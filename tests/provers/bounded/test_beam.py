"""A beam that meets a perimeter of the goals: what it finds is a plan."""

from __future__ import annotations

from itertools import pairwise

import pytest

from puzzleproof.models.pegs.rules import PegPuzzle
from puzzleproof.provers.bounded import pegs as beam
from puzzleproof.provers.bounded.peg_arrays import PegArrays
from puzzleproof.provers.bounded.pegs import Perimeter, find_plan
from puzzleproof.verify.bfs import bfs
from puzzleproof.verify.bounds.peg_graph import PegGraph
from puzzleproof.verify.peg_positions import moves_before
from tests.support.peg_boards import L_BOARD, PLUS, game, games_by_chance

WIDE = 1 << 30
TRIANGLE = game("triangle5", vacate=[0, 0], finish=[0, 0])
TRIANGLE_MINIMUM = 10


def path_of(puzzle: PegPuzzle, moves: int, width: int = WIDE) -> list[int] | None:
    graph = PegGraph(puzzle)
    layers = list[tuple[int, int]]()

    def listen(made: int, states: int) -> None:
        layers.append((made, states))

    found = find_plan(PegArrays(graph), [], Perimeter(graph), moves, width, listen)
    assert [made for made, _ in layers] == list(range(1, len(layers) + 1))
    assert max((states for _, states in layers), default=0) <= width
    return found


def check_path(puzzle: PegPuzzle, path: list[int]) -> None:
    graph = PegGraph(puzzle)
    assert graph.classes(path[:1]) == {graph.start}
    assert puzzle.is_goal((path[-1],))
    assert all((after,) in puzzle.successors((before,)) for before, after in pairwise(path))


def distances(puzzle: PegPuzzle) -> dict[int, int]:
    """How far each class is from a goal, by moves taken back one by one."""
    graph, back = PegGraph(puzzle), moves_before(puzzle.board)
    here = graph.classes(puzzle.goals)
    found, moves = dict.fromkeys(here, 0), 0
    while here:
        moves += 1
        here = graph.classes({before for one in here for before in back(one)}) - set(found)
        found |= dict.fromkeys(here, moves)
    return found


@pytest.mark.parametrize("listed", [0, 50, 10**9])
@pytest.mark.parametrize("board", [PLUS, L_BOARD, "triangle5"])
def test_the_perimeter_has_all_classes_of_its_distances(
    board: str, listed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(beam, "LISTED", listed)
    puzzle = game(board, vacate=[1, 1], finish="any")
    wanted, layers = distances(puzzle), Perimeter(PegGraph(puzzle)).layers
    assert len(layers) >= beam.FIRST_LAYERS
    for moves, layer in enumerate(layers):
        assert set(layer.tolist()) == {one for one, far in wanted.items() if far == moves}
    if listed == 10**9:
        assert sum(map(len, layers)) == len(wanted)


@pytest.mark.parametrize("listed", [0, 10**9], ids=["few listed", "all listed"])
def test_a_plan_is_found_where_nothing_is_left_out(
    listed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(beam, "LISTED", listed)
    for puzzle in games_by_chance(PLUS, 6):
        optimum = bfs(puzzle).optimum
        for moves in range(8):
            path = path_of(puzzle, moves)
            assert (path is None) == (optimum is None or optimum > moves)
            if path is not None:
                check_path(puzzle, path)
                assert len(path) - 1 == optimum


@pytest.mark.parametrize("width", [1, 30, 1000])
def test_a_narrow_beam_finds_plans_or_nothing(width: int) -> None:
    for moves in range(TRIANGLE_MINIMUM - 1, TRIANGLE_MINIMUM + 4):
        path = path_of(TRIANGLE, moves, width)
        if path is not None:
            check_path(TRIANGLE, path)
            assert TRIANGLE_MINIMUM <= len(path) - 1 <= moves
