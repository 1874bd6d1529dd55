"""Tasks and groundings: what a task says of all its plans, and the facts of a state."""

from __future__ import annotations

from dataclasses import replace

import pytest

from puzzleproof.encoders import ground, ground_single_steps
from puzzleproof.encoders.task import Operator, Task
from puzzleproof.models.errors import InternalError, Unsupported
from puzzleproof.models.instances import load, loads
from puzzleproof.models.puzzle import State

DRAWN = 'family = "pegs"\nstart = """\n.xx.\nxxox\n.xx.\n"""\ngoal = """\n.oo.\nooox\n.xo.\n"""\n'
NAMES = ("triangle-4", "triangle-5-apex", "peg-small-example", "four-cubes", "one-colour-cubes")


def tasks() -> dict[str, Task]:
    puzzles = {name: load(name) for name in NAMES}
    puzzles["drawn"] = loads(DRAWN)
    puzzles["strip"] = loads('family = "pegs"\nboard = "strip9"\nvacate = [1, 0]\nfinish = "any"\n')
    return {
        f"{name} {metric}": ground(puzzle.with_metric(metric)).task
        for name, puzzle in puzzles.items()
        for metric in puzzle.metrics
    }


TASKS = tasks()


@pytest.mark.parametrize("name", TASKS)
def test_every_path_to_a_goal_has_the_length_that_the_task_says(name: str) -> None:
    task = TASKS[name]
    assert task.length is not None
    layer, seen, depth = {task.start}, set[frozenset[int]](), 0
    while layer:
        assert not layer & seen, "a state can be reached by paths of two lengths"
        for facts in layer:
            if any(task.holds(goal, facts) for goal in task.goals):
                assert depth == task.length
        seen |= layer
        layer = {o.apply(facts) for facts in layer for o in task.operators if o.requires <= facts}
        depth += 1


def test_tasks_whose_plans_differ_in_length_do_not_say_one() -> None:
    for name in ("frogs-2-2", "tiles-2x2", "simplicity"):
        assert ground(load(name)).task.length is None
    head, one = DRAWN.split("goal = ")
    fewer = one.strip().replace("x", "o", 1)
    assert ground(loads(f"{head}goal = [{one.strip()}, {fewer}]\n")).task.length is None


# --- facts of a state ---------------------------------------------------------------------


def test_the_facts_of_a_state_are_read_back_as_the_state() -> None:
    for name in ("simplicity", "frogs-3x3", "tiles-2x3", "triangle-4", "four-cubes"):
        for grounding in (ground(load(name)), ground_single_steps(load(name))):
            facts = grounding.task.start
            assert facts in grounding.facts_of(grounding.state(facts))


def test_what_has_no_facts_is_an_error() -> None:
    puzzle = load("simplicity")
    grounding = ground(puzzle)
    with pytest.raises(InternalError, match="no facts"):
        grounding.facts_of((0, *puzzle.start[1:]))
    with pytest.raises(InternalError, match="no facts"):
        grounding.facts_of(puzzle.start[1:])


def test_facts_that_are_read_back_as_another_state_are_an_error() -> None:
    grounding = ground(load("frogs-3x3"))

    def always_the_start(state: State) -> list[frozenset[int]]:
        return [grounding.task.start]

    wrong = replace(grounding, inverse=always_the_start)
    assert wrong.facts_of(grounding.state(grounding.task.start)) == [grounding.task.start]
    other = grounding.task.operators[0].apply(grounding.task.start)
    with pytest.raises(InternalError, match="another state"):
        wrong.facts_of(grounding.state(other))


def test_an_encoder_may_have_no_inverse() -> None:
    grounding = replace(ground(load("tiles-2x2")), inverse=None)
    with pytest.raises(Unsupported, match="no facts can be found"):
        grounding.facts_of((0, 1, 2, 3))


# --- operators, stops ---------------------------------------------------------------------


def test_an_operator_shifts_what_holds() -> None:
    none = frozenset[int]()
    operator = Operator("shift", frozenset({0}), frozenset({0}), frozenset({1}), ((2, 3), (3, 2)))
    assert operator.apply(frozenset({0, 2})) == {1, 3}
    assert operator.apply(frozenset({0, 2, 3})) == {1, 2, 3}
    assert operator._replace(shifts=()).apply(frozenset({0, 2})) == {1, 2}
    assert Operator("nothing", none, none, none).apply(none) == none


def test_stops_are_visited_in_sequence_or_in_any_order() -> None:
    task = replace(TASKS["triangle-4 jump"], goals=(), stops=(((0,),), ((1,), (2, 3))))
    assert task.visited(frozenset({1, 3}), 0) == 2
    assert task.visited(frozenset({0, 1}), 2) == 3
    task = replace(task, in_sequence=True)
    assert task.visited(frozenset({1, 3}), 0) == 0
    assert task.visited(frozenset({0, 1, 2}), 0) == 3
