"""Boards on the screen: which square stands where, marks, colours."""

import re

import pytest

from puzzleproof.cli.play.canvas import CHOSEN, Canvas, View, displaced, zoomed
from puzzleproof.cli.play.hand import Hand
from puzzleproof.cli.printing.boards import Line, width_of
from puzzleproof.render.palette import SURFACES
from tests.support.games import game_of, hand_of, picture_of
from tests.support.tree import ROOT


def text_of(lines: list[Line]) -> list[str]:
    return ["".join(span.text for span in line) for line in lines]


@pytest.mark.parametrize("name", ["ane-rouge", "century", "triangle-5", "frogs-3-3", "korf-01"])
@pytest.mark.parametrize("width", [20, 60, 200])
@pytest.mark.parametrize("height", [5, 100])
def test_every_square_is_found_where_it_stands(name: str, width: int, height: int) -> None:
    game = game_of(name)
    canvas = Canvas.fitting(picture_of(game.puzzle, game), width, height)
    lines = canvas.lines(Hand(None, ()))
    assert len({width_of(line) for line in lines}) == 1
    for cell, _ in canvas.picture.squares():
        assert canvas.square_at(*canvas.place(cell)) == cell
        assert canvas.square_at(*canvas.middle(cell)) == cell
        x, y = canvas.middle(cell)
        assert y < len(lines)
        assert x < width_of(lines[0])


def test_a_board_grows_with_the_terminal() -> None:
    game = game_of("ane-rouge")
    picture = picture_of(game.puzzle, game)
    assert [Canvas.fitting(picture, w, h).zoom for w, h in ((17, 99), (60, 24), (99, 99))] == [
        *(1, 2, 3)
    ]
    assert zoomed(picture, 2).size == (10, 8)


def test_the_chosen_piece_and_its_landings_are_marked_by_signs_too() -> None:
    game = game_of("ane-rouge")
    hand = hand_of(game)
    hand.cycle(1)
    lines = Canvas(picture_of(game.puzzle, game), 80).lines(hand)
    assert "‹G›" in text_of(lines)[7]
    assert text_of(lines)[9].count("•") == 2
    assert any(span.colour == CHOSEN for span in lines[7])


def test_a_peg_and_its_landings_are_marked() -> None:
    game = game_of("triangle-5")
    hand = hand_of(game)
    hand.cycle(1)
    text = "\n".join(text_of(Canvas(picture_of(game.puzzle, game), 80).lines(hand)))
    assert (text.count("◉"), text.count("◎")) == (1, 1)


def test_a_piece_between_two_places_is_shown_there() -> None:
    game = game_of("ane-rouge")
    moved = displaced(picture_of(game.puzzle, game), "I", (0, 1))
    squares = {cell for cell, square in moved.squares() if square.piece == "I"}
    assert squares == {(4, 1)}


def test_the_aims_of_each_family() -> None:
    titles = {
        name: [board.title for board in View(game_of(name)).aims(60)]
        for name in ("ane-rouge", "triangle-5", "frogs-3-3", "four-cubes", "tour", "korf-01")
    }
    assert titles == {
        "ane-rouge": ["goal"],
        "triangle-5": ["holes"],
        "frogs-3-3": ["goal"],
        "four-cubes": ["cube 0", "cube 1", "cube 2", "cube 3"],
        "tour": ["tour[0]", "tour[1]"],
        "korf-01": ["goal"],
    }


def test_a_stop_that_was_visited_is_ticked() -> None:
    game = game_of("tour")
    game.play("AE")
    assert [board.title for board in View(game).aims(60)] == ["tour[0] ✓", "tour[1]"]


def test_a_placement_says_which_colours_it_shows() -> None:
    game = game_of("instant-insanity")
    view = View(game)
    assert view.described("0:frbl") == "0:frbl  R R R B"
    assert View(game_of("hughes")).described("AE") == "AE"
    board = view.main(Hand(None, ()), "0:frbl", (80, 24))
    assert board.title.startswith("1 stacked")
    assert " R " in text_of(board.lines)[-2]


def test_without_colours_only_the_chosen_piece_has_a_style() -> None:
    view = View(game_of("ane-rouge"))
    assert view.style("A", SURFACES["dark"]).startswith("#000000 on #")
    assert view.style("A", SURFACES["dark"], colours=False) == ""
    assert view.style(CHOSEN, SURFACES["dark"], colours=False) == "bold reverse"
    assert view.style(CHOSEN, SURFACES["light"]) == "bold #ffffff on #111111"


def test_the_picture_of_the_docs_asks_no_other_host() -> None:
    text = (ROOT / "docs" / "pictures" / "play.svg").read_text("utf-8")
    assert "<title>" in text
    assert re.findall(r"https?://[^\"' )]+", text) == ["http://www.w3.org/2000/svg"]
    assert len(text) < 60_000
