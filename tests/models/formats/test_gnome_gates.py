"""Gates of GNOME levels: what is read in their place, beside the game's own rules."""

import random
from collections.abc import Iterator

from puzzleproof.models.drawing import STEPS, Cell
from puzzleproof.models.errors import InstanceError, Unsupported
from puzzleproof.models.formats.gnome import BLOCKED, WAY_OUT
from puzzleproof.verify.bfs import bfs
from tests.support.formats import puzzles_in

Pieces = dict[str, frozenset[Cell]]
ROOM = {(r, c) for r in range(1, 4) for c in range(1, 4)}
SHAPES: list[set[Cell]] = [{(0, 0)}, {(0, 0), (1, 0)}, {(0, 0), (0, 1)}, {(0, 0), (0, 1), (1, 0)}]


def level(chance: random.Random) -> list[str] | None:
    """A room of nine cells with gates at the right, and the target beyond; None if hard to lay."""
    shape, marks = chance.choice(SHAPES), "*abc"
    drawn = dict.fromkeys(((r, c) for r in range(5) for c in range(9)), "#")
    drawn |= dict.fromkeys(((r, c) for r in range(1, 4) for c in range(5, 8)), " ")
    drawn |= dict.fromkeys(ROOM, " ")
    drawn |= {(r, 4): chance.choice("--#") for r in range(1, 4)}
    for mark in marks:
        cells = shape if mark == "*" else chance.choice(SHAPES)
        at = chance.choice(sorted(ROOM))
        laid = {(r + at[0], c + at[1]) for r, c in cells}
        if any(cell not in ROOM or drawn[cell] != " " for cell in laid):
            return None
        drawn |= dict.fromkeys(laid, mark)
    drawn |= {(r + 1, c + 6): "." for r, c in shape}
    return ["".join(drawn[r, c] for c in range(9)) for r in range(5)]


def least(rows: list[str]) -> int | None:
    """The fewest moves of pieces by the game's rules, in which only ``*`` passes ``-``."""
    cells = {(r, c): x for r, row in enumerate(rows) for c, x in enumerate(row)}
    marks = set(cells.values()) - set("# -.")
    start = {m: frozenset(at for at, x in cells.items() if x == m) for m in sorted(marks)}
    target = frozenset(at for at, x in cells.items() if x == ".")

    def successors(pieces: Pieces) -> Iterator[Pieces]:
        for mark, at in pieces.items():
            taken = set[Cell]().union(*pieces.values()) - at
            closed = "#" if mark == "*" else "#-"
            queue, seen = [at], {at}
            for place in queue:
                for down, right in STEPS.values():
                    near = frozenset((r + down, c + right) for r, c in place)
                    is_free = all(x not in taken and cells.get(x, "#") not in closed for x in near)
                    if is_free and near not in seen:
                        seen.add(near)
                        queue.append(near)
                        yield pieces | {mark: near}

    layer, known, moves = [start], {frozenset(start.items())}, 0
    while layer:
        if any(pieces["*"] == target for pieces in layer):
            return moves
        after = {frozenset(x.items()): x for pieces in layer for x in successors(pieces)}
        layer = [x for key, x in after.items() if key not in known]
        known |= after.keys()
        moves += 1
    return None


def test_minima_at_a_gate_are_those_of_the_game_or_bound_them_as_is_said() -> None:
    chance, equal, greater, refused = random.Random(3), 0, 0, 0  # noqa: S311
    for _ in range(2_000):
        rows = level(chance)
        if rows is None:
            continue
        try:
            (puzzle,) = puzzles_in("gnome", "\n".join(["level 9 5", *rows]))
        except Unsupported:
            refused += 1
            continue
        except InstanceError:  # '*' cannot get out
            assert least(rows) is None, rows
            continue
        found, game = bfs(puzzle).optimum, least(rows)
        if puzzle.assumed == (WAY_OUT,):
            assert found == game, rows
            equal += found is not None
        else:
            assert puzzle.assumed == (BLOCKED,), rows
            assert game is None or (found is not None and found <= game), rows
            greater += game != found
    assert min(equal, 10 * greater, 10 * refused) >= 10, (equal, greater, refused)
