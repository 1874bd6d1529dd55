"""Pictures of state graphs: every state once, where it should be; neighbours near one another."""

import math
from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzleproof.models.errors import Unsupported
from puzzleproof.models.graph_view import GraphView, Origin
from puzzleproof.render.graphs.components import components, layout
from puzzleproof.render.graphs.page import distances
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
def test_states_are_on_circles_and_all_else_is_where_they_are(name: str, origin: Origin) -> None:
    view = graph_view(name, "rings", origin=origin)
    scene = rings(view)
    (dots,) = shapes_of(scene, Dots, "state")
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
    (edges,) = shapes_of(scene, Segments, "link")
    at = dots.centres
    assert len(edges.lines) == view.edges
    assert set(edges.lines) == {(at[one], at[other]) for one, other in view.pairs()}
    path = shapes_of(scene, Curve, "path")[0]
    assert path.points == tuple(at[vertex] for vertex in view.path)
    assert all(b in view.rows[a] for a, b in pairwise(view.path))
    assert len(shapes_of(scene, Polygon, "goal")[0].loops) == len(view.goals)
    assert bool(shapes_of(scene, Polygon, "end")) == (not view.directed)


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


@pytest.mark.parametrize("name", ["simplicity", "frogs-3-3", "tiles-2x3", "moving-day"])
def test_every_state_of_every_component_is_drawn_once(name: str) -> None:
    view = graph_view(name, "components")
    scene = components(view)
    (dots,) = shapes_of(scene, Dots, "state")
    assert len(dots.centres) == view.states
    assert Counter(dots.centres).most_common(1)[0][1] == 1
    (edges,) = shapes_of(scene, Segments, "link")
    assert len(edges.lines) == view.edges
    lengths = sorted(math.dist(*line) for line in edges.lines)
    across = max(math.dist(a, dots.centres[0]) for a in dots.centres)
    assert lengths[len(lengths) // 2] < across / 4
    boxes = list[tuple[float, float, float, float]]()
    for number in range(len(view.firsts)):
        xs, ys = zip(*(dots.centres[v] for v in view.component(number)), strict=True)
        boxes.append((min(xs), min(ys), max(xs), max(ys)))
    for k, (left, top, right, bottom) in enumerate(boxes):  # they do not overlap
        for other in boxes[:k]:
            assert right < other[0] or other[2] < left or bottom < other[1] or other[3] < top


def test_a_path_is_laid_out_as_a_line_and_a_cycle_round() -> None:
    for number in (1, 2, 3, 9):
        places = layout([[w for w in (v - 1, v + 1) if 0 <= w < number] for v in range(number)])
        assert math.dist(places[0], places[-1]) == pytest.approx(number - 1, rel=0.15)
    places = layout([[(v - 1) % 24, (v + 1) % 24] for v in range(24)])
    x, y = (sum(xs) / 24 for xs in zip(*places, strict=True))
    radii = [math.dist(place, (x, y)) for place in places]
    assert max(radii) < 1.2 * min(radii)


def test_states_without_a_distance_are_counted() -> None:
    view = graph_view("triangle-4", "distances", origin="goal")
    lost = sum(depth is None for depth in view.depths)
    scene = distances(view)
    assert f"; {lost} states without a distance" in scene.description
    assert not shapes_of(scene, Polygon, "goal-bar")
    with pytest.raises(Unsupported, match="no goal state"):
        distances(replace(view, depths=[None] * view.states))
