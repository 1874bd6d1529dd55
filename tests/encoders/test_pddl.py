"""The PDDL of an instance, read back and searched, has the minimum that the rules have."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import deque
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from benchmarks.planners import fast_downward
from puzzleproof.encoders import ground, ground_single_steps
from puzzleproof.encoders.pddl import PDDL_FORMS, Pddl, pddl, pddl_of_task
from puzzleproof.models.errors import Unsupported
from puzzleproof.models.instances import load
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.verify.bfs import bfs
from tests.support.tile_boards import SMALL as BOARDS

Atom: TypeAlias = tuple[str, ...]
State: TypeAlias = frozenset[Atom]

# --- a small reader of PDDL ---------------------------------------------------------------


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
    """A planning task as its texts say it; applicable actions by static atoms, else by trying."""

    def __init__(self, texts: Pddl) -> None:
        domain, problem = read(texts.domain), read(texts.problem)
        self.start = frozenset(tuple(x) for x in section(problem, ":init") if x[0] != "=")
        (self.goal,) = section(problem, ":goal")
        self.priced = bool(section(problem, ":metric"))
        raw = [part for part in domain[2:] if part[0] == ":action"]
        self.actions = [one for action in raw for one in self.instances(action)]

    def instances(self, action: Any) -> Iterator[tuple[set[Atom], set[Atom], set[Atom], int]]:
        """(needs, deletes, adds, cost) for each way to fill in the parameters."""
        parts_of = dict(zip(action[2::2], action[3::2], strict=True))
        for bound in self.bindings(parts_of[":parameters"], parts(parts_of[":precondition"])):

            def fill(atom: list[str], bound: dict[str, str] = bound) -> Atom:
                return tuple(bound.get(x, x) for x in atom)

            effects = parts(parts_of[":effect"])
            yield (
                {fill(x) for x in parts(parts_of[":precondition"])},
                {fill(x[1]) for x in effects if x[0] == "not"},
                {fill(x) for x in effects if x[0] not in ("not", "increase")},
                int(any(x[0] == "increase" for x in effects)) if self.priced else 1,
            )

    def bindings(self, names: list[str], needs: Any) -> Iterator[dict[str, str]]:
        """One atom of the start names all parameters, where there are any."""
        if not names:
            yield {}
            return
        statics = [x for x in needs if set(x[1:]) >= set(names) and x[0] != "at"]
        for need, atom in product(statics[:1], self.start):
            if atom[0] == need[0]:
                yield dict(zip(need[1:], atom[1:], strict=True))

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


def test_the_reader_finds_what_is_wrong() -> None:
    texts = pddl(load("tiles-2x2"))
    longer = Pddl(texts.domain, texts.problem.replace("(move-0-2-2 f0 ", "(move-0-2-2 f1 "))
    assert longer != texts
    assert Reader(longer).minimum() != Reader(texts).minimum()


# --- agreement ----------------------------------------------------------------------------

SMALL = [
    ("tiles-2x2", "single", "schema grounded"),
    ("tiles-2x2", "multi", "schema grounded chain"),
    ("frogs-2-2", "move", "schema grounded"),
    ("four-cubes", "cube", "schema grounded"),
    ("peg-small-example", "jump", "schema grounded"),
    ("peg-small-example", "move", "schema grounded chain"),
    ("simplicity", "piece", "schema grounded chain"),
    ("simplicity", "line", "schema grounded chain"),
    ("simplicity", "unit", "schema grounded"),
]


def instance(name: str, metric: str) -> AnyPuzzle:
    puzzle = load(name)
    return puzzle.with_metric(metric) if puzzle.metric != metric else puzzle


@pytest.mark.parametrize(("name", "metric", "forms"), SMALL)
def test_every_form_has_the_minimum_of_the_rules(name: str, metric: str, forms: str) -> None:
    puzzle = instance(name, metric)
    for form in set(PDDL_FORMS) - set(forms.split()):
        with pytest.raises(Unsupported):
            pddl(puzzle, form)
    found = {form: Reader(pddl(puzzle, form)).minimum() for form in (None, *forms.split())}
    assert set(found.values()) == {bfs(puzzle).optimum}, found


def test_half_way_places_are_no_places_of_rest() -> None:
    puzzle = load("century")
    rests = Reader(pddl(puzzle, "chain")).start
    steps = ground_single_steps(puzzle).task.operators
    resting = {("rest", f"l{o.landing}") for o in steps if o.rests}
    assert {atom for atom in rests if atom[0] == "rest"} == resting
    assert len(resting) < len({o.landing for o in steps})


def test_what_cannot_be_reached_is_not_reached() -> None:
    assert Reader(pddl(BOARDS["2 x 2 unsolvable"])).minimum() is None


def test_what_has_no_form_is_refused() -> None:
    task = ground_single_steps(load("simplicity")).task
    with pytest.raises(Unsupported, match="single step"):
        pddl(instance("tiles-2x2", "single"), "chain")
    with pytest.raises(Unsupported, match="tour"):
        pddl_of_task(replace(task, goals=()), "chain")
    with pytest.raises(Unsupported, match="conditional"):
        pddl_of_task(ground(load("tiles-2x3-multi")).task, "grounded")


# --- Fast Downward ------------------------------------------------------------------------

ASKED = [
    ("simplicity", "piece", "schema", 18),
    ("simplicity", "piece", "chain", 18),
    ("ane-rouge", "piece", "schema", 81),
    ("ane-rouge", "piece", "grounded", 81),
    ("ane-rouge", "piece", "chain", 81),
    ("ane-rouge", "line", "schema", 90),
    ("ane-rouge", "unit", "schema", 116),
]
"""The minima are those of the library's own files."""


@pytest.mark.external
@pytest.mark.parametrize(("name", "metric", "form", "minimum"), ASKED)
def test_fast_downward_finds_the_known_minimum(
    name: str, metric: str, form: str, minimum: int, tmp_path: Path
) -> None:
    driver = fast_downward()
    if driver is None:
        pytest.skip("Fast Downward is not installed (package up-fast-downward)")
    texts = pddl(instance(name, metric), form)
    (tmp_path / "domain.pddl").write_text(texts.domain, "utf-8")
    (tmp_path / "problem.pddl").write_text(texts.problem, "utf-8")
    command = [*driver, "domain.pddl", "problem.pddl", "--search", "astar(blind())"]
    done = subprocess.run(
        command, cwd=tmp_path, capture_output=True, encoding="utf-8", check=True, timeout=120
    )
    cost = re.search(r"Plan cost: (\d+)", done.stdout)
    assert cost is not None, done.stdout[-2000:]
    assert int(cost[1]) == minimum
