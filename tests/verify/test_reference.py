"""The definition with bounds: what it says of tables of each family, and of each bent one.

Tables without bounds are put before it and before the arrays in all tests of `check_alike`, tables
with bounds before it and the quick checker in `tests/verify/bounds/test_labels.py`.
"""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest

from puzzleproof.models.errors import CertificateRejected
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.verify.bfs import bfs
from puzzleproof.verify.bounds.graphs import graph_of
from puzzleproof.verify.certificate import DEFINITION, check_stream
from puzzleproof.verify.labelling import NEVER
from tests.support.boards import SMALL
from tests.support.bounded import bounded, departures, layers_of
from tests.support.certificate_files import shortest_plan
from tests.support.frog_boards import frogs
from tests.support.peg_boards import game
from tests.support.tile_boards import SMALL as TILES

PUZZLES: dict[str, tuple[AnyPuzzle, list[Any]]] = {
    "sliding": (SMALL["walls"], []),
    "frogs": (frogs("FF.TT"), []),
    "pegs": (game("triangle5", vacate=[0, 0], finish=[0, 0]), []),
    "tiles": (TILES["2 x 2"], [("tile_patterns", {"partitions": [[[1, 2], [3]]]})]),
}
PUZZLES["pegs"][1].append(departures(PUZZLES["pegs"][0]))  # type: ignore[arg-type]


def accepted(data: bytes) -> int | None:
    found = check_stream(BytesIO(data), "test", by_rules=True)
    assert found.by == DEFINITION
    return found.at_least


def refusal(data: bytes) -> str:
    with pytest.raises(CertificateRejected) as caught:
        accepted(data)
    return str(caught.value)


@pytest.mark.parametrize("name", PUZZLES)
def test_the_minimum_is_proven_and_no_more(name: str) -> None:
    puzzle, named = PUZZLES[name]
    minimum = bfs(puzzle).optimum
    assert minimum
    assert accepted(bounded(puzzle, named, minimum)) == minimum
    assert "a goal state" in refusal(bounded(puzzle, named, minimum + 1))


@pytest.mark.parametrize("name", PUZZLES)
def test_states_that_are_missing(name: str) -> None:
    puzzle, _ = PUZZLES[name]
    minimum = bfs(puzzle).optimum
    assert minimum
    blocks = layers_of(graph_of(puzzle), [], minimum)
    bent = [*blocks[:1], blocks[1][1:], *blocks[2:]]
    assert "no bound says that" in refusal(bounded(puzzle, [], minimum, blocks=bent))
    other = [blocks[1], *blocks[1:]]
    assert "label 0: the start is missing" in refusal(bounded(puzzle, [], minimum, blocks=other))


def test_claims_that_do_not_fit() -> None:
    puzzle, _ = PUZZLES["sliding"]
    blocks = layers_of(graph_of(puzzle), [], 8)
    plan = shortest_plan(puzzle) or []
    assert "labels from the start alone" in refusal(bounded(puzzle, [], 2, blocks=[]))
    assert "with 8 blocks of labels" in refusal(bounded(puzzle, [], 7, blocks=blocks))
    assert "claims at least" in refusal(bounded(puzzle, [], NEVER, blocks=blocks))
    longer = bounded(puzzle, [], len(plan) + 1, blocks=blocks, plan=plan)
    assert "shorter than the bound" in refusal(longer)
    wrong = [*blocks[:7], [*blocks[7], 256**puzzle.pack_width - 1]]
    assert "no state has this number" in refusal(bounded(puzzle, [], 8, blocks=wrong))
