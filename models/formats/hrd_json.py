"""Hua Rong Dao games as JSON, as in jeantimex/klotski: a list of games with their blocks.

A game is ``{"name": …, "blocks": [{"shape": [rows, columns], "position": [row, column]}, …]}``;
positions count from 0.  Its board has 5 rows and 4 columns unless the game has a ``boardSize``.
The first block has to get to the ``escapePoint``, by default [3, 1] on 5 x 4.  Blocks of one shape
are interchangeable; minima are counted in the metric ``piece``.  A block's ``directions`` may bind
it to an axis: [1, 3] to east and west, [0, 2] to north and south.  The keys in `SILENT` are
ignored; all other keys are refused, because they may state a rule that is not modelled here.
"""

import json
import re
from collections.abc import Iterator
from typing import Any, cast

from puzzleproof.models.documents import check_keys
from puzzleproof.models.drawing import Cell, corner, place_words
from puzzleproof.models.errors import InstanceError, Unsupported
from puzzleproof.models.formats import ALL, ASSUMED, NONE, SHARE_WANTED, Likeness, number_in
from puzzleproof.models.formats.blocks import (
    board_of,
    letters,
    only_goal,
    rectangle,
    size_of,
    sliding_document,
    sliding_of,
)
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.models.sliding.instance import SlidingInstance
from puzzleproof.models.texts import shortened

SIZE, ESCAPE = (5, 4), (3, 1)
GAME_KEYS, BLOCK_KEYS = (
    ("name", "blocks", "boardSize", "escapePoint"),
    ("shape", "position", "directions"),
)
AXES: dict[tuple[int, ...], str] = {(0, 1, 2, 3): "", (0, 2): "NS", (1, 3): "EW"}
"""The directions of a block -> its axis as in the key ``axes`` of an instance file."""
SILENT = ("id", "name", "level", "author", "source", "url", "note", "comment", "color", "image")
"""Keys of a game or a block that do not concern the rules."""
CELLS_LIMIT = 10_000
BEGIN = re.compile(r"\s*(?:\{|\[\s*[\]{])")
"""The possible beginnings of a JSON text with games; no TOML text begins like this."""


def likeness(text: str) -> Likeness:
    """Tell whether the text begins like a list or an object, and has blocks."""
    if text.lstrip()[:1] in ("[", "{") and '"blocks"' in text:
        return ALL
    return Likeness(SHARE_WANTED, 'expected games with "blocks"') if BEGIN.match(text) else NONE


def parts(text: str) -> Iterator[tuple[str, object]]:
    """Yield each game; a single game may be without a list around it."""
    try:
        games: object = json.loads(text, parse_int=_number)
    except InstanceError:
        raise
    except (ValueError, RecursionError) as error:
        raise InstanceError(f"not JSON: {shortened(str(error))}") from None
    listed = cast("list[object]", games) if isinstance(games, list) else [games]
    yield from ((f"game {k}", game) for k, game in enumerate(listed, 1))


def _number(digits: str) -> int:
    return -number_in(digits[1:]) if digits.startswith("-") else number_in(digits)


