"""Surveys of state graphs: published figures, graphs that are not held, limits."""

from __future__ import annotations

from functools import cache
from math import comb
from typing import Any

import pytest

from puzzleproof.encoders import ground_single_steps
from puzzleproof.explore.graph.symmetric import all_images
from puzzleproof.explore.survey import SurveyExtras
from puzzleproof.models.cubes.rules import CubesPuzzle
from puzzleproof.models.errors import Unsupported
from puzzleproof.models.instances import load
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.events import Event
from puzzleproof.provers.process import NO_LIMITS, Limits
from puzzleproof.provers.survey.survey import Finding, Survey, SurveyRequest, explore
from puzzleproof.verify.bfs import layers
from tests.support.boards import SMALL, sliding
from tests.support.state_graphs import of_library, own_images, whole
from tests.support.state_graphs import reachable as reachable_from_start


def survey(
    puzzle: AnyPuzzle, asked: SurveyRequest | None = None, limits: Limits = NO_LIMITS
) -> Survey:
    return explore(puzzle, asked or SurveyRequest(), limits=limits)


@cache
def findings_of(name: str) -> dict[str, Any]:
    """What is found about an instance of the library."""
    return survey(load(name)).findings


# --- published figures ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "states", "edges", "components", "component", "optimum"),
    [
        ("simplicity", 530, 1_174, 11, 161, 18),
        ("simplicity2", 610, 1_398, 7, 558, 68),
        ("soap", 19_908, 56_834, 53, 19_138, 43),
        ("pennant", 18_504, None, 1_074, 1_398, 59),
    ],
)
def test_the_table_of_the_source(
    name: str, states: int, edges: int | None, components: int, component: int, optimum: int
) -> None:
    found = findings_of(name)
    assert found["states"] == states
    assert edges in (None, found["edges"])
    assert (found["components"], found["start"]["component"]) == (components, component)
    assert found["goal"]["optimum"] == optimum


def test_diameters_of_the_source() -> None:
    assert findings_of("pennant")["diameter"] == 105
    assert findings_of("simplicity")["start"]["eccentricity"] == 27


@pytest.mark.slow
def test_century() -> None:
    found = findings_of("century-whole-cells")
    assert (found["states"], found["edges"], found["components"]) == (
        109_260,
        184_404,
        2_653,
    )
    assert (found["start"]["component"], found["diameter"]) == (81_340, 230)
    assert found["start"]["eccentricity"] == 188


# --- by the rules ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", sorted(name for name in SMALL if "tour" not in name))
def test_layers_and_goal_are_those_of_the_rules(name: str) -> None:
    puzzle = SMALL[name]
    found = survey(puzzle).findings
    by_rules = list(layers(puzzle))
    assert found["start"]["layers"] == [len(layer) for layer in by_rules]
    goals = (depth for depth, layer in enumerate(by_rules) if any(map(puzzle.is_goal, layer)))
    assert found["goal"]["optimum"] == next(goals, None)


@pytest.mark.parametrize("name", ["simplicity", "pennant", "frogs-2-2", "triangle-4"])
def test_states_that_are_their_own_image(name: str) -> None:
    graph = of_library(name)
    for one in all_images(graph):
        assert graph.own_images(one.symmetry) == (len(one.fixed_in(0)), len(own_images(one)))


def test_quarter_turns_keep_what_they_should() -> None:
    graph = whole(sliding("BB./BB./...", labelled="B"))
    for one in all_images(graph):
        assert graph.own_images(one.symmetry) == (len(one.fixed_in(0)), len(own_images(one)))


def test_a_turn_that_exchanges_labels_is_named_so() -> None:
    """The half turn puts A where C stood, as the only piece of that shape."""
    board, goal = "AA.C/A.CC", "AAC./ACC."
    for labelled, said in (("*", "half turn, labels exchanged"), ("", "half turn")):
        symmetries = ground_single_steps(
            sliding(board, goal=goal, labelled=labelled)
        ).board_symmetries()
        assert [name for name, _ in symmetries] == [said]
    kept = ground_single_steps(load("soap-verticals-labelled")).board_symmetries()
    assert "left-right" in [name for name, _ in kept]


# --- goals and pairs ------------------------------------------------------------------------


def test_states_that_reach_no_goal_are_counted() -> None:
    """Of the 23 positions that 2 + 2 frogs reach, some are stuck on the way."""
    puzzle = load("frogs-2-2")
    found = survey(puzzle, SurveyRequest(True)).findings
    graph = reachable_from_start(puzzle)
    reach = set(graph.goals())
    while grown := {v for v, row in enumerate(graph.rows) if reach & set(row)} - reach:
        reach |= grown
    assert found["goal"]["hardest_start"]["unreachable"] == len(graph.rows) - len(reach) == 7


def test_smaller_components_are_those_below_the_start_s() -> None:
    """L'Âne Rouge has two components of 25,955 states; the next one has 248."""
    found = survey(load("ane-rouge"), SurveyRequest(wanted=SurveyExtras(pairs=True))).findings
    pair = found["hardest_pair_in_smaller_components"]
    assert (pair["moves"], pair["component"]) == (56, 248)


# --- graphs that are not held ---------------------------------------------------------------


