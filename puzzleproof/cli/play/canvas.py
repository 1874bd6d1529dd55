"""The boards of a game as lines of text: the one that is played, with marks, and what it aims at.

The pictures are those that ``show`` prints (`puzzleproof.cli.printing.boards`).  Here it is also
known which square stands where, for a mouse and for marks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from puzzleproof.cli.play.game import Game
from puzzleproof.cli.play.hand import Hand
from puzzleproof.cli.printing.boards import (
    GAP,
    Board,
    Line,
    Span,
    columns,
    drawn,
    flat,
    framed_size,
    plain,
    width_of,
)
from puzzleproof.models.drawing import Cell
from puzzleproof.models.picture import FLOOR, Picture
from puzzleproof.models.puzzle import AnyPuzzle, State
from puzzleproof.models.shown import HasChart, HasNets, HasPictures, HasStops
from puzzleproof.render.palette import LIGHT, NAMED, SURFACES, paints

CHOSEN, SPOT = "\0chosen", "\0spot"
"""Colours that no picture has: of the chosen piece, and of where it may land."""
PEG, PEG_CHOSEN, HOLE, LANDING = "●", "◉", "○", "◎"
PEG_PAINT = LIGHT[1]
MOST_ZOOM = 3


# --- one board ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Canvas:
    """A picture in at most so many columns, where it fits; wider ones are to be scrolled."""

    picture: Picture
    width: int
    zoom: int = 1
    """Squares of the terminal along one side of a square of the picture."""

    @classmethod
    def fitting(cls, picture: Picture, width: int, height: int) -> Canvas:
        """The largest that fits into so many columns and lines; else the smallest."""
        if picture.form != "pegs":
            for zoom in range(MOST_ZOOM, 1, -1):
                across, down = framed_size(picture)
                if (across - 1) * zoom < width and (down - 1) * zoom < height:
                    return cls(picture, width, zoom)
        return cls(picture, width)

    @cached_property
    def _zoomed(self) -> Picture:
        return zoomed(self.picture, self.zoom)

    @cached_property
    def _lines(self) -> list[Line]:
        return drawn(self._zoomed, self.width) or flat(self._zoomed)

    @property
    def _framed(self) -> bool:
        return len(self._lines) > self._zoomed.size[0]

    @cached_property
    def _wide(self) -> int:
        """Columns of one square."""
        number, whole = self._zoomed.size[1], width_of(self._lines[0])
        return (whole - 1) // number - 1 if self._framed else whole // number

    def place(self, cell: Cell) -> tuple[int, int]:
        """The first column of a square, and its line."""
        row, column = cell[0] * self.zoom, cell[1] * self.zoom
        if self._framed:
            return column * (self._wide + 1) + 1, 2 * row + 1
        return column * self._wide, row

    def middle(self, cell: Cell) -> tuple[int, int]:
        """The middle of a square: column and line."""
        x, y = self.place(cell)
        if not self._framed:
            return x + (0 if self.picture.form == "pegs" else (self._wide - 1) // 2), y
        return x + (self.zoom * (self._wide + 1) - 2) // 2, y + self.zoom - 1

    def square_at(self, x: int, y: int) -> Cell:
        """The square at a column and a line; beyond the board one beyond its edges."""
        row, column = (y // 2, x // (self._wide + 1)) if self._framed else (y, x // self._wide)
        return row // self.zoom, column // self.zoom

    def lines(self, hand: Hand, held: Picture | None = None) -> list[Line]:
        """The board, with the chosen piece and where it may land; ``held``: while it is away."""
        picture = held or self.picture
        name = hand.piece
        if held is not None and hand.at is not None:
            square = held.at(*hand.at)
            name = square.piece if square is not None and square.piece else name
        shown = replace(self, picture=_painted(picture, name))
        grid = [list(_characters(line)) for line in shown._lines]
        for cell, square in shown.picture.squares():
            if name and square.piece == name:
                shown._embrace(grid, cell)
        for cell in hand.ways.landings if hand.ways else ():
            shown._spot(grid, cell)
        return grid

    def _embrace(self, grid: list[list[Span]], cell: Cell) -> None:
        """Put brackets around what is written on a square: a mark for terminals without colours."""
        x, y = self.place(cell)
        row = grid[y]
        if self.picture.form == "pegs":
            row[x] = Span(PEG_CHOSEN, CHOSEN)
            return
        written = [k for k in range(x, x + self._wide) if row[k].text.strip(" .")]
        for k, bracket in ((written[0] - 1, "‹"), (written[-1] + 1, "›")) if written else ():
            if x <= k < x + self._wide and row[k].text == " ":
                row[k] = Span(bracket, row[k].colour)

    def _spot(self, grid: list[list[Span]], cell: Cell) -> None:
        x, y = self.middle(cell)
        found = grid[y][x]
        if found.text in (" ", ".", HOLE):
            grid[y][x] = Span(LANDING if found.text == HOLE else "•", SPOT)


def zoomed(picture: Picture, zoom: int) -> Picture:
    """The picture with so many squares along one side of each of its own."""
    if zoom == 1:
        return picture
    rows = (tuple(square for square in row for _ in range(zoom)) for row in picture.rows)
    return replace(picture, rows=tuple(row for row in rows for _ in range(zoom)))


def _characters(line: Line) -> Iterator[Span]:
    """A line, a column at a time; a letter of two columns is followed by an empty one."""
    for span in line:
        for letter in span.text:
            yield Span(letter, span.colour)
            if columns(letter) == 2:
                yield Span("", span.colour)


def _painted(picture: Picture, name: str) -> Picture:
    """The picture with one piece in the colour of the chosen."""
    if not name:
        return picture
    rows = tuple(
        tuple(
            square._replace(colour=CHOSEN)
            if square is not None and square.piece == name
            else square
            for square in row
        )
        for row in picture.rows
    )
    return replace(picture, rows=rows)


def displaced(picture: Picture, name: str, by: Cell) -> Picture:
    """The picture with one piece elsewhere: between two places where it may rest."""
    rows = [list(row) for row in picture.rows]
    own = [(cell, square) for cell, square in picture.squares() if square.piece == name]
    for (r, c), _ in own:
        rows[r][c] = FLOOR
    for (r, c), square in own:
        if picture.at(r + by[0], c + by[1]) is not None:
            rows[r + by[0]][c + by[1]] = square
    return replace(picture, rows=tuple(map(tuple, rows)))


# --- what is shown of a game --------------------------------------------------------------


class View:
    """The boards of one game, in colours that stay with the pieces."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.puzzle: AnyPuzzle = game.puzzle
        self._paints = _paints(self.puzzle)
        self._aims: tuple[object, list[Board]] | None = None
        start = self.picture(self.puzzle.start)
        self.pegs = start is not None and start.form == "pegs"

    def picture(self, state: State) -> Picture | None:
        """The board in a state; None for what is no board."""
        return self.puzzle.picture(state) if isinstance(self.puzzle, HasPictures) else None

    def main(self, hand: Hand, preview: str | None, size: tuple[int, int]) -> Board:
        """The board that is played; ``preview``: as a move would leave it."""
        title = f"{preview} ?" if preview else "solved" if self.game.solved else "here"
        if hand.picture is not None:
            return Board(
                title, self.canvas(hand.picture, size).lines(hand, self._held(hand, preview))
            )
        if isinstance(self.puzzle, HasNets):
            return self._stack(self.puzzle, [*self.game.moves, *([preview] if preview else [])])
        return Board(title, plain(self.puzzle.draw(self.game.state)))

    def canvas(self, picture: Picture, size: tuple[int, int]) -> Canvas:
        """Where the board is drawn, on so many columns and lines; its aims stand beside it."""
        width, height = size
        aims = self.aims(width)
        across = max((board.width + GAP for board in aims), default=0)
        if across <= width // 2:
            return Canvas.fitting(picture, width - across, height - 1)
        below = max(len(board.lines) + 2 for board in aims)
        return Canvas.fitting(picture, width, height - 1 - below)

    def _held(self, hand: Hand, preview: str | None) -> Picture | None:
        """The board while a piece is held elsewhere."""
        if preview:
            return self.picture(self.game.after(preview))
        if hand.taken is None or hand.at in (None, hand.taken) or hand.picture is None:
            return None
        assert hand.at is not None
        down, right = hand.at[0] - hand.taken[0], hand.at[1] - hand.taken[1]
        return displaced(hand.picture, hand.piece, (down, right))

    def _stack(self, puzzle: HasNets, moves: Sequence[str]) -> Board:
        title = f"{len(moves)} stacked: front right back left, below above"
        return Board(title, Canvas(puzzle.stack(moves), 999).lines(Hand(None, ())))

    def aims(self, width: int) -> list[Board]:
        """The goals or stops, the chart of cells; of cubes the nets."""
        visited = self._visited
        if self._aims is None or self._aims[0] != (width, visited):
            self._aims = (width, visited), [*self._goals(width, visited), *self._charts(width)]
        return self._aims[1]

    @property
    def _visited(self) -> tuple[bool, ...]:
        puzzle = self.puzzle
        return tuple(puzzle.stops_visited(self.game.state)) if isinstance(puzzle, HasStops) else ()

    def _goals(self, width: int, visited: tuple[bool, ...]) -> Iterator[Board]:
        goals = self.puzzle.goal_pictures() if isinstance(self.puzzle, HasPictures) else ()
        for k, (key, picture) in enumerate(goals):
            title = f"{key} ✓" if visited and visited[k] else key
            yield Board(title, drawn(picture, width) or flat(picture))

    def _charts(self, width: int) -> Iterator[Board]:
        puzzle = self.puzzle
        if isinstance(puzzle, HasChart):
            yield Board("holes", plain(puzzle.chart()))
        for name, net in puzzle.nets() if isinstance(puzzle, HasNets) else ():
            yield Board(name, drawn(net, width) or flat(net))

    def described(self, move: str) -> str:
        """A move in a list; of a cube also what it shows in front, right, behind and left."""
        if not isinstance(self.puzzle, HasNets):
            return move
        stack = self.puzzle.stack([*self.game.moves, move])
        shown = stack.rows[stack.size[0] - 1 - len(self.game.moves)]
        colours = (square.text for square in shown[:4] if square is not None)
        return f"{move}  {' '.join(colours)}"

    def style(self, colour: str, surface: Mapping[str, str], colours: bool = True) -> str:
        """The style of a span, for rich."""
        if colour == CHOSEN:
            return f"bold {surface['paper']} on {surface['ink']}" if colours else "bold reverse"
        if colour == SPOT:
            return "bold"
        if not colour or not colours:
            return ""
        paint = LIGHT[self._paints.get(colour, 0) % len(LIGHT)]
        return f"bold {PEG_PAINT}" if self.pegs else f"#000000 on {paint}"


def _paints(puzzle: AnyPuzzle) -> dict[str, int]:
    """The paints of all colours; of cubes, letters name them."""
    if isinstance(puzzle, HasPictures):
        return paints(puzzle.picture(puzzle.start), len(LIGHT))
    if isinstance(puzzle, HasNets):
        nets = Picture(tuple(row for _, net in puzzle.nets() for row in net.rows))
        return paints(nets, len(LIGHT), NAMED)
    return {}


def surface_of(dark: bool) -> Mapping[str, str]:
    """The colours of what is no piece."""
    return SURFACES["dark" if dark else "light"]
