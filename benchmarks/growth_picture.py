"""The figures of `puzzleproof.benchmarks.growth` as two diagrams; all axes are logarithmic."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil, floor, log10
from typing import NamedTuple, TypeAlias

from puzzleproof.render.scene import Curve, Disc, Group, Point, Scene, Shape, Words
from puzzleproof.render.svg import svg

Figures: TypeAlias = Sequence[float | None]
"""Of one board, in the order of `LINES`; None where there is none."""
LINES = (("search", 0), ("certificate", 5), ("check", 1), ("Fast Downward", 9))
"""What each figure is of, and its paint."""
RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
WIDE, HIGH, LEFT, TOP, GAP = 420.0, 300.0, 110.0, 60.0, 130.0
"""Of a diagram, and the room around it."""
SMALL, LARGE = 14.0, 17.0
"""Sizes of words."""


class Axis(NamedTuple):
    """Powers of ten from ``low`` to ``high`` on so many units."""

    low: int
    high: int
    units: float

    @classmethod
    def of(cls, values: Sequence[float], units: float) -> Axis:
        """The powers of ten around all values."""
        low = floor(log10(min(values)))
        return cls(low, max(low + 1, ceil(log10(max(values)))), units)

    def at(self, value: float) -> float:
        """Units from the lower end."""
        return self.units * (log10(value) - self.low) / (self.high - self.low)


def picture(states: Sequence[int], rates: Sequence[Figures], sizes: Sequence[Figures]) -> str:
    """The text of an SVG file: states a second on the left, bytes a state on the right."""
    speed = _diagram("states a CPU second", states, rates)
    size = _diagram("bytes a state", states, sizes)
    right = LEFT + WIDE + GAP
    key = tuple(_key())
    shapes = (Group(speed, (LEFT, TOP)), Group(size, (right, TOP)), Group(key, (LEFT, TOP + HIGH)))
    about = f"Boards of {', '.join(f'{count:,}' for count in states)} states."
    title = "Growth: Climb 12, with goals farther and farther away, then more pieces labelled"
    return svg(Scene(right + WIDE + 60, TOP + HIGH + 100, shapes, title, about))


def _diagram(name: str, states: Sequence[int], columns: Sequence[Figures]) -> tuple[Shape, ...]:
    """Lines through the known figures of each column, in a frame with powers of ten."""
    known = [value for column in columns for value in column if value is not None]
    across, up = Axis.of(states, WIDE), Axis.of(known, HIGH)
    shapes: list[Shape] = [Words(name, (WIDE / 2, -20), LARGE), *_grid(across, up)]
    for (_, paint), figures in zip(LINES, zip(*columns, strict=True), strict=True):
        points = [
            (across.at(count), HIGH - up.at(value))
            for count, value in zip(states, figures, strict=True)
            if value is not None
        ]
        shapes += _line(points, paint)
    return tuple(shapes)


def _grid(across: Axis, up: Axis) -> Iterator[Shape]:
    for power in range(across.low, across.high + 1):
        x = across.at(10.0**power)
        yield Curve(((x, 0), (x, HIGH)), "thin")
        yield Words(f"10{str(power).translate(RAISED)}", (x, HIGH + 22), SMALL)
    for power in range(up.low, up.high + 1):
        y = HIGH - up.at(10.0**power)
        yield Curve(((0, y), (WIDE, y)), "thin")
        text = f"{10.0**power:,.{max(0, -power)}f}"
        yield Words(text, (-6 - 5 * len(text), y + 5), SMALL)


def _line(points: Sequence[Point], paint: int) -> Iterator[Shape]:
    if len(points) > 1:
        yield Curve(tuple(points), f"e{paint}")
    for point in points:
        yield Disc(point, 5, f"d{paint}")


def _key() -> Iterator[Shape]:
    """The names of the lines, and of the axis below."""
    yield Words("states", (WIDE / 2, 44), SMALL)
    for k, (name, paint) in enumerate(LINES):
        x = 180.0 * k
        yield from _line([(x, 75), (x + 30, 75)], paint)
        yield Words(name, (x + 42, 80), SMALL, centred=False)
