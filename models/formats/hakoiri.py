"""Sliding blocks as XML, as in tarohs/hakoiri: classes of pieces as bitmaps, walls, goals.

``<size>`` includes the walls around the board; all other coordinates are row and column within
these walls, from 1.  ``<extwall>`` is one more wall.  With the goal type ``byid`` the named piece
itself has to arrive, with ``byclass`` any piece of its class.  Published counts are *steps*
(``unit``) and *RLC* (``piece``).  A class without a bitmap is a full rectangle.  An element or
attribute that is not in `KNOWN` is an error, because it may state a rule.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import escape, quoteattr

from puzzleproof.models.documents import check_keys
from puzzleproof.models.drawing import Cell, corner, shape_of
from puzzleproof.models.errors import InstanceError, Unsupported
from puzzleproof.models.formats import ALL, NONE, SHARE_WANTED, Likeness
from puzzleproof.models.formats.blocks import (
    letters,
    pairs_of,
    rectangle,
    sliding_document,
    sliding_of,
)
from puzzleproof.models.puzzle import AnyPuzzle

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

SIDE_LIMIT = 100
KNOWN: dict[str, tuple[str, ...]] = {
    "puzzle": ("name", "board", "goaltype", "clssiz", "komaset"),
    "board": ("size", "extwall", "goaltype", "mirrorident"),
    "clssiz": ("class",),
    "clssiz/class": ("name", "size", "bitmap"),
    "komaset": ("koma",),
    "koma": ("name", "short", "class", "init", "goal"),
}
"""Element (with its parent if two share a name) -> the attributes and elements in it.  All other
elements have only text.  ``mirrorident`` concerns hakoiri's search, ``short`` its drawings."""
REPEATED = {"extwall", "class", "koma"}
"""Elements that may stand more than once in another element."""


def likeness(text: str) -> Likeness:
    """Tell whether the text is XML with a puzzle."""
    if not text.lstrip().startswith("<"):
        return NONE
    missing = [tag for tag in ("<puzzle>", "<koma>") if tag[:-1] not in text]
    return Likeness(SHARE_WANTED, f"there is no {missing[0]}") if missing else ALL


def parts(text: str) -> Iterator[tuple[str, Element]]:
    """Yield the puzzles of the file, each a ``<puzzle>``."""
    from xml.etree.ElementTree import ParseError, fromstring

    if "<!ENTITY" in text:
        raise InstanceError("has <!ENTITY>: expected none")
    try:
        root = fromstring(text)  # noqa: S314  no entities
    except ParseError as error:
        raise InstanceError(f"not XML: {error}") from None
    found = [root] if root.tag == "puzzle" else list(root.iter("puzzle"))
    if not found:
        raise InstanceError("there is no <puzzle>")
    if root.tag != "puzzle":
        tags = (child.tag for child in root)
        check_keys((*root.attrib, *tags), ("puzzle",), f"<{root.tag}>: ")
    yield from ((f"puzzle {k}", one) for k, one in enumerate(found, 1))


def _check(element: Element, kind: str) -> None:
    """Raise InstanceError if an element, at any depth, is not in `KNOWN` or is given twice."""
    children, where = [child.tag for child in element], f"<{element.tag}>: "
    check_keys((*element.attrib, *children), KNOWN.get(kind, ()), where)
    twice = next((tag for tag in children if children.count(tag) > 1 and tag not in REPEATED), None)
    if twice:
        raise InstanceError(f"{where}<{twice}> stands {children.count(twice)} times: expected once")
    for child in element:
        path = f"{kind}/{child.tag}"
        _check(child, path if path in KNOWN else child.tag)


def document(puzzle: Element) -> dict[str, Any]:
    """Return the puzzle of an element."""
    _check(puzzle, "puzzle")
    rows, columns = (side - 2 for side in pairs_of(_text(puzzle, "board/size")))
    if not (0 < rows <= SIDE_LIMIT and 0 < columns <= SIDE_LIMIT):
        raise InstanceError(f"<size>: a board of {rows} x {columns} within its walls")
    walls = [_cell(wall.text or "") for wall in puzzle.findall("board/extwall")]
    kind = _text(puzzle, ".//goaltype").strip()
    if kind not in ("byid", "byclass"):
        raise InstanceError(f"<goaltype> {kind!r}: expected byid or byclass")
    shapes = {one.get("name", ""): _shape(one) for one in puzzle.iter("class") if one.get("name")}
    komas = list(puzzle.iter("koma"))
    names = dict(zip(letters(len(komas)), komas, strict=True))
    if not names:
        raise InstanceError("there is no <koma>")
    board = {n: _placed(shapes, koma, "init") for n, koma in names.items()}
    goal = {n: _placed(shapes, k, "goal") for n, k in names.items() if k.find("goal") is not None}
    more = {"name": puzzle.get("name", ""), **({} if kind == "byid" else {"labelled": ""})}
    return sliding_document((rows, columns), board, goal, walls, **more)


