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
from puzzleproof.provers.process import ENDING, Terminated


def answer_each(
    options: argparse.Namespace, answer: Answer, asked: Sequence[tuple[str, AnyPuzzle]]
) -> int:
    """Answer one question after the other; the worst of their exit codes.

    With ``--json`` the document is an array of their documents.
    """
    taken = set[str]()
    questions = [(options_for(options, *one, taken), *one) for one in asked]
    documents = list[Any]()
    codes = [Exit.PROVEN]
    with interruptions(at_once=True) as interrupted:
        for number, (one, name, puzzle) in enumerate(questions):
            one.documents = documents if options.json and not options.json_stream else None
            if number and not wants_json(options):
                print()
            codes.append(_answer(one, name, puzzle, answer))
            sys.stdout.flush()  # whoever reads need not wait for the last one
            if interrupted():
                codes += _left_out(len(questions) - number - 1)
                break
    if options.json and not options.json_stream:
        print_json(documents)
    return max(codes, key=WORST_LAST.index)


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


def _left_out(number: int) -> list[Exit]:
    """Say how many answers are not sought any more; what that means for the exit code."""
    if not number:
        return []
    print(f"puzzleproof: interrupted: {count(number, 'answer')} not sought", file=sys.stderr)
    return [Exit.LIMIT]


def _answer(options: argparse.Namespace, name: str, puzzle: AnyPuzzle, answer: Answer) -> Exit:
    """The exit code of one answer; an error is reported, and ends this answer alone."""
    try:
        return Exit(answer(options, name, puzzle))
    except PuzzleProofError as error:
        text, code = str(error), exit_of_error(error)
    except KeyboardInterrupt:
        text, code = "interrupted", Exit.LIMIT
    except MemoryError:
        text, code = "out of memory", Exit.LIMIT
    except Exception as error:
        if is_output_fault(error):
            raise
        text, code = unexpected(error, options.verbose)
    if wants_json(options):
        head = {"puzzle": name, "metric": puzzle.metric}
        print_answer(options, "error", {**head, "error": text, "exit": int(code)})
    where = f"{name} (metric {puzzle.metric})"
    print(f"puzzleproof: {where}: {' / '.join(text.splitlines())}", file=sys.stderr)
    return code


# --- Ctrl-C ---------------------------------------------------------------------------------


@contextmanager
def interruptions(*, at_once: bool) -> Generator[Callable[[], bool]]:
    """Yield what says whether such a signal has come.

    With ``at_once`` it also raises KeyboardInterrupt in the answer at work, which may take it as a
    limit.  Without, the first one waits for `end_if`, so that no answer is lost that is just being
    printed, and the second is raised.  Outside the main thread no signals are seen.
    """
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
