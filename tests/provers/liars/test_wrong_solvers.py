"""A solver that is wrong never makes a wrong verdict: neither by its UNSAT nor by its models."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from puzzleproof.encoders import sat
from puzzleproof.encoders.cpsat import CpsatHorizons
from puzzleproof.encoders.sat import SatHorizons
from puzzleproof.encoders.task import Task
from tests.support.wrong import EVIDENCE, FEW, PUZZLES, ask, assert_nothing_false

Steps = list[frozenset[int]]

honest_solver: Any = sat.pysat.Solver


class AlwaysNo:
    """Every formula is unsatisfiable."""

    def __init__(self, **options: Any) -> None:
        self.solver = honest_solver(**options)

    def add_clause(self, clause: Any) -> None:
        self.solver.add_clause(clause)

    def solve(self, assumptions: Any = ()) -> bool | None:  # noqa: ARG002  a stand-in
        return False

    def get_model(self) -> list[int] | None:
        return None

    def __enter__(self) -> AlwaysNo:
        return self

    def __exit__(self, *_: object) -> None:
        self.solver.delete()


class AlwaysYes(AlwaysNo):
    """Every formula has the model in which nothing is true."""

    def solve(self, assumptions: Any = ()) -> bool | None:  # noqa: ARG002  a stand-in
        return True

    def get_model(self) -> list[int] | None:
        return []


class OtherModel(AlwaysNo):
    """The answer is right and the model is another one: each third variable is turned over."""

    def solve(self, assumptions: Any = ()) -> bool | None:
        answer: bool | None = self.solver.solve(assumptions=assumptions)
        return answer

    def get_model(self) -> list[int] | None:
        model: list[int] | None = self.solver.get_model()
        return model and [-x if x % 3 == 0 else x for x in model]


class NoAnswer(AlwaysNo):
    """The solver gives up."""

    def solve(self, assumptions: Any = ()) -> bool | None:  # noqa: ARG002  a stand-in
        return None


class Opposite(OtherModel):
    """Yes for no, and no for yes."""

    def solve(self, assumptions: Any = ()) -> bool | None:
        return not super().solve(assumptions)

    def get_model(self) -> list[int] | None:
        return []


SOLVERS = (AlwaysNo, AlwaysYes, OtherModel, NoAnswer, Opposite)


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("name", FEW)
def test_a_wrong_sat_solver_makes_no_wrong_verdict(
    name: str, solver: type[AlwaysNo], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(sat.pysat, "Solver", solver)
    assert_nothing_false(name, ask(name, "refutation", tmp_path, "sat"))


@pytest.mark.slow
@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("name", PUZZLES)
def test_nor_for_any_puzzle_with_any_evidence(
    name: str, solver: type[AlwaysNo], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(sat.pysat, "Solver", solver)
    for evidence in EVIDENCE:
        assert_nothing_false(name, ask(name, evidence, tmp_path))
    assert_nothing_false(name, ask(name, "refutation", tmp_path, "sat"))


def no(backend: Any, length: int) -> Steps | None:
    return None


def stay(backend: Any, length: int) -> Steps | None:
    task: Task = backend.task
    return [task.start]


def wander(backend: Any, length: int) -> Steps | None:
    """A step that no rule allows, and then the goal."""
    task: Task = backend.task
    goal = (
        frozenset(f for clause in task.goals[0] for f in clause[:1]) if task.goals else task.start
    )
    return [task.start, goal]


@pytest.mark.slow
@pytest.mark.parametrize("answer", [no, stay, wander])
@pytest.mark.parametrize(("engine", "backend"), [("sat", SatHorizons), ("cpsat", CpsatHorizons)])
@pytest.mark.parametrize("name", PUZZLES)
def test_a_wrong_backend_makes_no_wrong_verdict(
    name: str,
    engine: str,
    backend: Any,
    answer: Callable[..., Steps | None],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    for method in ("ask", "find", "refute"):
        monkeypatch.setattr(backend, method, answer)
    for evidence in ("auto", "all", "refutation"):
        assert_nothing_false(name, ask(name, evidence, tmp_path, engine))
