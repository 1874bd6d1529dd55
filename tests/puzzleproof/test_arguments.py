"""What is wrong is refused by the project's errors, in one clear line, before any work."""

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest

import puzzleproof as pp

ANY = cast("Any", pp)
"""For calls that a type checker would refuse."""
OPTIONS: list[tuple[dict[str, Any], str]] = [
    ({"time_limit": -1}, "time_limit -1: expected a number of seconds above 0"),
    ({"time_limit": 0}, "time_limit 0: expected a number of seconds above 0"),
    ({"time_limit": "60"}, "time_limit '60': expected a number of seconds above 0"),
    ({"time_limit": float("nan")}, "time_limit nan: expected a number of seconds above 0"),
    ({"memory_limit": -5}, "memory_limit -5: expected a whole number of bytes, 1 or more"),
    ({"memory_limit": "2G"}, "memory_limit '2G': expected a whole number of bytes, 1 or more"),
    ({"memory_limit": 1.5}, "memory_limit 1.5: expected a whole number of bytes, 1 or more"),
    ({"on_event": 3}, "on_event 3: expected a function that takes an event"),
    ({"on_interrupt": "stop"}, "on_interrupt 'stop': expected one of raise, return"),
]
"""Arguments that prove, solve and explore share."""
PROVE: list[tuple[dict[str, Any], str]] = [
    ({"seed": -1}, "seed -1: expected a whole number from 0 to 2147483647"),
    ({"seed": True}, "seed True: expected a whole number from 0 to 2147483647"),
    ({"engine": "minisat"}, "engine 'minisat': expected one of auto, sat, cpsat, search"),
    ({"engine": None}, "engine None: expected one of auto, sat, cpsat, search"),
    ({"at_least": -3}, "at_least -3: expected a whole number, 0 or more"),
    ({"at_least": 2.0}, "at_least 2.0: expected a whole number, 0 or more"),
    ({"evidence": 3}, "evidence 3: expected some of auto, all, invariant"),
    ({"evidence": []}, r"evidence \[\]: expected some of auto, all, invariant"),
    ({"evidence": ["proof"]}, "evidence 'proof': expected some of auto, all, invariant"),
    ({"metric": 3}, "metric 3: expected one of piece, line, unit"),
    ({"metric": "jump"}, "metric 'jump': expected one of piece, line, unit"),
    ({"solver": 3}, "solver 3: expected one of cadical195"),
]
OTHERS: dict[str, tuple[Callable[[], object], str]] = {
    "generate": (lambda: ANY.generate(3), "family 3: expected the name of a family"),
    "a family": (lambda: pp.generate("stairs"), "family 'stairs': expected one of cubes"),
    "an option": (lambda: pp.generate("cubes", size=3), "option 'size' of 'cubes': expected some"),
    "a number": (lambda: pp.generate("cubes", number="3"), "'3' cubes: expected 1 to 20"),
    "a kind": (lambda: pp.generate("cubes", kind=[]), r"kind \[\]: expected one of random"),
    "a plan": (lambda: ANY.replay("hughes", 42), "plan 42: expected moves"),
    "no plan": (lambda: ANY.replay("frogs-1-1", None), "plan None: expected moves"),
    "a like": (
        lambda: pp.generate("sliding", like=3, kind="start", distance=2),
        "like 3: expected an instance",
    ),
    "steps": (lambda: pp.atlas((3, 3), metric="steps"), "metric 'steps': expected one of piece"),
    "a name": (lambda: pp.export("frogs-1-1", format="pddl"), "output: expected a name"),
    "moves": (lambda: ANY.replay("hughes", [1, 2]), r"plan \[1, 2\]: expected moves"),
    "an output": (lambda: ANY.export("hughes", 3), "output 3: expected the path of a file"),
    "a format": (lambda: pp.export("hughes", "x", format="pdf"), "format 'pdf': expected one of"),
    "a form": (lambda: pp.export("hughes", "x", form="long"), "form 'long': expected one of"),
    "a bound": (lambda: pp.export("hughes", "x", at_least=0), "at_least 0: expected a whole"),
    "states": (lambda: pp.explore("hughes", max_states=0), "max_states 0: expected a whole num"),
    "a graph": (lambda: pp.explore("hughes", graph="a.png"), "'a.png': expected a name ending"),
    "a limit": (lambda: pp.solve_all("hughes", limit=-1), "limit -1: expected a whole number"),
    "an engine": (lambda: pp.solve_all("hughes", engine="sat"), "engine 'sat': only stacks"),
    "a strategy": (lambda: ANY.compare("taquin-t1", only=3), "only 3: expected parts of names"),
    "a reviewer": (lambda: pp.second_opinion("x", "me"), "by 'me': expected one of acl2, coq"),
    "a metric": (lambda: pp.verify("x", metric="piece"), "metric goes with instance"),
    "an instance": (lambda: ANY.verify("x", instance=3), "3: expected a puzzle, a name or a path"),
    "a text": (lambda: ANY.loads(42), "42: expected the text of an instance file"),
    "a listener": (lambda: ANY.bfs("hughes", on_layer=3), "on_layer 3: expected a function"),
}

CALLS = [
    *((function, *row) for function in ("prove", "solve", "explore") for row in OPTIONS),
    *(("prove", *row) for row in PROVE),
]


@pytest.mark.parametrize(("function", "options", "text"), CALLS, ids=str)
def test_an_option(function: str, options: dict[str, Any], text: str) -> None:
    with pytest.raises(pp.NotationError, match=text):
        getattr(pp, function)("hughes", **options)


@pytest.mark.parametrize("case", OTHERS)
def test_an_argument_of_another_function(case: str) -> None:
    call, text = OTHERS[case]
    with pytest.raises(pp.NotationError, match=text):
        call()


@pytest.mark.parametrize(
    "function",
    ["prove", "solve", "solve_all", "explore", "bfs", "compare", "dumps", "load", "read", "verify"],
)
@pytest.mark.parametrize("value", [42, 0, None, 1.5, b"hughes", ["hughes"], pp.InstanceError])
def test_what_is_no_puzzle_and_no_path(function: str, value: object) -> None:
    with pytest.raises(pp.InstanceError, match=r"expected (a puzzle|the path of a file)"):
        getattr(pp, function)(value)


@pytest.mark.parametrize("function", ["verify", "load", "read"])
def test_a_number_opens_no_file(function: str, tmp_path: Path) -> None:
    """A number that happens to be an open file's is not read, and the file stays open."""
    path = tmp_path / "secret"
    path.write_text("not for reading", encoding="utf-8")
    with open(path, "rb") as file:
        with pytest.raises(pp.InstanceError, match=f"{file.fileno()}: expected the path of a file"):
            getattr(pp, function)(file.fileno())
        assert file.tell() == 0
        os.fstat(file.fileno())


def test_a_path_will_do_for_a_puzzle(tmp_path: Path) -> None:
    path = tmp_path / "board.toml"
    path.write_text(pp.dumps(pp.load("hughes")), encoding="utf-8")
    for given in (path, str(path), pp.load(path)):
        assert pp.prove(given, evidence="labelling").optimum == 21


def test_help_begins_with_what_users_call() -> None:
    text = pp.__doc__ or ""
    for name in dir(pp):
        if not isinstance(getattr(pp, name), type) and name != "__version__":
            assert re.search(rf"\b{name}\b", text), name
