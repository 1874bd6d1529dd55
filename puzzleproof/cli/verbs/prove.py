"""``puzzleproof prove``: the minimum, a plan that reaches it, and the evidence."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

from puzzleproof.cli import SOLVERS, exit_of_verdict
from puzzleproof.cli.printing import listen, wants_json
from puzzleproof.cli.printing.verdict import print_verdict
from puzzleproof.cli.questions import asks_one
from puzzleproof.cli.verbs import (
    add_force,
    add_instances,
    add_limits,
    add_seed,
    add_states,
    add_workers,
    answer_all,
    for_each,
    limits_of,
)
from puzzleproof.models.errors import InstanceError, Unsupported
from puzzleproof.models.instances import load
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.request import ENGINES, EVIDENCE, PLANS, Request
from puzzleproof.provers.strategy import prove
from puzzleproof.release import versions


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the instances, what to prove and how, the limits."""
    add_instances(parser)
    parser.add_argument(
        "--engine",
        choices=ENGINES,
        default="auto",
        help="sat and cpsat prove the bound by horizons, with no search of the state graph",
    )
    parser.add_argument(
        "--evidence",
        default="auto",
        metavar="KIND[,KIND]",
        help=f"some of {', '.join(EVIDENCE)} (default: auto)",
    )
    parser.add_argument(
        "--at-least",
        type=int,
        metavar="L",
        help="prove only this bound: every plan has at least L moves",
    )
    parser.add_argument("--certificate", metavar="FILE", help="where to write the certificate")
    add_force(parser, "--certificate", "certificate")
    text = f"PySAT's solver for --engine sat: {', '.join(SOLVERS)} (default: {SOLVERS[0]})"
    parser.add_argument("--solver", metavar="NAME", help=text)
    parser.add_argument(
        "--plan-by",
        choices=PLANS,
        default=PLANS[0],
        help="with --engine sat or cpsat: any search may find the plan (the default), or the "
        "horizons alone",
    )
    add_states(parser)
    add_seed(parser, "the solver, for --engine cpsat")
    add_workers(parser)
    add_limits(parser, "each answer")


def run(options: argparse.Namespace) -> int:
    """Prove and print; the exit code says how it went."""
    request = _request(options)
    plain = options.ledger is None and options.scheduler is None
    if plain and asks_one(options):
        return for_each(options, _prove)
    from puzzleproof.cli.several import questions_of

    questions = questions_of(options, load)
    if plain and (options.jobs == 1 or len(questions) == 1):
        return answer_all(options, _prove, questions)
    if options.states:
        how = "draws one answer at a time: --jobs 1, without --ledger and --scheduler"
        raise Unsupported(f"--states {how}")
    from puzzleproof.cli.many import prove_many

    return prove_many(options, request, questions)


def _request(options: argparse.Namespace) -> Request:
    """What is asked, without the certificate's file."""
    if options.at_least is not None and options.at_least < 0:
        raise InstanceError(f"--at-least {options.at_least}: expected 0 or more")
    kinds = tuple(word.strip() for word in options.evidence.split(","))
    at_least, seed, solver, plan = options.at_least, options.seed, options.solver, options.plan_by
    return Request(options.engine, kinds, at_least, None, seed, solver, plan)


def _prove(options: argparse.Namespace, name: str, puzzle: AnyPuzzle) -> int:
    """Prove, print the verdict."""
    request = replace(_request(options), certificate=options.certificate)
    if options.certificate:
        from puzzleproof.cli.targets import check_target

        target = Path(options.certificate)
        check_target("--certificate", target, options.instance, "certificate", force=options.force)
    limits = limits_of(options)
    with listen(options, puzzle.metric) as on_event:
        verdict = prove(name, puzzle, request, on_event, limits, versions())
    print_verdict(verdict, options)
    if options.states and not wants_json(options):
        from puzzleproof.cli.printing.states import print_states

        print_states(options, puzzle, verdict.plan or ())
    return exit_of_verdict(verdict)
