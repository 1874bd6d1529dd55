"""Surveys of state graphs: published figures, graphs that are not held, limits."""

from math import comb

import pytest

from puzzleproof.models.cubes.rules import CubesPuzzle
from puzzleproof.models.errors import Unsupported
from puzzleproof.models.instances import load
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.survey.request import SurveyRequest
from puzzleproof.provers.survey.survey import Survey, explore
from tests.support.boards import sliding
from tests.support.state_graphs import of_library, own_images, whole
from tests.support.state_graphs import reachable as reachable_from_start


def survey(puzzle: AnyPuzzle, asked: SurveyRequest | None = None) -> Survey:
    return explore(puzzle, asked or SurveyRequest())


@pytest.mark.parametrize("name", ["simplicity", "pennant", "frogs-2-2", "triangle-4", ""])
def test_states_that_are_their_own_image(name: str) -> None:
    """Also under quarter turns, which the last board has."""
    graph = of_library(name) if name else whole(sliding("BB./BB./...", labelled="B"))
    found = survey(graph.space.puzzle).findings
    for symmetry in graph.space.symmetries:
        own = own_images(graph, symmetry)
        inside = [vertex for vertex in own if vertex in graph.component(0)]
        assert found["symmetric_states"][symmetry.name] == len(inside)
        assert found["symmetric_states_all"][symmetry.name] == len(own)


def test_states_that_reach_no_goal_are_counted() -> None:
    """Of the 23 positions that 2 + 2 frogs reach, some are stuck on the way."""
    puzzle = load("frogs-2-2")
    found = survey(puzzle, SurveyRequest(reachable=True)).findings
    graph = reachable_from_start(puzzle)
    reach = set(graph.goals())
    while grown := {v for v, row in enumerate(graph.rows) if reach & set(row)} - reach:
        reach |= grown
    assert found["goal"]["hardest_start"]["unreachable"] == len(graph.rows) - len(reach) == 7


@pytest.mark.parametrize("reachable", [False, True])
@pytest.mark.parametrize("name", ["pennant", "frogs-3-3", "tiles-2x3", "simplicity"])
def test_layers_are_counted_where_nothing_else_is(name: str, reachable: bool) -> None:
    puzzle = load(name)
    large = survey(puzzle, SurveyRequest(reachable=reachable, max_states=10))
    found, held = large.findings, survey(puzzle, SurveyRequest(reachable=True)).findings
    assert (found["whole"], found["states"]) == (False, held["states"])
    assert found["start"]["layers"] == held["start"]["layers"]
    assert found["goal"]["optimum"] == held["goal"]["optimum"]


def test_pegs_are_counted_up_to_symmetry() -> None:
    """Published for the triangle of 5 rows, apex vacated: 3,016 positions, 29,760 solutions."""
    puzzle = load("triangle-5-apex")
    found = survey(puzzle, SurveyRequest(max_states=1_000, find=("solutions",))).findings
    assert survey(puzzle, SurveyRequest(reachable=True)).findings["states"] == 3_016
    assert found["up_to_symmetry"]
    assert 3_016 / 6 < found["states"] == sum(found["levels"]["sizes"]) < 3_016
    assert found["levels"]["sizes"][:2] == [1, 1]
    assert found["solutions"] == 29_760
    assert found["on_solutions"]["sizes"][-1] >= 1
    assert found["start"]["eccentricity"] is None
    jumps = survey(puzzle.with_metric("jump"), SurveyRequest(max_states=1_000)).findings
    assert jumps["start"]["eccentricity"] == len(jumps["levels"]["sizes"]) - 1 == 13
    small = load("peg-small-example")  # of 2^37 configurations 14 are in reach
    assert survey(small).findings["states"] == 8
    assert survey(small, SurveyRequest(reachable=True)).findings["states"] == 14
    with pytest.raises(Unsupported, match="--find solutions"):
        survey(load("simplicity"), SurveyRequest(find=("solutions",)))


def test_a_tour_is_surveyed_by_its_placements() -> None:
    tour = sliding("BB./BB./...", labelled="B", tour=[".BB/.BB/...", ".../.BB/.BB"])
    result = survey(tour)
    assert result.findings["states"] == 4
    assert "goal" not in result.findings
    assert any("without the stops visited" in note for note in result.notes)


def test_a_directed_graph_has_no_diameter() -> None:
    """Of frogs: two of them, two toads, one free cell, 5! / (2! 2!) placements."""
    found = survey(load("triangle-4")).findings
    assert found["directed"]
    assert "diameter" not in found
    assert found["states"] == sum(k * n for k, n in found["component_sizes"].items()) == 1 << 10
    found = survey(load("frogs-2-2")).findings
    assert found["states"] == comb(5, 2) * comb(3, 2)
    assert (found["goal"]["optimum"], found["goal"]["plans"]) == (8, 2)


def test_cubes_have_a_graph_of_colours_and_none_of_steps() -> None:
    found = survey(load("four-cubes"))
    assert (found.about, found.findings["stacks"]["solutions"]) == ("stacks", 6)
    for asked in (
        SurveyRequest(reachable=True),
        SurveyRequest(find=("pairs",)),
        SurveyRequest(graph="x.dot"),
    ):
        with pytest.raises(Unsupported, match="cubes have no state graph"):
            survey(load("four-cubes"), asked)


def test_many_cubes_are_counted_until_the_limit() -> None:
    """Sets of one colour a cube have 3^n factors, and more pairs."""
    cubes = tuple(letter * 6 for letter in "RGBYOVWKPCMN")
    puzzle = CubesPuzzle(load("four-cubes").info, "cube", cubes)
    found = survey(puzzle, SurveyRequest(time_limit=3.0))
    assert found.stopped == "time limit reached"
    assert not found.findings.get("stacks", {"complete": False})["complete"]
