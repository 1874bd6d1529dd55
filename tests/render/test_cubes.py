"""Cubes: nets, stacks, and the multigraph with the two factors of a solution."""

from __future__ import annotations

from collections import Counter

from puzzleproof.models.instances import load
from puzzleproof.models.picture import HasNets
from puzzleproof.render.cubes import multigraph
from puzzleproof.render.scene import Group, Scene, Words
from tests.support.golden_pictures import PLANS

PLAN = PLANS["instant-insanity"].split()


def cubes() -> HasNets:
    puzzle = load("instant-insanity")
    assert isinstance(puzzle, HasNets)
    return puzzle


def texts(scene: Scene) -> list[str]:
    found, left = list[str](), list(scene.shapes)
    while left:
        shape = left.pop()
        if isinstance(shape, Group):
            left += shape.shapes
        elif isinstance(shape, Words):
            found.append(shape.text)
    return found


def test_a_net_has_the_six_faces_of_its_cube_around_the_front() -> None:
    letters = load("instant-insanity").document()["cubes"]
    for (name, net), cube in zip(cubes().nets(), letters, strict=True):
        rows = [[square.text if square else " " for square in row] for row in net.rows]
        front, right, back, left, bottom, top = cube
        assert rows[0][1] == top
        assert rows[1] == [left, front, right, back]
        assert rows[2][1] == bottom
        assert name.startswith("cube ")


def test_each_column_of_a_solved_stack_shows_every_colour() -> None:
    stack = cubes().stack(PLAN)
    for column in range(4):
        shown = [row[column] for row in stack.rows]
        assert {square.text for square in shown if square} == set("BGRY")


def test_a_stack_grows_from_the_bottom() -> None:
    stack = cubes().stack(PLAN[:1])
    filled = [sum(bool(square and square.piece) for square in row) for row in stack.rows]
    assert filled == [0, 0, 0, 6]


def test_the_factors_of_a_solution_have_an_edge_of_each_cube_and_degree_two() -> None:
    edges = cubes().colour_edges()
    assert len(edges) == 12
    (_, one), (_, other) = cubes().factors(PLAN)
    assert not set(one) & set(other)
    for factor in (one, other):
        assert set(factor) <= set(edges)
        assert [edge.cube for edge in factor] == [0, 1, 2, 3]
        degrees = Counter(colour for edge in factor for colour in (edge.one, edge.other))
        assert set(degrees.values()) == {2}


def test_the_multigraph_numbers_the_edges_that_it_shows() -> None:
    (title, edges), _ = cubes().factors(PLAN)
    found = Counter(texts(multigraph(cubes(), edges, title)))
    assert [found[str(cube)] for cube in range(4)] == [1, 1, 1, 1]
    assert all(found[colour] == 1 for colour in "BGRY")
