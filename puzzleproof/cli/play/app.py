"""The game on the screen: a Textual application.

Whatever takes long (hints, proofs) runs in a process of its own, so the board answers at once; a
hint that is no longer wanted is ended, and so is everything when the game ends.
"""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Coroutine
from contextlib import aclosing, suppress
from dataclasses import dataclass
from typing import Any, ClassVar

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.widgets import Footer, OptionList, Static
from textual.widgets.option_list import Option
from textual.worker import Worker

from puzzleproof.cli.play import words
from puzzleproof.cli.play.canvas import View
from puzzleproof.cli.play.game import Game, Plan, common
from puzzleproof.cli.play.looks import CSS, THEME_NAMES, themes
from puzzleproof.cli.play.searches import Searches
from puzzleproof.cli.play.widgets import BoardScroll, BoardView, Help
from puzzleproof.models.errors import PuzzleProofError
from puzzleproof.models.game import OFFERED_LIMIT
from puzzleproof.models.texts import count
from puzzleproof.web.jobs import Limits

TICK_SECONDS = 0.5
"""Between two moves of a plan that plays by itself."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What the command line asks for."""

    hint: Limits
    proof: Limits
    plan: Plan | None = None
    """A plan that was given."""
    find_plan: bool = False
    """Whether one is to be found at the beginning."""
    dark: bool = True
    colours: bool = True


