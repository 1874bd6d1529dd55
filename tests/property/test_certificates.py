"""A mutated certificate is rejected, or proves only what is true."""

from __future__ import annotations

import json
import tempfile
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from puzzleproof.models.errors import CertificateRejected
from puzzleproof.models.sliding import SlidingPuzzle
from puzzleproof.verify.bfs import bfs
from puzzleproof.verify.certificate import Checked, check_file
from tests.boards import SMALL, puzzles, sliding
from tests.verify.files import blocks_of, body, certificate, header, shortest_plan, written

SUBJECTS = {
    "solvable": SMALL["walls"],
    "unsolvable": sliding("A.#./.B#.", "unit", goal="..#A/..#.", labelled="A"),
    "tour": SMALL["tour in sequence"],
    "half-way": SMALL["half-way"].with_metric("unit"),
}
BLOCKS = {name: blocks_of(puzzle, bfs(puzzle).optimum) for name, puzzle in SUBJECTS.items()}
PLANS = {name: shortest_plan(puzzle) for name, puzzle in SUBJECTS.items()}
NAMES = st.sampled_from(sorted(SUBJECTS))


def honest(name: str, **changes: Any) -> bytes:
    bound = bfs(SUBJECTS[name]).optimum
    claims: dict[str, Any] = {"at_least": bound, "plan": PLANS[name], **changes}
    return certificate(SUBJECTS[name], BLOCKS[name], **claims)


