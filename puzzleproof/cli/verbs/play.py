"""``puzzleproof play``: a puzzle to be played in the terminal, with hints and a live proof."""

from __future__ import annotations

import argparse
import os
import sys
from importlib.util import find_spec
from typing import TYPE_CHECKING

from puzzleproof.cli import Exit
from puzzleproof.cli.printing import is_terminal, wants_json
from puzzleproof.cli.verbs import add_instance, bytes_of, chosen, seconds_of
from puzzleproof.models.errors import IllegalMove, NotationError, Unsupported
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.render.palette import THEMES

if TYPE_CHECKING:
    from puzzleproof.cli.play.app import Settings
    from puzzleproof.cli.play.game import Game, Plan

SECONDS, HINT_SECONDS, MEMORY = 60.0, 20.0, "1G"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the instance, a plan, the colours, and the limits of hints and proofs."""
    add_instance(parser)
    parser.add_argument(
        "--plan",
        nargs="?",
        const="",
        metavar="FILE|MOVES",
        help="a plan to step through; without a value the program finds one",
    )
    parser.add_argument(
        "--theme", choices=THEMES, default="auto", help="colours; auto: those of a dark terminal"
    )
    parser.add_argument(
        "--time-limit",
        type=seconds_of,
        default=SECONDS,
        metavar="S",
        help=f"seconds of a proof (default: {SECONDS:g}); a hint has at most {HINT_SECONDS:g}",
    )
    parser.add_argument(
        "--memory-limit",
        type=bytes_of,
        default=bytes_of(MEMORY),
        metavar="B",
        help=f"bytes of memory of a hint or a proof (default: {MEMORY})",
    )


def run(options: argparse.Namespace) -> int:
    """Play until the user quits; then print the moves made, for ``replay``."""
    name, puzzle = chosen(options)
    _check_terminal(options)
    from puzzleproof.cli.play.app import PlayApp
    from puzzleproof.cli.play.game import Game

    game = Game(puzzle)
    app = PlayApp(name, game, _settings(options, puzzle))
    app.run()
    if not options.quiet:
        print("\n".join(_summary(app.heading, game)))
    if app.fault is not None:
        raise app.fault
    return Exit.PROVEN


def _check_terminal(options: argparse.Namespace) -> None:
    """Raise Unsupported where nobody could play, with what is missing."""
    from puzzleproof.cli.printing.terminal import is_dumb

    if wants_json(options):
        raise Unsupported("play gives no JSON: 'replay --json' plays a plan")
    if find_spec("textual") is None:
        raise Unsupported(
            "play needs textual, which is not installed: pip install 'puzzleproof[play]'"
        )
    if not (is_terminal(sys.stdin) and is_terminal(sys.stdout)) or is_dumb():
        raise Unsupported(
            "play needs a terminal for standard input and output; 'replay' plays a plan without one"
        )


def _settings(options: argparse.Namespace, puzzle: AnyPuzzle) -> Settings:
    from puzzleproof.cli.play.app import Settings
    from puzzleproof.cli.printing.terminal import wants_no_color
    from puzzleproof.web.jobs import Limits

    colours = not wants_no_color(options)
    os.environ.pop("NO_COLOR", None)
    if not colours:
        os.environ["NO_COLOR"] = "1"  # Textual takes an empty one for set
    proof = Limits(options.time_limit, options.memory_limit)
    return Settings(
        hint=proof._replace(seconds=min(HINT_SECONDS, options.time_limit)),
        proof=proof,
        plan=_given(puzzle, options.plan) if options.plan else None,
        find_plan=options.plan == "",
        dark=options.theme != "light",
        colours=colours,
    )


def _given(puzzle: AnyPuzzle, text: str) -> Plan:
    """The plan of ``--plan``, a file or moves; raises IllegalMove or NotationError naming it."""
    from puzzleproof.cli.plans import plan_from
    from puzzleproof.cli.play.game import Plan
    from puzzleproof.verify.replay import replay

    plan = plan_from(puzzle, text, "--plan")
    try:
        replay(puzzle, plan)
    except (IllegalMove, NotationError) as error:
        raise type(error)(f"--plan: {error}") from None
    return Plan(tuple(plan), "given, not checked to be shortest")


def _summary(heading: str, game: Game) -> list[str]:
    from puzzleproof.cli.play.words import moves
    from puzzleproof.cli.printing.verdict import plan_lines

    made = moves(len(game.moves), game.puzzle.metric)
    lines = [f"{heading}: {made}, {'solved' if game.solved else 'not solved'}"]
    return lines + (plan_lines(game.moves) if game.moves else [])
