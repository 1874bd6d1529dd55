"""Sliding blocks as numbered facts: kinds, places, names, and a state from facts and back."""

from __future__ import annotations

import pytest

from puzzleproof.encoders.sliding import BlockFacts
from puzzleproof.verify.bfs import layers
from tests.support.boards import SMALL, sliding

BOARD = sliding("AB./..#", goal="BA./..#", labelled="AB")


def test_places_and_empty_cells_have_names() -> None:
    task = BlockFacts(BOARD, single_steps=False).task(())
    cells = ["0,0", "0,1", "0,2", "1,0", "1,1"]
    assert list(task.facts) == [f"{kind}@{cell}" for kind in ("A", "B", "empty") for cell in cells]
    assert {task.facts[f] for f in task.start} == {
        *("A@0,0", "B@0,1"),
        *("empty@0,2", "empty@1,0", "empty@1,1"),
    }
    assert [[task.facts[f] for f in clause] for clause in task.goals[0]] == [["B@0,0"], ["A@0,1"]]
    assert [(count.name, count.number) for count in task.counts] == [
        ("A", 1),
        ("B", 1),
        ("empty", 3),
    ]


def test_for_single_steps_the_empty_cells_come_first() -> None:
    first, last = (BlockFacts(BOARD, single_steps=steps) for steps in (True, False))
    assert sorted(first.empty.values()) == list(range(5))
    assert sorted(last.empty.values()) == list(range(10, 15))
    assert set(first.task(()).facts) == set(last.task(()).facts)


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


def test_half_way_places_are_for_single_steps_or_drawn() -> None:
    drawn, between = SMALL["half-way"], SMALL["half-way goal"]
    for puzzle in (drawn, between):
        resting, all_of_them = (BlockFacts(puzzle, single_steps=steps) for steps in (False, True))
        assert set(resting.places) < set(all_of_them.places)
        assert all(resting.rests(*place) for place in resting.places)
        assert not all(resting.rests(*place) for place in all_of_them.places)


@pytest.mark.parametrize(("board", "letters"), [("AA.", "EW"), ("A/A/.", "NS"), ("AA/AA", "NESW")])
def test_where_axes_are_locked_a_piece_goes_along_its_length(board: str, letters: str) -> None:
    def directions(locked: bool) -> str:
        puzzle = sliding(board, axis_locked=locked)
        return BlockFacts(puzzle, single_steps=True).kinds[0].directions

    assert directions(locked=True) == letters
    assert directions(locked=False) == "NESW"


@pytest.mark.parametrize("single_steps", [False, True])
@pytest.mark.parametrize("name", SMALL)
def test_a_state_has_one_set_of_facts(name: str, single_steps: bool) -> None:
    puzzle = SMALL[name]
    facts, width = BlockFacts(puzzle, single_steps=single_steps), len(puzzle.names)
    for layer in layers(puzzle):
        for state in layer:
            (found,) = facts.inverse(state[:width])
            assert facts.state(found) == state[:width]
            assert all(len(found & set(group)) == 1 for group in facts.task(()).groups)
