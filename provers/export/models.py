"""Write a puzzle for planners and solvers, as board files of other programs, or its state graph."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from pathlib import Path

from puzzleproof.models.errors import CertificateRejected, LimitReached, Unsupported
from puzzleproof.models.formats import FORMATS
from puzzleproof.models.instances import dumps, printed
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.models.texts import count
from puzzleproof.provers.export import ExportRequest
from puzzleproof.verify.formula.check import remark
from puzzleproof.verify.formula.dimacs import VARIABLE_MARK, lines
from puzzleproof.verify.refutation import AnyFormula, formula_of


def write_pddl(puzzle: AnyPuzzle, request: ExportRequest, paths: list[Path]) -> str:
    """Write domain and problem."""
    from puzzleproof.encoders.pddl import pddl

    texts = pddl(puzzle)
    for path, text in zip(paths, (texts.domain, texts.problem), strict=True):
        path.write_text(text, encoding="utf-8")
    return "PDDL: a plan's cost is its number of moves"


def write_dimacs(puzzle: AnyPuzzle, request: ExportRequest, paths: list[Path]) -> str:
    """Write the checker's formula 'at most T moves' (docs/formulas.md), each variable explained."""
    length, form = request.horizon or 0, request.form_or_default or ""
    head = remark(form, printed(puzzle), puzzle.metric, length + 1)
    try:
        horizon = formula_of(puzzle, length, form)
    except CertificateRejected as error:
        raise Unsupported(str(error)) from None
    clauses = list(horizon.clauses())
    with paths[0].open("wb") as file:
        file.write(head)
        file.writelines(_remarks(horizon))
        file.writelines(lines(horizon.variables, clauses))
    sizes = f"{count(horizon.variables, 'variable')}, {count(len(clauses), 'clause')}"
    return f"a plan of at most {count(length, 'move')}: {sizes}"


def _remarks(horizon: AnyFormula) -> Iterator[bytes]:
    for variable, text in enumerate(horizon.names(), 1):
        yield VARIABLE_MARK + f"{variable} {text}\n".encode()


def write_minizinc(puzzle: AnyPuzzle, request: ExportRequest, paths: list[Path]) -> str:
    """Write the model 'at most T moves'."""
    from puzzleproof.encoders.minizinc import minizinc

    length, form = request.horizon or 0, request.form_or_default or ""
    paths[0].write_text(minizinc(puzzle, length, form), encoding="utf-8")
    which = "a shortest plan" if form == "minimise" else "a plan"
    return f"{which} of at most {count(length, 'move')}"


def write_instance(puzzle: AnyPuzzle, request: ExportRequest, paths: list[Path]) -> str:
    """Write the instance file."""
    paths[0].write_text(dumps(puzzle), encoding="utf-8")
    return "an instance file"


def write_board(puzzle: AnyPuzzle, request: ExportRequest, paths: list[Path]) -> str:
    """Write the board in one of `FORMATS`."""
    row = FORMATS[request.format]
    try:
        text = row.load().written(puzzle)
    except Unsupported as error:
        raise Unsupported(f"format {request.format!r}: {error}") from None
    paths[0].write_text(text, encoding="utf-8")
    return row.help


def write_graph(puzzle: AnyPuzzle, request: ExportRequest, paths: list[Path]) -> str:
    """Write all placements and their moves, or what the start reaches; Unsupported if too many."""
    from puzzleproof.explore.graph.whole import graph_from_start, whole_graph
    from puzzleproof.provers.survey.graph_files import GRAPH_FILES, WRITTEN, graph_task

    gc.disable()  # there are no cycles, and searching for them takes a tenth of the time
    task, unpack, _ = graph_task(puzzle)
    try:
        graph = (graph_from_start if request.reachable else whole_graph)(task, WRITTEN)
    except LimitReached:
        which = "reachable states" if request.reachable else "states (--reachable: perhaps fewer)"
        raise Unsupported(f"more than {WRITTEN:,} {which}: no program draws them") from None
    (suffix,) = request.suffixes
    GRAPH_FILES[suffix](puzzle, graph, paths[0], unpack)
    return f"the state graph, {count(len(graph.states), 'state')}"
