"""The statistics of starts, against all shortest plans played move by move."""

from collections.abc import Iterator
from itertools import pairwise

import pytest

from puzzleproof.explore.graph.starts import NAMES, About, Statistics, how_far
from puzzleproof.models.puzzle import AnyPuzzle, State
from tests.support.boards import sliding
from tests.support.frog_boards import frogs
from tests.support.state_graphs import PARTLY_LABELLED, of_library, plain_distances, whole
from tests.support.tile_boards import tiles

BOARDS: dict[str, AnyPuzzle] = {
    "one of four": PARTLY_LABELLED["one of four"],
    "a far corner": sliding("AA../AA.B/CDDE", goal="..../..AA/..AA", labelled="A"),
    "in steps": sliding("AA../AA.B/CDDE", goal="..../..AA/..AA", labelled="A", metric="unit"),
    "tiles": tiles("2 1/0 3", goal="0 1/2 3"),
    "frogs": frogs("FF.TT"),
}


def plans(puzzle: AnyPuzzle, state: State, depth: dict[State, int]) -> Iterator[list[State]]:
    """Play every shortest plan, with the pieces in the order of the start."""
    if puzzle.is_goal(puzzle.canonical(state)):
        yield [state]
        return
    left = depth[puzzle.canonical(state)]
    for move in puzzle.moves(state):
        after = puzzle.play(state, move)
        if depth.get(puzzle.canonical(after)) == left - 1:
            yield from ([state, *rest] for rest in plans(puzzle, after, depth))


def stand_still(puzzle: AnyPuzzle, states: list[list[State]]) -> int:
    """Count the pieces (of tiles the cells with a label) that are the same in all these states."""
    entries = list(zip(*(state for plan in states for state in plan), strict=True))
    return sum(len({*some}) == 1 and (some[0] != 0 or puzzle.family != "tiles") for some in entries)


@pytest.mark.parametrize("name", BOARDS)
def test_they_are_those_of_all_shortest_plans(name: str) -> None:
    puzzle, graph = BOARDS[name], whole(BOARDS[name])
    known, goals = Statistics(graph), graph.goals()
    nearest = [plain_distances(graph.before, goal) for goal in goals]
    depth = {
        state: min(far[vertex] for far in nearest if vertex in far)
        for vertex, state in enumerate(graph.states)
        if any(vertex in far for far in nearest)
    }
    far, looked = how_far(puzzle), 0
    for vertex in range(0, len(graph), max(1, len(graph) // 15)):
        state, about = graph.states[vertex], About(known, vertex)
        reached = plain_distances(graph.rows, vertex)
        assert about["states"] == len(reached)
        assert about["dead_ends"] == sum(graph.states[one] not in depth for one in reached)
        assert about["moves"] == depth.get(state)
        if state not in depth:
            continue
        found = list(plans(puzzle, state, depth))
        told = {tuple(map(puzzle.canonical, plan)) for plan in found}
        looked += len(told) > 1
        assert about["shortest_plans"] == len(told)
        assert about["first_choices"] == len({plan[1] for plan in told if len(plan) > 1})
        if puzzle.family != "frogs":
            assert about["idle_pieces"] == stand_still(puzzle, found)
        if far is not None:
            away = (sum(far(b) > far(a) for a, b in pairwise(p)) for p in told)
            assert about["moves_away"] == min(away)
    assert looked, "some start has several plans"


def test_a_statistic_is_computed_when_it_is_looked_up() -> None:
    graph = of_library("simplicity")
    known = Statistics(graph)
    about = About(known, 0)
    assert about["moves"] == 18
    assert known.kept == {}
    assert {name: about[name] is not None for name in NAMES} == dict.fromkeys(NAMES, True)
    assert {*known.kept} == {"plans", "away", "idle", "reached"}
