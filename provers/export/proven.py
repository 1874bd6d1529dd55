"""Write a claim as a text for the checker that Coq has proven: drawing, claim, plan and hints."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from puzzleproof.models.errors import InternalError, Unsupported
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.export import Exported, unfinished
from puzzleproof.provers.export.coq import claim_of
from puzzleproof.provers.formal import MOST, proven
from puzzleproof.provers.formal.program import text_of, text_of_survey
from puzzleproof.provers.formal.survey import SURVEY, facts_of, said_of

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

    ``form`` is as for Coq.  Raises Unsupported for a tour or without the program, OutputError for a
    file that cannot be written, InternalError for a claim that it refuses.
    """
    text_of(puzzle, at_least, None)  # refused before a search
    text, words, said = (_survey if form == SURVEY else _claim)(puzzle, at_least, memory)
    if check and not (opinion := proven.check(text)).accepted:
        raise InternalError(f"the proven checker refuses what was to be exported: {opinion.line}")
    target = base.with_name(f"{base.name}{SUFFIX}")
    with unfinished(base, [target], work) as (part,):
        part.write_text(text, encoding="ascii")
    bound: int | None = said.get("at_least")
    said |= {"files": [str(target)], "checked": check}
    answer = "accepted by the proven checker" if check else "not checked"
    lines = (f"{target}: {words} (metric {puzzle.metric}), {answer}",)
    return Exported((target,), words, said, lines, bound, ("proven", str(target)))


def _claim(
    puzzle: AnyPuzzle, at_least: int | None, memory: int | None
) -> tuple[str, str, dict[str, Any]]:
    """The text of a claim about plans, the claim in words, and for ``--json``."""
    found = claim_of(puzzle, at_least, memory, MOST * proven.FURTHER)
    text = text_of(puzzle, found.at_least, found.plan, found.theorem.hints)
    said = {"at_least": found.at_least, "minimum": found.plan is not None}
    return text, found.words(), said


def _survey(
    puzzle: AnyPuzzle, at_least: int | None, _memory: int | None
) -> tuple[str, str, dict[str, Any]]:
    """The same of a claim about all states."""
    if at_least is not None:
        raise Unsupported("--at-least: a survey claims no bound")
    facts = facts_of(puzzle, proven.FURTHER)
    return text_of_survey(puzzle, facts), said_of(facts), {"survey": said_of(facts)}
