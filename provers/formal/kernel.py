"""A second opinion by the kernel of Coq: a theorem about the puzzle, by rules written there.

The kernel gets drawing, plan and number (`puzzleproof.provers.formal`), and searches by itself.  It
answers which axioms the theorem rests on.  Only `CLOSED`, no axiom at all, counts as yes.  One
still trusts the rules of ``verify/formal/``, Coq and the machine.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from puzzleproof.models.errors import LimitReached, Unsupported
from puzzleproof.provers.formal.theorem import Theorem

VARIABLE = "PUZZLEPROOF_COQC"
CLOSED = "Closed under the global context"
"""What the kernel says of a theorem that rests on no axiom."""
EXHAUSTED = re.compile(r"(?i)out of memory|stack overflow")
REFUSED = 'The term "eq_refl" has type "true = true" while it is expected to have type'
"""The kernel's message if a check does not compute to ``true``."""


@dataclass(frozen=True, slots=True)
class CoqOpinion:
    """The answer of the kernel: ``line`` is its verdict."""

    accepted: bool
    line: str
    seconds: float


def find() -> Path | None:
    """Return coqc: the program that PUZZLEPROOF_COQC names, else the one on the path.

    Raises Unsupported if the variable names no program.
    """
    named = os.environ.get(VARIABLE)
    found = shutil.which(named or "coqc")
    if found is not None:
        return Path(found)
    if named:
        raise Unsupported(f"{VARIABLE}={named!r}: expected the program coqc")
    return None


def needed() -> Path:
    """Return coqc; if it is not installed, raise Unsupported with advice."""
    coqc = find()
    if coqc is None:
        raise Unsupported(f"coqc is not installed: 'make coq', or {VARIABLE}=PROGRAM")
    return coqc


def check(theorem: Theorem, coqc: Path | None = None, name: str = "claim") -> CoqOpinion:
    """Ask the kernel about a theorem and its axioms; ``name`` is that of its file.

    `puzzleproof.provers.process.call` enforces limits.  Raises Unsupported if there is no coqc or
    it gives no verdict, LimitReached if it is out of memory.
    """
    coqc = coqc or needed()
    start = time.monotonic()
    with TemporaryDirectory(prefix="puzzleproof-") as folder:
        answer = _run(coqc, Path(folder), theorem.text(), f"{name}.v")
    line = verdict(answer, theorem)
    return CoqOpinion(line == CLOSED, line, time.monotonic() - start)


def verdict(answer: subprocess.CompletedProcess[str], theorem: Theorem) -> str:
    """The line that counts: `CLOSED`, or why not; raises an error if there is no verdict."""
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


def _run(coqc: Path, folder: Path, text: str, name: str) -> subprocess.CompletedProcess[str]:
    """Have a file compiled, with no settings of the user's own."""
    (folder / name).write_text(text, encoding="utf-8")
    return subprocess.run(  # noqa: S603  the coqc that `find` found
        [coqc, "-q", name],
        cwd=folder,
        env={"PATH": os.environ.get("PATH", os.defpath), "HOME": str(folder)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
