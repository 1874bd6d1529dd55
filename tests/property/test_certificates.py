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

from puzzleproof.models.errors import CertificateRejected, NotationError
from puzzleproof.models.puzzle import AnyPuzzle, listed_goals
from puzzleproof.models.sliding.rules import SlidingPuzzle
from puzzleproof.provers.events import ignore
from puzzleproof.provers.labelling import label
from puzzleproof.verify.bfs import bfs
from puzzleproof.verify.certificate import CheckedCertificate
from tests.support.arguments import SUBJECTS as INVARIANTS
from tests.support.arguments import file_of
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
from tests.support.mutants import lie
from tests.support.tile_boards import tiles

LABELLED: dict[str, AnyPuzzle] = {
    "solvable": SMALL["walls"],
    "unsolvable": sliding("A.#./.B#.", "unit", goal="..#A/..#.", labelled="A"),
    "tour": SMALL["tour in sequence"],
    "half-way": SMALL["half-way"].with_metric("unit"),
}
BOTH: dict[str, AnyPuzzle] = {
    "tiles": tiles("1 2 0/5 3 4"),
    "frogs and back": frogs("FF../.T.T", backward=True),
    "pieces": sliding("AB./C..", "unit", goal="..C/.BA", labelled="A"),
    "two goals": sliding("AB../C...", "unit", goal=["..CB/...A", "...A/..BC"], labelled="*"),
}
"""Labelled from both ends."""
PUZZLES = LABELLED | BOTH
OPTIMA = {name: bfs(puzzle).optimum for name, puzzle in PUZZLES.items()}
PLANS = {name: shortest_plan(puzzle) for name, puzzle in PUZZLES.items()}
Blocks = list[list[int]]
ENDS: dict[str, tuple[Blocks, Blocks]] = {
    **{name: (blocks_of(puzzle, OPTIMA[name]), []) for name, puzzle in LABELLED.items()},
    **{name: unpacked(puzzle, label(puzzle, ignore)) for name, puzzle in BOTH.items()},
}
NAMES = st.sampled_from(sorted(LABELLED))
FILES = st.sampled_from([*PUZZLES, *INVARIANTS])


def honest(name: str, **changes: Any) -> bytes:
    if name in INVARIANTS:
        return file_of(INVARIANTS[name], **changes)
    claims: dict[str, Any] = {"at_least": OPTIMA[name], "plan": PLANS[name], **changes}
    return certificate(PUZZLES[name], *ENDS[name], **claims)


