"""Paints: one for one letter, unlike for neighbours; squares as rectangles, drawn inwards."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzleproof.models.picture import picture_of_rows
from puzzleproof.render.boards import MARGIN, area, arrow_heads
from puzzleproof.render.palette import LIGHT, NAMED, SURFACES, paints
from tests.support.golden_pictures import PICTURED


@pytest.mark.parametrize("number", [7, 10])
@pytest.mark.parametrize("name", PICTURED)
def test_neighbours_have_different_paints(name: str, number: int) -> None:
    picture = PICTURED[name]
    found = paints(picture, number)
    assert found == paints(picture, number)
    assert set(found) == {square.colour for _, square in picture.squares() if square.colour}
    assert set(found.values()) <= set(range(number))
    if len(found) <= number:
        assert len(set(found.values())) == len(found)
    for (r, c), square in picture.squares():
        other = picture.at(r, c + 1)
        if other is not None and square.colour and other.colour not in ("", square.colour):
            assert found[square.colour] != found[other.colour]


def test_a_colour_has_the_paint_that_it_wishes_for_where_that_is_free() -> None:
    """And a letter has its own on every board that has no clash."""
    assert paints(picture_of_rows(["B.A"]), 10) == paints(picture_of_rows(["A.B"]), 10)
    found = paints(picture_of_rows(["RGB"]), len(LIGHT), NAMED)
    assert found == {"R": 1, "G": 5, "B": 0}
    assert paints(picture_of_rows(["YJ"]), len(LIGHT), NAMED)["J"] != NAMED["Y"]


def luminance(colour: str) -> float:
    """The relative luminance of WCAG 2."""
    parts = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    linear = [x / 12.92 if x <= 0.03928 else ((x + 0.055) / 1.055) ** 2.4 for x in parts]
    return sum(w * x for w, x in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_letters_words_and_frames_can_be_seen() -> None:
    assert all(contrast("#000000", paint) > 7 for paint in LIGHT)
    for of in SURFACES.values():
        assert contrast(of["ink"], of["paper"]) > 7
        assert contrast(of["ink"], of["floor"]) > 7
        assert contrast(of["frame"], of["paper"]) > 3


CELLS = st.frozensets(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=1)
SIDE, INSET = 4, 1


def is_filled(x: float, y: float, loops: tuple[tuple[tuple[float, float], ...], ...]) -> bool:
    x, y = x + MARGIN, y + MARGIN
    return any(loop[0][0] < x < loop[2][0] and loop[0][1] < y < loop[2][1] for loop in loops)


@given(CELLS)
def test_what_is_filled_keeps_its_distance_from_the_edge(cells: frozenset[tuple[int, int]]) -> None:
    """A small place is filled where all squares within the inset, along either axis, are there.

    A rectangle is one loop, and a cross two.
    """
    assert len(area(frozenset((r, c) for r in range(4) for c in range(3)), 10, 2)) == 1
    assert len(area(frozenset({(0, 1), (1, 0), (1, 1), (1, 2), (2, 1)}), 10, 2)) == 2
    loops = area(cells, SIDE, INSET)
    for row in range(5 * SIDE):
        for column in range(5 * SIDE):
            x, y = column + 0.5, row + 0.5
            near = {
                (int((y + dy) // SIDE), int((x + dx) // SIDE)) for dx in (-1, 1) for dy in (-1, 1)
            }
            assert is_filled(x, y, loops) is (near <= cells)


def test_arrow_heads_stand_on_the_axis_beside_the_letter() -> None:
    for axis, others in (("EW", 0), ("NS", 1)):
        for head in arrow_heads((0, 0), axis):
            along, across = ([corner[(others + k) % 2] for corner in head] for k in (0, 1))
            assert {abs(place) for place in along} == {10, 15}
            assert sum(across) == 0
    assert sum(x + y for head in arrow_heads((0, 0), "NS") for x, y in head) == 0
