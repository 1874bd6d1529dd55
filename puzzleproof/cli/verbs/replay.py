"""``puzzleproof replay``: play a plan or a printed game by the rules, move by move."""

import argparse
import sys

from puzzleproof.cli import Exit
from puzzleproof.cli.context import Context
from puzzleproof.cli.printing import count, heading, print_json
from puzzleproof.cli.printing.boards import print_states
from puzzleproof.cli.questions import chosen
from puzzleproof.cli.targets import naming, plan_from
from puzzleproof.cli.verbs import add_boards, add_instance
from puzzleproof.models.capabilities import tally
from puzzleproof.models.errors import IllegalMove
from puzzleproof.models.texts import brief
from puzzleproof.verify.replay import replay, short_of_goal


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the instance and the plan."""
    add_instance(parser)
    parser.add_argument(
        "plan",
        metavar="FILE|MOVES",
        help="moves as 'prove' prints them, separated by spaces or lines, or a file of them ('-': "
        "standard input); for peg solitaire also a game: vacated and final hole, then one move per "
        "line; also the answer of a planner, a SAT solver or MiniZinc to an exported file "
        "(docs/foreign-files.md)",
    )
    add_boards(parser)


def run(options: Context) -> int:
    """Replay the plan; an illegal move, or an end that is no goal, counts as bad input."""
    name, puzzle = chosen(options)
    where = "plan" if " " in options.plan.strip() else brief(options.plan)
    plan = plan_from(puzzle, options.plan, where)
    with naming(where):
        end = replay(puzzle, plan)[-1]
    fault = None if puzzle.is_goal(end) else IllegalMove(f"{where}: {short_of_goal(plan)}")
    counted = tally(puzzle, plan)
    if options.wants_json:
        if fault is not None:
            raise fault
        print_json({**heading(name, puzzle), "moves": len(plan), **counted, "plan": plan})
        return Exit.PROVEN
    more = "".join(f", {count(number, word.removesuffix('s'))}" for word, number in counted.items())
    counts = f"{count(len(plan), 'move')} (metric {puzzle.metric}){more}"
    print(f"{puzzle.info.name or name}: {counts}, all legal{', to the goal' * (fault is None)}")
    if options.boards:
        print_states(options, puzzle, tuple(plan))
    elif fault is not None:
        print(f"the board after these moves:\n{puzzle.draw(end)}")
    if fault is not None:
        sys.stdout.flush()
        raise fault
    return Exit.PROVEN
