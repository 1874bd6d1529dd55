"""Reads the binary files of state graphs, from what docs/state-graphs.md says of them."""

import json
import struct
import zlib
from dataclasses import dataclass
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any

FAR = 0xFFFF


@dataclass(frozen=True)
class StoredGraph:
    """What a file holds; vertex 0 is the start."""

    header: dict[str, Any]
    states: list[int]
    rows: list[list[int]]
    """For each vertex its neighbours, ascending; an edge is with both of its vertices."""
    distances: list[int | None]
    components: list[int]


def read_graph(path: Path) -> StoredGraph:
    """Read a file; its parts have the lengths that its header says, and nothing follows."""
    line, _, rest = path.read_bytes().partition(b"\n")
    header: dict[str, Any] = json.loads(line.decode("ascii"))
    parts = dict[str, bytes]()
    for name, length in header["parts"].items():
        parts[name], rest = zlib.decompress(rest[:length]), rest[length:]
    assert not rest
    width, number = header["width"], header["states"]
    packed = parts["states"]
    states = [int.from_bytes(packed[k * width : (k + 1) * width], "little") for k in range(number)]
    degrees = struct.unpack(f"<{number}I", parts["degrees"])
    steps = struct.unpack(f"<{header['edges']}i", parts["neighbours"])
    ends = list(accumulate(degrees, initial=0))
    rows = [[v + step for step in steps[a:b]] for v, (a, b) in enumerate(pairwise(ends))]
    if not header["directed"]:
        for vertex, after in [(v, k) for v, row in enumerate(rows) for k in row]:
            rows[after].append(vertex)
    distances = struct.unpack(f"<{number}H", parts["distances"])
    return StoredGraph(
        header,
        states,
        [sorted(row) for row in rows],
        [None if depth == FAR else depth for depth in distances],
        list(struct.unpack(f"<{number}I", parts["components"])),
    )
