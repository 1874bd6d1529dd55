"""The application, played by keys and mouse without a terminal."""

import asyncio
from typing import Any

import psutil
import pytest
from textual.pilot import Pilot
from textual.widgets import OptionList

from puzzleproof.cli.play.app import PlayApp, Settings
from puzzleproof.cli.play.game import Game, Plan
from puzzleproof.cli.play.searches import Searches
from puzzleproof.cli.play.widgets import Help
from puzzleproof.models.instances import loads
from puzzleproof.verify.replay import replay_to_goal
from tests.support.games import LIMITS, board_of, game_of, line_of, listed, played, said

Keys = Pilot[None]


async def press(pilot: Keys, words: str) -> None:
    await pilot.press(*words.split())
    await pilot.pause()


# --- moves --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "keys", "moves"),
    [
        ("ane-rouge", "tab down enter", ["GS"]),
        ("ane-rouge", "tab down right enter", ["GSE"]),
        ("ane-rouge", "tab space space enter", ["GSE"]),
        ("ane-rouge", "tab tab tab right enter", ["IE"]),
        ("ane-rouge", "tab shift+tab left left enter", ["JWW"]),
        ("century", "tab right left left enter", ["Fw"]),
        ("triangle-5", "tab down", ["0-16"]),
        ("frogs-1-1", "tab tab left tab right tab left", ["3-2", "1-3", "2-1"]),
        ("eight-puzzle-867", "tab enter", ["N"]),
        ("tour", "tab right tab right enter", ["AE", "AE"]),
        ("instant-insanity", "down down down enter enter", ["0:blfr", "1:urdl"]),
    ],
)
def test_every_family_is_played_by_keys(name: str, keys: str, moves: list[str]) -> None:
    async def script(app: PlayApp, pilot: Keys) -> None:
        await press(pilot, keys)
        if name != "instant-insanity":
            assert app.game.moves == moves
        else:
            assert [move[:2] for move in app.game.moves] == ["0:", "1:"]
        assert listed(app) == [one.move for one in app.game.offered]
        await press(pilot, "u " * len(moves))
        assert app.game.moves == []
        await press(pilot, "y")
        assert len(app.game.moves) == 1

    played(name, script)


@pytest.mark.parametrize("name", ["hughes", "century-and-a-half-whole-cells", "triangle-4"])
def test_moves_of_the_list_are_shown_before_they_are_made(name: str) -> None:
    async def script(app: PlayApp, pilot: Keys) -> None:
        before = board_of(app)
        await press(pilot, "l")
        assert board_of(app) != before
        assert line_of(app, "says").endswith("Enter makes this move")
        await press(pilot, "enter")
        assert len(app.game.moves) == 1
        await press(pilot, "l")
        assert app.board.has_focus

    played(name, script)


def test_undo_redo_and_reset_say_what_they_do() -> None:
    async def script(app: PlayApp, pilot: Keys) -> None:
        await press(pilot, "u")
        assert line_of(app, "says") == "nothing to take back"
        await press(pilot, "y")
        assert line_of(app, "says") == "nothing to make again"
        await press(pilot, "tab down enter")
        assert line_of(app, "score").startswith("1 move (metric piece) / minimum 81: published")
        await press(pilot, "r")
        assert app.game.undone == ["GS"]
        await press(pilot, "ctrl+y ctrl+z")
        assert line_of(app, "says") == "GS taken back"

    played("ane-rouge", script)


def test_what_cannot_be_done_is_said() -> None:
    async def script(app: PlayApp, pilot: Keys) -> None:
        await press(pilot, "tab left")
        assert line_of(app, "says") == "G cannot go there"
        await press(pilot, "escape enter space shift+right pagedown pageup escape")
        await press(pilot, "n")
        assert line_of(app, "says").startswith("There is no plan yet")
        app.play("XX")
        assert "XX" in line_of(app, "says")
        assert app.game.moves == []

    played("ane-rouge", script)


def test_a_win_says_the_metric_and_the_minimum() -> None:
    async def script(app: PlayApp, pilot: Keys) -> None:
        for move in ("3-2", "1-3", "2-1"):
            app.play(move)
        await pilot.pause()
        words = (
            "Solved in 3 moves (metric move): as many as the minimum, published, not checked here"
        )
        assert line_of(app, "says").startswith(words)
        assert "solved" in board_of(app)
        await press(pilot, "p")
        proven = "Solved in 3 moves (metric move): the minimum, certified (invariant, accepted by"
        assert proven in await said(app, pilot, "says", "certified")
        assert line_of(app, "score") == "3 moves (metric move) / minimum 3: certified"
        await press(pilot, "h")
        assert proven in line_of(app, "says")

    played("frogs-1-1", script)


# --- the mouse ----------------------------------------------------------------------------


