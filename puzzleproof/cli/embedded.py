"""Commands in an environment without processes or a terminal, such as Python in a browser.

A page's worker loads this module (web/static/engine.js): `ask` answers questions about the rules,
and `job` runs the same commands as the page's server (`JOBS` of web/commands.py).  Questions,
answers and events are JSON texts.
"""

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias, cast

from puzzleproof.cli.main import main
from puzzleproof.web.commands import JOBS, Event, EventReader
from puzzleproof.web.questions import answer

Tell: TypeAlias = Callable[[str], object]


def ask(question: str) -> str:
    """Answer a question of `puzzleproof.web.questions`."""
    return json.dumps(answer(json.loads(question)))


def job(question: str, path: str, tell: Tell) -> None:
    """Do the job that ``question`` names in its key ``job``, one of `JOBS`.

    ``path`` is the file that the job writes, or the certificate to verify.  ``tell`` gets the
    events as they happen; the time limit, ``seconds`` in the question, is checked between layers.
    """
    asked: Event = json.loads(question)
    row, reader = JOBS[asked["job"]], EventReader()
    if row.ask:
        found = answer(row.question(asked))
        if "text" not in found:
            tell(json.dumps({"event": "error" if "error" in found else "answer", **found}))
            return
        Path(path).unlink(missing_ok=True)
        if "played" in found:
            Path(path).write_text(found["played"], "utf-8")
    else:
        found = {"text": ""}

    def read(line: str) -> None:
        event = reader.read(line)
        if told := event and row.change(event, path, lambda: path):
            tell(json.dumps(told))

    tell(json.dumps({"event": "started", "seconds": asked["seconds"]}))
    words = [*row.command(path, asked.get("kind", "")), "--time-limit", f"{asked['seconds']:g}"]
    run(words, found["text"], read)
    if not reader.answered:
        tell(json.dumps({"event": "error", "error": "the work ended without an answer"}))


def run(words: list[str], text: str, tell: Tell) -> int:
    """Run a command with ``text`` as standard input; ``tell`` gets each line of its output."""
    before = sys.stdin, sys.stdout, sys.stderr
    sys.stdin = io.TextIOWrapper(io.BytesIO(text.encode()), encoding="utf-8")
    sys.stdout, sys.stderr = cast("io.StringIO", _Lines(tell)), io.StringIO()
    try:
        return main(words)
    finally:
        sys.stdin, sys.stdout, sys.stderr = before


class _Lines(io.TextIOBase):
    encoding = "utf-8"

    def __init__(self, tell: Tell) -> None:
        self._tell, self._rest = tell, ""

    def write(self, text: str, /) -> int:
        *lines, self._rest = (self._rest + text).split("\n")
        for line in lines:
            self._tell(line)
        return len(text)
