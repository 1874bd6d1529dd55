"""Exporters: what writes a puzzle, or a claim about it, for other programs; a row each.

A new format is a module with a function like `puzzleproof.provers.lrat.export.export_lrat`, and a
row here: the verb ``export`` takes its choices from the rows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, Protocol

from puzzleproof.models import imported


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
