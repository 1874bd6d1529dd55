"""``puzzleproof replay``: play a plan or a printed game by the rules, move by move."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

from puzzleproof.cli.exits import Exit
from puzzleproof.cli.printing.verdict import print_states
from puzzleproof.cli.verbs.common import add_instance, chosen, print_json
from puzzleproof.models.errors import IllegalMove, InstanceError, NotationError
from puzzleproof.models.frogs.moves import tally
from puzzleproof.models.frogs.rules import FrogsPuzzle
from puzzleproof.models.pegs.rules import PegPuzzle
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.verify.replay import replay_to_goal


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the instance and the file."""
    add_instance(parser)
    parser.add_argument(
        "file",
        nargs="?",
        help="moves as 'prove' prints them, divided by spaces or lines ('-': standard input); "
        "of peg solitaire also a game file: vacated and final hole, then a move a line",
    )
    parser.add_argument("--plan", metavar="MOVES", help="the moves themselves, in place of a file")
    parser.add_argument("--states", action="store_true", help="draw the board after each move")


def run(options: argparse.Namespace) -> int:
    """Replay; an illegal move, or an end short of the goal, is bad input."""
    name, puzzle = chosen(options)
    if (options.file is None) == (options.plan is None):
        raise NotationError("expected a file or --plan, one of them")
    where = options.file or "--plan"
    text = _read(options.file) if options.plan is None else options.plan
    try:
        plan = READERS.get(puzzle.family, _moves)(puzzle, text)
        replay_to_goal(puzzle, plan)
    except (IllegalMove, NotationError) as error:
        raise type(error)(f"{where}: {error}") from None
    detail = DETAILS[puzzle.family](puzzle, plan) if puzzle.family in DETAILS else {}
    if options.json or options.json_stream:
        print_json({"puzzle": name, "family": puzzle.family, "metric": puzzle.metric,
                    "moves": len(plan), **detail, "plan": plan})  # fmt: skip
        return Exit.PROVEN
    more = "".join(f", {count} {word}" for word, count in detail.items())
    print(f"{puzzle.info.name or name}: {len(plan)} moves (metric {puzzle.metric}){more}, "
          "all legal, to the goal")  # fmt: skip
    if options.states:
        print_states(puzzle, tuple(plan))
    return Exit.PROVEN


def _read(path: str) -> str:
    try:
        data = sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
        return data.decode("utf-8")
    except OSError as error:
        raise InstanceError(f"{path!r}: cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError as error:
        raise InstanceError(f"{path!r}: byte {error.start} is not UTF-8 text") from None


def _moves(puzzle: AnyPuzzle, text: str) -> list[str]:
    return [word for line in text.splitlines() for word in line.partition("#")[0].split()]


def _game(puzzle: PegPuzzle, text: str) -> list[str]:
    """Read a game file where the first line holds two numbers, else moves in a row."""
    from puzzleproof.models.pegs.games import read_game

    first = next(iter(_moves(puzzle, text)), "")
    if not first.isdecimal():
        return _moves(puzzle, text)
    game = read_game(text, puzzle.board)
    told = game.puzzle()
    if told.start != puzzle.start or not puzzle.is_goal(game.states()[-1]):
        raise NotationError(
            f"the game is from {game.vacate} vacated to {game.finish}: not the puzzle's"
        )
    chains = game.moves
    if puzzle.metric == "jump":
        chains = tuple(pair for move in chains for pair in pairwise(move))
    return [puzzle.format_move(move) for move in chains]


def _jumps(puzzle: PegPuzzle, plan: list[str]) -> dict[str, int]:
    return {"jumps": sum(len(puzzle.parse_move(move)) - 1 for move in plan)}


def _tally(puzzle: FrogsPuzzle, plan: list[str]) -> dict[str, int]:
    return tally(map(puzzle.parse_move, plan))._asdict()


READERS: dict[str, Callable[[Any, str], list[str]]] = {"pegs": _game}
"""Families whose printed games have a form of their own."""
DETAILS: dict[str, Callable[[Any, list[str]], dict[str, int]]] = {
    "frogs": _tally,
    "pegs": _jumps,
}
"""What else is counted in a plan of a family."""
