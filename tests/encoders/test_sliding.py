"""Sliding blocks as tasks: numbered facts, whole moves by routes, and single steps in chains."""

from __future__ import annotations

import pytest

from puzzleproof.encoders.sliding import BlockFacts
from puzzleproof.encoders.sliding import task as whole_moves
from puzzleproof.encoders.sliding.task import ground_sliding
from puzzleproof.models.errors import Unsupported
from puzzleproof.models.sliding.rules import SlidingPuzzle
from tests.support.boards import METRICS, SMALL, sliding


def test_pieces_of_one_shape_are_a_kind_unless_they_are_labelled() -> None:
    def kinds(labelled: str) -> dict[str, int]:
        facts = BlockFacts(sliding("AB./CC.", labelled=labelled), single_steps=False)
        return {kind.name: kind.number for kind in facts.kinds}

    assert kinds("") == {"AB": 2, "C": 1}
    assert kinds("A") == {"A": 1, "B": 1, "C": 1}


def test_a_goal_without_a_label_is_any_piece_of_the_shape() -> None:
    facts = BlockFacts(sliding("AB./CC.", goal=".B./...", labelled="A"), single_steps=False)
    task = facts.task(())
    assert [[task.facts[f] for f in clause] for clause in task.goals[0]] == [["A@0,1", "B@0,1"]]


@pytest.mark.parametrize(("board", "letters"), [("AA.", "EW"), ("A/A/.", "NS"), ("AA/AA", "NESW")])
def test_where_axes_are_locked_a_piece_goes_along_its_length(board: str, letters: str) -> None:
    def directions(locked: bool) -> str:
        puzzle = sliding(board, axis_locked=locked)
        return BlockFacts(puzzle, single_steps=True).kinds[0].directions

    assert directions(locked=True) == letters
    assert directions(locked=False) == "NESW"


# --- routes --------------------------------------------------------------------------------

RING = sliding(".../.#./A..", goal="..A/.#./...")


def routes(puzzle: SlidingPuzzle) -> dict[str, list[list[str]]]:
    """From where to where -> the cells that must be empty, route by route."""
    task, found = ground_sliding(puzzle).task, dict[str, list[list[str]]]()
    for operator in task.operators:
        needs = sorted(task.facts[f] for f in operator.requires - task.movers)
        found.setdefault(operator.name, []).append([name.removeprefix("empty@") for name in needs])
    return found


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


# --- single steps --------------------------------------------------------------------------
