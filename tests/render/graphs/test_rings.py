"""Rings: every state once, on the circle of its distance; path, goals and ends where they are."""

import math
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzleproof.models.errors import Unsupported
from puzzleproof.models.graph_view import GraphView, Origin
from puzzleproof.render.graphs.rings import BAND, rings, spread
from puzzleproof.render.scene import Curve, Dots, Polygon, Segments
from tests.support.golden_pictures import graph_view, shapes_of

CASES: list[tuple[str, Origin]] = [
    ("simplicity", "start"),
    ("simplicity", "goal"),
    ("triangle-4", "start"),
    ("triangle-4", "goal"),
    ("frogs-3-3", "start"),
    ("tiles-2x2", "start"),
]
LONELY = GraphView("one", "sliding", "piece", [[]], [0], False, False, "start", [0])


@pytest.mark.parametrize(("name", "origin"), CASES)
def test_every_state_is_drawn_once_on_the_circle_of_its_distance(name: str, origin: Origin) -> None:
    view = graph_view(name, "rings", origin=origin)
    (dots,) = shapes_of(rings(view), Dots, "state")
    assert len(dots.centres) == len(set(dots.centres)) == view.states
    away = [math.hypot(*centre) for centre in dots.centres]
    circles = dict[int | None, list[float]]()
    for depth, radius in zip(view.depths, away, strict=True):
        circles.setdefault(depth, []).append(radius)
    order = sorted(circles, key=lambda depth: math.inf if depth is None else depth)
    middles = [sum(circles[depth]) / len(circles[depth]) for depth in order]
    gaps = [after - before for before, after in pairwise(middles)]
    assert all(gap == pytest.approx(gaps[0], rel=0.05) for gap in gaps)
    for depth, middle in zip(order, middles, strict=True):
        assert all(abs(radius - middle) <= BAND * gaps[0] for radius in circles[depth])


@pytest.mark.parametrize(("name", "origin"), CASES)
def test_edges_path_goals_and_ends_are_where_their_states_are(name: str, origin: Origin) -> None:
    view = graph_view(name, "rings", origin=origin)
    scene = rings(view)
    (dots,) = shapes_of(scene, Dots, "state")
    (edges,) = shapes_of(scene, Segments, "link")
    assert len(edges.lines) == view.edges
    at = dots.centres
    assert set(edges.lines) == {(at[one], at[other]) for one, other in view.pairs()}
    path = shapes_of(scene, Curve, "path")[0]
    assert path.points == tuple(at[vertex] for vertex in view.path)
    assert all(b in view.rows[a] for a, b in pairwise(view.path))
    goals = shapes_of(scene, Polygon, "goal")[0]
    assert len(goals.loops) == len(view.goals)
    ends = shapes_of(scene, Polygon, "end")
    assert bool(ends) == (not view.directed)


def test_one_state_is_a_picture_too_and_without_a_goal_there_is_none_from_it() -> None:
    assert "1 state" in rings(LONELY).description
    with pytest.raises(Unsupported, match="no goal state to count distances from"):
        rings(replace(LONELY, origin="goal", depths=[None]))


@given(st.lists(st.floats(0, math.tau - 1e-6), min_size=1, max_size=40).map(sorted))
def test_spread_keeps_the_order_around_the_circle_and_some_distance(wanted: list[float]) -> None:
    placed = spread(wanted)
    number = len(wanted)
    assert len(placed) == number
    assert all(0 <= angle < math.tau + 1e-9 for angle in placed)
    if number > 1:
        turns = [(placed[k] - placed[k - 1]) % math.tau for k in range(number)]
        assert sum(turns) == pytest.approx(math.tau)
        assert min(turns) >= 0.25 * math.tau / number
