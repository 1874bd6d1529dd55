"""What a picture shows of a graph: a shortest path, the ends of a diameter, a plan given."""

import subprocess
import sys
from dataclasses import replace
from itertools import pairwise

import pytest

from puzzleproof.explore.graph.distances import distances
from puzzleproof.explore.graph.lists import in_order
from puzzleproof.models.errors import LimitReached, Unsupported
from puzzleproof.models.graph_view import GraphView
from puzzleproof.models.instances import load
from puzzleproof.provers.process import Limits
from puzzleproof.provers.survey.drawn import ViewRequest, view_of
from puzzleproof.verify.replay import replay
from tests.support.boards import sliding
from tests.support.golden_pictures import PLANS
from tests.support.state_graphs import reachable


def view(name: str) -> GraphView:
    return view_of(load(name), name, ViewRequest(10**6))


@pytest.mark.parametrize("name", ["simplicity", "triangle-4", "frogs-3-3", "tiles-2x2"])
def test_the_path_is_a_shortest_one(name: str) -> None:
    found = view(name)
    assert found.path[0] == 0
    assert found.path[-1] in found.goals
    assert all(after in found.rows[before] for before, after in pairwise(found.path))
    assert len(found.path) - 1 == min(found.depths[goal] or 0 for goal in found.goals)


def test_the_ends_are_as_far_apart_as_any_two_states() -> None:
    found = view("simplicity")
    assert found.ends is not None
    assert distances(found.rows, found.ends[:1])[found.ends[1]] == found.diameter == 27


@pytest.mark.parametrize("name", ["frogs-1-1", "triangle-4", "tiles-2x2", "hughes"])
def test_a_plan_is_marked_state_by_state(name: str) -> None:
    puzzle, moves = load(name), PLANS[name].split()
    states = tuple(replay(puzzle, moves))
    found = view_of(puzzle, name, ViewRequest(5000, plan=states))
    assert found.given
    assert len(found.path) == len(moves) + 1
    assert found.path[-1] in found.goals
    assert all(after in found.rows[before] for before, after in pairwise(found.path))


def test_a_tour_has_no_goals_and_a_plan_without_its_stops() -> None:
    puzzle = sliding("A./..", tour=["A./..", ".A/.."], labelled="A")
    states = tuple(replay(puzzle, ["AE"]))
    found = view_of(puzzle, "tour", ViewRequest(100, plan=states))
    assert (found.states, list(found.goals), len(found.path)) == (4, [], 2)


@pytest.mark.parametrize("name", ["simplicity", "triangle-4"])
def test_the_numbers_do_not_depend_on_the_order_of_a_flood(name: str) -> None:
    graph = reachable(load(name))
    other = in_order(replace(graph, rows=[row[::-1] for row in graph.rows]))
    assert (in_order(graph).states, in_order(graph).rows) == (other.states, other.rows)


def test_too_many_states_cubes_and_limits_are_refused() -> None:
    with pytest.raises(Unsupported, match="simplicity: more than 160 states that the start"):
        view_of(load("simplicity"), "simplicity", ViewRequest(160))
    with pytest.raises(Unsupported, match="more than 529 configurations"):
        view_of(load("simplicity"), "simplicity", ViewRequest(529, whole=True))
    with pytest.raises(Unsupported, match="cubes have no state graph"):
        view_of(load("four-cubes"), "four-cubes", ViewRequest(10))
    with pytest.raises(LimitReached, match="time limit"):
        view_of(load("rush-49"), "rush-49", ViewRequest(10**6), limits=Limits(0.05))


def test_it_needs_the_standard_library_alone() -> None:
    code = (
        "import os, sys; os.environ['PUZZLEPROOF_START_METHOD'] = 'none'\n"
        "from puzzleproof.models.instances import load\n"
        "from puzzleproof.provers.survey.drawn import ViewRequest, view_of\n"
        "from puzzleproof.render.graphs.rings import rings\n"
        "rings(view_of(load('hughes'), 'hughes', ViewRequest(5000)))\n"
        "print(sorted({'numpy', 'multiprocessing', 'networkx', 'rich'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
