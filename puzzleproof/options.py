"""Options, on the command line and in Python, as fields of request dataclasses.

A field of a request defines an option: its type, its default, its values and its help.  The parser
is built from the fields (`add_options`).  A request is made from parsed options (`given`), or by
the verb's Python function, and is checked when it is made.
"""

import argparse
import math
import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import MISSING, dataclass, field, fields
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias, TypeVar, cast

from puzzleproof.models.errors import NotationError
from puzzleproof.models.texts import did_you_mean

SUFFIXES = {"": 1, "K": 10**3, "M": 10**6, "G": 10**9, "T": 10**12}
MOST_SEED = (1 << 31) - 1
"""The largest seed that all solvers accept."""

T = TypeVar("T", bound="Options")
Words: TypeAlias = str | Iterable[str]
"""One word or several words; a request stores a tuple."""


class Value(NamedTuple):
    """A kind of value: how a value is read from a text, and how it is checked."""

    expected: str
    check: Callable[[Any], bool]
    read: Callable[[str], Any] = str
    metavar: str | None = None
    choices: tuple[str, ...] | None = None
    expected_text: str | None = None
    """The expected form of a text, if it differs from the form in Python."""
    known: tuple[str, ...] = ()
    """The words that may be suggested in place of a mistyped word."""
    made: Callable[[Any], Any] = lambda value: value
    """A function that turns all forms which Python functions accept into a single form."""
    in_python: bool = False
    """Whether Python functions also accept a text in the form of the command line."""

    def of_text(self, text: str) -> Any:
        """Read a value from a text; raises ArgumentTypeError."""
        with suppress(ValueError):
            value = self.read(text)
            if self.check(value):
                return value
        expected = self.expected_text or self.expected
        hint = did_you_mean(text, self.known)
        raise argparse.ArgumentTypeError(f"{text!r}: expected {expected}{hint}")

    def of(self, word: str, value: object, optional: bool = False) -> Any:
        """Check the value of the argument named ``word``; raises NotationError."""
        if self.in_python and isinstance(value, str):
            try:
                return self.of_text(value)
            except argparse.ArgumentTypeError as error:
                raise NotationError(f"{word} {error}") from None
        made = self.made(value)
        if (value is None and optional) or self.check(made):
            return made
        raise NotationError(f"{word} {value!r}: expected {self.expected}")

    def add(self, parser: argparse.ArgumentParser, flag: str, help_: str, **more: Any) -> None:
        """Add an option of this kind."""
        if self is FLAG:
            more["action"] = "store_false" if more.pop("default", None) is True else "store_true"
        elif "const" not in more:
            how = {"type": self.of_text} if self.choices is None else {"choices": self.choices}
            more |= {"metavar": self.metavar, **how}
        parser.add_argument(flag, help=help_, **more)


def whole(least: int, most: int | None = None, metavar: str = "N", what: str = "number") -> Value:
    """Describe a whole number within bounds."""
    bounds = f", {least} or more" if most is None else f" from {least} to {most}"

    def check(value: Any) -> bool:
        return type(value) is int and least <= value and (most is None or value <= most)

    return Value(f"a whole {what}{bounds}", check, _whole_number, metavar)


def one_of(names: tuple[str, ...]) -> Value:
    """Describe a value that is one of some names."""
    return Value(f"one of {', '.join(names)}", names.__contains__, choices=names, known=names)


def listed(names: tuple[str, ...], metavar: str) -> Value:
    """Describe a value that is one of many names; ``help`` prints them and ends the program."""

    def read(given: str) -> str:
        if given == "help":
            print("\n".join(names))
            raise SystemExit(0)
        return given

    kind = one_of(names)._replace(expected_text="a name that 'help' lists", choices=None)
    return kind._replace(read=read, metavar=metavar)


