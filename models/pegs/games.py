"""Game files of peg solitaire: the vacated hole, the final hole, and the moves between them.

The first line holds the numbers of these two holes (see `puzzleproof.models.pegs.boards`).  Each
further line has one compound move: the hole where a peg stands and each hole where it lands,
divided by spaces or by ``-``.  If a line has two holes that no single jump joins, it gives only the
ends of a compound move; it is accepted if only one move fits.  ``#`` begins a comment.
"""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from puzzleproof.models.errors import IllegalMove, NotationError
from puzzleproof.models.pegs.boards import PegBoard
from puzzleproof.models.pegs.rules import PegMove, PegPuzzle
from puzzleproof.models.puzzle import Info, State


class Game(NamedTuple):
    """A game that was played: the puzzle that it solves, its moves, and the state after them."""

    puzzle: PegPuzzle
    moves: tuple[PegMove, ...]
    """Compound moves, each with every hole where its peg lands."""
    end: State


def moves_of_game(puzzle: PegPuzzle, text: str) -> list[str] | None:
    """Return the moves, or None if the text is no game; raises NotationError for another puzzle."""
    words = (word for _, content in _contents(text) for word in content.split())
    if not next(words, "").isdecimal():  # a game begins with a hole's number, not with a move
        return None
    game = read_game(text, puzzle.board)
    if game.puzzle.start != puzzle.start or not puzzle.is_goal(game.end):
        vacate, finish = next(_contents(text))[1].replace("-", " ").split()
        raise NotationError(f"the game vacates {vacate} and ends in {finish}, unlike the puzzle")
    moves = game.moves
    if puzzle.metric == "jump":
        moves = tuple(jump for move in moves for jump in pairwise(move))
    return list(map(puzzle.format_move, moves))


def read_game(text: str, board: PegBoard) -> Game:
    """Read a game file and replay it.

    Raises NotationError for a line that cannot be read, IllegalMove for a move that cannot be
    played, or if the game does not end as its first line says; both errors name the line.
    """
    lines = list(_lines(text))
    if not lines:
        raise NotationError("the game is empty: expected the vacated and the final hole")
    meant = board.as_numbers({z for _, holes in lines for z in holes})
    lines = [(number, tuple(map(meant.__getitem__, holes))) for number, holes in lines]
    (number, first), *rest = lines
    if len(first) != 2:
        raise NotationError(f"line {number}: expected the vacated and the final hole, got {first}")
    for z in first:
        if z not in board.index:
            raise NotationError(f"line {number}: no hole {z} on the board {board.label}")
    vacate, finish = first
    holes_named = {"vacate": list(board.hole(vacate)), "finish": list(board.hole(finish))}
    puzzle = PegPuzzle.from_document(board.document() | holes_named, Info(), "move")
    state, moves = puzzle.start, list[PegMove]()
    for number, holes in rest:
        moves.append(_completed(puzzle, state, holes, number))
        state = puzzle.play(state, moves[-1])
    if not puzzle.is_goal(state):
        left = ", ".join(str(z) for k, z in enumerate(board.numbers) if state[0] >> k & 1)
        raise IllegalMove(
            f"line {number}: the game ends with pegs in {left}, not with one in {finish}"
        )
    return Game(puzzle, tuple(moves), state)


def _contents(text: str) -> Iterator[tuple[int, str]]:
    """Yield (line number, text without comment) of every line that is not empty."""
    for number, line in enumerate(text.splitlines(), 1):
        if content := line.partition("#")[0].strip():
            yield number, content


def _lines(text: str) -> Iterator[tuple[int, PegMove]]:
    """Yield (line number, numbers) of every line that is not empty."""
    for number, content in _contents(text):
        if not re.fullmatch(r"[0-9]{1,9}((\s+|\s*-\s*)[0-9]{1,9})*", content):
            raise NotationError(
                f"line {number}: {content!r}: expected numbers of holes divided by spaces "
                f"or '-', as in '17 19 35'"
            )
        yield number, tuple(map(int, re.findall("[0-9]+", content)))


def _completed(puzzle: PegPuzzle, state: State, holes: PegMove, number: int) -> PegMove:
    """Return the move with all its landings; raises IllegalMove if it cannot be played."""
    try:
        puzzle.play(state, holes)
    except IllegalMove as error:
        fits = [m for m in puzzle.moves(state) if (m[0], m[-1]) == holes]
        if len(fits) == 1:
            return fits[0]
        text = puzzle.format_move(holes)
        if fits:
            reason = f"{text!r}: {len(fits)} compound moves fit: write every landing"
            raise IllegalMove(f"line {number}: {reason}") from None
        raise IllegalMove(f"line {number}: {error}") from None
    return holes
