"""A second opinion on a certificate, by somebody who shares no code with its checker.

``acl2``: the formally verified LRAT checker of the ACL2 books follows a proof about the formula
that the certificate comes down to: that of its labels (`puzzleproof.verify.formula.ranks`), or its
own horizon (`puzzleproof.verify.formula.horizon`).  Of labels from both ends those from the start
alone are searched for anew.  ``sat``: a SAT solver is asked, state by state, whether the encoders
know a move that leads out of the labels.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, BinaryIO, TypeAlias

from puzzleproof.models.errors import CertificateRejected, Unsupported
from puzzleproof.provers.events import Event
from puzzleproof.provers.lrat.export import (
    Formula,
    labels_of,
    ranks_formula,
    write_lines,
    write_proof,
)
from puzzleproof.provers.process import run
from puzzleproof.verify.certificate import Certificate, read_header
from puzzleproof.verify.formula.check import proof_lines
from puzzleproof.verify.formula.dimacs import lines
from puzzleproof.verify.labelling import blocks
from puzzleproof.verify.lrat import text_lines
from puzzleproof.verify.refutation import horizon_of


@dataclass(frozen=True, slots=True)
class Second:
    """What somebody else says: ``line`` is the telling line, ``words`` what was asked."""

    by: str
    accepted: bool
    line: str
    words: str
    seconds: float


Answer: TypeAlias = Callable[[Any], None]


def ask(name: str, path: str | Path, seconds: float | None, memory: int | None) -> Second:
    """Ask for the opinion of this name; raises Unsupported where it has none on this kind."""
    return _asked(OPINIONS[name], (path,), seconds, memory)


def _asked(
    work: Callable[..., None], arguments: tuple[Any, ...], seconds: float | None, memory: int | None
) -> Second:
    """Ask in a process that can be ended; what it starts ends with it, and what it writes goes."""
    found = list[Any]()
    with TemporaryDirectory(prefix="puzzleproof-") as folder:
        run(_inside, (folder, work, (*arguments, memory)), found.append, seconds, memory)
    second: Second = found[0]
    return second


def _inside(
    folder: str, work: Callable[..., None], arguments: tuple[Any, ...], emit: Answer
) -> None:
    tempfile.tempdir = folder
    work(*arguments, emit)


def ask_of_formula(
    name: str, formula: str | Path, proof: str | Path, seconds: float | None, memory: int | None
) -> Second:
    """Ask about a formula in a file and its proof in another; only ACL2 has an opinion on these."""
    if name != "acl2":
        raise Unsupported(f"{name!r} has no opinion on a formula, only on a certificate's labels")
    return _asked(_acl2_of_files, (formula, proof), seconds, memory)


def _acl2_of_files(
    formula: str | Path, proof: str | Path, memory: int | None, emit: Answer
) -> None:
    from puzzleproof.provers.opinions.acl2 import check

    with TemporaryDirectory(prefix="puzzleproof-") as folder:
        binary = Path(folder) / "clrat"
        with open(proof, "rb") as file, binary.open("wb") as out:
            write_lines(proof_lines(file), 0, out, text=False)
        opinion = check(Path(formula), binary, memory=memory)
    words = "the formula and its proof"
    emit(Second("acl2", opinion.verified, opinion.line, words, opinion.seconds))


def _acl2(path: str | Path, memory: int | None, emit: Answer) -> None:
    from puzzleproof.provers.opinions.acl2 import check

    with open(path, "rb") as file, TemporaryDirectory(prefix="puzzleproof-") as folder:
        certificate = read_header(file)
        if certificate.kind not in FORMULAS:
            raise Unsupported(f"a certificate of kind {certificate.kind!r} has no formula for ACL2")
        formula = FORMULAS[certificate.kind](certificate)
        cnf, proof = Path(folder) / "cnf", Path(folder) / "clrat"
        with cnf.open("wb") as out:
            out.writelines(lines(formula.variables, formula.clauses))
        write_proof(formula, proof, binary=True)
        opinion = check(cnf, proof, memory=memory)
    words = f"a formula of {len(formula.clauses):,} clauses and its LRAT proof"
    emit(Second("acl2", opinion.verified, opinion.line, words, opinion.seconds))


def _of_labelling(certificate: Certificate) -> Formula:
    puzzle, closed = certificate.puzzle, certificate.at_least is None
    if certificate.numbers("backward"):
        labels = labels_of(puzzle, certificate.at_least)
    else:
        labels = [
            [number for part in block.parts for number in part] for block in blocks(certificate)
        ]
    if not labels:
        raise Unsupported("'at least 0 moves' needs no proof")
    return ranks_formula(puzzle, labels, closed=closed)


def _of_refutation(certificate: Certificate) -> Formula:
    if certificate.at_least is None:
        raise CertificateRejected("a refutation claims 'at least L moves'")
    horizon = horizon_of(certificate.puzzle, certificate.at_least - 1)

    clauses = list(horizon.clauses())

    def write(file: BinaryIO, text: bool) -> None:
        write_lines(text_lines(certificate.body.read_some), len(clauses), file, text)

    return Formula(horizon.variables, clauses, (), write)


FORMULAS: dict[str, Callable[[Certificate], Formula]] = {
    "labelling": _of_labelling,
    "refutation": _of_refutation,
}
"""Kind of evidence -> the formula, with a proof, that a certificate comes down to."""


def _sat(path: str | Path, _memory: int | None, emit: Answer) -> None:
    from puzzleproof.provers.opinions.transition_check import check_certificate

    with open(path, "rb") as file:
        kind = read_header(file).kind
    if kind != "labelling":
        raise Unsupported(f"a certificate of kind {kind!r} has no labels for a SAT solver to try")
    checked = check_certificate(path, _quiet)
    if not checked.queries and not checked.fault:
        raise Unsupported("these labels claim nothing about moves: there is nothing to ask")
    line = checked.fault or "no move leads out of the labels"
    words = f"{checked.states:,} states, {checked.queries:,} questions about the encoders' one step"
    emit(Second("sat", checked.accepted, line, words, checked.seconds))


def _quiet(event: Event) -> None:
    """Listen to nothing."""


OPINIONS: dict[str, Callable[[str | Path, int | None, Answer], None]] = {
    "acl2": _acl2,
    "sat": _sat,
}
"""Name -> who is asked."""