def text(expected: str, metavar: str) -> Value:
    """Describe any text."""
    return Value(expected, _is_text, metavar=metavar)


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def words(expected: str, metavar: str, known: Iterable[str] = (), *, some: bool = True) -> Value:
    """Describe a tuple of words; with ``some`` it may not be empty."""

    def are_words(value: Any) -> bool:
        is_made = isinstance(value, tuple) and (value != () or not some)
        return is_made and all(isinstance(one, str) for one in cast("Any", value))

    def made(value: Any) -> Any:
        return tuple(cast("Any", value)) if isinstance(value, Iterable) else value

    def read(given: str) -> tuple[str, ...]:
        return tuple(word.strip() for word in given.split(","))

    known = tuple(known)
    return Value(expected, are_words, read, metavar, known=known, made=made, in_python=True)


def anything(_: Any) -> bool:
    """Accept any value, because other code checks it."""
    return True


def _whole_number(given: str) -> int:
    if not re.fullmatch(r"-?[0-9]+", given):
        raise ValueError
    return int(given)


def _bytes(given: str) -> int:
    """Read a size such as ``2G`` (K, M, G and T are powers of 1000)."""
    found = re.fullmatch(r"([0-9]{1,18}(?:\.[0-9]{1,18})?)\s*([KMGT]?)B?", given.strip().upper())
    if found is None:
        raise ValueError
    return int(float(found[1]) * SUFFIXES[found[2]])


def is_pair(value: Any) -> bool:
    """Tell whether the value is two whole numbers."""
    return isinstance(value, tuple) and list(map(type, cast("Any", value))) == [int] * 2


def pair(given: str, pattern: str = r"(\d{1,4})[x,](\d{1,4})") -> tuple[int, int]:
    """Read two numbers, or one number, which counts as both."""
    if (found := re.fullmatch(pattern, given)) is None:
        raise ValueError
    return int(found[1]), int(found[2] or found[1])


def span(given: str) -> tuple[int, int]:
    """Read a number or a range, such as ``2`` or ``2-4``, as a pair."""
    return pair(given, r"(\d{1,6})(?:-(\d{1,6}))?")


FLAG = Value("True or False", anything)


def _is_range(value: Any) -> bool:
    return is_pair(value) and value[0] <= value[1]


def _both_ends(value: object) -> object:
    return (value, value) if type(value) is int else value


RANGE = Value(
    "a number or a range, as in 2 or 2-4",
    _is_range,
    span,
    "N",
    made=_both_ends,
    in_python=True,
)
SEED = whole(0, MOST_SEED)


def _are_seconds(value: Any) -> bool:
    return isinstance(value, (int, float)) and value is not True and 0 < float(value) < math.inf


SECONDS = Value(
    "a number of seconds above 0",
    _are_seconds,
    float,
    "S",
    expected_text="seconds above 0, as in 60 or 0.5",
)
BYTES = whole(1, metavar="B", what="number of bytes")._replace(
    read=_bytes, expected_text="a size, as in 500M or 2G"
)


MOST_JOBS = 1000
JOBS_THERE = re.compile(r"(?:(\d{1,3})@)?([a-z]+://\S+)")
"""[N@]ADDRESS: the address of a scheduler; N local processes check certificates."""


def _are_jobs(value: Any) -> bool:
    if isinstance(value, str):
        return JOBS_THERE.fullmatch(value) is not None
    return type(value) is int and 1 <= value <= MOST_JOBS


def _jobs(given: str) -> int | str:
    return given if "://" in given else _whole_number(given)


JOBS = Value(
    f"a number from 1 to {MOST_JOBS}, or tcp://HOST:PORT",
    _are_jobs,
    _jobs,
    "N|ADDRESS",
)


def _is_path(value: Any) -> bool:
    return isinstance(value, (str, Path)) and value != ""


PATH = Value(
    "the path of a file",
    _is_path,
    metavar="FILE",
)


def option(
    value: Value,
    help_: str,
    default: Any = None,
    flag: str | None = None,
    *,
    none: bool = False,
    const: Any = None,
) -> Any:
    """Declare a field of a request; the field is required if its default is `MISSING`.

    None is allowed if it is the default, or if ``none`` says so.  If a field is True by default,
    its flag makes it False.  With a ``const``, the flag takes no value but sets the ``const``.
    """
    metadata = {"value": value, "help": help_, "flag": flag, "optional": none or default is None}
    return field(default=default, metadata=metadata | {"const": const})


