"""Answers as text and as JSON: the functions that all answers share."""

import json
import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Any, TextIO

from puzzleproof.cli.context import Context
from puzzleproof.models.texts import clean
from puzzleproof.models.texts import count as count

if TYPE_CHECKING:
    from puzzleproof.models.puzzle import AnyPuzzle
    from puzzleproof.provers.cubes import StacksAnswer
    from puzzleproof.provers.survey.survey import Survey
    from puzzleproof.provers.verdict import Verdict

WIDTH = 94
"""The width of printed text, in columns."""
PLAN_WIDTH = 88
"""The width of a plan that is not printed on a terminal, in columns."""


def print_json(document: Any) -> None:
    """Print one document on one line."""
    print(json_line(document), flush=True)


def json_line(document: Any) -> str:
    """Return a line of JSON; unless the output is UTF-8, letters beyond ASCII become escapes."""
    plain = getattr(sys.stdout, "encoding", "").lower().replace("-", "") != "utf8"
    return json.dumps(document, ensure_ascii=plain)


def print_fault(text: str) -> None:
    """Print a fault, or the reason why the work ended, in a line on standard error."""
    print(f"puzzleproof: {clean(' / '.join(text.splitlines()))}", file=sys.stderr, flush=True)


def print_answer(options: Context, event: str, document: Mapping[str, Any]) -> None:
    """Print a verb's answer as JSON: the last event of a stream, a document, or one in an array."""
    if options.documents is not None:
        options.documents.append(document)
    else:
        print_json({"event": event, **document} if options.json_stream and event else document)


def print_either(
    options: Context, event: str, document: Mapping[str, Any], lines: Iterable[str]
) -> None:
    """Print a verb's answer as JSON (``event`` is its name in a stream of events), or as text."""
    if options.wants_json:
        print_answer(options, event, document)
    else:
        print("\n".join(lines))


def is_terminal(stream: TextIO | None) -> bool:
    """Tell whether the stream is a terminal; a closed stream is not one."""
    try:
        return stream is not None and stream.isatty()
    except ValueError:
        return False


def can_be_live(stream: TextIO | None) -> bool:
    """Tell whether the stream is a terminal with control codes (``TERM`` is not ``dumb``)."""
    return is_terminal(stream) and os.environ.get("TERM", "").lower() not in ("dumb", "unknown")


def wants_no_color(options: Context) -> bool:
    """Tell whether colours are off; NO_COLOR with any text turns them off (no-color.org)."""
    return bool(options.no_color or os.environ.get("NO_COLOR"))


def text_width() -> int:
    """Return the width for sentences: the terminal's width, but at most `WIDTH`."""
    return min(WIDTH, get_terminal_size().columns) if is_terminal(sys.stdout) else WIDTH


def plan_width() -> int:
    """Return the width for a plan: the terminal's width, or `PLAN_WIDTH` without a terminal."""
    return get_terminal_size().columns if is_terminal(sys.stdout) else PLAN_WIDTH


def heading(name: str, puzzle: "AnyPuzzle") -> dict[str, Any]:
    """Return the keys with which most documents begin."""
    return {"puzzle": name, "family": puzzle.family, "metric": puzzle.metric}


def remark_lines(answer: "Verdict | Survey | StacksAnswer", remarks: bool = True) -> list[str]:
    """List the notes on an answer as lines; without ``remarks`` (-q) only its reasons."""
    lines = [f"note: {note}" for note in (answer.notes if remarks else answer.reasons)]
    return [*lines, f"time: {answer.seconds:.2f} s"] if remarks else lines


def wrapped(text: str, first: str = "", rest: str = "  ", width: int | None = None) -> list[str]:
    """Wrap a text to ``width`` columns (default: `text_width`); ``first``, ``rest`` are indents."""
    import textwrap

    return textwrap.wrap(
        text,
        width or text_width(),
        initial_indent=first,
        subsequent_indent=rest,
        break_long_words=False,
        break_on_hyphens=False,
    )


def aligned(rows: Sequence[Sequence[str]], sides: str) -> list[str]:
    """Return rows as aligned lines; ``sides`` has ``<`` or ``>`` for each column.

    >>> aligned([("name", "moves"), ("x", "81")], "<>")
    ['name  moves', 'x        81']
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    formats = [f"{side}{width}" for side, width in zip(sides, widths, strict=True)]
    return ["  ".join(map(format, row, formats)).rstrip() for row in rows]
