"""State graphs for other programs: as a `networkx` graph, as GraphML, and in DOT, for Graphviz.

networkx writes the GraphML (Brandes et al., 2002).  GraphML and DOT have the drawing of each state,
its distance from the start and its component.
"""

import json
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from puzzleproof.explore.graph.lists import ListGraph
from puzzleproof.models.errors import Unsupported
from puzzleproof.models.puzzle import AnyPuzzle, State

if TYPE_CHECKING:
    import networkx as nx

WRITTEN = 100_000
"""The greatest number of vertices in a text file: no program draws more."""
LABELLED_EDGES = 400
"""If there are at most so many edges, they have labels; more labels could not be read."""


def network(graph: ListGraph, most: int = LABELLED_EDGES) -> "nx.Graph[int]":
    """Return the graph with its vertices as numbers (0: the start), directed or not.

    Each vertex has ``drawing``, ``distance`` from the start, ``to_goal`` (to the nearest goal),
    ``component`` and ``goal``; without a path, the distance is left out.  Each edge has a ``move``
    if there are at most ``most`` edges and the puzzle is no tour; in an undirected graph, ``move``
    leads from the edge's lower vertex, and ``back`` from its higher vertex.
    """
    import networkx as nx

    puzzle, named = graph.space.puzzle, graph.edges() <= most and not graph.space.tour
    found: nx.Graph[int] = nx.DiGraph() if graph.directed else nx.Graph()
    goals, depths, to_goals = set(graph.goals()), graph.from_start(), graph.to_goals()
    for vertex, state in enumerate(graph.states):
        far = {"distance": depths[vertex], "to_goal": to_goals[vertex]}
        known = {name: depth for name, depth in far.items() if depth is not None}
        about = {"component": graph.component_of(vertex), "goal": vertex in goals, **known}
        found.add_node(vertex, drawing=puzzle.draw(state), **about)
    for vertex, row in enumerate(graph.rows):
        moves = _moves(puzzle, graph.states[vertex]) if named else {}
        for after in sorted(row):
            text = moves.get(graph.states[after])
            key = "move" if graph.directed or vertex < after else "back"
            found.add_edge(vertex, after, **({key: text} if text else {}))
    return found


def _moves(puzzle: AnyPuzzle, state: State) -> dict[State, str]:
    """Return successor -> the text of a move to it: the first such move in the rules' order."""
    return {
        puzzle.canonical(puzzle.play(state, move)): puzzle.format_move(move)
        for move in reversed(list(puzzle.moves(state)))
    }


def write_graph(graph: ListGraph, path: Path, suffix: str) -> None:
    """Write a graph in the format of a suffix; raises OSError, Unsupported for too many states."""
    if len(graph) > WRITTEN:
        raise Unsupported(f"{len(graph):,} states; a text file holds {WRITTEN:,} at most")
    found = network(graph)
    if suffix == ".graphml":
        import networkx as nx

        nx.write_graphml_xml(found, path)
    else:
        with path.open("w", encoding="utf-8") as file:
            write_dot(found, file)


# --- DOT ------------------------------------------------------------------------------------

MONOSPACE = '"Courier,monospace"'
"""PostScript and PDF have the first font; the second name is generic, for all other formats."""
BOLD, DOUBLE = 'style="filled,bold", fillcolor="#77aadd", penwidth=3', "peripheries=2"
MARKS = {
    (False, False): "",
    (True, False): f", {BOLD}",
    (False, True): f', style=filled, fillcolor="#eedd88", {DOUBLE}',
    (True, True): f", {BOLD}, {DOUBLE}",
}
"""(whether it is the start, whether it is a goal) -> the attributes of a vertex."""
_quoted = partial(json.dumps, ensure_ascii=False)
"""Quotes a text as in JSON, which DOT reads; a line feed becomes the escape of a centred line."""


def write_dot(graph: "nx.Graph[int]", file: TextIO) -> None:
    """Write DOT; vertices that the start cannot reach have no distance.

    Boards are drawn in a monospaced font, so that their columns are aligned.  The start is filled
    and has a bold outline, goals are filled in another colour and have a double outline: the
    outlines tell them apart where colours do not.  The label of an edge is its move, if the move is
    known, and also the move back, where moves can be undone.
    """
    directed = graph.is_directed()
    file.write("digraph {\n" if directed else "graph {\n")
    file.write(f"node [shape=box, fontname={MONOSPACE}];\n")
    file.write(f"edge [fontname={MONOSPACE}];\n")
    for vertex, told in graph.nodes(data=True):
        distance = f", distance={told['distance']}" if "distance" in told else ""
        mark = MARKS[vertex == 0, told["goal"]]
        text = f"label={_quoted(told['drawing'])}{distance}, component={told['component']}{mark}"
        file.write(f"n{vertex} [{text}];\n")
    arrow = "->" if directed else "--"
    for vertex, after, told in graph.edges(data=True):
        text = " / ".join(told[key] for key in ("move", "back") if key in told)
        label = f" [label={_quoted(text)}]" if text else ""
        file.write(f"n{vertex} {arrow} n{after}{label};\n")
    file.write("}\n")
