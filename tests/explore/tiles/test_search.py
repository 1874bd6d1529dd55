"""IDA* with each heuristic: node counts, minima, bounds; no heuristic exceeds a true distance."""

from __future__ import annotations

import numpy as np
import pytest

from puzzleproof.explore.tiles import idastar
from puzzleproof.explore.tiles.board import Array, TileBoard
from puzzleproof.explore.tiles.idastar import HEURISTICS, Heuristic, Manhattan, search
from puzzleproof.explore.tiles.patterns import PatternDatabases
from tests.support.tile_boards import labelled, walk

# --- IDA* ----------------------------------------------------------------------------------


FIFTEEN = TileBoard(4, 4, tuple(range(16)))
T1 = (10, 6, 4, 12, 1, 14, 3, 7, 5, 15, 11, 13, 8, 0, 2, 9)
T2 = (0, 1, 2, 4, 3, 6, 10, 12, 5, 7, 14, 11, 8, 9, 15, 13)
"""Tables of the text on the taquin (French agrégation), its figure 1."""

T1_NODES = {38: 36, 40: 303, 42: 3073, 44: 26765, 46: 201889, 48: 1388246}
"""Nodes under the failed f-limits of T1 with Manhattan, by an IDA* that was written elsewhere."""

KORF_8 = (12, 11, 15, 3, 8, 0, 4, 2, 6, 13, 9, 5, 14, 1, 10, 7)
KORF_9 = (3, 14, 9, 11, 5, 4, 8, 2, 13, 12, 6, 7, 10, 1, 15, 0)
"""Numbers 8 and 9 of R. E. Korf's hundred (1985): 50 and 46 moves."""

EIGHT = TileBoard(3, 3, tuple(range(9)))


def ignore(remark: str) -> None:
    raise AssertionError(remark)


def test_t1_by_manhattan_has_the_known_nodes() -> None:
    limits: dict[int, int] = {}
    found = search(FIFTEEN, T1, Manhattan(FIFTEEN), on_failed=limits.__setitem__)
    assert limits == T1_NODES
    assert found.at_least == 50
    assert found.word is not None
    assert walk(FIFTEEN, T1, found.word) == FIFTEEN.goal


