"""Which checker a table is put before, and what is said beforehand of how long that takes."""

from __future__ import annotations

import io

import pytest

from puzzleproof.models.errors import CertificateRejected
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.verify import labelling
from puzzleproof.verify.certificate import check_stream
from tests.support.boards import SMALL
from tests.support.certificate_files import blocks_of, certificate
from tests.support.frog_boards import frogs

PUZZLE = SMALL["walls"]


def foretold(puzzle: AnyPuzzle, bound: int) -> list[str]:
    said = list[str]()
    data = certificate(puzzle, blocks_of(puzzle, bound))
    check_stream(io.BytesIO(data), "test", by_rules=True, foretell=said.append)
    return said


@pytest.mark.parametrize("puzzle", [PUZZLE, frogs("FF.TT")], ids=["walls", "frogs"])
def test_nothing_is_said_of_a_small_table(puzzle: AnyPuzzle) -> None:
    assert foretold(puzzle, 3) == []


@pytest.mark.parametrize("limit", ["MUCH_SECONDS", "MUCH_MEMORY"])
@pytest.mark.parametrize("puzzle", [PUZZLE, frogs("FF.TT")], ids=["walls", "frogs"])
def test_what_a_large_table_takes_is_said_beforehand(
    puzzle: AnyPuzzle, limit: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(labelling, limit, 1e-9)
    states = sum(map(len, blocks_of(puzzle, 3)))
    (said,) = foretold(puzzle, 3)
    assert said.startswith(f"a table of {states} states: by the rules the check may take up to ")


def test_it_is_said_before_the_first_record_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(labelling, "MUCH_SECONDS", 0)
    said = list[str]()
    data = certificate(PUZZLE, [[], []])
    with pytest.raises(CertificateRejected, match="the start is missing"):
        check_stream(io.BytesIO(data), "test", foretell=said.append)
    monkeypatch.setattr(labelling, "MUCH_SECONDS", -1)
    with pytest.raises(CertificateRejected, match="the start is missing"):
        check_stream(io.BytesIO(data), "test", foretell=said.append)
    assert len(said) == 1
