"""Both checkers of labellings, asked about the same file: the reference and the one on arrays."""

from __future__ import annotations

import os
import zlib
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from unittest import mock

from puzzleproof.models.errors import CertificateRejected, PuzzleProofError
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.verify import labelling, second_half
from puzzleproof.verify.arrays.layers import array_layers
from puzzleproof.verify.certificate import ARRAYS, INTERPRETED, CheckedCertificate, check_file
from puzzleproof.verify.halves import Helper, SecondHalf, middle

FRONT = 1000
"""Bytes in which a header says its kind."""
OTHERS = (b'"kind": "refutation"', b'"kind": "invariant"')
Answer = CheckedCertificate | PuzzleProofError


def on_arrays(path: Path, against: AnyPuzzle | None = None) -> CheckedCertificate:
    """Check a file on arrays, however small it is, if the puzzle has them."""
    with mock.patch.object(labelling, "LARGE", 0):
        return check_file(path, against)


class _HelperHere:
    """The second process of a check by two, without a process."""

    def __init__(self, asked: SecondHalf) -> None:
        self._asked = asked

    def __enter__(self) -> _HelperHere:
        return self

    def __exit__(self, *_: object) -> None:
        """There is nothing to end."""

    def states(self) -> int:
        return second_half.checked({**self._asked._asdict(), "parent": os.getppid()})


def _block(sizes: Sequence[int], begin: int | None) -> int:
    """A block where the second part may begin."""
    return middle(sizes) if begin is None else 1 + begin % max(1, len(sizes) - 1)


def by_two(path: Path, begin: int | None = None, *, processes: bool = False) -> CheckedCertificate:
    """The same in two parts (in two processes, if so); the second begins at some block."""
    with (
        mock.patch.object(labelling, "VERY_LARGE", 0),
        mock.patch.object(labelling, "two_can_run", return_value=True),
        mock.patch.object(labelling, "Helper", Helper if processes else _HelperHere),
        mock.patch.object(labelling, "middle", partial(_block, begin=begin)),
    ):
        return on_arrays(path)


def _any_block(path: Path) -> int:
    """Some number that is another one for each file, and the same for the same."""
    return zlib.crc32(path.read_bytes()) % 7


def _answers(path: Path) -> Iterator[Answer]:
    """Of the reference, of arrays, and of arrays in two parts."""
    for check in (
        partial(check_file, plain=True),
        on_arrays,
        partial(by_two, begin=_any_block(path)),
    ):
        try:
            yield check(path)
        except PuzzleProofError as error:
            yield error


def check_alike(path: Path) -> CheckedCertificate:
    """What all accept, or raise what all raise; AssertionError where they differ.

    Of other kinds of evidence there is one checker.
    """
    if any(kind in path.read_bytes()[:FRONT] for kind in OTHERS):
        return check_file(path)
    plain, other, two = _answers(path)
    for answer in (other, two):
        if isinstance(plain, PuzzleProofError):
            assert type(plain) is type(answer), f"the reference says {plain}, arrays {answer}"
            assert str(plain) == str(answer), f"the reference says {plain}, arrays {answer}"
            continue
        assert isinstance(answer, CheckedCertificate), f"the reference accepts, arrays: {answer}"
        claims = [(one.kind, one.at_least, one.plan, one.states) for one in (plain, answer)]
        assert claims[0] == claims[1]
        if plain.kind == "labelling":
            on_rules = b'"bounds":' in path.read_bytes() or not array_layers(plain.puzzle)
            assert answer.by == (INTERPRETED if on_rules else ARRAYS)
    if isinstance(plain, PuzzleProofError):
        raise plain
    assert isinstance(other, CheckedCertificate), "the loop above has seen to it"
    assert plain.by == INTERPRETED
    return other


def refusal_alike(path: Path) -> str:
    """The fault that both name."""
    try:
        check_alike(path)
    except CertificateRejected as error:
        return str(error)
    raise AssertionError("accepted")
