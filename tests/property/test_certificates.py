"""Labels by chance, or all but one: rejected, or what they prove is true.

Files that were tampered with stand in tests/verify/test_mutants.py.
"""

import tempfile
import zlib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzleproof.models.capabilities import listed_goals
from puzzleproof.models.errors import CertificateRejected, NotationError
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.models.sliding.rules import SlidingPuzzle
from puzzleproof.provers.events import ignore
from puzzleproof.provers.labelling import label
from puzzleproof.verify.bfs import bfs
from puzzleproof.verify.certificate import CheckedCertificate
from tests.support.boards import SMALL, puzzles, sliding
from tests.support.certificate_files import (
    blocks_of,
    certificate,
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


def honest(name: str, **changes: Any) -> bytes:
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


@pytest.mark.parametrize("name", PUZZLES)
def test_the_certificates_that_are_bent_are_honest(name: str) -> None:
    checked = accepted(honest(name))
    assert checked is not None
    assert checked.at_least == OPTIMA[name]
    assert (checked.plan is None) == (checked.at_least is None)
    assert name not in BOTH or len(ENDS[name][1]) > 1


@pytest.mark.parametrize("times", [0, 2])
@pytest.mark.parametrize("name", PUZZLES)
def test_labels_missing_or_repeated_are_found(name: str, times: int) -> None:
    for side, rows in enumerate(ENDS[name]):
        for block, row in enumerate(rows):
            for k in range(0, len(row), 1 + len(row) // 10):
                ends = [[list(one) for one in blocks] for blocks in ENDS[name]]
                ends[side][block][k : k + 1] = row[k : k + 1] * times
                bent = certificate(PUZZLES[name], ends[0], ends[1], at_least=OPTIMA[name])
                assert accepted(bent) is None


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
def test_random_labels_from_both_ends_are_safe(puzzle: SlidingPuzzle, data: st.DataObject) -> None:
    goals = listed_goals(puzzle)
    sides = [[puzzle.start], list(goals or ())]
    ends = list[list[list[int]]]()
    for sources in sides:
        numbers = data.draw(st.lists(st.sets(st.integers(0, 600)), min_size=1, max_size=3))
        first = {puzzle.pack(puzzle.canonical(state)) for state in sources}
        ends.append([sorted(numbers[0] | first), *map(sorted, numbers[1:])])
    assert_true_if_accepted(certificate(puzzle, ends[0], ends[1]))
