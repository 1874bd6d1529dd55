"""Scenes: shapes with positions and styles, for any renderer.

Lengths are in units; x points to the right, y down.  A *look* is the name of a class in the style
sheet of `puzzleproof.render.svg`; a piece with paint 3 has the look ``p3``.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

Point: TypeAlias = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Polygon:
    """One or more closed loops, all clockwise, which are filled and may overlap."""

    loops: tuple[tuple[Point, ...], ...]
    look: str


@dataclass(frozen=True, slots=True)
class Disc:
    """A filled circle."""

    centre: Point
    radius: float
    look: str


@dataclass(frozen=True, slots=True)
class Curve:
    """A line through points; if ``bent``, a quadratic curve: start, control point and end."""

    points: tuple[Point, ...]
    look: str
    bent: bool = False


@dataclass(frozen=True, slots=True)
class Dots:
    """Many filled circles of one radius."""

    centres: tuple[Point, ...]
    radius: float
    look: str


@dataclass(frozen=True, slots=True)
class Segments:
    """Many straight lines, each between two points."""

    lines: tuple[tuple[Point, Point], ...]
    look: str


@dataclass(frozen=True, slots=True)
class Words:
    """A line of text; ``at`` is the middle of its baseline, or its start if not ``centred``."""

    text: str
    at: Point
    size: float
    look: str = "ink"
    centred: bool = True


@dataclass(frozen=True, slots=True)
class Group:
    """Shapes that are moved by ``at``; ``actor`` is the class by which an animation moves them."""

    shapes: "tuple[Shape, ...]"
    at: Point = (0, 0)
    actor: str = ""


Shape: TypeAlias = Polygon | Disc | Curve | Dots | Segments | Words | Group
Sheet: TypeAlias = Literal["boards", "graphs"]
"""The name of the style sheet that has the looks of a scene."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A page of ``width`` x ``height`` units, with a title and a description for blind readers."""

    width: float
    height: float
    shapes: tuple[Shape, ...]
    title: str
    description: str = ""
    zoom: float = 1
    """Pixels per unit."""
    sheet: Sheet = "boards"


def text_width(text: str, size: float) -> float:
    """Estimate the width of a line of text, without reading a font."""
    return 0.62 * size * len(text)


def fitting(text: str, width: float, size: float) -> float:
    """Return the largest size, at most ``size``, at which a line of text fits in ``width``."""
    return min(size, size * width / max(1.0, text_width(text, size)))


def in_rows(scenes: Sequence[Scene], columns: int, gap: float, title: str, about: str) -> Scene:
    """Lay scenes on a grid; all columns are as wide as the widest scene."""
    rows = [scenes[k : k + columns] for k in range(0, len(scenes), columns)]
    wide = max(scene.width for scene in scenes)
    shapes, y = list[Shape](), gap
    for row in rows:
        for number, scene in enumerate(row):
            left = gap + number * (wide + gap) + (wide - scene.width) / 2
            shapes.append(Group(scene.shapes, (left, y)))
        y += max(scene.height for scene in row) + gap
    width = gap + min(columns, len(scenes)) * (wide + gap)
    return Scene(width, y, tuple(shapes), title, about, scenes[0].zoom)
