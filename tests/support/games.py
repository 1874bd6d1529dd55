"""Games for the tests of playing."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

from textual.pilot import Pilot
from textual.widgets import OptionList, Static

from puzzleproof.cli.play.app import PlayApp, Settings
from puzzleproof.cli.play.game import Game
from puzzleproof.cli.play.hand import Hand
from puzzleproof.models.instances import load, loads
from puzzleproof.models.picture import Picture
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.models.shown import HasPictures
from puzzleproof.web.jobs import Limits

PATIENCE = 60.0
"""Seconds; a script that waits for what never happens fails after them."""
LIMITS = Limits(20.0, 10**9)
TOUR = """
family = "sliding"
metric = "unit"
name = "Tour"
board = "A.."
tour = [".A.", "..A"]
"""
Script: TypeAlias = Callable[[PlayApp, "Pilot[None]"], Awaitable[None]]


def game_of(name: str, metric: str | None = None) -> Game:
    """A game of an instance of the library, or of `TOUR`."""
    puzzle = loads(TOUR, "tour") if name == "tour" else load(name)
    return Game(puzzle if metric is None else puzzle.with_metric(metric))


def picture_of(puzzle: AnyPuzzle, game: Game) -> Picture:
    assert isinstance(puzzle, HasPictures)
    return puzzle.picture(game.state)


def hand_of(game: Game) -> Hand:
    """A hand on the board as it stands."""
    return Hand(picture_of(game.puzzle, game), game.offered)


def played(
    name: str,
    script: Script,
    size: tuple[int, int] = (80, 24),
    game: Game | None = None,
    **more: Any,
) -> PlayApp:
    """Run a script on the application without a terminal; returns it once it has ended."""
    settings: dict[str, Any] = {"hint": LIMITS, "proof": LIMITS, **more}
    app = PlayApp(name, game or game_of(name), Settings(**settings))

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await asyncio.wait_for(script(app, pilot), PATIENCE)

    asyncio.run(run())
    return app


def line_of(app: PlayApp, name: str) -> str:
    """What a line of the screen says."""
    return str(app.query_one(f"#{name}", Static).content)


def board_of(app: PlayApp) -> str:
    """The boards as text."""
    return str(app.board.content)


def listed(app: PlayApp) -> list[str]:
    """The moves in the list."""
    moves = app.query_one("#moves", OptionList)
    return [moves.get_option_at_index(k).id or "" for k in range(moves.option_count)]


async def said(app: PlayApp, pilot: Pilot[None], name: str, words: str) -> str:
    """Wait until a line says something, for as long as a slow machine may need."""
    for _ in range(600):
        if words in line_of(app, name):
            return line_of(app, name)
        await asyncio.sleep(0.05)
        await pilot.pause()
    raise AssertionError(f"{words!r} is never said in {name}: {line_of(app, name)!r}")
