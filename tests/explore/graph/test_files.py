"""Files of state graphs (GraphML, our own, DOT): what is written is read as the documents say."""

import io
import re
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from puzzleproof.explore.graph import files
from puzzleproof.explore.graph.files import write_dot, write_graph, write_graphml
from puzzleproof.explore.graph.whole import Graph
from puzzleproof.models.instances import load
from puzzleproof.provers.survey.request import SurveyRequest
from puzzleproof.provers.survey.survey import explore
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


# --- DOT ------------------------------------------------------------------------------------

NODE = r'^n(\d+) \[label="((?:[^"\\]|\\.)*)"(.*)\];$'
EDGE = r'^n(\d+) (--|->) n(\d+)(?: \[label="([^"]*)"\])?;$'


def written(graph: Graph, move: Callable[[int, int], str] | None = None) -> str:
    file = io.StringIO()
    write_dot(graph, file, _drawing, move)
    return file.getvalue()


def explored(name: str, folder: Path) -> str:
    """The file that `explore --write-graph` writes."""
    path = folder / "graph.dot"
    explore(load(name), SurveyRequest(reachable=True, graph=str(path)))
    return path.read_text("utf-8")


@pytest.mark.parametrize("name", GRAPHS)
def test_every_vertex_and_every_edge_is_written(name: str) -> None:
    graph, text = GRAPHS[name], written(GRAPHS[name])
    assert text.startswith("digraph {\n" if graph.directed else "graph {\n")
    assert text.endswith("}\n")
    labels = re.findall(r'^n(\d+) \[label="<(\d+)>\\n\\"\\\\&"', text, re.MULTILINE)
    assert labels == [(str(v), str(state)) for v, state in enumerate(graph.states)]
    found = [(int(v), int(k)) for v, _, k, _ in re.findall(EDGE, text, re.MULTILINE)]
    arcs = {(v, k) for v, row in enumerate(graph.rows) for k in row}
    assert set(found) == (arcs if graph.directed else {(v, k) for v, k in arcs if v < k})
    assert len(found) == len(set(found))


@pytest.mark.parametrize("name", GRAPHS)
def test_start_and_goals_differ_in_outline_and_colour(name: str) -> None:
    graph = GRAPHS[name]
    goals = set(graph.goals())
    for number, _, rest in re.findall(NODE, written(graph), re.MULTILINE):
        vertex = int(number)
        assert ("bold" in rest) == (vertex == 0)
        assert ("peripheries=2" in rest) == (vertex in goals)
        assert ("fillcolor" in rest) == (vertex == 0 or vertex in goals)


def test_edges_have_their_moves_where_there_are_few(monkeypatch: pytest.MonkeyPatch) -> None:
    graph = GRAPHS["two bars"]
    labels = [m[3] for m in re.findall(EDGE, written(graph, lambda a, b: f"{a}>{b}"), re.MULTILINE)]
    one, other = graph.states[0], graph.states[1]
    assert f"{one}>{other} / {other}>{one}" in labels
    monkeypatch.setattr(files, "LABELLED_EDGES", 1)
    assert "label" not in "".join(re.findall("--.*", written(graph, lambda _a, _b: "x")))


def test_explore_names_the_moves_of_an_edge(tmp_path: Path) -> None:
    """Of frogs nobody goes back."""
    text = explored("frogs-1-1", tmp_path)
    assert re.search(r'^n0 -> n\d+ \[label="3-2"\];$', text, re.MULTILINE)
    assert " / " not in text
    moves = re.findall(
        r'-- n\d+ \[label="(.*)"\];$', explored("simplicity", tmp_path), re.MULTILINE
    )
    assert len(moves) == 345
    assert all(re.fullmatch("[A-Z][NESW]+ / [A-Z][NESW]+", move) for move in moves)
