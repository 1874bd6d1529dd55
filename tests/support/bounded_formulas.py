"""Formulas of labellings with bounds, for tests: of small tables, honest and bent."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from puzzleproof.models.facts_and_actions import strips_of
from puzzleproof.models.instances import printed
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.lrat.bounded import bounded_formula, left_out_of
from puzzleproof.provers.lrat.proven import ProvenFormula
from puzzleproof.provers.lrat.ranks import rank_proof
from puzzleproof.verify.bfs import bfs
from puzzleproof.verify.bounds import LowerBound
from puzzleproof.verify.certificate import read_header
from puzzleproof.verify.formula.bounded import BoundedRanks
from puzzleproof.verify.formula.check import remark
from puzzleproof.verify.formula.remarks import Table
from puzzleproof.verify.labelling import blocks
from tests.support.boards import SMALL as SLIDING
from tests.support.bounded import Named, bounded, departures
from tests.support.frog_boards import SMALL as FROGS
from tests.support.peg_boards import pegs
from tests.support.tile_boards import SMALL as TILES
from tests.support.tile_boards import tiles

DOZEN = pegs("move", board="oooo\n" * 3, vacate=[0, 0], finish=[0, 0])
TRIANGLE = pegs("move", board="triangle4", vacate=[1, 0], finish="any")
PIECES: Named = [("piece_groups", {"partitions": [["AB"], ["A", "B"]]})]
PATTERNS: Named = [("tile_patterns", {"partitions": [[[1, 2], [3, 4, 5]], [[1], [2, 4]]]})]
ROW: Named = [
    ("frog_crossings", {}),
    ("potential", {"features": "own", "weights": [1, -1], "drop": 1}),
]


class Claimed(NamedTuple):
    """A puzzle, and bounds for it."""

    puzzle: AnyPuzzle
    bounds: Named


SUBJECTS = {
    "dozen": Claimed(DOZEN, [departures(DOZEN, parts="aabbacdbccdd")]),
    "triangle": Claimed(TRIANGLE, [("pagoda", {"weights": [1] * 10}), departures(TRIANGLE)]),
    "tiles": Claimed(TILES["2 x 3, a goal of its own"], PATTERNS),
    "mirrored": Claimed(tiles("3 2/1 0"), []),
    "runs": Claimed(TILES["2 x 3"].with_metric("multi"), [("manhattan", {})]),
    "sliding": Claimed(SLIDING["two labelled"], PIECES),
    "frogs": Claimed(FROGS["row"], ROW),
    "no bounds": Claimed(TILES["2 x 2"], []),
}
"""Each has a plan."""


def minimum(puzzle: AnyPuzzle) -> int:
    """By breadth-first search."""
    found = bfs(puzzle).optimum
    assert found is not None
    return found


def table_of(data: bytes) -> Table:
    """The table that a certificate comes down to."""
    certificate = read_header(BytesIO(data))
    labels = [list(chain.from_iterable(block.parts)) for block in blocks(certificate)]
    puzzle, length = certificate.puzzle, certificate.at_least
    return Table(labels, left_out_of(puzzle, labels, length))


def written(one: Claimed, at_least: int | None) -> ProvenFormula:
    """The honest formula of a claim, and its proof."""
    return bounded_formula(read_header(BytesIO(bounded(one.puzzle, one.bounds, at_least))))


def put(
    folder: Path,
    one: Claimed,
    at_least: int | None,
    formula: ProvenFormula,
    *,
    binary: bool = False,
) -> tuple[Path, Path]:
    """Write both files."""
    told = printed(one.puzzle), one.puzzle.metric, at_least
    paths = folder / "some.cnf", folder / "some.lrat"
    head = remark("bounded", *told, bounds=one.bounds)
    formula.write(*paths, binary=binary, head=[head])
    return paths


class Unchecked(BoundedRanks):
    """The formula of a table whatever it says: what a liar writes."""

    def _check_labels(self, labels: Sequence[Sequence[int]]) -> None:
        """Look away."""

    def _check_left_out(
        self, left_out: Sequence[tuple[int, list[int]]], bounds: Sequence[LowerBound]
    ) -> None:
        """Look away."""


def unchecked(one: Claimed, at_least: int | None, table: Table) -> ProvenFormula:
    """The formula of a bent table, with the proof that it would have."""
    strips = strips_of(one.puzzle)
    ranks = Unchecked(one.puzzle, strips, at_least, table, [list(b) for b in one.bounds]).ranks
    return ProvenFormula(ranks.variables, list(ranks.clauses()), rank_proof(ranks), table)


def moved(found: Table, number: int, moves: int) -> Table:
    """The table with one state left out with other moves; 0 drops it."""
    rest = {m: [n for n in numbers if n != number] for m, numbers in found.left_out}
    if moves:
        rest[moves] = sorted([*rest.get(moves, []), number])
    return Table(found.labels, sorted(((m, n) for m, n in rest.items() if n), reverse=True))
