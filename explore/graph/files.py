"""State graphs for other programs: as a `networkx` graph, and in DOT, for Graphviz.

networkx writes it as GraphML (Brandes et al., 2002).  Both files have the drawing of each state,
its distance from the start and its component.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, TextIO

from puzzleproof.explore.graph.lists import ListGraph
from puzzleproof.models.puzzle import State

if TYPE_CHECKING:
    import networkx as nx

Label = Callable[[State], str]
"""The drawing of a state."""
MoveName = Callable[[State, State], str]
"""The move from a state to another; empty if no single move leads there."""


def network(graph: ListGraph, label: Label, move: MoveName | None = None) -> "nx.Graph[int]":
    """Return the graph with its vertices as numbers (0: the start), directed or not.

    Each vertex has ``drawing``, ``distance`` from the start, ``to_goal`` from the nearest goal,
    ``component`` and ``goal``; one without a path has no such distance.  With ``move``, each edge
    has a ``move`` (from the lower vertex, if it has no direction), and ``back`` if there is one.
    """
    import networkx as nx

    found: nx.Graph[int] = nx.DiGraph() if graph.directed else nx.Graph()
    goals, depths, to_goals = set(graph.goals()), graph.from_start(), graph.to_goals()
    for component in range(len(graph.firsts)):
        for vertex in graph.component(component):
            far = {"distance": depths[vertex], "to_goal": to_goals[vertex]}
            known = {name: depth for name, depth in far.items() if depth is not None}
            drawing = label(graph.states[vertex])
            goal = vertex in goals
            found.add_node(vertex, drawing=drawing, component=component, goal=goal, **known)
    for vertex, row in enumerate(graph.rows):
        for after in sorted(row):
            text = move(graph.states[vertex], graph.states[after]) if move else ""
            key = "move" if graph.directed or vertex < after else "back"
            found.add_edge(vertex, after, **({key: text} if text else {}))
    return found


# --- DOT ------------------------------------------------------------------------------------

LABELLED_EDGES = 400
"""The most edges that have labels; with more, the moves could not be read."""
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


def write_dot(graph: "nx.Graph[int]", file: TextIO) -> None:
    """Write DOT; vertices that the start cannot reach have no distance.

    Boards are drawn in a monospaced font, so that their columns stand below one another.  The start
    is filled and has a bold outline, goals are filled in another colour and have a double outline:
    the outlines tell them apart where colours do not.  An edge has its move as a label; where moves
    can be undone, the way back as well.  With more than `LABELLED_EDGES` edges, edges have no
    labels.
    """
    directed, labelled = graph.is_directed(), graph.number_of_edges() <= LABELLED_EDGES
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
        label = f" [label={_quoted(text)}]" if labelled and text else ""
        file.write(f"n{vertex} {arrow} n{after}{label};\n")
    file.write("}\n")


def _quoted(text: str) -> str:
    """Quote a text as DOT does; a line feed becomes the escape of a centred line."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'
