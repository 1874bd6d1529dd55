"""Files of state graphs: what is written can be read as the documents say."""

from __future__ import annotations

import io
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from puzzleproof.explore.graph.files import write_graph, write_graphml
from puzzleproof.explore.graph.whole import Graph
from tests.support.boards import SMALL, sliding
from tests.support.graph_files import read_graph
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
    assert depths == [None if d is None else str(d) for d in graph.from_start()]
    ends = [(edge.get("source"), edge.get("target")) for edge in body.findall(f"{XML}edge")]
    assert sorted(ends) == sorted((f"n{v}", f"n{k}") for v, k in _edges(graph))


@pytest.mark.parametrize("name", GRAPHS)
def test_binary_round_trip(name: str, tmp_path: Path) -> None:
    graph, path = GRAPHS[name], tmp_path / "graph"
    write_graph(graph, path, 'board = """\nÂne\n"""\n', "piece")
    found = read_graph(path)
    header = found.header
    assert (header["instance"], header["metric"]) == ('board = """\nÂne\n"""\n', "piece")
    assert (header["directed"], header["whole"]) == (graph.directed, graph.whole)
    assert header["components"] == len(graph.firsts)
    assert found.states == graph.states
    assert found.rows == [sorted(row) for row in graph.rows]
    assert found.distances == graph.from_start()
    assert found.components == [graph.component_of(v) for v in range(len(graph.states))]


def test_the_binary_file_is_small(tmp_path: Path) -> None:
    write_graph(of_library("pennant"), tmp_path / "graph", "", "piece")
    states = len(of_library("pennant").states)
    assert (tmp_path / "graph").stat().st_size < 12 * states
