"""The arguments of the functions of `puzzleproof`, checked before any work starts."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import MISSING, dataclass, fields
from functools import wraps
from inspect import Signature, signature
from pathlib import Path
from textwrap import fill, indent
from typing import Any, Literal, ParamSpec, TypeAlias, TypeVar, cast

from puzzleproof.models import FAMILIES
from puzzleproof.models.errors import InstanceError, Unsupported
from puzzleproof.models.instances import load
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.options import Options, Value, anything, one_of, option, words
from puzzleproof.provers.events import Emit, ignore
from puzzleproof.provers.libraries import lacking
from puzzleproof.provers.process import Interrupted

PuzzleLike: TypeAlias = AnyPuzzle | str | Path
"""A puzzle, the name of an instance in the library, or the path of an instance file."""
OnInterrupt: TypeAlias = Literal["raise", "return"]
"""The effect of Ctrl-C: raise `StoppedByUser`, or return what was found so far."""

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T")


class StoppedByUser(KeyboardInterrupt):
    """Ctrl-C ended the work; ``answer`` is what the function would have returned at that time."""

    def __init__(self, answer: Any) -> None:
        super().__init__("interrupted")
        self.answer = answer


LISTENER = Value("a function that takes an event", callable)
MOVES = words("moves, as 'prove' prints them", "MOVES", some=False)
PUZZLE = Value("a puzzle, the name of an instance in the library or the path of a file", anything)


ABOUT = "a puzzle, the name of an instance in the library, or the path of a file"
METRIC = (
    "what counts as one move; by default the puzzle's own metric. Sliding blocks: ``piece``, "
    "``line``, ``unit``; pegs: ``move``, ``jump``; frogs: ``move``; tiles: ``single``, ``multi``; "
    "cubes: ``cube``"
)


@dataclass(frozen=True)
class About(Options):
    """The puzzle that a function is about."""

    puzzle: PuzzleLike = option(PUZZLE, ABOUT, MISSING)
    metric: str | None = option(PUZZLE, METRIC)


@dataclass(frozen=True, kw_only=True)
class Watched(Options):
    """The arguments for the events of the work and for the effect of Ctrl-C."""

    on_event: Emit | None = option(
        LISTENER,
        "called with each event during the work: ``event.event`` is its name, ``event.to_json()`` "
        "a line of --json-stream. If the function raises an error, the work ends with that error",
    )
    on_interrupt: OnInterrupt = option(
        one_of(("raise", "return")),
        "what Ctrl-C does: ``raise`` StoppedByUser, a KeyboardInterrupt whose ``answer`` is what "
        "was found so far, or ``return`` this answer, marked by its ``interrupted`` or ``stopped``",
        "raise",
    )

    @property
    def hears(self) -> Emit:
        """The function that receives the events."""
        return self.on_event or ignore


def function_of(request: Callable[P, R]) -> Callable[[Callable[[R], T]], Callable[P, T]]:
    """Make a decorator: the function's arguments become a request's fields, which are checked.

    The signature and the second part of the docstring come from the request.  Errors are treated as
    by `function_for_all`.
    """

    def of(work: Callable[[R], T]) -> Callable[P, T]:
        @wraps(work)
        def called(*args: P.args, **kwargs: P.kwargs) -> T:
            try:
                taken.bind(*args, **kwargs)
            except TypeError as error:
                raise TypeError(f"{work.__name__}() {error}") from None
            return function_for_all(work)(request(*args, **kwargs))

        made: Any = called
        given = signature(request)
        taken = made.__signature__ = given.replace(return_annotation=work.__annotations__["return"])
        made.__doc__ = f"{work.__doc__}\n{_arguments(cast('type[Options]', request), given)}\n    "
        return called

    return of


def _arguments(request: type[Options], given: Signature) -> str:
    """Describe the arguments, in the order of the signature."""
    rows, known_as = list[str](), {one.name: one for one in fields(request)}
    for one in map(known_as.__getitem__, given.parameters):
        value: Value = one.metadata["value"]
        about = re.sub(r"--([a-z-]+)", r"``\1``", one.metadata["help"].replace("{of}", ""))
        named = ", ".join(f"``{name}``" for name in value.known)
        known = f" ({named})" if named and "``" not in about else ""
        rows.append(fill(f"{one.name}: {about}{known}", 96, subsequent_indent="    "))
    return indent("\n".join(rows), "    ")


def function_for_all(function: Callable[P, T]) -> Callable[P, T]:
    """Turn a function's errors into errors that say what a user can do about them.

    If a library is missing, the new function raises Unsupported, which names the extra to install.
    If Ctrl-C comes before there is an answer to keep, the function raises KeyboardInterrupt.
    """

    @wraps(function)
    def called(*args: P.args, **kwargs: P.kwargs) -> T:
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
    """Return a name for the puzzle, and the puzzle in the metric; raises InstanceError."""
    if isinstance(puzzle, (str, Path)):
        name, found = str(puzzle), load(puzzle)
    elif getattr(puzzle, "family", None) in FAMILIES and not isinstance(puzzle, type):
        found = cast("AnyPuzzle", puzzle)
        name = found.info.name
    else:
        raise InstanceError(f"{puzzle!r}: expected {ABOUT}")
    if metric is None:
        return name, found
    if not isinstance(metric, str):
        expected = ", ".join(found.metrics)
        raise InstanceError(f"metric {metric!r}: expected one of {expected}")
    return name, found.with_metric(metric)


def answered(answer: T, interrupted: bool, on_interrupt: str) -> T:
    """Return the answer; after Ctrl-C raise StoppedByUser with it if ``on_interrupt`` says so."""
    if interrupted and on_interrupt == "raise":
        raise StoppedByUser(answer)
    return answer
