"""The table of commands that do a visitor's jobs, on a server and in a browser.

The words of each command are fixed, except for a file name that the server chooses and one choice
from a list.  The instance is given on standard input.  A command prints a line of JSON for each
event; the page shows the event in plain words.
"""

import json
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

Event: TypeAlias = dict[str, Any]
Keep: TypeAlias = Callable[[], str]
"""A function that keeps the file that a job has written, and returns its address."""

LAYER_SECONDS = 0.1
"""The least seconds between two events about layers."""
OPTION = re.compile(r"--[a-z]")
ADVICE = re.compile(r"^--[a-z][^:]*: | \([^();]*--[a-z][^()]*\)|[;,:] [^;,:()]*--[a-z][^;()]*")
"""The parts of a message that name an option: its beginning, a bracket or a clause."""
GRAPHS = ("rings", "components:reachable", "distances", "degrees:reachable")


def _as_it_is(event: Event, _path: str, keep: Keep) -> Event | None:
    """Drop an event ``certificate``, else return it; the last event gets the file's address."""
    if event["event"] in ("verdict", "survey") and event.get("certificate"):
        event["certificate"] = keep()
    return None if event["event"] == "certificate" else event


def _of_hardest(event: Event, _path: str, _keep: Keep) -> Event | None:
    """Return progress, and the hardest start as the answer, or an error if there is none."""
    if event["event"] == "survey":
        if starts := event.get("starts"):
            return {"event": "answer", "text": starts[0]["instance"]}
        return {"event": "error", "error": event["stopped"] or "there is no hardest start"}
    return event if event["event"] in ("queued", "started", "working", "error") else None


def _of_picture(event: Event, path: str, keep: Keep) -> Event | None:
    """Return the event; an answer gets the picture's address."""
    drawn = event["event"] == "answer" and Path(path).exists()
    return {"event": "answer", "picture": keep()} if drawn else event


def _of_check(event: Event, path: str, _keep: Keep) -> Event | None:
    event.pop("file", None)
    if "error" in event:
        event["error"] = event["error"].replace(f"{path}: ", "")
    return event


class Job(NamedTuple):
    """The command that does a job, and what is done with its events."""

    words: str
    """The command; ``{file}`` stands for a file's name, ``{kind}`` for the visitor's choice."""
    change: Callable[[Event, str, Keep], Event | None] = _as_it_is
    """A function that turns an event of the command into one for the page, or drops it."""
    ask: str = "restart"
    """The question to `puzzleproof.web.questions` that gives the instance, and perhaps the moves
    played (they become the file); empty if a file is sent."""
    suffix: str = ""
    short: bool = False
    """Whether the job has only a short time, because the visitor waits for its answer."""
    kinds: tuple[str, ...] = ()

    def command(self, path: str, kind: str) -> list[str]:
        """Return the words of the command line."""
        return [word.format(file=path, kind=kind) for word in self.words.split()]

    def question(self, asked: Event) -> Event:
        """Return the question for `puzzleproof.web.questions`; only a hint needs the moves."""
        return {**asked, "ask": self.ask, **({} if self.ask == "hint" else {"moves": []})}


JOBS = {
    "prove": Job("prove - --json-stream --certificate {file}", suffix=".cert"),
    "hint": Job("solve - --json-stream --played {file}", ask="hint", short=True),
    "explore": Job("explore - --json-stream --reachable"),
    "certify": Job("explore - --json-stream --reachable --certificate {file}", suffix=".cert"),
    "hardest": Job("explore - --json-stream --reachable --find starts --top 1", _of_hardest),
    "graph": Job(
        "draw - --graph {kind} --output {file} --json",
        _of_picture,
        suffix=".svg",
        short=True,
        kinds=GRAPHS,
    ),
    "verify": Job("verify {file} --json", _of_check, ask="", short=True),
}


def plain(text: str) -> str:
    """Return a message without its advice about options, which the page does not have."""
    return ADVICE.sub("", text)


LAST = (None, "error", "verdict", "survey")
"""The events that end an answer."""


def is_settled(event: Event) -> bool:
    """Tell whether the event is an answer that no limit has cut short."""
    kind = event["event"]
    whole = kind == "survey" and not event["stopped"]
    return whole or kind == "answer" or event.get("status") in ("optimal", "unsolvable")


class EventReader:
    """Reads lines of ``--json-stream`` or ``--json``; ``answered`` says if the last event has come.

    A line that names no event counts as an event ``answer`` or ``error``.
    """

    def __init__(self) -> None:
        self.answered = False
        self._last_layer = float("-inf")

    def read(self, line: str | bytes) -> Event | None:
        """Return the event of a line of JSON, or None for a layer that follows another too soon.

        Messages lose their advice about options; a note that still names an option is left out.
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
