"""Both checkers of labellings, asked about the same file: the definition and the one on arrays."""

import re
from collections.abc import Generator, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from puzzleproof.models.arrays import array_board
from puzzleproof.models.errors import CertificateRejected, PuzzleProofError
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.verify import labelling
from puzzleproof.verify.arrays import table
from puzzleproof.verify.bounds import NEVER, labels
from puzzleproof.verify.bounds.graphs import LabelGraph, graph_of
from puzzleproof.verify.certificate import (
    ARRAYS,
    DEFINITION,
    GRAPH,
    CheckedCertificate,
    check_file,
    check_stream,
)

FRONT = 1000
"""Bytes in which a header says its kind."""
OTHERS = (b'"kind": "refutation"', b'"kind": "invariant"')


@contextmanager
def small_on_arrays() -> Generator[None]:
    """Check small tables on arrays too, and run the definition on no state."""
    small: dict[str, Any] = {"LARGE": 0, "LARGER_A_LABEL": 0}
    with ExitStack() as stack:
        stack.enter_context(mock.patch.multiple(labels, **small))
        stack.enter_context(mock.patch.object(labelling, "DEFINED", -1))
        stack.enter_context(mock.patch.object(table, "DEFINED", 0))
        yield


def on_arrays(path: Path, against: AnyPuzzle | None = None) -> CheckedCertificate:
    """Check a file on arrays alone, however small it is, if the puzzle has them."""
    with small_on_arrays():
        return check_file(path, against)


def _answers(path: Path) -> Iterator[CheckedCertificate | PuzzleProofError]:
    """Of the definition, and of arrays."""
    for check in (partial(check_file, by_rules=True), on_arrays):
        try:
            yield check(path)
        except PuzzleProofError as error:
            yield error


def check_alike(path: Path) -> CheckedCertificate:
    """What both accept, or raise what both raise; AssertionError where they differ.

    Where bounds are named the second one is on arrays for pegs alone, and may name another fault
    first.  Of other kinds of evidence there is one checker.
    """
    if any(kind in path.read_bytes()[:FRONT] for kind in OTHERS):
        return check_file(path)
    plain, other = _answers(path)
    bounded = b'"bounds":' in path.read_bytes()
    if isinstance(plain, PuzzleProofError):
        assert type(plain) is type(other), f"the definition says {plain}, the other {other}"
        assert bounded or str(plain) == str(other), f"the definition says {plain}, arrays {other}"
        raise plain
    assert isinstance(other, CheckedCertificate), f"the definition accepts, arrays: {other}"
    claims = [(one.kind, one.at_least, one.plan, one.states) for one in (plain, other)]
    assert claims[0] == claims[1]
    board = array_board(plain.puzzle)
    on_arrays = graph_of(plain.puzzle).on_arrays if bounded else board
    quick = GRAPH if bounded and type(graph_of(plain.puzzle)) is not LabelGraph else DEFINITION
    assert (plain.by, other.by) == (DEFINITION, ARRAYS if on_arrays else quick)
    return other


def refusal_alike(path: Path) -> str:
    """The fault that both name."""
    with pytest.raises(CertificateRejected) as refused:
        check_alike(path)
    return str(refused.value)


def check_bounded(data: bytes) -> CheckedCertificate:
    """What the quick checker says of a table with bounds, on arrays too; so says the definition."""
    try:
        found = check_stream(BytesIO(data), "test")
    except CertificateRejected as error:
        with pytest.raises(CertificateRejected) as by_rules:
            check_stream(BytesIO(data), "test", by_rules=True)
        assert str(NEVER) not in str(by_rules.value), "'never' is no number of moves"
        with small_on_arrays(), pytest.raises(CertificateRejected, match=re.escape(str(error))):
            check_stream(BytesIO(data), "test")
        raise
    defined = check_stream(BytesIO(data), "test", by_rules=True)
    with small_on_arrays():
        arrays = check_stream(BytesIO(data), "test")
    for other in (defined, arrays):
        claims = [one.words().rpartition(", ")[0] for one in (other, found)]
        assert (claims[0], other.states) == (claims[1], found.states)
    return found
