"""Both checkers of labellings, asked about the same file: the reference and the one on arrays."""

from __future__ import annotations

from pathlib import Path
from unittest import mock

from puzzleproof.models.errors import CertificateRejected, PuzzleProofError
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.verify import labelling
from puzzleproof.verify.arrays.layers import array_layers
from puzzleproof.verify.certificate import ARRAYS, INTERPRETED, CheckedCertificate, check_file

Answer = CheckedCertificate | PuzzleProofError


def on_arrays(path: Path, against: AnyPuzzle | None = None) -> CheckedCertificate:
    """Check a file on arrays, however small it is, if the puzzle has them."""
    with mock.patch.object(labelling, "LARGE", 0):
        return check_file(path, against)


def _answer(path: Path, *, arrays: bool) -> Answer:
    try:
        return on_arrays(path) if arrays else check_file(path, plain=True)
    except PuzzleProofError as error:
        return error


def check_alike(path: Path) -> CheckedCertificate:
    """What both accept, or raise what both raise; AssertionError where they differ."""
    plain, other = (_answer(path, arrays=arrays) for arrays in (False, True))
    if isinstance(plain, PuzzleProofError):
        assert type(plain) is type(other), f"the reference says {plain}, arrays {other}"
        assert str(plain) == str(other), f"the reference says {plain}, arrays {other}"
        raise plain
    assert isinstance(other, CheckedCertificate), f"the reference accepts, arrays say: {other}"
    claims = [(one.kind, one.at_least, one.plan, one.states) for one in (plain, other)]
    assert claims[0] == claims[1]
    assert plain.by == INTERPRETED
    if plain.kind == "labelling":
        assert other.by == (ARRAYS if array_layers(plain.puzzle) else INTERPRETED)
    return other


def refusal_alike(path: Path) -> str:
    """The fault that both name."""
    try:
        check_alike(path)
    except CertificateRejected as error:
        return str(error)
    raise AssertionError("accepted")
