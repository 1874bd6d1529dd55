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


GOALS = [
    ("AAB/...", ".../.*.", "AB", {"...\n.B.\n", "...\nAA.\n", "...\n.AA\n"}),
    ("AAB/C..", ".../**.", "ABC", {f"...\n{x}\n" for x in ("AA.", "BC.", "CB.", "BAA", "CAA")}),
]


@pytest.mark.parametrize(("board", "goal", "who", "expected"), GOALS)
def test_each_way_to_cover_is_a_goal(board: str, goal: str, who: str, expected: set[str]) -> None:
    """Two stars may be covered by one piece or by two."""
    found = puzzle(board, goal, starred=who, labelled=who)
    assert {one.text() for one in found.goals} == expected
    assert loads(dumps(found)).document() == found.document()


MANY = "ABCDEFGHIJKLMNOPQRST"


@pytest.mark.parametrize(
    ("board", "goal", "starred", "labelled", "fault"),
    [
        ("AAB/C..", ".../*..", "X", "", "key 'starred': the board has no piece 'X'"),
        ("AAB/C..", ".../*..", "B", "", "'B' is not labelled, so 'C' of the same shape would do"),
        ("AA#./..#B", "..#*/..#.", "A", "AB", "can cover its cells"),
        (
            f"{MANY[:10]}/{MANY[10:]}/{10 * '.'}",
            f"{10 * '*'}{2 * '/..........'}",
            MANY,
            MANY,
            "stand for over 1,000 goals",
        ),
    ],
)
def test_stars_that_are_refused(
    board: str, goal: str, starred: str, labelled: str, fault: str
) -> None:
    with pytest.raises((InstanceError, Unsupported), match=fault):
        puzzle(board, goal, starred=starred, labelled=labelled)
