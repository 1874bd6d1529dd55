"""A second opinion on a certificate, by a reviewer that shares no code with the checker.

``acl2`` checks the proof of a refutation.  ``coq`` (Coq's kernel) and ``proven`` (a program
extracted from Coq) repeat the search (`puzzleproof.provers.formal`).  They get only the claim, the
plan, the weights of an invariant or the parameters of bounds, and the number of backward layers.

ACL2 has proven the LRAT checker of its books correct: if this checker accepts a proof, the formula
is unsatisfiable (M. Heule, W. Hunt, M. Kaufmann and N. Wetzler, Efficient, verified checking of
propositional proofs, ITP 2017).  The checker prints the formula that it has read; this module
compares it with the file.  One still trusts ACL2 itself, its Lisp and the machine.  `.ci/acl2`
builds the *image*: ACL2 with the checker compiled into it.
"""

import os
import re
import tempfile
import time
from collections.abc import Callable, Sequence
from io import BytesIO
from itertools import zip_longest
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple, TypeAlias, cast

from puzzleproof.models.errors import (
    CertificateRejected,
    FormulaTooLarge,
    LimitReached,
    Unsupported,
)
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.models.texts import count
from puzzleproof.provers.events import Emit, ignore
from puzzleproof.provers.formal import MOST, kernel, theorem_by_bounds, theorem_of
from puzzleproof.provers.formal.steps import text_of
from puzzleproof.provers.formal.theorem import Theorem
from puzzleproof.provers.formal.weights import theorem_by_weights
from puzzleproof.provers.lrat import ProvenFormula, as_binary
from puzzleproof.provers.process import Limits, call, half_of_spare_memory
from puzzleproof.provers.session import MANY_FOR_ARRAYS
from puzzleproof.verify.certificate import Certificate, read_header
from puzzleproof.verify.formula.check import proof_lines
from puzzleproof.verify.invariant import bound_of
from puzzleproof.verify.lrat import text_lines
from puzzleproof.verify.refutation import claimed_formula

FORMULA = "formula"
"""The kind of a formula with its proof, named in place of a certificate's kind."""


class SecondOpinion(NamedTuple):
    """The answer of a reviewer: ``line`` is its verdict, ``words`` say what it has judged."""

    by: str
    accepted: bool
    line: str
    words: str
    seconds: float


Review: TypeAlias = Callable[[bytes, bytes | None, int | None], tuple[kernel.Opinion, str]]
"""A function of a certificate or a formula, the formula's proof, and a limit of memory in bytes.

It returns the opinion, and what has been judged, in words."""


class Reviewer(NamedTuple):
    """A reviewer: its function, and the kinds of certificates that it can judge."""

    review: Review
    kinds: tuple[str, ...]


BOUNDED = " with bounds"
"""Added to the kind of a labelling with bounds."""


def ask(name: str, data: bytes, proof: bytes | None, limits: Limits) -> SecondOpinion:
    """Ask a reviewer about a certificate, or a formula and its ``proof``; raises Unsupported."""
    reviewer, kind = REVIEWERS[name], FORMULA
    if proof is None:
        certificate = read_header(BytesIO(data))
        kind = certificate.kind + BOUNDED * ("bounds" in certificate.extra)
    if kind not in reviewer.kinds:
        known = ", ".join(reviewer.kinds)
        others = [other for other, row in REVIEWERS.items() if kind in row.kinds]
        instead = f"; try {' or '.join(map(repr, others))}" if others else ""
        judges = f"{name!r} does not judge certificates of kind {kind!r}, but only {known}"
        raise Unsupported(f"{judges}{instead}")
    limits = Limits(limits.seconds, limits.memory or half_of_spare_memory())
    with TemporaryDirectory(prefix="puzzleproof-") as folder:
        arguments = folder, reviewer.review, data, proof, limits.memory
        opinion, words = call(_review_in, arguments, ignore, limits)
    return SecondOpinion(name, opinion.accepted, opinion.line, words, opinion.seconds)


def _review_in(
    folder: str, review: Review, data: bytes, proof: bytes | None, memory: int | None, _emit: Emit
) -> tuple[kernel.Opinion, str]:
    tempfile.tempdir = folder
    return review(data, proof, memory)


def _by_acl2(data: bytes, proof: bytes | None, memory: int | None) -> tuple[kernel.Opinion, str]:
    with TemporaryDirectory() as folder:
        cnf, binary = Path(folder) / "cnf", Path(folder) / "clrat"
        if proof is None:
            certificate = read_header(BytesIO(data))
            if (bound := certificate.at_least) is None:
                fault = "a refutation must claim 'at least L moves', and this one claims no bound"
                raise CertificateRejected(fault)
            try:
                horizon = claimed_formula(certificate, bound)
                clauses = list(horizon.clauses())
            except FormulaTooLarge as error:  # no fault of the certificate
                raise Unsupported(str(error)) from None
            lines = text_lines(certificate.body.read_some)
            ProvenFormula(horizon.variables, clauses, lines).write(cnf, binary, binary=True)
            words = f"a formula of {count(len(clauses), 'clause')} and its LRAT proof"
        else:
            cnf.write_bytes(data)
            with binary.open("wb") as out:
                out.writelines(as_binary(proof_lines(BytesIO(proof))))
            words = "the formula and its proof"
        return check_by_acl2(cnf, binary, memory=memory), words


def _claim_of(
    certificate: Certificate,
) -> tuple[AnyPuzzle, int | None, Sequence[str] | None]:
    """Return the puzzle, the bound, and the plan if it is as long as the bound."""
    bound, plan = certificate.at_least, certificate.plan
    if plan is not None and len(plan) != bound:
        plan = None
    return certificate.puzzle, bound, plan


