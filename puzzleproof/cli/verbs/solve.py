"""``puzzleproof solve``: a plan, by a search that proves no minimum; all solutions of cubes.

A hint tells a part of a plan, in three degrees: a bound on the moves left, the next piece, the next
move.  The rules have replayed the plan, so a hint leads to the goal.  The plan is known to be
shortest only if an answer table (`puzzleproof.provers.lookup`) or an invariant proves it.
"""

import argparse
import sys
from typing import Any

from puzzleproof.cli import Exit, exit_of_verdict
from puzzleproof.cli.context import Context
from puzzleproof.cli.output import listen
from puzzleproof.cli.printing import count, heading, is_terminal, print_either
from puzzleproof.cli.printing.boards import print_states
from puzzleproof.cli.printing.verdict import plan_lines, print_solution
from puzzleproof.cli.questions import each_instance
from puzzleproof.cli.targets import naming, plan_from
from puzzleproof.cli.verbs import add_boards, add_instances, add_limits
from puzzleproof.models.capabilities import with_start
from puzzleproof.models.errors import NotationError, Unsupported
from puzzleproof.models.picture import HasPictures
from puzzleproof.models.puzzle import AnyPuzzle, Info
from puzzleproof.options import Value, add_options, whole
from puzzleproof.provers.solve import SHOWN, shortest_plans_of, solve
from puzzleproof.provers.verdict import Verdict
from puzzleproof.release import versions
from puzzleproof.requests import SolveOptions
from puzzleproof.verify.replay import replay


def _are_plans(one: object) -> bool:
    return one in ("any", "all") or (isinstance(one, int) and one >= 0)


def _plans(given: str) -> int | str:
    return int(given) if given.isdecimal() else given


