"""``puzzleproof solve``: a plan, by a search that proves no minimum; all solutions of cubes."""

from __future__ import annotations

import argparse
from importlib import import_module

from puzzleproof.cli import exit_of_verdict
from puzzleproof.cli.printing import wants_json
from puzzleproof.cli.printing.listening import listen
from puzzleproof.cli.printing.terminal import print_states
from puzzleproof.cli.printing.verdict import print_solution
from puzzleproof.cli.verbs import (
    add_instances,
    add_limits,
    add_seed,
    add_states,
    for_each,
    limits_of,
)
from puzzleproof.models.errors import Unsupported
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.options import add_options
from puzzleproof.provers.solve import solve
from puzzleproof.release import versions
from puzzleproof.requests import SolveOptions

REPORTS = {"stacks": "puzzleproof.cli.printing.stacks"}
"""Solutions that are not plans: the module that finds and prints them."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the instances, the engine, the limits."""
    add_instances(parser)
    add_options(parser, SolveOptions)
    parser.add_argument(
        "--all",
        action="store_true",
        help="cubes: all solutions; elsewhere: the number of shortest plans, and the first of them",
    )
    add_states(parser)
    add_seed(parser, "the solver, for --engine cpsat")
    add_limits(parser, "each answer")


def run(options: argparse.Namespace) -> int:
    """Search for plans and print them."""
    return for_each(options, _solve)


def _solve(options: argparse.Namespace, name: str, puzzle: AnyPuzzle) -> int:
    """Search for a plan and print it."""
    if puzzle.solutions in REPORTS:
        code: int = import_module(REPORTS[puzzle.solutions]).run(options, name, puzzle)
        return code
    if options.all:
        from puzzleproof.cli.printing.plans import run as run_all

        return run_all(options, name, puzzle)
    if options.limit is not None:
        raise Unsupported("--limit goes with --all")
    limits = limits_of(options)
    with listen(options, puzzle.metric) as on_event:
        verdict = solve(name, puzzle, options.engine, options.seed, on_event, limits, versions())
    print_solution(verdict, options)
    if options.states and not wants_json(options):
        print_states(options, puzzle, verdict.plan or ())
    return exit_of_verdict(verdict)
