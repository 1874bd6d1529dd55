"""The PDDL of an instance, read back and searched, has the minimum that the rules have."""

import re
import sys
from collections import deque
from dataclasses import replace
from typing import Any, TypeAlias

import pytest

from puzzleproof.encoders import ground, ground_single_steps
from puzzleproof.encoders import sliding as task
from puzzleproof.encoders.pddl import Pddl, pddl, without_shifts
from puzzleproof.models.errors import Unsupported
from puzzleproof.models.instances import load
from puzzleproof.verify.bfs import bfs
from tests.support.tile_boards import SMALL as BOARDS

Atom: TypeAlias = tuple[str, ...]
State: TypeAlias = frozenset[Atom]


def read(text: str) -> Any:
    """The one expression of a text, as nested lists of words; comments go up to the line's end."""
    stack: list[list[Any]] = [[]]
    for word in re.findall(r"[()]|[^\s()]+", re.sub(r";.*", "", text)):
        if word == "(":
            stack.append([])
        elif word == ")":
            last = stack.pop()
            stack[-1].append(last)
        else:
            stack[-1].append(word)
    ((expression,),) = stack
    return expression


def section(expression: Any, name: str) -> Any:
    return next((part[1:] for part in expression[2:] if part[0] == name), ())


def parts(condition: Any) -> Any:
    return condition[1:] if condition[0] == "and" else [condition]


def holds(condition: Any, state: State) -> bool:
    if condition[0] in ("and", "or"):
        return (all if condition[0] == "and" else any)(holds(c, state) for c in condition[1:])
    return tuple(condition) in state


class Reader:
    """A planning task as its texts say it; applicable actions are found by trying."""

    def __init__(self, texts: Pddl) -> None:
        domain, problem = read(texts.domain), read(texts.problem)
        self.start = frozenset(tuple(x) for x in section(problem, ":init") if x[0] != "=")
        (self.goal,) = section(problem, ":goal")
        self.priced = bool(section(problem, ":metric"))
        self.actions = [self.instance(part) for part in domain[2:] if part[0] == ":action"]

    def instance(self, action: Any) -> tuple[set[Atom], set[Atom], set[Atom], int]:
        """(needs, deletes, adds, cost) of an action, which has no parameters."""
        parts_of = dict(zip(action[2::2], action[3::2], strict=True))
        assert parts_of[":parameters"] == []
        effects = parts(parts_of[":effect"])
        return (
            set(map(tuple, parts(parts_of[":precondition"]))),
            {tuple(x[1]) for x in effects if x[0] == "not"},
            {tuple(x) for x in effects if x[0] not in ("not", "increase")},
            int(any(x[0] == "increase" for x in effects)) if self.priced else 1,
        )

    def minimum(self) -> int | None:
        """The least cost of a plan: a search where steps of cost 0 go to the front."""
        queue, best = deque([(0, self.start)]), {self.start: 0}
        while queue:
            cost, state = queue.popleft()
            if cost > best[state]:
                continue
            if holds(self.goal, state):
                return cost
            for needs, deletes, adds, price in self.actions:
                if needs <= state:
                    after = frozenset(state - deletes | adds)
                    if cost + price < best.get(after, sys.maxsize):
                        best[after] = cost + price
                        (queue.append if price else queue.appendleft)((cost + price, after))
        return None


NAMES = ("tiles-2x2", "frogs-2-2", "four-cubes", "peg-small-example", "simplicity")
SMALL = [(name, metric) for name in NAMES for metric in load(name).metrics]


@pytest.mark.parametrize(("name", "metric"), SMALL)
def test_the_pddl_has_the_minimum_of_the_rules(name: str, metric: str) -> None:
    puzzle = load(name).with_metric(metric)
    assert Reader(pddl(puzzle)).minimum() == bfs(puzzle).optimum


def test_what_cannot_be_reached_is_not_reached() -> None:
    """And the reader finds what is wrong."""
    assert Reader(pddl(BOARDS["2 x 2 unsolvable"])).minimum() is None
    texts = pddl(load("tiles-2x2"))
    wrong = Pddl(re.sub(r"\(true f\d+\)(?= \(true)", "(true f1)", texts.domain), texts.problem)
    assert Reader(wrong).minimum() != Reader(texts).minimum()


@pytest.mark.parametrize("metric", ["piece", "line"])
def test_of_too_many_moves_steps_are_written(metric: str, monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = load("simplicity").with_metric(metric)
    assert "release" not in pddl(puzzle).domain
    monkeypatch.setattr(task, "OPERATOR_LIMIT", 10)
    texts = pddl(puzzle)
    assert "release" in texts.domain
    assert Reader(texts).minimum() == bfs(puzzle).optimum


def test_half_way_places_are_no_places_of_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = load("century")
    monkeypatch.setattr(task, "OPERATOR_LIMIT", 10)
    steps = ground_single_steps(puzzle).task.operators
    resting = {o.landing for o in steps if o.rests}
    found = set(map(int, re.findall(r":action release-(\d+)", pddl(puzzle).domain)))
    assert found == resting
    assert len(resting) < len({o.landing for o in steps})


def test_what_has_no_pddl_is_refused() -> None:
    steps = ground_single_steps(load("simplicity")).task
    with pytest.raises(Unsupported, match="tour"):
        without_shifts(replace(steps, goals=()))
    with pytest.raises(Unsupported, match="conditional"):
        without_shifts(ground(load("tiles-2x3-multi")).task)
