"""Outlines of squares: loops with the inside on the right, drawn inwards."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from puzzleproof.render.boards import hull, outline

CELLS = st.frozensets(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=1)


def area(loop: tuple[tuple[float, float], ...]) -> float:
    ends = (*loop[1:], loop[0])
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(loop, ends, strict=True)) / 2


def test_a_square_is_drawn_inwards() -> None:
    (loop,) = outline({(0, 0)}, 10, 2)
    assert set(loop) == {(2, 2), (8, 2), (8, 8), (2, 8)}


def test_an_angle_has_six_corners_and_a_ring_two_loops() -> None:
    (angle,) = outline({(0, 0), (1, 0), (1, 1)}, 10, 2)
    assert len(angle) == 6
    assert (8, 12) in angle
    ring = {(r, c) for r in range(3) for c in range(3)} - {(1, 1)}
    assert sorted(area(loop) for loop in outline(ring, 10, 2)) == [-196, 676]


@given(CELLS)
def test_the_loops_enclose_just_the_squares(cells: frozenset[tuple[int, int]]) -> None:
    assert sum(map(area, outline(cells, 1, 0))) == len(cells)


def test_squares_that_touch_at_a_corner_have_loops_of_their_own() -> None:
    assert len(outline({(0, 0), (1, 1)}, 10, 2)) == 2
    assert len(outline({(0, 1), (1, 0)}, 10, 2)) == 2


def test_the_hull_of_a_board_has_its_corners() -> None:
    points = [(float(x), float(y)) for x in range(4) for y in range(3)]
    assert set(hull(points)) == {(0, 0), (3, 0), (3, 2), (0, 2)}
    assert hull([(0, 0), (1, 1)]) == ((0, 0), (1, 1))