async def drag(pilot: Keys, *places: tuple[int, int]) -> None:
    await pilot.mouse_down("#board", offset=places[0])
    for place in places[1:]:
        await pilot.hover("#board", offset=place)
    await pilot.mouse_up("#board", offset=places[-1])
    await pilot.pause()


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_a_piece_is_dragged_and_clicked(size: tuple[int, int]) -> None:
    async def script(app: PlayApp, pilot: Keys) -> None:
        def at(row: int, column: int) -> tuple[int, int]:
            picture = app.board.hand.picture
            assert picture is not None
            x, y = app.board.view.canvas(picture, app.board.room).middle((row, column))
            return x, y + 1

        await drag(pilot, at(3, 1), at(4, 1), at(4, 2))
        assert app.game.moves == ["GSE"]
        await drag(pilot, at(4, 2), at(4, 1), at(4, 2))
        assert app.game.moves == ["GSE"]
        await drag(pilot, at(4, 0))
        await drag(pilot, at(4, 1))
        assert app.game.moves == ["GSE", "IE"]
        await drag(pilot, at(3, 2))
        assert app.game.moves == ["GSE", "IE", "HW"]
        await press(pilot, "u u")
        await drag(pilot, at(4, 2))
        assert app.board.hand.piece == "G"
        await drag(pilot, at(4, 1))
        assert app.game.moves == ["GSE", "GW"]

    played("ane-rouge", script, size)


def test_a_click_on_a_move_of_the_list_makes_it() -> None:
    async def script(app: PlayApp, pilot: Keys) -> None:
        await pilot.click("#moves", offset=(4, 2))
        await pilot.pause()
        assert app.game.moves == ["GSE"]

    played("ane-rouge", script)


# --- plans --------------------------------------------------------------------------------


def test_a_plan_is_stepped_and_plays_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("puzzleproof.cli.play.app.TICK_SECONDS", 0.001)
    plan = Plan(("3-2", "1-3", "2-1"), "given, not checked to be shortest")

    async def script(app: PlayApp, pilot: Keys) -> None:
        assert line_of(app, "plan") == "plan: move 0 of 3 (given, not checked to be shortest)"
        await press(pilot, "n n b")
        assert app.game.moves == ["3-2"]
        assert line_of(app, "plan").startswith("plan: move 1 of 3")
        await press(pilot, "r tab right")
        assert app.game.moves == ["1-2"]
        assert "off the plan, n leads back" in line_of(app, "plan")
        await press(pilot, "n a")
        await said(app, pilot, "says", "Solved in 3 moves")
        await press(pilot, "n")
        assert line_of(app, "says") == "The plan ends here"
        await press(pilot, "b b b b")
        assert line_of(app, "says") == "The plan begins here"

    played("frogs-1-1", script, plan=plan)


# --- hints and proofs ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "moves"),
    [
        *(("frogs-2-2", ["2-3"]), ("tour", ["AE"]), ("four-cubes", []), ("triangle-4", [])),
    ],
)
def test_a_hint_leads_on_and_says_that_it_is_not_proven(name: str, moves: list[str]) -> None:
    async def script(app: PlayApp, pilot: Keys) -> None:
        for move in moves:
            app.play(move)
        await press(pilot, "h")
        words = await said(app, pilot, "says", "Hint: ")
        assert "to go, the fewest, as one search claims; not proven" in words
        await press(pilot, "enter")
        while not app.game.solved:
            await press(pilot, "h enter")
        assert app.guide is not None
        assert replay_to_goal(app.game.puzzle, app.game.moves) == len(app.guide.moves)

    played(name, script)


def test_where_there_is_no_way_on_there_is_no_hint() -> None:
    async def script(app: PlayApp, pilot: Keys) -> None:
        for move in ("2-3", "1-2"):
            app.play(move)
        await press(pilot, "h")
        assert "there is no plan from here" in await said(app, pilot, "says", "No hint")

    played("frogs-2-2", script)


def test_a_plan_is_found_at_the_beginning_where_that_is_asked_for() -> None:
    async def script(app: PlayApp, pilot: Keys) -> None:
        await said(app, pilot, "plan", "plan: move 0 of 3")

    played("frogs-1-1", script, find_plan=True)


def test_a_proof_runs_while_the_game_goes_on_and_then_guides_it() -> None:
    async def script(app: PlayApp, pilot: Keys) -> None:
        await press(pilot, "p")
        assert line_of(app, "work").startswith("proof")
        await press(pilot, "tab tab")
        proven = "Proven: the minimum is 21 moves (metric piece), certified"
        await said(app, pilot, "work", proven)
        assert line_of(app, "score") == "0 moves (metric piece) / minimum 21: certified"
        assert line_of(app, "plan") == "plan: move 0 of 21 (certified to be shortest)"
        await press(pilot, "h")
        assert "21 moves (metric piece) to go, certified to be shortest" in line_of(app, "says")

    played("hughes", script)


def children() -> list[psutil.Process]:
    """Of this process, those that play something."""
    found = psutil.Process().children(recursive=True)
    return [one for one in found if one.status() != psutil.STATUS_ZOMBIE]


