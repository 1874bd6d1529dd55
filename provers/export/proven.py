"""Write a claim as a text for the checker that Coq has proven: drawing, claim, plan and hints."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from puzzleproof.models.errors import InternalError
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.export import Exported, unfinished
from puzzleproof.provers.export.coq import claim_of
from puzzleproof.provers.formal import proven
from puzzleproof.provers.formal.program import text_of

SUFFIX = ".proven"


def export_proven(
    puzzle: AnyPuzzle,
    base: Path,
    form: str | None = None,
    *,
    at_least: int | None = None,
    binary: bool = False,
    check: bool = True,
    work: Path | None = None,
    memory: int | None = None,
) -> Exported:
    """Search, and write ``base``.proven; with ``check`` the program must answer 'proven' first.

    Raises Unsupported for a tour or without the program, OutputError for a file that cannot be
    written, InternalError for a claim that it refuses.
    """
    text_of(puzzle, at_least, None)  # refused before a search
    found = claim_of(puzzle, at_least, memory, proven.MOST)
    text = text_of(puzzle, found.at_least, found.plan, found.theorem.hints)
    if check and not (opinion := proven.check(text)).accepted:
        raise InternalError(f"the proven checker refuses what was to be exported: {opinion.line}")
    target = base.with_name(f"{base.name}{SUFFIX}")
    with unfinished(base, [target], work) as (part,):
        part.write_text(text, encoding="ascii")
    words = found.words()
    said: dict[str, Any] = {"at_least": found.at_least, "minimum": found.plan is not None}
    said |= {"files": [str(target)], "checked": check}
    answer = "accepted by the proven checker" if check else "not checked"
    lines = (f"{target}: {words} (metric {puzzle.metric}), {answer}",)
    return Exported((target,), words, said, lines, found.at_least, ("proven", str(target)))