def _text(parent: Element, path: str) -> str:
    found = parent.find(path)
    if found is None or found.text is None:
        raise InstanceError(f"<{path.rpartition('/')[2]}> is missing or empty")
    return found.text


def _cell(numbers: str) -> Cell:
    row, column = pairs_of(numbers)
    return row - 1, column - 1


def _shape(one: Element) -> set[Cell]:
    """Return the cells of a class, from its bitmap, or from its size if it has none."""
    rows, columns = pairs_of(_text(one, "size"))
    if not (0 < rows <= SIDE_LIMIT and 0 < columns <= SIDE_LIMIT):
        raise InstanceError(f"<class> {one.get('name')!r}: <size>: {rows} x {columns} cells")
    if one.find("bitmap") is None:
        return rectangle(rows, columns)
    marks = [x for x in _text(one, "bitmap") if x in "01"]
    if len(marks) != rows * columns or "1" not in marks:
        fault = f"expected {rows} x {columns} of 0 and 1"
        raise InstanceError(f"<class> {one.get('name')!r}: <bitmap>: {fault}")
    return {divmod(k, columns) for k, mark in enumerate(marks) if mark == "1"}


def _placed(shapes: dict[str, set[Cell]], koma: Element, key: str) -> set[Cell]:
    """Return the cells of a piece at its start or goal, given by the corner of its bitmap."""
    name = koma.findtext("class", "").strip()
    if name not in shapes:
        raise InstanceError(f"<koma> {koma.get('name')!r}: no class {name!r}")
    row, column = _cell(_text(koma, key))
    return {(row + r, column + c) for r, c in shapes[name]}


def written(puzzle: AnyPuzzle) -> str:
    """Write the puzzle as XML, with a class for each shape."""
    sliding = sliding_of(puzzle, "hakoiri's XML")
    if len(sliding.goals) != 1:
        raise Unsupported("hakoiri's XML has one goal")
    wanted = sliding.goals[0].pieces()
    labelled = [name for name in wanted if sliding.is_labelled(name)]
    if labelled and len(labelled) != len(wanted):
        raise Unsupported("hakoiri's XML has goals by piece or by shape, not both")
    if not labelled and any(map(sliding.is_labelled, sliding.drawn)):
        raise Unsupported("hakoiri's XML labels no pieces except those of the goal")
    rows, columns = sliding.board.size
    shapes = list(dict.fromkeys(shape_of(cells) for cells in sliding.drawn.values()))
    inside = sliding.grid.cells
    walls = [(r, c) for r in range(rows) for c in range(columns) if (r, c) not in inside]
    lines = [
        f"<puzzle name={quoteattr(puzzle.info.name)}>",
        f"<board><size>{rows + 2}, {columns + 2}</size>",
        *(f"<extwall>{r + 1}, {c + 1}</extwall>" for r, c in walls),
        f"<goaltype>{'byid' if labelled else 'byclass'}</goaltype></board>",
        "<clssiz>",
        *(_class_text(k, shape) for k, shape in enumerate(shapes)),
        "</clssiz><komaset>",
        *(
            f"<koma name={quoteattr(name)}><class>{shapes.index(shape_of(cells))}</class>"
            f"<init>{_corner_text(cells)}</init>"
            + (f"<goal>{_corner_text(wanted[name])}</goal>" if name in wanted else "")
            + "</koma>"
            for name, cells in sliding.drawn.items()
        ),
        "</komaset></puzzle>",
    ]
    return "\n".join(lines) + "\n"


def _corner_text(cells: frozenset[Cell]) -> str:
    row, column = corner(cells)
    return f"{row + 1}, {column + 1}"


def _class_text(number: int, shape: frozenset[Cell]) -> str:
    rows, columns = max(r for r, _ in shape) + 1, max(c for _, c in shape) + 1
    bits = ["".join("1" if (r, c) in shape else "0" for c in range(columns)) for r in range(rows)]
    size = f"<size>{rows}, {columns}</size>"
    return f'<class name="{number}">{size}<bitmap>{escape(" ".join(bits))}</bitmap></class>'
