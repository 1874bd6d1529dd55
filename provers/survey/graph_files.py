"""State graphs as files: the graph to be written, and a row for each kind of file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TextIO, TypeAlias

from puzzleproof.encoders import ground_single_steps
from puzzleproof.explore.graph.files import write_dot, write_graph, write_graphml
from puzzleproof.explore.graph.whole import Graph
from puzzleproof.explore.packed_task import PackedTask
from puzzleproof.models.errors import Unsupported
from puzzleproof.models.instances import dumps
from puzzleproof.models.puzzle import AnyPuzzle, State
from puzzleproof.provers.packed_task import packed_task_of, state_of

WRITTEN = 100_000
"""The most vertices of a text file: no program draws more."""

Unpack: TypeAlias = Callable[[int], State]
"""Turns a state of the packed task into a state of the rules."""


def graph_task(puzzle: AnyPuzzle) -> tuple[PackedTask, Unpack, bool]:
    """The task of a graph, the reader of its states, and whether a tour's stops are left out.

    Raises Unsupported for a family without a graph of single steps.
    """
    grounding = ground_single_steps(puzzle)
    if not grounding.exact:
        raise Unsupported(f"family {puzzle.family!r} has no graph of single steps")
    task = packed_task_of(grounding)
    bare = replace(task, stops=())
    return bare, partial(state_of, grounding, bare), bool(task.stops)


def _binary(puzzle: AnyPuzzle, graph: Graph, path: Path, unpack: Unpack) -> None:
    write_graph(graph, path, dumps(puzzle), puzzle.metric)


def _graphml(puzzle: AnyPuzzle, graph: Graph, path: Path, unpack: Unpack) -> None:
    with _text_file(graph, path) as file:
        write_graphml(graph, file, partial(drawn, puzzle, unpack))


def _dot(puzzle: AnyPuzzle, graph: Graph, path: Path, unpack: Unpack) -> None:
    def move(before: int, after: int) -> str:
        return _move_between(puzzle, unpack(before), unpack(after))

    on_tour = not graph.task.goals  # states of the rules include the visited stops, vertices do not
    with _text_file(graph, path) as file:
        write_dot(graph, file, partial(drawn, puzzle, unpack), None if on_tour else move)


def drawn(puzzle: AnyPuzzle, unpack: Unpack, state: int) -> str:
    """The drawing of a state of the packed task."""
    return puzzle.draw(unpack(state))


def _move_between(puzzle: AnyPuzzle, before: State, after: State) -> str:
    """The first move of the rules that leads from one state to the other; empty if none does."""
    wanted = puzzle.canonical(after)
    for move in puzzle.moves(before):
        if puzzle.canonical(puzzle.play(before, move)) == wanted:
            return puzzle.format_move(move)
    return ""


def _text_file(graph: Graph, path: Path) -> TextIO:
    """Open a text file for a graph; raises Unsupported for one that no program draws."""
    number = len(graph.states)
    if number > WRITTEN:
        raise Unsupported(
            f"{number:,} states; a text file holds {WRITTEN:,} at most "
            "('explore --write-graph FILE.graph' writes all)"
        )
    return path.open("w", encoding="utf-8")


GRAPH_FILES: dict[str, Callable[[AnyPuzzle, Graph, Path, Unpack], None]] = {
    ".graph": _binary,
    ".graphml": _graphml,
    ".dot": _dot,
}
"""Suffix -> the writer; it raises OSError, and Unsupported if a text is too long."""
