"""Scenes as SVG: the same bytes for the same scene, on every machine.

Shapes have classes, and a style sheet in the file says what they look like: in the theme ``auto``
it follows the reader's preference for light or dark.  The classes are those of a root element with
the class ``puzzleproof-THEME``, so pictures do not disturb each other in a page that holds many.
"""

from __future__ import annotations

from collections.abc import Iterable
from xml.etree import ElementTree as ET

from puzzleproof.render.palette import LIGHT, SURFACES, Theme
from puzzleproof.render.scene import Curve, Disc, Group, Point, Polygon, Scene, Shape, Words

NAMESPACE = "http://www.w3.org/2000/svg"
INHERITED = {
    "font-family": "DejaVu Sans,Verdana,Arial,sans-serif",
    "text-anchor": "middle",
    "stroke-width": "10",
    "stroke-linejoin": "round",
    "stroke-linecap": "round",
}
"""Attributes of the root element, so that the rules of style sheets need classes alone."""


def svg(scene: Scene, theme: Theme = "auto", extra: str = "", style: bool = True) -> str:
    """The text of an SVG file.

    ``extra`` are rules added to the style sheet; ``style``: whether there is one in the file.
    """
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
        ET.SubElement(root, "style").text = style_sheet(theme) + extra
    ET.SubElement(root, "rect", {"class": "paper", "width": width, "height": height})
    _add(root, scene.shapes)
    return ET.tostring(root, encoding="unicode") + "\n"


# --- shapes -------------------------------------------------------------------------------


def _add(parent: ET.Element, shapes: Iterable[Shape]) -> None:
    for shape in shapes:
        match shape:
            case Polygon(loops, look):
                path = "".join(f"M{_points(loop)}z" for loop in loops)
                ET.SubElement(parent, "path", {"class": look, "d": path})
            case Disc((x, y), radius, look):
                place = {"cx": number(x), "cy": number(y), "r": number(radius)}
                ET.SubElement(parent, "circle", {"class": look, **place})
            case Curve(points, look, bent):
                ET.SubElement(parent, "path", {"class": look, "d": _line(points, bent)})
            case Words():
                _add_words(parent, shape)
            case Group(inner, at, actor):
                group = ET.SubElement(parent, "g")
                if at != (0, 0):
                    group.set("transform", f"translate({number(at[0])} {number(at[1])})")
                if actor:
                    group.set("class", actor)
                _add(group, inner)


def _add_words(parent: ET.Element, words: Words) -> None:
    x, y = words.at
    attributes = {"class": words.look if words.centred else f"{words.look} left"}
    attributes |= {"x": number(x), "y": number(y), "font-size": number(words.size)}
    ET.SubElement(parent, "text", attributes).text = words.text


def _points(points: Iterable[Point]) -> str:
    return " ".join(f"{number(x)} {number(y)}" for x, y in points)


def _line(points: tuple[Point, ...], bent: bool) -> str:
    return f"M{_points(points[:1])}Q{_points(points[1:])}" if bent else f"M{_points(points)}"


def number(value: float) -> str:
    """A length with two decimals at most.

    >>> number(40.0), number(0.125), number(-0.001)
    ('40', '0.12', '0')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


# --- looks --------------------------------------------------------------------------------


def style_sheet(theme: Theme) -> str:
    """The rules of all looks; in ``auto`` the light ones, and the dark ones where wanted."""
    root = f".puzzleproof-{theme} "
    if theme != "auto":
        return _rules(root, _shapes() | _surfaces(theme))
    dark = _rules(root, _surfaces("dark"))
    light = _rules(root, _shapes() | _surfaces("light"))
    return f"{light}@media (prefers-color-scheme:dark){{{dark}}}"


def _rules(root: str, rules: dict[str, str]) -> str:
    return "".join(
        f"{','.join(root + one for one in names.split(','))}{{{what}}}"
        for names, what in rules.items()
    )


def _shapes() -> dict[str, str]:
    """What does not depend on the theme: a piece, a disc and an edge of each paint, and widths."""
    found = dict[str, str]()
    for k, colour in enumerate(LIGHT):
        found |= {f".p{k}": f"fill:{colour};stroke:{colour}", f".d{k}": f"fill:{colour}"}
        found[f".e{k}"] = f"stroke:{colour};stroke-width:5;fill:none"
    return found | {
        ".left": "text-anchor:start",
        ".letter": "fill:#000;font-weight:bold",
    }


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
