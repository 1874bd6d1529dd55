"""The registry of strengthenings: rows and files agree, each row says what its lemma is true of.

Every strengthening may be switched on and off: the minimum stays the same.
"""

from collections.abc import Collection, Iterator
from functools import cache
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from puzzleproof.encoders import ground, strengthen
from puzzleproof.encoders.horizon.formula import Compiler
from puzzleproof.encoders.horizon.unrolled import UnrolledTask
from puzzleproof.encoders.sat import SatHorizons, pysat
from puzzleproof.encoders.strengthen import REGISTRY, STRENGTHENINGS, strengthenings
from puzzleproof.encoders.task import Task
from puzzleproof.encoders.task_search import TaskSearch
from puzzleproof.models.errors import Unsupported
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.models.sliding.rules import SlidingPuzzle
from puzzleproof.verify.bfs import bfs
from puzzleproof.verify.replay import replay_to_goal
from tests.support.boards import METRICS, groundable, puzzles
from tests.support.cube_sets import cubes
from tests.support.formulations import Facts, Node
from tests.support.frog_boards import SMALL as FROGS
from tests.support.minimum import by_horizons, by_search, plan_of
from tests.support.operator_tasks import BOARDS, CHAINS
from tests.support.peg_boards import pegs
from tests.support.questions import CASES, has_plan, minimum_of, task_of

Plan: TypeAlias = list[Facts]
"""The facts at the start and after each move."""


def all_plans(task: Task, length: int) -> Iterator[Plan]:
    """Every sequence of ``length`` moves from the start to a goal, at the goal before or not."""
    search = TaskSearch(task)

    @cache
    def after(node: Node) -> set[Node]:
        return {(now, task.visited(now, node[1])) for now in search.after(node[0])}

    layers = [{(task.start, task.visited(task.start, 0))}]
    for _ in range(length):
        layers.append({then for node in layers[-1] for then in after(node)})
    useful = [set(filter(search.is_goal, layers[-1]))]
    for layer in reversed(layers[:-1]):
        useful.insert(0, {node for node in layer if not useful[0].isdisjoint(after(node))})

    def through(path: list[Node]) -> Iterator[Plan]:
        if len(path) == len(useful):
            yield [facts for facts, _ in path]
            return
        ahead = after(path[-1]) if path else useful[0]
        for node in sorted(ahead & useful[len(path)], key=lambda node: sorted(node[0])):
            yield from through([*path, node])

    return through([])


class Horizon:
    """'At most ``length`` moves' with some strengthenings: which plans are among its solutions."""

    def __init__(self, task: Task, length: int, strengthen: Collection[str]) -> None:
        self._task = task
        self._unrolled = UnrolledTask(task, strengthen)
        self._unrolled.formula.clause("asserted", self._unrolled.within(length))
        clauses = Compiler(self._unrolled.formula).update()
        self._solver: Any = pysat.Solver("glucose4", bootstrap_with=clauses)

    def has(self, plan: Plan) -> bool:
        """Whether there is a solution with just these facts, at rest after the last of them."""
        assumptions = list[int]()
        for step in range(self._unrolled.length + 1):
            facts = plan[min(step, len(plan) - 1)]
            for fact in range(len(self._task.facts)):
                literal = self._unrolled.fact(fact, step)
                assumptions.append(literal if fact in facts else -literal)
        found: bool = self._solver.solve(assumptions=assumptions)
        return found


def test_rows_and_files_agree() -> None:
    """Each row has a module with its argument; no other name is known."""
    assert strengthen.__file__ is not None
    files = {path.stem for path in Path(strengthen.__file__).parent.glob("*.py")}
    assert files - {"__init__"} == set(STRENGTHENINGS)
    assert len(STRENGTHENINGS) == len(REGISTRY)
    for name in STRENGTHENINGS:
        module = import_module(f"{strengthen.__name__}.{name}")
        assert callable(module.add)
        assert "Argument:" in (module.__doc__ or "")
    with pytest.raises(Unsupported, match="'magic'"):
        strengthenings(("magic",))


FEW = 15
"""Plans of one length that are tried."""
PLANNED: dict[str, AnyPuzzle] = {
    **{
        f"{name}, {metric}": CASES[name].with_metric(metric)
        for name in ("mirrored", "two labelled", "rush hour", "tour in sequence", "half-way")
        for metric in METRICS
    },
    "frogs": FROGS["row"],
    "cubes": cubes("RGBYRG", "YYGGBB", "RBRBRB"),
    **{name: BOARDS[name] for name in ("2 x 3", "mirrored", "triangle", "two parts")},
    "runs": BOARDS["2 x 3, further"].with_metric("multi"),
    "moves apart": pegs(start="xxo.xxo\n", goal="oox.oox\n"),
    **{
        f"moves, {name}": CHAINS[name]
        for name in ("triangle of 4", "a square's way round", "two goals")
    },
}
SHORT = {name: puzzle for name, puzzle in PLANNED.items() if (bfs(puzzle).optimum or 99) <= 12}
ROWS = {row.name: row.satisfied_by for row in REGISTRY}


