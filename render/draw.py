"""Draw a puzzle: its start and goals, one position, or a filmstrip of a whole plan.

Each function returns a `Scene`.  The puzzle's class provides what is drawn (`HasPictures`,
`HasNets`); for a family without either the functions raise Unsupported.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

from puzzleproof.models.drawing import Cell
from puzzleproof.models.errors import IllegalMove, NotationError, Unsupported
from puzzleproof.models.picture import HasNets, HasPictures, Picture
from puzzleproof.models.puzzle import AnyPuzzle, State
from puzzleproof.render.boards import UNCHANGED, Board, BoardStyle, Change
from puzzleproof.render.cubes import cubes_page, multigraph, stack_heads, stack_style
from puzzleproof.render.scene import Group, Scene, Shape, Words, fitting, in_rows, text_width

CAPTION = 22
ASPECT = 1.35
"""The ratio of a filmstrip's width to its height, roughly."""
TABLE_ROWS = 40
"""The greatest number of positions in a column of a table of one-row boards."""
LEAST_SECONDS, MOST_SECONDS = 0.02, 60
"""The limits for the seconds of a move in an animation; a GIF counts in hundredths."""


def check_seconds(seconds: float) -> None:
    """Raise NotationError if the time for a move is too short or too long."""
    if not LEAST_SECONDS <= seconds <= MOST_SECONDS:
        expected = f"expected {LEAST_SECONDS} to {MOST_SECONDS}"
        raise NotationError(f"{seconds:g} seconds per move: {expected}")


def instance(puzzle: AnyPuzzle, name: str) -> Scene:
    """Draw the start with the goals beside it, or for cubes the nets and the multigraph."""
    title, about = _title(puzzle, name), _about(puzzle, puzzle.draw(puzzle.start))
    if isinstance(puzzle, HasNets):
        nets = (
            f"{key}: {' '.join(square.text for _, square in net.squares())}"
            for key, net in puzzle.nets()
        )
        return cubes_page(puzzle, title, _about(puzzle, "; ".join(nets)))
    start = [("start", _pictured(puzzle).picture(puzzle.start))]
    return _side_by_side(puzzle, [*start, *_pictured(puzzle).goal_pictures()], title, about)


def starts(named: Sequence[tuple[str, AnyPuzzle]], title: str) -> Scene:
    """Draw the starts of puzzles, each below its caption; raises Unsupported for cubes."""
    scenes = list[Scene]()
    for caption, puzzle in named:
        board = Board(_style(puzzle), _pictured(puzzle).picture(puzzle.start))
        scenes.append(_captioned(board, caption, 16))
    about = "; ".join(f"{caption}: {_about(one, one.draw(one.start))}" for caption, one in named)
    return in_rows(scenes, min(len(scenes), 5), 16, title, about)


def state(puzzle: AnyPuzzle, name: str, of: State) -> Scene:
    """Draw any state of the puzzle; raises Unsupported if a state does not determine a picture."""
    board = Board(_style(puzzle), _pictured(puzzle, "draws plans, not states").picture(of))
    scene = Scene(board.style.width, board.style.height, board.shapes(), name)
    return in_rows([scene], 1, 0, _title(puzzle, name), _about(puzzle, puzzle.draw(of)))


def goals(puzzle: AnyPuzzle, name: str) -> Scene:
    """Draw the goals, or the stops of a tour; raises Unsupported if no goal can be drawn."""
    pictures = puzzle.goal_pictures() if isinstance(puzzle, HasPictures) else ()
    if not pictures:
        raise Unsupported(f"{name}: no goal of this puzzle can be drawn")
    title = f"{_title(puzzle, name)}: goal"
    return _side_by_side(puzzle, list(pictures), title, _about(puzzle, ""))


