"""The outcome of a proof, and the row of a ledger that keeps it.

A row is data of unknown origin.  The types of its values are checked here, when it is read from
JSON; `Job.checked` (`jobs`) checks whether it is true.
"""

import hashlib
import json
import math
import platform
import re
import time
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import MISSING, dataclass, fields, is_dataclass, replace
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from puzzleproof.models import FAMILIES, family_class, imported
from puzzleproof.models.documents import loads
from puzzleproof.models.errors import InstanceError
from puzzleproof.models.puzzle import AnyPuzzle, Known
from puzzleproof.models.texts import clean, shortened
from puzzleproof.provers.batch.pool import DamagedRow, Key
from puzzleproof.provers.verdict import ClaimStatus, Evidence, Grade, Status, Verdict, compare

T = TypeVar("T")
MOST = 1 << 63
SHA256 = re.compile(r"[0-9a-f]{64}")
SCALARS: dict[Any, tuple[tuple[type, ...], str]] = {
    str: ((str,), "a text"),
    bool: ((bool,), "true or false"),
    int: ((int,), "a whole number from 0"),
    float: ((int, float, NoneType), "a number from 0"),
    NoneType: ((NoneType,), "null"),
}
"""Type -> the types of a value in JSON, and the type in words; for ``float``, null is infinity."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a job: a verdict, or the reason why there is none."""

    name: str
    metric: str
    verdict: Verdict | None
    certificate: bytes | None = None
    reason: str = ""
    """The reason why the job failed."""
    seconds: float = 0.0
    machine: str = platform.node()
    recorded: str = ""
    """The time (UTC, ISO 8601) at which a ledger recorded the result, if it is from a ledger."""

    @property
    def known(self) -> Verdict:
        """The verdict, or a verdict without bounds if the job failed."""
        return self.verdict or Verdict(
            self.name, "", "", self.metric, "unknown", "claimed", None, None, None, ()
        )

    @property
    def is_certified(self) -> bool:
        """Whether a certificate proves the minimum, or proves that there is no plan."""
        return self.known.grade == "certified" and self.known.status in ("optimal", "unsolvable")

    @property
    def certificate_hash(self) -> str | None:
        """SHA-256 of the certificate's bytes, hexadecimal."""
        return None if self.certificate is None else hashlib.sha256(self.certificate).hexdigest()

    @property
    def proven(self) -> int | None:
        """The proven minimum."""
        return self.known.optimum

    def compared(self, claimed: int | None) -> tuple[ClaimStatus, str]:
        """Judge a claim about the minimum; also return the reason if it is not confirmed."""
        found = compare(self.known, Known(self.metric, claimed, ""))
        return found.verdict, self.reason or found.because

    def facts(self) -> dict[str, Any]:
        """Return the status, grade and bounds for ``answers`` in `audit --json`."""
        found, grade = self.known, self.verdict and self.verdict.grade
        bounds = {"proven": self.proven, "lower": found.proven, "upper": found.upper}
        return {"status": found.status, "grade": grade, **bounds}


@dataclass(frozen=True, slots=True)
class Row:
    """A result; its bounds count moves in its metric."""

    puzzle: str
    title: str
    family: str
    metric: str
    request: str
    reason: str
    status: Status | None
    grade: Grade | None
    lower: int | None
    upper: int | None
    plan: tuple[str, ...] | None
    evidence: tuple[Evidence, ...]
    """The recorded evidence; whether a certificate is accepted is known only after a check."""
    certificate_sha256: str | None
    seconds: float
    machine: str
    versions: dict[str, str]
    limits: dict[str, int | float | None]
    finished: str
    instance_hash: str
    instance: tuple[str, ...]
    """The lines of the instance file."""

    def __post_init__(self) -> None:
        """Raise TypeError for an unknown metric or a malformed hash: both become names of files."""
        metrics = family_class(self.family).metrics if self.family in FAMILIES else ()
        hashes = self.instance_hash, self.certificate_sha256 or self.instance_hash
        if self.metric not in metrics:
            raise TypeError(f"metric {self.metric!r} of family {self.family!r}: no such metric")
        if not all(map(SHA256.fullmatch, hashes)):
            raise TypeError(f"hashes {hashes}: expected 64 hexadecimal digits each")

    @property
    def key(self) -> Key:
        """The key of the question."""
        return Key(self.instance_hash, self.metric, self.request)

    @property
    def known(self) -> Verdict:
        """The reported verdict, or a verdict without bounds if the job failed."""
        return self.outcome(None).known

    def outcome(self, certificate: bytes | None) -> Outcome:
        """Return the outcome that the row reports."""
        verdict = None
        if self.status is not None and self.grade is not None:
            verdict = Verdict(**{name: getattr(self, name) for name in OF_VERDICT})
        where = (self.reason, self.seconds, self.machine, self.finished)
        return Outcome(self.puzzle, self.metric, verdict, certificate, *where)

    def checked(self, certificate: bytes | None) -> Outcome:
        """Return the outcome; raises DamagedRow if the row names another certificate."""
        found = self.outcome(certificate)
        if found.certificate_hash != self.certificate_sha256:
            fault = "it is not there" if certificate is None else "its hash has changed"
            raise DamagedRow(f"its certificate: {fault}")
        return found

    def load(self) -> AnyPuzzle:
        """Load the puzzle in the row's metric."""
        text = "\n".join(self.instance)
        puzzle = loads(text, self.puzzle, stored=True).with_metric(self.metric)
        if instance_hash(puzzle) != self.instance_hash:
            raise InstanceError("its instance does not match its hash")
        return puzzle

    def to_json(self) -> dict[str, Any]:
        """Return the row of `results --json`."""
        row = {name: getattr(self, name) for name in NAMES if name not in ("instance", "request")}
        state = "failed" if self.status is None else "done"
        found = {"state": state, "proven": self.known.proven, "optimum": self.known.optimum}
        return {**row, **found, "evidence": [one.to_json() for one in self.evidence]}

    def written(self) -> str:
        """Write the row as text for a ledger, with each piece of evidence as a dict."""
        evidence = [{**one.to_json(), "formulation": one.formulation} for one in self.evidence]
        return encoded(replace(self, evidence=evidence))  # type: ignore[arg-type]  # dicts

    @classmethod
    def read(cls, text: object) -> "Row":
        """Read a row from the text that `written` returned; raises DamagedRow for other texts."""
        return decoded(cls, text, "row")


