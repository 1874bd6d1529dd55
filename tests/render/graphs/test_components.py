"""Components: every state once, neighbours near one another, components apart."""

import math
from collections import Counter

import pytest

from puzzleproof.render.graphs.components import components, layout
from puzzleproof.render.scene import Dots, Segments
from tests.support.golden_pictures import graph_view, shapes_of


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


def test_components_do_not_overlap() -> None:
    view = graph_view("simplicity", "components")
    (dots,) = shapes_of(components(view), Dots, "state")
    boxes = list[tuple[float, float, float, float]]()
    for number in range(len(view.firsts)):
        xs, ys = zip(*(dots.centres[v] for v in view.component(number)), strict=True)
        boxes.append((min(xs), min(ys), max(xs), max(ys)))
    for k, (left, top, right, bottom) in enumerate(boxes):
        for other in boxes[:k]:
            assert right < other[0] or other[2] < left or bottom < other[1] or other[3] < top


@pytest.mark.parametrize("number", [1, 2, 3, 9])
def test_a_path_is_laid_out_as_a_line(number: int) -> None:
    rows = [[w for w in (v - 1, v + 1) if 0 <= w < number] for v in range(number)]
    places = layout(rows)
    far = math.dist(places[0], places[-1])
    assert far == pytest.approx(number - 1, rel=0.15)


def test_a_cycle_is_laid_out_round() -> None:
    number = 24
    rows = [[(v - 1) % number, (v + 1) % number] for v in range(number)]
    places = layout(rows)
    x, y = (sum(xs) / number for xs in zip(*places, strict=True))
    radii = [math.dist(place, (x, y)) for place in places]
    assert max(radii) < 1.2 * min(radii)