@cache
def plans(puzzle: str, more: int) -> tuple[Task, int, list[Plan]]:
    """Some plans with ``more`` moves than need be: the task, their length, and them."""
    task, length = task_of(SHORT[puzzle]), minimum_of(SHORT[puzzle]) + more
    return task, length, list(islice(all_plans(task, length), FEW))


def satisfied(name: str, puzzle: str, more: int) -> list[bool]:
    """For some plans with ``more`` moves than need be whether they satisfy a lemma."""
    task, length, some = plans(puzzle, more)
    if not some:
        return []
    horizons = [Horizon(task, bound, (name,)) for bound in {length, length + 2 - more}]
    found = [{horizon.has(plan) for horizon in horizons} for plan in some]
    assert all(len(answers) == 1 for answers in found), "idling at the end matters"
    return [answer for answers in found for answer in answers]


@pytest.mark.parametrize("name", STRENGTHENINGS)
def test_shortest_plans_satisfy_what_they_should(name: str) -> None:
    answers = {puzzle: satisfied(name, puzzle, 0) for puzzle in SHORT}
    assert all(map(any, answers.values()))
    if ROWS[name] == "some shortest plan":
        assert not all(map(all, answers.values())), "it could be said of every shortest plan"
    else:
        assert all(map(all, answers.values()))


@pytest.mark.parametrize("name", [name for name in ROWS if ROWS[name] != "some shortest plan"])
def test_longer_plans_satisfy_what_they_should(name: str) -> None:
    every = all(all(satisfied(name, puzzle, 2)) for puzzle in SHORT)
    assert every == (ROWS[name] == "every plan")


def test_some_shortest_plan_satisfies_them_all() -> None:
    for puzzle in SHORT.values():
        task, minimum = task_of(puzzle), minimum_of(puzzle)
        horizon = Horizon(task, minimum, STRENGTHENINGS)
        assert any(map(horizon.has, all_plans(task, minimum)))


SLOW = pytest.mark.slow

CHOICES: dict[str, Collection[str]] = {
    "none": (),
    "all": STRENGTHENINGS,
    **{f"only {name}": (name,) for name in STRENGTHENINGS},
    **{f"all but {name}": [x for x in STRENGTHENINGS if x != name] for name in STRENGTHENINGS},
}

SOME = {name: CHOICES[name] for name in ("none", "all")}
"""What one lemma alone does to plans is tested above."""
EVERY: dict[str, AnyPuzzle] = {
    f"{name}, {metric}": puzzle.with_metric(metric)
    for name, puzzle in {**CASES, **BOARDS, **CHAINS}.items()
    for metric in puzzle.metrics
    if (name, metric) not in (("two lengths", "move"), ("triangle", "jump"), ("triangle", "move"))
}
"""Two names of one board would ask twice."""


LONG = ("triangle of 5", "cross, move")
"""Boards whose bare encoding takes seconds."""
ASKED = [
    pytest.param(name, choices, marks=SLOW if choices is CHOICES or name.startswith(LONG) else ())
    for choices in (SOME, CHOICES)
    for name in EVERY
]


@pytest.mark.parametrize(("name", "choices"), ASKED)
def test_every_choice_is_as_good(name: str, choices: dict[str, Collection[str]]) -> None:
    """The minimum stays the same."""
    puzzle = EVERY[name]
    task, minimum = task_of(puzzle), bfs(puzzle).optimum
    if (minimum or 0) > 12:
        pytest.skip("a horizon too long for the bare encoding")
    for choice, names in choices.items():
        if minimum is None:
            most = puzzle.longest_plan if task.length is None else task.length + 2
            assert most is not None
            assert not has_plan(task, most, names), choice
            continue
        assert minimum == 0 or not has_plan(task, minimum - 1, names), choice
        for bound in (minimum, minimum + 1):
            assert_plan(puzzle, minimum, bound, names)


def assert_plan(puzzle: AnyPuzzle, minimum: int, bound: int, names: Collection[str]) -> None:
    """There is a plan within the bound, and it replays."""
    grounding = ground(puzzle)
    steps = SatHorizons(grounding.task, solver="glucose4", strengthen=names).ask(bound)
    assert steps is not None
    assert minimum <= replay_to_goal(puzzle, plan_of(puzzle, grounding, steps)) <= bound


@settings(max_examples=settings().max_examples // 2)
@given(puzzles(), st.sets(st.sampled_from(STRENGTHENINGS)))
def test_any_choice_gives_random_boards_minimum(puzzle: SlidingPuzzle, names: set[str]) -> None:
    found = by_search(puzzle, 7, 2000)
    assume(found is not None and groundable(puzzle))
    assert found is not None
    assert found.optimum is not None
    backend = SatHorizons(task_of(puzzle), solver="glucose4", strengthen=sorted(names))
    assert by_horizons(puzzle, backend, found.optimum) == found.optimum
