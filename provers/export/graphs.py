"""The state graph as a file, without a survey of it (`explore --write-graph` writes the same)."""

from __future__ import annotations

import gc
from pathlib import Path

from puzzleproof.explore.graph.whole import graph_from_start, whole_graph
from puzzleproof.models.errors import LimitReached, Unsupported
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.models.texts import count
from puzzleproof.provers.export import ExportRequest
from puzzleproof.provers.survey.graph_files import GRAPH_FILES, WRITTEN, graph_task


def write_graph(
    puzzle: AnyPuzzle, request: ExportRequest, paths: list[Path], memory: int | None
) -> str:
    """Write all placements of the pieces and the moves between them, or what the start reaches.

    Raises Unsupported for a family without a graph, and for more states than a program draws.
    """
    gc.disable()  # there are no cycles, and looking for some takes a tenth of the time
    task, unpack, _ = graph_task(puzzle)
    try:
        graph = (graph_from_start if request.reachable else whole_graph)(task, WRITTEN)
    except LimitReached:
        which = "reachable states" if request.reachable else "states (--reachable: perhaps fewer)"
        raise Unsupported(f"more than {WRITTEN:,} {which}: no program draws them") from None
    (suffix,) = request.suffixes
    GRAPH_FILES[suffix](puzzle, graph, paths[0], unpack)
    return f"the state graph, {count(len(graph.states), 'state')}"
