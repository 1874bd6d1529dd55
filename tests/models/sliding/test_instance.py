"""What is rarely meant by an instance is remarked; its faults are in ../test_faults.py."""

from typing import Any

import pytest

from puzzleproof.models.errors import Unsupported
from puzzleproof.models.remarks import remarks
from puzzleproof.verify.replay import replay
from tests.support.boards import LIBRARY, library, sliding

IN_PARTS = "A.A.A.A/......./A.A.A.A"
TWO = "2 separate places (row 1, column 1 and row 1, column 3): one piece in parts"
REMARKS: list[tuple[str, dict[str, Any], str]] = [
    # Any piece of a shape may take a place where one is drawn that is not labelled.
    (
        "AB./CC.",
        {"goal": ".../..B"},
        "key 'goal': where 'B' is drawn, any piece of that shape will",
    ),
    ("AB./CC.", {"goal": ".../.BA"}, "key 'goal': where one of 'BA' is drawn, any piece of that"),
    (
        "AB./CC.",
        {"goal": [".../..B", ".../A.."], "labelled": "A"},
        "key 'goal': where 'B' is drawn",
    ),
    (
        "AB./CC.",
        {"tour": ["B../CC."], "labelled": "C"},
        "key 'tour': where 'B' is drawn, any piece",
    ),
    ("AB.", {"goal": "..A", "axes": "A:NS"}, "key 'goal': where 'A' is drawn, any piece of that"),
    ("AB./CC.", {"goal": ".../.BA", "labelled": "AB"}, ""),
    ("AB./CC.", {"goal": "CC./..."}, ""),
    ("A.A/.B./BB.", {"goal": "A.A/.../..."}, f"key 'board': 'A' is drawn in {TWO}"),
    (IN_PARTS, {}, "key 'board': 'A' is drawn in 8 separate places: one piece in parts"),
]


@pytest.mark.parametrize(("board", "keys", "remark"), REMARKS)
def test_what_is_remarked(board: str, keys: dict[str, Any], remark: str) -> None:
    found = remarks(sliding(board, **keys))
    assert len(found) == bool(remark)
    assert "".join(found).startswith(remark)


@pytest.mark.parametrize("name", LIBRARY)
def test_in_the_library_nothing_is(name: str) -> None:
    assert not remarks(library(name))


def test_a_drawing_of_too_many_characters_is_unsupported() -> None:
    board = "/".join(["." * 200] * 200)
    with pytest.raises(Unsupported, match="key 'board': a drawing of 200 rows x 200 columns is"):
        sliding("A" + board[1:], goal=board[:-1] + "A")


def test_axes_that_change_no_move_change_nothing_else() -> None:
    """Neither their order nor what `axis_locked` says anyway."""
    one, other = (sliding("AB./...", axes=x) for x in ("A:EW B:NS", "B:NS A:EW"))
    assert one.document() == other.document()
    plain, said = (sliding("AA./BB.", axis_locked=True, axes=x) for x in ("", "A:EW"))
    assert plain.groups == said.groups == (("A", "B"),)


def test_a_free_piece_may_take_the_place_of_a_bound_one_of_its_shape() -> None:
    puzzle = sliding("AB.", goal="..A", axes="A:NS")
    assert puzzle.is_goal(replay(puzzle, ["BE"])[-1])
