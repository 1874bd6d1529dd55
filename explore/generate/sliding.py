"""Random sliding blocks: random starts of an instance, and boards packed at random."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from operator import itemgetter
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

from puzzleproof.explore.generate import (
    MOST_STATES,
    Band,
    Draw,
    Generated,
    Size,
    Wanted,
    board_size,
    distance_wanted,
    far,
    layers_of,
    pair,
    start_wanted,
    third,
    whole_number,
    written,
)
from puzzleproof.models.capabilities import goal_states, with_start
from puzzleproof.models.drawing import Cell, Drawing, Grid
from puzzleproof.models.errors import LimitReached, NotationError, Unsupported
from puzzleproof.models.instances import load
from puzzleproof.models.puzzle import AnyPuzzle, Info
from puzzleproof.models.sliding.goals import Stock, completions, placement
from puzzleproof.models.sliding.rules import SlidingPuzzle
from puzzleproof.models.texts import count

SIDE_LIMIT = 20
NAMES = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
SHAPES: tuple[Size, ...] = ((1, 1), (1, 2), (2, 1), (1, 1), (1, 2), (2, 1), (1, 3), (3, 1))
"""The shapes from which the pieces of a random set, except the first piece, are drawn."""
DRAWN = 12
"""The number of random boards from which one of the requested difficulty is chosen."""
PACKINGS = 200
"""The greatest number of packings that are tried."""
SEARCHED = 50_000
"""The greatest number of states that are searched from a packing."""
TRIES = 200_000
"""The greatest number of places that are tried for a packing."""

Cells: TypeAlias = frozenset[Cell]
Pieces: TypeAlias = list[tuple[int, int]]
"""(rows, columns) of each piece; the first piece has to get to the goal."""


def random_sliding(
    draw: Draw,
    *,
    like: AnyPuzzle | str | Path | None = None,
    distance: int | Band | str | None = None,
    metric: str | None = None,
    **packed: Any,
) -> Generated:
    """Return a board whose goal can be reached.

    ``packed``: rectangular ``pieces`` (rows, columns), or a random set that leaves ``empty`` cells
    free (by default 2), are packed at random on a board of ``size`` (rows, columns; by default 4 x
    5); ``walls`` is the number of cells, drawn at random, that stay barred.  The first piece has to
    get to a random place, or with its upper left corner to the cell ``goal`` (row and column, from
    1); ``distance``, if given, is the number of moves that this takes.

    ``start``: a start of the instance ``like`` is drawn uniformly from all states at a ``distance``
    from the nearest goal.

    ``distance`` may also be ``easy``, ``medium`` or ``hard``: the lowest, middle or highest third
    of all distances or, for packed boards, of `DRAWN` boards sorted by distance.  Raises
    NotationError for an option that cannot be met, LimitReached if it is not met within a fixed
    number of packings or states.
    """
    if draw.kind == "packed":
        return _packed(draw, distance_wanted(distance), metric, **packed)
    puzzle = _like(like, metric)
    goals = goal_states(puzzle, MOST_STATES)
    if goals is None:
        raise LimitReached(f"no state satisfies the goal, or more than {MOST_STATES:,} do")
    state, how = start_wanted(draw.chance, puzzle, goals, distance)
    name, puzzle = puzzle.info.name, with_start(puzzle, state, Info())
    return puzzle, f"start of {name!r}, {how}", f"{name}: {draw.kind}"


def _like(like: AnyPuzzle | str | Path | None, metric: str | None) -> SlidingPuzzle:
    """Return the instance of option ``like``; raises NotationError if it is of another family."""
    puzzle = load(like) if isinstance(like, (str, Path)) else like
    if not isinstance(puzzle, SlidingPuzzle):
        given = "" if like is None else f" {like!r}"
        raise NotationError(f"like{given}: expected an instance of family 'sliding'")
    if puzzle.tour:
        raise Unsupported(f"{puzzle.info.name!r} is a tour: it has no distance from a goal")
    return puzzle if metric is None else puzzle.with_metric(metric)


# --- packed boards ------------------------------------------------------------------------------


def rectangle(rows: int, columns: int) -> Cells:
    """Return the cells of a rectangle in the upper left corner."""
    return frozenset(product(range(rows), range(columns)))


def pack(
    board: Size, sizes: Sequence[Size], rng: Random, walls: Cells = frozenset()
) -> list[Cells]:
    """Place a rectangle of each size on a board; returns their cells in the order of ``sizes``.

    Every packing is possible, but they do not have the same probability.  Raises NotationError if
    the rectangles do not fit, LimitReached if the search ended before this was known.
    """
    if len(sizes) > len(NAMES):
        raise NotationError(f"{len(sizes)} pieces: expected 1 to {len(NAMES)}")
    grid, kinds = Grid(*board, rectangle(*board) - walls), list(dict.fromkeys(sizes))
    stocks = [
        Stock(k, sizes.count(size), tuple(grid.translations(rectangle(*size))))
        for k, size in enumerate(kinds)
    ]
    if not all(stock.places for stock in stocks):
        raise NotationError("a piece does not fit on the board")
    state = placement(rng, grid.all, stocks, TRIES)
    if state is None:
        if completions(grid.all, stocks, {}, (), most=TRIES) == []:
            raise NotationError("the pieces do not fit on the board")
        raise LimitReached(f"no packing of the pieces among {TRIES:,} attempts")
    masks = iter(state)
    places = {size: [next(masks) for _ in range(sizes.count(size))] for size in kinds}
    for some in places.values():
        rng.shuffle(some)
    return [frozenset(grid.cells_of(places[size].pop())) for size in sizes]


def _packed(
    draw: Draw,
    wanted: Wanted,
    metric: str | None,
    size: Size | None = None,
    pieces: Pieces | None = None,
    empty: int | None = None,
    walls: int | None = None,
    goal: Cell | None = None,
) -> Generated:
    """Return pieces packed on a rectangle, with a goal drawn from the places that can be reached.

    This is the first such board or, for a difficulty, one chosen from `DRAWN` such boards.
    """
    board = rows, columns = board_size((4, 5) if size is None else size, SIDE_LIMIT)
    if pieces is not None and empty is not None:
        raise NotationError("pieces and empty exclude each other: expected one")
    corner = None if goal is None else _corner(goal, board)
    barred = whole_number("walls", walls or 0, 0, rows * columns - 2)
    free = whole_number("empty", 2 if empty is None else empty, 1, rows * columns - barred - 1)
    given = None if pieces is None else _checked(list(pieces), board, barred)
    least, most = wanted if isinstance(wanted, tuple) else (1, SEARCHED)
    found, enough = list[tuple[int, SlidingPuzzle]](), DRAWN if isinstance(wanted, str) else 1
    rng, best, fault = draw.chance, 0, ""
    for tried in range(PACKINGS):
        if len(found) == enough:
            break
        so_far = f", best so far {count(best, 'move')}" if best else ""
        draw.tell(f"trying packings{so_far}", tried, PACKINGS)
        sizes = given or _random_set(rng, board, free + barred)
        stone = frozenset(rng.sample(sorted(rectangle(*board)), barred))
        try:
            placed = pack(board, sizes, rng, stone)
        except (NotationError, LimitReached) as error:
            if given and not barred:
                raise
            fault = f"; {error}"
            continue  # other walls or other pieces may fit
        drawn = _drawn({**dict(zip(NAMES, placed, strict=False)), "#": stone}, board, "board")
        goals = (_drawn({"A": placed[0], "#": stone}, board, "goal"),)  # A's start, for now
        metric = metric or SlidingPuzzle.metrics[0]
        puzzle = SlidingPuzzle(Info(), metric, drawn, goals, labelled="A")
        reached = _reached(puzzle, corner, most)
        best = max(best, 0, *(moves for _, moves in reached))
        if fitting := [(mask, moves) for mask, moves in reached if moves >= least]:
            mask, moves = rng.choice(fitting)
            target = frozenset(puzzle.grid.cells_of(mask))
            goals = (_drawn({"A": target, "#": stone}, board, "goal"),)
            found.append((moves, replace(puzzle, goals=goals)))
    if not found:
        away = f", {least} to {most} moves away" if isinstance(wanted, tuple) else ""
        # No goal was chosen so far, so with a smaller distance this seed makes the same packings
        # again.
        nearest = f"; the best: {count(best, 'move')} (for this, use distance {best})"
        why = nearest if best else fault
        raise LimitReached(f"no packing with a goal in reach{away}, among {PACKINGS} packings{why}")
    moves, puzzle = found[0]
    if isinstance(wanted, str):
        found.sort(key=itemgetter(0))
        first, after = third(wanted, len(found))
        moves, puzzle = rng.choice(found[first:after])
    how = f"{count(len(puzzle.names), 'piece')} packed at random on {rows}x{columns}"
    how += f" with {count(barred, 'wall')}" if barred else ""
    return puzzle, f"{how}, {far(moves, puzzle.metric)}", f"packed {rows}x{columns} board"


def _corner(goal: Cell, board: Size) -> Cell:
    """Return the cell of option ``goal``, counted from 0."""
    found = pair(goal)
    if found is None or not (1 <= found[0] <= board[0] and 1 <= found[1] <= board[1]):
        expected = f"expected a row from 1 to {board[0]} and a column from 1 to {board[1]}"
        raise NotationError(f"goal {written(goal, ',')}: {expected}")
    return found[0] - 1, found[1] - 1


def _checked(pieces: Pieces, board: Size, walls: int) -> Pieces:
    """Return the pieces; raises NotationError unless they leave a cell of the board empty."""
    rows, columns = board
    for piece in pieces:
        found = pair(piece)
        if found is None or not (1 <= found[0] <= rows and 1 <= found[1] <= columns):
            expected = f"expected rows and columns, at most {rows}x{columns} as the board"
            raise NotationError(f"piece {written(piece)}: {expected}")
    if not 1 <= len(pieces) <= len(NAMES):
        raise NotationError(f"{len(pieces)} pieces: expected 1 to {len(NAMES)}")
    area = sum(tall * wide for tall, wide in pieces)
    if area >= rows * columns - walls:
        cells = f"{rows * columns - walls} cells"
        raise NotationError(f"pieces of {area} cells on {cells}: expected one empty cell at least")
    return pieces


def _random_set(rng: Random, board: Size, empty: int) -> Pieces:
    """Draw pieces that leave ``empty`` cells free; the first one has 2 x 2 cells if they fit."""
    left = board[0] * board[1] - empty
    pieces = [(2, 2) if min(board) >= 2 and left >= 2 * 2 else (1, 1)]
    while left := left - pieces[-1][0] * pieces[-1][1]:
        fitting = [(r, c) for r, c in SHAPES if r * c <= left and r <= board[0] and c <= board[1]]
        pieces.append(rng.choice(fitting))
    return pieces


def _drawn(pieces: dict[str, Cells], board: Size, key: str) -> Drawing:
    chars = {cell: name for name, cells in pieces.items() for cell in cells}
    rows = ("".join(chars.get((r, c), ".") for c in range(board[1])) for r in range(board[0]))
    return Drawing(tuple(rows), key)


def _reached(puzzle: SlidingPuzzle, corner: Cell | None, most: int) -> list[tuple[int, int]]:
    """List (place, moves) for the places that the first piece can reach, in at most ``most`` moves.

    The search ends after `SEARCHED` states, so it may miss places.
    """
    index, moves_to, number = puzzle.names.index("A"), dict[int, int](), 0
    for moves, layer in enumerate(layers_of([puzzle.start], puzzle.successors)):
        for state in layer:
            moves_to.setdefault(state[index], moves)
        number += len(layer)
        if number > SEARCHED:
            break
    return sorted(
        (mask, moves)
        for mask, moves in moves_to.items()
        if 0 < moves <= most and corner in (None, min(puzzle.grid.cells_of(mask)))
    )
