"""The arguments of the functions of `puzzleproof`, checked before any work starts."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import Any, Literal, ParamSpec, TypeAlias, TypeVar, cast

from puzzleproof.models import FAMILIES
from puzzleproof.models.errors import InstanceError, NotationError, Unsupported
from puzzleproof.models.instances import load
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.options import one_of
from puzzleproof.provers.events import Emit, ignore
from puzzleproof.provers.libraries import lacking
from puzzleproof.provers.process import Interrupted

PuzzleLike: TypeAlias = AnyPuzzle | str | Path
"""A puzzle, a name of the library, or the path of an instance file."""
OnInterrupt: TypeAlias = Literal["raise", "return"]
"""What Ctrl-C does: raise `StoppedByUser`, or return what was found so far."""

P = ParamSpec("P")
T = TypeVar("T")


class StoppedByUser(KeyboardInterrupt):
    """Ctrl-C ended the work; ``answer`` is what was found so far, as it would be returned."""

    def __init__(self, answer: Any) -> None:
        super().__init__("interrupted")
        self.answer = answer


def explains_missing_libraries(function: Callable[P, T]) -> Callable[P, T]:
    """Make a function raise Unsupported, naming the extra, if a library is not installed."""

    @wraps(function)
    def explained(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return function(*args, **kwargs)
        except ModuleNotFoundError as error:
            text = lacking(error)
            if text is None:
                raise
            raise Unsupported(f"this needs {text}") from error

    return explained


def named_puzzle(puzzle: object, metric: object = None) -> tuple[str, AnyPuzzle]:
    """A name for the puzzle, and the puzzle in the metric; raises InstanceError."""
    if isinstance(puzzle, (str, Path)):
        name, found = str(puzzle), load(puzzle)
    elif getattr(puzzle, "family", None) in FAMILIES and not isinstance(puzzle, type):
        found = cast("AnyPuzzle", puzzle)
        name = found.info.name
    else:
        raise InstanceError(
            f"{puzzle!r}: expected a puzzle, a name of the library or the path of a file"
        )
    if metric is None:
        return name, found
    if not isinstance(metric, str):
        expected = ", ".join(found.metrics)
        raise InstanceError(f"metric {metric!r}: expected one of {expected}")
    return name, found.with_metric(metric)


def listener(on_event: object) -> Emit:
    """The function that takes events; if none is given, one that ignores them."""
    if on_event is None:
        return ignore
    if not callable(on_event):
        raise NotationError(f"on_event {on_event!r}: expected a function that takes an event")
    return cast("Emit", on_event)


def words_of(word: str, value: object, expected: str) -> tuple[str, ...]:
    """One word or several, as a tuple; raises NotationError."""
    items: object = (value,) if isinstance(value, str) else value
    words = tuple(cast("Iterable[object]", items)) if isinstance(items, Iterable) else ()
    if not words or not all(isinstance(item, str) for item in words):
        raise NotationError(f"{word} {value!r}: expected {expected}")
    return cast("tuple[str, ...]", words)


def path_of(word: str, value: object) -> Path:
    """The path of a file; raises NotationError."""
    if not isinstance(value, (str, Path)) or not str(value):
        raise NotationError(f"{word} {value!r}: expected the path of a file")
    return Path(value)


def content_of(word: str, value: object) -> bytes:
    """Read the file at a path; raises NotationError (no path) or InstanceError (unreadable)."""
    path = path_of(word, value)
    try:
        return path.read_bytes()
    except OSError as error:
        fault = f"cannot be read: {error.strerror or error}"
        raise InstanceError(f"{str(path)!r}: {fault}") from None


def answered(answer: T, interrupted: bool, on_interrupt: str) -> T:
    """Return the answer, or raise StoppedByUser with it after Ctrl-C, as ``on_interrupt`` says."""
    if interrupted and on_interrupt == "raise":
        raise StoppedByUser(answer)
    return answer


@contextmanager
def raising_interrupts() -> Generator[None]:
    """Let Ctrl-C raise KeyboardInterrupt while there is no answer to keep yet."""
    try:
        yield
    except Interrupted:
        raise KeyboardInterrupt from None


def check_on_interrupt(value: object) -> None:
    """Raise NotationError for anything but 'raise' and 'return'."""
    one_of(("raise", "return")).of("on_interrupt", value)
