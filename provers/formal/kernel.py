"""Second opinions of Coq: by its kernel, and by a checker proven in Coq (``make proven``).

The kernel gets the drawing, the plan and the number of moves (`puzzleproof.provers.formal`), and
searches by itself.  It answers on which axioms the theorem rests; a theorem is accepted only if it
rests on no axiom (`CLOSED`).  The rules of ``verify/formal/``, Coq and the machine are trusted.

The proven checker gets the same data as a text (`puzzleproof.provers.formal.steps`), and searches
by itself.  Its reader of texts, Coq's extraction, OCaml's compiler and Zarith are trusted too.
"""

import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple, TypeAlias

from puzzleproof.models.errors import LimitReached, Unsupported
from puzzleproof.provers.formal.theorem import Theorem

CLOSED = "Closed under the global context"
"""The kernel's answer about a theorem that rests on no axiom."""
EXHAUSTED = re.compile(r"(?i)out.of.memory|stack.overflow")
REFUSED = 'The term "eq_refl" has type "true = true" while it is expected to have type'
"""The beginning of the kernel's message if a check is computed and is not ``true``."""
FURTHER = 10
"""The proven checker may visit this many times as many states as the kernel, in a minute or two."""
Answer: TypeAlias = subprocess.CompletedProcess[str]
ANSWERS = {0: "proven", 1: "not proven"}
"""Exit code of the proven checker -> the end of the line that it prints."""


class Opinion(NamedTuple):
    """The answer of a program: whether it accepts, its verdict in one line, and its time."""

    accepted: bool
    line: str
    seconds: float


class Program(NamedTuple):
    """A program that gives second opinions."""

    variable: str
    usual: str
    """The program's name on the PATH, or (with a slash) its path in this Python's environment."""
    expected: str
    missing: str

    def find(self) -> Path | None:
        """Find the program that the variable names, else the usual program (None if it is missing).

        Raises Unsupported if the variable names no program.  A program in the working folder is
        used only if the variable names it: it may have come with the certificate.
        """
        named = os.environ.get(self.variable)
        usual = Path(sys.prefix) / self.usual if "/" in self.usual else self.usual
        found = shutil.which(named or usual)
        if named and found is None and (found := shutil.which(Path(named).absolute())) is None:
            raise Unsupported(f"{self.variable}={named!r}: expected {self.expected}")
        return None if found is None else Path(found).absolute()

    def needed(self) -> Path:
        """Return the program; raises Unsupported, with advice, if it is not there."""
        if (program := self.find()) is None:
            raise Unsupported(self.missing)
        return program


COQC = Program(
    "PUZZLEPROOF_COQC",
    "coqc",
    "the program coqc",
    "coqc is not installed: run 'make coq', or set PUZZLEPROOF_COQC=PROGRAM",
)
PROVEN = Program(
    "PUZZLEPROOF_PROVEN",
    "bin/proven",
    "a program, built by 'make proven'",
    "the proven checker is not built: run 'make proven', or set PUZZLEPROOF_PROVEN=PROGRAM",
)


def check(theorem: Theorem, name: str = "claim") -> Opinion:
    """Ask the kernel about a theorem and its axioms; the theorem's file gets this name.

    `puzzleproof.provers.process.call` enforces limits.  Raises Unsupported if there is no coqc, or
    if coqc gives no verdict; LimitReached if coqc runs out of memory.
    """
    start = time.monotonic()
    answer = _judged([COQC.needed(), "-q", f"{name}.v"], theorem.text())
    line = verdict(answer, theorem)
    return Opinion(line == CLOSED, line, time.monotonic() - start)


def check_text(text: str) -> Opinion:
    """Ask the proven checker whether a text's claim holds; raises the same errors as `check`."""
    start = time.monotonic()
    answer = _judged([PROVEN.needed(), "claim"], text)
    line, complained = answer.stdout.strip(), " ".join(answer.stderr.split())[-200:]
    if fault := EXHAUSTED.search(f"{line} {complained}"):
        raise LimitReached(f"the proven checker: out of memory ({fault[0]})")
    wanted = ANSWERS.get(answer.returncode)
    if wanted is None or not line.endswith(f": {wanted}") or "\n" in line:
        said = repr(complained or line) if complained or line else "no output"
        raise Unsupported(f"the proven checker: no verdict, exit code {answer.returncode}, {said}")
    return Opinion(answer.returncode == 0, line, time.monotonic() - start)


def verdict(answer: Answer, theorem: Theorem) -> str:
    """Return `CLOSED`, or one line that says why not; raises an error if there is no verdict."""
    said = answer.stdout.strip()
    if answer.returncode == 0 and said == CLOSED:
        return CLOSED
    if answer.returncode == 0 and said:
        return f"the theorem rests on more than the rules: {' '.join(said.split())[:200]}"
    complained = " ".join(answer.stderr.split())
    if EXHAUSTED.search(complained):
        raise LimitReached(f"coqc: out of memory ({complained[-200:]})")
    if answer.returncode and REFUSED in complained:
        return f"the kernel refuses {theorem.statement!r}: its computation does not give true"
    last = f"; it ends: {complained[-200:]!r}" if complained else ", no output"
    raise Unsupported(f"coqc gave no verdict, exit code {answer.returncode}{last}")


def _judged(words: list[str | Path], text: str) -> Answer:
    with TemporaryDirectory(prefix="puzzleproof-") as folder:
        (Path(folder) / words[-1]).write_text(text, encoding="utf-8")
        return run(words, folder)


def run(words: list[str | Path], folder: str, text: str = "", **settings: str) -> Answer:
    """Run a program that `find` found, in ``folder``, without the user's environment variables."""
    return subprocess.run(  # noqa: S603  found on the PATH, no shell
        words,
        cwd=folder,
        env={"PATH": os.environ.get("PATH", os.defpath), "HOME": folder, **settings},
        input=text,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
