"""Write the files of an export: all of them or none, in a child process, within limits."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from puzzleproof.models.errors import OutputError
from puzzleproof.models.files import folder_beside
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.events import Emit, ignore
from puzzleproof.provers.export import Exported, ExportRequest, unfinished
from puzzleproof.provers.process import (
    NO_LIMITS,
    Limits,
    array_budget,
    call,
    half_of_spare_memory,
)


def export(
    puzzle: AnyPuzzle, output: Path | None, request: ExportRequest, limits: Limits = NO_LIMITS
) -> Exported:
    """Write the files of a request, all or none; a single one without ``output`` as text.

    Works in a child process, within limits.  Raises Unsupported for a puzzle that the format cannot
    hold, OutputError for files that cannot be written.
    """
    if request.exporter.claims:
        assert output is not None
        with folder_beside(output) as folder:  # holds the files of a child that was ended
            arguments = puzzle, output, request, folder, limits.memory
            exported: Exported = call(_claim, arguments, ignore, limits)
        return exported

    def describe(paths: list[Path]) -> str:
        words: str = call(_described, (puzzle, request, paths), ignore, limits)
        return words

    document: dict[str, Any] = {"format": request.format}
    if output is None:
        with TemporaryDirectory(prefix="puzzleproof-") as name:
            path = Path(name) / "text"
            words = describe([path])
            text = path.read_text("utf-8")
        document |= {"files": [], "holds": words, "text": text}
        return Exported((), words, document, (text.removesuffix("\n"),), text=text)
    targets = tuple(request.targets(output))
    with folder_beside(output) as folder, unfinished(output, targets, folder) as paths:
        words = describe(paths)
    document |= {"files": list(map(str, targets)), "holds": words}
    lines = tuple(f"{file}: {words} (metric {puzzle.metric})" for file in targets)
    return Exported(targets, words, document, lines)


def _claim(
    puzzle: AnyPuzzle,
    base: Path,
    request: ExportRequest,
    work: Path,
    memory: int | None,
    _emit: Emit,
) -> Exported:
    """Write the files of a claim, in the child."""
    exported: Exported = request.exporter.load()(
        puzzle,
        base,
        request.form_or_default,
        at_least=request.at_least,
        binary=request.binary,
        check=request.check,
        work=work,
        memory=array_budget(memory or half_of_spare_memory()),
    )
    return exported


def _described(puzzle: AnyPuzzle, request: ExportRequest, paths: list[Path], _emit: Emit) -> str:
    """Write the files that describe a puzzle, in the child."""
    write: Callable[..., str] = request.exporter.load()
    try:
        return write(puzzle, request, paths)
    except OSError as error:
        raise OutputError.at(f"format {request.format!r}", error) from None
