"""``puzzleproof solve``: a plan, by a search that proves no minimum; all solutions of cubes."""

from __future__ import annotations

import argparse
import sys
from importlib import import_module

from puzzleproof.cli import Exit, exit_of_verdict
from puzzleproof.cli.hints import add_hints, position_of, print_hint
from puzzleproof.cli.printing import count, heading, is_terminal, listen, print_answer, wants_json
from puzzleproof.cli.printing.boards import print_states
from puzzleproof.cli.printing.verdict import plan_lines, print_solution
from puzzleproof.cli.verbs import (
    add_instances,
    add_limits,
    add_seed,
    add_states,
    for_each,
    limits_of,
)
from puzzleproof.models.errors import NotationError, Unsupported
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.options import add_options
from puzzleproof.provers.solve import SHOWN, ShortestPlans, shortest_plans_of, solve
from puzzleproof.release import versions
from puzzleproof.requests import SolveOptions

REPORTS = {"stacks": "puzzleproof.cli.printing.stacks"}
"""The modules that find and print solutions that are not plans."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the instances, the engine, the limits."""
    add_instances(parser)
    add_options(parser, SolveOptions)
    parser.add_argument(
        "--all",
        action="store_true",
        help="cubes: all solutions; else: the number of shortest plans, and the first of them",
    )
    add_states(parser)
    add_hints(parser)
    add_seed(parser, "the solver, for --engine cpsat")
    add_limits(parser, "each answer")


def run(options: argparse.Namespace) -> int:
    """Search for plans and print them."""
    return for_each(options, _solve)


def _solve(options: argparse.Namespace, name: str, puzzle: AnyPuzzle) -> int:
    """Search for a plan and print it."""
    puzzle = position_of(options, puzzle)
    if options.any_plan:
        _check_any(options, puzzle)
    if puzzle.solutions in REPORTS:
        code: int = import_module(REPORTS[puzzle.solutions]).run(options, name, puzzle)
        return code
    if options.all:
        return _count_plans(options, name, puzzle)
    if options.limit is not None:
        raise NotationError("--limit goes with --all")
    limits = limits_of(options)
    with listen(options, puzzle.metric) as on_event:
        verdict = solve(
            name,
            puzzle,
            options.engine,
            options.seed,
            on_event,
            limits,
            versions(),
            any_plan=options.any_plan,
        )
    if options.hint is not None and verdict.plan is not None:
        print_hint(options, puzzle, verdict)
        return exit_of_verdict(verdict)
    print_solution(verdict, options)
    if options.states and not wants_json(options):
        print_states(options, puzzle, verdict.plan or ())
    return exit_of_verdict(verdict)


def _check_any(options: argparse.Namespace, puzzle: AnyPuzzle) -> None:
    """Raise NotationError or Unsupported for what does not go with some plan."""
    if puzzle.solutions in REPORTS:
        raise Unsupported(f"--any: family {puzzle.family!r} has {puzzle.solutions}, no plans")
    if options.all:
        raise NotationError("--any brings one plan, --all brings all shortest ones: choose one")


# --- all shortest plans --------------------------------------------------------------------


def _count_plans(options: argparse.Namespace, name: str, puzzle: AnyPuzzle) -> int:
    """Count by the simple search over the rules; raises LimitReached if it is stopped."""
    if options.engine in ("sat", "cpsat"):
        raise Unsupported(f"--all with --engine {options.engine}: only a search counts plans")
    if options.states:
        raise NotationError("--states draws one plan, --all may have many")
    limit = SHOWN if options.limit is None else options.limit
    with listen(options, puzzle.metric) as on_event:
        found = shortest_plans_of(puzzle, limit, on_event, limits_of(options))
    _print_plans(options, name, puzzle, found)
    if found.optimum is not None:
        return Exit.PLAN_ONLY
    return Exit.UNSOLVABLE if found.grade == "certified" else Exit.LIMIT


def _print_plans(
    options: argparse.Namespace, name: str, puzzle: AnyPuzzle, found: ShortestPlans
) -> None:
    if wants_json(options):
        document = {
            **heading(name, puzzle),
            "moves": found.optimum,
            "grade": found.grade,
            "shortest_plans": found.number,
            "told_apart_by": "positions",
            "plans": found.plans,
        }
        print_answer(options, "plans", document)
        return
    title, metric = puzzle.info.name or name, f"metric {puzzle.metric}"
    if found.optimum is None:
        by = "certified by an invariant" if found.grade == "certified" else "claimed by one search"
        print(f"{title}: no plan ({metric}), {by}; 'prove' makes evidence for it")
        return
    plans, moves = count(found.number, "shortest plan"), count(found.optimum, "move")
    apart = "distinguished by the positions on the way"
    print(f"{title}: {plans}, of {moves} ({metric}), {apart}; claimed by one search")
    for plan in found.plans:
        lines = plan_lines(plan) if is_terminal(sys.stdout) else [f"plan: {' '.join(plan)}"]
        print("\n".join(lines))
    if len(found.plans) < found.number:
        print(f"note: {len(found.plans)} shown, see --limit")
