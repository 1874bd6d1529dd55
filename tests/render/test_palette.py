"""Paints: one for one letter, unlike for neighbours; squares drawn inwards; notebooks."""

import errno
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import puzzleproof as pp
from puzzleproof.models.picture import picture_of_rows
from puzzleproof.models.puzzle import Puzzle
from puzzleproof.notebook import STEPS
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


def test_a_verdict_is_shown_with_its_plan_and_says_no_more_than_it_knows() -> None:
    proven = pp.prove("frogs-1-1")._repr_html_()  # pyright: ignore[reportPrivateUsage]
    assert proven is not None
    assert "3 moves (metric move), optimal, certified" in proven
    assert proven.count("<svg ") == 4
    found = pp.solve("tiles-2x2")._repr_html_()  # pyright: ignore[reportPrivateUsage]
    assert found is not None
    assert "optimal" not in found
    assert "at most 6 moves" in found
    none = pp.prove("european-centre")._repr_html_()  # pyright: ignore[reportPrivateUsage]
    assert none is not None
    assert "no plan (metric move), unsolvable" in none
    assert "<svg" not in none


def test_states_and_plans_have_pictures_that_can_be_saved(tmp_path: Path) -> None:
    puzzle = pp.load("frogs-1-1")
    pp.picture(puzzle, puzzle.start).save(tmp_path / "state.svg")
    view = pp.film(puzzle, ["3-2", "1-3", "2-1"])
    view.strip().save(tmp_path / "strip.svg", "dark")
    view.position(1).save(tmp_path / "one.svg")
    view.save(tmp_path / "plan.svg")
    assert all(path.read_text().startswith("<svg ") for path in tmp_path.glob("*.svg"))
    assert "@keyframes" in (tmp_path / "plan.svg").read_text()
    with pytest.raises(pp.NotationError, match=r"\.svg or \.png"):
        view.strip().save(tmp_path / "x.jpg")
    view.strip().save(tmp_path / "new" / "x.svg")
    with pytest.raises(pp.InstanceError, match=r"one\.svg' is not a folder"):
        view.strip().save(tmp_path / "one.svg" / "x.svg")


def test_what_is_shown_as_a_picture() -> None:
    """Puzzles, but no state of cubes; plans that are not too long, nor bad."""
    puzzle, cubes = pp.load("frogs-1-1"), pp.load("four-cubes")
    assert isinstance(puzzle, Puzzle)
    shown = getattr(puzzle, "_repr_svg_")()  # noqa: B009  notebooks look for it
    assert shown == pp.picture("frogs-1-1").svg()
    with pytest.raises(pp.Unsupported, match="draws plans"):
        pp.picture(cubes, cubes.start)
    with pytest.raises(pp.IllegalMove):
        pp.film("frogs-1-1", ["9-9"])
    long = pp.film("tiles-2x2", ["N", "S"] * STEPS)
    assert long._repr_html_() is None  # pyright: ignore[reportPrivateUsage]


def test_a_picture_that_is_there_stays_where_another_cannot_be_made(tmp_path: Path) -> None:
    path = tmp_path / "a.svg"
    picture = pp.picture("hughes")
    picture.save(path)
    before = path.read_bytes()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Path, "write_bytes", failing)
        with pytest.raises(pp.OutputError):
            picture.save(path)
    assert path.read_bytes() == before
    assert [one.name for one in tmp_path.iterdir()] == ["a.svg"]


def failing(*_: object) -> int:
    raise OSError(errno.ENOSPC, "No space left on device")
