"""Answers in words and as JSON; what all of them share is here."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from puzzleproof.provers.events import Emit

WIDTH = 94
"""Columns of printed text."""


def wants_json(options: argparse.Namespace) -> bool:
    """Whether the answer is a document, not text."""
    return bool(options.json or options.json_stream)


def print_json(document: Any) -> None:
    """Print one document on one line."""
    print(json.dumps(document, ensure_ascii=False), flush=True)


def print_answer(options: argparse.Namespace, event: str, document: Mapping[str, Any]) -> None:
    """Print a verb's answer as JSON; in a stream it is the last event, with that name."""
    print_json({"event": event, **document} if options.json_stream else document)


def listen(options: argparse.Namespace, metric: str) -> AbstractContextManager[Emit]:
    """Yield the function that takes events in, as the global options ask for."""
    wanted = options.verbose or sys.stderr.isatty()
    if options.json_stream or (wanted and not options.quiet):
        from puzzleproof.cli.printing.progress import show_progress

        return show_progress(options, metric)
    from puzzleproof.provers.events import ignore

    return nullcontext(ignore)


def count(number: int, one: str, many: str = "") -> str:
    """A number with its noun, as in ``1 move`` or ``2,000 moves``."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def remark_lines(notes: Iterable[str], seconds: float) -> list[str]:
    """What -q leaves out of an answer."""
    return [*(f"note: {note}" for note in notes), f"time: {seconds:.2f} s"]


def wrapped(text: str, first: str = "", rest: str = "  ", width: int = WIDTH) -> list[str]:
    """Lines of at most ``width`` columns, where no word is longer; ``first``, ``rest``: indents."""
    import textwrap

    return textwrap.wrap(
        text,
        width,
        initial_indent=first,
        subsequent_indent=rest,
        break_long_words=False,
        break_on_hyphens=False,
    )
