"""Plans are replayed by the rules, and the simple search says how long a shortest one is."""

from __future__ import annotations

import pytest

from puzzleproof.models.errors import IllegalMove, LimitReached, NotationError
from puzzleproof.verify.bfs import bfs, layers
from puzzleproof.verify.replay import replay, replay_to_goal
from tests.support.boards import SMALL, library, sliding

PUZZLE = sliding("A..B", "unit", goal=".A..", labelled="A")


def test_a_replay_returns_the_states_passed() -> None:
    states = replay(PUZZLE, ["AE", "AE", "AW"])
    assert [PUZZLE.draw(state) for state in states] == ["A..B", ".A.B", "..AB", ".A.B"]
    assert replay_to_goal(PUZZLE, ["AE", "AE", "AW"]) == 3


def test_an_empty_plan_stays_at_the_start() -> None:
    assert replay(PUZZLE, []) == [PUZZLE.start]
    with pytest.raises(IllegalMove, match="the plan's 0 moves do not end in a goal state"):
        replay_to_goal(PUZZLE, [])


def test_an_illegal_move_is_named_with_its_number() -> None:
    with pytest.raises(IllegalMove, match=r"move 3 of 4: 'AE', step 1 .*'B' is in the way"):
        replay(PUZZLE, ["AE", "AE", "AE", "AW"])


def test_an_unreadable_move_is_named_with_its_number() -> None:
    with pytest.raises(NotationError, match="move 2 of 2: 'A!' is not a move"):
        replay(PUZZLE, ["AE", "A!"])


def test_a_plan_that_passes_the_goal_and_ends_elsewhere_is_none() -> None:
    with pytest.raises(IllegalMove, match="do not end in a goal state"):
        replay_to_goal(PUZZLE, ["AE", "AE"])


@pytest.mark.parametrize(("metric", "minimum"), [("piece", 18), ("line", 23), ("unit", 31)])
def test_the_simple_search_finds_the_published_minimum(metric: str, minimum: int) -> None:
    assert bfs(library("simplicity", metric)).optimum == minimum


def test_the_simple_search_says_where_there_is_no_plan() -> None:
    distance = bfs(sliding("A#.", goal=".#A", labelled="A"))
    assert (distance.optimum, distance.states) == (None, 1)


def test_the_simple_search_ends_at_a_start_that_is_a_goal() -> None:
    assert bfs(sliding("A.", goal="A.")).optimum == 0


def test_every_state_stands_in_one_layer() -> None:
    for name in ("mirror", "tour in sequence", "half-way"):
        found = list(layers(SMALL[name]))
        assert sum(map(len, found)) == len(set[tuple[int, ...]]().union(*found))


def test_a_listener_may_stop_the_search() -> None:
    seen: list[tuple[int, int]] = []

    def on_layer(depth: int, states: int) -> None:
        seen.append((depth, states))
        if depth == 2:
            raise LimitReached("enough")

    with pytest.raises(LimitReached):
        bfs(library("simplicity"), on_layer)
    assert [depth for depth, _ in seen] == [0, 1, 2]
    assert [states for _, states in seen] == sorted(states for _, states in seen)