@pytest.mark.parametrize("reachable", [False, True])
@pytest.mark.parametrize("name", ["pennant", "frogs-3-3", "tiles-2x3", "simplicity"])
def test_layers_are_counted_where_nothing_else_is(name: str, reachable: bool) -> None:
    puzzle = load(name)
    large = survey(puzzle, SurveyRequest(reachable, states=10))
    found, held = large.findings, survey(puzzle, SurveyRequest(True)).findings
    assert (found["whole"], found["states"]) == (False, held["states"])
    assert found["start"]["layers"] == held["start"]["layers"]
    assert found["goal"]["optimum"] == held["goal"]["optimum"]


def test_pegs_are_counted_up_to_symmetry() -> None:
    """Published for the triangle of 5 rows, apex vacated: 3,016 positions, 29,760 solutions."""
    request = SurveyRequest(states=1_000, solutions=True)
    found = survey(load("triangle-5-apex"), request).findings
    start = survey(load("triangle-5-apex"), SurveyRequest(True)).findings
    assert start["states"] == 3_016
    assert found["up_to_symmetry"]
    assert 3_016 / 6 < found["states"] == sum(found["levels"]["sizes"]) < 3_016
    assert found["levels"]["sizes"][:2] == [1, 1]
    assert found["solutions"] == 29_760
    assert found["on_solutions"]["sizes"][-1] >= 1
    assert found["start"]["eccentricity"] is None


def test_the_depth_of_pegs_counts_jumps() -> None:
    found = survey(
        load("triangle-5-apex").with_metric("jump"), SurveyRequest(states=1_000)
    ).findings
    assert found["start"]["eccentricity"] == len(found["levels"]["sizes"]) - 1 == 13


def test_what_is_reached_of_a_large_board_may_be_small() -> None:
    """Four pegs on 37 holes: 2^37 configurations, of which 14 are in reach."""
    puzzle = load("peg-small-example")
    assert survey(puzzle).findings["states"] == 8
    assert survey(puzzle, SurveyRequest(True)).findings["states"] == 14


@pytest.mark.slow
def test_hifi() -> None:
    """Ten labelled pieces: a component of 23,461,056 states, layer by layer."""
    found = survey(load("hifi")).findings
    assert found["states"] == found["start"]["component"] == 23_461_056
    assert found["goal"]["optimum"] == 200


@pytest.mark.slow
@pytest.mark.parametrize("metric", ["move", "jump"])
def test_the_english_board(metric: str) -> None:
    """23,475,688 positions up to symmetry from the centre (J. D. Beasley; G. I. Bell)."""
    puzzle = load("english-centre").with_metric(metric)
    found = survey(puzzle, limits=Limits(memory=900_000_000)).findings
    assert found["states"] == 23_475_688
    assert found["start"]["eccentricity"] == (31 if metric == "jump" else None)


def test_a_tour_is_surveyed_by_its_placements() -> None:
    tour = sliding("BB./BB./...", labelled="B", tour=[".BB/.BB/...", ".../.BB/.BB"])
    result = survey(tour)
    assert result.findings["states"] == 4
    assert "goal" not in result.findings
    assert any("stops visited are left out" in note for note in result.notes)


# --- limits ---------------------------------------------------------------------------------


def test_findings_arrive_one_by_one() -> None:
    events: list[Event] = []
    result = explore(load("simplicity"), SurveyRequest(), events.append)
    names = [event.name for event in events if isinstance(event, Finding)]
    assert names == list(result.findings)
    assert names.index("states") < names.index("start") < names.index("diameter")


# --- directions -----------------------------------------------------------------------------


def test_a_directed_graph_has_no_diameter() -> None:
    found = findings_of("triangle-4")
    assert found["directed"]
    assert "diameter" not in found
    assert found["states"] == 1 << 10
    assert (
        sum(found["component_sizes"][size] * size for size in found["component_sizes"]) == 1 << 10
    )


def test_frogs_have_their_configurations() -> None:
    """Two frogs, two toads, one free cell: 5! / (2! 2!) placements."""
    found = findings_of("frogs-2-2")
    assert found["states"] == comb(5, 2) * comb(3, 2)
    assert (found["goal"]["optimum"], found["goal"]["plans"]) == (8, 2)


@pytest.mark.parametrize(
    "asked",
    [
        SurveyRequest(reachable=True),
        SurveyRequest(wanted=SurveyExtras(pairs=True)),
        SurveyRequest(file="x.graph"),
        SurveyRequest(hardest=True),
    ],
)
def test_cubes_have_no_graph_of_steps(asked: SurveyRequest) -> None:
    with pytest.raises(Unsupported, match="cubes have no state graph"):
        survey(load("four-cubes"), asked)


def test_cubes_have_a_graph_of_colours() -> None:
    found = survey(load("four-cubes"))
    assert found.about == "stacks"
    assert found.findings["stacks"]["solutions"] == 6


def test_many_cubes_are_counted_until_the_limit() -> None:
    """Sets of one colour a cube have 3^n factors, and more pairs."""
    cubes = tuple(letter * 6 for letter in "RGBYOVWKPC")
    puzzle = CubesPuzzle(load("four-cubes").info, "cube", cubes)
    found = survey(puzzle, limits=Limits(2.0))
    assert found.stopped == "time limit reached"
    assert found.findings["factorizations"] == {"number": 3**10, "complete": True}
    assert not found.findings.get("stacks", {"complete": False})["complete"]


def test_solutions_are_those_of_pegs() -> None:
    with pytest.raises(Unsupported, match="--solutions"):
        survey(load("simplicity"), SurveyRequest(solutions=True))
