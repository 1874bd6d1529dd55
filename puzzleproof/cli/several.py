"""Several answers by one command: their documents, their exit codes, and Ctrl-C.

If an answer fails, for whatever reason, a line on standard error says so, and the next answer
follows.  Ctrl-C ends the current answer and all later ones, and counts as a limit.
"""

import signal
import sys
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import contextmanager, suppress
from typing import Any, TypeAlias

from puzzleproof.cli import Exit, exit_of_error, fault_of, worst
from puzzleproof.cli.context import Context
from puzzleproof.cli.printing import count, json_line, print_answer, print_fault
from puzzleproof.models.errors import PuzzleProofError
from puzzleproof.models.texts import brief

NOTED = 10

Task: TypeAlias = tuple[Context, dict[str, Any], Callable[[], int]]
"""One answer to give: its options, its subject, and the function that finds and prints it."""


class Answers:
    """The answers that a command has printed so far: their documents and exit codes.

    With ``--json`` the output is an array of their documents.  In text, an empty line separates
    answers, unless they are ``brief``.
    """

    def __init__(self, options: Context, number: int, *, brief: bool = False) -> None:
        self.options, self.number, self.brief = options, number, brief
        self.documents = self if options.json and not options.json_stream else None
        options.documents = self.documents
        self.codes = list[int]()
        self._printed, self._before = 0, "["

    def append(self, document: Any) -> None:
        """Print an element of the array on a separate line."""
        print(f"{self._before}{json_line(document)}", end="", flush=True)
        self._before = ",\n"

    def refuse(self, faults: Iterable[tuple[str, PuzzleProofError]]) -> None:
        """Say what is wrong with files and puzzles that are left out."""
        for name, error in faults:
            self.fail({"puzzle": name}, str(error), exit_of_error(error))

    def begin(self, one: Context) -> None:
        """Print a separator if another answer was printed before this one."""
        one.documents = self.documents
        if self._printed and not (self.brief or self.options.wants_json):
            print()
        self._printed += 1

    def took(self, code: int) -> None:
        """Count a printed answer and flush the output, so that each answer is seen at once."""
        self.codes.append(code)
        sys.stdout.flush()

    def fail(self, about: dict[str, Any], text: str, code: Exit) -> None:
        """Say why there is no answer; ``about`` names the question in the document."""
        self.codes.append(code)
        if self.options.wants_json:
            print_answer(self.options, "error", {**about, "error": text, "exit": int(code)})
        where = f"{about['puzzle']} (metric {about['metric']}): " if "metric" in about else ""
        print_fault(f"{where}{text}")

    def stop(self, why: str, code: Exit = Exit.LIMIT, then: str = "") -> None:
        """Say why the work ended, how many questions are not answered, and what to do ``then``."""
        if left := self.number - len(self.codes):
            print_fault(f"{why}: {count(left, 'question')} not answered{then}")
            self.codes.append(code)

    def end(self) -> int:
        """Print the end of the JSON array, if JSON is requested; returns the worst exit code."""
        if self.documents is not None:
            print("[]" if self._before == "[" else "]", flush=True)
        return worst(self.codes)


def note_files(options: Context, what: str, files: Sequence[str]) -> None:
    """Say on standard error which files are left out, if any, and why (``what``)."""
    if files and not options.quiet:
        named = ", ".join(map(brief, files[:NOTED])) + (", …" if len(files) > NOTED else "")
        print(f"note: {what} {count(len(files), 'file')} ({named})", file=sys.stderr)


def do_each(answers: Answers, tasks: Iterable[Task]) -> int:
    """Do one task after another; returns the worst exit code."""
    with interruptions(at_once=True) as interrupted:
        for options, about, answer in tasks:
            answers.begin(options)
            try:
                answers.took(answer())
            except BaseException as error:  # noqa: BLE001  raised again if fatal
                answers.fail(about, *fault_of(error, options.verbose))
            if interrupted():
                answers.stop("interrupted")
                break
    return answers.end()


@contextmanager
def interruptions(*, at_once: bool) -> Generator[Callable[[], bool]]:
    """Yield a function that says whether a signal to end the work has come.

    With ``at_once`` a signal also raises KeyboardInterrupt in the current answer, which may treat
    it as a limit.  Without ``at_once``, the first signal is only noted, so that no answer is lost
    while it is printed, and a second signal raises KeyboardInterrupt.  Outside the main thread no
    signal is seen.
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
