"""Checks on arrays: which tables come before them, peg tables, and records read as arrays.

Moves, bounds, numbers and faults are those of plain Python, and no sum overflows.
"""

import hashlib
import io
import random
import sys
import zlib
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from puzzleproof.models.arrays.words import Sets, integers
from puzzleproof.models.errors import CertificateRejected, InternalError
from puzzleproof.verify import labelling
from puzzleproof.verify import records as body_reader
from puzzleproof.verify.arrays import pegs, table
from puzzleproof.verify.arrays.table import ArrayRecords
from puzzleproof.verify.bounds import NEVER, lower_bounds
from puzzleproof.verify.bounds.departures import LARGEST_WEIGHT, DeparturesBound
from puzzleproof.verify.bounds.peg_graph import PegGraph
from puzzleproof.verify.certificate import ARRAYS, DEFINITION, GRAPH, check_file, check_stream
from puzzleproof.verify.records import Body, Records
from tests.support.boards import SMALL
from tests.support.bounded import bounded, departures
from tests.support.certificate_files import blocks_of, certificate, records, written
from tests.support.checkers import check_bounded, on_arrays, small_on_arrays
from tests.support.peg_boards import game
from tests.support.symmetric_games import peg_game

PUZZLE = SMALL["walls"]


def test_the_definition_runs_on_small_tables_and_on_a_share_of_large_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written(tmp_path, certificate(PUZZLE, blocks_of(PUZZLE, 8)))
    found = check_file(path)
    assert (found.by, found.defined) == (DEFINITION, None)
    for share in (1, 2):
        monkeypatch.setattr(labelling, "DEFINED", found.states // share - 1)
        monkeypatch.setattr(table, "DEFINED", found.states // share - 1)
        other = check_file(path)
        assert (other.by, other.states) == (ARRAYS, found.states)
        assert other.defined is not None
        assert 0 < other.defined <= found.states // share + 8
        assert f", {other.defined} of them by the rules" in other.details()
        assert "Python, numpy, the machine" in other.details()
        assert check_file(path, by_rules=True).by == DEFINITION


def test_without_numpy_the_definition_is_enough(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written(tmp_path, certificate(PUZZLE, blocks_of(PUZZLE, 8)))
    monkeypatch.setitem(sys.modules, "puzzleproof.models.arrays.sliding", None)
    assert on_arrays(path).by == DEFINITION


def test_tours_are_checked_by_definition(tmp_path: Path) -> None:
    puzzle = SMALL["tour in sequence"]
    path = written(tmp_path, certificate(puzzle, blocks_of(puzzle, 3)))
    assert on_arrays(path).by == DEFINITION


TRIANGLE = game("triangle5", vacate=[0, 0], finish=[0, 0])


def test_moves_and_bounds_are_those_of_plain_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pegs, "AT_ONCE", 3)
    for seed in range(300):
        graph, layers, named = peg_game(random.Random(seed))  # noqa: S311  (repeatable)
        for layer in layers if isinstance(graph, PegGraph) else ():
            assert isinstance(graph, PegGraph)
            numbers = np.array(sorted(layer), np.uint64)
            assert pegs.PegMoves(graph).beyond(numbers).tolist() == sorted(graph.beyond(layer))
            for bound in lower_bounds(graph, [list(pair) for pair in named]):
                assert isinstance(bound, DeparturesBound)
                for left in (1, 2, 4, NEVER):
                    near = pegs.ArrayBound(graph, bound).near(numbers, left).tolist()
                    assert near == bound.near(numbers.tolist(), left)


def test_weights_whose_sums_might_not_fit_into_a_word_are_left_to_plain_python() -> None:
    puzzle = game("wiegleb", vacate=[4, 4], finish=[4, 4])
    graph = PegGraph(puzzle)
    parts = "".join("abc"[k // 15] for k in range(graph.holes))
    for weight, kind in ((1, pegs.PegTable), (LARGEST_WEIGHT, type(None))):
        named = departures(puzzle, [weight] * graph.holes, parts=parts)
        assert type(pegs.peg_table(graph, lower_bounds(graph, [list(named)]))) is kind


def test_a_table_that_is_large_enough_is_checked_on_arrays() -> None:
    data = bounded(TRIANGLE, [departures(TRIANGLE)], 10)
    assert check_bounded(data).by == GRAPH
    with small_on_arrays():
        assert (
            ", on arrays of family 'pegs', 1 lower" in check_stream(BytesIO(data), "test").details()
        )


@pytest.mark.parametrize("method", ["PegMoves.beyond", "ArrayBound.near"])
def test_samples_are_compared(method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def none(_self: object, positions: Sets, *_moves: int) -> Sets:
        return positions[:0]

    monkeypatch.setattr(f"puzzleproof.verify.arrays.pegs.{method}", none)
    data = BytesIO(bounded(TRIANGLE, [departures(TRIANGLE)], 10, blocks=[[TRIANGLE.pegs]]))
    with small_on_arrays(), pytest.raises(InternalError, match="disagree"):
        check_stream(data, "test")


WIDTHS = st.sampled_from([*range(1, 9), 9, 12, 16, 20])


def read(reader: type[Records], raw: bytes, sizes: list[int], width: int) -> list[list[int]] | str:
    """The numbers of each block, or the fault."""
    data = zlib.compress(raw)
    body = Body(io.BytesIO(data), len(raw), hashlib.sha256(data).hexdigest())
    found, some = list[list[int]](), reader(body, width)
    try:
        for label, size in enumerate(sizes):
            parts = some.block(f"label {label}", size)
            numbers = list[int]()
            for part in parts:
                numbers += part if isinstance(part, list) else integers(part, width)
            found.append(numbers)
        some.finish()
    except CertificateRejected as error:
        return str(error)
    return found


def assert_alike(raw: bytes, sizes: list[int], width: int) -> list[list[int]] | str:
    plain = read(Records, raw, sizes, width)
    assert read(ArrayRecords, raw, sizes, width) == plain
    return plain


@given(
    st.lists(st.sets(st.integers(0, 2**160 - 1), max_size=9), max_size=4),
    st.integers(1, 9),
    WIDTHS,
)
def test_numbers_of_any_width(sets: list[set[int]], chunk: int, width: int) -> None:
    blocks = [sorted({number >> 160 - 8 * width for number in some}) for some in sets]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(body_reader, "BODY_CHUNK", chunk)
        assert assert_alike(records(blocks), list(map(len, blocks)), width) == blocks


@given(st.binary(max_size=40), st.lists(st.integers(0, 9), max_size=4), WIDTHS, st.integers(1, 50))
@example(b"\x80\x00", [1], 1, 50)
@example(b"\x01\x00", [2], 1, 50)
@example(b"\xff\x7f", [1], 1, 50)
@example(b"\xff" * 8 + b"\x01", [1], 8, 50)
@example(b"\xff" * 9 + b"\x01", [1], 8, 50)
@example(b"\xff" * 9 + b"\x7f" + b"\x01" * 9, [5, 5], 8, 50)
@example(b"\xff" * 20, [1], 8, 3)
@example(b"", [1], 1, 50)
@example((b"\xff" * 7 + b"\x7f") * 300, [300], 8, 5000)
def test_any_bytes(raw: bytes, sizes: list[int], width: int, chunk: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(body_reader, "BODY_CHUNK", chunk)
        assert_alike(raw, sizes, width)
