"""Certificate files are read without trust: whatever is not as documented is rejected."""

import hashlib
import zlib
from collections import deque
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from puzzleproof.models.errors import CertificateRejected, InstanceError, NotationError
from puzzleproof.models.output import printed
from puzzleproof.verify.certificate import check_file
from puzzleproof.verify.records import Body, Records, Varints
from tests.support.arguments import SUBJECTS, file_of
from tests.support.boards import SMALL, sliding
from tests.support.certificate_files import (
    blocks_of,
    certificate,
    records,
    shortest_plan,
    varint,
    written,
)

PUZZLE = SMALL["walls"]
BLOCKS = blocks_of(PUZZLE, 8)
PLAN = shortest_plan(PUZZLE) or []
GOOD = certificate(PUZZLE, BLOCKS, plan=PLAN)
HEAD, _, BODY = GOOD.partition(b"\n")
RAW = records(BLOCKS)


def refusal(folder: Path, data: bytes) -> str:
    path = written(folder, data)
    with pytest.raises(CertificateRejected) as caught:
        check_file(path)
    assert str(caught.value).startswith(f"{path}: ")
    return str(caught.value)


def test_the_file_that_the_other_tests_bend_is_good(tmp_path: Path) -> None:
    assert check_file(written(tmp_path, GOOD)).optimum == 8


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"format": "other"}, "not a certificate: "),
        ({"version": 1}, "version 1: expected 2, 3 or 4"),
        ({"kind": "rumour"}, "kind 'rumour'"),
        ({"kind": {}}, "kind {}"),
        ({"instance": "family = 3"}, "instance"),
        ({"instance": "a = " + "[" * 5000}, "instance"),
        ({"metric": "jump"}, "metric"),
        ({"metric": ["piece"]}, "metric"),
        ({"at_least": ...}, "'at_least'"),
        ({"at_least": -1}, "'at_least' -1"),
        ({"at_least": True}, "'at_least' True"),
        ({"body_bytes": -1}, "'body_bytes' -1"),
        ({"body_bytes": True}, "'body_bytes' True"),
        ({"body_bytes": 0}, "ends too early"),
        ({"body_bytes": len(RAW) - 1}, "ends too early"),
        ({"body_bytes": len(RAW) + 1}, "goes on after the last record"),
        ({"sha256": ...}, "'sha256' None"),
        ({"sha256": "0" * 64}, "damaged or was changed: its body"),
        ({"backward": ...}, "'backward'"),
        ({"backward": [1, 1]}, "8 + 2 blocks of labels"),
        ({"sizes": [1, "2"]}, "'sizes'"),
        ({"sizes": [-1] * 8}, "'sizes'"),
        ({"plan": "AS"}, "'plan'"),
        ({"plan": [1]}, "'plan'"),
        ({"plan": ["hello"]}, "the plan: move 1 of 1"),
        ({"plan": []}, "the plan: the plan's 0 moves do not end in a goal"),
        ({"plan": PLAN[:-1]}, "the plan's 7 moves do not end in a goal"),
        ({"plan": PLAN[1:]}, "the plan: "),
        ({"plan": [*PLAN, "ZE"]}, "move 9 of 9"),
        ({"at_least": None, "plan": PLAN}, "'unsolvable' but has a plan"),
    ],
)
def test_a_bent_header_is_rejected(changes: dict[str, Any], said: str, tmp_path: Path) -> None:
    """Of a labelling; and of an invariant, whose plan and sizes are others."""
    assert said in refusal(tmp_path, certificate(PUZZLE, BLOCKS, **changes))
    if not {"sizes", "backward"} & changes.keys() and changes != {"body_bytes": 0}:
        refusal(tmp_path, file_of(SUBJECTS["potential"], **changes))


HEADS = {
    "none": b"",
    "no keys": b"{}",
    "a list": b"[]",
    "null": b"null",
    "a number": b"3",
    "no end": b"{",
    "no text": b"\xff",
    "too deep": b"[" * 100_000,
    "too long": b"1" * 5000,
    "a lone surrogate": HEAD.replace(b'"versions"', b'"\\ud800"', 1),
}


@pytest.mark.parametrize("name", HEADS)
def test_what_is_no_header_is_rejected(name: str, tmp_path: Path) -> None:
    refusal(tmp_path, HEADS[name] + b"\n" + BODY)


def test_an_empty_file_is_rejected(tmp_path: Path) -> None:
    assert "an empty file: expected a certificate" in refusal(tmp_path, b"")


