"""No heuristic exceeds the true distance; each is the same at once and move by move."""

import numpy as np
import pytest

from puzzleproof.explore.tiles.board import Array, TileBoard
from puzzleproof.explore.tiles.idastar import HEURISTICS, Heuristic
from puzzleproof.explore.tiles.patterns import PatternDatabases

EIGHT = TileBoard(3, 3, tuple(range(9)))
BOARDS = [
    TileBoard(2, 2, (0, 1, 2, 3)),
    TileBoard(2, 3, (3, 1, 5, 2, 0, 4)),
    TileBoard(3, 2, (1, 2, 3, 4, 5, 0)),
    TileBoard(2, 4, tuple(range(8))),
    TileBoard(1, 5, (1, 2, 0, 3, 4)),
    TileBoard(5, 1, (1, 2, 3, 4, 0)),
    EIGHT,
]


def ignore(remark: str) -> None:
    raise AssertionError(remark)


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


def test_the_eight_puzzle_has_all_its_states() -> None:
    assert sum(len(layer.states) for layer in LAYERS[EIGHT]) == 181_440
    assert len(LAYERS[EIGHT]) == 32


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
