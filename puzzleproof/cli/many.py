"""Many jobs by workers, for `atlas`, `audit`, `prove` and `results`: ledger, progress, Ctrl-C.

With ``--json-stream``, and on a terminal without ``--json``, answers are printed as they come;
otherwise, in the order of the arguments.
"""

import sys
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

from puzzleproof.cli import Exit, exit_of_error, exit_of_verdict, without_certificate
from puzzleproof.cli.context import Context
from puzzleproof.cli.output import listen
from puzzleproof.cli.printing import can_be_live, is_terminal, print_fault, print_json
from puzzleproof.cli.printing.progress import CLEAR, words
from puzzleproof.cli.printing.verdict import print_verdict
from puzzleproof.cli.questions import Questions, options_for
from puzzleproof.cli.several import Answers, interruptions
from puzzleproof.cli.targets import check_certificate
from puzzleproof.models.errors import LimitReached, OutputError, PuzzleProofError
from puzzleproof.models.output import written_whole
from puzzleproof.models.texts import brief
from puzzleproof.options import Workers, given
from puzzleproof.provers.batch import ledger
from puzzleproof.provers.batch.jobs import Job
from puzzleproof.provers.batch.pool import AtWork, Listen, no_listener
from puzzleproof.provers.batch.row import Outcome
from puzzleproof.provers.events import Event, Working, ignore
from puzzleproof.provers.request import Request
from puzzleproof.provers.verdict import INTERRUPTED

NAMED = 3
"""The greatest number of running jobs whose names are shown."""
T = TypeVar("T")


@contextmanager
def means_of(
    options: Context,
    progress: Callable[[], tuple[Working, Sequence[str]]],
    hear: Listen = no_listener,
    *,
    shown: bool = True,
) -> Generator[tuple[ledger.Means, Callable[[], None]]]:
    """Yield the workers and the ledger of the options, and a function that shows progress.

    ``progress`` returns the number of jobs done, and the names of all jobs of the current part.
    ``hear`` gets the events of jobs.  Ctrl-C raises KeyboardInterrupt between two events.
    """
    working = list[int]()

    def shown_now() -> None:
        event, names = progress()
        at_work = [brief(names[number]) for number in working if number < len(names)]
        more = ["…"] if len(at_work) > NAMED else []
        now = ", ".join(at_work[:NAMED] + more)
        on_event(replace(event, phase=f"{event.phase} {now}".rstrip()))

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
            if isinstance(event, AtWork):
                working[:] = event.numbers
            else:
                say(options, event)
            if not options.json_stream:
                shown_now()

        with ledger.means_of(given(Workers, vars(options)), heard) as means:
            yield means, shown_now


def ready(options: Context, left: list[int], come: Mapping[int, T]) -> list[T]:
    """Return the answers that have ``come`` and may be printed now; removes them from ``left``.

    With ``--json-stream``, and on a terminal without ``--json``, an answer may be printed at once.
    """
    at_once = options.json_stream or (is_terminal(sys.stdout) and not options.wants_json)
    first = next((k for k, number in enumerate(left) if number not in come), len(left))
    numbers = [*filter(come.__contains__, left if at_once else left[:first])]
    left[:] = [number for number in left if number not in numbers]
    if numbers and is_terminal(sys.stdout) and can_be_live(sys.stderr):
        print(CLEAR, end="", file=sys.stderr, flush=True)  # an answer replaces the live line
    return [come[number] for number in numbers]


def way_on(options: Context) -> str:
    """Say how to continue after a limit or Ctrl-C."""
    if options.ledger is None:
        return "with --ledger FILE a second run continues where the first one ended"
    return f"the same command continues from {str(options.ledger)!r}"


def say(options: Context, event: object) -> None:
    """Print a note about all jobs."""
    if not options.quiet:
        print_fault(str(getattr(event, "text", event)))


def prove_many(options: Context, request: Request, questions: Questions) -> int:
    """Prove each puzzle; returns the worst exit code.

    Verdicts that were proven before Ctrl-C are printed, and kept in the ledger.
    """
    asked, taken = questions.asked, set[str]()
    each = [options_for(options, name, puzzle, taken) for name, puzzle in asked]
    for one, (_, puzzle) in zip(each, asked, strict=True):
        check_certificate(one, puzzle)
    jobs = [Job(name, puzzle, request, options.limits) for name, puzzle in asked]
    answers = Answers(options, len(each) + len(questions.faults), brief=options.brief)
    answers.refuse(questions.faults)
    come = dict[int, tuple[Context, Outcome]]()

    def report(number: int | None, event: Event) -> None:
        """Print an event of a proof when it happens, with ``--json-stream`` or ``-v``."""
        assert number is not None
        one = each[number]
        if options.json_stream:
            print_json({**event.to_json(), "puzzle": one.instance, "metric": one.metric})
        elif options.verbose and (text := words(event, one.metric or "")):
            print(f"{one.instance}: {text}", file=sys.stderr, flush=True)

    def progress() -> tuple[Working, list[str]]:
        names = [one.instance for one in each]
        return Working("proving", len(come), len(jobs), "answers"), names

    shown = not (options.json_stream or options.verbose)  # otherwise `report` prints the events
    left = list(range(len(jobs)))
    with means_of(options, progress, report, shown=shown) as (means, _):
        try:
            for number, result in ledger.run_batch(jobs, means):
                written = _written(result, each[number].certificate)
                kept = replace(written, certificate=None)  # many certificates would fill the memory
                come[number] = each[number], kept
                for answer in ready(options, left, come):
                    _print(answers, *answer)
        except (KeyboardInterrupt, LimitReached, OutputError) as error:
            for number in filter(come.__contains__, left):
                _print(answers, *come[number])
            code = exit_of_error(error) if isinstance(error, PuzzleProofError) else Exit.LIMIT
            answers.stop(str(error) or INTERRUPTED, code, f"; {way_on(options)}")
            answers.codes.append(code)
    return answers.end()


def _print(answers: Answers, options: Context, result: Outcome) -> None:
    answers.begin(options)
    if result.verdict is None:
        about = {"puzzle": result.name, "metric": result.metric}
        answers.fail(about, result.reason, Exit.LIMIT)
        return
    notes = result.verdict.notes
    remarks = (one for one in options.remarks if one not in notes)
    verdict = replace(result.verdict, notes=(*remarks, *notes))
    print_verdict(verdict, options)
    answers.took(exit_of_verdict(verdict))


def _written(result: Outcome, target: str | None) -> Outcome:
    """Write the certificate; the verdict returned names its file, or says why there is none."""
    verdict, data = result.verdict, result.certificate
    if not target or verdict is None or verdict.fault:
        return result
    if data is None:
        older = target if Path(target).is_file() else None
        verdict = without_certificate(replace(verdict, older=older), target)
    else:
        try:
            with written_whole(Path(target), f"--certificate {target!r}") as part:
                part.write_bytes(data)
            verdict = replace(verdict, certificate=target)
        except OutputError as error:
            verdict = replace(verdict, fault=str(error))
    return replace(result, verdict=verdict)
