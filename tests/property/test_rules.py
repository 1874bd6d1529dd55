"""Laws of the rules, on random boards."""

from __future__ import annotations

from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from puzzleproof.models.errors import IllegalMove
from puzzleproof.models.puzzle import State
from puzzleproof.models.sliding.motion import SlidingMove
from puzzleproof.models.sliding.rules import SlidingPuzzle
from tests.support.boards import puzzles, states


def moved(puzzle: SlidingPuzzle, state: State) -> list[State]:
    return [puzzle.play(state, move) for move in puzzle.moves(state)]


@given(puzzles(tours=False))
def test_every_slide_can_be_taken_back(puzzle: SlidingPuzzle) -> None:
    assert puzzle.reversible
    for state in states(puzzle, 20):
        for after in puzzle.successors(state):
            assert state in set(puzzle.successors(after))


@given(puzzles(tours=True))
def test_a_visit_is_never_lost(puzzle: SlidingPuzzle) -> None:
    assert not puzzle.reversible
    for state in states(puzzle, 20):
        for after in puzzle.successors(state):
            assert after[-1] & state[-1] == state[-1]


@given(puzzles())
def test_successors_are_canonical(puzzle: SlidingPuzzle) -> None:
    for state in states(puzzle, 20):
        assert puzzle.canonical(state) == state
        for after in puzzle.successors(state):
            assert puzzle.canonical(after) == after


@given(puzzles())
def test_moves_and_successors_tell_the_same(puzzle: SlidingPuzzle) -> None:
    for state in states(puzzle, 20):
        assert set(map(puzzle.canonical, moved(puzzle, state))) == set(puzzle.successors(state))


@given(puzzles())
def test_each_move_leads_to_a_state_of_its_own(puzzle: SlidingPuzzle) -> None:
    for state in states(puzzle, 20):
        after = moved(puzzle, state)
        assert len(set(after)) == len(after)
        assert all(one[: len(puzzle.names)] != state[: len(puzzle.names)] for one in after)


@given(puzzles())
def test_a_move_takes_one_piece_and_keeps_the_others(puzzle: SlidingPuzzle) -> None:
    pieces = len(puzzle.names)
    for state in states(puzzle, 20):
        for after in moved(puzzle, state):
            assert sum(a != b for a, b in zip(state[:pieces], after[:pieces], strict=True)) == 1


@given(puzzles())
def test_pieces_never_overlap_nor_leave_the_board(puzzle: SlidingPuzzle) -> None:
    for state in states(puzzle, 20):
        occupied = 0
        for mask in state[: len(puzzle.names)]:
            assert not mask & occupied
            assert not mask & ~puzzle.grid.all
            occupied |= mask


@given(puzzles(), st.data())
def test_the_goal_does_not_tell_interchangeable_pieces_apart(
    puzzle: SlidingPuzzle, data: st.DataObject
) -> None:
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


@given(puzzles())
def test_a_move_reads_back_as_it_was_printed(puzzle: SlidingPuzzle) -> None:
    for state in states(puzzle, 20):
        for move in puzzle.moves(state):
            assert puzzle.parse_move(puzzle.format_move(move)) == move


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
