"""Games of peg solitaire for tests."""

from __future__ import annotations

import random

from puzzleproof.models.pegs.rules import PegPuzzle
from puzzleproof.models.puzzle import Info

L_BOARD = "oo...\noo...\noo...\nooooo\nooooo\n"
PLUS = ".oo..\n.oo..\nooooo\nooooo\n.oo..\n"


def game(board: str, metric: str = "move", **keys: object) -> PegPuzzle:
    """Write an instance: a board, and where it starts and ends."""
    return PegPuzzle.from_document({"board": board, **keys}, Info(), metric)


def drawn(board: str, mask: int) -> str:
    """A drawing with some of the holes as pegs; holes are numbered from the lowest row."""
    rows = board.split()[::-1]
    numbers = iter(range(mask.bit_length()))
    lines = [
        "".join("x" if c == "o" and mask >> next(numbers, 99) & 1 else c for c in row)
        for row in rows
    ]
    return "\n".join(lines[::-1]) + "\n"


def peg_puzzles(board: str, number: int) -> list[PegPuzzle]:
    """Starts by chance; goals some jumps on, or by chance; most without any symmetry."""
    chance, found = random.Random(board), list[PegPuzzle]()  # noqa: S311
    holes = board.count("o")
    plain = game(board, "jump", vacate=[1, 1], finish="any")
    while len(found) < number:
        start = sum(1 << k for k in chance.sample(range(holes), holes - chance.randint(2, 5)))
        goal = start
        for _ in range(chance.randint(2, 7)):
            goal = chance.choice([after for (after,) in plain.successors((goal,))] or [goal])
        goals = [goal, sum(1 << k for k in chance.sample(range(holes), 2))]
        if goal != start:
            texts = [drawn(board, one) for one in goals[:: chance.choice((1, -1))]]
            if chance.random() < 0.2:
                texts.remove(drawn(board, goal))
            found.append(game(board, start=drawn(board, start), goal=texts))
    return found
