"""Piece sets of a stock, up to symmetry, and how many placements they have."""

from typing import Any

import pytest

from puzzleproof.explore.atlas.layouts import layout_counts, layouts_by_pieces, placements
from puzzleproof.explore.atlas.stock import ANY_NUMBER, Stock, stock_of
from puzzleproof.models.errors import NotationError
from tests.support.atlas_by_rules import arrangements


def test_layouts_of_5x4_boards_as_dnomd343_counts_them() -> None:
    # One 2 x 2 block, any bars and squares, two empty cells at least: 29,334,498 layouts of 203
    # kinds (dnomd343/klotski); 363,480 with five bars and four squares (dnomd343/HRD_Database).
    counts = layout_counts(stock_of(empty=(2, 16)))
    assert (sum(counts.values()), len(counts)) == (29_334_498, 203)
    assert sum(counts[bars, 5 - bars, 4] for bars in range(6)) == 363_480
    assert sum(layout_counts(stock_of(empty=(1, 16))).values()) == 29_825_190
    assert sum(layout_counts(stock_of()).values()) == 1_588_914
    assert counts[4, 1, 4] == 65_880


def test_layouts_of_a_set_are_counted_as_they_are_listed() -> None:
    for one in stock_of(size=(3, 4), empty=(1, 3)).sets():
        assert placements(one) == len(list(arrangements(one))), one.words
    for one in stock_of(locked=True, size=(4, 5), pieces=3).sets():
        assert placements(one) == len(list(arrangements(one))), one.words


def test_rush_hour_sets_by_the_number_of_cars() -> None:
    counts = layouts_by_pieces(stock_of(locked=True, pieces=5))
    assert counts == {
        1: (1, 5),
        2: (4, 463),
        3: (10, 18_360),
        4: (20, 411_873),
        5: (35, 5_817_423),
    }


@pytest.mark.parametrize(
    ("size", "pieces", "goal", "sets"),
    [
        ((3, 3), "1x1 2x1* 1x2* 1x1*", (1, 1), 4),  # the goal in the middle: bars may lie or stand
        ((3, 3), "1x1 2x1* 1x2* 1x1*", (2, 2), 4),  # in a corner: the diagonal exchanges them
        (
            (3, 3),
            "1x1 2x1* 1x2* 1x1*",
            (0, 1),
            6,
        ),  # beside it: only the mirror, which exchanges none
        ((3, 4), "1x1 2x1* 1x2* 1x1*", (1, 1), 10),  # no square board
    ],
)
def test_sets_are_counted_up_to_the_symmetries_that_keep_the_goal(
    size: tuple[int, int], pieces: str, goal: tuple[int, int], sets: int
) -> None:
    empty = (4, 4) if size == (3, 3) else (5, 5)
    stock = stock_of(pieces, size=size, goal=goal, empty=empty)
    found = stock.sets()
    assert len(found) == sets
    counts = layout_counts(stock)
    if sets == 4:
        assert len(counts) == 6
        for one in found:
            lying, standing = one.others[2][1], one.others[1][1]
            squares = one.others[0][1]
            assert counts[squares, standing, lying] == counts[squares, lying, standing]


@pytest.mark.parametrize(
    ("wishes", "message"),
    [
        ({"size": (11, 4)}, "size 11x4: expected sides up to 10"),
        ({"text": "6x1 1x1*"}, "piece 6x1: it does not fit on the board"),
        ({"goal": (4, 0)}, "goal row 5, column 1: the block 2x2 does not fit"),
        ({"locked": True, "text": "1x2 1x1*"}, "piece 1x1: only bars such as 1x2 can be locked"),
        ({"locked": True, "text": "2x2 1x2*"}, "piece 2x2: only bars such as 1x2 can be locked"),
    ],
)
def test_a_stock_that_cannot_be_is_refused(wishes: dict[str, Any], message: str) -> None:
    with pytest.raises(NotationError, match=message):
        stock_of(**wishes)


def test_too_many_sets_are_refused() -> None:
    shapes = tuple((1, k) for k in range(1, 9))
    with pytest.raises(NotationError, match="more than 10,000 piece sets"):
        Stock((8, 8), (2, 2), (6, 3), shapes, ((0, ANY_NUMBER),) * 8, (2, 2)).sets()


def test_a_range_of_pieces_is_that_of_its_sets() -> None:
    stock = stock_of("2x2 2x1*1-2 1x2*1 1x1*", size=(3, 4), empty=(1, 3))
    every = stock_of(size=(3, 4), empty=(1, 3))
    wanted = [one for one in layout_counts(every) if 1 <= one[0] <= 2 and one[1] == 1]
    assert {*layout_counts(stock)} == {*wanted}
    assert len(stock.sets()) == len(wanted) > 1
