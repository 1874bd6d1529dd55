"""A second opinion on LRAT proofs: the checker of the ACL2 books, itself formally verified.

M. Heule, W. Hunt, M. Kaufmann and N. Wetzler, Efficient, verified checking of propositional proofs,
ITP 2017.  ACL2 has proven this program correct: if it accepts a proof, the formula is
unsatisfiable.  It prints the formula that it read, which is compared here with the file's.  One
still trusts ACL2 itself, its Lisp and the machine.  `.ci/acl2` builds the *image*: ACL2 with the
checker compiled into it.
"""

import os
import re
import time
from itertools import zip_longest
from pathlib import Path
from tempfile import TemporaryDirectory

from puzzleproof.models.errors import LimitReached, Unsupported
from puzzleproof.provers.formal.kernel import Answer, Opinion, Program, run
from puzzleproof.provers.process import half_of_spare_memory

PROOF_CHUNK = 16_000_000
"""Bytes of a proof that are read at a time.  The checker copies its table of clauses for each:
150 MB over 400,000 clauses took 60 s at its own 1,000,000, and 29 s at this."""

HEAP = 0.7
"""The share of the memory limit that Lisp may fill before it collects garbage."""

QUESTION = '(in-package "LRAT")\n(lrat-check "cnf" "clrat")\n'
VERIFIED = "s VERIFIED"
NO_VERDICT = "no verdict"
EXHAUSTED = re.compile(r"(?i)storage .* is exhausted|out of memory|memory exhausted")
FAULT = re.compile(
    r"(?ms)^(?:HARD ACL2 ERROR in |ACL2 Error in |(?=Error: ))(\S+?): +(.+?)(?:\n\n|\n\*\*\*|\Z)"
)


IMAGE = Program(
    "PUZZLEPROOF_ACL2",
    "lratchk/lratchk",
    "a program, built by .ci/acl2",
    "ACL2's checker is not built: 'make acl2', or PUZZLEPROOF_ACL2=IMAGE",
)


def check(cnf: Path, proof: Path, memory: int | None = None) -> Opinion:
    """Ask ACL2 whether ``proof`` (strict CLRAT) refutes ``cnf`` (DIMACS, a clause a line).

    ``memory`` in bytes (by default half of the free memory) limits Lisp's heap;
    `puzzleproof.provers.process.call` enforces the limits.  Raises Unsupported if there is no image
    or no verdict, LimitReached if it is out of memory.
    """
    image = IMAGE.needed()
    settings = {
        "ACL2_CUSTOMIZATION": "NONE",
        "LRAT_CHUNK_SIZE": str(PROOF_CHUNK),
        "LRAT_PRINT_FORMULA": "read",
    }
    if (limit := memory or half_of_spare_memory()) is not None:
        machine = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
        settings["GCL_MEM_MULTIPLE"] = f"{min(HEAP * limit / machine, HEAP):.4f}"
    start = time.monotonic()
    with TemporaryDirectory(prefix="puzzleproof-") as name:
        folder = Path(name)
        # We choose the file names: they need no quoting for Lisp, and its output has no user's
        # text.
        (folder / "cnf").symlink_to(cnf.resolve(strict=True))
        (folder / "clrat").symlink_to(proof.resolve(strict=True))
        answer = run([image], name, QUESTION, **settings)
        line = _verdict(folder, answer)
    if EXHAUSTED.search(line):
        raise LimitReached(f"ACL2's checker: out of memory ({line})")
    if line.startswith(NO_VERDICT) and "s FAILED" not in line:
        raise Unsupported(f"ACL2's checker gave {line}")
    return Opinion(line == VERIFIED, line, time.monotonic() - start)


def _verdict(folder: Path, answer: Answer) -> str:
    """Return the line that counts; the exit code does not, as it is 0 after most errors."""
    if fault := FAULT.search(answer.stdout):
        return f"{fault[1]}: {' '.join(fault[2].split())}"
    if VERIFIED in answer.stdout.splitlines():
        return _misread(folder / "cnf", folder / "read") or VERIFIED
    lines = [line for line in (answer.stdout + answer.stderr).splitlines() if line.strip()]
    last = f"; last line: {lines[-1][:200]!r}" if lines else ", no output"
    return f"{NO_VERDICT}, exit code {answer.returncode}{last}"


def _misread(cnf: Path, read: Path) -> str | None:
    """Name the first difference between the formula that ACL2 read and the file's, if any."""
    if not read.is_file():
        return "ACL2's checker did not say which clauses it read"
    with cnf.open(encoding="utf-8") as ours, read.open(encoding="utf-8") as theirs:
        lines = (line.split() for line in ours)
        clauses = (words for words in lines if words and words[0] not in ("c", "p"))
        for number, (one, other) in enumerate(zip_longest(clauses, map(str.split, theirs)), 1):
            if one != other:
                return f"ACL2 read clause {number} as {other}: expected {one}"
    return None
