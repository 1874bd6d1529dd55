"""Published figures of state graphs, read from ``surveys.toml``, beside what the program finds.

A figure is `certified` where the checker computes it by the rules, else `claimed` by one search.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from puzzleproof.verify.survey import FIGURES

Value: TypeAlias = int | float | list[int] | dict[str, int] | None


class Published(NamedTuple):
    """What a source says of a puzzle's state graph, and how `explore` is asked about it."""

    puzzle: str
    metric: str
    source: str
    options: list[str]
    figures: dict[str, Value]
    """Name of a figure -> what is printed in the source."""
    certificate: bool = True
    """Whether some figure can be certified."""
    long: bool = False
    """Whether it takes minutes."""

    def certifies(self, figure: str) -> bool:
        """Whether a certificate shows this figure."""
        return self.certificate and figure.partition(".")[0] in FIGURES


SURVEYS = {
    (one["puzzle"], one["metric"]): Published(**one)
    for one in tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))["survey"]
}
"""By instance and metric."""


def figure_of(name: str, found: Mapping[str, Any]) -> Value:
    """The figure of this name among those found."""
    value: Any = found
    for key in name.split("."):
        value = value[int(key) if isinstance(value, list) else key]
    figure: Value = value["moves"] if isinstance(value, dict) and "moves" in value else value
    return figure


def agrees(published: Value, found: Value) -> bool:
    """Whether a figure is as published; a number says of a list how far it goes.

    >>> agrees(3.5, 3.4899), agrees(2, [1, 5, 7]), agrees(81, None)
    (True, True, False)
    """
    if isinstance(published, float) and isinstance(found, float):
        return round(found, 1) == published
    if isinstance(published, int) and isinstance(found, list):
        return published == len(found) - 1
    return published == found


def shown(value: Value) -> str:
    """A figure as it is printed; of a table how many entries it has.

    >>> shown(65880), shown([1, 5, 7]), shown({"1": 4}), shown(None)
    ('65,880', '2', 'of 1 kind', 'none')
    """
    if isinstance(value, dict):
        return f"of {len(value)} kind{'s' * (len(value) != 1)}"
    if value is None:
        return "none"
    return f"{len(value) - 1 if isinstance(value, list) else value:,}"
