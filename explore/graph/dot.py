"""State graphs as DOT, for Graphviz: each state is drawn in a box, and the start is marked.

Boards are drawn in a monospaced font, so that their columns stand below one another.  The start is
filled and has a bold outline, goals are filled in another colour and have a double outline: the
outlines tell them apart where colours do not.  Where there are few edges, each has its move as a
label; where moves can be taken back, the way back as well, from the earlier state to the later one
first.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TextIO

from puzzleproof.explore.graph.files import Label, edges, vertices
from puzzleproof.explore.graph.whole import Graph

LABELLED_EDGES = 400
"""With more edges than this, moves could not be read: they have no labels."""
MONOSPACE = '"Courier,monospace"'
"""The first font is that of PostScript and PDF; the second is known wherever there are fonts."""
START = 'style="filled,bold", fillcolor="#77aadd", penwidth=3'
GOAL = 'style=filled, fillcolor="#eedd88", peripheries=2'
BOTH = 'style="filled,bold", fillcolor="#77aadd", penwidth=3, peripheries=2'
"""A start that is a goal as well."""

MoveName = Callable[[int, int], str]
"""The move from a state to another; empty where no one move leads there."""


def write_dot(graph: Graph, file: TextIO, label: Label, move: MoveName | None = None) -> None:
    """Write DOT; what the start cannot reach has no distance.

    ``label`` draws a state.  Without ``move``, or with more than `LABELLED_EDGES` edges, edges have
    no labels.
    """
    goals = set(graph.goals())
    file.write("digraph {\n" if graph.directed else "graph {\n")
    file.write(f"node [shape=box, fontname={MONOSPACE}];\n")
    file.write(f"edge [fontname={MONOSPACE}];\n")
    for vertex, drawing, depth, component in vertices(graph, label):
        distance = "" if depth is None else f", distance={depth}"
        mark = _mark(vertex, goals)
        text = f"label={_quoted(drawing)}{distance}, component={component}{mark}"
        file.write(f"n{vertex} [{text}];\n")
    arrow = "->" if graph.directed else "--"
    found = list(edges(graph))
    names = move if len(found) <= LABELLED_EDGES else None
    for vertex, after in found:
        file.write(f"n{vertex} {arrow} n{after}{_moves(graph, names, vertex, after)};\n")
    file.write("}\n")


def _mark(vertex: int, goals: set[int]) -> str:
    """What makes the start (vertex 0) and the goals look different from other states."""
    if vertex == 0:
        return f", {BOTH if vertex in goals else START}"
    return f", {GOAL}" if vertex in goals else ""


def _moves(graph: Graph, move: MoveName | None, vertex: int, after: int) -> str:
    """The label of an edge: the move there, and the move back where there is one."""
    if move is None:
        return ""
    one, other = graph.states[vertex], graph.states[after]
    names = [move(one, other)]
    if not graph.directed:
        names.append(move(other, one))
    text = " / ".join(filter(None, names))
    return f" [label={_quoted(text)}]" if text else ""


def _quoted(text: str) -> str:
    """A text as DOT writes it; a line feed becomes the escape of a centred line."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'
