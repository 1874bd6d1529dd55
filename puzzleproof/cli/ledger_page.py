"""A web page about a ledger: each claim with its drawing, and how to check the claim."""

import shlex
from collections.abc import Iterable, Mapping
from html import escape
from os.path import relpath
from pathlib import Path
from urllib.parse import quote

from puzzleproof.cli.targets import html_page
from puzzleproof.models.errors import Unsupported
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.batch.pool import attempted
from puzzleproof.provers.batch.row import Row
from puzzleproof.render.draw import instance
from puzzleproof.render.svg import svg
from puzzleproof.verify.about import library_name

PICTURE_CELLS = 1_200
"""The greatest number of characters in the text of a board that a page draws."""
COLOURS = {"certified": "confirmed", "rejected": "refuted"}
"""Grade -> the style of its verdict."""


def ledger_page(
    rows: Iterable[tuple[Row, str, str]],
    files: Mapping[str, Path],
    page: Path,
    about: str,
    *,
    checked: bool,
) -> str:
    """Return a page of rows; each row has its line of text and its certificate's fault.

    ``files`` has the certificates by their SHA-256; the ``page`` links to them.  If the rows were
    not ``checked``, a grade is shown as recorded and not as confirmed.
    """
    paths = {digest: relpath(file, page.parent) for digest, file in files.items()}
    articles = (
        _article(*row, paths.get(row[0].certificate_sha256 or ""), checked=checked) for row in rows
    )
    return html_page("Proven together", f"<p>{escape(about)}.</p>{''.join(articles)}")


def _article(row: Row, line: str, fault: str, file: str | None, *, checked: bool) -> str:
    puzzle, why, _ = attempted(row.load)
    recorded = (row.grade or "failed") + ("" if checked else ", as recorded")
    grade = "rejected" if fault or why else recorded
    facts = f"<p>{escape(f'{line} {fault or why}')}</p>"
    if puzzle is not None and file is not None and not fault:
        name = library_name(puzzle)
        known = ["--instance", name, "--metric", row.metric] if name else []
        command = shlex.join(["puzzleproof", "verify", file, *known])
        facts += f'<p><a href="{quote(file)}" download>{escape(file)}</a></p>'
        facts += f"<p>To check it: <code>{escape(command)}</code></p>"
    return article(puzzle, row.puzzle, COLOURS.get(grade, "open"), grade, facts)


def article(puzzle: AnyPuzzle | None, name: str, colour: str, verdict: str, facts: str) -> str:
    """Return the article about a board, with its drawing; ``facts`` are HTML."""
    title = name if puzzle is None else puzzle.info.name or name
    return (
        f"<article><div>{'' if puzzle is None else _picture(puzzle, name)}</div><div>"
        f"<h2>{escape(title)}</h2><p>{escape(name)} "
        f'<span class="verdict {colour}">{verdict}</span></p>{facts}</div></article>\n'
    )


def _picture(puzzle: AnyPuzzle, name: str) -> str:
    """Draw the board as SVG; returns "" if it cannot be drawn, or is too large to look at."""
    if len(str(puzzle.document().get("board", ""))) > PICTURE_CELLS:
        return ""
    try:
        return svg(instance(puzzle, name))
    except Unsupported:
        return ""
