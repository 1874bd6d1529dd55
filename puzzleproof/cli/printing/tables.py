"""Tables, as text in columns and as CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast


def aligned(rows: Sequence[Sequence[str]], sides: str) -> list[str]:
    """Rows as lines; ``sides`` has ``<`` or ``>`` for each column.

    >>> aligned([("name", "moves"), ("x", "81")], "<>")
    ['name  moves', 'x        81']
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    formats = [f"{side}{width}" for side, width in zip(sides, widths, strict=True)]
    return ["  ".join(map(format, row, formats)).rstrip() for row in rows]


def csv_text(columns: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> str:
    """Rows under a header, with the line ends of RFC 4180; a cell holds a list as words."""
    text = io.StringIO()
    table = csv.DictWriter(text, columns, extrasaction="ignore")
    table.writeheader()
    for row in rows:
        table.writerow({name: _cell(row[name]) for name in columns if name in row})
    return text.getvalue()


def _cell(value: Any) -> Any:
    return " ".join(cast("Sequence[str]", value)) if isinstance(value, (list, tuple)) else value
