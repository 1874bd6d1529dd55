"""State graphs as files: GraphML for other programs, a compact binary form for drawing.

GraphML (Brandes et al., 2002) and DOT (`dot`) are written vertex by vertex, with the drawing of
each state, its distance from the start and its component.  The binary file is a line of JSON,
which holds the instance and says how long each part is, and after it the parts, compressed by
zlib: states of a fixed width, degrees, neighbours (as differences), distances, components; all
numbers are little-endian.  Where moves can be taken back each edge is stored once, with its
earlier vertex.
"""

from __future__ import annotations

import json
import sys
import zlib
from array import array
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TextIO
from xml.sax.saxutils import escape

from puzzleproof.explore.graph.distances import from_start
from puzzleproof.explore.graph.whole import Graph
from puzzleproof.models.errors import Unsupported

FORMAT, VERSION = "puzzleproof-graph", 1
PARTS = ("states", "degrees", "neighbours", "distances", "components")
FAR = 0xFFFF
"""The distance of what cannot be reached."""

Label = Callable[[int], str]
"""The drawing of a state."""


# --- for other programs ---------------------------------------------------------------------


def write_graphml(graph: Graph, file: TextIO, label: Label) -> None:
    """Write GraphML; what the start cannot reach has no distance."""
    file.write('<?xml version="1.0" encoding="UTF-8"?>\n')
    file.write('<graphml xmlns="http://graphml.graphdrawing.org/xmlns">\n')
    file.writelines(
        f'<key id="{key}" for="node" attr.name="{key}" attr.type="{kind}"/>\n'
        for key, kind in (("drawing", "string"), ("distance", "int"), ("component", "int"))
    )
    file.write(f'<graph edgedefault="{"" if graph.directed else "un"}directed">\n')
    for vertex, drawing, depth, component in vertices(graph, label):
        file.write(f'<node id="n{vertex}"><data key="drawing">{escape(drawing)}</data>')
        if depth is not None:
            file.write(f'<data key="distance">{depth}</data>')
        file.write(f'<data key="component">{component}</data></node>\n')
    for vertex, after in edges(graph):
        file.write(f'<edge source="n{vertex}" target="n{after}"/>\n')
    file.write("</graph>\n</graphml>\n")


def vertices(graph: Graph, label: Label) -> Iterator[tuple[int, str, int | None, int]]:
    """Each vertex with its drawing, its distance from the start and its component."""
    depths = from_start(graph)
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


# --- for drawing ------------------------------------------------------------------------------


def write_graph(graph: Graph, path: Path, instance: str, metric: str) -> None:
    """Write the binary file; raises Unsupported where a distance has no place in it."""
    width = max(1, (graph.task.width + 7) // 8)
    rows = list(_stored_rows(graph))
    packed = (
        b"".join([state.to_bytes(width, "little") for state in graph.states]),
        _bytes("I", map(len, rows)),
        _bytes("i", (after - v for v, row in enumerate(rows) for after in row)),
        _bytes("H", map(_short, from_start(graph))),
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
