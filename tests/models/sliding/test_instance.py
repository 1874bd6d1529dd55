"""Faults of an instance are named with their place; what is rarely meant is remarked."""

import pytest

from puzzleproof.models.errors import InstanceError, Unsupported
from tests.support.boards import LIBRARY, library, sliding


def test_a_label_without_a_piece_names_the_goal_that_draws_it() -> None:
    with pytest.raises(InstanceError) as caught:
        sliding("AB./...", goal=".../..Z", labelled="Z")
    fault = "no piece 'Z' on the board, which has 'AB'; key 'goal' draws it at row 2, column 3"
    assert str(caught.value) == f"key 'labelled': {fault}"


def test_a_labelled_piece_that_the_board_lacks_is_named_with_its_place() -> None:
    fault = "the board has no labelled piece 'Z', it has 'AB'; drawn here at row 2, column 2"
    with pytest.raises(InstanceError, match=f"key 'goal': {fault}"):
        sliding("AB./...", goal=".../.Z.", labelled="*")


def test_a_labelled_piece_of_another_shape_is_named_with_both_places() -> None:
    fault = "of this shape: there it is another, at row 1, column 1; drawn here at row 2, column 2"
    with pytest.raises(InstanceError, match=fault):
        sliding("AB./...", goal=".../.AA", labelled="A")


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