def document(read: object) -> dict[str, Any]:
    """Return the puzzle of a game."""
    if not isinstance(read, dict):
        raise InstanceError(f"expected an object, got {read!r}")
    game = cast("dict[str, object]", read)
    check_keys(game, dict.fromkeys((*GAME_KEYS, *SILENT)))
    blocks = game.get("blocks")
    if not isinstance(blocks, list) or not blocks:
        raise InstanceError.at("blocks", f"expected a list of blocks, got {blocks!r}")
    rows, columns = _pair(game.get("boardSize", list(SIZE)), "boardSize")
    if not 0 < rows * columns <= CELLS_LIMIT:
        fault = f"a board of {rows} x {columns}: expected 1 to {CELLS_LIMIT} cells"
        raise InstanceError.at("boardSize", fault)
    if "escapePoint" not in game and (rows, columns) != SIZE:
        raise InstanceError("key 'escapePoint' is missing, and the board is not 5 x 4")
    escape = _pair(game.get("escapePoint", list(ESCAPE)), "escapePoint")
    pieces = [_block(k, block) for k, block in enumerate(cast("list[object]", blocks), 1)]
    names = letters(len(pieces))
    places = {n: rectangle(*size, at) for n, (size, at, _) in zip(names, pieces, strict=True)}
    axes = [f"{n}:{axis}" for n, (_, _, axis) in zip(names, pieces, strict=True) if axis]
    goal = {names[0]: rectangle(*pieces[0][0], escape)}
    try:
        board_of(rows, columns, goal)
    except InstanceError as error:
        raise InstanceError.at("escapePoint", str(error)) from None
    name, axis = str(game.get("name", "")), " ".join(axes)
    said = {
        "boardSize": f"the board has {rows} rows and {columns} columns",
        "escapePoint": f"the goal is the first block at {place_words(escape)}",
        "target": f"the first block, {names[0]}, is the one that has to get out",
    }
    assumed = {key: text for key, text in said.items() if key not in game}
    document = sliding_document((rows, columns), places, goal, name=name, axes=axis)
    return document | {ASSUMED: assumed}


def _block(number: int, block: object) -> tuple[Cell, Cell, str]:
    """Return (size, place, axis) of a block."""
    where = f"block {number}"
    if not isinstance(block, dict):
        raise InstanceError(f"{where}: expected an object, got {block!r}")
    keys = cast("dict[str, object]", block)
    check_keys(keys, (*BLOCK_KEYS, *SILENT), f"{where}: ")
    try:
        size, at = _pair(keys.get("shape"), "shape"), _pair(keys.get("position"), "position")
    except InstanceError as error:
        raise InstanceError(f"{where}: {error}") from None
    if not 0 < size[0] * size[1] <= CELLS_LIMIT:
        raise InstanceError(f"{where}: key 'shape': {list(size)} is no rectangle")
    return size, at, _axis(number, keys.get("directions", [0, 1, 2, 3]))


def _axis(number: int, directions: object) -> str:
    listed = cast("list[object]", directions) if isinstance(directions, list) else []
    numbers = [n for n in listed if type(n) is int]
    axis = AXES.get(tuple(sorted(numbers))) if len(numbers) == len(listed) else None
    if axis is None:
        expected = "expected [0, 2], [1, 3] or all four"
        raise InstanceError(f"block {number}: key 'directions': {expected}, got {directions!r}")
    return axis


def _pair(value: object, key: str) -> Cell:
    numbers = cast("list[object]", value) if isinstance(value, list) else []
    if len(numbers) != 2 or not all(type(n) is int and 0 <= n < CELLS_LIMIT for n in numbers):
        raise InstanceError.at(key, f"expected two numbers from 0, got {value!r}")
    return cast("Cell", tuple(numbers))


def written(puzzle: AnyPuzzle) -> str:
    """Write the puzzle as a list of one game; the goal's piece is its first block."""
    sliding = sliding_of(puzzle, "a game", bound=True)
    first, at = only_goal(sliding, "a game")
    if len(sliding.grid.cells) != sliding.board.size[0] * sliding.board.size[1]:
        raise Unsupported("a game has no walls")
    order = [first, *(name for name in sliding.drawn if name != first)]
    blocks = [_written(sliding, name) for name in order]
    game = {
        "name": puzzle.info.name,
        "boardSize": list(sliding.board.size),
        "escapePoint": list(at),
        "blocks": blocks,
    }
    return json.dumps([game], ensure_ascii=False, indent=1) + "\n"


def _written(sliding: SlidingInstance, name: str) -> dict[str, Any]:
    cells, axis = sliding.drawn[name], sliding.axis_of(name)
    if size_of(cells) is None:
        raise Unsupported("a game has rectangular blocks only")
    directions = {word: numbers for numbers, word in AXES.items() if word}
    bound = {"directions": directions[axis]} if axis else {}
    return {"shape": size_of(cells), "position": corner(cells), **bound}
