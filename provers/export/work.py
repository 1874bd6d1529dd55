"""Write the files of an export: all of them or none, in a child process, within limits."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from puzzleproof.models.errors import OutputError
from puzzleproof.models.files import folder_beside
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.events import Emit, ignore
from puzzleproof.provers.export import ClaimFormat, Exported, ExportRequest
from puzzleproof.provers.process import (
    NO_LIMITS,
    Limits,
    array_budget,
    call,
    half_of_spare_memory,
)


@dataclass(frozen=True, slots=True)
class ExportedFiles:
    """Files that describe a puzzle, and what they hold; they claim nothing."""

    format: str
    files: tuple[Path, ...]
    words: str
    """What they hold."""
    text: str | None = None
    """The text itself, where no file was asked for."""

    def to_json(self) -> dict[str, Any]:
        """For ``export --json``."""
        found = {"format": self.format, "files": list(map(str, self.files)), "holds": self.words}
        return found if self.text is None else {**found, "text": self.text}

    def lines(self, metric: str) -> list[str]:
        """A line a file; of none, the text."""
        if self.text is not None:
            return [self.text.removesuffix("\n")]
        return [f"{file}: {self.words} (metric {metric})" for file in self.files]


def export(
    puzzle: AnyPuzzle, output: Path | None, request: ExportRequest, limits: Limits = NO_LIMITS
) -> Exported:
    """Write the files of a request, all or none; a single one without ``output`` as text.

    Works in a child process, within limits.  Raises Unsupported for a puzzle that the format cannot
    hold, OutputError for files that cannot be written.
    """
    if isinstance(request.exporter, ClaimFormat):
        assert output is not None
        with folder_beside(output) as folder:  # a child that was ended leaves its files there
            arguments = puzzle, output, request, folder, limits.memory
            exported: Exported = call(_claim, arguments, ignore, limits)
        return exported
    with ExitStack() as stack:
        where = TemporaryDirectory(prefix="puzzleproof-") if output is None else None
        if where is not None:
            folder = Path(stack.enter_context(where))
        else:
            assert output is not None
            folder = stack.enter_context(folder_beside(output))
        paths = [folder / f"part{number}" for number, _ in enumerate(request.suffixes)]
        words: str = call(_described, (puzzle, request, paths, limits.memory), ignore, limits)
        if output is None:
            return ExportedFiles(request.format, (), words, paths[0].read_text("utf-8"))
        targets = tuple(request.targets(output))
        _placed(paths, targets, output)
    return ExportedFiles(request.format, targets, words)


def _placed(paths: Sequence[Path], targets: Sequence[Path], output: Path) -> None:
    """Put the files into their places, in which a link stays one."""
    try:
        for path, target in zip(paths, targets, strict=True):
            path.replace(target.resolve())
    except OSError as error:
        raise OutputError.at(repr(str(output)), error) from None


def _claim(
    puzzle: AnyPuzzle,
    base: Path,
    request: ExportRequest,
    work: Path,
    memory: int | None,
    _emit: Emit,
) -> Exported:
    """Write the files of a claim, in the child."""
    assert isinstance(request.exporter, ClaimFormat)
    how: dict[str, Any] = {"at_least": request.at_least, "binary": request.binary, "work": work}
    how["check"] = request.check
    how["memory"] = array_budget(memory or half_of_spare_memory())
    return request.exporter.load()(puzzle, base, request.form_or_default, **how)


def _described(
    puzzle: AnyPuzzle, request: ExportRequest, paths: list[Path], memory: int | None, _emit: Emit
) -> str:
    """Write the files that describe a puzzle, in the child."""
    assert not isinstance(request.exporter, ClaimFormat)
    try:
        return request.exporter.load()(puzzle, request, paths, memory or half_of_spare_memory())
    except OSError as error:
        raise OutputError.at(f"format {request.format!r}", error) from None
