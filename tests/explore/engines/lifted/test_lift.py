"""The search of the lift against the plain search of the labelled model, state for state."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from puzzleproof.encoders import ground_single_steps
from puzzleproof.explore.engines.lifted.base_graph import base_graph
from puzzleproof.explore.engines.lifted.lift import Lift
from puzzleproof.explore.engines.lifted.merging import Merged
from puzzleproof.explore.engines.plain import PlainSearch
from puzzleproof.models.errors import LimitReached, Unsupported
from puzzleproof.models.instances import load
from puzzleproof.models.puzzle import AnyPuzzle, plan_through
from puzzleproof.provers.packed_task import packed_task_of
from tests.support.state_graphs import PARTLY_LABELLED, packed, packed_library

NAMES = ("simplicity", "simplicity2", "traffic-cop", "layton-tenstep-solution", "pennant")
PUZZLES = {**{name: load(name) for name in NAMES}, **PARTLY_LABELLED}
TILES = {name: load(name) for name in ("tiles-2x2", "tiles-2x3", "tiles-2x3-multi")}
CASES = {
    f"{name} {metric}": puzzle.with_metric(metric)
    for name, puzzle in PUZZLES.items()
    for metric in ("piece", "line", "unit")
} | TILES


def check_plan(puzzle: AnyPuzzle, states: list[int], optimum: int) -> None:
    """By the rules, and no longer than it should be."""
    grounding = ground_single_steps(puzzle)
    facts = packed_task_of(grounding).facts
    plan = plan_through(puzzle, [puzzle.canonical(grounding.state(facts(s))) for s in states])
    assert len(plan) == optimum
    assert puzzle.is_goal(puzzle.canonical(grounding.state(facts(states[-1]))))


@pytest.mark.parametrize("case", CASES)
def test_layers_and_optimum_are_those_of_the_plain_search(case: str) -> None:
    puzzle = CASES[case]
    task = packed(puzzle)
    layers = list(PlainSearch(task).layers())
    lift = Lift(task)
    assert lift.search(to_goal=False).layers == list(map(len, layers))
    found = lift.search()
    optimum = next((d for d, layer in enumerate(layers) if any(map(task.is_goal, layer))), None)
    if optimum is None:
        assert found.plan is None
        assert sum(found.layers) == sum(map(len, layers))
    else:
        assert found.plan is not None
        assert found.layers == [len(layer) for layer in layers[: optimum + 1]]
        check_plan(puzzle, found.plan, optimum)


@pytest.mark.parametrize(
    ("name", "optimum"),
    [
        # Klotski chapter (docs/sources.md); 8-puzzle: Reinefeld, IJCAI 1993.
        ("soap-verticals-labelled", 44),
        ("ane-rouge", 81),
        ("simplicity2", 68),
        ("tiles-3x3", 31),
        ("tiles-3x3-multi", 24),
    ],
)
def test_published_optima(name: str, optimum: int) -> None:
    puzzle = load(name)
    found = Lift(packed(puzzle)).search()
    assert found.plan is not None
    check_plan(puzzle, found.plan, optimum)


@pytest.mark.slow
def test_hifi() -> None:
    """J. Kato's 200 moves, and the states that complete searches see before the goal."""
    puzzle = load("hifi")
    found = Lift(packed(puzzle), memory=1 << 28).search()
    assert found.plan is not None
    assert sum(found.layers) == 21_486_726
    check_plan(puzzle, found.plan, 200)


@pytest.mark.parametrize("case", CASES)
def test_states_have_one_number_each(case: str) -> None:
    task = packed(CASES[case])
    lift = Lift(task)
    reached = set[int]().union(*PlainSearch(task).layers())
    numbers = {lift.number(state): state for state in reached}
    assert len(numbers) == len(reached)
    assert all(number < lift.size for number in numbers)
    assert all(lift.state(number) == state for number, state in numbers.items())


@pytest.mark.parametrize("name", ["simplicity2", "two of five", "dominoes"])
def test_every_labelled_move_is_an_edge_of_the_base(name: str) -> None:
    task = packed(PUZZLES[name])
    merged = Merged(task)
    search = PlainSearch(task)
    graph = base_graph(merged)
    for state in set[int]().union(*search.layers()):
        here = graph.index[merged.forget(state)]
        after = {graph.index[merged.forget(s)] for s in search.after((state,))}
        edges = graph.targets[graph.offsets[here] : graph.offsets[here + 1]]
        assert sorted(edges) == sorted(after)
        assert merged.raised(merged.forget(state), merged.word(state)) == state


def test_kinds_of_one_shape_that_move_differently_are_not_alike() -> None:
    """Frogs and toads cover single cells, but go opposite ways."""
    assert Merged(packed_library("frogs-2-2")).classes == ()


def test_kinds_are_alike_only_if_all_their_steps_are() -> None:
    """The two L pieces of Simplicity 2, one of them lamed or led astray."""
    task = packed(PUZZLES["simplicity2"])
    (alike,) = Merged(task).classes
    own = set(alike.places[1].values())
    k = next(k for k, step in enumerate(task.steps) if any(step.mask >> f & 1 for f in own))
    lamed = (*task.steps[:k], *task.steps[k + 1 :])
    assert Merged(replace(task, steps=lamed)).classes == ()
    astray = (
        *task.steps[:k],
        task.steps[k]._replace(landing=task.steps[k].origin),
        *task.steps[k + 1 :],
    )
    assert Merged(replace(task, steps=astray)).classes == ()


def test_words_come_in_order() -> None:
    merged = Merged(packed(PUZZLES["dominoes"]))
    words = list(merged.words())
    assert len(words) == merged.arrangements
    assert all(one < other for one, other in pairwise(words))


@pytest.mark.parametrize("memory", [100, 100_000, 3_000_000])
def test_too_little_memory_is_said(memory: int) -> None:
    with pytest.raises(LimitReached, match="memory limit reached"):
        Lift(packed_library("hifi"), memory=memory)


def test_too_little_memory_for_the_states() -> None:
    """The base fits, the 181,440 states above it do not."""
    task = packed_library("tiles-3x3")
    lift = Lift(task, memory=8_000_000)
    assert sum(lift.search(to_goal=False).layers) == 181_440
    lift.memory = lift.held + lift.size
    with pytest.raises(LimitReached, match="memory limit reached"):
        lift.search(to_goal=False)


def test_fifteen_puzzle_is_refused() -> None:
    with pytest.raises(LimitReached, match="memory limit reached"):
        Lift(packed_library("taquin-t1"))


def test_one_way_moves_and_tours_are_refused() -> None:
    with pytest.raises(Unsupported, match="taken back"):
        Lift(packed_library("frogs-2-2"))
    task = packed_library("simplicity")
    tour = replace(task, stops=(task.goals[0],))
    with pytest.raises(Unsupported, match="no tours"):
        Lift(tour)
