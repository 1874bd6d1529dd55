"""Certificate files are read without trust: whatever is not as documented is rejected."""

from __future__ import annotations

import json
import tracemalloc
import zlib
from pathlib import Path
from typing import Any

import pytest

from puzzleproof.models.errors import CertificateRejected, InstanceError
from puzzleproof.verify.certificate import check_file
from tests.boards import SMALL, sliding
from tests.verify.files import blocks_of, body, certificate, header, shortest_plan, written

PUZZLE = SMALL["walls"]
BLOCKS = blocks_of(PUZZLE, 8)
PLAN = shortest_plan(PUZZLE) or []
GOOD = certificate(PUZZLE, BLOCKS, plan=PLAN)
HEAD, _, BODY = GOOD.partition(b"\n")


def refusal(folder: Path, data: bytes) -> str:
    path = written(folder, data)
    with pytest.raises(CertificateRejected) as caught:
        check_file(path)
    assert str(caught.value).startswith(f"{path}: ")
    return str(caught.value)


def test_the_file_that_the_other_tests_bend_is_good(tmp_path: Path) -> None:
    assert check_file(written(tmp_path, GOOD)).optimum == 8


@pytest.mark.parametrize(("changes", "said"), [
    ({"format": "other"}, "'format'"),
    ({"format": ...}, "'format'"),
    ({"version": 2}, "version 2"),
    ({"version": ...}, "version None"),
    ({"kind": "rumour"}, "kind 'rumour'"),
    ({"kind": []}, "kind []"),
    ({"kind": {}}, "kind {}"),
    ({"kind": ...}, "kind None"),
    ({"instance": "family = 3"}, "instance"),
    ({"instance": 3}, "instance"),
    ({"instance": None}, "instance"),
    ({"instance": "a = " + "[" * 5000}, "instance"),
    ({"instance": ...}, "instance"),
    ({"metric": "jump"}, "metric"),
    ({"metric": ["piece"]}, "metric"),
    ({"metric": {}}, "metric"),
    ({"metric": ...}, "metric"),
    ({"at_least": ...}, "'at_least'"),
    ({"at_least": -1}, "'at_least' -1"),
    ({"at_least": 8.0}, "'at_least' 8.0"),
    ({"at_least": True}, "'at_least' True"),
    ({"at_least": "8"}, "'at_least' '8'"),
    ({"width": 0}, "'width' 0"),
    ({"width": PUZZLE.pack_width + 1}, "'width'"),
    ({"width": ...}, "'width' None"),
    ({"sizes": ...}, "'sizes'"),
    ({"sizes": {}}, "'sizes'"),
    ({"sizes": [1, "2"]}, "'sizes'"),
    ({"sizes": [-1] * 8}, "'sizes'"),
    ({"plan": "AS"}, "'plan'"),
    ({"plan": [1]}, "'plan'"),
    ({"plan": ["hello"]}, "the plan: move 1 of 1"),
    ({"plan": []}, "the plan: the plan's 0 moves do not end in a goal"),
    ({"plan": PLAN[:-1]}, "the plan's 7 moves do not end in a goal"),
    ({"plan": PLAN[1:]}, "the plan: "),
    ({"plan": [*PLAN, "ZE"]}, "move 9 of 9"),
    ({"at_least": None, "plan": PLAN}, "'unsolvable' and brings a plan"),
])  # fmt: skip
def test_a_bent_header_is_rejected(changes: dict[str, Any], said: str, tmp_path: Path) -> None:
    assert said in refusal(tmp_path, certificate(PUZZLE, BLOCKS, **changes))


HEADS = {
    "none": b"",
    "no keys": b"{}",
    "a list": b"[]",
    "null": b"null",
    "a number": b"3",
    "no end": b"{",
    "no text": b"\xff",
    "too deep": b"[" * 100_000,
    "too long a number": b"1" * 5000,
}


@pytest.mark.parametrize("name", HEADS)
def test_what_is_no_header_is_rejected(name: str, tmp_path: Path) -> None:
    refusal(tmp_path, HEADS[name] + b"\n" + BODY)


def test_an_empty_file_is_rejected(tmp_path: Path) -> None:
    assert "not a header" in refusal(tmp_path, b"")


@pytest.mark.parametrize("length", [0, 1, len(BODY) // 2, len(BODY) - 4, len(BODY) - 1])
def test_a_truncated_body_is_rejected(length: int, tmp_path: Path) -> None:
    refusal(tmp_path, HEAD + b"\n" + BODY[:length])


@pytest.mark.parametrize("tail", [b"\0", b"\n", BODY], ids=["zero", "newline", "body"])
def test_whatever_follows_the_body_is_rejected(tail: bytes, tmp_path: Path) -> None:
    assert "goes on after the last record" in refusal(tmp_path, GOOD + tail)


def test_a_record_too_many_is_rejected(tmp_path: Path) -> None:
    longer = body([*BLOCKS, [1]], PUZZLE.pack_width)
    assert "goes on after the last record" in refusal(tmp_path, HEAD + b"\n" + longer)


def test_a_body_that_is_not_compressed_is_rejected(tmp_path: Path) -> None:
    assert "cannot be decompressed" in refusal(tmp_path, HEAD + b"\n" + zlib.decompress(BODY))


@pytest.mark.parametrize("size", [10**6, 10**12, 10**30])
def test_a_size_beyond_the_body_ends_soon(size: int, tmp_path: Path) -> None:
    sizes = [*map(len, BLOCKS[:-1]), size]
    assert "ends too early" in refusal(tmp_path, certificate(PUZZLE, BLOCKS, sizes=sizes))


@pytest.mark.parametrize("size", [1, 10**12])
def test_a_body_that_grows_when_unpacked_is_not_unpacked(size: int, tmp_path: Path) -> None:
    """A small file must not fill the memory, whatever sizes its header claims."""
    bomb = zlib.compress(bytes(200_000_000), 9)
    head = json.dumps(header(PUZZLE, BLOCKS, sizes=[size, *map(len, BLOCKS[1:])])).encode()
    tracemalloc.start()
    refusal(tmp_path, head + b"\n" + bomb)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 20_000_000


def test_a_header_without_end_is_rejected(tmp_path: Path) -> None:
    assert "not a header" in refusal(tmp_path, b'{"a": "' + b"x" * 9_000_000)


def test_a_file_that_cannot_be_read_is_an_error(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none"):
        with pytest.raises(InstanceError, match="cannot be read"):
            check_file(path)


def test_a_start_that_is_a_goal_needs_no_label(tmp_path: Path) -> None:
    puzzle = sliding("A.", goal="A.")
    checked = check_file(written(tmp_path, certificate(puzzle, [], plan=[])))
    assert checked.optimum == 0
    assert "a goal state" in refusal(tmp_path, certificate(puzzle, blocks_of(puzzle, 1)))
