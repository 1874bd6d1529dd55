"""A second opinion by a checker that Coq has proven, extracted and compiled (`make proven`).

It gets drawing, claim and plan as a text (`puzzleproof.provers.formal.program`), and searches by
itself.  One still trusts the rules and the reader of ``verify/formal/``, Coq's extraction, OCaml's
compiler and Zarith.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from puzzleproof.models.errors import LimitReached, Unsupported

VARIABLE = "PUZZLEPROOF_PROVEN"
FURTHER = 10
"""How many times as many states it is asked for in one proof as the kernel: a minute or two."""
ANSWERS = {0: "proven", 1: "not proven"}
"""Exit code -> the end of the only line that is printed with it."""


class ProvenOpinion(NamedTuple):
    """The answer of the proven checker: ``line`` names the claim that it read."""

    accepted: bool
    line: str
    seconds: float


def find() -> Path | None:
    """Return the program that PUZZLEPROOF_PROVEN names, else the one in this Python's environment.

    Raises Unsupported if the variable names no program.
    """
    named = os.environ.get(VARIABLE)
    program = Path(named) if named else Path(sys.prefix) / "bin" / "proven"
    if program.is_file() and os.access(program, os.X_OK):
        return program.resolve()
    if named:
        raise Unsupported(f"{VARIABLE}={named!r}: expected a program, built by 'make proven'")
    return None


def needed() -> Path:
    """Return the program; raises Unsupported if there is none."""
    if (program := find()) is None:
        raise Unsupported(f"the proven checker is not built: 'make proven', or {VARIABLE}=PROGRAM")
    return program


def check(text: str) -> ProvenOpinion:
    """Ask whether a text's claim holds.

    `puzzleproof.provers.process.call` enforces limits.  Raises Unsupported if there is no program
    or it gives no verdict, LimitReached if it is out of memory.
    """
    program = needed()
    start = time.monotonic()
    with TemporaryDirectory(prefix="puzzleproof-") as folder:
        file = Path(folder) / "claim"
        file.write_text(text, encoding="ascii")
        done = subprocess.run(  # noqa: S603  the program that `find` found
            [program, str(file)],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            check=False,
        )
    line, complained = done.stdout.strip(), " ".join(done.stderr.split())[-200:]
    if fault := re.search("Out_of_memory|Stack.overflow", f"{line} {complained}", re.IGNORECASE):
        raise LimitReached(f"the proven checker: out of memory ({fault[0]})")
    answer = ANSWERS.get(done.returncode)
    if answer is None or not line.endswith(f": {answer}") or "\n" in line:
        said = repr(complained or line) if complained or line else "no output"
        raise Unsupported(f"the proven checker: no verdict, exit code {done.returncode}, {said}")
    return ProvenOpinion(done.returncode == 0, line, time.monotonic() - start)
