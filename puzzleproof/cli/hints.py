"""Hints for a position of a game, in degrees: how far it is at most, which piece, which move.

A hint is the beginning of a plan that the rules have replayed, so that it leads to the goal; nobody
says that no shorter plan exists.
"""

from __future__ import annotations

import argparse
from typing import Any

from puzzleproof.cli.pictures import plan_from
from puzzleproof.cli.printing import heading, print_answer, wants_json
from puzzleproof.models.errors import IllegalMove, NotationError, Unsupported
from puzzleproof.models.picture import HasPictures
from puzzleproof.models.puzzle import AnyPuzzle, Info
from puzzleproof.options import whole
from puzzleproof.provers.verdict import Verdict
from puzzleproof.verify.replay import replay

STEP = 5
"""How exactly the first degree says how many moves are enough."""
TOLD = ("fewer_than", "piece", "move")
"""What each degree tells, from the first one on."""


def add_hints(parser: argparse.ArgumentParser) -> None:
    """Add the degree and the moves played so far."""
    degrees = whole(1, len(TOLD), metavar="DEGREE")
    text = "a hint, not the plan: 1 about how many moves are left, 2 the piece to move, 3 its move"
    degrees.add(parser, "--hint", text)
    played = "begin after these moves: a file, or the moves themselves"
    parser.add_argument("--played", metavar="FILE|MOVES", help=played)


def position_of(options: argparse.Namespace, puzzle: AnyPuzzle) -> AnyPuzzle:
    """The puzzle from the position that the moves played lead to.

    Raises Unsupported or NotationError for options that do not go together.
    """
    if options.hint is None and options.played is None:
        return puzzle
    if not isinstance(puzzle, HasPictures) or not puzzle.begins_anywhere:
        word = "--played" if options.hint is None else "--hint"
        raise Unsupported(f"{word}: family {puzzle.family!r} has no moves on a board")
    if options.hint is not None and (options.all or options.states):
        raise NotationError("--hint: not with --all or --states, which show whole plans")
    if options.played is None:
        return puzzle
    plan = plan_from(puzzle, options.played, "--played")
    try:
        end = replay(puzzle, plan)[-1]
    except (IllegalMove, NotationError) as error:
        raise type(error)(f"--played: {error}") from None
    return puzzle.with_start(end, Info(puzzle.info.name))


def print_hint(options: argparse.Namespace, here: AnyPuzzle, verdict: Verdict) -> None:
    """Print a part of what a plan from a position says."""
    found = _hint(here, verdict.plan or (), options.hint)
    if wants_json(options):
        document = {**heading(verdict.puzzle, here), "degree": options.hint, **found}
        print_answer(options, "hint", document)
    else:
        print(f"{verdict.title}: {_in_words(found, here.metric)}")


def _hint(here: Any, plan: tuple[str, ...], degree: int) -> dict[str, Any]:
    """What may be told; at the goal there is no move left to tell."""
    found: dict[str, Any] = {"fewer_than": (len(plan) // STEP + 1) * STEP}
    if not plan:
        return {"fewer_than": 1}
    move = here.parse_move(plan[0])
    square = here.picture(here.start).at(*here.track(here.start, move)[0])
    found |= {"piece": square.piece, "move": plan[0]}
    return {key: found[key] for key in TOLD[:degree]}


def _in_words(found: dict[str, Any], metric: str) -> str:
    """The hint of the degree that was asked for."""
    if found["fewer_than"] == 1:
        return "the goal is reached"
    if "move" in found:
        return f"next move: {found['move']}"
    if "piece" in found:
        return f"move piece {found['piece']} next"
    return f"fewer than {found['fewer_than']} moves (metric {metric}) are enough from here"
