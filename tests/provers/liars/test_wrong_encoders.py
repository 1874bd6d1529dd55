"""An encoder that is wrong never makes a wrong verdict: a false claim is denied by the rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import pytest

from puzzleproof.encoders import ENCODERS, ground
from puzzleproof.encoders.task import Grounding, Task
from puzzleproof.models.puzzle import AnyPuzzle
from tests.support.formulations import successors
from tests.support.wrong import EVIDENCE, FEW, PUZZLES, ask, assert_nothing_false, minimum

Bend = Callable[[Task], Task]


def lack_operators(task: Task) -> Task:
    """Every third operator is missing, and its inverse may be there."""
    return replace(task, operators=tuple(o for k, o in enumerate(task.operators) if k % 3))


def lack_conditions(task: Task) -> Task:
    """Nothing need be free, or be there, but what an operator takes away."""
    operators = (o._replace(requires=o.requires & o.deletes) for o in task.operators)
    return replace(task, operators=tuple(operators))


def need_too_much(task: Task) -> Task:
    """Each other operator asks for a fact of the start as well, so that some can never be."""
    facts = sorted(task.start)
    operators = (
        o._replace(requires=o.requires | {facts[k % len(facts)]}) if k % 2 else o
        for k, o in enumerate(task.operators)
    )
    return replace(task, operators=tuple(operators))


def have_more(task: Task) -> Task:
    """Some operators have a companion that makes what another makes."""
    more = [
        one._replace(name=f"{one.name} and more", adds=other.adds, landing=other.landing)
        for one, other in zip(task.operators, task.operators[1:], strict=False)
        if one.deletes == other.deletes or len(one.adds) == len(other.adds)
    ]
    return replace(task, operators=(*task.operators, *more))


def begin_elsewhere(task: Task) -> Task:
    """The start is one move further."""
    after = next((facts for _, facts in successors(task, task.start)), task.start)
    return replace(task, start=after)


def aim_elsewhere(task: Task) -> Task:
    """The goal is the start."""
    return replace(task, goals=(tuple((f,) for f in sorted(task.start)),), stops=())


def aim_nowhere(task: Task) -> Task:
    """There is no goal: every refutation is right, of the wrong task."""
    goal = ((0,), *((f,) for f in sorted(set(range(len(task.facts))) - task.start)))
    return replace(task, goals=(goal,), stops=())


def expect_length(task: Task) -> Task:
    """All plans are said to be longer than they are."""
    return task if task.length is None else replace(task, length=task.length + 1)


BENDS: dict[str, Bend] = {
    bend.__name__: bend
    for bend in (
        lack_operators,
        lack_conditions,
        need_too_much,
        have_more,
        begin_elsewhere,
        aim_elsewhere,
        aim_nowhere,
        expect_length,
    )
}


def bend_encoders(monkeypatch: pytest.MonkeyPatch, bend: Bend) -> None:
    """All families' tasks, of whole moves and of single steps, come out bent."""
    for place in {place for row in ENCODERS.values() for place in row if place}:
        module, _, name = place.partition(":")
        honest = getattr(import_module(module), name)

        def bent(puzzle: AnyPuzzle, honest: Callable[[AnyPuzzle], Grounding] = honest) -> Grounding:
            grounding = honest(puzzle)
            return replace(grounding, task=bend(grounding.task))

        monkeypatch.setattr(f"{module}.{name}", bent)


@pytest.mark.parametrize("bend", BENDS)
@pytest.mark.parametrize("name", FEW)
def test_a_wrong_encoder_makes_no_wrong_verdict(
    name: str, bend: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    bend_encoders(monkeypatch, BENDS[bend])
    assert_nothing_false(name, ask(name, "auto", tmp_path))


@pytest.mark.slow
@pytest.mark.parametrize("bend", BENDS)
@pytest.mark.parametrize("name", PUZZLES)
def test_nor_with_any_evidence_or_engine(
    name: str, bend: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    bend_encoders(monkeypatch, BENDS[bend])
    for evidence in EVIDENCE:
        assert_nothing_false(name, ask(name, evidence, tmp_path))
    assert_nothing_false(name, ask(name, "refutation", tmp_path, "sat"))


@pytest.mark.parametrize("bend", BENDS)
def test_each_bend_bends_some_task(bend: str) -> None:
    tasks = [ground(PUZZLES[name]).task for name in ("sliding", "jumps", "cubes")]
    assert any(BENDS[bend](task) != task for task in tasks)


@pytest.mark.parametrize("name", PUZZLES)
def test_with_nothing_wrong_the_answer_is_right(name: str, tmp_path: Path) -> None:
    """So what the other tests accept is not an error in all cases."""
    verdict = ask(name, "auto", tmp_path)
    assert verdict is not None
    assert verdict.grade == "certified"
    assert verdict.optimum == minimum(name)
    assert verdict.status == ("unsolvable" if minimum(name) is None else "optimal")
    assert_nothing_false(name, verdict)
