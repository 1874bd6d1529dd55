"""``puzzleproof replay``: play a plan or a printed game by the rules, move by move."""

import argparse
import sys

from puzzleproof.cli import Exit
from puzzleproof.cli.pictures import naming, plan_from
from puzzleproof.cli.printing import count, heading, print_json, wants_json
from puzzleproof.cli.printing.boards import print_states
from puzzleproof.cli.questions import chosen
from puzzleproof.cli.verbs import add_instance, add_states
from puzzleproof.models.errors import IllegalMove, NotationError
from puzzleproof.models.files import read_text
from puzzleproof.provers.plans import moves_in
from puzzleproof.verify.replay import replay, short_of_goal


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the instance and the file."""
    add_instance(parser)
    parser.add_argument(
        "file",
        nargs="?",
        help="moves as 'prove' prints them, separated by spaces or lines ('-': standard input); "
        "for peg solitaire also a game file: vacated and final hole, then one move per line; also "
        "what a planner, a SAT solver or MiniZinc answers to an export (docs/foreign-files.md)",
    )
    same = "the same file, or the moves themselves"
    parser.add_argument("--plan", metavar="FILE|MOVES", help=same)
    add_states(parser)


def run(options: argparse.Namespace) -> int:
    """Replay; an illegal move is bad input, and so is an end short of the goal, which is drawn."""
    name, puzzle = chosen(options)
    if (options.file is None) == (options.plan is None):
        raise NotationError("expected either a file or --plan")
    where = options.file or "--plan"
    plan = [] if options.plan is None else plan_from(puzzle, options.plan, where)
    text = None if options.file is None else read_text(options.file, "a plan")
    with naming(where):
        if text is not None:
            plan = moves_in(puzzle, text)
        end = replay(puzzle, plan)[-1]
    fault = None if puzzle.is_goal(end) else IllegalMove(f"{where}: {short_of_goal(plan)}")
    tally = puzzle.tally(plan)
    if wants_json(options):
        if fault is not None:
            raise fault
        print_json({**heading(name, puzzle), "moves": len(plan), **tally, "plan": plan})
        return Exit.PROVEN
    more = "".join(f", {count(number, word.removesuffix('s'))}" for word, number in tally.items())
    counts = f"{count(len(plan), 'move')} (metric {puzzle.metric}){more}"
    print(f"{puzzle.info.name or name}: {counts}, all legal{', to the goal' * (fault is None)}")
    if options.states:
        print_states(options, puzzle, tuple(plan))
    elif fault is not None:
        print(f"the board after them:\n{puzzle.draw(end)}")
    if fault is not None:
        sys.stdout.flush()
        raise fault
    return Exit.PROVEN
