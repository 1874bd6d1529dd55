"""The arguments of the functions of `puzzleproof`, checked before any work starts."""

from collections.abc import Callable, Iterable
from functools import wraps
from pathlib import Path
from typing import Any, Literal, ParamSpec, TypeAlias, TypeVar, cast

from puzzleproof.models import FAMILIES
from puzzleproof.models.errors import InstanceError, NotationError, Unsupported
from puzzleproof.models.instances import load
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.options import one_of
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


def function_for_all(function: Callable[P, T]) -> Callable[P, T]:
    """Check what many functions take, and let errors say what a user can do about them.

    A missing library raises Unsupported, which names the extra; Ctrl-C raises KeyboardInterrupt
    while there is no answer to keep yet.
    """

    @wraps(function)
    def called(*args: P.args, **kwargs: P.kwargs) -> T:
        on_event = kwargs.get("on_event")
        if on_event is not None and not callable(on_event):
            raise NotationError(f"on_event {on_event!r}: expected a function that takes an event")
        one_of(("raise", "return")).of("on_interrupt", kwargs.get("on_interrupt", "raise"))
        try:
            return function(*args, **kwargs)
        except ModuleNotFoundError as error:
            if (text := lacking(error)) is None:
                raise
            raise Unsupported(f"this needs {text}") from error
        except Interrupted:
            raise KeyboardInterrupt from None

    return called


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
        where = f"{str(path)!r}: cannot be read"
        raise InstanceError(f"{where}: {error.strerror or error}") from None


def answered(answer: T, interrupted: bool, on_interrupt: str) -> T:
    """Return the answer, or raise StoppedByUser with it after Ctrl-C, as ``on_interrupt`` says."""
    if interrupted and on_interrupt == "raise":
        raise StoppedByUser(answer)
    return answer