def accepted(data: bytes) -> CheckedCertificate | None:
    """What the checkers accept; None where all reject it, and nothing else may be raised."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            return check_alike(written(Path(folder), data))
        except (CertificateRejected, NotationError):  # a digit is a board
            return None


def assert_true_if_accepted(data: bytes) -> None:
    checked = accepted(data)
    assert checked is None or lie(checked) is None


# --- files of labellings and of invariants ------------------------------------------------


@pytest.mark.parametrize("name", [*PUZZLES, *INVARIANTS])
def test_the_certificates_to_be_mutated_are_honest(name: str) -> None:
    checked = accepted(honest(name))
    assert checked is not None
    assert checked.at_least == bfs(checked.puzzle).optimum
    assert (checked.plan is None) == (checked.at_least is None)
    assert name not in BOTH or len(ENDS[name][1]) > 1


def assert_rejected(name: str, data: bytes) -> None:
    """Unless nothing is missing but the newline after a header."""
    assert accepted(data) is None or (name in INVARIANTS and data[-1:] != b"\n")


@settings(max_examples=settings().max_examples * 10)
@given(FILES, st.integers(0), st.integers(0, 7))
def test_one_bit_of_the_file(name: str, where: int, bit: int) -> None:
    data = bytearray(honest(name))
    data[where % len(data)] ^= 1 << bit
    assert_rejected(name, bytes(data))


@settings(max_examples=settings().max_examples * 6)
@given(FILES, st.integers(0), st.integers(0, 255), st.integers(0, 2))
def test_a_byte_replaced_dropped_or_put_in(name: str, where: int, byte: int, how: int) -> None:
    data = honest(name)
    at = where % len(data)
    bent = [bytes([byte]), b"", bytes([byte, data[at]])][how]
    assume(bent != data[at : at + 1])
    assert_rejected(name, data[:at] + bent + data[at + 1 :])


@given(FILES, st.integers(0))
def test_a_file_cut_short(name: str, where: int) -> None:
    data = honest(name).rstrip() if name in INVARIANTS else honest(name)
    assert accepted(data[: where % len(data)]) is None


@settings(max_examples=settings().max_examples * 2)
@given(FILES, st.none() | st.integers(-1, 12), st.integers(-3, 3))
@example("solvable", None, 0)
@example("unsolvable", 5, 0)
@example("potential", None, 0)
@example("classes", 5, 0)
def test_the_bound_or_the_plan_changed(name: str, bound: int | None, cut: int) -> None:
    plan = INVARIANTS[name].plan if name in INVARIANTS else PLANS[name]
    if plan is not None and cut:
        plan = plan[cut:] if cut > 0 else plan[:cut]
    told = None if plan is None else list(plan)
    assert_true_if_accepted(honest(name, at_least=bound, plan=told))
    assert_true_if_accepted(honest(name, at_least=bound, plan=None))


# --- labels -------------------------------------------------------------------------------


@settings(max_examples=settings().max_examples * 3)
@given(NAMES, st.integers(0), st.integers(0, 255), st.integers(0, 2))
def test_a_byte_of_the_body_changed_by_one_who_knows_the_hashes(
    name: str, where: int, byte: int, how: int
) -> None:
    raw = records(ENDS[name][0])
    at = where % len(raw)
    bent = raw[:at] + [bytes([byte]), b"", bytes([byte, raw[at]])][how] + raw[at + 1 :]
    for length in (len(raw), len(bent)):
        assert_true_if_accepted(honest(name, tail=packed(bent), body_bytes=length))


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


@settings(max_examples=settings().max_examples * 10)
@given(
    st.sampled_from(sorted(PUZZLES)),
    st.booleans(),
    st.sampled_from(MUTATIONS),
    st.integers(0),
    st.integers(0),
    st.integers(-1, 1),
)
def test_the_labels_changed(
    name: str, side: bool, mutation: Mutation, block: int, k: int, more: int
) -> None:
    ends = [[list(row) for row in blocks] for blocks in ENDS[name]]
    blocks = ends[side and name in BOTH]
    filled = [number for number, row in enumerate(blocks) if row]
    at = filled[block % len(filled)]
    mutation(blocks, at, k % len(blocks[at]))
    bound, plan = OPTIMA[name], PLANS[name]
    told = None if bound is None else bound + more
    assert_true_if_accepted(certificate(PUZZLES[name], ends[0], ends[1], at_least=told, plan=plan))
    assert_true_if_accepted(certificate(PUZZLES[name], ends[0], ends[1], plan=plan))
    assert_true_if_accepted(certificate(PUZZLES[name], ends[1], ends[0]))


@pytest.mark.parametrize("mutation", [drop_record, repeat_record, empty_block])
@pytest.mark.parametrize("name", PUZZLES)
def test_labels_missing_or_repeated_are_found(name: str, mutation: Mutation) -> None:
    for side, rows in enumerate(ENDS[name]):
        for block, row in enumerate(rows):
            for k in range(len(row)):
                ends = [[list(one) for one in blocks] for blocks in ENDS[name]]
                mutation(ends[side], block, k)
                bent = certificate(PUZZLES[name], ends[0], ends[1], at_least=OPTIMA[name])
                assert accepted(bent) is None


@given(NAMES, NAMES)
def test_the_body_of_another_certificate(name: str, other: str) -> None:
    claims: dict[str, Any] = {"at_least": OPTIMA[name], "plan": PLANS[name]}
    assume(name != other)
    assert_true_if_accepted(certificate(PUZZLES[name], ENDS[other][0], **claims))


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
    assert_true_if_accepted(data)


@given(st.binary(max_size=60), st.booleans())
def test_random_bytes_are_rejected(data: bytes, compressed: bool) -> None:
    assert accepted(data) is None
    tail = zlib.compress(data) if compressed else data
    assert accepted(honest("solvable", tail=tail)) is None
    assert accepted(honest("solvable", tail=tail, body_bytes=len(data))) is None


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
    assert_true_if_accepted(certificate(puzzle, ends[0], ends[1]))
