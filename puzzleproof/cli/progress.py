"""Progress on standard error: a live line on a terminal, plain lines with -v, else nothing."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Generator
from contextlib import contextmanager
from functools import partial

from puzzleproof.provers.events import (
    BoundsChanged,
    Emit,
    Event,
    HorizonAnswer,
    Layer,
    Note,
    ignore,
)


@contextmanager
def listen(options: argparse.Namespace, metric: str) -> Generator[Emit]:
    """Yield the function that takes events in, as the global options ask for."""
    if options.json_stream:
        yield partial(_stream, metric)
    elif options.quiet:
        yield ignore
    elif options.verbose:
        yield partial(_plain, metric)
    elif sys.stderr.isatty():
        with _live(options, metric) as show:
            yield show
    else:
        yield ignore


def _stream(metric: str, event: Event) -> None:
    print(json.dumps({**event.to_json(), "metric": metric}, ensure_ascii=False), flush=True)


def _plain(metric: str, event: Event) -> None:
    text = words(event, metric)
    if text and not isinstance(event, Layer):
        print(text, file=sys.stderr, flush=True)


@contextmanager
def _live(options: argparse.Namespace, metric: str) -> Generator[Emit]:
    from rich.console import Console

    console = Console(stderr=True, no_color=options.no_color or bool(os.environ.get("NO_COLOR")))
    with console.status("working") as status:

        def show(event: Event) -> None:
            text = words(event, metric)
            if text:
                status.update(text)

        yield show


def words(event: Event, metric: str) -> str:
    """An event in a few words, or nothing."""
    match event:
        case BoundsChanged(lower, upper, grade):
            least = "no plan" if lower is None else f"at least {lower}"
            most = "" if upper is None else f", at most {upper}"
            return f"{least} ({grade}){most} moves (metric {metric})"
        case Layer(search, _, depth, states):
            return f"{search}: depth {depth}, {states:,} states"
        case HorizonAnswer(engine, at_most, answer, seconds, _):
            return (
                f"{engine}: at most {at_most} moves (metric {metric})? {answer} ({seconds:.1f} s)"
            )
        case Note(text):
            return text
        case _:
            return ""
