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


def test_the_multigraph_numbers_the_edges_that_it_shows() -> None:
    (title, edges), _ = cubes().factors(PLAN)
    found = Counter(texts(multigraph(cubes(), edges, title)))
    assert [found[str(cube)] for cube in range(4)] == [1, 1, 1, 1]
    assert all(found[colour] == 1 for colour in "BGRY")
