"""Scenes as SVG: the same bytes for the same scene, on every machine.

Shapes have classes, and a style sheet in the file says what they look like; in the theme ``auto``
it follows the reader's preference for light or dark.  Its rules apply only inside a root element of
the class ``puzzleproof-THEME``, so pictures in the same page do not disturb each other.
"""

from collections.abc import Callable, Iterable
from xml.etree import ElementTree as ET

from puzzleproof.render.palette import GRAPHS, LIGHT, SURFACES, Theme
from puzzleproof.render.scene import (
    Curve,
    Disc,
    Dots,
    Group,
    Point,
    Polygon,
    Scene,
    Segments,
    Shape,
    Sheet,
    Words,
)

NAMESPACE = "http://www.w3.org/2000/svg"
INHERITED = {
    "font-family": "DejaVu Sans,Verdana,Arial,sans-serif",
    "text-anchor": "middle",
    "stroke-width": "10",
    "stroke-linejoin": "round",
    "stroke-linecap": "round",
}
"""Attributes of the root element, which every shape inherits unless a rule says otherwise."""


def svg(scene: Scene, theme: Theme = "auto", extra: str = "", style: bool = True) -> str:
    """Write a scene as SVG; ``extra`` are rules added to its style sheet, if it has one."""
    width, height = number(scene.width), number(scene.height)
    root = ET.Element(
        "svg",
        {
            "xmlns": NAMESPACE,
            "class": f"puzzleproof-{theme}",
            "role": "img",
            "width": number(scene.width * scene.zoom),
            "height": number(scene.height * scene.zoom),
            "viewBox": f"0 0 {width} {height}",
            **INHERITED,
        },
    )
    ET.SubElement(root, "title").text = scene.title
    if scene.description:
        ET.SubElement(root, "desc").text = scene.description
    if style:
        ET.SubElement(root, "style").text = style_sheet(theme, scene.sheet) + extra
    ET.SubElement(root, "rect", {"class": "paper", "width": width, "height": height})
    _add(root, scene.shapes)
    return ET.tostring(root, encoding="unicode") + "\n"


def _add(parent: ET.Element, shapes: Iterable[Shape]) -> None:
    for shape in shapes:
        match shape:
            case Polygon(loops, look):
                _add_path(parent, look, "".join(f"M{_points(loop)}z" for loop in loops))
            case Disc((x, y), radius, look):
                place = {"cx": number(x), "cy": number(y), "r": number(radius)}
                ET.SubElement(parent, "circle", {"class": look, **place})
            case Curve(points, look, bent):
                start, rest = _points(points[:1]), _points(points[1:])
                _add_path(parent, look, f"M{start}{'Q' if bent else ' '}{rest}".rstrip())
            case Dots(centres, radius, look):
                # A line of length 0 with round ends is a dot; a circle takes three times the text.
                dots = "".join(f"M{_short(x)} {_short(y)}h0" for x, y in centres)
                _add_path(parent, look, dots, number(2 * radius))
            case Segments(lines, look):
                ends = (map(_short, (*one, *other)) for one, other in lines)
                path = "".join("M{} {}L{} {}".format(*four) for four in ends)
                _add_path(parent, look, path)
            case Words(text, (x, y), size, look, centred):
                place = {"x": number(x), "y": number(y), "font-size": number(size)}
                classes = {"class": look if centred else f"{look} left"}
                ET.SubElement(parent, "text", {**classes, **place}).text = text
            case Group(inside, (x, y), actor):
                at = f"translate({number(x)} {number(y)})" if (x, y) != (0, 0) else ""
                attributes = {"transform": at, "class": actor}
                given = {key: value for key, value in attributes.items() if value}
                _add(ET.SubElement(parent, "g", given), inside)


def _add_path(parent: ET.Element, look: str, path: str, wide: str = "") -> None:
    width = {"stroke-width": wide} if wide else {}
    ET.SubElement(parent, "path", {"class": look, "d": path, **width})


def _points(points: Iterable[Point]) -> str:
    return " ".join(f"{number(x)} {number(y)}" for x, y in points)


