"""Events of provers as they happen, on standard error: as progress, and with -v in words."""

from __future__ import annotations

import argparse
from contextlib import ExitStack

from puzzleproof.cli.printing import count
from puzzleproof.cli.printing.progress import Display, Part
from puzzleproof.provers.events import (
    BoundsChanged,
    Event,
    HorizonAnswer,
    Layer,
    Note,
    Usage,
    Working,
)


class EventDisplay(Display):
    """Shows the progress of the work from its events; with -v each event in words."""

    def __init__(
        self, options: argparse.Namespace, metric: str, begin: float, stack: ExitStack
    ) -> None:
        super().__init__(options, begin, stack)
        self._metric, self._verbose, self._said = metric, options.verbose, ""
        self._any_plan: bool = getattr(options, "any_plan", False)

    def take(self, event: Event, at: float) -> None:
        """Take the figures of an event and its time."""
        if self._tells(event) and (text := words(event, self._metric)) and text != self._said:
            self._said = text
            self.say(text)
        match event:
            case Working(phase, done, total, unit, at_most):
                self.work(at, Part(phase, total, unit, at_most), done)
            case Layer(search, _, depth, states):
                part = self.part or Part(search)
                self.work(at, part, states if part.unit == "states" else self.done)
                counted = "" if part.unit == "states" else f", {states:,} states"
                self.detail = f"depth {depth}{counted}"
            case BoundsChanged():
                self.bounds = words(event, self._metric)
            case Usage(_, memory):
                self.memory = memory
            case _:
                pass

    def _tells(self, event: Event) -> bool:
        """Whether an event is printed in words: with -v each, with ``--any`` each better plan."""
        better = isinstance(event, BoundsChanged) and event.upper is not None
        return self._verbose or (self._any_plan and better)


def words(event: Event, metric: str) -> str:
    """An event in a few words, for -v; None if it is not printed."""
    match event:
        case BoundsChanged(0, None):  # true of every puzzle
            return ""
        case BoundsChanged(lower, None, grade):
            least = "no plan" if lower is None else f"at least {count(lower, 'move')}"
            return f"{least} (metric {metric}), {grade}"
        case BoundsChanged(lower, int(upper), grade):
            least = "no plan" if lower is None else f"at least {lower}"
            least = "" if lower == 0 else f"{least} ({grade}), "
            return f"{least}at most {count(upper, 'move')} (metric {metric})"
        case HorizonAnswer(engine, at_most, answer, seconds, _):
            question = f"at most {count(at_most, 'move')} (metric {metric})?"
            return f"{engine}: {question} {answer} ({seconds:.1f} s)"
        case Working(phase):
            return phase
        case Note(text):
            return text
        case _:
            return ""
