"""The search of the lift against the plain search of the labelled model, state for state."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from puzzleproof.encoders import ground_single_steps
from puzzleproof.explore.engines.lifted.base_graph import base_graph
from puzzleproof.explore.engines.lifted.holonomy import goal_in_coset
from puzzleproof.explore.engines.lifted.lift import Lift
from puzzleproof.explore.engines.lifted.merging import Merged
from puzzleproof.explore.engines.plain import PlainSearch
from puzzleproof.explore.packed_task import PackedTask
from puzzleproof.models.errors import LimitReached, Unsupported
from puzzleproof.models.instances import load, loads
from puzzleproof.models.puzzle import AnyPuzzle, plan_through
from puzzleproof.provers.packed_task import packed_task_of

SMALL = """
family = "sliding"
name = "small"
metric = "piece"
board = \"\"\"
{board}
\"\"\"
goal = \"\"\"
{goal}
\"\"\"
labelled = "{labelled}"
"""


def small(board: str, goal: str, labelled: str) -> AnyPuzzle:
    text = SMALL.format(
        board=board.replace("/", "\n"), goal=goal.replace("/", "\n"), labelled=labelled
    )
    return loads(text)


PUZZLES = {
    "simplicity": load("simplicity"),
    "simplicity2": load("simplicity2"),
    "traffic-cop": load("traffic-cop"),
    "layton-tenstep-solution": load("layton-tenstep-solution"),
    "pennant": load("pennant"),
    "one of four": small("AAB/CD./E..", "BAA/.../...", "B"),
    "two of five": small("ABC/DE./XX.", "BA./.../.XX", "AB"),
    "stuck": small("ABCD/EXX./.XX.", "BA../..../....", "AB"),
    "dominoes": small("AABB/CCDD/EEF.", "BBAA/..../....", "AF"),
    "corridor": small("ABC../DDEE.", "CBA../.....", "AD"),
    "done": small("AB./C..", "A../...", "A"),
}
TILES = {name: load(name) for name in ("tiles-2x2", "tiles-2x3", "tiles-2x3-multi")}
CASES = {
    f"{name} {metric}": puzzle.with_metric(metric)
    for name, puzzle in PUZZLES.items()
    for metric in ("piece", "line", "unit")
} | TILES


def model(puzzle: AnyPuzzle) -> PackedTask:
    return packed_task_of(ground_single_steps(puzzle))


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
    m = model(puzzle)
    layers = list(PlainSearch(m).layers())
    lift = Lift(m)
    assert lift.search(to_goal=False).layers == list(map(len, layers))
    found = lift.search()
    optimum = next((d for d, layer in enumerate(layers) if any(map(m.is_goal, layer))), None)
    if optimum is None:
        assert found.plan is None
        assert found.states == sum(map(len, layers))
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
    found = Lift(model(puzzle)).search()
    assert found.plan is not None
    check_plan(puzzle, found.plan, optimum)


@pytest.mark.slow
def test_hifi() -> None:
    """J. Kato's 200 moves, and the states that complete searches see before the goal."""
    puzzle = load("hifi")
    found = Lift(model(puzzle), memory=1 << 28).search()
    assert found.plan is not None
    assert found.states == 21_486_726
    check_plan(puzzle, found.plan, 200)


@pytest.mark.parametrize("case", CASES)
def test_states_have_one_number_each(case: str) -> None:
    m = model(CASES[case])
    lift = Lift(m)
    reached = set[int]().union(*PlainSearch(m).layers())
    numbers = {lift.number(state): state for state in reached}
    assert len(numbers) == len(reached)
    assert all(number < lift.size for number in numbers)
    assert all(lift.state(number) == state for number, state in numbers.items())


@pytest.mark.parametrize("name", ["simplicity2", "two of five", "dominoes"])
def test_every_labelled_move_is_an_edge_of_the_base(name: str) -> None:
    m = model(PUZZLES[name])
    merged = Merged(m)
    search = PlainSearch(m)
    graph = base_graph(merged)
    for state in set[int]().union(*search.layers()):
        here = graph.index[merged.forget(state)]
        after = {graph.index[merged.forget(s)] for s in search.after((state,))}
        edges = graph.targets[graph.offsets[here] : graph.offsets[here + 1]]
        assert sorted(edges) == sorted(after)
        assert merged.raised(merged.forget(state), merged.word(state)) == state


def test_kinds_of_one_shape_that_move_differently_are_not_alike() -> None:
    """Frogs and toads cover single cells, but go opposite ways."""
    assert Merged(model(load("frogs-2-2"))).classes == ()


def test_kinds_are_alike_only_if_all_their_steps_are() -> None:
    """The two L pieces of Simplicity 2, one of them lamed or led astray."""
    m = model(PUZZLES["simplicity2"])
    (alike,) = Merged(m).classes
    own = set(alike.places[1].values())
    k = next(k for k, step in enumerate(m.steps) if any(step.mask >> f & 1 for f in own))
    lamed = (*m.steps[:k], *m.steps[k + 1 :])
    assert Merged(replace(m, steps=lamed)).classes == ()
    astray = (*m.steps[:k], m.steps[k]._replace(landing=m.steps[k].origin), *m.steps[k + 1 :])
    assert Merged(replace(m, steps=astray)).classes == ()


def test_words_come_in_order_and_satisfy_what_is_asked() -> None:
    merged = Merged(model(PUZZLES["dominoes"]))
    words = list(merged.words())
    assert len(words) == merged.arrangements
    assert all(one < other for one, other in pairwise(words))
    asked = (frozenset({(0, 1), (1, 1)}), frozenset({(2, 0)}))
    some = [w for w in words if (w[0] == 1 or w[1] == 1) and w[2] == 0]
    assert list(merged.satisfying(asked)) == some


@pytest.mark.parametrize("memory", [100, 100_000, 3_000_000])
def test_too_little_memory_is_said(memory: int) -> None:
    with pytest.raises(LimitReached, match="memory limit reached"):
        Lift(model(load("hifi")), memory=memory)


def test_too_little_memory_for_the_states() -> None:
    """The base fits, the 181,440 states above it do not."""
    m = model(load("tiles-3x3"))
    lift = Lift(m, memory=8_000_000)
    assert lift.search(to_goal=False).states == 181_440
    lift.memory = lift.held + lift.size
    with pytest.raises(LimitReached, match="memory limit reached"):
        lift.search(to_goal=False)


def test_fifteen_puzzle_is_refused() -> None:
    with pytest.raises(LimitReached, match="memory limit reached"):
        Lift(model(load("taquin-t1")))


def test_one_way_moves_and_tours_are_refused() -> None:
    with pytest.raises(Unsupported, match="taken back"):
        Lift(model(load("frogs-2-2")))
    m = model(load("simplicity"))
    tour = replace(m, stops=(m.goals[0],))
    with pytest.raises(Unsupported, match="no tours"):
        Lift(tour)
    with pytest.raises(Unsupported, match="a tour has no goal"):
        goal_in_coset(tour)