@pytest.mark.parametrize("length", [0, 1, len(BODY) // 2, len(BODY) - 4, len(BODY) - 1])
def test_a_truncated_body_is_rejected(length: int, tmp_path: Path) -> None:
    refusal(tmp_path, HEAD + b"\n" + BODY[:length])


@pytest.mark.parametrize("tail", [b"\0", b"\n", BODY], ids=["zero", "newline", "body"])
def test_whatever_follows_the_body_is_rejected(tail: bytes, tmp_path: Path) -> None:
    assert "the body goes on after its end" in refusal(tmp_path, GOOD + tail)


def bent(folder: Path, tail: bytes, **changes: Any) -> str:
    """What is said of another body, whose hash the header knows."""
    return refusal(folder, certificate(PUZZLE, BLOCKS, tail=tail, **changes))


def test_a_record_too_many_is_rejected(tmp_path: Path) -> None:
    longer = records([*BLOCKS, [1]])
    assert "after its end, given by 'body_bytes'" in bent(tmp_path, zlib.compress(longer))
    said = bent(tmp_path, zlib.compress(longer), body_bytes=len(longer))
    assert "goes on after the last record" in said


def test_a_body_that_is_not_compressed_is_rejected(tmp_path: Path) -> None:
    assert "cannot be decompressed" in bent(tmp_path, RAW)
    assert "ends too early" in bent(tmp_path, b"")


def test_the_same_body_compressed_otherwise_needs_its_own_hash(tmp_path: Path) -> None:
    other = zlib.compress(RAW, 0)
    assert check_file(written(tmp_path, certificate(PUZZLE, BLOCKS, tail=other))).states
    assert "damaged or was changed: its body" in refusal(tmp_path, HEAD + b"\n" + other)


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (b"\x80\x00", "needless zero"),
        (b"\x85\x80\x00", "needless zero"),
        (b"\x80" * 40 + b"\x01", "too many bytes"),
        (b"\x80" * 100_000, "too many bytes"),
        (b"\x80", "ends too early"),
        (b"\xff" * ((8 * PUZZLE.pack_width + 6) // 7 - 1) + b"\x7f", "so large a number"),
        (b"\0", "record 1: repeats"),
    ],
)
def test_a_number_that_is_none_is_rejected(number: bytes, said: str, tmp_path: Path) -> None:
    longer = RAW + number
    sizes = [*map(len, BLOCKS), 1]
    changes: dict[str, Any] = {"sizes": sizes, "at_least": 9, "body_bytes": len(longer)}
    assert said in bent(tmp_path, zlib.compress(longer), **changes)


def test_every_bit_of_a_file_counts(tmp_path: Path) -> None:
    """Hashes leave nothing to be changed, not even where it would mean the same."""
    begin = GOOD.index(b"certificate") + len(b"certificate")
    for place in range(len(GOOD)):
        data = bytearray(GOOD)
        data[place] ^= 1 << place % 8
        said = refusal(tmp_path, bytes(data))
        assert place < begin or "the file is damaged" in said


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"kind"', b' "kind"'),
        (b'"plan": [', b'"plan": [ '),
        (b'"piece"', b'"\\u0070iece"'),
        (b', "header_sha256"', b' , "header_sha256"'),
        (b'"}\n', b'" }\n'),
        (b'"}\n', b'"}\r\n'),
        (b'"at_least": 8', b'"at_least": 8, "at_least": 8'),
    ],
)
def test_a_header_written_otherwise_is_rejected(old: bytes, new: bytes, tmp_path: Path) -> None:
    assert old in GOOD
    assert "header" in refusal(tmp_path, GOOD.replace(old, new, 1))


def test_a_key_that_stands_twice_is_rejected(tmp_path: Path) -> None:
    line = HEAD[: HEAD.rindex(b", ")] + b', "at_least": 9}'
    seal = hashlib.sha256(line).hexdigest().encode()
    twice = line[:-1] + b', "header_sha256": "' + seal + b'"}\n'
    assert "not a header" in refusal(tmp_path, twice + BODY)


def test_many_states_of_a_small_file_are_not_taken() -> None:
    """Each number is good, one byte, and compresses a thousandfold."""
    raw = b"\1" * 1_900_000
    tail = zlib.compress(raw, 9)
    found = Records(Body(BytesIO(tail), len(raw), "0" * 64), 8).block("label 0", len(raw))
    with pytest.raises(CertificateRejected, match="more than 16-fold"):
        deque(found, maxlen=0)


