"""Several answers by one command: each instance, in each metric that was asked for.

All instances are read before the work begins.  An answer that fails, in whatever way, is one line
on standard error and the next one is sought; Ctrl-C ends the answer at work and all that would
follow, which is a limit of these.
"""

from __future__ import annotations

import argparse
import signal
import sys
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

from puzzleproof.cli import WORST_LAST, Exit, exit_of_error, unexpected
from puzzleproof.cli.output import is_output_fault
from puzzleproof.cli.printing import count, print_answer, print_json, wants_json
from puzzleproof.cli.questions import (
    ALL_METRICS,
    Answer,
    Load,
    Questions,
    in_metric,
    options_for,
    say_remarks,
)
from puzzleproof.models.errors import PuzzleProofError
from puzzleproof.models.instances import library_names, load, load_all
from puzzleproof.models.puzzle import AnyPuzzle


class Answers:
    """Several answers of one command, as they are printed: their documents and exit codes.

    With ``--json`` the document is an array of their documents.
    """

    def __init__(self, options: argparse.Namespace, number: int) -> None:
        self.options, self.number = options, number
        self.documents: list[Any] | None = None
        if options.json and not options.json_stream:
            self.documents = []
        self.codes = list[Exit]()

    def begin(self, one: argparse.Namespace) -> None:
        """Print what parts an answer, of these options, from the one before it."""
        one.documents = self.documents
        if self.codes and not wants_json(self.options):
            print()

    def took(self, code: int) -> None:
        """Count an answer that was printed; whoever reads need not wait for the last one."""
        self.codes.append(Exit(code))
        sys.stdout.flush()

    def fail(self, one: argparse.Namespace, about: dict[str, Any], error: tuple[str, Exit]) -> None:
        """Say why there is no answer; ``about`` names the question in the document."""
        text, code = error
        self.codes.append(code)
        if wants_json(self.options):
            print_answer(one, "error", {**about, "error": text, "exit": int(code)})
        where = f"{about['puzzle']} (metric {about['metric']}): " if "puzzle" in about else ""
        print(f"puzzleproof: {where}{' / '.join(text.splitlines())}", file=sys.stderr)

    def stop(self, why: str) -> None:
        """Say how many answers are not sought any more."""
        if left := self.number - len(self.codes):
            print(f"puzzleproof: {why}: {count(left, 'answer')} not sought", file=sys.stderr)
            self.codes.append(Exit.LIMIT)

    def end(self) -> int:
        """Print the document, if that is wanted; the worst exit code."""
        if self.documents is not None:
            print_json(self.documents)
        return max(self.codes, key=WORST_LAST.index)


def answer_each(
    options: argparse.Namespace, answer: Answer, asked: Sequence[tuple[str, AnyPuzzle]]
) -> int:
    """Answer one question after the other; the worst of their exit codes."""
    taken = set[str]()
    questions = [(options_for(options, *one, taken), *one) for one in asked]
    answers = Answers(options, len(questions))
    with interruptions(at_once=True) as interrupted:
        for one, name, puzzle in questions:
            answers.begin(one)
            try:
                answers.took(answer(one, name, puzzle))
            except BaseException as error:  # noqa: BLE001  `_fault` raises it again
                fault = _fault(error, options.verbose)
                answers.fail(one, {"puzzle": name, "metric": puzzle.metric}, fault)
            if interrupted():
                answers.stop("interrupted")
                break
    return answers.end()


def _fault(error: BaseException, verbose: bool) -> tuple[str, Exit]:
    """What is said of an error that ends one answer alone, and its exit code; others are raised."""
    match error:
        case PuzzleProofError():
            return str(error), exit_of_error(error)
        case KeyboardInterrupt():
            return "interrupted", Exit.LIMIT
        case MemoryError():
            return "out of memory", Exit.LIMIT
        case Exception() if not is_output_fault(error):
            return unexpected(error, verbose)
        case _:
            raise error


def questions_of(options: argparse.Namespace, read: Load) -> Questions:
    """Return the name and the puzzle of each question; raises InstanceError for one that is bad.

    A file with many puzzles stands for each of them.
    """
    every, given = options.metric == ALL_METRICS, options.instances
    puzzles = [one for name in given for one in _puzzles_of(name, options.from_format, read)]
    for one in puzzles:
        say_remarks(options, *one)
    return [
        (name, in_metric(name, puzzle, metric))
        for name, puzzle in puzzles
        for metric in (puzzle.metrics if every else [options.metric or puzzle.metric])
    ]


def _puzzles_of(name: str, format_name: str | None, read: Load) -> list[tuple[str, AnyPuzzle]]:
    if read is not load or (format_name is None and name in library_names()):
        return [(name, read(name, format_name))]
    return load_all(name, format_name)


# --- Ctrl-C ---------------------------------------------------------------------------------


@contextmanager
def interruptions(*, at_once: bool) -> Generator[Callable[[], bool]]:
    """Yield what says whether such a signal has come.

    With ``at_once`` it also raises KeyboardInterrupt in the answer at work, which may take it as a
    limit.  Without, the first one waits for `end_if`, so that no answer is lost that is just being
    printed, and the second is raised.  Outside the main thread no signals are seen.
    """
    from puzzleproof.provers.process import ENDING, Terminated

    come, before = list[int](), dict[int, Any]()

    def receive(number: int, _frame: Any) -> None:
        waits = not at_once and not come
        come.append(number)
        if not waits:
            raise KeyboardInterrupt if number == signal.SIGINT else Terminated

    for number in ENDING:
        with suppress(ValueError):  # not the main thread
            before[number] = signal.signal(number, receive)
    try:
        yield lambda: bool(come)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def end_if(interrupted: Callable[[], bool]) -> None:
    """Raise KeyboardInterrupt where a signal has come."""
    if interrupted():
        raise KeyboardInterrupt
