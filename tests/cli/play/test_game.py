"""A game without a screen: moves, undo, redo, plans."""

import pytest

from puzzleproof.cli.play.game import Plan, common
from puzzleproof.models.errors import IllegalMove, NotationError
from tests.support.games import game_of

PLAN = Plan(("3-2", "1-3", "2-1"), "given")


def test_moves_are_played_by_the_rules() -> None:
    game = game_of("frogs-1-1")
    game.play("3-2")
    with pytest.raises(IllegalMove):
        game.play("3-2")
    with pytest.raises(NotationError):
        game.play("no move")
    assert game.moves == ["3-2"]
    for move in ("1-3", "2-1"):
        assert not game.solved
        game.play(move)
    assert game.solved
    assert game.offered == [] or game.moves == ["3-2", "1-3", "2-1"]


def test_moves_are_taken_back_and_made_again() -> None:
    game = game_of("frogs-1-1")
    assert game.undo() is None
    assert game.redo() is None
    for move in PLAN.moves:
        game.play(move)
    assert [game.undo(), game.undo()] == ["2-1", "1-3"]
    assert game.redo() == "1-3"
    game.reset()
    assert (game.moves, game.state) == ([], game.puzzle.start)
    assert [game.redo() for _ in range(4)] == [*PLAN.moves, None]


def test_another_move_forgets_those_taken_back_and_the_same_one_does_not() -> None:
    game = game_of("frogs-1-1")
    for move in PLAN.moves:
        game.play(move)
    game.reset()
    game.play("3-2")
    assert game.redo() == "1-3"
    game.reset()
    game.play("1-2")
    assert game.redo() is None


def test_a_game_follows_a_plan_or_leaves_it() -> None:
    game = game_of("frogs-1-1")
    game.go_to(PLAN, 2)
    assert (game.step_of(PLAN), game.rest_of(PLAN)) == (2, ("2-1",))
    assert game.redo() == "2-1"
    game.go_to(PLAN, 0)
    game.play("1-2")
    assert (game.step_of(PLAN), game.rest_of(PLAN)) == (None, ())
    game.go_to(PLAN, 3)
    assert game.solved
    assert common(game.moves, ["3-2", "1-2"]) == 1


def test_a_hint_knows_nothing_of_the_moves_before_it() -> None:
    game, found = game_of("frogs-1-1"), Plan(PLAN.moves, "found", begins=1)
    assert game.rest_of(found) == ()
    game.play("3-2")
    assert game.rest_of(found) == ("1-3", "2-1")
    assert game.rest_of(None) == ()
