"""Write a claim as a formula and a proof, for any checker of LRAT: two files beside each other.

Form ``ranks`` is a labelling: one step of the puzzle, the labels, and a proof written by hand.
Form ``horizon`` is 'at most L - 1 moves' with no labels in the formula; its proof is written from
labels too, layer by layer backwards, and is much longer.  No solver runs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import BinaryIO

from puzzleproof.models.errors import CertificateRejected, InstanceError, Unsupported
from puzzleproof.models.instances import dumps
from puzzleproof.models.puzzle import AnyPuzzle, HasStrips, strips_of
from puzzleproof.provers.events import Event
from puzzleproof.provers.labelling import label
from puzzleproof.provers.labelling.search import Labelling
from puzzleproof.provers.lrat.clrat import Writer
from puzzleproof.provers.lrat.ranks import rank_proof
from puzzleproof.provers.lrat.text import as_text
from puzzleproof.verify.formula.check import Labels, ranks_of, remark
from puzzleproof.verify.formula.dimacs import lines
from puzzleproof.verify.formula.horizon import HorizonFormula
from puzzleproof.verify.formula.steps import Clause
from puzzleproof.verify.lrat import Line
from puzzleproof.verify.refutation import horizon_of

NUMBERS_A_LINE = 1000


@dataclass(frozen=True, slots=True)
class Exported:
    """What was written."""

    at_least: int | None
    clauses: int
    formula: Path
    proof: Path


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula with its proof, yet to be written; its labels, if it has any."""

    variables: int
    clauses: list[Clause]
    labels: Labels
    write: Callable[[BinaryIO, bool], object]
    """Writes the proof, as text (True) or as strict CLRAT."""


def export_lrat(
    puzzle: AnyPuzzle, base: Path, form: str = "ranks", *, at_least: int | None = None,
    binary: bool = False, work: Path | None = None, memory: int | None = None,
) -> Exported:  # fmt: skip
    """Search, and write ``base``.cnf and ``base``.lrat (.clrat: binary), both or neither.

    ``work`` is a folder beside them for unfinished files, ``memory`` bytes for the arrays of a
    large search.  Raises Unsupported for a puzzle that is
    not told as facts and actions, InstanceError for files that cannot be written.
    """
    if not isinstance(puzzle, HasStrips):
        raise Unsupported(f"family {puzzle.family!r} is not told as facts and actions")
    strips_of(puzzle)  # which says why there are none, before any search
    found = label(puzzle, _quiet, at_least, memory=memory, bidirectional=False)
    if found.at_least == 0:
        raise Unsupported("'at least 0 moves' needs no proof")
    try:
        formula = FORMS[form](puzzle, found)
    except CertificateRejected as error:
        raise Unsupported(str(error)) from None
    suffix = ".clrat" if binary else ".lrat"
    files = base.with_name(base.name + ".cnf"), base.with_name(base.name + suffix)
    head = remark(form, dumps(puzzle), puzzle.metric, found.at_least)
    try:
        with TemporaryDirectory(dir=work or base.parent, prefix=".puzzleproof-") as folder:
            parts = Path(folder) / "cnf", Path(folder) / "proof"
            with parts[0].open("wb") as file:
                file.writelines(_text(head, formula))
            write_proof(formula, parts[1], binary=binary)
            for part, target in zip(parts, files, strict=True):
                part.replace(target)
    except OSError as error:
        raise InstanceError(f"{str(base)!r}: cannot be written: {error.strerror}") from None
    return Exported(found.at_least, len(formula.clauses), *files)


def _quiet(event: Event) -> None:
    """Listen to nothing."""


def _text(head: bytes, formula: Formula) -> Iterator[bytes]:
    yield head
    for number, block in enumerate(formula.labels):
        for k in range(0, len(block), NUMBERS_A_LINE):
            some = " ".join(map(str, block[k : k + NUMBERS_A_LINE]))
            yield f"c label {number} {some}\n".encode()
    yield from lines(formula.variables, formula.clauses)


def write_proof(formula: Formula, path: Path, *, binary: bool) -> None:
    """Write the formula's proof as LRAT text, or strict CLRAT."""
    with path.open("wb") as file:
        formula.write(file, not binary)


def write_lines(lines: Iterable[Line], clauses: int, file: BinaryIO, text: bool) -> None:
    """Write the lines of a proof about so many clauses."""
    if text:
        file.writelines(as_text(lines, clauses))
        return
    writer = Writer(file)
    for number, literals, hints in lines:
        if number:
            writer.add(number, literals, hints)
        else:
            writer.forget(hints)
    writer.close()


def _ranks(puzzle: AnyPuzzle, found: Labelling) -> Formula:
    return ranks_formula(puzzle, _numbers(puzzle, found), closed=found.at_least is None)


def ranks_formula(puzzle: AnyPuzzle, labels: Labels, *, closed: bool) -> Formula:
    """The formula of some labels, and its proof; raises CertificateRejected for wrong ones."""
    ranks = ranks_of(puzzle, horizon_of(puzzle, 1), labels, closed=closed)
    clauses = list(ranks.clauses())

    def write(file: BinaryIO, text: bool) -> None:
        write_lines(rank_proof(ranks), len(clauses), file, text)

    return Formula(ranks.variables, clauses, labels, write)


def labels_of(puzzle: AnyPuzzle, at_least: int | None) -> Labels:
    """Labels from the start alone, by a search."""
    return _numbers(puzzle, label(puzzle, _quiet, at_least, bidirectional=False))


def _numbers(puzzle: AnyPuzzle, found: Labelling) -> list[list[int]]:
    width = puzzle.pack_width
    return [
        [int.from_bytes(block[k : k + width], "big") for k in range(0, len(block), width)]
        for block in found.blocks
    ]


def _horizon(puzzle: AnyPuzzle, found: Labelling) -> Formula:
    from puzzleproof.provers.lrat.horizon_proof import write_unrolled

    if found.at_least is None:
        raise Unsupported("that there is no plan is shown by form 'ranks', not by a horizon")
    assert isinstance(puzzle, HasStrips)
    horizon: HorizonFormula = horizon_of(puzzle, found.at_least - 1)
    layers = [
        [
            puzzle.state_facts(view)
            for number in block
            for view in puzzle.preimages(puzzle.unpack(number))
        ]
        for block in _numbers(puzzle, found)
    ]

    def write(file: BinaryIO, text: bool) -> object:
        return write_unrolled(horizon, layers, file, text=text)

    return Formula(horizon.variables, list(horizon.clauses()), (), write)


FORMS: dict[str, Callable[[AnyPuzzle, Labelling], Formula]] = {
    "ranks": _ranks,
    "horizon": _horizon,
}
"""From a labelling to a formula and its proof."""
