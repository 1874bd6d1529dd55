"""Certificate files as they are written."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from puzzleproof.models.errors import CertificateRejected
from puzzleproof.provers.certificate import Claim, Target, workspace, write_file
from puzzleproof.verify.certificate import read_header
from puzzleproof.verify.records import GROWTH
from tests.support.boards import SMALL


@pytest.mark.parametrize("piece", [b"\1", b"\1\2\3\4\5\6\7"])
def test_a_body_is_never_packed_so_densely_that_it_looks_like_a_bomb(
    tmp_path: Path, piece: bytes
) -> None:
    path, body = tmp_path / "dense.cert", piece * 3_000_000
    claim = Claim("labelling", 1, None)
    write_file(path, SMALL["walls"], claim, {}, [body], sizes=[1], backward=[])
    assert len(body) < GROWTH * path.stat().st_size
    with path.open("rb") as file:
        read = read_header(file).body
        assert b"".join(iter(read.read_some, b"")) == body
        read.finish()
    assert [file.name for file in tmp_path.iterdir()] == ["dense.cert"]


@pytest.mark.parametrize("kept", [True, False], ids=["published", "tried out"])
@pytest.mark.parametrize("beside", [True, False], ids=["a file", "memory"])
def test_a_certificate_of_another_puzzle_than_was_asked_about_is_not_accepted(
    kept: bool, beside: bool
) -> None:
    """As a prover would write it that takes a wall for a cell: sound, and about something else."""
    asked, other = SMALL["walls"], SMALL["two labelled"]

    def write(target: Target) -> None:
        claim = Claim("labelling", 1, None)
        write_file(target, other, claim, {}, [b"\1"], sizes=[1], backward=[])

    with workspace(None, {}, asked) as place:
        found = place if beside else replace(place, folder=None, beside=None)
        with pytest.raises(CertificateRejected, match="about another instance: key 'board' is"):
            (found.publish if kept else found.try_out)(write)
