"""What a job says: the lines that a command prints, as events for the page."""

from __future__ import annotations

import json
import time
from typing import Any, TypeAlias

Event: TypeAlias = dict[str, Any]

LAYER_SECONDS = 0.1
"""Layers of a search come no faster than this."""


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
        return {"event": "error" if "error" in event else "answer", **event}
