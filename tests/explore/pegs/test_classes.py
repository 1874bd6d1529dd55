"""Peg positions as words: images, classes, position classes."""

import random
from dataclasses import replace

import numpy as np
import pytest

from puzzleproof.explore.packed_task import PackedTask
from puzzleproof.explore.pegs.classes import (
    WordBoard,
    board_of,
    goal_states,
    least,
)
from puzzleproof.models.errors import Unsupported
from puzzleproof.models.pegs.rules import PegPuzzle
from puzzleproof.models.puzzle import Info
from tests.support.state_graphs import packed, packed_library

BOARDS = ("english", "european", "triangle5", "diamond41", "strip32", "strip33", "strip64")


def named(board: str, **keys: object) -> PackedTask:
    ends = keys or {"vacate": [0, 0] if board[0] in "ts" else [3, 3], "finish": "any"}
    return packed(PegPuzzle.from_document({"board": board, **ends}, Info(), "move"))


def some_positions(board: WordBoard, number: int = 200) -> list[int]:
    chance = random.Random(board.holes)  # noqa: S311
    full = (1 << board.holes) - 1
    return [0, full, full ^ 1, *(chance.getrandbits(board.holes) for _ in range(number))]


@pytest.mark.parametrize("name", BOARDS)
def test_rows_are_the_images(name: str) -> None:
    task = named(name)
    board = board_of(task, task.symmetries)
    assert len(board.symmetries) == 1 + len(task.symmetries)
    positions = some_positions(board)
    rows = board.rows(np.array(positions, np.uint64))
    for row, symmetry in zip(rows, board.symmetries, strict=True):
        assert row.tolist() == list(map(symmetry.image, positions))


@pytest.mark.parametrize("name", ["english", "european", "triangle5"])
def test_all_of_a_class_have_one_word_and_jumps_keep_classes_together(name: str) -> None:
    task = named(name)
    board = board_of(task, task.symmetries)
    for position in some_positions(board, 40):
        images = {symmetry.image(position) for symmetry in board.symmetries}
        assert len(board.classes(images)) == 1
        after = [classes_after(board, image) for image in images]
        assert all(some == after[0] for some in after)


def classes_after(board: WordBoard, position: int) -> set[int]:
    rows = board.rows(np.array([position], np.uint64))
    return {int(after) for jump in board.jumps for after in least(board.after(rows, jump))}


def test_other_puzzles_and_larger_boards_are_refused() -> None:
    with pytest.raises(Unsupported, match="64 holes, not 65"):
        board_of(named("strip65"))
    with pytest.raises(Unsupported, match="for peg solitaire only"):
        board_of(packed_library("ane-rouge"))
    task = named("strip5")
    other = replace(task, steps=(task.steps[0]._replace(change=task.groups[0]),))
    with pytest.raises(Unsupported, match="no steps but jumps"):
        board_of(other)
    with pytest.raises(Unsupported, match="goals that determine every hole"):
        goal_states(replace(task, goals=((1,),)))