def switch(help_: str, flag: str | None = None) -> Any:
    """Declare a field that is False unless its flag is given."""
    return option(FLAG, help_, False, flag)


@dataclass(frozen=True, kw_only=True)
class Options:
    """The base of all request dataclasses."""

    def __post_init__(self) -> None:
        """Check every option; raises NotationError."""
        for one in fields(self):
            data = one.metadata
            value = data["value"].of(one.name, getattr(self, one.name), data["optional"])
            object.__setattr__(self, one.name, value)  # ``of`` may have read a text


def add_options(
    parser: argparse.ArgumentParser, request: type[Options], *left_out: str, of: str = ""
) -> None:
    """Add a class's own options to a parser, not inherited ones; ``of`` is put into their help."""
    for one in fields(request):
        if one.name in request.__annotations__ and one.name not in left_out:
            data, flag = one.metadata, flag_of(request, one.name)
            how = {"required": True} if one.default is MISSING else {"default": one.default}
            if data["const"] is not None:
                how |= {"action": "store_const", "const": data["const"]}
            data["value"].add(parser, flag, data["help"].replace("{of}", of), dest=one.name, **how)


def flag_of(request: type[Options], name: str) -> str:
    """Return the command-line option of a field."""
    (one,) = (one for one in fields(request) if one.name == name)
    return one.metadata["flag"] or f"--{name.replace('_', '-')}"


def given(request: type[T], values: Mapping[str, Any]) -> T:
    """Build a request from the values of its fields; other names are ignored."""
    return request(**{one.name: values[one.name] for one in fields(request) if one.name in values})


def read_texts(request: type[Options], values: Mapping[str, Any]) -> dict[str, Any]:
    """Read texts among the values as the request's options read them; raises NotationError."""
    known = {one.name: one.metadata["value"] for one in fields(request)}
    return {
        name: known[name].of(name, value, optional=True) if name in known else value
        for name, value in values.items()
    }


class Limits(NamedTuple):
    """Seconds of wall time and bytes of resident memory; None means no limit."""

    seconds: float | None = None
    memory: int | None = None


@dataclass(frozen=True, kw_only=True)
class Limited(Options):
    """The options for limits, which hold during a solver call too."""

    time_limit: float | None = option(SECONDS, "seconds of wall time{of}, as in 60 or 0.5")
    memory_limit: int | None = option(BYTES, "bytes of memory, as in 500M or 2G")

    @property
    def limits(self) -> Limits:
        """The limits in the form that provers take."""
        return Limits(self.time_limit and float(self.time_limit), self.memory_limit)


@dataclass(frozen=True, kw_only=True)
class Seeded(Options):
    """The option for a random seed."""

    seed: int = option(SEED, "random seed of {of} (default: 0)", 0)


@dataclass(frozen=True, kw_only=True)
class Workers(Options):
    """The options for the number of proofs at once, and for the file of their results."""

    jobs: int | str | None = option(
        JOBS,
        "number of proofs at once (default: one per core); or the address of a Dask scheduler "
        "whose workers do the proofs, as in tcp://HOST:8786 (2@tcp://HOST:8786: this machine "
        "checks two certificates at once)",
    )
    ledger: str | Path | None = option(
        PATH, "keep every result in this SQLite file, and do not prove its results again"
    )

    @property
    def scheduler(self) -> str | None:
        """The address of a scheduler whose workers do the proofs, or None for this machine."""
        return self._there[2] if self._there else None

    @property
    def processes(self) -> int | None:
        """The number of processes that work at once on this machine; None means one per core."""
        if self._there:
            return int(self._there[1]) if self._there[1] else None
        return cast("int | None", self.jobs)

    @property
    def _there(self) -> re.Match[str] | None:
        return JOBS_THERE.fullmatch(self.jobs) if isinstance(self.jobs, str) else None
