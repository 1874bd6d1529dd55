"""``puzzleproof solve``: a plan, with no claim that it is the shortest."""

from __future__ import annotations

import argparse

from puzzleproof.exits import exit_of_verdict
from puzzleproof.models.errors import Unsupported
from puzzleproof.progress import listen
from puzzleproof.provers.prove import ENGINES
from puzzleproof.provers.session import Limits
from puzzleproof.provers.solve import solve
from puzzleproof.report import print_solution
from puzzleproof.verbs.common import add_instance, add_limits, chosen
from puzzleproof.version import versions

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the instance, the engine, the limits."""
    add_instance(parser)
    parser.add_argument("--engine", choices=ENGINES, default="auto")
    parser.add_argument("--all", action="store_true", help="all solutions, where a family has them")
    parser.add_argument("--limit", type=int, metavar="N", help="at most N solutions")
    add_limits(parser)


def run(options: argparse.Namespace) -> int:
    """Search for a plan and print it."""
    name, puzzle = chosen(options)
    if options.all or options.limit is not None:
        raise Unsupported(f"--all, --limit: family {puzzle.family!r} has one plan a question")
    limits = Limits(options.time_limit, options.memory_limit)
    with listen(options, puzzle.metric) as on_event:
        verdict = solve(name, puzzle, options.engine, options.seed, on_event, limits, versions())
    print_solution(verdict, options)
    return exit_of_verdict(verdict)
