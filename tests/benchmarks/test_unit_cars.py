"""The search over all boards of unit cars, against a simple search of each board by the rules."""

from itertools import product

from benchmarks.unit_cars import Lot, Pair, hardest, instance
from puzzleproof.models.instances import loads
from puzzleproof.verify.bfs import bfs


def test_the_hardest_boards_are_those_of_a_search_of_each_board() -> None:
    lot = Lot(2, 3, 0)
    found = hardest(lot)
    minimum = dict[tuple[Pair, int], int | None]()
    for hole, target, code in product(range(6), (1, 2), range(1 << 4)):
        if hole != target:
            board = loads(instance(lot, (hole, target), code, 0))
            minimum[(hole, target), code] = bfs(board).optimum
    solvable = {start: moves for start, moves in minimum.items() if moves is not None}
    assert found.distance == max(solvable.values())
    assert found.starts == sorted(one for one in solvable if solvable[one] == found.distance)
    assert found.solvable == len(solvable)
