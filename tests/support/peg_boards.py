"""Peg solitaire for tests: a short way to write a puzzle, boards, and random puzzles."""

import random
from typing import Any

from hypothesis import strategies as st

from puzzleproof.models.pegs.boards import named_board
from puzzleproof.models.pegs.rules import PegPuzzle
from puzzleproof.models.puzzle import Info, State

METRICS = PegPuzzle.metrics

EUROPEAN = named_board("european")

SOLVABLE = """\
  XOX
 OOXOO
XOOXOOX
OXXOXXO
XOOXOOX
 OOXOO
  XOX"""
"""S. Hoarau's last diagram: the vacancies from which one peg can be left."""

L_BOARD = "oo...\noo...\noo...\nooooo\nooooo\n"

PLUS = ".oo..\n.oo..\nooooo\nooooo\n.oo..\n"


def pegs(metric: str = "move", **keys: Any) -> PegPuzzle:
    return PegPuzzle.from_document(keys, Info(name="made by hand"), metric)


def with_pegs(*numbers: int) -> State:
    """The state of the European board with pegs in these holes."""
    return (sum(1 << EUROPEAN.index[z] for z in numbers),)


def game(board: str, metric: str = "move", **keys: Any) -> PegPuzzle:
    """The same with the board first."""
    return pegs(metric, board=board, **keys)


@st.composite
def puzzles(draw: st.DrawFn) -> PegPuzzle:
    """A board up to 4 x 5 on either grid, with diagonals or not, or a triangle.

    Goals may be out of reach.
    """
    keys: dict[str, Any] = {}
    if draw(st.integers(0, 3)) == 3:
        rows = draw(st.integers(2, 5))
        keys["board"] = f"triangle{rows}"
        texts = ["".join("o" if c <= r else "." for c in range(rows)) for r in range(rows)]
    else:
        width = draw(st.integers(3, 5))
        row = st.text("ooo.", min_size=width, max_size=width)
        texts = [*draw(st.lists(row, max_size=3)), "o" * width]
        if draw(st.booleans()):
            keys["grid"] = "triangular"
            texts = [" " * (k % 2) + " ".join(row) for k, row in enumerate(texts)]
            texts = [row.replace(" ", ".").ljust(2 * width, ".") for row in texts]
        else:
            keys["diagonal"] = draw(st.booleans())
    keys["start"] = _with_pegs(draw, texts, "x" * 3 + "o")
    if draw(st.booleans()):
        keys["finish"] = "any"
    else:
        keys["goal"] = [_with_pegs(draw, texts, "o") for _ in range(draw(st.integers(1, 2)))]
    return pegs(draw(st.sampled_from(METRICS)), **keys)


def _with_pegs(draw: st.DrawFn, texts: list[str], marks: str) -> str:
    """A peg or not in each hole, one peg at least."""
    text = "\n".join(texts)
    first = draw(st.sampled_from([k for k, char in enumerate(text) if char == "o"]))
    choose = st.sampled_from(marks)
    chars = [draw(choose) if char == "o" else char for char in text]
    return "".join("x" if k == first else char for k, char in enumerate(chars))


def games_by_chance(board: str, number: int) -> list[PegPuzzle]:
    """Starts by chance; goals some jumps on, or by chance; most without any symmetry."""
    chance, found = random.Random(board), list[PegPuzzle]()  # noqa: S311  no secret
    holes = board.count("o")
    plain = game(board, "jump", vacate=[1, 1], finish="any")
    while len(found) < number:
        start = sum(1 << k for k in chance.sample(range(holes), holes - chance.randint(2, 5)))
        goal = start
        for _ in range(chance.randint(2, 7)):
            goal = chance.choice([after for (after,) in plain.successors((goal,))] or [goal])
        goals = [goal, sum(1 << k for k in chance.sample(range(holes), 2))]
        if goal != start:
            texts = [_drawn(board, one) for one in goals[:: chance.choice((1, -1))]]
            if chance.random() < 0.2:
                texts.remove(_drawn(board, goal))
            found.append(game(board, start=_drawn(board, start), goal=texts))
    return found


def _drawn(board: str, mask: int) -> str:
    """A drawing with some of the holes as pegs; holes are numbered from the lowest row."""
    rows = board.split()[::-1]
    numbers = iter(range(mask.bit_length()))
    lines = [
        "".join("x" if c == "o" and mask >> next(numbers, 99) & 1 else c for c in row)
        for row in rows
    ]
    return "\n".join(lines[::-1]) + "\n"
