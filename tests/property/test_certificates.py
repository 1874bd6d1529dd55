"""A mutated certificate is rejected, or proves only what is true."""

from __future__ import annotations

import tempfile
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from puzzleproof.models.errors import CertificateRejected
from puzzleproof.models.puzzle import AnyPuzzle, listed_goals
from puzzleproof.models.sliding.rules import SlidingPuzzle
from puzzleproof.provers.events import ignore
from puzzleproof.provers.labelling import label
from puzzleproof.verify.bfs import bfs
from puzzleproof.verify.certificate import CheckedCertificate
from tests.support.boards import SMALL, puzzles, sliding
from tests.support.certificate_files import (
    blocks_of,
    certificate,
    packed,
    records,
    shortest_plan,
    unpacked,
    written,
)
from tests.support.checkers import check_alike
from tests.support.frog_boards import frogs
from tests.support.tile_boards import tiles

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


def accepted(data: bytes) -> CheckedCertificate | None:
    """What both checkers accept; None where both reject it, and nothing else may be raised."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            return check_alike(written(Path(folder), data))
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
    assert accepted(bytes(data)) is None


@settings(max_examples=settings().max_examples * 3)
@given(NAMES, st.integers(0), st.integers(0, 255), st.integers(0, 2))
def test_a_byte_replaced_dropped_or_put_in(name: str, where: int, byte: int, how: int) -> None:
    data = honest(name)
    at = where % len(data)
    bent = [bytes([byte]), b"", bytes([byte, data[at]])][how]
    assume(bent != data[at : at + 1])
    assert accepted(data[:at] + bent + data[at + 1 :]) is None


@settings(max_examples=settings().max_examples * 3)
@given(NAMES, st.integers(0), st.integers(0, 255), st.integers(0, 2))
def test_a_byte_of_the_body_changed_by_one_who_knows_the_hashes(
    name: str, where: int, byte: int, how: int
) -> None:
    raw = records(BLOCKS[name])
    at = where % len(raw)
    bent = raw[:at] + [bytes([byte]), b"", bytes([byte, raw[at]])][how] + raw[at + 1 :]
    for length in (len(raw), len(bent)):
        assert_true_if_accepted(honest(name, tail=packed(bent), body_bytes=length))


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
    drop_record,
    repeat_record,
    swap_records,
    raise_label,
    lower_label,
    change_record,
    drop_block,
    empty_block,
    repeat_block,
]


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
    bound = bfs(puzzle).optimum
    assert_true_if_accepted(certificate(puzzle, BLOCKS[other], plan=PLANS[name], at_least=bound))


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
        from tests.support.minimum import by_search

        found = by_search(puzzle, len(blocks), 10**6)
        assert found is None or found.optimum is None or found.optimum >= len(blocks)


@given(st.binary(max_size=60), st.booleans())
def test_random_bytes_are_rejected(data: bytes, compressed: bool) -> None:
    assert accepted(data) is None
    tail = zlib.compress(data) if compressed else data
    assert accepted(honest("solvable", tail=tail)) is None
    assert accepted(honest("solvable", tail=tail, body_bytes=len(data))) is None


# --- bidirectional labels -----------------------------------------------------------------

BOTH: dict[str, AnyPuzzle] = {
    "tiles": tiles("1 2 0/5 3 4"),
    "frogs": frogs("FF../.T.T", backward=True),
    "pieces": sliding("AB./C..", "unit", goal="..C/.BA", labelled="A"),
    "two goals": sliding("AB../C...", "unit", goal=["..CB/...A", "...A/..BC"], labelled="*"),
}
OPTIMA = {name: bfs(puzzle).optimum or 0 for name, puzzle in BOTH.items()}
ENDS = {name: unpacked(puzzle, label(puzzle, ignore)) for name, puzzle in BOTH.items()}


def both(name: str, forward: Blocks, backward: Blocks, **changes: Any) -> bytes:
    return certificate(BOTH[name], forward, backward, **changes)


@pytest.mark.parametrize("name", BOTH)
def test_the_labels_from_both_ends_are_honest(name: str) -> None:
    forward, backward = ENDS[name]
    assert len(backward) > 1
    plan = label(BOTH[name], ignore).plan
    checked = accepted(both(name, forward, backward, plan=list(plan or ())))
    assert checked is not None
    assert checked.optimum == OPTIMA[name]


@pytest.mark.parametrize("name", BOTH)
def test_from_both_ends_no_label_may_be_missing(name: str) -> None:
    for side in (0, 1):
        for block, row in enumerate(ENDS[name][side]):
            for k in range(len(row)):
                ends = [[list(one) for one in blocks] for blocks in ENDS[name]]
                del ends[side][block][k]
                assert accepted(both(name, *ends)) is None


@settings(max_examples=settings().max_examples * 4)
@given(
    st.sampled_from(sorted(BOTH)),
    st.booleans(),
    st.sampled_from(MUTATIONS),
    st.integers(0),
    st.integers(0),
    st.integers(-1, 1),
)
def test_labels_from_both_ends_changed(
    name: str, side: bool, mutation: Mutation, block: int, k: int, more: int
) -> None:
    ends = [[list(row) for row in blocks] for blocks in ENDS[name]]
    blocks = ends[side]
    at = block % len(blocks)
    mutation(blocks, at, k % len(blocks[at]))
    assert_true_if_accepted(both(name, *ends))
    assert_true_if_accepted(both(name, *ends, at_least=OPTIMA[name] + more))
    assert_true_if_accepted(both(name, *ends[::-1]))


@settings(max_examples=settings().max_examples // 2)
@given(puzzles(reachable=False), st.data())
def test_random_labels_from_both_ends_prove_nothing_false(
    puzzle: SlidingPuzzle, data: st.DataObject
) -> None:
    goals = listed_goals(puzzle)
    sides = [[puzzle.start], list(goals or ())]
    ends = list[list[list[int]]]()
    for sources in sides:
        numbers = data.draw(st.lists(st.sets(st.integers(0, 600)), min_size=1, max_size=3))
        first = {puzzle.pack(puzzle.canonical(state)) for state in sources}
        ends.append([sorted(numbers[0] | first), *map(sorted, numbers[1:])])
    checked = accepted(certificate(puzzle, ends[0], ends[1]))
    if checked is not None:
        distance = bfs(puzzle).optimum
        assert goals is not None
        assert distance is None or distance >= (checked.at_least or 0)
