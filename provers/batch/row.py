"""A row of a ledger: what a result says, read without trust.

A row is data of unknown origin.  Its types are checked here; whether what it says is true is found
out by `recall`.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from typing import Any, get_args

from puzzleproof.models.errors import InstanceError
from puzzleproof.models.instances import loads
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.models.texts import clean, shortened
from puzzleproof.provers.batch.wire import evidence_of_text
from puzzleproof.provers.verdict import Evidence, Grade, Status
from puzzleproof.verify.certificate import HASH

COLUMNS = (
    *("instance_hash", "metric", "request", "puzzle", "family", "title", "instance", "state"),
    *("reason", "status", "grade", "lower", "proven", "upper", "optimum", "plan", "evidence"),
    *("certificate", "certificate_sha256", "seconds", "machine", "versions", "limits", "finished"),
)
STATES = ("done", "failed")


class DamagedRow(InstanceError):
    """A row that is not as a ledger writes it."""


@dataclass(frozen=True, slots=True)
class Row:
    """A result; bounds are in moves of its metric."""

    puzzle: str
    title: str
    family: str
    metric: str
    state: str
    """``done`` or ``failed``."""
    reason: str
    status: str | None
    grade: str | None
    lower: int | None
    proven: int | None
    upper: int | None
    optimum: int | None
    plan: tuple[str, ...] | None
    evidence: tuple[dict[str, Any], ...]
    certificate: str | None
    """The name of its file in the ledger's folder of certificates."""
    certificate_sha256: str | None
    seconds: float
    machine: str
    versions: dict[str, str]
    limits: dict[str, float | None]
    finished: str
    """UTC, ISO 8601."""
    instance_hash: str
    instance: str

    def load(self) -> AnyPuzzle:
        """The puzzle in the row's metric."""
        return loads(self.instance, self.puzzle, stored=True).with_metric(self.metric)

    @property
    def known_status(self) -> Status:
        """The status; ``unknown`` where the job failed."""
        return next((one for one in get_args(Status) if one == self.status), "unknown")

    @property
    def told(self) -> tuple[Evidence, ...]:
        """Its evidence, as the row tells of it."""
        return tuple(map(_evidence, self.evidence))

    def to_json(self) -> dict[str, Any]:
        """Return the row of `results --json`."""
        names = [name for name in self.__slots__ if name != "instance"]
        row = {name: getattr(self, name) for name in names}
        return {**row, "plan": None if self.plan is None else list(self.plan)}


def row_of(values: dict[str, Any], where: str) -> Row:
    """A row as it is read; raises DamagedRow, which names it, for one of other types."""
    try:
        return _typed(values)
    except (TypeError, ValueError, KeyError, RecursionError) as error:
        name = values.get("puzzle")
        fault = shortened(clean(str(error)))
        raise DamagedRow(f"{where}: the row of {name!r} is damaged: {fault}") from None


def _typed(values: dict[str, Any]) -> Row:
    plan, evidence, versions, limits = (json.loads(values[name]) for name in DECODED)
    digest = _text_or_none(values, "certificate_sha256")
    if digest is not None and not HASH.fullmatch(digest):
        raise ValueError(f"certificate_sha256 {digest!r}: expected a SHA-256 in hexadecimal")
    rows = tuple(_listed(evidence, "evidence", dict))
    for one in rows:
        _evidence(one)
    said: dict[str, Any] = {name: clean(_text(values, name)) for name in TEXTS}
    said |= {name: _number(values, name) for name in NUMBERS}
    return Row(
        **said,
        instance=_text(values, "instance"),
        state=_one_of(values, "state", STATES),
        status=_one_of(values, "status", (*get_args(Status), None)),
        grade=_one_of(values, "grade", (*get_args(Grade), None)),
        plan=None if plan is None else tuple(map(clean, _listed(plan, "plan", str))),
        evidence=rows,
        certificate=None if digest is None else _text(values, "certificate"),
        certificate_sha256=digest,
        seconds=_seconds(values),
        versions=_versions(versions),
        limits=_limits(limits),
    )


TEXTS = (
    *("puzzle", "title", "family", "metric", "reason", "machine", "finished", "instance_hash"),
)
NUMBERS = ("lower", "proven", "upper", "optimum")
DECODED = ("plan", "evidence", "versions", "limits")


def _evidence(row: dict[str, Any]) -> Evidence:
    return evidence_of_text({"states": None, "note": "", **row})


def _text(values: dict[str, Any], name: str) -> str:
    value = values[name]
    if not isinstance(value, str):
        raise TypeError(f"{name} {value!r}: expected a text")
    return value


def _text_or_none(values: dict[str, Any], name: str) -> str | None:
    return None if values[name] is None else _text(values, name)


def _number(values: dict[str, Any], name: str) -> int | None:
    value = values[name]
    if value is not None and (type(value) is not int or value < 0):
        raise TypeError(f"{name} {value!r}: expected a number of moves")
    return value


def _seconds(values: dict[str, Any]) -> float:
    value = values["seconds"]
    if not isinstance(value, (int, float)) or not 0 <= value < math.inf:
        raise TypeError(f"seconds {value!r}: expected a number")
    return float(value)


def _one_of(values: dict[str, Any], name: str, known: tuple[Any, ...]) -> Any:
    value = values[name]
    if value not in known:
        expected = ", ".join(str(one) for one in known if one is not None)
        raise ValueError(f"{name} {value!r}: expected one of {expected}")
    return value


def _listed(value: Any, name: str, kind: type) -> list[Any]:
    found: list[Any] = value
    if not isinstance(value, list) or not all(isinstance(one, kind) for one in found):
        raise TypeError(f"{name}: expected a list")
    return found


def _versions(value: Any) -> dict[str, str]:
    found: dict[str, Any] = value
    if not isinstance(value, dict):
        raise TypeError("versions: expected a table")
    return {clean(name): clean(str(version)) for name, version in found.items()}


def _limits(value: Any) -> dict[str, float | None]:
    found: dict[str, Any] = value
    if not isinstance(value, dict):
        raise TypeError("limits: expected a table")
    for one in found.values():
        if one is not None and (type(one) not in (int, float) or one < 0):
            raise TypeError(f"limits {one!r}: expected a number")
    return found
