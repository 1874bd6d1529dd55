"""State graphs for networkx and in files (GraphML, DOT): what is written is read again."""

import io
import re
from itertools import pairwise
from pathlib import Path

import networkx as nx
import pytest

import puzzleproof as pp
from puzzleproof.explore.graph.files import network, write_dot
from puzzleproof.explore.graph.lists import ListGraph
from puzzleproof.models.instances import load
from puzzleproof.models.puzzle import State
from puzzleproof.provers.survey.request import SurveyRequest
from puzzleproof.provers.survey.survey import explore
from tests.support.boards import SMALL, sliding
from tests.support.state_graphs import of_library, whole

GRAPHS: dict[str, ListGraph] = {
    "walls": whole(SMALL["walls"]),
    "two bars": whole(sliding("AA.#BB.", labelled="AB")),
    "frogs": of_library("frogs-2-2"),
    "simplicity": of_library("simplicity"),
    "one state": whole(sliding("AA")),
}


def _drawing(state: State) -> str:
    return f'<{state}>\n"\\&'


def drawn(graph: ListGraph, most: int = 0) -> "nx.Graph[int]":
    """The graph with drawings that need quotes, and moves of so many edges."""
    made = network(graph, most)
    for vertex, state in enumerate(graph.states):
        made.nodes[vertex]["drawing"] = _drawing(state)
    return made


def _edges(graph: ListGraph) -> set[tuple[int, int]]:
    arcs = {(v, k) for v, row in enumerate(graph.rows) for k in row}
    return arcs if graph.directed else {(v, k) for v, k in arcs if v < k}


@pytest.mark.parametrize("name", GRAPHS)
def test_graphml(name: str, tmp_path: Path) -> None:
    """networkx reads back what it has written; figures and edges are those of the graph."""
    graph, made = GRAPHS[name], drawn(GRAPHS[name])
    nx.write_graphml_xml(made, tmp_path / "a")
    read = nx.read_graphml(tmp_path / "a", node_type=int)
    for found in (made, read):
        assert found.is_directed() == graph.directed
        assert list(found) == list(range(len(graph)))
        told = [found.nodes[vertex] for vertex in found]
        assert [one["drawing"] for one in told] == [_drawing(state) for state in graph.states]
        assert [one["component"] for one in told] == list(map(graph.component_of, found))
        assert [one.get("distance") for one in told] == graph.from_start()
        assert [one.get("to_goal") for one in told] == graph.to_goals()
        assert [vertex for vertex in found if found.nodes[vertex]["goal"]] == graph.goals()
        assert {(min(e), max(e)) if not graph.directed else e for e in found.edges} == _edges(graph)


@pytest.mark.parametrize("name", ["frogs-2-2", "simplicity", "tiles-2x2"])
def test_the_moves_of_a_graph_are_those_of_the_rules(name: str) -> None:
    puzzle, graph = load(name), pp.graph(name, reachable=True)
    goal = next(v for v in graph if graph.nodes[v]["goal"])
    path: list[int] = nx.shortest_path(graph, 0, goal)  # pyright: ignore[reportUnknownMemberType]
    moves = [
        graph.edges[a, b]["move" if a < b or graph.is_directed() else "back"]
        for a, b in pairwise(path)
    ]
    states = pp.replay(puzzle, " ".join(moves))
    assert [puzzle.draw(state) for state in states] == [graph.nodes[v]["drawing"] for v in path]


def test_a_graph_too_large_or_without_single_steps_is_refused() -> None:
    assert pp.graph("simplicity", max_edges=1_174).number_of_edges() == 1_174
    for most in (1_173, 100):
        with pytest.raises(pp.Unsupported, match=f"more than {most:,} edges: max_edges allows"):
            pp.graph("simplicity", max_edges=most)
    with pytest.raises(pp.Unsupported, match="family 'cubes' has no graph"):
        pp.graph("four-cubes")
    with pytest.raises(pp.NotationError, match="max_edges 0"):
        pp.graph("simplicity", max_edges=0)


# --- DOT ------------------------------------------------------------------------------------

NODE = r'^n(\d+) \[label="((?:[^"\\]|\\.)*)"(.*)\];$'
EDGE = r'^n(\d+) (--|->) n(\d+)(?: \[label="([^"]*)"\])?;$'


def written(graph: ListGraph, most: int = 0) -> str:
    file = io.StringIO()
    write_dot(drawn(graph, most), file)
    return file.getvalue()


def explored(name: str, folder: Path) -> str:
    """The file that `explore --output` writes."""
    path = folder / "graph.dot"
    explore(load(name), SurveyRequest(reachable=True, graph=str(path)))
    return path.read_text("utf-8")


@pytest.mark.parametrize("name", GRAPHS)
def test_every_vertex_and_every_edge_is_written(name: str) -> None:
    graph, text = GRAPHS[name], written(GRAPHS[name])
    assert text.startswith("digraph {\n" if graph.directed else "graph {\n")
    assert text.endswith("}\n")
    labels = re.findall(r'^n(\d+) \[label="<(\(.*?\))>\\n\\"\\\\&"', text, re.MULTILINE)
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


def test_edges_have_their_moves_where_there_are_few() -> None:
    graph = GRAPHS["two bars"]
    labels = [m[3] for m in re.findall(EDGE, written(graph, graph.edges()), re.MULTILINE)]
    assert len(labels) == graph.edges()
    assert {"AE / AW", "BE / BW"} <= {*labels}
    assert "label" not in "".join(re.findall("--.*", written(graph, graph.edges() - 1)))


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
