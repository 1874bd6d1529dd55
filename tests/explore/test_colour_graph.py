"""The graph of colours of a set of cubes, its factors and its stacks."""

from typing import Any

from hypothesis import given

from puzzleproof.explore.random_cubes import survey_cubes
from puzzleproof.models.cubes.rules import CubesPuzzle
from puzzleproof.models.instances import load
from puzzleproof.verify.stacks import count_stacks
from tests.support import cube_sets


def surveyed(puzzle: CubesPuzzle) -> dict[str, Any]:
    found: dict[str, Any] = {}
    survey_cubes(puzzle, found.__setitem__)
    return found


@given(cube_sets.sets)
def test_the_stacks_are_those_that_the_rules_count(puzzle: CubesPuzzle) -> None:
    found, counted = surveyed(puzzle)["stacks"], count_stacks(puzzle)
    assert (found["solutions"], found["raw"]) == (len(counted.shown), counted.raw)


def test_the_graph_of_four_cubes() -> None:
    puzzle = load("four-cubes")
    assert isinstance(puzzle, CubesPuzzle)
    graph = surveyed(puzzle)["colour_graph"]
    assert graph["edges"][0] == ["R-R", "B-Y", "Y-G"]
    assert sum(graph["degrees"].values()) == 24
    assert (graph["loops"], graph["parts"]) == ({"B": 1, "R": 2}, ["BGRY"])


def test_cubes_alike_are_found() -> None:
    cubes = ("RGBYRG", "GRYBGR", "RGBYGR", "RRRRRR")
    puzzle = CubesPuzzle(load("four-cubes").info, "cube", cubes)
    assert surveyed(puzzle)["alike"] == [[0, 1]]
