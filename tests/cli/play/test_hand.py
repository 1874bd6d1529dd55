"""The hand: every legal move that has a track can be made by keys, by drag and by clicks."""

import pytest

from puzzleproof.cli.play.hand import Hand
from puzzleproof.cli.play.tracks import Tracks
from puzzleproof.models.game import Offered
from tests.support.games import game_of, hand_of

ANE = "ane-rouge"


def test_the_pieces_that_can_move_are_chosen_in_turn() -> None:
    hand = hand_of(game_of(ANE))
    seen = list[str]()
    for _ in range(5):
        hand.cycle(1)
        seen.append(hand.piece)
    assert seen == ["G", "H", "I", "J", "G"]
    hand.cycle(-1)
    assert hand.piece == "J"
    hand.toward((-1, 0))
    assert hand.piece == "H"
    hand.choose(None)
    hand.cycle(-1)
    assert hand.piece == "J"


def test_arrows_push_a_piece_and_putting_it_down_makes_the_move() -> None:
    hand = hand_of(game_of(ANE))
    hand.cycle(1)
    assert hand.step((0, 1)) is None
    assert hand.at == hand.taken
    assert hand.step((1, 0)) is None
    assert (hand.move, hand.put()) == ("GS", "GS")
    assert hand.step((0, 1)) is None
    assert hand.put() == "GSE"


def test_a_piece_with_one_place_to_go_moves_at_once() -> None:
    hand = hand_of(game_of("frogs-2-2"))
    hand.cycle(1)
    assert hand.step((0, 1)) == hand.put() == "2-3"


@pytest.mark.parametrize(
    ("name", "metric"),
    [
        *((ANE, metric) for metric in ("piece", "line", "unit")),
        *(("century", "piece"), ("triangle-5", "move"), ("triangle-5", "jump")),
        *(("frogs-3-3", None), ("eight-puzzle-867", "single"), ("eight-puzzle-867", "multi")),
        ("tour", None),
    ],
)
def test_space_reaches_every_place_that_a_move_leads_to(name: str, metric: str | None) -> None:
    """And so do a drag from there and a tap on the piece and the place."""
    game = game_of(name, metric)
    for _ in range(3):
        hand = hand_of(game)
        for start, ways in hand.tracks.items():
            by_space, by_drag = set[str | None](), set[str | None]()
            hand.choose(start)
            for landing in ways.landings:
                hand.next_landing()
                by_space.add(hand.put())
                dragging = hand_of(game)
                assert dragging.press(start) is None
                dragging.drag(landing)
                by_drag.add(dragging.release(landing))
            assert by_space == by_drag == set(ways.ends.values())
        game.play(game.offered[-1].move)


def test_a_click_and_a_click_make_a_move() -> None:
    hand = hand_of(game_of(ANE))
    assert hand.press((3, 1)) is None
    assert hand.release((3, 1)) is None
    assert hand.piece == "G"
    assert hand.press((4, 2)) == "GSE"


def test_a_click_on_a_piece_with_one_place_to_go_moves_it() -> None:
    hand = hand_of(game_of("triangle-5"))
    (start, *_) = hand.tracks
    assert hand.press(start) is None
    assert hand.release(start) == "0-16"


def test_a_drag_that_ends_where_it_began_makes_no_move() -> None:
    hand = hand_of(game_of(ANE))
    hand.press((3, 1))
    assert hand.drag((4, 1))
    assert hand.drag((3, 1))
    assert hand.release((3, 1)) is None
    assert hand.at == hand.taken
    assert not hand.drag((0, 0))


def test_what_cannot_be_taken_is_left_alone() -> None:
    hand = hand_of(game_of(ANE))
    for cell in ((0, 1), (4, 1), (99, 99), (-1, 0)):
        assert hand.press(cell) is None
        assert hand.piece == ""
        assert hand.release(cell) is None
    empty = Hand(None, [Offered("0:frbl", ())])
    empty.cycle(1)
    empty.next_landing()
    assert empty.step((0, 1)) is empty.put() is None


def test_a_hand_can_hold_a_given_move() -> None:
    hand = hand_of(game_of(ANE))
    hand.hold("JWW")
    assert (hand.piece, hand.put()) == ("J", "JWW")
    hand.hold("nothing")
    assert hand.put() == "JWW"


def test_tracks_lead_round_corners() -> None:
    ways = Tracks([Offered("ABC", [(0, 0), (0, 1), (1, 1)]), Offered("AB", [(0, 0), (0, 1)])])
    assert ways.beside((0, 0), (0, 1)) == (0, 1)
    assert ways.beside((0, 0), (1, 0)) is None
    assert ways.beside((0, 1), (1, 0)) == (1, 1)
    assert ways.nearest((0.2, 0.9)) == (0, 1)
    assert ways.landing((5.0, 1.0)) == (1, 1)
