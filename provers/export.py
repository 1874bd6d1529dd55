"""Exporters: what writes a puzzle, or a claim about it, for other programs; a row each.

A new format is a module with a function like `puzzleproof.provers.lrat.export.export_lrat`, and a
row here: the verb ``export`` takes its choices from the rows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from puzzleproof.models import imported
from puzzleproof.models.files import folder_beside
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.events import Emit, ignore
from puzzleproof.provers.process import (
    NO_LIMITS,
    Limits,
    array_budget,
    call,
    half_of_spare_memory,
)


class Exported(Protocol):
    """What an exporter has written."""

    @property
    def at_least(self) -> int | None:
        """The lower bound that the files claim; None: no plan exists, or they claim no bound."""
        ...

    def to_json(self) -> dict[str, Any]:
        """The files and what they say, for ``export --json``."""
        ...

    def lines(self, metric: str) -> list[str]:
        """What to print: a line a file."""
        ...

    def check_command(self) -> list[str]:
        """The words of a command that checks the files; none if there is nothing to check."""
        ...


class Exporter(NamedTuple):
    """One format of ``export --as``."""

    help: str
    function: str
    """module:name of ``(puzzle, base, form, *, at_least, binary, check, work, memory)``.

    It returns an `Exported`; with ``check`` the checker accepts the files before they get their
    names.
    """
    suffixes: tuple[str, ...]
    """Of the files, which share the name ``base``."""
    binary_suffixes: tuple[str, ...]
    """The same with --binary."""
    forms: Mapping[str, str]
    """Name of a form -> what it is; the first is the default."""

    def load(self) -> Callable[..., Exported]:
        """Import the function."""
        function: Callable[..., Exported] = imported(self.function)
        return function


EXPORTERS: dict[str, Exporter] = {
    "lrat": Exporter(
        "a formula (DIMACS) and a proof that it has no solution",
        "puzzleproof.provers.lrat.export:export_lrat",
        (".cnf", ".lrat"),
        (".cnf", ".clrat"),
        {
            "ranks": "one step and a table of labels, short",
            "horizon": "'at most minimum - 1 moves' with no labels in the formula, long",
        },
    ),
}


@dataclass(frozen=True, slots=True)
class ExportRequest:
    """What to write: in which form of the format, and the bound to claim (None: the minimum)."""

    format: str
    form: str | None = None
    binary: bool = False
    at_least: int | None = None
    check: bool = True
    """Whether the checker has to accept the files before they get their names."""

    @property
    def exporter(self) -> Exporter:
        """The row of the format."""
        return EXPORTERS[self.format]

    @property
    def suffixes(self) -> tuple[str, ...]:
        """Of the files, which share the name."""
        return self.exporter.binary_suffixes if self.binary else self.exporter.suffixes

    @property
    def form_or_default(self) -> str:
        """The form, by default the first of the format's."""
        return self.form or next(iter(self.exporter.forms))


def export(
    puzzle: AnyPuzzle, base: Path, request: ExportRequest, limits: Limits = NO_LIMITS
) -> Exported:
    """Search, and write the files that begin with ``base``, all or none; checked, if requested.

    Works in a child process, within limits.  Raises OutputError for files that cannot be written.
    """
    with folder_beside(base) as folder:  # a child that was ended leaves its unfinished files there
        arguments = puzzle, base, request, folder, limits.memory
        exported: Exported = call(_export, arguments, ignore, limits)
    return exported


def _export(
    puzzle: AnyPuzzle,
    base: Path,
    request: ExportRequest,
    work: Path,
    memory: int | None,
    _emit: Emit,
) -> Exported:
    """Write the files, in the child."""
    how: dict[str, Any] = {"at_least": request.at_least, "binary": request.binary, "work": work}
    how["check"] = request.check
    how["memory"] = array_budget(memory or half_of_spare_memory())
    return request.exporter.load()(puzzle, base, request.form_or_default, **how)
