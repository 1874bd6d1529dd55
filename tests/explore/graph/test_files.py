"""Files of state graphs: what is written can be read, and damage is noticed."""

from __future__ import annotations

import io
import json
import zlib
from array import array
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from puzzleproof.explore.graph.distances import from_start
from puzzleproof.explore.graph.files import read_graph, write_graph, write_graphml
from puzzleproof.explore.graph.whole import Graph
from puzzleproof.models.errors import InstanceError
from tests.support.boards import SMALL, sliding
from tests.support.state_graphs import of_library, whole

GRAPHS: dict[str, Graph] = {
    "walls": whole(SMALL["walls"]),
    "two bars": whole(sliding("AA.#BB.", labelled="AB")),
    "frogs": of_library("frogs-2-2"),
    "simplicity": of_library("simplicity"),
    "one state": whole(sliding("AA")),
}
XML = "{http://graphml.graphdrawing.org/xmlns}"


def _drawing(state: int) -> str:
    return f'<{state}>\n"\\&'


def _edges(graph: Graph) -> set[tuple[int, int]]:
    arcs = {(v, k) for v, row in enumerate(graph.rows) for k in row}
    return arcs if graph.directed else {(v, k) for v, k in arcs if v < k}


@pytest.mark.parametrize("name", GRAPHS)
def test_graphml(name: str) -> None:
    graph, file = GRAPHS[name], io.StringIO()
    write_graphml(graph, file, _drawing)
    root = ET.fromstring(file.getvalue())  # noqa: S314 (our own text)
    body = root.find(f"{XML}graph")
    assert body is not None
    assert body.get("edgedefault") == ("directed" if graph.directed else "undirected")
    nodes = body.findall(f"{XML}node")
    assert [node.get("id") for node in nodes] == [f"n{v}" for v in range(len(graph.states))]
    data = [{item.get("key"): item.text for item in node} for node in nodes]
    assert [item["drawing"] for item in data] == [_drawing(state) for state in graph.states]
    assert [item["component"] for item in data] == [
        str(graph.component_of(v)) for v in range(len(graph.states))
    ]
    depths = [item.get("distance") for item in data]
    assert depths == [None if d is None else str(d) for d in from_start(graph)]
    ends = [(edge.get("source"), edge.get("target")) for edge in body.findall(f"{XML}edge")]
    assert sorted(ends) == sorted((f"n{v}", f"n{k}") for v, k in _edges(graph))


@pytest.mark.parametrize("name", GRAPHS)
def test_binary_round_trip(name: str, tmp_path: Path) -> None:
    graph, path = GRAPHS[name], tmp_path / "graph"
    write_graph(graph, path, 'board = """\nÂne\n"""\n', "piece")
    found = read_graph(path)
    assert (found.instance, found.metric) == ('board = """\nÂne\n"""\n', "piece")
    assert (found.directed, found.whole) == (graph.directed, graph.whole)
    assert found.states == graph.states
    assert found.rows == [sorted(row) for row in graph.rows]
    assert found.distances == from_start(graph)
    assert found.components == [graph.component_of(v) for v in range(len(graph.states))]


def test_the_binary_file_is_small(tmp_path: Path) -> None:
    write_graph(of_library("pennant"), tmp_path / "graph", "", "piece")
    states = len(of_library("pennant").states)
    assert (tmp_path / "graph").stat().st_size < 12 * states


@pytest.fixture
def stored(tmp_path: Path) -> Path:
    path = tmp_path / "graph"
    write_graph(GRAPHS["walls"], path, "an instance", "piece")
    return path


def _split(path: Path) -> tuple[dict[str, object], dict[str, bytes]]:
    line, _, rest = path.read_bytes().partition(b"\n")
    header = json.loads(line)
    parts: dict[str, bytes] = {}
    for name, size in header["parts"].items():
        parts[name], rest = rest[:size], rest[size:]
    assert not rest
    return header, parts


def _join(path: Path, header: dict[str, object], parts: dict[str, bytes]) -> None:
    header = header | {"parts": {name: len(part) for name, part in parts.items()}}
    path.write_bytes(json.dumps(header).encode() + b"\n" + b"".join(parts.values()))


def test_joined_again_it_is_sound(stored: Path) -> None:
    whole_text = stored.read_bytes()
    _join(stored, *_split(stored))
    assert stored.read_bytes() == whole_text


