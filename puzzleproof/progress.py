"""Progress on standard error: a live line on a terminal, plain lines with -v, else nothing."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Generator
from contextlib import contextmanager

from puzzleproof.provers.events import Bounds, Emit, Event, HorizonAnswer, Layer, Note
from puzzleproof.provers.session import ignore

__all__ = ["listen"]


@contextmanager
def listen(options: argparse.Namespace) -> Generator[Emit]:
    """Yield the function that takes events in, as the global options ask for."""
    if options.json_stream:
        yield _stream
    elif options.quiet:
        yield ignore
    elif options.verbose:
        yield _plain
    elif sys.stderr.isatty():
        with _live(options) as show:
            yield show
    else:
        yield ignore


def _stream(event: Event) -> None:
    print(json.dumps(event.to_json(), ensure_ascii=False), flush=True)


def _plain(event: Event) -> None:
    text = words(event)
    if text and not isinstance(event, Layer):
        print(text, file=sys.stderr, flush=True)


@contextmanager
def _live(options: argparse.Namespace) -> Generator[Emit]:
    from rich.console import Console

    console = Console(stderr=True, no_color=options.no_color or "NO_COLOR" in os.environ)
    with console.status("working") as status:

        def show(event: Event) -> None:
            text = words(event)
            if text:
                status.update(text)

        yield show


def words(event: Event) -> str:
    """An event in a few words, or nothing."""
    match event:
        case Bounds(lower, upper, grade):
            return f"at least {lower} ({grade}), at most {'?' if upper is None else upper} moves"
        case Layer(search, _, depth, states):
            return f"{search}: depth {depth}, {states:,} states"
        case HorizonAnswer(engine, at_most, answer, seconds):
            return f"{engine}: at most {at_most} moves? {answer} ({seconds:.1f} s)"
        case Note(text):
            return text
        case _:
            return ""
