"""`Task.length`: what a task says of all its plans is so, on every walk through small instances."""

from __future__ import annotations

import pytest

from puzzleproof.encoders.families import ground
from puzzleproof.encoders.task import Task
from puzzleproof.models.instances import load, loads

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
def test_every_walk_to_a_goal_has_the_length_that_the_task_says(name: str) -> None:
    task = TASKS[name]
    assert task.length is not None
    layer, seen, depth = {task.start}, set[frozenset[int]](), 0
    while layer:
        assert not layer & seen, "a state can be reached by walks of two lengths"
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
