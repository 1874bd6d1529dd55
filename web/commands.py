"""The commands that do a visitor's jobs, on a server and in a browser: one table.

The words of each command are fixed, except for the name of a file of our own and a choice from a
list.  An instance comes on standard input.  A command prints a line of JSON for each event; the
page shows the event in plain words.
"""

import json
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

Event: TypeAlias = dict[str, Any]
Keep: TypeAlias = Callable[[], str]
"""Keeps the file that a job has written; returns its address for the page."""

LAYER_SECONDS = 0.1
"""The least seconds between two events about layers."""
OPTION = re.compile(r"--[a-z]")
ADVICE = re.compile(r"^--[a-z][^:]*: | \([^();]*--[a-z][^()]*\)|[;,:] [^;,:()]*--[a-z][^;()]*")
"""Parts of a message that name an option: at its beginning, in brackets, in a clause."""
GRAPHS = ("rings", "components", "distances", "degrees")


def _as_it_is(event: Event, _path: str, keep: Keep) -> Event | None:
    """Pass on the event; the last one names the certificate, whose own event is left out."""
    if event["event"] in ("verdict", "survey") and event.get("certificate"):
        event["certificate"] = keep()
    return None if event["event"] == "certificate" else event


def _of_hardest(event: Event, _path: str, _keep: Keep) -> Event | None:
    """Return the text of the instance as the answer; progress; why there is none."""
    if event["event"] == "survey":
        if starts := event.get("starts"):
            return {"event": "answer", "text": starts[0]["instance"]}
        return {"event": "error", "error": event["stopped"] or "there is no hardest start"}
    return event if event["event"] in ("queued", "started", "working", "error") else None


def _of_picture(event: Event, path: str, keep: Keep) -> Event | None:
    """Return progress, and the answer with the picture's address."""
    drawn = event["event"] == "answer" and Path(path).exists()
    return {"event": "answer", "picture": keep()} if drawn else event


def _of_check(event: Event, path: str, _keep: Keep) -> Event | None:
    event.pop("file", None)
    if "error" in event:
        event["error"] = event["error"].replace(f"{path}: ", "")
    return event


class Job(NamedTuple):
    """The command that does a job, and the treatment of its events."""

    words: str
    """The command; ``{file}`` is the name of a file, ``{kind}`` the question's choice."""
    change: Callable[[Event, str, Keep], Event | None] = _as_it_is
    """Turns the command's event into one for the page, or drops it."""
    ask: str = "restart"
    """The question to the rules that gives the instance, and perhaps the moves played, which are
    the file; none if the visitor brings the file."""
    suffix: str = ""
    short: bool = False
    """Whether the visitor waits for the answer."""
    kinds: tuple[str, ...] = ()

    def command(self, path: str, kind: str) -> list[str]:
        """Return the words of the command line."""
        return [word.format(file=path, kind=kind) for word in self.words.split()]

    def question(self, asked: Event) -> Event:
        """Return the question for `puzzleproof.web.questions`; a hint is about the game's state."""
        return {**asked, "ask": self.ask, **({} if self.ask == "hint" else {"moves": []})}


JOBS = {
    "prove": Job("prove - --json-stream --certificate {file}", suffix=".cert"),
    "hint": Job("solve - --json-stream --played {file}", ask="hint", short=True),
    "explore": Job("explore - --json-stream --reachable"),
    "certify": Job("explore - --json-stream --reachable --certificate {file}", suffix=".cert"),
    "hardest": Job("explore - --json-stream --reachable --find starts --top 1", _of_hardest),
    "graph": Job(
        "draw - --graph {kind} --output {file} --json --reachable",
        _of_picture,
        suffix=".svg",
        short=True,
        kinds=GRAPHS,
    ),
    "verify": Job("verify {file} --json", _of_check, ask="", short=True),
}


def plain(text: str) -> str:
    """Return a message without advice about options, which a page does not have."""
    return ADVICE.sub("", text)


LAST = (None, "error", "verdict", "survey")
"""The events that end an answer."""


def is_settled(event: Event) -> bool:
    """Tell whether the event is an answer that no limit has cut short."""
    kind = event["event"]
    whole = kind == "survey" and not event["stopped"]
    return whole or kind == "answer" or event.get("status") in ("optimal", "unsolvable")


class EventReader:
    """Reads lines of ``--json-stream`` or ``--json``; ``answered``: the last event has come.

    A line that names no event is an ``answer``, or an ``error``.
    """

    def __init__(self) -> None:
        self.answered = False
        self._last_layer = float("-inf")

    def read(self, line: str | bytes) -> Event | None:
        """Return the event of a line of JSON; None for a layer that follows another too soon.

        Its messages are plain; a note that still names an option is left out.
        """
        event: Event = json.loads(line)
        if event.get("event") == "layer":
            if time.monotonic() - self._last_layer < LAYER_SECONDS:
                return None
            self._last_layer = time.monotonic()
        self.answered = self.answered or event.get("event") in LAST
        for key in ("error", "stopped", "fault"):
            if isinstance(text := event.get(key), str):
                event[key] = plain(text)
        if "notes" in event:
            event["notes"] = [one for one in map(plain, event["notes"]) if not OPTION.search(one)]
        return {"event": "error" if "error" in event else "answer", **event}
