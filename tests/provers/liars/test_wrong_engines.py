"""An engine of `explore` that is wrong never makes a wrong verdict: all engines, all families."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from puzzleproof.encoders import ground_single_steps
from puzzleproof.explore import layers
from puzzleproof.explore.engines.arrays.frontier import FrontierEngine
from puzzleproof.explore.engines.flooded.engine import FloodedEngine
from puzzleproof.explore.engines.plain import PlainSearch
from puzzleproof.explore.layers import LayeredSearch
from puzzleproof.provers.packed_task import packed_task_of
from tests.support.wrong import EVIDENCE, FEW, PUZZLES, ask, assert_nothing_false

Lie = Callable[[Iterator[int], set[int]], set[int]]
"""(the call's number, the states found) -> the states that it says it found."""


def lose_one(_: Iterator[int], found: set[int]) -> set[int]:
    return found - {max(found)} if len(found) > 1 else found


def lose_most(_: Iterator[int], found: set[int]) -> set[int]:
    return {min(found)} if found else found


def stop_early(calls: Iterator[int], found: set[int]) -> set[int]:
    return found if next(calls) < 1 else set()


class KeepBack:
    """One state of each layer comes one layer too late."""

    def __init__(self) -> None:
        self.kept = set[int]()

    def __call__(self, _: Iterator[int], found: set[int]) -> set[int]:
        told = (found | self.kept) - (late := {max(found)} if len(found) > 1 else set[int]())
        self.kept = late
        return told


class Invent:
    """A state that is far away is said to be near."""

    def __init__(self, far: set[int]) -> None:
        self.far = far

    def __call__(self, calls: Iterator[int], found: set[int]) -> set[int]:
        return found | self.far if next(calls) == 0 else found


def far_states(name: str) -> set[int]:
    """One of the last states that an honest search meets: a goal, where there is one."""
    grounding = ground_single_steps(PUZZLES[name])
    last = set[int]()
    for engine, layer in LayeredSearch(packed_task_of(grounding)).layers():
        goal = engine.goal(layer)
        last = {goal} if goal is not None else {max(engine.states(layer))}
        if goal is not None:
            break
    return last


def make_lies(name: str) -> dict[str, Lie]:
    return {
        "lose one": lose_one,
        "lose most": lose_most,
        "stop early": stop_early,
        "keep back": KeepBack(),
        "invent": Invent(far_states(name)),
    }


LIES = ("lose one", "lose most", "stop early", "keep back", "invent")


def let_lie(monkeypatch: pytest.MonkeyPatch, engine: Any, lie: Lie) -> None:
    """What the engine finds after a layer is told otherwise, in the engine's own form."""
    honest, calls = engine.after, count()

    def after(self: Any, layer: Any, *arguments: Any) -> Any:
        found = honest(self, layer, *arguments)
        return self.layer(sorted(lie(calls, set(self.states(found)))))

    monkeypatch.setattr(engine, "after", after)


@pytest.mark.parametrize("lie", LIES)
@pytest.mark.parametrize("name", FEW)
def test_a_wrong_engine_makes_no_wrong_verdict(
    name: str, lie: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    let_lie(monkeypatch, PlainSearch, make_lies(name)[lie])
    assert_nothing_false(name, ask(name, "auto", tmp_path))


@pytest.mark.slow
@pytest.mark.parametrize("lie", LIES)
@pytest.mark.parametrize("name", PUZZLES)
def test_nor_for_any_puzzle_with_any_evidence(
    name: str, lie: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    let_lie(monkeypatch, PlainSearch, make_lies(name)[lie])
    for evidence in EVIDENCE:
        assert_nothing_false(name, ask(name, evidence, tmp_path))


@pytest.mark.parametrize("lie", LIES)
def test_wrong_floods_make_no_wrong_verdict(
    lie: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Pieces that flood from the first layer on, and not to where they get."""
    lies = make_lies("sliding")
    monkeypatch.setattr(layers, "HAND_OVER", 0)
    let_lie(monkeypatch, FloodedEngine, lies[lie])
    for evidence in ("labelling", "exhaustion"):
        assert_nothing_false("sliding", ask("sliding", evidence, tmp_path))


@pytest.mark.slow
@pytest.mark.parametrize("lie", LIES)
@pytest.mark.parametrize("name", PUZZLES)
def test_wrong_arrays_make_no_wrong_verdict(
    name: str, lie: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The search goes over to arrays at once, and these are wrong."""
    lies = make_lies(name)
    monkeypatch.setattr(layers, "HAND_OVER", 0)
    monkeypatch.setattr(layers, "FASTER", ("numpy",))
    let_lie(monkeypatch, FrontierEngine, lies[lie])
    for evidence in ("labelling", "exhaustion"):
        assert_nothing_false(name, ask(name, evidence, tmp_path))


def test_the_lies_are_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Without the rules' check they would be believed: the labels that they make are rejected."""
    for lie in ("stop early", "keep back", "invent"):
        with monkeypatch.context() as patch:
            let_lie(patch, PlainSearch, make_lies("sliding")[lie])
            assert ask("sliding", "labelling", tmp_path) is None
