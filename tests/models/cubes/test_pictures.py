"""Nets, stacks and the multigraph say what the rules say of the cubes."""

from __future__ import annotations

from collections import Counter

from puzzleproof.models.cubes.rules import COLUMNS, CubesPuzzle
from puzzleproof.models.instances import load
from puzzleproof.models.picture import ColourEdge

PLAN = ("0:rdlu", "1:rdlu", "2:frbl", "3:urdl")
"""A solution of Instant Insanity, as `solve` prints it."""


def insanity() -> CubesPuzzle:
    puzzle = load("instant-insanity")
    assert isinstance(puzzle, CubesPuzzle)
    return puzzle


def test_a_net_shows_the_six_faces_of_its_cube() -> None:
    puzzle = insanity()
    nets = puzzle.nets()
    assert [name for name, _ in nets] == ["cube 0", "cube 1", "cube 2", "cube 3"]
    for cube, (_, net) in zip(puzzle.cubes, nets, strict=True):
        shown = [square.text for _, square in net.squares() if square.piece]
        assert sorted(shown) == sorted(cube)


def test_a_stack_of_a_solution_shows_each_colour_once_in_each_column() -> None:
    puzzle = insanity()
    stack = puzzle.stack(PLAN)
    for column in range(len(COLUMNS)):
        cells = (stack.at(row, column) for row in range(stack.size[0]))
        texts = [square.text for square in cells if square is not None and square.text]
        assert sorted(texts) == sorted(puzzle.colours)


def test_a_stack_that_is_begun_has_room_for_the_rest() -> None:
    puzzle = insanity()
    assert puzzle.stack(PLAN[:1]).size == puzzle.stack(PLAN).size
    filled = [square for _, square in puzzle.stack(PLAN[:1]).squares() if square.piece]
    assert len(filled) == 6


def test_each_cube_has_three_edges_and_a_factor_one_of_them() -> None:
    puzzle = insanity()
    edges = puzzle.colour_edges()
    assert Counter(edge.cube for edge in edges) == dict.fromkeys(range(4), 3)
    for cube, edge in ((puzzle.cubes[edge.cube], edge) for edge in edges):
        assert {edge.one, edge.other} <= set(cube)
    for _, factor in puzzle.factors(PLAN):
        assert sorted(edge.cube for edge in factor) == [0, 1, 2, 3]
        ends = Counter(colour for edge in factor for colour in (edge.one, edge.other))
        assert ends == dict.fromkeys(puzzle.colours, 2)
        assert all(undirected(edge) in map(undirected, edges) for edge in factor)


def undirected(edge: ColourEdge) -> tuple[int, tuple[str, ...]]:
    return edge.cube, tuple(sorted((edge.one, edge.other)))