@pytest.mark.parametrize(("key", "leave"), [("h", "q"), ("p", "ctrl+c")])
def test_quitting_leaves_no_process_behind(key: str, leave: str) -> None:
    before, seen = children(), list[psutil.Process]()

    async def script(app: PlayApp, pilot: Keys) -> None:
        await press(pilot, key)
        while not (began := [one for one in children() if one not in before]):
            await asyncio.sleep(0.02)
        seen.extend(began)
        await press(pilot, leave)

    played("korf-03", script)
    for one in seen:
        psutil.wait_procs([one], timeout=20)
        assert not one.is_running()


def test_a_hint_is_ended_when_the_state_changes_and_a_proof_when_it_is_cancelled() -> None:
    before = children()

    async def gone() -> None:
        while [one for one in children() if one not in before]:
            await asyncio.sleep(0.05)

    async def script(app: PlayApp, pilot: Keys) -> None:
        await press(pilot, "h")
        app.play(app.game.offered[0].move)
        await asyncio.wait_for(gone(), 30)
        assert not line_of(app, "says").startswith("Hint")
        await press(pilot, "p")
        await press(pilot, "p")
        await said(app, pilot, "work", "proof cancelled")
        await asyncio.wait_for(gone(), 30)

    played("korf-03", script)


def test_a_search_is_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    async def lie(_self: Searches, _game: Game) -> Any:
        return {"plan": ["1-2"], "lower": 1, "upper": 1}

    monkeypatch.setattr(Searches, "_answer", lie)

    async def script(app: PlayApp, pilot: Keys) -> None:
        await press(pilot, "h")
        await said(app, pilot, "says", "No hint: the plan that was found is none")

    played("frogs-1-1", script)


# --- the screen ---------------------------------------------------------------------------


def test_the_help_opens_and_closes() -> None:
    async def script(app: PlayApp, pilot: Keys) -> None:
        await press(pilot, "question_mark")
        assert isinstance(app.screen, Help)
        await press(pilot, "escape")
        assert not isinstance(app.screen, Help)

    played("hughes", script)


def test_the_board_fits_the_terminal_and_follows_its_size() -> None:
    async def script(app: PlayApp, pilot: Keys) -> None:
        large = len(board_of(app).splitlines()[4])
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        small = len(board_of(app).splitlines()[4])
        assert small < large
        assert small < 56
        assert app.query_one("#says").region.bottom < 24

    played("ane-rouge", script, (140, 50))


def test_a_board_that_is_too_large_scrolls_to_the_piece() -> None:
    rows = "\n".join("." * 60 for _ in range(38))
    text = f'family = "sliding"\nmetric = "unit"\nboard = """\nA{rows[1:]}\n{"." * 59}B\n"""\n'
    text += f'goal = """\n.A{rows[2:]}\n{"." * 60}\n"""\n'

    async def script(app: PlayApp, pilot: Keys) -> None:
        await press(pilot, "tab shift+tab")
        scroll = app.query_one("#scroll")
        assert scroll.scroll_offset.y > 10
        assert scroll.scroll_offset.x > 10

    game = Game(loads(text, "large"))
    played("large", script, game=game)


def test_light_and_dark_and_no_colours() -> None:
    async def script(app: PlayApp, pilot: Keys) -> None:
        assert app.theme == "puzzleproof-light"
        assert "‹G›" not in board_of(app)
        await press(pilot, "tab t")
        assert app.theme == "puzzleproof-dark"
        assert "‹G›" in board_of(app)

    played("ane-rouge", script, dark=False, colours=False)


def test_a_row_without_a_move_is_no_trouble() -> None:
    text = 'family = "sliding"\nmetric = "unit"\nboard = "A#."\ngoal = ".#A"\n'

    async def script(app: PlayApp, pilot: Keys) -> None:
        await press(pilot, "tab right enter space l down enter")
        assert listed(app) == []
        assert app.query_one("#moves", OptionList).has_focus

    played("wall", script, game=Game(loads(text, "wall")))


def test_a_bug_ends_the_game_and_is_kept_for_the_command_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    app = PlayApp("hughes", game_of("hughes"), Settings(LIMITS, LIMITS))
    monkeypatch.setattr(type(app), "is_headless", False)
    left = list[int]()
    monkeypatch.setattr(app, "exit", lambda: left.append(1))
    app._handle_exception(ValueError("a bug"))  # pyright: ignore[reportPrivateUsage]
    assert str(app.fault) == "a bug"
    assert left == [1]


@pytest.mark.parametrize("seconds", [0.0, 0.2, 0.5])
def test_a_game_that_is_left_during_a_proof_ends_well(seconds: float) -> None:
    async def script(app: PlayApp, pilot: Keys) -> None:
        await press(pilot, "p")
        await asyncio.sleep(seconds)
        await press(pilot, "q")
        assert app.fault is None

    played("ane-rouge", script)