def _side_by_side(
    puzzle: AnyPuzzle, pictures: list[tuple[str, Picture]], title: str, about: str
) -> Scene:
    style = _style(puzzle)
    scenes = [_captioned(Board(style, picture), key, 16) for key, picture in pictures]
    columns = max(1, min(len(scenes), int(900 // (style.width + 8))))
    return in_rows(scenes, columns, 8, title, about)


# --- plans --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Frame:
    """One position of a plan, and the move that led there (``start`` before the first move)."""

    number: int
    move: str
    picture: Picture
    change: Change

    @property
    def caption(self) -> str:
        """The number of moves made, and the last move."""
        return f"{self.number} {self.move}" if self.number else self.move


@dataclass(frozen=True)
class Film:
    """A plan to draw; `frames` raises IllegalMove or NotationError if a move breaks the rules."""

    puzzle: AnyPuzzle
    name: str
    plan: tuple[str, ...]

    @cached_property
    def frames(self) -> list[Frame]:
        """The positions, the start first."""
        states, tracks = [self.puzzle.start], list[tuple[Cell, ...]]()
        pictured = self.puzzle if isinstance(self.puzzle, HasPictures) else None
        for number, text in enumerate(self.plan, 1):
            try:
                move = self.puzzle.parse_move(text)
                after = self.puzzle.play(states[-1], move)
            except (IllegalMove, NotationError) as error:
                raise type(error)(f"move {number} of {len(self.plan)}: {error}") from None
            tracks.append(tuple(pictured.track(states[-1], move)) if pictured else ())
            states.append(after)
        if isinstance(self.puzzle, HasNets):
            pictures = [self.puzzle.stack(self.plan[:k]) for k in range(len(states))]
        else:
            pictures = list(map(_pictured(self.puzzle).picture, states))
        changes = [UNCHANGED, *map(_change, pairwise(pictures), tracks)]
        return list(map(Frame, range(len(states)), ["start", *self.plan], pictures, changes))

    @cached_property
    def style(self) -> BoardStyle:
        """The style that all boards of the film share."""
        return _style(self.puzzle)

    @property
    def title(self) -> str:
        """The puzzle's name, the number of moves and their metric."""
        moves = f"{len(self.plan)} move{'s' * (len(self.plan) != 1)}"
        return f"{self.puzzle.info.name or self.name}: {moves} (metric {self.puzzle.metric})"

    @property
    def description(self) -> str:
        """The start and the moves in words, for readers who cannot see the picture."""
        start = self.puzzle.draw(self.puzzle.start)
        return f"{_about(self.puzzle, start)} Moves: {' '.join(self.plan)}"

    def board(self, number: int, marked: bool = True) -> Board:
        """Return the board after ``number`` moves, with the last move's pieces marked or not."""
        frame = self.frames[number]
        return Board(self.style, frame.picture, frame.change if marked else UNCHANGED)

    def position(self, number: int) -> Scene:
        """Draw one position with its number and move; raises NotationError after the plan's end."""
        if not 0 <= number < len(self.frames):
            last = len(self.frames) - 1
            raise NotationError(f"state {number}: expected 0 to {last}, for {self.title}")
        caption = self.frames[number].caption
        scene = _captioned(self.board(number), caption, 16, self.heads)
        signs = (
            (" " if one is None else (one.text or "x") if one.piece else "." for one in row)
            for row in self.frames[number].picture.rows
        )
        rows = map("".join, signs)
        about = _about(self.puzzle, "\n".join(rows))
        return in_rows([scene], 1, 4, f"{self.title}: {caption}", about)

    @property
    def heads(self) -> tuple[Shape, ...]:
        """The words above the columns of a stack of cubes; empty for other families."""
        return stack_heads(self.style) if isinstance(self.puzzle, HasNets) else ()

    def filmstrip(self) -> Scene:
        """Draw every position on one page, or for cubes the last stack and its two factors."""
        if isinstance(self.puzzle, HasNets):
            last = _captioned(self.board(len(self.plan), marked=False), "stack", 16, self.heads)
            factors = self.puzzle.factors(self.plan)  # a factor for each pair of opposite columns
            scenes = [last, *(multigraph(self.puzzle, edges, title) for title, edges in factors)]
            return in_rows(scenes, len(scenes), 8, self.title, self.description)
        if self.style.size[0] == 1:
            return self._table()
        numbers = range(len(self.frames))
        scenes = [_captioned(self.board(k), self.frames[k].caption, CAPTION) for k in numbers]
        shape = scenes[0].height / scenes[0].width
        columns = min(len(scenes), max(1, round(math.sqrt(ASPECT * len(scenes) * shape))))
        page = in_rows(scenes, columns, 14, self.title, self.description)
        return replace(page, zoom=0.5)

    def _table(self) -> Scene:
        """Draw boards of one row below one another, each to the right of its number and move."""
        size = 16
        wide = max(text_width(frame.caption, size) for frame in self.frames)
        scenes = list[Scene]()
        for number, frame in enumerate(self.frames):
            words = Words(frame.caption, (0, self.style.height / 2 + 5), size, centred=False)
            board = Group(self.board(number).shapes(), (wide, 0))
            width, height = wide + self.style.width, self.style.height - 6
            scenes.append(Scene(width, height, (words, board), ""))
        columns = -(-len(scenes) // TABLE_ROWS)
        rows = -(-len(scenes) // columns)
        # The positions go down the first column, then down the next.
        order = [k for row in range(rows) for k in range(row, len(scenes), rows)]
        table = [scenes[k] for k in order]
        return replace(in_rows(table, columns, 2, self.title, self.description), zoom=0.75)


# --- parts --------------------------------------------------------------------------------


def _style(puzzle: AnyPuzzle) -> BoardStyle:
    if isinstance(puzzle, HasNets):
        return stack_style(puzzle)
    return BoardStyle.of(_pictured(puzzle).picture(puzzle.start))


def _pictured(puzzle: AnyPuzzle, fault: str = "has no pictures") -> HasPictures:
    if not isinstance(puzzle, HasPictures):
        raise Unsupported(f"family {puzzle.family!r} {fault}")
    return puzzle


def _captioned(board: Board, caption: str, size: float, heads: Sequence[Shape] = ()) -> Scene:
    width, top = board.style.width, 1.3 * size + (14 if heads else 0)
    words = Words(caption, (width / 2, size), fitting(caption, width, size))
    drawn = [Group(tuple(some), (0, top)) for some in (heads, board.shapes()) if some]
    return Scene(width, top + board.style.height, (words, *drawn), caption)


def _title(puzzle: AnyPuzzle, name: str) -> str:
    return f"{puzzle.info.name or name} ({puzzle.family}, metric {puzzle.metric})"


def _about(puzzle: AnyPuzzle, drawing: str) -> str:
    """Write family, metric and the rows of a drawing as one line that can be read aloud."""
    rows = f" Rows from the top: {' / '.join(drawing.splitlines())}." if drawing else ""
    return f"Family {puzzle.family}, metric {puzzle.metric}.{rows}"


# --- from picture to picture ------------------------------------------------------------


def _change(pictures: tuple[Picture, Picture], track: tuple[Cell, ...]) -> Change:
    before, after = pictures[0].pieces(), pictures[1].pieces()
    names = {name: name for name in before if name in after}
    mover = _piece_at(pictures[0], track[0]) if track else ""
    if track and mover:
        # A piece that is named by its square has another name after the move.
        names = {a: b for a, b in names.items() if mover not in (a, b)}
        names[mover] = _piece_at(pictures[1], track[-1])
    moved = list[tuple[str, str, tuple[Cell, ...]]]()
    for old, new in names.items():
        if old == mover or before[old] != after[new]:
            way = track if old == mover else (before[old][0], after[new][0])
            moved.append((old, new, _displacements(way)))
    return Change(
        tuple(moved),
        tuple(name for name in before if name not in names),
        tuple(name for name in after if name not in names.values()),
        track,
    )


def _piece_at(picture: Picture, cell: Cell) -> str:
    square = picture.at(*cell)
    return "" if square is None else square.piece


def _displacements(track: Sequence[Cell]) -> tuple[Cell, ...]:
    """Return the displacements from the first square of a track to each later square."""
    row, column = track[0]
    return tuple((r - row, c - column) for r, c in track[1:])
