"""The questions of a command, each an instance in a metric, and what is printed about them.

All instances are read before the work begins; one that is bad ends the command, or with
--keep-going is one line on standard error.  An answer that fails, in whatever way, is such a line,
too, and the next one is sought; Ctrl-C ends the answer at work and all that would follow, which is
a limit of these.
"""

from __future__ import annotations

import argparse
import signal
import sys
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from puzzleproof.cli import WORST_LAST, Exit, exit_of_error, fault_of
from puzzleproof.cli.printing import count, json_line, print_answer, wants_json
from puzzleproof.models.errors import InstanceError, NotationError, PuzzleProofError
from puzzleproof.models.instances import file_stem, files_of_puzzles, load, read_all
from puzzleproof.models.puzzle import AnyPuzzle

WRITTEN = {"certificate": "--certificate", "graph": "--write-graph", "output": "--output"}
"""Options that name a file to write; each of several answers has a file of its own."""
ANSWERS_WITH_REMARKS = ("show", "prove")
"""Verbs whose answer contains the remarks on the instance; others print them on standard error."""
ALL_METRICS = "all"
NOTED = 10

Load: TypeAlias = Callable[[str, str | None], AnyPuzzle]
"""From the name of an instance, and the name of its format or None, to the puzzle."""
Answer: TypeAlias = Callable[[argparse.Namespace, str, Any], int]
"""What a verb does with its options, the name of an instance and the puzzle -> the exit code."""
Task: TypeAlias = tuple[argparse.Namespace, dict[str, Any], Callable[[], int]]
"""An answer to be sought: its options, what it is about, and what prints it."""
Found: TypeAlias = tuple[str, AnyPuzzle | PuzzleProofError]
"""A name, and its puzzle or what is wrong with it."""


class Questions(NamedTuple):
    """The names of instances and the puzzles, each in its metric, and what cannot be asked."""

    asked: list[tuple[str, AnyPuzzle]]
    faults: list[tuple[str, PuzzleProofError]]
    """The names of files and puzzles that --keep-going leaves out, and why."""
    of_collection: bool
    """Whether a name stands for several puzzles: a folder, or a file of many."""


# --- reading --------------------------------------------------------------------------------


def questions_of(options: argparse.Namespace, read: Load = load) -> Questions:
    """Return the name and the puzzle of each question.

    A file with many puzzles, or a folder of files, stands for each of them.  Raises the error of
    one that is bad, unless --keep-going leaves it out.
    """
    asked, faults = list[tuple[str, AnyPuzzle]](), list[tuple[str, PuzzleProofError]]()
    found = [entry for name in options.instances for entry in _entries(options, name, read)]
    for name, one in found:
        try:
            if isinstance(one, PuzzleProofError):
                raise one
            say_remarks(options, name, one)
            metrics = one.metrics if options.metric == ALL_METRICS else [options.metric]
            asked += [(name, in_metric(name, one, metric)) for metric in metrics]
        except PuzzleProofError as error:
            if not options.keep_going:
                raise
            faults.append((name, error))
    folders = any(name and Path(name).is_dir() for name in options.instances)
    return Questions(asked, faults, folders or len(found) > len(options.instances))


def _entries(options: argparse.Namespace, name: str, read: Load) -> Sequence[Found]:
    """What a name stands for: puzzles, or what is wrong with a folder, a file or a puzzle."""
    try:
        files, others = files_of_puzzles(name)
        note_files(options, "no puzzle in", others)
        if files != [name]:
            return [entry for file in files for entry in _entries(options, file, read)]
        if read is not load:
            return [(name, read(name, options.from_format))]
        return read_all(name, options.from_format)
    except PuzzleProofError as error:
        return [(name, error)]


def note_files(options: argparse.Namespace, what: str, files: Sequence[str]) -> None:
    """Say on standard error what holds of files that are left out, if there are any."""
    if files and not options.quiet:
        named = ", ".join(files[:NOTED]) + (", …" if len(files) > NOTED else "")
        print(f"note: {what} {count(len(files), 'file')} ({named})", file=sys.stderr)


def chosen(options: argparse.Namespace) -> tuple[str, AnyPuzzle]:
    """The name of a verb's only instance, and the puzzle in the metric asked for."""
    puzzle = load(options.instance, options.from_format)
    say_remarks(options, options.instance, puzzle)
    return options.instance, in_metric(options.instance, puzzle, options.metric)


def say_remarks(options: argparse.Namespace, name: str, puzzle: AnyPuzzle) -> None:
    """Print the remarks on an instance (legal, but rarely meant) unless the answer has them."""
    if options.verb not in ANSWERS_WITH_REMARKS and not options.quiet:
        for remark in puzzle.remarks:
            print(f"note: {name}: {remark}", file=sys.stderr)


def in_metric(name: str, puzzle: AnyPuzzle, metric: str | None) -> AnyPuzzle:
    """The puzzle in a metric, or in its own; raises InstanceError naming the instance."""
    try:
        return puzzle if metric is None else puzzle.with_metric(metric)
    except InstanceError as error:
        raise InstanceError(f"{name}: {error}") from None