def _theorem(certificate: Certificate, most: int) -> Theorem:
    """Return the certificate's claim as a theorem, proven by the same kind of evidence.

    Raises Unsupported if a search would visit more than ``most`` states.
    """
    puzzle, bound, plan = _claim_of(certificate)
    if certificate.kind == "invariant":
        argument = certificate.extra.get("argument")
        bound_of(puzzle, argument)  # raises if the argument is malformed
        return theorem_by_weights(puzzle, cast("dict[str, Any]", argument), bound, plan)
    if certificate.extra.get("bounds"):
        bounds = cast("list[tuple[str, dict[str, Any]]]", certificate.extra["bounds"])
        return theorem_by_bounds(puzzle, bounds, bound, plan, most)
    back = cast("list[int]", certificate.extra.get("backward") or [])
    return theorem_of(puzzle, bound, plan, max(0, len(back) - 1), most)


def _by_proven(
    data: bytes, _proof: bytes | None, _memory: int | None
) -> tuple[kernel.Opinion, str]:
    certificate = read_header(BytesIO(data))
    claim = _claim_of(certificate)
    try:
        hints = _theorem(certificate, MOST * kernel.FURTHER).hints
    except Unsupported:  # without hints, the program searches only from the start
        if (claim[0].states_at_most or 0) > MANY_FOR_ARRAYS:
            raise
        hints = ()
    return kernel.check_text(text_of(*claim, hints)), "its claim"


def _by_coq(data: bytes, _proof: bytes | None, _memory: int | None) -> tuple[kernel.Opinion, str]:
    theorem = _theorem(read_header(BytesIO(data)), MOST)
    return kernel.check(theorem), theorem.statement


OF_COQ = ("labelling", "labelling" + BOUNDED, "refutation", "invariant")
REVIEWERS = {
    "acl2": Reviewer(_by_acl2, ("refutation", FORMULA)),
    "coq": Reviewer(_by_coq, OF_COQ),
    "proven": Reviewer(_by_proven, OF_COQ),
}
"""The reviewers, by their names for ``verify --second-opinion``."""


# --- the verified checker of the ACL2 books ---------------------------------------------------

PROOF_CHUNK = 16_000_000
"""The checker reads this many bytes of a proof at a time, and then copies its table of clauses: a
proof of 150 MB with 400,000 clauses took 29 s, and 60 s with the checker's default of 1,000,000."""

HEAP = 0.7
"""The share of the memory limit that Lisp may fill before it collects garbage."""

QUESTION = '(in-package "LRAT")\n(lrat-check "cnf" "clrat")\n'
VERIFIED = "s VERIFIED"
NO_VERDICT = "no verdict"
EXHAUSTED = re.compile(r"(?i)storage .* is exhausted|out of memory|memory exhausted")
FAULT = re.compile(
    r"(?ms)^(?:HARD ACL2 ERROR in |ACL2 Error in |(?=Error: ))(\S+?): +(.+?)(?:\n\n|\n\*\*\*|\Z)"
)


IMAGE = kernel.Program(
    "PUZZLEPROOF_ACL2",
    "lratchk/lratchk",
    "a program, built by .ci/acl2",
    "ACL2's checker is not built: run 'make acl2', or set PUZZLEPROOF_ACL2=IMAGE",
)


def check_by_acl2(cnf: Path, proof: Path, memory: int | None = None) -> kernel.Opinion:
    """Ask ACL2 whether ``proof`` refutes ``cnf`` (DIMACS, one clause per line).

    The proof is CLRAT with strict hints (`puzzleproof.provers.lrat`).  ``memory`` in bytes (by
    default half of the free memory) limits Lisp's heap; `puzzleproof.provers.process.call` enforces
    limits.  Raises Unsupported if there is no image or no verdict, LimitReached if ACL2 runs out of
    memory.
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
        # These names need no quoting in Lisp, and keep the user's text out of Lisp's output.
        (folder / "cnf").symlink_to(cnf.resolve(strict=True))
        (folder / "clrat").symlink_to(proof.resolve(strict=True))
        answer = kernel.run([image], name, QUESTION, **settings)
        line = _acl2_verdict(folder, answer)
    if EXHAUSTED.search(line):
        raise LimitReached(f"ACL2's checker: out of memory ({line})")
    if line.startswith(NO_VERDICT) and "s FAILED" not in line:
        raise Unsupported(f"ACL2's checker gave {line}")
    return kernel.Opinion(line == VERIFIED, line, time.monotonic() - start)


def _acl2_verdict(folder: Path, answer: kernel.Answer) -> str:
    """Return the verdict in one line; the exit code says little, as it is 0 after most errors."""
    if fault := FAULT.search(answer.stdout):
        return f"{fault[1]}: {' '.join(fault[2].split())}"
    if VERIFIED in answer.stdout.splitlines():
        return _misread(folder / "cnf", folder / "read") or VERIFIED
    lines = [line for line in (answer.stdout + answer.stderr).splitlines() if line.strip()]
    last = f"; last line: {lines[-1][:200]!r}" if lines else ", no output"
    return f"{NO_VERDICT}, exit code {answer.returncode}{last}"


def _misread(cnf: Path, read: Path) -> str | None:
    """Name the first difference between the file and the formula that ACL2 read, or return None."""
    if not read.is_file():
        return "ACL2's checker did not say which clauses it read"
    with cnf.open(encoding="utf-8") as ours, read.open(encoding="utf-8") as theirs:
        lines = (line.split() for line in ours)
        clauses = (words for words in lines if words and words[0] not in ("c", "p"))
        for number, (one, other) in enumerate(zip_longest(clauses, map(str.split, theirs)), 1):
            if one != other:
                return f"ACL2 read clause {number} as {other}: expected {one}"
    return None
