r"""Standard output and standard error: how they are written, and what happens if that fails.

| fault | what is done | exit code |
|---|---|---|
| the reader of standard output goes away (`| head`) | nothing is printed | 141 |
| standard output cannot be written (a full disk) | one line on standard error | 40 |
| standard output is closed (`>&-`) | one line on standard error, before any work | 40 |
| standard error is closed or cannot be written | its text is lost | the answer's code |
| the encoding (such as Latin-1) lacks a character | it is written as an escape (`\u2014`) | same |

Any other file that cannot be written also gives the code 40 (docs/commands.md has all codes).
"""

import io
import os
import sys
from collections.abc import Callable, Generator
from contextlib import closing, contextmanager, suppress
from typing import TYPE_CHECKING, Any, TextIO, cast

from puzzleproof.cli import Exit
from puzzleproof.cli.context import Context
from puzzleproof.cli.printing import is_terminal, print_json

if TYPE_CHECKING:
    from puzzleproof.provers.events import Emit


def run_with_streams(command: Callable[[], int]) -> int:
    """Run a command and watch the standard streams; returns its exit code, or a fault's code."""
    before = sys.stdout, sys.stderr
    out, err = (cast("TextIO | None", stream) for stream in before)
    if err is None:  # open a stream instead, so that no other file gets descriptor 2
        while (number := os.open(os.devnull, os.O_RDWR)) < 2:
            pass
        err = open(number, "w", encoding="utf-8", errors="replace")  # noqa: SIM115  stays open
    complaints = Watched(err, lenient=True)
    sys.stderr = cast("TextIO", complaints)
    try:
        if out is None:
            return _lost("is closed")
        answers = Watched(out)
        sys.stdout = cast("TextIO", answers)
        return _exit_code(command, answers)
    finally:
        complaints.flush()
        if complaints.fault:
            _discard(complaints)
        sys.stdout, sys.stderr = before


class Watched:
    """A stream that keeps its first error, even if the writer ignores the error."""

    def __init__(self, stream: TextIO, *, lenient: bool = False) -> None:
        """Watch a stream; if ``lenient``, text that cannot be written is lost."""
        self._stream, self._lenient = stream, lenient
        self.fault: OSError | None = None
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")

    def write(self, text: str) -> int:
        """Write a text; returns its length."""
        self._try(lambda: self._stream.write(text))
        return len(text)

    def flush(self) -> None:
        """Write the buffered text."""
        self._try(self._stream.flush)

    def _try(self, action: Callable[[], object]) -> None:
        try:
            action()
        except OSError as error:
            self.fault = self.fault or error
            if not self._lenient:
                raise

    def __getattr__(self, name: str) -> Any:
        """Return any other attribute from the stream."""
        return getattr(self._stream, name)


def _exit_code(command: Callable[[], int], answers: Watched) -> int:
    code = 0
    try:
        code = command()
    except SystemExit as stop:  # --help, --version
        code = int(stop.code or 0)
    except OSError:
        if answers.fault is None:
            raise
    with suppress(OSError):
        answers.flush()
    if answers.fault is None:
        return code
    _discard(answers)
    if isinstance(answers.fault, BrokenPipeError):
        return Exit.CUT_OFF
    return _lost(f"cannot be written: {answers.fault.strerror or answers.fault}")


def _lost(fault: str) -> int:
    print(f"puzzleproof: standard output {fault}", file=sys.stderr)
    return Exit.BAD_INPUT


def _discard(stream: Watched) -> None:
    """Discard the buffered text, so that Python itself prints no error at the end."""
    with suppress(OSError, ValueError), open(os.devnull, "wb") as null:
        os.dup2(null.fileno(), stream.fileno())


@contextmanager
def listen(options: Context, metric: str) -> "Generator[Emit]":
    """Yield a function that takes events: it drops them, prints JSON, or shows progress."""
    watched = options.verbose or is_terminal(sys.stderr)
    if options.json_stream:
        head = {"puzzle": options.instance, "metric": metric} if "instance" in options else {}
        yield lambda event: print_json({**event.to_json(), **head})
    elif options.quiet or (options.json and not watched):
        yield lambda _event: None
    else:
        from puzzleproof.cli.printing.progress import Display

        with closing(Display(options, metric)) as shown:
            yield shown.take
