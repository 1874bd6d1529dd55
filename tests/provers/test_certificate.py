"""Certificate files as they are written."""

from __future__ import annotations

from pathlib import Path

import pytest

from puzzleproof.provers.certificate import Claim, write_file
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