WRONG: dict[str, list[object]] = {
    "format": ["puzzleproof-graphs"],
    "version": [2],
    "states": [-1, 0, 10**15, True],
    "edges": [3, "3"],
    "components": [99],
    "width": [0, 9],
    "directed": [0],
    "whole": [None],
    "metric": [7],
    "instance": [["board"]],
}


@pytest.mark.parametrize(
    ("key", "value"), [(key, value) for key, values in WRONG.items() for value in values]
)
def test_a_wrong_header_is_rejected(stored: Path, key: str, value: object) -> None:
    header, parts = _split(stored)
    _join(stored, header | {key: value}, parts)
    with pytest.raises(InstanceError, match="not a sound puzzleproof-graph file"):
        read_graph(stored)


@pytest.mark.parametrize("text", [b"", b"\n", b"{", b"[]\n", b"\x00\xff\n", b"{}\n"])
def test_no_such_file_is_rejected(stored: Path, text: bytes) -> None:
    stored.write_bytes(text)
    with pytest.raises(InstanceError, match="not a sound"):
        read_graph(stored)


@pytest.mark.parametrize("parts", [None, 7, {}, {"states": -3}])
def test_parts_of_no_length_are_rejected(stored: Path, parts: object) -> None:
    line, _, rest = stored.read_bytes().partition(b"\n")
    stored.write_bytes(json.dumps(json.loads(line) | {"parts": parts}).encode() + b"\n" + rest)
    with pytest.raises(InstanceError, match="not a count"):
        read_graph(stored)


def test_no_byte_can_be_lost_or_added(stored: Path) -> None:
    sound = stored.read_bytes()
    for text in (sound[:-1], sound[:-50], sound + b"x", sound[: sound.index(b"\n") + 1]):
        stored.write_bytes(text)
        with pytest.raises(InstanceError):
            read_graph(stored)


def test_no_byte_of_the_parts_can_be_changed(stored: Path) -> None:
    sound = stored.read_bytes()
    for place in range(sound.index(b"\n") + 1, len(sound), 3):
        damaged = bytearray(sound)
        damaged[place] ^= 0x21
        stored.write_bytes(bytes(damaged))
        with pytest.raises(InstanceError):
            read_graph(stored)


def _altered(parts: dict[str, bytes], name: str, code: str, change: dict[int, int]) -> None:
    values = array(code, zlib.decompress(parts[name]))
    for place, value in change.items():
        values[place] = value
    parts[name] = zlib.compress(values.tobytes())


@pytest.mark.parametrize(
    ("name", "code", "change", "fault"),
    [
        ("degrees", "I", {0: 77}, "degrees"),
        ("neighbours", "i", {0: 0}, "neighbours of vertex 0"),
        ("neighbours", "i", {0: -1}, "neighbours of vertex 0"),
        ("neighbours", "i", {0: 10**6}, "neighbours of vertex 0"),
        ("distances", "H", {0: 1}, "start"),
        ("components", "I", {0: 1}, "components"),
        ("components", "I", {-1: 1000}, "components"),
        ("states", "B", {}, ""),
    ],
)
def test_wrong_numbers_are_rejected(
    stored: Path, name: str, code: str, change: dict[int, int], fault: str
) -> None:
    header, parts = _split(stored)
    _altered(parts, name, code, change)
    _join(stored, header, parts)
    if not change:
        assert read_graph(stored).states == GRAPHS["walls"].states
        return
    with pytest.raises(InstanceError, match=fault):
        read_graph(stored)


def test_a_state_stands_once(stored: Path) -> None:
    header, parts = _split(stored)
    width = header["width"]
    assert isinstance(width, int)
    states = zlib.decompress(parts["states"])
    parts["states"] = zlib.compress(states[:width] + states[:width] + states[2 * width :])
    _join(stored, header, parts)
    with pytest.raises(InstanceError, match="twice"):
        read_graph(stored)


def test_what_unpacks_to_more_is_not_unpacked(stored: Path) -> None:
    header, parts = _split(stored)
    parts["distances"] = zlib.compress(bytes(50_000_000))
    _join(stored, header, parts)
    with pytest.raises(InstanceError, match="its distances are not"):
        read_graph(stored)