class PlayApp(App[None]):
    """One puzzle being played."""

    TITLE = "puzzleproof"
    CSS = CSS
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark", "help", "help", key_display="?"),
        Binding("u,backspace,ctrl+z", "undo", "undo", key_display="u"),
        Binding("y,ctrl+y", "redo", "redo", key_display="y"),
        Binding("r", "reset", "reset"),
        Binding("h", "hint", "hint"),
        Binding("p", "prove", "prove"),
        Binding("n", "along(1)", "next"),
        Binding("b", "along(-1)", show=False),
        Binding("a", "run_plan", show=False),
        Binding("l", "list", "list"),
        Binding("t", "light", show=False),
        Binding("q", "quit", "quit"),
        Binding("ctrl+c", "quit", show=False, priority=True),
    ]

    def __init__(self, name: str, game: Game, settings: Settings) -> None:
        super().__init__()
        self.game, self.settings = game, settings
        self.heading = game.puzzle.info.name or name
        self.searches = Searches(settings.hint, settings.proof)
        self.board = BoardView(View(game), settings.colours)
        self.plan = settings.plan
        self.guide: Plan | None = None
        """What hints follow: a plan of which it is known how sure it is."""
        self.verdict: words.Verdict | None = None
        self.fault: Exception | None = None
        """A bug that has ended the game."""
        self._proving = self._autoplay = self._leaving = False
        self._work = dict[str, Worker[None]]()

    def compose(self) -> ComposeResult:
        """Return the title, the score, the board and the moves, what is said, the keys."""
        yield Static(self.heading, id="title", markup=False)
        yield Static(id="score", markup=False)
        with Horizontal(id="middle"):
            yield BoardScroll(self.board)
            yield OptionList(id="moves", markup=False)
        yield Static(id="plan", markup=False)
        yield Static(id="work", markup=False)
        yield Static(id="says", markup=False)
        yield Footer(compact=True)

    def on_mount(self) -> None:
        """Show the start."""
        for theme in themes():
            self.register_theme(theme)
        self._set_theme(self.settings.dark)
        self.query_one("#moves").border_title = "legal moves"
        loop = asyncio.get_running_loop()
        for name in ("SIGTERM", "SIGHUP"):
            with suppress(AttributeError, NotImplementedError, ValueError, RuntimeError):
                loop.add_signal_handler(getattr(signal, name), self.leave)
        self._write("work", "")
        self._changed("? lists the keys")
        (self.board if self.board.hand.tracks else self.query_one("#moves")).focus()
        if self.settings.find_plan:
            self.action_hint()

    async def on_unmount(self) -> None:
        """Leave no process behind."""
        await self.searches.close()

    def leave(self) -> None:
        """End the game, after the work beside it, which would write on a screen that is gone."""
        self._leaving = True
        for what in list(self._work):
            self._cancel(what)
        self.exit()

    async def action_quit(self) -> None:
        """The key that quits."""
        self.leave()

    def _handle_exception(self, error: Exception) -> None:
        """End the game; the command line reports the bug in one line."""
        if self.is_headless:
            super()._handle_exception(error)
        self.fault = self.fault or error
        self.leave()

    def _start(self, what: str, work: Coroutine[Any, Any, None]) -> None:
        """Begin some work beside the game; there is one of each sort."""
        self._cancel(what)
        self._work[what] = self.run_worker(work)

    def _cancel(self, what: str) -> None:
        if what in self._work:
            self._work.pop(what).cancel()

    # --- what is shown --------------------------------------------------------------------

    def _write(self, name: str, text: str) -> None:
        if self._leaving:
            return
        line = self.query_one(f"#{name}", Static)
        line.update(text)
        if name in ("plan", "work"):
            line.display = bool(text)

    def say(self, text: str) -> None:
        """Say something below the board."""
        self._write("says", text)

    def _changed(self, said: str) -> None:
        """Show another state; a hint that is being looked for is no longer wanted."""
        self._cancel("hint")
        self.board.restart()
        self._list_moves()
        self._show_score()
        self.say(words.won(self.game, self.verdict) if self.game.solved else said)

    def _show_score(self) -> None:
        self._write("score", words.score(self.game, self.verdict))
        plan = self.plan or self.guide
        if plan is None:
            self._write("plan", "")
            return
        step, whole = self.game.step_of(plan), len(plan.moves)
        where = "off the plan, n leads back" if step is None else f"move {step} of {whole}"
        self._write("plan", f"plan: {where} ({plan.words})")

    def _list_moves(self) -> None:
        moves = self.query_one("#moves", OptionList)
        moves.clear_options()
        view = self.board.view
        moves.add_options([Option(view.described(move), move) for move, _ in self.game.offered])
        number = len(self.game.offered)
        moves.border_subtitle = f"the first {number:,}" if number >= OFFERED_LIMIT else str(number)

    # --- messages of the board and the list -----------------------------------------------

    def on_board_view_made(self, message: BoardView.Made) -> None:
        """Make the move."""
        self.play(message.move)

    def on_board_view_held(self, message: BoardView.Held) -> None:
        """Say what is held."""
        hand, move = self.board.hand, self.board.preview
        if hand.ways is None:
            self.say("")
        elif message.blocked:
            self.say(f"{hand.piece} cannot go there")
        elif move:
            self.say(f"{move}: Enter makes this move")
        elif hand.at != hand.taken:
            self.say(f"{hand.piece} is on its way")
        else:
            places = count(len(hand.ways.ends), "place")
            self.say(f"{hand.piece}: {places} to go (arrows, Space)")

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Show what the move would do."""
        if event.option_list.has_focus and event.option_id:
            self.board.show_preview(event.option_id)
            self.say(f"{event.option.prompt}: Enter makes this move")

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Make the move."""
        if event.option_id:
            self.play(event.option_id)
            event.option_list.highlighted = 0 if event.option_list.option_count else None

    # --- the game -------------------------------------------------------------------------

    def play(self, move: str) -> None:
        """Make a move by the rules."""
        self.action_stop()
        try:
            self.game.play(move)
        except PuzzleProofError as error:
            self.say(str(error))
        else:
            self._changed(f"{move}")

    def action_undo(self) -> None:
        """Take a move back."""
        self.action_stop()
        move = self.game.undo()
        self._changed("nothing to take back" if move is None else f"{move} taken back")

    def action_redo(self) -> None:
        """Make the move again that was taken back."""
        self.action_stop()
        move = self.game.redo()
        self._changed("nothing to make again" if move is None else f"{move} again")

    def action_reset(self) -> None:
        """Take all moves back."""
        self.action_stop()
        self.game.reset()
        self._changed("back at the start; y makes the moves again")

    def action_list(self) -> None:
        """Go to the list of moves, or back to the board."""
        moves = self.query_one("#moves", OptionList)
        if moves.has_focus and self.board.hand.tracks:
            self.board.focus()
            return
        moves.focus()
        moves.highlighted = 0 if moves.option_count else None

    def action_light(self) -> None:
        """Change between light and dark."""
        self._set_theme(not self.board.dark)
        self.board.show_boards()

    def _set_theme(self, dark: bool) -> None:
        self.theme, self.board.dark = THEME_NAMES[dark], dark

    def action_help(self) -> None:
        """Show the keys."""
        self.push_screen(Help())

    # --- a plan, step by step -------------------------------------------------------------

    def action_along(self, by: int) -> None:
        """Go on along the plan, or back; from beside it to where the game has left it."""
        self.action_stop()
        self._along(by)

    def _along(self, by: int) -> bool:
        """Whether there was a move to be made."""
        plan = self.plan or self.guide
        if plan is None:
            self.say("There is no plan yet: h or p finds one, --plan gives one")
            return False
        step = self.game.step_of(plan)
        target = common(self.game.moves, plan.moves) if step is None else step + by
        if not 0 <= target <= len(plan.moves):
            self.say("The plan ends here" if by > 0 else "The plan begins here")
            return False
        self.game.go_to(plan, target)
        last = f"after {plan.moves[target - 1]}" if target else "the start"
        self._changed(f"move {target} of {len(plan.moves)}: {last}")
        return target < len(plan.moves)

    def action_run_plan(self) -> None:
        """Play the plan by itself, or stop that."""
        if self._autoplay:
            self.action_stop()
            return
        self._autoplay = True
        self._start("plan", self._run_plan())

    async def _run_plan(self) -> None:
        while self._autoplay and self._along(1):
            await asyncio.sleep(TICK_SECONDS)
        self._autoplay = False

    def action_stop(self) -> None:
        """Stop a plan that plays by itself."""
        self._autoplay = False
        self._cancel("plan")

    # --- hints ----------------------------------------------------------------------------

    def action_hint(self) -> None:
        """Show the next move of a plan from here; search for one where none is known."""
        self.action_stop()
        if self.game.solved:
            self.say(words.won(self.game, self.verdict))
        elif self.game.rest_of(self.guide):
            self._show_hint()
        else:
            self.say("Looking for a plan from here …")
            self._start("hint", self._find_hint())

    async def _find_hint(self) -> None:
        found = await self.searches.plan(self.game)
        if isinstance(found, str):
            self.say(found)
            return
        self.guide = found
        self._show_score()
        self._show_hint()

    def _show_hint(self) -> None:
        assert self.guide is not None
        rest = self.game.rest_of(self.guide)
        self.board.hint(rest[0])
        far = words.hint(len(rest), self.game.puzzle.metric, self.guide.words)
        self.say(f"Hint: {self.board.view.described(rest[0])}. {far}. Enter makes it")
        self.board.focus()

    # --- the proof ------------------------------------------------------------------------

    def action_prove(self) -> None:
        """Prove the minimum, or cancel that."""
        if self._proving:
            self._cancel("proof")
            return
        self._proving = True
        self._write("work", "proof: begins …")
        self._start("proof", self._prove())

    async def _prove(self) -> None:
        metric, bounds, done = self.game.puzzle.metric, "", ""
        try:
            async with aclosing(self.searches.proof(self.game)) as events:
                async for event in events:
                    if event["event"] == "bounds":
                        bounds = words.between(event, metric)
                    done = words.at_work(event, metric) or done
                    if event["event"] in ("verdict", "error"):
                        self._proven(event)
                        return
                    self._write("work", f"proof: {'; '.join(filter(None, (bounds, done)))}")
        except asyncio.CancelledError:
            with suppress(Exception):
                self._write("work", f"proof cancelled{f': {bounds}' if bounds else ''}")
            raise
        finally:
            self._proving = False

    def _proven(self, event: dict[str, Any]) -> None:
        if event["event"] == "error":
            self._write("work", f"proof: {event['error']}")
            return
        self.verdict = event
        self._write("work", words.headline(event))
        if plan := event["plan"]:
            optimal = event["status"] == "optimal"
            sure = f"{event['grade']} to be shortest" if optimal else words.PERHAPS
            found = Plan(tuple(plan), sure)
            self.plan = self.plan or found
            self.guide = found if optimal else self.guide
        self._show_score()
        if self.game.solved:
            self.say(words.won(self.game, self.verdict))
