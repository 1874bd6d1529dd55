"""Sliding blocks: the symmetries of a board, by name, whatever start and goal are."""

from __future__ import annotations

import pytest

from puzzleproof.encoders import ground, ground_single_steps
from puzzleproof.encoders.symmetry import keeps_operators
from tests.support.boards import METRICS, SMALL, sliding


def names(board: str, **keys: str) -> list[str]:
    puzzle = sliding(board, "unit", **keys)
    return [name for name, _ in ground_single_steps(puzzle).board_symmetries()]


def test_the_symmetries_of_a_board_have_names() -> None:
    assert names("A../...") == ["left-right", "top-bottom", "half turn"]
    assert names("A./..") == [
        *("left-right", "top-bottom", "half turn", "diagonal", "antidiagonal"),
        *("quarter turn right", "quarter turn left"),
    ]
    assert names("A./.#") == ["diagonal"]
    assert names("A#./..#") == []


def test_a_kind_may_go_to_another_of_its_turned_shape() -> None:
    assert names("AAC/B.C/B..") == [
        *("left-right", "top-bottom", "half turn"),
    ]
    assert "diagonal" in names("AA./B../B..")
    assert "diagonal" not in names("AA./BB./...")


def test_labels_that_are_exchanged_are_named() -> None:
    assert "diagonal, labels exchanged" in names("AA./B../B..", labelled="A")
    assert "left-right" in names("AA./B../B..", labelled="A")


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("name", SMALL)
def test_symmetries_keep_the_steps(name: str, metric: str) -> None:
    grounding = ground_single_steps(SMALL[name].with_metric(metric))
    for _, images in grounding.board_symmetries():
        assert keeps_operators(grounding.task, images)


def test_the_symmetries_of_the_start_are_candidates_only() -> None:
    """A board of one row: left and right are exchanged, the goal is kept or not."""
    assert len(ground(sliding(".A.", goal=".A.")).task.symmetries) == 1
    assert not ground(sliding(".A.", goal="A..")).task.symmetries
