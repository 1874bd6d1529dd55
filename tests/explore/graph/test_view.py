"""What a picture shows of a graph: a shortest path, the ends of a diameter, a plan given."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from itertools import pairwise

import pytest

from puzzleproof.explore.graph.distances import distances
from puzzleproof.explore.graph.view import graph_view
from puzzleproof.models.errors import InternalError, LimitReached, Unsupported
from puzzleproof.models.instances import load
from puzzleproof.provers.process import Limits
from puzzleproof.provers.survey.drawn import ViewRequest, view_of
from puzzleproof.verify.replay import replay
from tests.support.boards import sliding
from tests.support.golden_pictures import PLANS
from tests.support.state_graphs import reachable

LABELS = ("name", "sliding", "piece")


@pytest.mark.parametrize("name", ["simplicity", "triangle-4", "frogs-3-3", "tiles-2x2"])
def test_the_path_is_a_shortest_one(name: str) -> None:
    graph = reachable(load(name))
    view = graph_view(graph, LABELS)
    assert view.path[0] == 0
    assert view.path[-1] in view.goals
    assert all(after in view.rows[before] for before, after in pairwise(view.path))
    assert len(view.path) - 1 == min(view.depths[goal] or 0 for goal in view.goals)


def test_the_ends_are_as_far_apart_as_any_two_states() -> None:
    view = graph_view(reachable(load("simplicity")), LABELS)
    assert view.ends is not None
    depths = distances([list(row) for row in view.rows], (view.ends[0],))
    assert depths[view.ends[1]] == view.diameter == 27


@pytest.mark.parametrize("name", ["frogs-1-1", "triangle-4", "tiles-2x2", "hughes"])
def test_a_plan_is_marked_state_by_state(name: str) -> None:
    puzzle, moves = load(name), PLANS[name].split()
    states = tuple(replay(puzzle, moves))
    view = view_of(puzzle, name, ViewRequest(5000, plan=states), in_process=True)
    assert view.given
    assert len(view.path) == len(moves) + 1
    assert view.path[-1] in view.goals
    assert all(after in view.rows[before] for before, after in pairwise(view.path))


def test_a_plan_elsewhere_is_an_error_of_the_program() -> None:
    with pytest.raises(InternalError, match="a plan passes a state"):
        graph_view(reachable(load("tiles-2x2")), LABELS, plan=[0])


def test_a_tour_has_no_goals_and_a_plan_without_its_stops() -> None:
    puzzle = sliding("A./..", tour=["A./..", ".A/.."], labelled="A")
    states = tuple(replay(puzzle, ["AE"]))
    view = view_of(puzzle, "tour", ViewRequest(100, plan=states), in_process=True)
    assert (view.states, list(view.goals), len(view.path)) == (4, [], 2)


@pytest.mark.parametrize("name", ["simplicity", "triangle-4"])
def test_the_numbers_do_not_depend_on_the_order_of_a_flood(name: str) -> None:
    graph = reachable(load(name))
    other = replace(graph, rows=[row[::-1] for row in graph.rows])
    assert graph_view(graph, LABELS) == graph_view(other, LABELS)


def test_too_many_states_cubes_and_limits_are_refused() -> None:
    with pytest.raises(Unsupported, match="simplicity: more than 160 states that the start"):
        view_of(load("simplicity"), "simplicity", ViewRequest(160))
    with pytest.raises(Unsupported, match="more than 529 configurations"):
        view_of(load("simplicity"), "simplicity", ViewRequest(529, whole=True), in_process=True)
    with pytest.raises(Unsupported, match="cubes have no state graph"):
        view_of(load("four-cubes"), "four-cubes", ViewRequest(10))
    with pytest.raises(LimitReached, match="time limit"):
        view_of(load("rush-49"), "rush-49", ViewRequest(10**6), limits=Limits(0.05))


def test_it_needs_the_standard_library_alone() -> None:
    code = (
        "import sys; from puzzleproof.models.instances import load\n"
        "from puzzleproof.provers.survey.drawn import ViewRequest, view_of\n"
        "from puzzleproof.render.graphs.rings import rings\n"
        "rings(view_of(load('hughes'), 'hughes', ViewRequest(5000), in_process=True))\n"
        "print(sorted({'numpy', 'multiprocessing', 'networkx', 'rich'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
