"""The questions of a command: a *question* is an instance in a metric.

All instances are read before the work begins.  If one of several instances is bad, a line on
standard error says so, and the other instances are answered.
"""

import re
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from puzzleproof.cli import ALL_METRICS
from puzzleproof.cli.context import Context
from puzzleproof.models.documents import ReadOptions
from puzzleproof.models.errors import InstanceError, NotationError, PuzzleProofError
from puzzleproof.models.instances import file_stem, files_of_puzzles, load_one, read_all
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.models.texts import brief

if TYPE_CHECKING:
    from puzzleproof.cli.several import Task

WRITTEN = {"certificate": "--certificate", "output": "--output"}
"""Options that name a file to write; if there are several answers, each has its own file."""
ANSWERS_WITH_REMARKS = ("show", "prove")
"""Verbs whose answer contains the remarks on the instance; other verbs print them on stderr."""
ANSWERS_WITH_ASSUMPTIONS = ("show", "prove", "solve")
"""Verbs whose answer contains the assumptions on an instance; other verbs print them on stderr."""
FIELD = re.compile(r"\{(\w+)\}")
"""A placeholder in the file name for several answers."""

Load: TypeAlias = Callable[[str, ReadOptions], AnyPuzzle]
"""A function that reads a puzzle: (name of the instance, how to read it) -> the puzzle."""
Answer: TypeAlias = Callable[[Context, str, Any], int]
"""The function of a verb: (options, name of the instance, puzzle) -> the exit code."""
Found: TypeAlias = tuple[str, AnyPuzzle | PuzzleProofError]
"""A name with its puzzle, or with the error that reading it raised."""


class Questions(NamedTuple):
    """The questions to answer, and the faults of the instances that cannot be read."""

    asked: list[tuple[str, AnyPuzzle]]
    faults: list[tuple[str, PuzzleProofError]]
    """The names of files and puzzles that are left out, and the reasons."""
    of_collection: bool
    """Whether a name stands for several puzzles: a folder, or a file of many puzzles."""


def questions_of(options: Context, read: Load = load_one, *, whole: bool = False) -> Questions:
    """Return the name and the puzzle of each question.

    A file of many puzzles means each puzzle in it, and a folder each file in it.  Raises the error
    of a bad instance if there is no other instance, or if the ``whole`` list is required.
    """
    asked, faults = list[tuple[str, AnyPuzzle]](), list[tuple[str, PuzzleProofError]]()
    found = [entry for name in options.instances for entry in _entries(options, name, read)]
    folders = any(name and Path(name).is_dir() for name in options.instances)
    of_collection = folders or len(found) > len(options.instances)
    several = of_collection or len(found) > 1
    for name, one in ((brief(raw), one) for raw, one in found):
        try:
            if isinstance(one, PuzzleProofError):
                raise one
            say_remarks(options, name, one)
            metrics = one.metrics if options.metric == ALL_METRICS else [options.metric]
            asked += [(name, in_metric(name, one, metric)) for metric in metrics]
        except PuzzleProofError as error:
            if whole or not several:
                raise
            faults.append((name, error))
    return Questions(asked, faults, of_collection)


def _entries(options: Context, name: str, read: Load) -> Sequence[Found]:
    """List the puzzles that a name stands for, or the error that reading them raised."""
    try:
        files, others = files_of_puzzles(name)
        if files != [name]:
            from puzzleproof.cli.several import note_files

            note_files(options, "no puzzle in", others)
            return [entry for file in files for entry in _entries(options, file, read)]
        if read is not load_one:
            return [(name, read(name, options.reading))]
        return read_all(name, options.reading)
    except PuzzleProofError as error:
        return [(name, error)]


def chosen(options: Context) -> tuple[str, AnyPuzzle]:
    """Return the name of a verb's only instance, and the puzzle in the requested metric."""
    puzzle, name = load_one(options.instance, options.reading), brief(options.instance)
    say_remarks(options, name, puzzle)
    return name, in_metric(name, puzzle, options.metric)


def say_remarks(options: Context, name: str, puzzle: AnyPuzzle) -> None:
    """Print what was assumed of an instance, and the remarks on it, unless the answer has them."""
    if options.verb not in ANSWERS_WITH_ASSUMPTIONS:
        for text in puzzle.assumed:
            print(f"assumed: {name}: {text}", file=sys.stderr)
    if options.verb not in ANSWERS_WITH_REMARKS and not options.quiet:
        from puzzleproof.models.remarks import remarks

        for remark in remarks(puzzle):
            print(f"note: {name}: {remark}", file=sys.stderr)


def in_metric(name: str, puzzle: AnyPuzzle, metric: str | None) -> AnyPuzzle:
    """Return the puzzle in ``metric`` (None: its own); raises InstanceError naming the instance."""
    try:
        return puzzle if metric is None else puzzle.with_metric(metric)
    except InstanceError as error:
        raise InstanceError(f"{name}: {error}") from None


def options_for(options: Context, name: str, puzzle: AnyPuzzle, taken: set[str]) -> Context:
    """Return the options of an answer, with its files' names; raises if a name is ``taken``."""
    from puzzleproof.models.remarks import remarks

    one = options.but(instance=name, metric=puzzle.metric, remarks=remarks(puzzle))
    for option, flag in WRITTEN.items():
        if file := getattr(options, option, None):
            file = _filled(flag, file, {"puzzle": file_stem(name), "metric": puzzle.metric})
            if file in taken:
                how = "put {puzzle} and {metric} into its name"
                raise NotationError(f"{flag} {file!r}: one file for several answers: {how}")
            taken.add(file)
            setattr(one, option, file)
    return one


def _filled(flag: str, file: str, values: Mapping[str, str]) -> str:
    """Fill the values into a file name; raises NotationError for an unknown ``{name}``."""
    for unknown in set(FIELD.findall(file)) - set(values):
        known = ", ".join(f"{{{name}}}" for name in values)
        raise NotationError(f"{flag} {file!r}: {{{unknown}}} is unknown: expected some of {known}")
    return FIELD.sub(lambda found: values[found[1]], file)


def each_instance(answer: Answer, read: Load = load_one) -> Callable[[Context], int]:
    """Make the `run` of a verb from the function that answers about one instance.

    Each answer has its own options, with one name in ``instance`` and one metric in ``metric``.
    """
    return lambda options: answer_each(options, answer, questions_of(options, read))


def answer_each(options: Context, answer: Answer, questions: Questions) -> int:
    """Answer one question after another; returns the worst exit code of the answers."""
    taken, tasks = set[str](), list["Task"]()
    for name, puzzle in questions.asked:
        one = options_for(options, name, puzzle, taken)
        about = {"puzzle": name, "metric": puzzle.metric}
        tasks.append((one, about, partial(answer, one, name, puzzle)))
    if len(tasks) == 1 and not questions.faults and options.metric != ALL_METRICS:
        return tasks[0][2]()
    from puzzleproof.cli.several import Answers, do_each

    number = len(tasks) + len(questions.faults)
    answers = Answers(options, number, brief=options.brief)
    answers.refuse(questions.faults)
    return do_each(answers, tasks)
