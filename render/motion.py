"""Plans as animated SVG: pieces slide by CSS animations, without a script.

Each piece has its own key frames, over the time of the whole plan.  A reader whose system asks for
reduced motion sees the start.  Names of key frames are global in a page, so they begin with a
checksum of the plan.
"""

import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from puzzleproof.models.drawing import Cell
from puzzleproof.render.boards import Board, Change
from puzzleproof.render.draw import Film, check_seconds
from puzzleproof.render.palette import Theme
from puzzleproof.render.scene import Group, Scene, Shape, Words, fitting
from puzzleproof.render.svg import number, svg

TOP = 26
"""The space above the board for captions, in units."""
MOVING = 0.6
"""The part of a move's time in which the piece moves; then it rests."""
REST = 4
"""The time for which the last position is shown, as a number of moves."""

Displaced: TypeAlias = tuple[int, tuple[Cell, ...]]
"""The number of a move, and the displacements of a piece from its square before the move."""
Percent: TypeAlias = Callable[..., str]
"""(number of a move, part of the move) -> the time, in percent of the whole film."""


@dataclass
class _Actor:
    key: str
    """The piece's class in the SVG, and the name of its key frames."""
    board: Board
    """The board on which the piece first appears."""
    name: str
    begin: int
    """The number of the move that puts the piece on the board; 0 for a piece of the start."""
    end: int | None = None
    """The number of the move that takes the piece off the board."""
    moves: list[Displaced] = field(default_factory=list["Displaced"])


def animated_svg(film: Film, theme: Theme = "auto", seconds: float = 0.6) -> str:
    """Write the plan as an SVG that plays in a loop, ``seconds`` for each move."""
    check_seconds(seconds)
    text = f"{film.title} {film.name} {' '.join(film.plan)} {seconds}"
    prefix = f"k{zlib.crc32(text.encode()):08x}"
    actors, heads, whole = _actors(film, prefix), film.heads, len(film.plan) + 1 + REST

    def percent(move: int, part: float = 0) -> str:
        """Return when ``part`` of a move is done; the start is shown for the time of a move."""
        return f"{100 * (move + MOVING * part) / whole:.3f}".rstrip("0").rstrip(".") + "%"

    top = TOP + (14 if heads else 0)
    captions = list[Shape]()
    for frame in film.frames:
        size = fitting(frame.caption, film.style.width, 16)
        words = Words(frame.caption, (film.style.width / 2, 19), size)
        captions.append(Group((words,), actor=f"{prefix}c {prefix}c{frame.number}"))
    pieces = tuple(
        Group(tuple(replace(one.board, labels=False).piece(one.name)), actor=f"{prefix} {one.key}")
        for one in actors
    )
    stage = (Group(some, (0, top)) for some in (heads, tuple(film.board(0).ground()), pieces))
    shapes = (*captions, *stage)
    wide, high = film.style.width, top + film.style.height
    scene = Scene(wide, high, shapes, film.title, film.description, 1.5)
    rules = [_common(prefix, len(film.plan), percent, seconds)]
    rules += [_rules(film, one, percent) for one in actors]
    return svg(scene, theme, "".join(rules))


def _actors(film: Film, prefix: str) -> list[_Actor]:
    first = film.board(0)
    every = [_Actor(f"{prefix}-{k}", first, name, 0) for k, name in enumerate(first.names)]
    on_stage = {one.name: one for one in every}
    for frame in film.frames[1:]:
        on_stage = _after(on_stage, frame.change, frame.number)
        board = Board(film.style, frame.picture)
        for name in frame.change.new:
            on_stage[name] = _Actor(f"{prefix}-{len(every)}", board, name, frame.number)
            every.append(on_stage[name])
    return every


def _after(on_stage: dict[str, _Actor], change: Change, move: int) -> dict[str, _Actor]:
    """Map the name of each piece after the move to its actor; adds the move to the actors."""
    names = {old: new for old, new, _ in change.moved}
    for old, _, displacements in change.moved:
        on_stage[old].moves.append((move, displacements))
    for name in change.gone:
        on_stage.pop(name).end = move
    return {names.get(name, name): one for name, one in on_stage.items()}


def _common(prefix: str, moves: int, percent: Percent, seconds: float) -> str:
    """Write the rules for all pieces, and for captions, each shown until the next move begins."""
    shown = "0%{{visibility:visible}}{}{{visibility:hidden}}to{{visibility:hidden}}"
    delays = "".join(
        f".{prefix}c{k}{{animation-delay:{number(k * seconds)}s}}" for k in range(moves + 1)
    )
    total = f"{number((moves + 1 + REST) * seconds)}s"
    return (
        f".{prefix}{{animation:{total} linear infinite}}"
        f".{prefix}c{{visibility:hidden;animation:{total} step-end infinite {prefix}c}}"
        f"@keyframes {prefix}c{{{shown.format(percent(1))}}}"
        f"@keyframes {prefix}l{{{shown.format(percent(1 + REST))}}}"
        f".{prefix}c{moves}{{animation-name:{prefix}l}}{delays}"
        "@media (prefers-reduced-motion:reduce)"
        f"{{.{prefix},.{prefix}c{{animation:none!important}}.{prefix}c0{{visibility:visible}}}}"
    )


def _rules(film: Film, one: _Actor, percent: Percent) -> str:
    frames = "".join(_key_frames(film, one, percent))
    return frames and f".{one.key}{{animation-name:{one.key}}}@keyframes {one.key}{{{frames}}}"


def _key_frames(film: Film, one: _Actor, percent: Percent) -> Iterator[str]:
    def placed(when: str, x: float, y: float) -> str:
        return f"{when}{{transform:translate({number(x)}px,{number(y)}px)}}"

    x, y = 0.0, 0.0
    for move, displacements in one.moves:
        yield placed(percent(move), x, y)
        ways = list(map(film.style.displaced, displacements))
        for count, (right, down) in enumerate(ways, 1):
            yield placed(percent(move, count / len(ways)), x + right, y + down)
        x, y = x + ways[-1][0], y + ways[-1][1]
    if one.moves:
        yield placed("to", x, y)
    if one.begin:
        yield f"0%,{percent(one.begin)}{{opacity:0}}"
        yield f"{percent(one.begin, 1)}{{opacity:1}}"
    if one.end is not None:
        yield f"{percent(one.end)}{{opacity:1}}"
        yield f"{percent(one.end, 1)},to{{opacity:0}}"
