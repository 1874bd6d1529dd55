"""Commands inside a host that has neither processes nor a terminal, as Python in a browser.

A page's worker loads this module (web/static/engine.js): `ask` answers questions about the rules,
`job` runs the commands with which the page's server answers as well
(web/commands.py).  Text goes in and out as JSON.
"""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, TypeAlias, cast

from puzzleproof.cli.main import main
from puzzleproof.web import commands
from puzzleproof.web.events import Event, EventReader
from puzzleproof.web.questions import answer

Tell: TypeAlias = Callable[[str], object]
"""Takes a line of JSON in."""


def ask(question: str) -> str:
    """Answer a question of `puzzleproof.web.questions`."""
    return json.dumps(answer(json.loads(question)))


def job(question: str, path: str, tell: Tell) -> None:
    """Do what ``question`` names in its key ``job``, one of `JOBS`.

    ``path`` is the file that the job leaves, or the certificate that is to be verified.
    Events go to ``tell`` as they happen; limits, in ``seconds``, are looked at between layers.
    """
    asked: Event = json.loads(question)
    kind, reader, over = JOBS[asked["job"]], EventReader(), False
    found = kind.begin(asked)
    if "text" not in found:
        tell(json.dumps({"event": "error" if "error" in found else "answer", **found}))
        return
    if kind.leaves_file:
        Path(path).unlink(missing_ok=True)

    def read(line: str) -> None:
        nonlocal over
        event = None if over else reader.read(line)
        if told := event and kind.change(event, path):
            tell(json.dumps(told))
            if told["event"] == kind.last:
                over = reader.answered = True
                raise KeyboardInterrupt  # as Ctrl-C ends a command

    tell(json.dumps({"event": "started", "seconds": asked["seconds"]}))
    words = [*kind.words(path, asked.get("kind", "")), "--time-limit", f"{asked['seconds']:g}"]
    run(words, found["text"], read)
    if not reader.answered:
        tell(json.dumps({"event": "error", "error": "the work ended without an answer"}))


def run(words: list[str], text: str, tell: Tell) -> int:
    """Run a command with this standard input; each line that it prints goes to ``tell``.

    What it says on standard error is lost: with ``--json`` an error is a document, too.  Returns
    the exit code.
    """
    before = sys.stdin, sys.stdout, sys.stderr
    sys.stdin = io.TextIOWrapper(io.BytesIO(text.encode()), encoding="utf-8")
    sys.stdout, sys.stderr = cast("io.StringIO", _Lines(tell)), io.StringIO()
    try:
        return main(words)
    finally:
        sys.stdin, sys.stdout, sys.stderr = before


class _Lines(io.TextIOBase):
    """Standard output, passed on line by line."""

    encoding = "utf-8"

    def __init__(self, tell: Tell) -> None:
        self._tell, self._rest = tell, ""

    def write(self, text: str, /) -> int:
        *lines, self._rest = (self._rest + text).split("\n")
        for line in lines:
            self._tell(line)
        return len(text)


# --- jobs ---------------------------------------------------------------------------------


def _from_start(asked: Event) -> Event:
    return answer({**asked, "moves": [], "ask": "restart"})


def _from_here(asked: Event) -> Event:
    return answer({**asked, "ask": "hint"})


def _nothing(_asked: Event) -> Event:
    return {"text": ""}


def _picture(event: Event, path: str) -> Event:
    """The answer names the picture."""
    return {"event": "answer", "picture": path} if event["event"] == "answer" else event


def _as_it_is(event: Event, _path: str) -> Event | None:
    return event


class Job(NamedTuple):
    """How a job is done."""

    words: Callable[[str, str], list[str]]
    """From the name of a file and the question's ``kind`` to the words of the command."""
    begin: Callable[[Event], Event] = _from_start
    """From the question to the ``text`` of the instance, an ``error``, or the answer itself."""
    change: Callable[[Event, str], Event | None] = _as_it_is
    """From the command's event to the one that the page takes, if any."""
    leaves_file: bool = True
    last: str | None = None
    """The event that ends the job before the command ends by itself."""


JOBS: dict[str, Job] = {
    "prove": Job(commands.prove, change=commands.of_proof),
    "hint": Job(commands.hint, begin=_from_here),
    "explore": Job(commands.explore),
    "hardest": Job(commands.hardest, change=commands.of_hardest, last="answer"),
    "graph": Job(commands.graph, change=_picture),
    "verify": Job(commands.verify, begin=_nothing, change=commands.of_check, leaves_file=False),
}
"""Name -> what is done: what the page's server does by the same commands."""