def test_a_header_without_end_is_rejected(tmp_path: Path) -> None:
    begin = b'{"format": "puzzleproof-certificate", "a": "'
    assert "not a header" in refusal(tmp_path, begin + b"x" * 9_000_000)


def test_another_file_is_told_from_a_certificate(tmp_path: Path) -> None:
    said = refusal(tmp_path, b"Dear Sir,\n")
    assert "not a certificate: " in said
    assert '{"format": "puzzleproof-certificate"' in said


def test_a_board_is_bad_input_and_no_rejected_certificate(tmp_path: Path) -> None:
    for text, name in (
        (printed(PUZZLE), "toml"),
        ("BBoKMxDDDKMoIAALooIoJLEEooJFFNoGGoxN\n", "rush-hour"),
    ):
        path = written(tmp_path, text.encode())
        with pytest.raises(NotationError, match=rf"a board \(format {name}\), not a certificate"):
            check_file(path)


def test_a_file_that_cannot_be_read_is_an_error(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none"):
        with pytest.raises(InstanceError, match="cannot be read"):
            check_file(path)


def test_more_than_a_certificate_has_is_not_read(tmp_path: Path) -> None:
    long = replace(PUZZLE, info=PUZZLE.info._replace(note="x" * 200_000))
    assert "characters: expected at most 200,000" in refusal(tmp_path, certificate(long, BLOCKS))
    many = certificate(PUZZLE, BLOCKS, plan=["AE"] * 100_001)
    most = "expected 100,000 moves and 4,000,000 characters at most"
    assert f"'plan': 100,001 moves, {most}" in refusal(tmp_path, many)
    wide = certificate(PUZZLE, BLOCKS, plan=["A" + "EW" * 2_000_000])
    assert f"'plan': 1 move, {most}" in refusal(tmp_path, wide)


def test_bytes_that_nobody_asks_for_are_rejected() -> None:
    body = Body(BytesIO(BODY), len(RAW), "0" * 64)
    with pytest.raises(CertificateRejected, match=f"{len(RAW)} bytes were not asked for"):
        body.finish()


def test_the_words_say_what_was_checked(tmp_path: Path) -> None:
    checked = check_file(written(tmp_path, GOOD), against=PUZZLE)
    words = f"plan replayed; labelling of {checked.states} states, by the rules"
    assert checked.words().endswith(words)
    details = checked.details(compared=True)
    states = f"{checked.states} states, by the rules of family 'sliding'"
    assert f"{states}, a plan of 8 moves" in details
    assert "that it is about the instance given; trusted: models/, verify/" in details
    assert "a plan" not in replace(checked, plan=None).details()


def test_the_instance_given_is_compared(tmp_path: Path) -> None:
    with pytest.raises(CertificateRejected, match="about another instance: key 'metric' is"):
        check_file(written(tmp_path, GOOD), against=PUZZLE.with_metric("unit"))


def test_long_numbers_are_read_among_short_ones() -> None:
    numbers = [5, 256, 2**63 - 1, 2**70, 0, 127, 128]
    assert [Varints()[varint(number)] for number in numbers] == numbers


def test_a_start_that_is_a_goal_needs_no_label(tmp_path: Path) -> None:
    puzzle = sliding("A.", goal="A.")
    checked = check_file(written(tmp_path, certificate(puzzle, [], plan=[])))
    assert checked.optimum == 0
    assert "a goal state" in refusal(tmp_path, certificate(puzzle, blocks_of(puzzle, 1)))


def test_a_name_cannot_play_tricks_on_a_terminal(tmp_path: Path) -> None:
    """Escapes move the cursor: what is printed would no longer be what was checked."""
    puzzle = replace(PUZZLE, info=PUZZLE.info._replace(name="\x1b[2K\rOther\nname"))
    path = tmp_path / "named.cert"
    path.write_bytes(certificate(puzzle, BLOCKS))
    assert check_file(path).words().startswith("'?[2K Other name' (the ")


def test_who_watches_hears_how_much_is_read(tmp_path: Path) -> None:
    heard: list[tuple[int, int]] = []
    check_file(written(tmp_path, GOOD), tell=lambda _, read, total: heard.append((read, total)))
    assert heard == sorted(heard)
    assert heard[-1][0] == heard[-1][1] > 0