@pytest.mark.parametrize("chunk", [1, 7, 100_000])
def test_the_size_of_a_chunk_changes_no_failed_threshold(
    chunk: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(idastar, "CHUNK", chunk)
    limits: dict[int, int] = {}
    found = search(FIFTEEN, T1, Manhattan(FIFTEEN), limits.__setitem__, 44)
    assert limits == {k: n for k, n in T1_NODES.items() if k < 44}
    assert found.word is None
    assert found.at_least == 44


@pytest.mark.parametrize(("state", "moves"), [(T1, 50), (T2, 50), (KORF_8, 50), (KORF_9, 46)])
def test_pattern_databases_find_the_minimum(state: tuple[int, ...], moves: int) -> None:
    patterns = HEURISTICS["patterns"](FIFTEEN, ignore)
    found = search(FIFTEEN, state, patterns)
    assert found.word is not None
    assert len(found.word) == found.at_least == moves
    assert walk(FIFTEEN, state, found.word) == FIFTEEN.goal
    assert found.nodes < 2_000_000


def test_the_goal_is_a_plan_of_no_moves() -> None:
    found = search(EIGHT, EIGHT.goal, Manhattan(EIGHT))
    assert (found.word, found.at_least) == ((), 0)


def test_a_line_that_cannot_be_put_in_order_has_no_plan() -> None:
    row = TileBoard(1, 4, (0, 1, 2, 3))
    assert search(row, (2, 1, 0, 3), Manhattan(row)).at_least is None
    found = search(row, (1, 2, 3, 0), Manhattan(row))
    assert found.word == (3, 3, 3)


def test_the_goal_may_be_any_table() -> None:
    board = TileBoard(3, 3, (8, 7, 6, 5, 4, 3, 2, 0, 1))
    start = board.named((8, 7, 6, 5, 0, 3, 2, 4, 1))
    for name in HEURISTICS:
        found = search(board, start, HEURISTICS[name](board, ignore))
        assert found.word == (2,)
    assert labelled(board, walk(board, start, (2,))) == board.goal


# --- heuristics ----------------------------------------------------------------------------


BOARDS = [
    TileBoard(2, 2, (0, 1, 2, 3)),
    TileBoard(2, 3, (3, 1, 5, 2, 0, 4)),
    TileBoard(3, 2, (1, 2, 3, 4, 5, 0)),
    TileBoard(2, 4, tuple(range(8))),
    TileBoard(1, 5, (1, 2, 0, 3, 4)),
    TileBoard(5, 1, (1, 2, 3, 4, 0)),
    EIGHT,
]


class GoalLayer:
    """All states at one distance, and how each came from the layer before."""

    def __init__(self) -> None:
        self.states: list[tuple[int, ...]] = []
        self.parents: list[int] = []
        self.moves: list[tuple[int, int, int]] = []
        """(tile, the cell it leaves, the cell it gets to)"""


def layers(board: TileBoard) -> list[GoalLayer]:
    """Breadth first from the goal."""
    first = GoalLayer()
    first.states.append(tuple(range(board.cells)))
    found, seen = [first], set(first.states)
    while found[-1].states:
        layer = GoalLayer()
        for parent, state in enumerate(found[-1].states):
            blank = state.index(board.home)
            for to in board.neighbours[blank]:
                if to < 0:
                    continue
                after = list(state)
                after[blank], after[to] = state[to], board.home
                if (new := tuple(after)) not in seen:
                    seen.add(new)
                    layer.states.append(new)
                    layer.parents.append(parent)
                    layer.moves.append((state[to], to, blank))
        found.append(layer)
    return found[:-1]


LAYERS = {board: layers(board) for board in BOARDS}


def values_by_moves(heuristic: Heuristic, found: list[GoalLayer]) -> list[Array]:
    """Each layer's values, from those of the layer before."""
    value, memory = heuristic.start(found[0].states[0])
    values = [np.array([value])]
    memories = np.array([memory], np.int64).reshape(1, -1)
    for layer in found[1:]:
        memories = memories[layer.parents]
        tiles, origins, targets = np.array(layer.moves).T
        before = values[-1][layer.parents]
        values.append(heuristic.after(before, memories, tiles, origins, targets))
    return values


@pytest.mark.parametrize("board", BOARDS, ids=lambda b: f"{b.rows}x{b.columns}")
@pytest.mark.parametrize("name", HEURISTICS)
def test_a_heuristic_is_admissible(name: str, board: TileBoard) -> None:
    heuristic = HEURISTICS[name](board, ignore)
    values = values_by_moves(heuristic, LAYERS[board])
    assert values[0] == [0]
    for distance, (layer, found) in enumerate(zip(LAYERS[board], values, strict=True)):
        assert found.max() <= distance
        assert ((distance - found) % 2 == 0).all()
        if distance:
            assert found.min() > 0
        for k in range(0, len(layer.states), 97):
            assert heuristic.start(layer.states[k])[0] == found[k]


def mean(heuristic: Heuristic) -> float:
    values = np.concatenate(values_by_moves(heuristic, LAYERS[EIGHT]))
    return float(values.mean())


def test_each_heuristic_sees_more_than_the_one_before() -> None:
    means = [mean(HEURISTICS[name](EIGHT, ignore)) for name in HEURISTICS]
    assert means == sorted(means)
    assert means[0] < means[1]


def test_patterns_that_share_a_tile_do_not_add_up() -> None:
    """The lemma of Korf & Felner needs disjoint patterns."""
    overlapping = PatternDatabases(EIGHT, [(1, 2, 3, 4), (4, 5, 6, 7)])
    values = values_by_moves(overlapping, LAYERS[EIGHT])
    assert any(found.max() > distance for distance, found in enumerate(values))
