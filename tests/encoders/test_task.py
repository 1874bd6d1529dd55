"""Tasks and groundings of each family: what they say of all plans, of a state; the registry."""

import subprocess
import sys
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from puzzleproof.encoders import ENCODERS, SINGLE_STEPS, ground, ground_single_steps
from puzzleproof.encoders.sliding import task as whole_moves
from puzzleproof.encoders.sliding.task import ground_sliding
from puzzleproof.encoders.task import Task
from puzzleproof.models import FAMILIES
from puzzleproof.models.errors import InternalError, Unsupported
from puzzleproof.models.instances import library_names, load, loads
from tests.support.boards import METRICS, SMALL, sliding
from tests.support.command_line import environment
from tests.support.stand_ins import always

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


def test_what_has_no_facts_or_another_state_s_is_an_error() -> None:
    """And an encoder may have no inverse."""
    puzzle = load("simplicity")
    for state in ((0, *puzzle.start[1:]), puzzle.start[1:]):
        with pytest.raises(InternalError, match="no facts"):
            ground(puzzle).facts_of(state)
    with pytest.raises(Unsupported, match="no facts can be found"):
        replace(ground(load("tiles-2x2")), inverse=None).facts_of((0, 1, 2, 3))
    frogs = ground(load("frogs-3x3"))
    start = frogs.task.start
    wrong = replace(frogs, inverse=always([start]))
    assert wrong.facts_of(frogs.state(start)) == [start]
    with pytest.raises(InternalError, match="another state"):
        wrong.facts_of(frogs.state(frogs.task.operators[0].apply(start)))


RING = sliding(".../.#./A..", goal="..A/.#./...")


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("name", SMALL)
def test_no_route_needs_another_one_s_cells_and_more(name: str, metric: str) -> None:
    for sets in ground_sliding(SMALL[name].with_metric(metric)).task.displacements.values():
        assert not any(one < other for one in sets for other in sets)


def test_too_many_routes_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(whole_moves, "OPERATOR_LIMIT", 10)
    with pytest.raises(Unsupported, match="more than 10 routes"):
        ground_sliding(RING)


def test_every_family_has_a_row() -> None:
    """Where moves are single steps, one task does for both."""
    assert set(ENCODERS) == set(FAMILIES)
    first = {load(name).family: load(name) for name in reversed(library_names())}
    for family, puzzle in first.items():
        same = ground(puzzle).task == ground_single_steps(puzzle).task
        assert same == (SINGLE_STEPS[family] == ENCODERS[family])
    chess: Any = SimpleNamespace(family="chess")
    for call in (ground, ground_single_steps):
        with pytest.raises(Unsupported, match="'chess'"):
            call(chess)


def test_the_registry_imports_no_task() -> None:
    code = "import sys, puzzleproof.encoders; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, check=True, text=True, env=environment()
    )
    ours = {name for name in done.stdout.split() if name.startswith("puzzleproof.")}
    assert not [name for name in ours if name.startswith("puzzleproof.encoders.")]
    assert "puzzleproof.models.puzzle" not in ours