def _short(value: float) -> str:
    """Write a coordinate to a tenth of a unit, as graphs have thousands of coordinates."""
    return number(round(value, 1))


def number(value: float) -> str:
    """Write a length with two decimals at most.

    >>> number(40.0), number(0.125), number(-0.001)
    ('40', '0.12', '0')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def style_sheet(theme: Theme, sheet: Sheet = "boards") -> str:
    """Write the rules of all looks; ``auto`` has both themes, and the reader's system chooses."""
    root = f".puzzleproof-{theme} "
    shapes, surfaces = SHEETS[sheet]
    if theme != "auto":
        return _rules(root, shapes | surfaces(theme))
    dark = _rules(root, surfaces("dark"))
    light = _rules(root, shapes | surfaces("light"))
    return f"{light}@media (prefers-color-scheme:dark){{{dark}}}"


def _rules(root: str, rules: dict[str, str]) -> str:
    return "".join(
        f"{','.join(root + one for one in names.split(','))}{{{what}}}"
        for names, what in rules.items()
    )


def _surfaces(theme: str) -> dict[str, str]:
    of = SURFACES[theme]
    return {
        ".paper": f"fill:{of['paper']}",
        ".ink": f"fill:{of['ink']}",
        ".board": f"fill:{of['floor']};stroke:{of['frame']};stroke-width:6;paint-order:stroke",
        ".round": f"fill:{of['floor']};stroke:{of['floor']};stroke-width:50",
        ".hole": f"fill:{of['paper']}",
        ".mark": f"fill:{of['ink']};stroke:{of['ink']};stroke-width:16",
        ".trail": f"stroke:{of['trail']};stroke-width:3;fill:none",
        ".dot": f"fill:{of['trail']}",
        ".casing": f"stroke:{of['frame']};stroke-width:8;fill:none",
        ".thin": f"stroke:{of['faint']};stroke-width:1.5;fill:none",
    }


def _graph_surfaces(theme: str) -> dict[str, str]:
    of, own = SURFACES[theme], GRAPHS[theme]
    return {
        ".paper": f"fill:{of['paper']}",
        ".ink,.right": f"fill:{of['ink']}",
        ".pale": f"fill:{own['words']};stroke:{of['paper']};stroke-width:3;paint-order:stroke",
        ".ring,.link,.fine": f"stroke:{of['faint']}",
        ".state": f"stroke:{own['state']}",
        ".bar": f"fill:{own['state']}",
        ".far-goal": f"stroke:{own['goal']}",
        ".goal-bar": f"fill:{own['goal']}",
        ".path,.step": f"stroke:{own['path']}",
        ".casing": f"stroke:{of['paper']}",
        ".goal": f"fill:{own['goal']};stroke:{of['ink']}",
        ".start": f"fill:{of['ink']};stroke:{of['paper']}",
        ".end": f"fill:{own['path']};stroke:{of['ink']}",
    }


SHAPES = {
    name: look
    for k, colour in enumerate(LIGHT)
    for name, look in {
        f".p{k}": f"fill:{colour};stroke:{colour}",
        f".d{k}": f"fill:{colour}",
        f".e{k}": f"stroke:{colour};stroke-width:5;fill:none",
    }.items()
} | {".left": "text-anchor:start", ".letter": "fill:#000;font-weight:bold"}
"""The looks of a piece, a disc and an edge in each paint, and of texts, for all themes."""
GRAPH_SHAPES = {
    ".left": "text-anchor:start",
    ".ring,.fine,.link,.path,.casing,.state,.step,.far-goal": "fill:none",
    ".ring,.fine": "stroke-width:.6",
    ".link": "stroke-width:1",
    ".path": "stroke-width:2.5",
    ".casing": "stroke-width:5",
    ".start,.goal,.end": "stroke-width:1.2",
    ".right": "text-anchor:end",
}
SHEETS: dict[Sheet, tuple[dict[str, str], Callable[[str], dict[str, str]]]] = {
    "boards": (SHAPES, _surfaces),
    "graphs": (GRAPH_SHAPES, _graph_surfaces),
}
"""Name -> the rules that do not depend on the theme, and a function for the rules that do."""
