"""A row of a ledger: what a result says, read without trust.

A row is data of unknown origin.  Its types are checked here; whether what it says is true is found
out by `checked`.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, fields
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from puzzleproof.models.errors import CertificateRejected, InstanceError, PuzzleProofError
from puzzleproof.models.instances import loads
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.models.texts import clean, shortened
from puzzleproof.provers.batch.jobs import Outcome, instance_hash
from puzzleproof.provers.batch.work import Checked
from puzzleproof.provers.verdict import Evidence, EvidenceKind, Grade, Status, Verdict
from puzzleproof.verify.certificate import HASH


class DamagedRow(InstanceError):
    """A row that is not as a ledger writes it."""


@dataclass(frozen=True, slots=True)
class Row:
    """A result; bounds are in moves of its metric."""

    puzzle: str
    title: str
    family: str
    metric: str
    state: Literal["done", "failed"]
    reason: str
    status: Status | None
    grade: Grade | None
    lower: int | None
    proven: int | None
    upper: int | None
    optimum: int | None
    plan: tuple[str, ...] | None
    evidence: tuple[Evidence, ...]
    """As it is recorded: whether a certificate was accepted is not known before it is checked."""
    certificate: str | None
    """The name of its file in the ledger's folder of certificates."""
    certificate_sha256: str | None
    seconds: float
    machine: str
    versions: dict[str, str]
    limits: dict[str, int | float | None]
    finished: str
    """UTC, ISO 8601."""
    instance_hash: str
    instance: str

    def load(self) -> AnyPuzzle:
        """The puzzle in the row's metric."""
        puzzle = loads(self.instance, self.puzzle, stored=True).with_metric(self.metric)
        if instance_hash(puzzle) != self.instance_hash:
            raise InstanceError("its instance is another one than its hash says")
        return puzzle

    def to_json(self) -> dict[str, Any]:
        """Return the row of `results --json`."""
        row = {name: getattr(self, name) for name in NAMES if name != "instance"}
        plan = None if self.plan is None else list(self.plan)
        return {**row, "plan": plan, "evidence": [one.to_json() for one in self.evidence]}

    def verdict(self) -> Verdict | None:
        """The verdict that it reports; None where the job failed."""
        if self.status is None or self.grade is None:
            return None
        return Verdict(**{name: getattr(self, name) for name in OF_VERDICT})


def recorded(row: Row, path: Path | None) -> Checked[Outcome]:
    """The outcome that a row reports with its certificate's file, and what is wrong with these."""
    verdict = row.verdict()
    try:
        certificate, fault = certificate_of(row, path), ""
    except PuzzleProofError as error:
        certificate, fault = None, f"its certificate: {error}"
    if verdict is not None and not fault:
        fault = _disagreement(row, verdict)
    where = (row.reason, row.seconds, row.machine, row.finished)
    return Checked(Outcome(row.puzzle, row.metric, verdict, certificate, *where), fault)


def _disagreement(row: Row, verdict: Verdict) -> str:
    """Where a row's columns say otherwise than what follows from the rest of it."""
    names = ["optimum", "proven"] if row.grade == "certified" else ["optimum"]
    for name in names:
        said, follows = getattr(row, name), getattr(verdict, name)
        if said != follows:
            return f"it says {name} {said}, and its evidence {follows}"
    return ""


def certificate_of(row: Row, path: Path | None) -> bytes | None:
    """What stands in the file, if it is what the row names; None where it names none."""
    if row.certificate_sha256 is None:
        return None
    if row.certificate != f"{row.certificate_sha256}.cert":
        raise CertificateRejected("it is not named by its hash")
    data: bytes | None = None
    if path is not None:
        with suppress(OSError):
            data = path.read_bytes()
    if data is None:
        raise CertificateRejected("its file cannot be read, or is not there")
    if hashlib.sha256(data).hexdigest() != row.certificate_sha256:
        raise CertificateRejected("the file is another one: its hash has changed")
    return data


# --- reading a row ------------------------------------------------------------------------


