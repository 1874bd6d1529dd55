"""Many jobs by workers, for `atlas`, `audit` and `prove`: the ledger, progress, Ctrl-C.

`prove_many` prints each verdict in the order of the questions.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any

from puzzleproof.cli import Exit, exit_of_error, exit_of_verdict
from puzzleproof.cli.printing import print_json
from puzzleproof.cli.printing.events import words
from puzzleproof.cli.printing.listening import listen
from puzzleproof.cli.printing.verdict import print_line, print_verdict
from puzzleproof.cli.questions import options_for
from puzzleproof.cli.several import Answers, Questions, interruptions
from puzzleproof.cli.targets import check_certificate
from puzzleproof.cli.verbs import limits_of
from puzzleproof.models.errors import LimitReached, OutputError
from puzzleproof.models.files import written_whole
from puzzleproof.options import Workers, given
from puzzleproof.provers.batch import ledger
from puzzleproof.provers.batch.jobs import Job
from puzzleproof.provers.batch.row import Outcome
from puzzleproof.provers.batch.work import Listen, no_listener
from puzzleproof.provers.events import Event, Working, ignore
from puzzleproof.provers.request import Request
from puzzleproof.provers.verdict import INTERRUPTED, Verdict


@contextmanager
def means_of(
    options: argparse.Namespace,
    progress: Callable[[], Working],
    hear: Listen = no_listener,
    *,
    shown: bool = True,
) -> Generator[tuple[ledger.Means, Callable[[], None]]]:
    """The workers and the ledger of the options, and the function that shows progress.

    ``hear`` takes the events of jobs.  Ctrl-C raises KeyboardInterrupt between two events.
    """
    with (
        listen(options, "") if shown else nullcontext(ignore) as on_event,
        interruptions(at_once=False) as interrupted,
    ):

        def heard(number: int | None, event: Any) -> None:
            if number is not None:
                hear(number, event)
                return
            if interrupted():
                raise KeyboardInterrupt
            say(options, event)
            if not options.json_stream:
                on_event(progress())

        with ledger.means_of(given(Workers, vars(options)), heard) as means:
            yield means, lambda: on_event(progress())


def say(options: argparse.Namespace, event: object) -> None:
    """Print a note about all jobs."""
    if event is not None and not options.quiet:
        print(f"puzzleproof: {getattr(event, 'text', event)}", file=sys.stderr, flush=True)


# --- prove -----------------------------------------------------------------------------------


def prove_many(options: argparse.Namespace, request: Request, questions: Questions) -> int:
    """Prove each puzzle; returns the worst of their exit codes.

    A verdict is printed as soon as all verdicts before it are.  Verdicts that were proven before
    Ctrl-C are printed, and kept in the ledger.
    """
    asked, taken = questions.asked, set[str]()
    each = [options_for(options, name, puzzle, taken) for name, puzzle in asked]
    for one in each:
        check_certificate(one)
    jobs = [Job(name, puzzle, request, limits_of(options)) for name, puzzle in asked]
    printer = _Printer(options, each, len(questions.faults))
    printer.answers.refuse(questions.faults)

    def progress() -> Working:
        return Working("proving", printer.come, len(jobs), "answers")

    shown = not (options.json_stream or options.verbose)  # these print events themselves
    with means_of(options, progress, printer.report, shown=shown) as (means, _):
        try:
            for number, result in ledger.run_batch(jobs, *means):
                printer.take(number, result)
        except KeyboardInterrupt:
            printer.stopped(INTERRUPTED)
        except (LimitReached, OutputError) as error:
            printer.stopped(str(error), exit_of_error(error))
    return printer.answers.end()


class _Printer:
    """Prints results in the order of their questions, each as early as this order allows."""

    def __init__(
        self, options: argparse.Namespace, each: Sequence[argparse.Namespace], faults: int
    ) -> None:
        self.options, self.each = options, each
        self.answers = Answers(options, len(each) + faults, brief=options.brief)
        self.results = dict[int, Outcome]()
        self.printed = self.come = 0

    def take(self, number: int, result: Outcome) -> None:
        """A result has come: write its certificate, print what can be printed."""
        self.results[number] = _written(result, self.each[number].certificate)
        self.come += 1
        while self.printed in self.results:
            self._print(self.each[self.printed], self.results.pop(self.printed))
            self.printed += 1

    def report(self, number: int | None, event: Event) -> None:
        """Print an event of a proof when it happens: a line of the stream, or of -v."""
        assert number is not None
        one = self.each[number]
        about = {"puzzle": one.instance, "metric": one.metric}
        if self.options.json_stream:
            print_json({**event.to_json(), **about})
        elif self.options.verbose and (text := words(event, one.metric)):
            print(f"{one.instance}: {text}", file=sys.stderr, flush=True)

    def stopped(self, why: str, code: Exit = Exit.LIMIT) -> None:
        """Print what has come out of order; say how many answers are missing, and how to go on."""
        for number, result in sorted(self.results.items()):
            self._print(self.each[number], result)
        ledger = self.options.ledger
        then = "with --ledger FILE a second run continues where the first one ended"
        if ledger is not None:
            then = f"the same command continues from {str(ledger)!r}"
        self.answers.stop(why, code, f"; {then}")
        self.answers.codes.append(code)

    def _print(self, options: argparse.Namespace, result: Outcome) -> None:
        self.answers.begin(options)
        if result.verdict is None:
            about = {"puzzle": result.name, "metric": result.metric}
            self.answers.fail(options, about, (result.reason, Exit.LIMIT))
            return
        verdict = _placed(result.verdict, result.certificate, options.certificate)
        remarks = (one for one in options.remarks if one not in verdict.notes)
        verdict = replace(verdict, notes=(*remarks, *verdict.notes))
        (print_line if options.brief else print_verdict)(verdict, options)
        self.answers.took(exit_of_verdict(verdict))


def _written(result: Outcome, target: str | None) -> Outcome:
    """The result with its certificate in this file, or with the reason why it is not written."""
    if not target or result.certificate is None or result.verdict is None:
        return result
    try:
        with written_whole(Path(target), f"--certificate {target!r}") as part:
            part.write_bytes(result.certificate)
    except OutputError as error:
        return replace(result, verdict=replace(result.verdict, fault=str(error)))
    return result


def _placed(verdict: Verdict, certificate: bytes | None, target: str | None) -> Verdict:
    """The verdict with the file that its certificate was written to, or why there is none."""
    if not target or verdict.fault:
        return verdict
    if certificate is not None:
        return replace(verdict, certificate=target)
    text = f"--certificate {target!r}: not written, as this answer has no certificate"
    older = target if Path(target).is_file() else None
    return replace(verdict, older=older, notes=(*verdict.notes, text))
