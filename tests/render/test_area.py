"""Squares as rectangles, drawn inwards, and the hull of a board."""

from hypothesis import given
from hypothesis import strategies as st

from puzzleproof.render.boards import MARGIN, area, arrow_heads, hull

CELLS = st.frozensets(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=1)
SIDE, INSET = 4, 1


def is_filled(x: float, y: float, loops: tuple[tuple[tuple[float, float], ...], ...]) -> bool:
    x, y = x + MARGIN, y + MARGIN
    return any(loop[0][0] < x < loop[2][0] and loop[0][1] < y < loop[2][1] for loop in loops)


@given(CELLS)
def test_what_is_filled_keeps_its_distance_from_the_edge(cells: frozenset[tuple[int, int]]) -> None:
    """A small place is filled where all squares within the inset, along either axis, are there."""
    loops = area(cells, SIDE, INSET)
    for row in range(5 * SIDE):
        for column in range(5 * SIDE):
            x, y = column + 0.5, row + 0.5
            near = {
                (int((y + dy) // SIDE), int((x + dx) // SIDE)) for dx in (-1, 1) for dy in (-1, 1)
            }
            assert is_filled(x, y, loops) is (near <= cells)


def test_a_rectangle_is_one_loop_and_a_cross_two() -> None:
    assert len(area(frozenset((r, c) for r in range(4) for c in range(3)), 10, 2)) == 1
    cross = frozenset({(0, 1), (1, 0), (1, 1), (1, 2), (2, 1)})
    assert len(area(cross, 10, 2)) == 2


def test_arrow_heads_stand_on_the_axis_beside_the_letter() -> None:
    for axis, others in (("EW", 0), ("NS", 1)):
        for head in arrow_heads((0, 0), axis):
            along, across = ([corner[(others + k) % 2] for corner in head] for k in (0, 1))
            assert {abs(place) for place in along} == {10, 15}
            assert sum(across) == 0
    assert sum(x + y for head in arrow_heads((0, 0), "NS") for x, y in head) == 0


def test_the_hull_of_a_board_has_its_corners() -> None:
    points = [(float(x), float(y)) for x in range(4) for y in range(3)]
    assert set(hull(points)) == {(0, 0), (3, 0), (3, 2), (0, 2)}
    assert hull([(0, 0), (1, 1)]) == ((0, 0), (1, 1))
