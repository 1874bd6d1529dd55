"""The board on the screen, and the help."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.geometry import Region
from textual.message import Message
from textual.screen import ModalScreen
from textual.widgets import Static

from puzzleproof.cli.play.canvas import View, surface_of
from puzzleproof.cli.play.hand import Hand
from puzzleproof.cli.printing.boards import side_by_side
from puzzleproof.models.drawing import Cell

ARROWS: dict[str, Cell] = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
TITLE_LINES = 1
"""Lines above a board."""
USUAL_ROOM = 54, 17
"""Columns and lines for boards on a terminal of 80 columns and 24 lines."""

HELP = """\
BOARD
  Tab, Shift+Tab    choose the next piece that can move, or the last one
  Shift+arrows      choose the nearest piece in a direction
  arrows            move the chosen piece: at once if it has one place to go
  Space             hold it over the next place where it may land (a dot)
  Enter             put it down: this makes the move
  Escape            put it back
  PageUp, PageDown  scroll a large board
  mouse             drag a piece, or click it and then where it may land

LIST OF LEGAL MOVES
  l                 go to the list, and back to the board
  up, down          the board shows what a move would do
  Enter, click      make the move

GAME
  u, Backspace, Ctrl+Z    take a move back
  y, Ctrl+Y               make it again
  r                       reset: take all back (y makes them again)
  h                       hint: the next move of a plan from here; Enter makes it
  p                       prove the minimum; p again cancels the proof
  n, b                    the next move of the plan, and back
  a                       play the plan by itself, or stop
  t                       light or dark
  ?                       this help
  q, Ctrl+C               quit

A plan comes from --plan, from a proof, or from a hint. 'Published, not checked here'
says that nobody has proven the minimum in this session.
"""


class BoardView(Static):
    """The board that is played, beside what it aims at; larger ones are scrolled."""

    can_focus = True
    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(key, f"step('{key}')", show=False) for key in ARROWS),
        *(Binding(f"shift+{key}", f"toward('{key}')", show=False) for key in ARROWS),
        Binding("tab", "cycle(1)", "piece"),
        Binding("shift+tab", "cycle(-1)", show=False),
        Binding("space", "land", show=False),
        Binding("enter", "put", show=False),
        Binding("escape", "let_go", show=False),
        Binding("pageup", "page(-1)", show=False),
        Binding("pagedown", "page(1)", show=False),
    ]

    class Made(Message):
        """The hand has made a move."""

        def __init__(self, move: str) -> None:
            super().__init__()
            self.move = move

    class Held(Message):
        """The hand has chosen another piece, or holds it elsewhere; ``blocked``: it could not."""

        def __init__(self, blocked: bool = False) -> None:
            super().__init__()
            self.blocked = blocked

    def __init__(self, view: View, colours: bool) -> None:
        super().__init__(id="board", markup=False)
        self.view, self.colours = view, colours
        self.hand = Hand(None, ())
        self.dark = True
        """Whether the theme is."""
        self.preview: str | None = None
        """A move whose effect is shown."""

    def restart(self) -> None:
        """Show the state in which the game stands now."""
        game = self.view.game
        self.hand = Hand(self.view.picture(game.state), game.offered)
        self.preview = None
        self.show_boards()

    def show_boards(self) -> None:
        """Draw everything again."""
        size = self.room
        boards = [self.view.main(self.hand, self.preview, size), *self.view.aims(size[0])]
        surface, text = surface_of(self.dark), Text(no_wrap=True)
        for number, line in enumerate(side_by_side(boards, size[0])):
            text.append("\n" if number else "")
            for span in line:
                text.append(span.text, self.view.style(span.colour, surface, self.colours))
        self.update(text)

    @property
    def room(self) -> tuple[int, int]:
        """The columns and lines that may be filled without scrolling."""
        size = self.parent.size if isinstance(self.parent, VerticalScroll) else None
        return (size.width, size.height) if size else USUAL_ROOM

    def show_preview(self, move: str | None) -> None:
        """Show what a move would do, or what there is."""
        self.preview = move
        if move is None:
            self.hand.choose(None)
        else:
            self.hand.hold(move)
        self.show_boards()

    def hint(self, move: str) -> None:
        """Hold the piece that makes a move where it leads."""
        self.show_preview(move)

    def _touched(self) -> None:
        """The hand has moved."""
        self.preview = self.hand.move
        self.show_boards()
        self._follow()
        self.post_message(self.Held())

    def _follow(self) -> None:
        """Scroll a large board to where the hand is."""
        if self.hand.picture is not None and self.hand.at is not None:
            canvas = self.view.canvas(self.hand.picture, self.room)
            x, y = canvas.place(self.hand.at)
            region = Region(x, y + TITLE_LINES, 4, 3).translate(self.virtual_region.offset)
            if isinstance(self.parent, VerticalScroll):
                self.parent.scroll_to_region(region, animate=False)

    def _make(self, move: str | None) -> None:
        if move is None:
            self._touched()
        else:
            self.post_message(self.Made(move))

    # --- the keyboard ---------------------------------------------------------------------

    def action_step(self, key: str) -> None:
        """Push the chosen piece."""
        before = self.hand.taken, self.hand.at
        move = self.hand.step(ARROWS[key])
        if move is None and (self.hand.taken, self.hand.at) == before:
            self.post_message(self.Held(blocked=True))
        else:
            self._make(move)

    def action_toward(self, key: str) -> None:
        """Choose a piece in a direction."""
        self.hand.toward(ARROWS[key])
        self._touched()

    def action_cycle(self, by: int) -> None:
        """Choose another piece."""
        self.hand.cycle(by)
        self._touched()

    def action_land(self) -> None:
        """Hold the piece over the next landing."""
        self.hand.next_landing()
        self._touched()

    def action_put(self) -> None:
        """Make the move that is shown."""
        self._make(self.preview or self.hand.put())

    def action_let_go(self) -> None:
        """Choose nothing."""
        self.hand.choose(None)
        self._touched()

    def action_page(self, by: int) -> None:
        """Scroll a large board."""
        if isinstance(self.parent, VerticalScroll):
            (self.parent.scroll_page_down if by > 0 else self.parent.scroll_page_up)(animate=False)

    # --- the mouse ------------------------------------------------------------------------

    def _square(self, event: events.MouseEvent) -> Cell | None:
        if self.hand.picture is None:
            return None
        canvas = self.view.canvas(self.hand.picture, self.room)
        return canvas.square_at(event.x, event.y - TITLE_LINES)

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Take a piece, or send the chosen one."""
        if event.button != 1 or (cell := self._square(event)) is None:
            return
        self.capture_mouse()
        self._make(self.hand.press(cell))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Drag the piece that was taken."""
        if (cell := self._square(event)) is not None and self.hand.drag(cell):
            self._touched()

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """Let go of it."""
        self.release_mouse()
        if self.hand.taken is not None and (cell := self._square(event)) is not None:
            self._make(self.hand.release(cell))


class BoardScroll(VerticalScroll):
    """What holds the board, and arranges it anew when it has another size."""

    def __init__(self, board: BoardView) -> None:
        super().__init__(board, id="scroll", can_focus=False)
        self._board = board

    def on_resize(self) -> None:
        """Draw for the new size."""
        self._board.show_boards()


class Help(ModalScreen[None]):
    """The keys."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,question_mark,q,enter", "close", "close"),
    ]

    def compose(self) -> ComposeResult:
        """Return the text, to be scrolled on a small terminal."""
        with VerticalScroll(id="help"):
            yield Static(HELP, markup=False)

    def action_close(self) -> None:
        """Go back to the game."""
        self.dismiss(None)
