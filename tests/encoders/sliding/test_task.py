"""Sliding blocks as whole moves: routes, and the sets of cells that they need."""

from __future__ import annotations

from string import ascii_uppercase

import pytest

from puzzleproof.encoders.sliding import task as whole_moves
from puzzleproof.encoders.sliding.task import ground_sliding
from puzzleproof.models.errors import Unsupported
from puzzleproof.models.sliding.rules import SlidingPuzzle
from tests.support.boards import METRICS, SMALL, sliding

RING = sliding(".../.#./A..", goal="..A/.#./...")


def routes(puzzle: SlidingPuzzle) -> dict[str, list[list[str]]]:
    """From where to where -> the cells that must be empty, route by route."""
    task, found = ground_sliding(puzzle).task, dict[str, list[list[str]]]()
    for operator in task.operators:
        needs = sorted(task.facts[f] for f in operator.requires - task.movers)
        found.setdefault(operator.name, []).append([name.removeprefix("empty@") for name in needs])
    return found


def test_a_piece_goes_round_a_wall_on_either_side() -> None:
    found = routes(RING)["A:2,0>0,2"]
    assert found == [["0,0", "0,1", "0,2", "1,0"], ["0,2", "1,2", "2,1", "2,2"]]


def test_a_line_ends_at_the_corner_and_a_unit_at_the_next_cell() -> None:
    def reached(metric: str) -> set[str]:
        names = routes(RING.with_metric(metric))
        return {name.partition(">")[2] for name in names if name.startswith("A:2,0>")}

    assert reached("unit") == {"1,0", "2,1"}
    assert reached("line") == {"1,0", "0,0", "2,1", "2,2"}
    assert reached("piece") == {"1,0", "0,0", "0,1", "0,2", "1,2", "2,1", "2,2"}


def test_routes_that_need_more_than_the_empty_cells_are_dropped() -> None:
    crowded = sliding("BCD/E#./A..", goal="..A/.#./...", labelled="A")
    assert routes(crowded)["A:2,0>1,2"] == [["1,2", "2,1", "2,2"]]
    assert "A:2,0>0,2" not in routes(crowded)


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("name", SMALL)
def test_no_route_needs_another_one_s_cells_and_more(name: str, metric: str) -> None:
    for sets in ground_sliding(SMALL[name].with_metric(metric)).task.displacements.values():
        assert not any(one < other for one in sets for other in sets)


def test_too_many_routes_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(whole_moves, "OPERATOR_LIMIT", 10)
    with pytest.raises(Unsupported, match="more than 10 routes"):
        ground_sliding(RING)


@pytest.mark.parametrize("free", range(1, 16))
def test_a_board_of_sixteen_cells_has_few_routes(free: int) -> None:
    """Unit squares, all distinguished: no other pieces have as many places."""
    letters = ascii_uppercase[: 16 - free]
    rows = "/".join(f"{letters:.<16}"[r : r + 4] for r in range(0, 16, 4))
    assert len(ground_sliding(sliding(rows, labelled=letters)).task.operators) <= 13_248