def accepted(data: bytes) -> Checked | None:
    """What is proven; None where it is rejected, and nothing else may be raised."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            return check_file(written(Path(folder), data))
        except CertificateRejected:
            return None


def assert_true_if_accepted(data: bytes) -> None:
    checked = accepted(data)
    if checked is None:
        return
    distance = bfs(checked.puzzle).optimum
    if checked.at_least is None:
        assert distance is None
    else:
        assert distance is None or checked.at_least <= distance
    assert checked.optimum in (None, distance)
    assert checked.optimum is None or checked.plan is not None


@pytest.mark.parametrize("name", SUBJECTS)
def test_the_certificates_to_be_mutated_are_honest(name: str) -> None:
    checked = accepted(honest(name))
    assert checked is not None
    assert checked.at_least == bfs(SUBJECTS[name]).optimum


@settings(max_examples=settings().max_examples * 6)
@given(NAMES, st.integers(0), st.integers(0, 7))
def test_one_bit_of_the_file(name: str, where: int, bit: int) -> None:
    data = bytearray(honest(name))
    data[where % len(data)] ^= 1 << bit
    assert_true_if_accepted(bytes(data))


@settings(max_examples=settings().max_examples * 3)
@given(NAMES, st.integers(0), st.integers(0, 255), st.integers(0, 2))
def test_a_byte_replaced_dropped_or_put_in(name: str, where: int, byte: int, how: int) -> None:
    data = honest(name)
    at = where % len(data)
    assert_true_if_accepted(data[:at] + [bytes([byte]), b"", bytes([byte, data[at]])][how]
                            + data[at + 1 :])  # fmt: skip


@given(NAMES, st.integers(0))
def test_a_file_cut_short(name: str, where: int) -> None:
    data = honest(name)
    assert accepted(data[: where % len(data)]) is None


Blocks = list[list[int]]
Mutation = Callable[[Blocks, int, int], None]


def drop_record(blocks: Blocks, block: int, k: int) -> None:
    del blocks[block][k]


def repeat_record(blocks: Blocks, block: int, k: int) -> None:
    blocks[block].insert(k, blocks[block][k])


def swap_records(blocks: Blocks, block: int, k: int) -> None:
    row = blocks[block]
    row[k], row[k - 1] = row[k - 1], row[k]


def raise_label(blocks: Blocks, block: int, k: int) -> None:
    record = blocks[block].pop(k)
    target = blocks[min(block + 1, len(blocks) - 1)]
    target[:] = sorted({*target, record})


def lower_label(blocks: Blocks, block: int, k: int) -> None:
    record = blocks[block].pop(k)
    target = blocks[max(block - 1, 0)]
    target[:] = sorted({*target, record})


def change_record(blocks: Blocks, block: int, k: int) -> None:
    blocks[block][k] += 1
    blocks[block] = sorted(set(blocks[block]))


def drop_block(blocks: Blocks, block: int, k: int) -> None:
    del blocks[block]


def empty_block(blocks: Blocks, block: int, k: int) -> None:
    blocks[block].clear()


def repeat_block(blocks: Blocks, block: int, k: int) -> None:
    blocks.insert(block, list(blocks[block]))


MUTATIONS: list[Mutation] = [
    drop_record, repeat_record, swap_records, raise_label, lower_label, change_record, drop_block,
    empty_block, repeat_block,
]  # fmt: skip


@settings(max_examples=settings().max_examples * 6)
@given(NAMES, st.sampled_from(MUTATIONS), st.integers(0), st.integers(0), st.booleans())
def test_the_labels_changed(name: str, mutation: Mutation, block: int, k: int, adapt: bool) -> None:
    blocks = [list(row) for row in BLOCKS[name]]
    filled = [number for number, row in enumerate(blocks) if row]
    at = filled[block % len(filled)]
    mutation(blocks, at, k % len(blocks[at]))
    bound = bfs(SUBJECTS[name]).optimum
    if adapt and bound is not None:
        bound = len(blocks)
    assert_true_if_accepted(certificate(SUBJECTS[name], blocks, at_least=bound, plan=PLANS[name]))


@pytest.mark.parametrize("mutation", [drop_record, repeat_record, empty_block])
@pytest.mark.parametrize("name", SUBJECTS)
def test_labels_missing_or_repeated_are_found(name: str, mutation: Mutation) -> None:
    for block, row in enumerate(BLOCKS[name]):
        for k in range(len(row)):
            blocks = [list(one) for one in BLOCKS[name]]
            mutation(blocks, block, k)
            bound = bfs(SUBJECTS[name]).optimum
            assert accepted(certificate(SUBJECTS[name], blocks, at_least=bound)) is None


@given(NAMES, st.none() | st.integers(-1, 12), st.integers(-3, 3))
@example("solvable", None, 0)
@example("unsolvable", 5, 0)
def test_the_bound_or_the_plan_changed(name: str, bound: int | None, cut: int) -> None:
    plan = PLANS[name]
    if plan is not None and cut:
        plan = plan[cut:] if cut > 0 else plan[:cut]
    assert_true_if_accepted(honest(name, at_least=bound, plan=plan))
    assert_true_if_accepted(honest(name, at_least=bound, plan=None))


@given(st.sampled_from(sorted(SUBJECTS)), st.sampled_from(sorted(SUBJECTS)))
def test_the_body_of_another_certificate(name: str, other: str) -> None:
    assume(name != other)
    puzzle = SUBJECTS[name]
    head = header(puzzle, BLOCKS[other], plan=PLANS[name], at_least=bfs(puzzle).optimum)
    data = json.dumps(head).encode() + b"\n" + body(BLOCKS[other], SUBJECTS[other].pack_width)
    assert_true_if_accepted(data)


@settings(max_examples=settings().max_examples // 2)
@given(puzzles(reachable=False), st.lists(st.sets(st.integers(0, 600)), max_size=4), st.booleans())
def test_random_labels_prove_nothing_false(
    puzzle: SlidingPuzzle, labels: list[set[int]], closed: bool
) -> None:
    blocks = [sorted(block) for block in labels]
    if blocks:
        blocks[0] = sorted({*blocks[0], puzzle.pack(puzzle.canonical(puzzle.start))})
    top = 256**puzzle.pack_width
    blocks = [[number for number in block if number < top] for block in blocks]
    data = certificate(puzzle, blocks, at_least=None if closed else len(blocks))
    checked = accepted(data)
    if checked is not None and closed:
        assert bfs(puzzle).optimum is None
    if checked is not None and not closed:
        from tests.agree.minimum import by_search

        found = by_search(puzzle, len(blocks), 10**6)
        assert found is None or found.optimum is None or found.optimum >= len(blocks)


@given(st.binary(max_size=60), st.booleans())
def test_random_bytes_are_rejected(data: bytes, packed: bool) -> None:
    assert accepted(data) is None
    head = json.dumps(header(SUBJECTS["solvable"], BLOCKS["solvable"])).encode()
    tail = zlib.compress(data) if packed else data
    assert accepted(head + b"\n" + tail) is None
