"""What changes from picture to picture, pages of steps, and pictures that were looked at."""

import re
from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest

from puzzleproof.models.instances import library_names, load
from puzzleproof.notebook import stepper
from puzzleproof.render.draw import Film
from puzzleproof.render.motion import animated_svg
from puzzleproof.render.palette import THEMES, Theme
from puzzleproof.render.svg import NAMESPACE, svg
from tests.support.golden_pictures import FOLDER, GOLDEN, PLANS, film


@pytest.mark.parametrize("name", library_names())
def test_every_puzzle_of_the_library_is_drawn_and_what_moves_is_marked(name: str) -> None:
    puzzle = load(name)
    plan = [puzzle.format_move(move) for move in list(puzzle.moves(puzzle.start))[:1]]
    drawn = Film(puzzle, name, tuple(plan))
    start, *rest = drawn.frames
    assert not start.change.marked
    for frame in rest:
        names = {square.piece for _, square in frame.picture.squares()}
        assert frame.change.marked
        assert frame.change.marked <= names
    assert drawn.filmstrip().shapes
    assert drawn.position(len(plan)).shapes


@pytest.mark.parametrize("name", PLANS)
def test_pieces_get_where_the_next_picture_has_them(name: str) -> None:
    frames = film(name).frames
    for before, after in pairwise(frames):
        pieces = {square.piece for _, square in before.picture.squares() if square.piece}
        named = {old: new for old, new, _ in after.change.moved}
        left = {named.get(piece, piece) for piece in pieces - set(after.change.gone)}
        there = {square.piece for _, square in after.picture.squares() if square.piece}
        assert left | set(after.change.new) == there


def test_pieces_are_followed_step_by_step() -> None:
    """Blocks round corners; pegs through their jumps, also back to their holes."""
    ((piece, _, displacements),) = film("hughes").frames[1].change.moved
    assert (piece, displacements) == ("2", ((0, -1), (-1, -1)))
    _, _, _, jumps, loop, *_ = (frame.change for frame in film("triangle-4").frames)
    ((old, new, displacements),) = jumps.moved
    assert (old, new, len(displacements), len(jumps.gone)) == ("26", "8", 2, 2)
    assert loop.moved[0][:2] == ("18", "18")
    assert loop.moved[0][2][-1] == (0, 0)
    assert loop.marked == {"18"}
    frames = Film(load("triangle-5"), "", ("32-16", "8-24", "34-16")).frames
    assert frames[-1].change.moved[0][:2] == ("34", "16")


@pytest.mark.parametrize("name", PLANS)
def test_key_frames_are_of_this_plan_alone_and_each_is_used(name: str) -> None:
    text = animated_svg(film(name))
    names = set(re.findall(r"@keyframes ([\w-]+)", text))
    assert names
    assert all(text.count(one) > 1 for one in names)
    assert len({one[:9] for one in names}) == 1
    assert not names & set(re.findall(r"@keyframes ([\w-]+)", animated_svg(film(name, ""))))


def test_a_block_ends_where_the_plan_takes_it() -> None:
    text = animated_svg(film("hughes"))
    plan = [move for move in PLANS["hughes"].split() if move[0] == "A"]
    steps = "".join(move[1:] for move in plan)
    right, down = (40 * (steps.count(a) - steps.count(b)) for a, b in ("EW", "SN"))
    assert f"to{{transform:translate({right}px,{down}px)}}" in text
    assert animated_svg(film("triangle-4")).count(",to{opacity:0}") == 9 - 1  # jumped over
    assert animated_svg(film("instant-insanity")).count("%{opacity:0}") == 4 * 6  # one by one


def test_a_page_of_steps_has_a_button_for_each_position_and_no_script() -> None:
    text = stepper(film("frogs-1-1"))
    assert text.count("<input ") == text.count("<svg ") == 4
    assert text.count(" checked>") == 1
    assert text.count("<style>") == 1
    assert "<script" not in text
    assert "onclick" not in text
    ids = set(re.findall(r' id="([\w-]+)"', text))
    assert set(re.findall(r' for="([\w-]+)"', text)) <= ids
    other = stepper(film("frogs-1-1"), above="<b>")
    assert not ids & set(re.findall(r' id="([\w-]+)"', other)), "pages do not share buttons"
    assert "&lt;b&gt;" in other


SVG = f"{{{NAMESPACE}}}"


@pytest.mark.parametrize("name", GOLDEN)
def test_a_picture_has_the_bytes_that_were_looked_at(name: str) -> None:
    """It has a title, a description and no script; each file is compared."""
    text = GOLDEN[name]()
    assert text == (FOLDER / f"{name}.svg").read_text("utf-8")
    root = ET.fromstring(text)  # noqa: S314  made here
    assert root.get("role") == "img"
    assert "metric" in (root.findtext(f"{SVG}title") or "")
    assert root.findtext(f"{SVG}desc")
    assert not [word for word in ("<script", "http", "url(") if word in text.replace(NAMESPACE, "")]
    assert {path.stem for path in FOLDER.glob("*.svg")} == set(GOLDEN)


@pytest.mark.parametrize("theme", THEMES)
def test_a_theme_follows_the_reader_or_is_fixed(theme: Theme) -> None:
    text = svg(film("frogs-1-1").position(1), theme)
    assert ("prefers-color-scheme" in text) is (theme == "auto")
    assert f'class="puzzleproof-{theme}"' in text
