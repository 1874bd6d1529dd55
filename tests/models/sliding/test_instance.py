"""Faults of an instance are named with their place; what is rarely meant is remarked."""

from typing import Any

import pytest

from puzzleproof.models.errors import InstanceError, Unsupported
from puzzleproof.verify.replay import replay
from tests.support.boards import LIBRARY, library, sliding


def test_a_label_without_a_piece_names_the_goal_that_draws_it() -> None:
    with pytest.raises(InstanceError) as caught:
        sliding("AB./...", goal=".../..Z", labelled="Z")
    fault = "no piece 'Z' on the board, which has 'AB'; key 'goal' draws it at row 2, column 3"
    assert str(caught.value) == f"key 'labelled': {fault}"


@pytest.mark.parametrize("labelled", ["", "A", "*"])
def test_a_piece_that_the_board_lacks_is_named_with_its_place(labelled: str) -> None:
    fault = "the board has no piece 'Z', it has 'AB'; drawn here at row 2, column 2"
    with pytest.raises(InstanceError, match=f"key 'goal': {fault}"):
        sliding("AB./...", goal=".../.Z.", labelled=labelled)
    with pytest.raises(InstanceError, match=r"key 'tour\[2\]': the board has no piece 'Z'"):
        sliding("AB./...", tour=["..A/...", ".../.Z."], labelled=labelled)


@pytest.mark.parametrize("labelled", ["", "A", "*"])
def test_a_piece_of_another_shape_is_named_with_both_places(labelled: str) -> None:
    fault = "'A' has another shape on the board, at row 1, column 1; drawn here at row 2, column 2"
    with pytest.raises(InstanceError, match=fault):
        sliding("AB./CC.", goal=".../.AA", labelled=labelled)


@pytest.mark.parametrize(
    ("keys", "which"),
    [
        ({"goal": ".../..B"}, "where 'B'"),
        ({"goal": ".../.BA"}, "where one of 'BA'"),
        ({"goal": [".../..B", ".../A.."], "labelled": "A"}, "where 'B'"),
    ],
)
def test_a_place_that_any_piece_of_a_shape_may_take_is_remarked(
    keys: dict[str, Any], which: str
) -> None:
    (remark,) = sliding("AB./CC.", **keys).remarks
    assert remark.startswith(f"key 'goal': {which} is drawn, any piece of that shape will do")
    (remark,) = sliding("AB./CC.", tour=["B../CC."], labelled="C").remarks
    assert remark.startswith("key 'tour': where 'B' is drawn")


def test_a_place_drawn_for_a_bound_piece_may_be_taken_by_a_free_one_of_its_shape() -> None:
    puzzle = sliding("AB.", goal="..A", axes="A:NS")
    (remark,) = puzzle.remarks
    assert "where 'A' is drawn, any piece of that shape will do" in remark
    assert puzzle.is_goal(replay(puzzle, ["BE"])[-1])


@pytest.mark.parametrize("keys", [{"goal": ".../.BA", "labelled": "AB"}, {"goal": "CC./..."}])
def test_a_place_of_one_piece_alone_is_not(keys: dict[str, Any]) -> None:
    assert not sliding("AB./CC.", **keys).remarks


def test_a_letter_drawn_in_two_places_is_remarked() -> None:
    (remark,) = sliding("A.A/.B./BB.", goal="A.A/.../...").remarks
    places = "(row 1, column 1 and row 1, column 3)"
    assert remark == f"key 'board': 'A' is drawn in 2 separate places {places}: one piece in parts"


def test_many_parts_are_counted_and_not_listed() -> None:
    (remark,) = sliding("A.A.A.A/......./A.A.A.A", goal="A.A.A.A/......./A.A.A.A").remarks
    assert remark == "key 'board': 'A' is drawn in 8 separate places: one piece in parts"


@pytest.mark.parametrize("name", LIBRARY)
def test_a_piece_in_one_part_is_not(name: str) -> None:
    assert not library(name).remarks


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
