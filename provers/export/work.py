"""Write the files of an export: all of them or none, in a child process, within limits.

This module also has the functions that write a puzzle for planners and solvers, as a board file of
another program, or as a state graph.
"""

import gc
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from puzzleproof.models.errors import LimitReached, NotationError, OutputError, Unsupported
from puzzleproof.models.formats import FORMATS
from puzzleproof.models.graph_view import ALL_STATES, REACHABLE
from puzzleproof.models.marks import MARKED, marked
from puzzleproof.models.output import folder_beside, printed
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.models.texts import count
from puzzleproof.provers.events import Emit, ignore
from puzzleproof.provers.export import Exported, ExportRequest
from puzzleproof.provers.process import (
    NO_LIMITS,
    Limits,
    array_budget,
    call,
    half_of_spare_memory,
)
from puzzleproof.verify.formula.check import remark
from puzzleproof.verify.formula.dimacs import VARIABLE_MARK, lines


def export(
    puzzle: AnyPuzzle, output: Path | None, request: ExportRequest, limits: Limits = NO_LIMITS
) -> Exported:
    """Write all files of a request, or none; without ``output``, return the text of the only file.

    The work is done in a child process, within limits.  Raises Unsupported if the format cannot
    hold the puzzle, OutputError if the files cannot be written.
    """

    def written(paths: list[Path], *more: Any) -> Any:
        return call(_written, (puzzle, request, paths, more), ignore, limits)

    document: dict[str, Any] = {"format": request.format}
    if output is None:
        with TemporaryDirectory(prefix="puzzleproof-") as name:
            path = Path(name) / "text"
            words: str = written([path])
            text = path.read_text("utf-8")
        document |= {"files": [], "holds": words, "text": text}
        return Exported((), words, document, (text.removesuffix("\n"),), text=text)
    targets = tuple(request.targets(output))
    if request.certificate is not None:
        _check_certificate(Path(request.certificate), output)
    try:
        with folder_beside(output) as folder:  # removed even if the child is killed
            paths = [folder / f"part{k}{one.suffix}" for k, one in enumerate(targets)]
            if request.exporter.claims:
                budget = array_budget(limits.memory or half_of_spare_memory())
                exported: Exported = written(paths, output, budget)
            else:
                words = written(paths)
                for path, target in zip(paths, targets, strict=True):
                    if target.suffix.lower() in MARKED:
                        data, about = path.read_bytes(), request.about(puzzle)
                        path.write_bytes(marked(data, target.suffix, about))
                document |= {"files": list(map(str, targets)), "holds": words}
                said = tuple(f"{file}: {words} (metric {puzzle.metric})" for file in targets)
                exported = Exported(targets, words, document, said)
            for path, target in zip(paths, targets, strict=True):
                path.replace(target.resolve())
            return exported
    except OSError as error:
        raise OutputError.at(repr(str(output)), error) from None


def _check_certificate(path: Path, output: Path) -> None:
    """Raise NotationError for a certificate that `puzzleproof.provers.lookup` would not find."""
    if path.resolve() == output.resolve():
        raise NotationError(f"certificate {str(path)!r}: this file is also the output")
    if path.parent.resolve() != output.parent.resolve():
        where = "expected in the folder of the output, where 'solve --answers' reads it"
        raise NotationError(f"certificate {str(path)!r}: {where}")


def _written(
    puzzle: AnyPuzzle, request: ExportRequest, paths: list[Path], more: tuple[Any, ...], _emit: Emit
) -> Any:
    """Write the files of an export, in the child process."""
    try:
        return request.exporter.load()(puzzle, request, paths, *more)
    except OSError as error:
        if more:  # `export` names the output
            raise
        raise OutputError.at(f"format {request.format!r}", error) from None


# --- descriptions of a puzzle ------------------------------------------------------------------


def write_pddl(puzzle: AnyPuzzle, request: ExportRequest, paths: list[Path]) -> str:
    """Write the domain and the problem in PDDL."""
    from puzzleproof.encoders.pddl import pddl

    texts = pddl(puzzle)
    for path, text in zip(paths, (texts.domain, texts.problem), strict=True):
        path.write_text(text, encoding="utf-8")
    return "PDDL: a plan's cost is its number of moves"


def write_dimacs(puzzle: AnyPuzzle, request: ExportRequest, paths: list[Path]) -> str:
    """Write the checker's formula 'at most T moves' (docs/formulas.md); explain its variables."""
    from puzzleproof.provers.refutation.certify import formula_in

    length, form = request.horizon or 0, request.form_or_default or ""
    head = remark(form, printed(puzzle), puzzle.metric, length + 1)
    horizon = formula_in(puzzle, length + 1, form)
    clauses = list(horizon.clauses())
    with paths[0].open("wb") as file:
        file.write(head)
        for variable, text in enumerate(horizon.names(), 1):
            file.write(VARIABLE_MARK + f"{variable} {text}\n".encode())
        file.writelines(lines(horizon.variables, clauses))
    sizes = f"{count(horizon.variables, 'variable')}, {count(len(clauses), 'clause')}"
    return f"a plan of at most {count(length, 'move')}: {sizes}"


def write_minizinc(puzzle: AnyPuzzle, request: ExportRequest, paths: list[Path]) -> str:
    """Write a model in MiniZinc for a plan of at most T moves."""
    from puzzleproof.encoders.minizinc import minizinc

    length, form = request.horizon or 0, request.form_or_default or ""
    paths[0].write_text(minizinc(puzzle, length, form), encoding="utf-8")
    which = "a shortest plan" if form == "minimise" else "a plan"
    return f"{which} of at most {count(length, 'move')}"


def write_instance(puzzle: AnyPuzzle, request: ExportRequest, paths: list[Path]) -> str:
    """Write the instance file."""
    paths[0].write_text(printed(puzzle), encoding="utf-8")
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
    """Write the graph of all or of reachable states; raises Unsupported for too many states."""
    from puzzleproof.explore.graph.files import WRITTEN
    from puzzleproof.explore.graph.files import write_graph as write
    from puzzleproof.explore.graph.lists import list_graph
    from puzzleproof.explore.graph.spaces import space_of

    whole = request.form_or_default == ALL_STATES
    gc.disable()  # no objects are in cycles, and the search for cycles takes a tenth of the time
    try:
        graph = list_graph(space_of(puzzle), WRITTEN, reachable=not whole)
    except LimitReached:
        fewer = f"states ({request.format}:{REACHABLE}: perhaps fewer)"
        which = fewer if whole else "reachable states"
        raise Unsupported(f"more than {WRITTEN:,} {which}: no program can draw them") from None
    (suffix,) = request.suffixes
    write(graph, paths[0], suffix)
    return f"the state graph, {count(len(graph.states), 'state')}"
