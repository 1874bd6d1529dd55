"""Mutations of refutations and of formulas with proofs: clauses, remarks, labels, lemmas, hints.

Besides changing the files, an adversary may write the formula of bent labels, or of a longer
horizon, as it should be; then only the proof, and what the formula does not say, can tell.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from itertools import chain
from typing import Any, TypeAlias

from puzzleproof.models.errors import CertificateRejected
from puzzleproof.models.instances import dumps
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.lrat.ranks import rank_proof
from puzzleproof.provers.lrat.writer import as_text
from puzzleproof.verify.formula.check import remark
from puzzleproof.verify.formula.dimacs import digest, lines
from puzzleproof.verify.formula.ranks import Ranks
from puzzleproof.verify.formula.steps import Clause
from puzzleproof.verify.refutation import formula_of, horizon_of
from tests.support.mutant_subjects import PUZZLES, subjects
from tests.support.mutants import Files, Mutant, Subject
from tests.support.mutations import (
    VALUES,
    Blocks,
    bent_blocks,
    byte_edits,
    changed,
    line_edits,
    opened,
    resealed,
    texts,
    token_edits,
)

MARK = b"c puzzleproof-formula "
Formula: TypeAlias = tuple[int, list[Clause]]


def _proof_edits(text: bytes) -> Iterator[tuple[str, bytes]]:
    """Lemmas and hints left out, changed, exchanged; lines that belong nowhere."""
    yield from line_edits(text)
    yield from token_edits(text)
    last = text.splitlines()[-1].split()[0] if text else b"1"
    for line in (
        b"",
        b"c a remark",
        last + b" d 1 0",
        b"999999 0 0",
        b"999999 0 1 0",
        b"0 0 0",
        b"1 0 0",
        b"999999 1 -1 0 1 0",
        b"999999 d 999999 0",
        b"999999 0 -1 0",
        b"d",
        b"a",
        b"999999 1 0",
    ):
        yield f"{line!r} first", line + b"\n" + text
        yield f"{line!r} last", text + line + b"\n"
    yield "empty", b""


def _horizon(puzzle: AnyPuzzle, length: int, form: str = "horizon") -> Formula | None:
    try:
        horizon = formula_of(puzzle, length, form)
    except CertificateRejected:
        return None
    return horizon.variables, list(horizon.clauses())


# --- refutations --------------------------------------------------------------------------


def refutation_mutants(subject: Subject) -> Iterator[Mutant]:
    """The proof changed, or put to another formula; hashes as they should be."""
    header, _, raw = opened(subject.files.first)
    for what, text in _proof_edits(raw):
        yield Mutant(what, Files(resealed(header, text)))
    for what, changes in chain(_longer(header, subject.puzzle), _weaker(header, subject.puzzle)):
        yield Mutant(what, Files(resealed(header, raw, **changes)))


def _longer(header: dict[str, Any], puzzle: AnyPuzzle) -> Iterator[tuple[str, dict[str, Any]]]:
    """The claim raised, the formula as it is then; and other boards likewise."""
    for bound in range(1, header["at_least"] + 3):
        made = _horizon(puzzle, bound - 1, header.get("form", "horizon"))
        if made:
            told = {"at_least": bound, "cnf_sha256": digest(*made), "plan": None}
            yield f"at least {bound}, its formula", told
    for name, other in PUZZLES.items():
        made = _horizon(other, header["at_least"] - 1, header.get("form", "horizon"))
        if made:
            told = {"instance": dumps(other), "metric": other.metric, "plan": None}
            yield f"the formula of {name}", told | {"cnf_sha256": digest(*made)}


def _weaker(header: dict[str, Any], puzzle: AnyPuzzle) -> Iterator[tuple[str, dict[str, Any]]]:
    """The hash of the formula with a clause left out or changed."""
    made = _horizon(puzzle, header["at_least"] - 1, header.get("form", "horizon"))
    assert made is not None
    variables, clauses = made
    for k in range(0, len(clauses), 1 + len(clauses) // 40):
        for what, some in (("left out", []), ("shorter", [clauses[k][1:]])):
            bent = [*clauses[:k], *some, *clauses[k + 1 :]]
            yield f"clause {k} {what}", {"cnf_sha256": digest(variables, bent)}
    yield "no clause", {"cnf_sha256": hashlib.sha256().hexdigest()}


# --- a formula and its proof --------------------------------------------------------------


def raw_formula_mutants(subject: Subject) -> Iterator[Mutant]:
    """Bytes of either file, files of others."""
    first, proof = subject.files.first, _proof(subject)
    for what, data in byte_edits(proof):
        yield Mutant(f"proof, {what}", Files(first, data))
    for what, data in byte_edits(first):
        yield Mutant(f"formula, {what}", Files(data, proof))
    for other in subjects():
        if other is not subject and other.files.proof is not None:
            yield Mutant(f"proof of {other.name}", Files(first, other.files.proof))
            yield Mutant(f"formula of {other.name}", Files(other.files.first, proof))
    yield Mutant("exchanged", Files(proof, first))
    yield Mutant("no proof", Files(first, b""))
    yield Mutant("no formula", Files(b"", proof))


def _proof(subject: Subject) -> bytes:
    assert subject.files.proof is not None
    return subject.files.proof


def formula_mutants(subject: Subject) -> Iterator[Mutant]:
    """Clauses, remarks, labels, lemmas, hints."""
    first, proof = subject.files.first, _proof(subject)
    line, _, rest = first.partition(b"\n")
    header = json.loads(line.removeprefix(MARK))
    for what, data in chain(line_edits(rest), token_edits(rest)):
        yield Mutant(f"formula, {what}", Files(line + b"\n" + data, proof))
    if subject.kind.endswith("text"):
        for what, data in _proof_edits(proof):
            yield Mutant(f"proof, {what}", Files(first, data))
    for what, data in _remark_edits(header):
        yield Mutant(what, Files(MARK + data + b"\n" + rest, proof))
    yield from BENT[header["form"]](subject, header)


def _remark_edits(header: dict[str, Any]) -> Iterator[tuple[str, bytes]]:
    pairs = texts(header)
    for key, _ in pairs:
        for value in VALUES:
            yield f"{key} is {value[:20]}", _json(changed(pairs, key, value))
        yield f"{key} missing", _json([pair for pair in pairs if pair[0] != key])
    bound = header["at_least"]
    for other in (None, *range((bound or 0) + 3), 10**9):
        for form in (*BENT, "x"):
            told = header | {"at_least": other, "form": form}
            yield f"{form}, at least {other}", _json(texts(told))
    for name, puzzle in PUZZLES.items():
        told = header | {"instance": dumps(puzzle), "metric": puzzle.metric}
        yield f"the instance {name}", _json(texts(told))


def _json(pairs: list[tuple[str, str]]) -> bytes:
    return ("{" + ", ".join(f"{json.dumps(key)}: {text}" for key, text in pairs) + "}").encode()


def _bent_labels(subject: Subject, header: dict[str, Any]) -> Iterator[Mutant]:
    """Labels bent, and their formula: with the old proof, and with a new one if there is one."""
    puzzle, blocks = subject.puzzle, _labels(subject.files.first)
    for what, bent in bent_blocks(puzzle, blocks):
        for bound in dict.fromkeys((header["at_least"], len(bent) or 1, None)):
            head = remark("ranks", header["instance"], header["metric"], bound)
            made = _ranks(puzzle, bent, closed=bound is None)
            if made is None:
                continue
            ranks, clauses = made
            body = b"".join(lines(ranks.variables, clauses))
            said = b"".join(
                f"c label {g} {' '.join(map(str, block))}\n".encode()
                for g, block in enumerate(bent)
            )
            yield Mutant(f"{what}, at least {bound}", Files(head + said + body, _proof(subject)))
            proof = _written(ranks, len(clauses))
            if proof is not None:
                yield Mutant(f"{what}, at least {bound}, proven", Files(head + said + body, proof))


def _labels(first: bytes) -> Blocks:
    blocks: Blocks = []
    for line in first.splitlines():
        if line.startswith(b"c label "):
            label, *numbers = map(int, line.split()[2:])
            blocks += [[] for _ in range(label + 1 - len(blocks))]
            blocks[label] += numbers
    return blocks


def _ranks(puzzle: AnyPuzzle, blocks: Blocks, *, closed: bool) -> tuple[Ranks, list[Clause]] | None:
    """What `verify` would write if it did not look at the labels; None if there is no such."""
    try:
        states = [list(map(puzzle.unpack, block)) for block in blocks]
        told = [[puzzle.state_facts(state) for state in block] for block in states]
        preimages = [
            [puzzle.state_facts(v) for s in block for v in puzzle.preimages(s)] for block in states
        ]
        ranks = Ranks(horizon_of(puzzle, 1).strips, told, closed=closed, preimages=preimages)
        return ranks, list(ranks.clauses())
    except (ValueError, LookupError):
        return None


def _written(ranks: Ranks, clauses: int) -> bytes | None:
    try:
        return b"".join(as_text(rank_proof(ranks), clauses))
    except (CertificateRejected, LookupError):
        return None


def _longer_horizons(subject: Subject, header: dict[str, Any]) -> Iterator[Mutant]:
    for bound in range(1, header["at_least"] + 3):
        made = _horizon(subject.puzzle, bound - 1)
        if made is not None:
            head = remark("horizon", header["instance"], header["metric"], bound)
            body = b"".join(lines(*made))
            yield Mutant(f"the formula of {bound}", Files(head + body, _proof(subject)))


BENT = {"horizon": _longer_horizons, "ranks": _bent_labels}
"""By the form of the formula."""
