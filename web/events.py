"""What a job says: the lines that a command prints, as events for the page."""

from __future__ import annotations

import json
import re
import time
from typing import Any, TypeAlias

Event: TypeAlias = dict[str, Any]

LAYER_SECONDS = 0.1
"""Layers of a search come no faster than this."""
OPTION = re.compile(r"--[a-z]")
ADVICE = re.compile(
    r"^--[a-z][^:]*: | \([^();]*--[a-z][^()]*\)|[;,:] [^;,:()]*--[a-z][^;()]*",
)
"""The option that an error is about; a bracket, and a clause, in which an option is named."""


def plain(text: str) -> str:
    """What a command says, without advice about options, which a page has not."""
    return ADVICE.sub("", text)


def _told(event: Event) -> Event:
    """The event with plain words; a note that names an option all the same is left out."""
    for key in ("error", "stopped"):
        if isinstance(text := event.get(key), str):
            event[key] = plain(text)
    if "notes" in event:
        event["notes"] = [text for text in map(plain, event["notes"]) if not OPTION.search(text)]
    return event


class EventReader:
    """Reads lines of ``--json-stream`` or ``--json``; ``answered``: whether the last one has come.

    A line that names no event is an ``answer``, or an ``error``.
    """

    def __init__(self) -> None:
        self.answered = False
        self._last_layer = float("-inf")

    def read(self, line: str | bytes) -> Event | None:
        """The event of a line; None for a layer that comes too soon after another.

        Raises ValueError for a line that is no JSON.
        """
        event: Event = json.loads(line)
        if event.get("event") == "layer":
            if time.monotonic() - self._last_layer < LAYER_SECONDS:
                return None
            self._last_layer = time.monotonic()
        self.answered = self.answered or event.get("event") in (None, "verdict", "survey")
        return _told({"event": "error" if "error" in event else "answer", **event})
