"""Walking distances: as a plain search finds them, and never above the true distance."""

from collections import defaultdict
from io import BytesIO
from typing import Any

import pytest

from puzzleproof.models import budget
from puzzleproof.models.errors import CertificateRejected, LimitReached
from puzzleproof.models.puzzle import State
from puzzleproof.models.tiles.rules import TilesPuzzle
from puzzleproof.verify.arrays.walking import LARGE, Axis, axes_of, layers_of, ways
from puzzleproof.verify.bounds import LowerBound, lower_bounds
from puzzleproof.verify.bounds.graphs import LabelGraph
from puzzleproof.verify.bounds.tile_graph import TileGraph
from puzzleproof.verify.certificate import check_stream
from tests.support.bounded import bounded
from tests.support.tile_boards import tiles
from tests.support.true_distances import distances as by_rules
from tests.support.true_distances import layers_from, overstated, value

WALKING: tuple[str, dict[str, Any]] = ("walking_distance", {})
BOARDS = {
    "2 x 3": tiles("4 1 2/3 5 0"),
    "3 x 2": tiles("2 1/3 4/5 0", goal="3 0/1 2/5 4"),
    "2 x 4": tiles("0 1 3 2/4 5 7 6"),
    "3 x 3": tiles("8 6 7/2 5 4/3 0 1"),
    "3 x 3, blank in the middle": tiles("8 6 7/2 5 4/3 0 1", goal="1 2 3/4 0 5/6 7 8"),
    "3 x 3, blank on a side": tiles("8 6 7/2 5 4/3 0 1", goal="1 2 3/4 5 0/6 7 8"),
    "a row": tiles("0 2 1 3 4"),
    "a column": tiles("1/0/3/2"),
}
REVERSED = tiles("15 14 13 12/11 10 9 8/7 6 5 4/3 2 1 0")
Bags = tuple[int, tuple[tuple[int, ...], ...]]
"""The blank's line, and for each line the names of its tiles, ascending."""


def bound_of(graph: LabelGraph) -> LowerBound:
    [bound] = lower_bounds(graph, [list(WALKING)])
    return bound


def bags_of(puzzle: TilesPuzzle, state: State, axis: int) -> Bags:
    lines, blank = defaultdict[int, list[int]](list), 0
    for cell, label in enumerate(state):
        line = divmod(cell, puzzle.columns)[axis]
        if label:
            lines[line].append(divmod(puzzle.goal.index(label), puzzle.columns)[axis])
        else:
            blank = line
    number = (puzzle.rows, puzzle.columns)[axis]
    return blank, tuple(tuple(sorted(lines[line])) for line in range(number))


def plainly(puzzle: TilesPuzzle, axis: int) -> dict[Bags, int]:
    """The fewest steps, by breadth-first search from the goal over sorted tuples."""
    found, queue = {(goal := bags_of(puzzle, puzzle.goal, axis)): 0}, [goal]
    for blank, lines in queue:
        for beside in {blank - 1, blank + 1}.intersection(range(len(lines))):
            for name in {*lines[beside]}:
                after = list(lines)
                taken = list(lines[beside])
                taken.remove(name)
                after[beside], after[blank] = tuple(taken), tuple(sorted((*lines[blank], name)))
                if (bags := (beside, tuple(after))) not in found:
                    found[bags] = found[blank, lines] + 1
                    queue.append(bags)
    return found


@pytest.mark.parametrize("name", BOARDS)
def test_all_states_have_the_sum_of_two_plain_searches(name: str) -> None:
    puzzle = BOARDS[name]
    graph, tables = TileGraph(puzzle), [plainly(puzzle, axis) for axis in (0, 1)]
    true, bound = layers_from(graph, [graph.end_number], 30_000), bound_of(graph)
    assert overstated(bound, true) == 0
    groups: dict[int, list[int]] = defaultdict(list)
    for number in (number for layer in true for number in layer):
        state = graph.state(number)
        total = sum(table[bags_of(puzzle, state, axis)] for axis, table in enumerate(tables))
        groups[total].append(number)
    assert max(groups) > 2
    for steps, group in groups.items():
        assert bound.near(group, steps) == []
        assert bound.near(group, steps + 1) == group


def test_the_fifteen_puzzle_reversed() -> None:
    """24,964 bags; the farthest ones are those of the reversed board."""
    graph, table = TileGraph(REVERSED), plainly(REVERSED, 0)
    assert len(table) == 24_964
    assert max(table.values()) == table[bags_of(REVERSED, REVERSED.start, 0)] == 35
    assert value(bound_of(graph), graph.start) == 70
    [(rows, _), (columns, _)] = axes_of(graph)
    assert rows == columns == Axis(4, 4, 0)


def test_one_state_proves_seventy_moves() -> None:
    for at_least, accepted in ((70, True), (71, False)):
        data = bounded(REVERSED, [WALKING], at_least, blocks=[[REVERSED.pack(REVERSED.start)]])
        if accepted:
            assert check_stream(BytesIO(data), "test").at_least == 70
        else:
            with pytest.raises(CertificateRejected, match="no bound says that"):
                check_stream(BytesIO(data), "test")


def test_a_move_of_several_tiles_would_be_counted_more_than_once() -> None:
    puzzle = BOARDS["3 x 2"]
    true, _ = by_rules(LabelGraph(puzzle.with_metric("multi")))
    assert overstated(bound_of(TileGraph(puzzle)), true) > 0


def test_a_wrong_home_of_the_blank_would_overstate(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = BOARDS["2 x 4"]
    graph = TileGraph(puzzle)
    true = layers_from(graph, [graph.end_number])
    wrong = layers_of(Axis(4, 2, 1), 0)
    bound = bound_of(graph)
    monkeypatch.setattr(bound, "_columns", wrong)
    assert overstated(bound, true) > 0


@pytest.mark.parametrize(
    ("rows", "columns", "fits"),
    [(5, 5, True), (4, 5, True), (3, 6, True), (5, 6, False), (4, 6, False), (6, 6, False)],
)
def test_boards_with_too_many_bags_are_refused(rows: int, columns: int, fits: bool) -> None:
    lines = (" ".join(str(r * columns + c) for c in range(columns)) for r in range(rows))
    graph = TileGraph(tiles("/".join(lines)))
    assert (ways(graph) <= LARGE) == fits
    assert rows != columns or ways(graph) == 1_260_236_880 or not fits
    if not fits:
        with pytest.raises(CertificateRejected, match=f"{rows} x {columns} cells have too many"):
            bound_of(graph)


def test_the_search_for_a_table_spends_work(monkeypatch: pytest.MonkeyPatch) -> None:
    graph = TileGraph(tiles("/".join(" ".join(map(str, range(k, k + 5))) for k in range(0, 25, 5))))
    monkeypatch.setattr(budget, "WORK", 100_000)
    with budget.budgeted(), pytest.raises(LimitReached, match="the check needs some"):
        bound_of(graph)
