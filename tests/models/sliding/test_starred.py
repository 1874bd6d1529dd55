"""Goals with stars: any of some pieces covers a cell."""

import pytest

from puzzleproof.models.errors import InstanceError, Unsupported
from puzzleproof.models.instances import dumps, loads
from puzzleproof.models.sliding.rules import SlidingPuzzle
from puzzleproof.verify.bfs import bfs


def puzzle(board: str, goal: str, **keys: str) -> SlidingPuzzle:
    more = "".join(f'{key} = "{value}"\n' for key, value in keys.items())
    drawn = [text.replace("/", "\n") for text in (board, goal)]
    text = f'family = "sliding"\nboard = """\n{drawn[0]}\n"""\ngoal = """\n{drawn[1]}\n"""\n{more}'
    found = loads(text)
    assert isinstance(found, SlidingPuzzle)
    return found


def test_each_starred_piece_covers_the_cell_in_each_way() -> None:
    found = puzzle("AAB/...", ".../.*.", starred="AB", labelled="AB")
    goals = {goal.text() for goal in found.goals}
    assert goals == {"...\n.B.\n", "...\nAA.\n", "...\n.AA\n"}
    assert loads(dumps(found)).document() == found.document()


def test_the_goal_is_reached_just_where_a_starred_piece_covers_it() -> None:
    """Compared with the plain meaning of the words, on every state that can be reached."""
    found = puzzle("AAB/CD./...", ".../.../*..", starred="AC", labelled="ABCD")
    seen, queue = {found.start}, [found.start]
    for state in queue:
        cover = found.draw(state).splitlines()[2][0] in "AC"
        assert found.is_goal(state) == cover
        new = set(found.successors(state)) - seen
        seen |= new
        queue += new
    assert bfs(found).optimum is not None
    assert len(seen) > 100


def test_two_stars_may_be_covered_by_one_piece_or_by_two() -> None:
    found = puzzle("AAB/C..", ".../**.", starred="ABC", labelled="ABC")
    texts = {goal.text() for goal in found.goals}
    assert {"...\nAA.\n", "...\nBC.\n", "...\nCB.\n", "...\nBAA\n", "...\nCAA\n"} == texts


@pytest.mark.parametrize(
    ("keys", "fault"),
    [
        ({"starred": "X"}, "key 'starred': the board has no piece 'X'"),
        ({"starred": "B"}, "'B' is not labelled, so 'C' of the same shape would do as well"),
    ],
)
def test_stars_that_say_something_else_are_refused(keys: dict[str, str], fault: str) -> None:
    with pytest.raises(InstanceError, match=fault):
        puzzle("AAB/C..", ".../*..", **keys)


def test_a_star_that_no_piece_can_cover_is_refused() -> None:
    with pytest.raises(InstanceError, match="can cover its cells"):
        puzzle("AA#./..#B", "..#*/..#.", starred="A", labelled="AB")


def test_stars_for_too_many_goals_are_refused() -> None:
    board = "/".join(["ABCDEFGHIJ", "KLMNOPQRST", ".........."])
    names = "ABCDEFGHIJKLMNOPQRST"
    stars = "/".join(["**********", "..........", ".........."])
    with pytest.raises(Unsupported, match="stand for over 1,000 goals"):
        puzzle(board, stars, starred=names, labelled=names)