OF_VERDICT = (
    *("puzzle", "title", "family", "metric", "status", "grade", "lower", "upper", "plan"),
    *("evidence", "seconds", "versions"),
)
NAMES = tuple(field.name for field in fields(Row))


def now() -> str:
    """Return the present time in UTC, as ISO 8601 writes it."""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())


@cache
def own_versions() -> Mapping[str, str]:
    """Return the versions of this program and of its libraries in this process."""
    found: dict[str, str] = imported("puzzleproof:versions")()
    return found


def instance_hash(puzzle: AnyPuzzle) -> str:
    """Hash an instance (SHA-256) without metric, titles and other parts that change no answer."""
    document = {"family": puzzle.family, **puzzle.document()}
    return hashlib.sha256(json.dumps(document, sort_keys=True).encode()).hexdigest()


# --- typed values as JSON ------------------------------------------------------------------------


def encoded(value: object) -> str:
    """Write a dataclass as JSON."""
    return json.dumps(
        value, default=lambda one: {field.name: getattr(one, field.name) for field in fields(one)}
    )


def decoded(kind: type[T], text: object, what: str) -> T:
    """Read a value of type ``kind`` from the text that `encoded` returned; raises DamagedRow."""
    try:
        found: T = typed(kind, json.loads(text))  # type: ignore[arg-type]  # text of unknown origin
    except (TypeError, ValueError, RecursionError) as error:
        raise DamagedRow(f"the {what} is damaged: {shortened(clean(str(error)))}") from None
    return found


def typed(kind: Any, value: Any) -> Any:
    """Return the value if it has this type; texts become one line, numbers must be 0 or more.

    >>> typed(tuple[str, ...] | None, ["a", "b"]), typed(dict[str, int | float], {"a": 1})
    (('a', 'b'), {'a': 1})
    >>> typed(int, True)
    Traceback (most recent call last):
    TypeError: expected a whole number from 0
    """
    origin, inside, parts = get_origin(kind), get_args(kind), value
    made: Any = origin
    if kind in SCALARS and type(value) in SCALARS[kind][0]:
        if type(value) not in (int, float) or 0 <= value < MOST:
            value = clean(value) if kind is str else value
            return float(math.inf if value is None else value) if kind is float else value
    elif origin in (Union, UnionType):
        for one in sorted(inside, key=lambda one: one is not NoneType):
            with suppress(TypeError):
                return typed(one, value)
    elif origin is Literal and value in inside:
        return value
    elif origin in (list, tuple) and isinstance(value, list):
        alike = origin is list or inside[-1] is Ellipsis
        kinds = [inside[0]] * len(parts) if alike else inside
        if len(kinds) == len(parts):
            return made(map(typed, kinds, parts))
    elif is_dataclass(kind) and isinstance(value, dict):
        return _object(kind, parts)
    elif origin in (dict, Counter) and isinstance(value, dict):
        key: Any = int if inside[0] is int else clean
        return made({key(name): typed(inside[-1], one) for name, one in parts.items()})
    raise TypeError(f"expected {_words(kind)}")


def _object(kind: Any, value: Any) -> Any:
    hints, found = get_type_hints(kind), dict[str, Any]()
    for one in fields(kind):
        if one.name in value:
            try:
                found[one.name] = typed(hints[one.name], value[one.name])
            except TypeError as error:
                raise TypeError(f"{one.name} {value[one.name]!r}: {error}") from None
        elif one.default is MISSING and one.default_factory is MISSING:
            raise TypeError(f"{one.name} is missing")
    return kind(**found)


def _words(kind: Any) -> str:
    """Describe a type in words."""
    origin, inside = get_origin(kind), get_args(kind)
    if origin is Literal:
        return f"one of {', '.join(inside)}"
    if origin in (Union, UnionType):
        return " or ".join(map(_words, inside))
    if kind in SCALARS:
        return SCALARS[kind][1]
    return "a list" if origin in (tuple, list) else "a table"
