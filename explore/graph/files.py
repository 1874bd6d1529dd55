"""State graphs as files: GraphML for other programs, a compact binary form for drawing.

GraphML (Brandes et al., 2002) and DOT, for Graphviz, are written vertex by vertex, with the drawing
of each state, its distance from the start and its component.  The binary file is a line of JSON,
which holds the instance and says how long each part is, and after it the parts, compressed by
zlib: states of a fixed width, degrees, neighbours (as differences), distances, components; all
numbers are little-endian.  Where moves can be taken back each edge is stored once, with its
earlier vertex.
"""

import json
import sys
import zlib
from array import array
from collections.abc import Callable, Iterable, Iterator
from html import escape
from pathlib import Path
from typing import TextIO

from puzzleproof.explore.graph.whole import Graph
from puzzleproof.models.errors import Unsupported

FORMAT, VERSION = "puzzleproof-graph", 1
PARTS = ("states", "degrees", "neighbours", "distances", "components")
FAR = 0xFFFF
"""The distance of vertices that cannot be reached."""

Label = Callable[[int], str]
"""The drawing of a state."""


# --- for other programs ---------------------------------------------------------------------


def write_graphml(graph: Graph, file: TextIO, label: Label) -> None:
    """Write GraphML; vertices that the start cannot reach have no distance."""
    file.write('<?xml version="1.0" encoding="UTF-8"?>\n')
    file.write('<graphml xmlns="http://graphml.graphdrawing.org/xmlns">\n')
    file.writelines(
        f'<key id="{key}" for="node" attr.name="{key}" attr.type="{kind}"/>\n'
        for key, kind in (("drawing", "string"), ("distance", "int"), ("component", "int"))
    )
    file.write(f'<graph edgedefault="{"" if graph.directed else "un"}directed">\n')
    for vertex, drawing, depth, component in vertices(graph, label):
        file.write(
            f'<node id="n{vertex}"><data key="drawing">{escape(drawing, quote=False)}</data>'
        )
        if depth is not None:
            file.write(f'<data key="distance">{depth}</data>')
        file.write(f'<data key="component">{component}</data></node>\n')
    for vertex, after in edges(graph):
        file.write(f'<edge source="n{vertex}" target="n{after}"/>\n')
    file.write("</graph>\n</graphml>\n")


def vertices(graph: Graph, label: Label) -> Iterator[tuple[int, str, int | None, int]]:
    """Each vertex with its drawing, its distance from the start and its component."""
    depths = graph.from_start()
    for component in range(len(graph.firsts)):
        for vertex in graph.component(component):
            yield vertex, label(graph.states[vertex]), depths[vertex], component


def edges(graph: Graph) -> Iterator[tuple[int, int]]:
    """Each arc; each edge once."""
    for vertex, row in enumerate(_stored_rows(graph)):
        for after in row:
            yield vertex, after


def _stored_rows(graph: Graph) -> Iterator[list[int]]:
    """The neighbours of each vertex, ascending; of an edge, the later one."""
    for vertex, row in enumerate(graph.rows):
        yield sorted(row if graph.directed else [after for after in row if after > vertex])


# --- DOT ------------------------------------------------------------------------------------

LABELLED_EDGES = 400
"""With more edges than this, moves could not be read: they have no labels."""
MONOSPACE = '"Courier,monospace"'
"""The first font is that of PostScript and PDF; the second is known wherever there are fonts."""
BOLD, DOUBLE = 'style="filled,bold", fillcolor="#77aadd", penwidth=3', "peripheries=2"
MARKS = {
    (False, False): "",
    (True, False): f", {BOLD}",
    (False, True): f', style=filled, fillcolor="#eedd88", {DOUBLE}',
    (True, True): f", {BOLD}, {DOUBLE}",
}
"""(whether it is the start, whether it is a goal) -> the attributes of a vertex."""

MoveName = Callable[[int, int], str]
"""The move from a state to another; empty if no single move leads there."""


def write_dot(graph: Graph, file: TextIO, label: Label, move: MoveName | None = None) -> None:
    """Write DOT; vertices that the start cannot reach have no distance.

    Boards are drawn in a monospaced font, so that their columns stand below one another.  The start
    is filled and has a bold outline, goals are filled in another colour and have a double outline:
    the outlines tell them apart where colours do not.  An edge has its move as a label; where moves
    can be taken back, the way back as well, from the earlier state to the later one first.
    ``label`` draws a state.  Without ``move``, or with more than `LABELLED_EDGES` edges, edges have
    no labels.
    """
    goals = set(graph.goals())
    file.write("digraph {\n" if graph.directed else "graph {\n")
    file.write(f"node [shape=box, fontname={MONOSPACE}];\n")
    file.write(f"edge [fontname={MONOSPACE}];\n")
    for vertex, drawing, depth, component in vertices(graph, label):
        distance = "" if depth is None else f", distance={depth}"
        mark = MARKS[vertex == 0, vertex in goals]
        text = f"label={_quoted(drawing)}{distance}, component={component}{mark}"
        file.write(f"n{vertex} [{text}];\n")
    arrow = "->" if graph.directed else "--"
    found = list(edges(graph))
    names = move if len(found) <= LABELLED_EDGES else None
    for vertex, after in found:
        file.write(f"n{vertex} {arrow} n{after}{_moves(graph, names, vertex, after)};\n")
    file.write("}\n")


def _moves(graph: Graph, move: MoveName | None, vertex: int, after: int) -> str:
    """The label of an edge: the move there, and the move back if there is one."""
    if move is None:
        return ""
    one, other = graph.states[vertex], graph.states[after]
    names = [move(one, other), "" if graph.directed else move(other, one)]
    text = " / ".join(filter(None, names))
    return f" [label={_quoted(text)}]" if text else ""


def _quoted(text: str) -> str:
    """A text as DOT writes it; a line feed becomes the escape of a centred line."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


# --- for drawing ------------------------------------------------------------------------------


def write_graph(graph: Graph, path: Path, instance: str, metric: str) -> None:
    """Write the binary file; raises Unsupported if a distance is too large for it."""
    width = max(1, (graph.task.width + 7) // 8)
    rows = list(_stored_rows(graph))
    packed = (
        b"".join([state.to_bytes(width, "little") for state in graph.states]),
        _bytes("I", map(len, rows)),
        _bytes("i", (after - v for v, row in enumerate(rows) for after in row)),
        _bytes("H", map(_short, graph.from_start())),
        _bytes("I", (k for k in range(len(graph.firsts)) for _ in graph.component(k))),
    )
    parts = [zlib.compress(part) for part in packed]
    header = {
        "format": FORMAT,
        "version": VERSION,
        "states": len(graph.states),
        "edges": sum(map(len, rows)),
        "components": len(graph.firsts),
        "width": width,
        "directed": graph.directed,
        "whole": graph.whole,
        "metric": metric,
        "instance": instance,
        "parts": dict(zip(PARTS, map(len, parts), strict=True)),
    }
    with path.open("wb") as file:
        file.write(json.dumps(header).encode() + b"\n")
        file.writelines(parts)


def _short(depth: int | None) -> int:
    if depth is not None and depth >= FAR:
        raise Unsupported(f"distance {depth}: a graph file holds distances below {FAR}")
    return FAR if depth is None else depth


def _bytes(code: str, numbers: Iterable[int]) -> bytes:
    values = array(code, numbers)
    if sys.byteorder == "big":
        values.byteswap()
    return values.tobytes()
