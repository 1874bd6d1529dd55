"""``puzzleproof prove``: the minimum, a plan that reaches it, and the evidence."""

import argparse

from puzzleproof.cli import exit_of_verdict, without_certificate
from puzzleproof.cli.context import Context
from puzzleproof.cli.output import listen
from puzzleproof.cli.printing.verdict import print_verdict
from puzzleproof.cli.questions import answer_each, questions_of
from puzzleproof.cli.verbs import add_boards, add_instances, add_limits
from puzzleproof.models.errors import NotationError, Unsupported
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.options import Workers, add_options, given
from puzzleproof.provers.request import ProofOptions, Request
from puzzleproof.provers.strategy import prove
from puzzleproof.release import versions


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the instances, the options for what to prove and how, and the limits."""
    add_instances(parser)
    add_options(parser, ProofOptions)
    add_options(parser, Request)
    add_boards(parser)
    add_options(parser, Workers)
    add_limits(parser, "each answer")


def run(options: Context) -> int:
    """Prove each instance and print the verdicts; returns the exit code."""
    request = given(Request, vars(options))
    plain = options.ledger is None and not isinstance(options.jobs, str)
    questions = questions_of(options)
    options.brief = questions.of_collection and not options.boards
    fewest = any(next(one.ladder(), None) for _, one in questions.asked)
    if plain and (options.jobs == 1 or len(questions.asked) <= 1 or fewest):
        return answer_each(options, _prove, questions)
    if fewest:
        raise Unsupported("finish 'fewest' cannot be combined with --ledger or a scheduler")
    if options.boards:
        how = "draws one answer at a time: use --jobs 1, without --ledger"
        raise NotationError(f"--boards {how}")
    from puzzleproof.cli.many import prove_many

    return prove_many(options, request, questions)


def _prove(options: Context, name: str, puzzle: AnyPuzzle) -> int:
    request = given(Request, vars(options))
    if options.certificate:
        from puzzleproof.cli.targets import check_certificate

        check_certificate(options, puzzle)
    limits = options.limits
    with listen(options, puzzle.metric) as on_event:
        verdict = prove(name, puzzle, request, on_event, limits, versions())
    verdict = without_certificate(verdict, options.certificate)
    print_verdict(verdict, options)
    if options.boards and not options.wants_json:
        from puzzleproof.cli.printing.boards import print_states

        print_states(options, puzzle, verdict.plan or ())
    return exit_of_verdict(verdict)