def row_of(values: dict[str, Any], where: str) -> Row:
    """A row as it is read; raises DamagedRow, which names it, for one of other types."""
    found, kinds = dict[str, Any](), get_type_hints(Row)
    for name in NAMES:
        value = values[name]
        try:
            value = json.loads(value) if name in JSON else value
            found[name] = READERS[name](value) if name in READERS else typed(kinds[name], value)
        except (TypeError, ValueError, KeyError, RecursionError) as error:
            who, fault = values["puzzle"], shortened(clean(f"{name} {value!r}: {error}"))
            raise DamagedRow(f"{where}: the row of {who!r} is damaged: {fault}") from None
    return Row(**found)


def typed(kind: Any, value: Any) -> Any:
    """A value that may be anything, if it is of this type: texts as one line, numbers from 0.

    >>> typed(tuple[str, ...] | None, ["a", "b"]), typed(dict[str, int | float], {"a": 1})
    (('a', 'b'), {'a': 1})
    >>> typed(int, True)
    Traceback (most recent call last):
    TypeError: expected a whole number from 0
    """
    origin, inside, parts = get_origin(kind), get_args(kind), value
    if kind in SCALARS:
        types, read, _ = SCALARS[kind]
        if type(value) in types and (type(value) not in (int, float) or 0 <= value < MOST):
            return read(value)
    elif origin is Literal and value in inside:
        return value
    elif origin is tuple and isinstance(value, list):
        return tuple(typed(inside[0], one) for one in parts)
    elif origin is dict and isinstance(value, dict):
        return {clean(name): typed(inside[1], one) for name, one in parts.items()}
    elif origin in UNIONS:
        for one in inside:
            with suppress(TypeError):
                return typed(one, value)
    raise TypeError(f"expected {_words(kind)}")


def _words(kind: Any) -> str:
    """A type in words."""
    origin, inside = get_origin(kind), get_args(kind)
    if origin is Literal:
        return f"one of {', '.join(inside)}"
    if origin in UNIONS:
        return " or ".join(map(_words, inside))
    return SCALARS[kind][2] if kind in SCALARS else {tuple: "a list", dict: "a table"}[origin]


def _text(value: Any) -> str:
    """A text of many lines."""
    if not isinstance(value, str):
        raise TypeError("expected a text")
    return value


def _hash(value: Any) -> str | None:
    if value is not None and not HASH.fullmatch(_text(value)):
        raise ValueError("expected a SHA-256 in hexadecimal")
    return None if value is None else _text(value)


def _evidence(row: dict[str, Any]) -> Evidence:
    bound: int | None = typed(int | None, row["bound"])
    return Evidence(
        kind=typed(EvidenceKind, row["kind"]),
        bound=math.inf if bound is None else bound,
        checked=row["checked"] is True,
        checker=typed(str, row["checker"]),
        formulation="none",
        seconds=typed(float, row["seconds"]),
        states=typed(int | None, row.get("states")),
        note=typed(str, row.get("note", "")),
    )


READERS: dict[str, Callable[[Any], Any]] = {
    "instance": _text,
    "certificate_sha256": _hash,
}
"""Columns that need more than their type."""
OF_VERDICT = (
    *("puzzle", "title", "family", "metric", "status", "grade", "lower", "upper", "plan"),
    *("evidence", "seconds", "versions"),
)
JSON = ("plan", "evidence", "versions", "limits")
NAMES = tuple(field.name for field in fields(Row))
COLUMNS = (*NAMES, "request")
MOST = 1 << 63
UNIONS = (Union, UnionType)
SCALARS: dict[Any, tuple[tuple[type, ...], Callable[[Any], Any], str]] = {
    str: ((str,), clean, "a text"),
    int: ((int,), int, "a whole number from 0"),
    float: ((int, float), float, "a number from 0"),
    NoneType: ((NoneType,), lambda value: value, "null"),
    Evidence: ((dict,), _evidence, "evidence"),
}
"""Type -> the types of a value that is read so, what reads it, and the type in words."""
