"""Peg positions as words: images, classes, position classes, and sets of words."""

import random
from dataclasses import replace

import numpy as np
import pytest

from puzzleproof.encoders import ground_single_steps
from puzzleproof.explore.engines.arrays.sorted_words import among, ascending
from puzzleproof.explore.packed_task import PackedTask
from puzzleproof.explore.pegs import sets as peg_sets
from puzzleproof.explore.pegs.classes import (
    Board,
    Key,
    board_of,
    goal_states,
    image_under,
    least,
    same_position_class,
)
from puzzleproof.explore.pegs.sets import Budget, Found
from puzzleproof.models.errors import LimitReached, Unsupported
from puzzleproof.models.instances import load
from puzzleproof.models.pegs.rules import PegPuzzle
from puzzleproof.models.puzzle import Info
from puzzleproof.provers.packed_task import packed_task_of

BOARDS = ("english", "european", "triangle5", "diamond41", "strip32", "strip33", "strip64")


def model(board: str, **keys: object) -> PackedTask:
    ends = keys or {"vacate": [0, 0] if board[0] in "ts" else [3, 3], "finish": "any"}
    puzzle = PegPuzzle.from_document({"board": board, **ends}, Info(), "move")
    return packed_task_of(ground_single_steps(puzzle))


def some_positions(board: Board, number: int = 200) -> list[int]:
    chance = random.Random(board.holes)  # noqa: S311
    full = (1 << board.holes) - 1
    return [0, full, full ^ 1, *(chance.getrandbits(board.holes) for _ in range(number))]


@pytest.mark.parametrize("name", BOARDS)
def test_words_are_positions_and_rows_their_images(name: str) -> None:
    one = model(name)
    board = board_of(one, one.symmetries)
    assert len(board.symmetries) == 1 + len(one.symmetries)
    positions = some_positions(board)
    for hub in (False, True):
        some = [p for p in positions if board.key(p).hub == hub]
        words = board.words(np.array(positions, np.uint64), hub)
        assert words.tolist() == [board.squeezed(p) for p in some]
        assert board.positions(words, Key(0, hub)).tolist() == some
        for row, turn in zip(board.rows(words), board.symmetries, strict=True):
            assert row.tolist() == [board.squeezed(image_under(p, turn)) for p in some]


@pytest.mark.parametrize(("name", "bits"), [("english", 32), ("strip33", 32), ("european", 64)])
def test_a_hub_makes_words_short(name: str, bits: int) -> None:
    one = model(name)
    assert board_of(one, one.symmetries).bits == bits


@pytest.mark.parametrize("name", ["english", "european", "triangle5"])
def test_all_of_a_class_have_one_word_and_jumps_keep_classes_together(name: str) -> None:
    one = model(name)
    board = board_of(one, one.symmetries)
    for position in some_positions(board, 40):
        images = {image_under(position, turn) for turn in board.symmetries}
        (key,) = {board.key(image) for image in images}
        classes = board.classes(images)
        assert [len(words) for words in classes.values()] == [1]
        after = [classes_after(board, key, board.squeezed(image)) for image in images]
        assert all(some == after[0] for some in after)


def classes_after(board: Board, key: Key, word: int) -> set[int]:
    rows = board.rows(np.array([word], board.dtype))
    jumps = [jump for jump in board.jumps if jump.key(key) is not None]
    return {int(after) for jump in jumps for after in least(board.after(rows, jump))}


def test_a_jump_keeps_the_position_class() -> None:
    one = model("english")
    for step in one.steps:
        assert same_position_class(one.steps, one.start, one.start ^ step.change)
    assert not same_position_class(one.steps, one.start, one.start ^ one.groups[0])


def test_the_position_class_tells_where_one_peg_may_end() -> None:
    """From the centre of the English board in five holes; of the European board in none."""
    ends = dict[str, list[int]]()
    for board in ("english", "european"):
        one = model(board)
        ends[board] = [g for g in goal_states(one) if same_position_class(one.steps, one.start, g)]
    assert len(ends["english"]) == 5
    assert ends["european"] == []


def test_other_puzzles_and_larger_boards_are_refused() -> None:
    with pytest.raises(Unsupported, match="64 holes, not 65"):
        board_of(model("strip65"))
    with pytest.raises(Unsupported, match="for peg solitaire only"):
        board_of(packed_task_of(ground_single_steps(load("ane-rouge"))))
    one = model("strip5")
    other = replace(one, steps=(one.steps[0]._replace(change=one.groups[0]),))
    with pytest.raises(Unsupported, match="no steps but jumps"):
        board_of(other)
    with pytest.raises(Unsupported, match="goals that tell every hole"):
        goal_states(replace(one, goals=((1,),)))


# --- sets ---------------------------------------------------------------------------------


@pytest.mark.parametrize("bits", [32, 64])
@pytest.mark.parametrize("blank", [0, -1])
def test_a_set_tells_what_is_new(bits: int, blank: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(peg_sets, "BATCH", 1000)
    chance, known = np.random.default_rng(bits), set[int]()
    found = Found(bits, blank, Budget(None))
    for _ in range(8):
        offered = set[int]()
        for number in (3, 0, 5000, 300):
            numbers = 0x10001 * chance.integers(1, 40000, number)
            words = numbers.astype(np.uint32 if bits == 32 else np.uint64)
            offered |= set(words.tolist())
            found.add(words)
        new = found.new().tolist()
        assert new == sorted(offered - known)
        known |= offered
    assert found.new().tolist() == []


def test_a_set_holds_zero_where_its_blank_is_another() -> None:
    found = Found(32, Key(1, True).blank, Budget(None))
    found.add(np.zeros(3, np.uint32))
    assert found.new().tolist() == [0]


def test_a_set_keeps_to_its_budget() -> None:
    budget = Budget(1 << 20)
    found = Found(32, 0, budget)
    words = np.arange(1, 1 << 22, dtype=np.uint32)
    with pytest.raises(LimitReached, match="memory limit reached"):
        found.add(words)
    assert budget.kept <= 1 << 20


def test_sorted_arrays() -> None:
    words = ascending([np.array([5, 3, 5, 9, 3], np.uint64)])
    assert words.tolist() == [3, 5, 9]
    assert among(words, np.array([2, 3, 9, 10], np.uint64)).tolist() == [False, True, True, False]
    assert among(words[:0], words).tolist() == [False] * 3