PLANS = Value("any, all or a number of plans", _are_plans, _plans, "any|all|N")
STEP = 5
"""A hint of degree 1 gives a multiple of this as its bound on the moves left."""
TOLD = ("fewer_than", "piece", "move")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the instances, the engine, the hints and the limits."""
    add_instances(parser)
    add_options(parser, SolveOptions, "any_plan")
    text = (
        "plans to find; any: any plan, then shorter plans until the time limit (default: 10 s); "
        f"all: the number of shortest plans, and the first {SHOWN} (cubes: all solutions); N: the "
        "number, and the first N"
    )
    PLANS.add(parser, "--plans", text)
    add_boards(parser)
    degrees = whole(1, len(TOLD), metavar="DEGREE")
    text = "a hint, not the plan; 1: roughly the moves left, 2: the piece to move, 3: its move"
    degrees.add(parser, "--hint", text)
    played = "begin after these moves: a file, or the moves themselves"
    parser.add_argument("--played", metavar="FILE|MOVES", help=played)
    table = "answer from the tables of 'export --to answers' in this folder, or from one table"
    parser.add_argument("--answers", metavar="FOLDER|FILE", help=table)
    add_limits(parser, "each answer")


@each_instance
def run(options: Context, name: str, puzzle: AnyPuzzle) -> int:
    """Search for plans and print them."""
    every = options.plans not in (None, "any")
    if options.answers is not None and (options.plans is not None or options.engine != "auto"):
        raise NotationError("--answers: not with --plans or --engine, which ask for a search")
    answers = None if options.answers is None else (puzzle, options.answers)
    puzzle = _position(options, puzzle, every)
    if puzzle.solutions == "stacks":
        if options.any_plan or answers:
            given = "--answers" if answers else "--plans any"
            raise Unsupported(f"{given}: family {puzzle.family!r} has stacks, not plans")
        from puzzleproof.cli.printing.stacks import run as print_stacks

        cubes: Any = puzzle  # only cubes have stacks, which the types do not say
        return print_stacks(options, name, cubes, every)
    if every:
        return _count_plans(options, name, puzzle)
    with listen(options, puzzle.metric) as on_event:
        how = options.engine, 0, on_event, options.limits, versions()
        verdict = solve(name, puzzle, *how, any_plan=options.any_plan, answers=answers)
    if options.hint is not None and verdict.plan is not None:
        _print_hint(options, puzzle, verdict)
        return exit_of_verdict(verdict)
    print_solution(verdict, options)
    if options.boards and not options.wants_json:
        print_states(options, puzzle, verdict.plan or ())
    return exit_of_verdict(verdict)


def _count_plans(options: Context, name: str, puzzle: AnyPuzzle) -> int:
    """Count all shortest plans by breadth-first search; raises LimitReached at a limit."""
    if options.engine in ("sat", "cpsat"):
        raise Unsupported(
            f"--plans {options.plans} with --engine {options.engine}: only a search counts plans"
        )
    if options.boards:
        raise NotationError("--boards draws one plan, --plans may find many")
    limit = options.plans if isinstance(options.plans, int) else SHOWN
    with listen(options, puzzle.metric) as on_event:
        found = shortest_plans_of(puzzle, limit, on_event, options.limits)
    document = {
        **heading(name, puzzle),
        "moves": found.optimum,
        "grade": found.grade,
        "shortest_plans": found.number,
        "told_apart_by": "positions",
        "plans": found.plans,
    }
    title, metric = puzzle.info.name or name, f"metric {puzzle.metric}"
    if found.optimum is None:
        certified = found.grade == "certified"
        by = "certified by an invariant" if certified else "claimed by one search"
        line = f"{title}: no plan ({metric}), {by}; 'prove' makes evidence for it"
        print_either(options, "plans", document, [line])
        return Exit.UNSOLVABLE if certified else Exit.LIMIT
    plans, moves = count(found.number, "shortest plan"), count(found.optimum, "move")
    apart = "distinguished by the positions on the way"
    lines = [f"{title}: {plans}, of {moves} ({metric}), {apart}; claimed by one search"]
    for plan in found.plans:
        lines += plan_lines(plan) if is_terminal(sys.stdout) else [f"plan: {' '.join(plan)}"]
    if len(found.plans) < found.number:
        lines.append(f"note: {len(found.plans)} shown, see --plans N")
    print_either(options, "plans", document, lines)
    return Exit.PLAN_ONLY


def _position(options: Context, puzzle: AnyPuzzle, every: bool) -> AnyPuzzle:
    """Return the puzzle with the position after ``--played`` as its start."""
    if options.hint is None and options.played is None:
        return puzzle
    if not isinstance(puzzle, HasPictures) or not puzzle.begins_anywhere:
        word = "--played" if options.hint is None else "--hint"
        raise Unsupported(f"{word}: family {puzzle.family!r} has no moves on a board")
    if options.hint is not None and (every or options.boards):
        raise NotationError("--hint: not with --plans or --boards, which show whole plans")
    if options.played is None:
        return puzzle
    plan = plan_from(puzzle, options.played, "--played")
    with naming("--played"):
        end = replay(puzzle, plan)[-1]
    return puzzle if end == puzzle.start else with_start(puzzle, end, Info(puzzle.info.name))


def _print_hint(options: Context, here: Any, verdict: Verdict) -> None:
    """Print the part of a plan that ``--hint`` asks for, or that the goal is reached."""
    plan = verdict.plan or ()
    found: dict[str, Any] = {"fewer_than": (len(plan) // STEP + 1) * STEP if plan else 1}
    enough = f"fewer than {found['fewer_than']} moves (metric {here.metric}) are enough from here"
    words = ["the goal is reached"] * len(TOLD)
    if plan:
        square = here.picture(here.start).at(*here.track(here.start, here.parse_move(plan[0]))[0])
        found |= {"piece": square.piece, "move": plan[0]}
        words = [enough, f"move piece {square.piece} next", f"next move: {plan[0]}"]
    told = {key: found[key] for key in TOLD[: options.hint] if key in found}
    is_shortest = verdict.status == "optimal"
    grade = verdict.grade if is_shortest else "claimed"
    document = {**heading(verdict.puzzle, here), "degree": options.hint, **told, "grade": grade}
    known = f" ({grade}: no plan is shorter)" if plan and is_shortest else ""
    print_either(options, "hint", document, [f"{verdict.title}: {words[options.hint - 1]}{known}"])