def options_for(
    options: argparse.Namespace, name: str, puzzle: AnyPuzzle, taken: set[str]
) -> argparse.Namespace:
    """The options of one answer, with file names filled in; raises NotationError for one taken."""
    one = argparse.Namespace(**vars(options))
    one.instance, one.metric, one.remarks = name, puzzle.metric, puzzle.remarks
    for option, flag in WRITTEN.items():
        if file := getattr(options, option, None):
            file = file.replace("{puzzle}", file_stem(name)).replace("{metric}", puzzle.metric)
            if file in taken:
                how = "put {puzzle} and {metric} into its name"
                raise NotationError(f"{flag} {file!r}: one file for several answers: {how}")
            taken.add(file)
            setattr(one, option, file)
    return one


# --- answering ------------------------------------------------------------------------------


class Answers:
    """The answers of one command that are printed so far: their documents and exit codes.

    With ``--json`` the document is an array of their documents.  Between answers of several lines
    there is an empty one, unless they are ``brief``.
    """

    def __init__(self, options: argparse.Namespace, number: int, *, brief: bool = False) -> None:
        self.options, self.number, self.brief = options, number, brief
        self.documents = self if options.json and not options.json_stream else None
        options.documents = self.documents
        self.codes = list[Exit]()
        self._printed, self._before = 0, "["

    def append(self, document: Any) -> None:
        """Print an element of the array, on a line of its own."""
        print(f"{self._before}{json_line(document)}", end="", flush=True)
        self._before = ",\n"

    def refuse(self, faults: Iterable[tuple[str, PuzzleProofError]]) -> None:
        """Say what is wrong with files and puzzles that are left out."""
        for name, error in faults:
            self.fail({"puzzle": name}, str(error), exit_of_error(error))

    def begin(self, one: argparse.Namespace) -> None:
        """Print what separates an answer with these options from the one before it."""
        one.documents = self.documents
        if self._printed and not (self.brief or wants_json(self.options)):
            print()
        self._printed += 1

    def took(self, code: int) -> None:
        """Count a printed answer, and flush it, so that nobody has to wait for the last one."""
        self.codes.append(Exit(code))
        sys.stdout.flush()

    def fail(self, about: dict[str, Any], text: str, code: Exit) -> None:
        """Say why there is no answer; ``about`` names the question in the document."""
        self.codes.append(code)
        if wants_json(self.options):
            print_answer(self.options, "error", {**about, "error": text, "exit": int(code)})
        where = f"{about['puzzle']} (metric {about['metric']}): " if "metric" in about else ""
        print(f"puzzleproof: {where}{' / '.join(text.splitlines())}", file=sys.stderr)

    def stop(self, why: str, code: Exit = Exit.LIMIT, then: str = "") -> None:
        """Say how many questions are not answered, and what to do ``then``."""
        if left := self.number - len(self.codes):
            missing = f"{count(left, 'question')} not answered"
            print(f"puzzleproof: {why}: {missing}{then}", file=sys.stderr)
            self.codes.append(code)

    def end(self) -> int:
        """Print the document if it is wanted; return the worst exit code."""
        if self.documents is not None:
            print("[]" if self._before == "[" else "]", flush=True)
        return max(self.codes, key=WORST_LAST.index)


def each_instance(answer: Answer, read: Load = load) -> Callable[[argparse.Namespace], int]:
    """The `run` of a verb whose function answers about one instance.

    Each answer has its own options, with one name in ``instance`` and one metric in ``metric``.
    """
    return lambda options: answer_each(options, answer, questions_of(options, read))


def answer_each(options: argparse.Namespace, answer: Answer, questions: Questions) -> int:
    """Answer one question after the other; returns the worst of their exit codes."""
    taken, tasks = set[str](), list[Task]()
    for name, puzzle in questions.asked:
        one = options_for(options, name, puzzle, taken)
        about = {"puzzle": name, "metric": puzzle.metric}
        tasks.append((one, about, partial(answer, one, name, puzzle)))
    if len(tasks) == 1 and not questions.faults and options.metric != ALL_METRICS:
        return tasks[0][2]()
    number = len(tasks) + len(questions.faults)
    answers = Answers(options, number, brief=getattr(options, "brief", False))
    answers.refuse(questions.faults)
    return do_each(answers, tasks)


def do_each(answers: Answers, tasks: Iterable[Task]) -> int:
    """Do one task after the other; returns the worst exit code."""
    with interruptions(at_once=True) as interrupted:
        for options, about, answer in tasks:
            answers.begin(options)
            try:
                answers.took(answer())
            except BaseException as error:  # noqa: BLE001  `fault_of` raises it again
                answers.fail(about, *fault_of(error, options.verbose))
            if interrupted():
                answers.stop("interrupted")
                break
    return answers.end()


@contextmanager
def interruptions(*, at_once: bool) -> Generator[Callable[[], bool]]:
    """Yield a function that says whether a signal to end the work has come.

    With ``at_once`` a signal also raises KeyboardInterrupt in the current answer, which may take it
    as a limit.  Without it, the first signal waits until this is asked, so that an answer being
    printed is not lost, and the second is raised.  Outside the main thread none is seen.
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
