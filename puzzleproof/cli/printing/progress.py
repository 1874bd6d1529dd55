"""Progress: JSON events on standard output; lines (-v) or a live line on standard error."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Generator
from contextlib import contextmanager

from puzzleproof.cli.printing import print_json
from puzzleproof.provers.events import BoundsChanged, Emit, Event, HorizonAnswer, Layer, Note


@contextmanager
def show_progress(options: argparse.Namespace, metric: str) -> Generator[Emit]:
    """Yield the function that shows events, as `puzzleproof.cli.printing.listen` decided."""

    def stream(event: Event) -> None:
        print_json({**event.to_json(), "puzzle": options.instance, "metric": metric})

    def plain(event: Event) -> None:
        text = words(event, metric)
        if text and not isinstance(event, Layer):
            print(text, file=sys.stderr, flush=True)

    def live(event: Event) -> None:
        text = words(event, metric)
        if text:
            status.update(text)

    if options.json_stream:
        yield stream
    elif options.verbose:
        yield plain
    else:
        from rich.console import Console

        no_color = options.no_color or bool(os.environ.get("NO_COLOR"))
        with Console(stderr=True, no_color=no_color).status("working") as status:
            yield live


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
            question = f"at most {at_most} moves (metric {metric})?"
            return f"{engine}: {question} {answer} ({seconds:.1f} s)"
        case Note(text):
            return text
        case _:
            return ""
