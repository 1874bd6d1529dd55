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
from dataclasses import dataclass
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any, BinaryIO, TextIO, cast
from xml.sax.saxutils import escape

from puzzleproof.explore.graph.distances import Distances, from_start
from puzzleproof.explore.graph.whole import Graph, Rows
from puzzleproof.models.errors import InstanceError, Unsupported

FORMAT, VERSION = "puzzleproof-graph", 1
PARTS = ("states", "degrees", "neighbours", "distances", "components")
FAR = 0xFFFF
"""The distance of what cannot be reached."""
LONGEST_HEADER = 1 << 24

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


@dataclass(frozen=True, slots=True)
class StoredGraph:
    """What a binary file holds; vertex 0 is the start."""

    instance: str
    """The text of the instance file."""
    metric: str
    directed: bool
    whole: bool
    states: list[int]
    rows: Rows
    """For each vertex its neighbours, ascending."""
    distances: Distances
    """From the start; None for what cannot be reached."""
    components: list[int]
    """For each vertex the number of its component."""


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


def _numbers(code: str, part: bytes) -> list[int]:
    values: array[int] = array(code)
    values.frombytes(part)
    if sys.byteorder == "big":
        values.byteswap()
    return values.tolist()


def read_graph(path: Path) -> StoredGraph:
    """Read a binary file; raises InstanceError for one that is damaged or no such file."""
    with path.open("rb") as file:
        return _Reader(file, path).graph()


class _Reader:
    """The parts of a file, each checked against its header."""

    def __init__(self, file: BinaryIO, path: Path) -> None:
        self.file, self.path = file, path
        self.header = self._header()
        self.states, self.edges, self.components, self.width = (
            self._count(self.header, key) for key in ("states", "edges", "components", "width")
        )
        self._check(self.states > 0, "no states")
        self._check(self.width > 0, "states of no width")

    def _check(self, holds: bool, fault: str) -> None:
        if not holds:
            raise InstanceError(f"{self.path}: not a sound {FORMAT} file: {fault}")

    def _header(self) -> dict[str, Any]:
        line = self.file.readline(LONGEST_HEADER)
        try:
            header: Any = json.loads(line)
        except ValueError:
            header = None
        self._check(isinstance(header, dict), "its first line is no JSON object")
        read = cast("dict[str, Any]", header)
        self._check(read.get("format") == FORMAT, f"format {read.get('format')!r}")
        self._check(read.get("version") == VERSION, f"version {read.get('version')!r}")
        return read

    def _count(self, values: Any, key: str) -> int:
        value: Any = cast("dict[str, Any]", values).get(key) if isinstance(values, dict) else None
        self._check(type(value) is int and value >= 0, f"{key!r} is {value!r}, not a count")
        return cast("int", value)

    def _is(self, key: str, kind: type[Any]) -> Any:
        value = self.header.get(key)
        self._check(isinstance(value, kind), f"{key!r} is {value!r}")
        return value

    def _part(self, name: str, expected: int) -> bytes:
        """Decompress the next part, which must have exactly this many bytes."""
        size = self._count(self.header.get("parts"), name)
        packed = self.file.read(size)
        self._check(len(packed) == size, f"it ends within its {name}")
        unpacking = zlib.decompressobj()
        try:
            part = unpacking.decompress(packed, expected + 1)
        except zlib.error as error:
            raise InstanceError(f"{self.path}: damaged {name}: {error}") from error
        sound = len(part) == expected and unpacking.eof and not unpacking.unused_data
        self._check(sound, f"its {name} are not {expected} bytes")
        return part

    def graph(self) -> StoredGraph:
        directed, whole = self._is("directed", bool), self._is("whole", bool)
        instance, metric = self._is("instance", str), self._is("metric", str)
        states = self._states()
        rows = self._rows(directed)
        depths = self._distances()
        components = self._components()
        self._check(not self.file.read(1), "something follows its last part")
        return StoredGraph(instance, metric, directed, whole, states, rows, depths, components)

    def _states(self) -> list[int]:
        width = self.width
        part = self._part("states", self.states * width)
        cuts = pairwise(range(0, len(part) + 1, width))
        states = [int.from_bytes(part[a:b], "little") for a, b in cuts]
        self._check(len(set(states)) == len(states), "one state stands twice")
        return states

    def _rows(self, directed: bool) -> Rows:
        degrees = _numbers("I", self._part("degrees", 4 * self.states))
        self._check(sum(degrees) == self.edges, "its degrees are not those of its edges")
        steps = _numbers("i", self._part("neighbours", 4 * self.edges))
        ends = accumulate(degrees, initial=0)
        rows = [[v + step for step in steps[a:b]] for v, (a, b) in enumerate(pairwise(ends))]
        for vertex, row in enumerate(rows):
            least = 0 if directed else vertex + 1
            inside = all(least <= after < self.states for after in row)
            self._check(inside and sorted(set(row)) == row, f"the neighbours of vertex {vertex}")
        if not directed:
            earlier: Rows = [[] for _ in rows]
            for vertex, row in enumerate(rows):
                for after in row:
                    earlier[after].append(vertex)
            rows = [[*before, *after] for before, after in zip(earlier, rows, strict=True)]
        return rows

    def _distances(self) -> Distances:
        found = _numbers("H", self._part("distances", 2 * self.states))
        self._check(found[0] == 0, "the start is away from itself")
        return [None if depth == FAR else depth for depth in found]

    def _components(self) -> list[int]:
        found = _numbers("I", self._part("components", 4 * self.states))
        self._check(
            found == sorted(found) and set(found) == set(range(self.components)),
            "its components are not numbered one after the other",
        )
        return found
