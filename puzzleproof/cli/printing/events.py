"""Events of provers as they happen: JSON lines on standard output, words or progress on stderr."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Generator
from contextlib import contextmanager

from puzzleproof.cli.printing import count, print_json
from puzzleproof.cli.printing.progress import Display, Part, display
from puzzleproof.provers.events import (
    BoundsChanged,
    Emit,
    Event,
    HorizonAnswer,
    Layer,
    Note,
    Usage,
    Working,
)


@contextmanager
def show_events(options: argparse.Namespace, metric: str) -> Generator[Emit]:
    """Yield the function that shows events, as `puzzleproof.cli.printing.listen` decided."""
    if options.json_stream:
        head = {"puzzle": options.instance, "metric": metric}
        yield lambda event: print_json({**event.to_json(), **head})
        return
    said = ""

    def take(event: Event) -> None:
        nonlocal said
        if options.verbose and (text := words(event, metric)) and text != said:
            said = text
            print(text, file=sys.stderr, flush=True)
        follow(shown, event, metric)
        shown.refresh()

    with display(options) as shown:
        yield take


def follow(shown: Display, event: Event, metric: str, now: float | None = None) -> None:
    """Take the figures of an event that came now, or then."""
    progress = shown.progress
    at = time.monotonic() if now is None else now
    match event:
        case Working(phase, done, total, unit, at_most):
            progress.work(at, Part(phase, total, unit, at_most), done)
        case Layer(search, _, depth, states):
            part = progress.part or Part(search)
            progress.work(at, part, states if part.unit == "states" else progress.done)
            counted = "" if part.unit == "states" else f", {states:,} states"
            progress.detail = f"depth {depth}{counted}"
        case BoundsChanged():
            progress.bounds = words(event, metric)
        case Usage(_, memory):
            progress.memory = memory
        case _:
            pass


def words(event: Event, metric: str) -> str:
    """An event in a few words, for -v; or nothing."""
    match event:
        case BoundsChanged(lower, upper, grade):
            least = "no plan" if lower is None else f"at least {lower}"
            least = "" if lower == 0 else f"{least} ({grade})"  # which is true of every puzzle
            most = "" if upper is None else f"at most {upper}"
            bounds = ", ".join(filter(None, (least, most)))
            noun = "move" if (lower if upper is None else upper) == 1 else "moves"
            return bounds and f"{bounds} {noun} (metric {metric})"
        case HorizonAnswer(engine, at_most, answer, seconds, _):
            question = f"at most {count(at_most, 'move')} (metric {metric})?"
            return f"{engine}: {question} {answer} ({seconds:.1f} s)"
        case Working(phase):
            return phase
        case Note(text):
            return text
        case _:
            return ""
