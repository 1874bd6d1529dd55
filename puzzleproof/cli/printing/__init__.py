"""Answers in words and as JSON; what all of them share is here."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TextIO

from puzzleproof.models.texts import count as count

if TYPE_CHECKING:
    from puzzleproof.models.puzzle import AnyPuzzle

WIDTH = 94
"""Columns of printed text."""
LINE_SECONDS = 10.0
"""Between two lines of progress, where standard error is no terminal."""
LIVE_SECONDS = 0.5
"""Until a terminal shows a live line."""
PLAN_WIDTH = 88
"""Columns of a plan that is not printed on a terminal."""


def wants_json(options: argparse.Namespace) -> bool:
    """Whether the answer is a document, not text."""
    return bool(options.json or options.json_stream)


def print_json(document: Any) -> None:
    """Print one document on one line."""
    print(json_line(document), flush=True)


def json_line(document: Any) -> str:
    """One line of JSON: escapes for what the encoding of standard output has not."""
    plain = getattr(sys.stdout, "encoding", "").lower().replace("-", "") != "utf8"
    return json.dumps(document, ensure_ascii=plain)


def print_fault(text: str) -> None:
    """Say on standard error what could not be written, beside an answer that stands."""
    print(f"puzzleproof: {text}", file=sys.stderr)


def print_answer(options: argparse.Namespace, event: str, document: Mapping[str, Any]) -> None:
    """Print a verb's answer as JSON; in a stream it is the last event, with that name.

    One of several answers is put with the others, of which one document is made.
    """
    documents = getattr(options, "documents", None)
    if documents is not None:
        documents.append(document)
    else:
        print_json({"event": event, **document} if options.json_stream else document)


def first_seconds() -> float:
    """When the first line of progress is due."""
    return LIVE_SECONDS if can_be_live(sys.stderr) else LINE_SECONDS


def is_terminal(stream: TextIO | None) -> bool:
    """Whether somebody looks at what is written there; a closed stream is no terminal."""
    try:
        return stream is not None and stream.isatty()
    except ValueError:
        return False


def can_be_live(stream: TextIO | None) -> bool:
    """Whether it is a terminal that does not say of itself that it knows no codes at all."""
    return is_terminal(stream) and os.environ.get("TERM", "").lower() not in ("dumb", "unknown")


def wants_no_color(options: argparse.Namespace) -> bool:
    """Whether colours are switched off (https://no-color.org: by any text but the empty one)."""
    return bool(options.no_color or os.environ.get("NO_COLOR"))


def columns_of(stream: TextIO) -> int:
    """The columns of a terminal, or what the variable COLUMNS says; 80 where nobody knows."""
    try:
        return int(os.environ["COLUMNS"])
    except (KeyError, ValueError):
        pass
    try:
        return os.get_terminal_size(stream.fileno()).columns or 80
    except (OSError, ValueError):
        return 80


def text_width() -> int:
    """Columns for words: those of the terminal, but no more than can be read in one go."""
    return min(WIDTH, columns_of(sys.stdout)) if is_terminal(sys.stdout) else WIDTH


def plan_width() -> int:
    """Columns for a plan: those of the terminal; elsewhere `PLAN_WIDTH`."""
    return columns_of(sys.stdout) if is_terminal(sys.stdout) else PLAN_WIDTH


def heading(name: str, puzzle: AnyPuzzle) -> dict[str, Any]:
    """What most documents begin with."""
    return {"puzzle": name, "family": puzzle.family, "metric": puzzle.metric}


class Remarked(Protocol):
    """An answer with remarks."""

    @property
    def notes(self) -> Sequence[str]:
        """Everything that is to be said besides."""
        ...

    @property
    def reasons(self) -> Sequence[str]:
        """Of these, why a limit was hit or why the answer is no proof."""
        ...

    @property
    def seconds(self) -> float:
        """Wall time."""
        ...


def remark_lines(answer: Remarked, remarks: bool = True) -> list[str]:
    """What is said besides an answer; without ``remarks``, as -q asks, only the reasons."""
    lines = [f"note: {note}" for note in (answer.notes if remarks else answer.reasons)]
    return [*lines, f"time: {answer.seconds:.2f} s"] if remarks else lines


def wrapped(text: str, first: str = "", rest: str = "  ", width: int | None = None) -> list[str]:
    """Lines of at most ``width`` columns, where no word is longer; ``first``, ``rest``: indents.

    The default is `text_width`.
    """
    import textwrap

    return textwrap.wrap(
        text,
        width or text_width(),
        initial_indent=first,
        subsequent_indent=rest,
        break_long_words=False,
        break_on_hyphens=False,
    )
