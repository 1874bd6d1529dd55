"""Paints: the same for one letter, unlike for neighbours, of a scheme that is told apart."""

import pytest

from puzzleproof.models.picture import picture_of_rows
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


def test_a_letter_has_its_paint_on_every_board_that_has_no_clash() -> None:
    assert paints(picture_of_rows(["B.A"]), 10) == paints(picture_of_rows(["A.B"]), 10)


def test_a_colour_has_the_paint_that_it_wishes_for_where_that_is_free() -> None:
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


@pytest.mark.parametrize("paint", LIGHT)
def test_letters_on_pieces_can_be_read(paint: str) -> None:
    assert contrast("#000000", paint) > 7


@pytest.mark.parametrize("theme", SURFACES)
def test_words_and_frames_can_be_seen(theme: str) -> None:
    of = SURFACES[theme]
    assert contrast(of["ink"], of["paper"]) > 7
    assert contrast(of["ink"], of["floor"]) > 7
    assert contrast(of["frame"], of["paper"]) > 3
