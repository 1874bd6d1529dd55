"""``puzzleproof prove``: the minimum, a plan that reaches it, and the evidence."""

from __future__ import annotations

import argparse
from pathlib import Path

from puzzleproof import versions
from puzzleproof.cli import exit_of_verdict
from puzzleproof.cli.printing import listen
from puzzleproof.cli.printing.verdict import print_verdict
from puzzleproof.cli.verbs import add_instance, add_limits, check_target, chosen
from puzzleproof.models.errors import InstanceError
from puzzleproof.provers.process import Limits
from puzzleproof.provers.prove import prove
from puzzleproof.provers.request import ENGINES, EVIDENCE, Request


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the instance, what to prove and how, the limits."""
    add_instance(parser)
    parser.add_argument(
        "--engine",
        choices=ENGINES,
        default="auto",
        help="sat and cpsat work by increasing horizons, with no search of the state graph",
    )
    parser.add_argument(
        "--evidence",
        default="auto",
        metavar="KIND[,KIND]",
        help=f"some of {', '.join(EVIDENCE)} (default: auto)",
    )
    parser.add_argument("--at-least", type=int, metavar="L", help="prove only this lower bound")
    parser.add_argument("--certificate", metavar="FILE", help="where to write the certificate")
    parser.add_argument(
        "--solver", metavar="NAME", help="PySAT's solver for --engine sat (default: cadical195)"
    )
    add_limits(parser)


def run(options: argparse.Namespace) -> int:
    """Prove, print the verdict; the exit code says how it went."""
    name, puzzle = chosen(options)
    if options.at_least is not None and options.at_least < 0:
        raise InstanceError(f"--at-least {options.at_least}: expected 0 or more")
    kinds = tuple(word.strip() for word in options.evidence.split(","))
    request = Request(
        options.engine, kinds, options.at_least, options.certificate, options.seed, options.solver
    )
    if options.certificate:
        check_target("--certificate", Path(options.certificate), options.instance)
    limits = Limits(options.time_limit, options.memory_limit)
    with listen(options, puzzle.metric) as on_event:
        verdict = prove(name, puzzle, request, on_event, limits, versions())
    print_verdict(verdict, options)
    return exit_of_verdict(verdict, options.at_least)
