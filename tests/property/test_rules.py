"""Laws of the rules of sliding blocks, on random boards.

That moves and successors, their notation and packed states agree is in tests/models/test_contract.
"""

from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from puzzleproof.models.errors import IllegalMove
from puzzleproof.models.sliding.rules import SlidingMove, SlidingPuzzle
from tests.support.boards import puzzles, states


@given(puzzles())
def test_a_move_takes_one_piece_elsewhere_and_loses_no_visit(
    puzzle: SlidingPuzzle,
) -> None:
    pieces = len(puzzle.names)
    assert puzzle.reversible != bool(puzzle.tour)
    for state in states(puzzle, 20):
        after = [puzzle.play(state, move) for move in puzzle.moves(state)]
        assert len(set(after)) == len(after)
        for one in after:
            assert sum(a != b for a, b in zip(state[:pieces], one[:pieces], strict=True)) == 1
            occupied = 0
            for mask in one[:pieces]:
                assert not mask & (occupied | ~puzzle.grid.all)
                occupied |= mask
            assert not puzzle.tour or one[-1] & state[-1] == state[-1]


@given(puzzles(), st.data())
def test_goals_do_not_tell_like_pieces_apart(puzzle: SlidingPuzzle, data: st.DataObject) -> None:
    for state in states(puzzle, 20):
        masks = list(state)
        for kind in puzzle.kinds:
            orders = list(permutations(state[kind]))
            masks[kind] = data.draw(st.sampled_from(orders))
        exchanged = tuple(masks)
        assert puzzle.is_goal(exchanged) == puzzle.is_goal(state)
        assert puzzle.canonical(exchanged) == puzzle.canonical(state)
        after = set(map(puzzle.canonical, puzzle.successors(exchanged)))
        assert after == set(puzzle.successors(state))


@given(puzzles(), st.text("NESW", min_size=1, max_size=6))
def test_a_path_is_played_or_refused(puzzle: SlidingPuzzle, path: str) -> None:
    """What `play` accepts is what `successors` lists, for any path whatever."""
    state = puzzle.canonical(puzzle.start)
    for name in puzzle.names:
        try:
            after = puzzle.play(state, SlidingMove(name, path))
        except IllegalMove:
            continue
        assert puzzle.canonical(after) in set(puzzle.successors(state))


@given(puzzles())
def test_the_metrics_are_nested(puzzle: SlidingPuzzle) -> None:
    """A unit is a line, and a line is a displacement of one piece."""
    start = puzzle.canonical(puzzle.start)
    unit, line, piece = (
        set(puzzle.with_metric(metric).successors(start)) for metric in ("unit", "line", "piece")
    )
    assert unit <= line <= piece
