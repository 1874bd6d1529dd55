"""Whatever part is wrong, no verdict is: engines, encoders, solvers; all families, all evidence."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache, partial
from importlib import import_module
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple, Self

import pytest

from puzzleproof.encoders import ENCODERS, ground, sat
from puzzleproof.encoders.task import Grounding, Task
from puzzleproof.models.arrays.board import ArrayBoard
from puzzleproof.models.board import RuleBoard
from puzzleproof.models.errors import InternalError
from puzzleproof.models.puzzle import AnyPuzzle, State
from puzzleproof.provers.labelling import search
from puzzleproof.provers.process import Limits
from puzzleproof.provers.request import Engine, Request
from puzzleproof.provers.strategy import prove
from puzzleproof.provers.verdict import Verdict
from puzzleproof.verify.bfs import bfs
from puzzleproof.verify.bfs import layers as bfs_layers
from puzzleproof.verify.certificate import check_file
from tests.support.boards import SMALL as SLIDING
from tests.support.cube_sets import cubes
from tests.support.formulations import successors
from tests.support.frog_boards import SMALL as FROGS
from tests.support.peg_boards import pegs
from tests.support.tile_boards import SMALL as TILES
from tests.support.tile_boards import tiles

PUZZLES: dict[str, AnyPuzzle] = {
    "sliding": SLIDING["walls"],
    "tour": SLIDING["tour in sequence"].with_metric("unit"),
    "sliding, unsolvable": SLIDING["locked squares"],
    "tiles": tiles("1 4 2/3 0 5"),
    "tiles, runs": tiles("1 4 2/5 3 0", "multi"),
    "tiles, unsolvable": TILES["2 x 2 unsolvable"],
    "frogs": FROGS["board"],
    "jumps": pegs("jump", board="triangle4", vacate=[1, 0], finish="any"),
    "moves": pegs("move", board="triangle4", vacate=[1, 0], finish="any"),
    "jumps, stuck": pegs("jump", board="strip7", start="xxoxxoo", finish="any"),
    "cubes": cubes("RGBYRG", "YYGGBB", "RBRBRB"),
}
FEW = ("sliding",)
"""Tried in every run of the tests; the others take their turn among the slow ones."""
EVIDENCE = ("auto", "all", "labelling", "refutation", "exhaustion")
"""A new kind of evidence belongs here."""
SECONDS = 1.5
"""Whoever is lied to may search for ever."""


@cache
def minimum(name: str) -> int | None:
    return bfs(PUZZLES[name]).optimum


def ask(
    name: str, evidence: str, folder: Path, engine: Engine = "auto", seconds: float = SECONDS
) -> Verdict | None:
    """The verdict, with a certificate where one can be had; None where it ended in an error.

    What is wrong may break anything that works with it: a crash claims nothing either.
    """
    path = folder / "certificate"
    path.unlink(missing_ok=True)
    leaves = evidence != "refutation" and evidence != "exhaustion" and engine == "auto"
    request = Request(
        engine=engine, evidence=(evidence,), certificate=str(path) if leaves else None
    )
    try:
        return prove(name, PUZZLES[name], request, limits=Limits(seconds))
    except Exception:  # noqa: BLE001  a lie may end in any error
        assert not path.exists(), "whoever fails leaves no certificate"
        return None


def assert_nothing_false(name: str, verdict: Verdict | None) -> None:
    """No status, bound, plan or certificate that the rules deny."""
    if verdict is None:
        return
    least = minimum(name)
    lower = verdict.lower or 0
    assert verdict.status != "unsolvable" or least is None
    assert verdict.optimum is None or verdict.optimum == least
    assert verdict.upper is None or (least is not None and verdict.upper >= least)
    if verdict.grade != "claimed":
        assert least is None or lower <= least
    assert least is None or verdict.strength[0] <= least
    for row in verdict.evidence:
        assert not row.checked or least is None or row.bound <= least
    if verdict.certificate is not None:
        checked = check_file(verdict.certificate)
        assert least is None or (checked.at_least is not None and checked.at_least <= least)


Break = Callable[[pytest.MonkeyPatch, str], None]
"""Makes a part of the project wrong, for a puzzle of this name."""

Lie = Callable[[Iterator[int], set[State]], set[State]]
"""(the call's number, the states found) -> the states that it says it found."""


def lose_one(_: Iterator[int], found: set[State]) -> set[State]:
    return found - {max(found)} if len(found) > 1 else found


def lose_most(_: Iterator[int], found: set[State]) -> set[State]:
    return {min(found)} if found else found


def lose_a_layer(calls: Iterator[int], found: set[State]) -> set[State]:
    return set() if next(calls) == 3 else found


def stop_early(calls: Iterator[int], found: set[State]) -> set[State]:
    return found if next(calls) < 1 else set()


class KeepBack:
    """One state of each layer comes one layer too late."""

    def __init__(self) -> None:
        self.kept = set[State]()

    def __call__(self, _: Iterator[int], found: set[State]) -> set[State]:
        told = (found | self.kept) - (late := {max(found)} if len(found) > 1 else set[State]())
        self.kept = late
        return told


class Invent:
    """A state that is far away is said to be near."""

    def __init__(self, far: set[State]) -> None:
        self.far = far

    def __call__(self, calls: Iterator[int], found: set[State]) -> set[State]:
        return found | self.far if next(calls) == 0 else found


def far_states(name: str) -> set[State]:
    """One of the last states that an honest search meets: a goal, where there is one."""
    puzzle, last = PUZZLES[name], set[State]()
    for layer in bfs_layers(puzzle):
        goals = set(filter(puzzle.is_goal, layer))
        last = {max(goals or layer)}
        if goals:
            break
    return last


LIES = ("lose one", "lose most", "lose a layer", "stop early", "keep back", "invent")


def make_lies(name: str) -> dict[str, Lie]:
    return {
        "lose one": lose_one,
        "lose most": lose_most,
        "lose a layer": lose_a_layer,
        "stop early": stop_early,
        "keep back": KeepBack(),
        "invent": Invent(far_states(name)),
    }


def board(lie: str, patch: pytest.MonkeyPatch, name: str, *, arrays: bool = False) -> None:
    """The search's board of rules, or that on arrays, says otherwise what comes after a layer."""
    told, calls = make_lies(name)[lie], count()
    if arrays:
        honest = ArrayBoard.after

        def after(self: ArrayBoard, here: Any, known: Any) -> Any:
            return self.of(sorted(told(calls, set(self.states(honest(self, here, known))))))

        patch.setattr(search, "HAND_OVER", 0)
        patch.setattr(ArrayBoard, "after", after)
        return

    class Lying(RuleBoard):
        def after(self, here: Any, known: Any) -> Any:
            return told(calls, super().after(here, known))

    patch.setattr(search, "RuleBoard", Lying)  # the checker has the honest one


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


def encoder(bend: str, monkeypatch: pytest.MonkeyPatch, _name: str) -> None:
    """All families' tasks come out bent."""
    for place in set(ENCODERS.values()):
        module, _, name = place.partition(":")
        honest = getattr(import_module(module), name)

        def bent(puzzle: AnyPuzzle, honest: Callable[[AnyPuzzle], Grounding] = honest) -> Grounding:
            grounding = honest(puzzle)
            return replace(grounding, task=BENDS[bend](grounding.task))

        monkeypatch.setattr(f"{module}.{name}", bent)


honest_solver: Any = sat.pysat.Solver

Model = list[int] | None


def turned(model: Model) -> Model:
    """Each third variable is turned over."""
    return model and [-x if x % 3 == 0 else x for x in model]


SOLVERS: dict[str, tuple[Callable[[bool], bool | None], Callable[[Model], Model]]] = {
    "always no": (lambda _: False, lambda _: None),
    "always yes": (lambda _: True, lambda _: []),
    "another model": (lambda right: right, turned),
    "no answer": (lambda _: None, lambda _: None),
    "the opposite": (lambda right: not right, lambda _: []),
}
"""What is said in place of the answer, and of the model."""


def solver(wrong: str, monkeypatch: pytest.MonkeyPatch, _name: str) -> None:
    answer, other = SOLVERS[wrong]

    class Lying:
        def __init__(self, **options: Any) -> None:
            self.solver = honest_solver(**options)

        def add_clause(self, clause: Any) -> None:
            self.solver.add_clause(clause)

        def solve(self, assumptions: Any = ()) -> bool | None:
            return answer(self.solver.solve(assumptions=assumptions))

        def get_model(self) -> Model:
            return other(self.solver.get_model())

        def __enter__(self) -> Self:
            return self

        def __exit__(self, *_: object) -> None:
            self.solver.delete()

    monkeypatch.setattr(sat.pysat, "Solver", Lying)


class Wrong(NamedTuple):
    """What is broken, and what is asked for then."""

    breaks: Break
    quick: tuple[str, ...] = ()
    """Evidence of the few puzzles that are tried in every run."""
    evidence: tuple[str, ...] = EVIDENCE
    engine: Engine = "auto"
    names: tuple[str, ...] = tuple(PUZZLES)


SEARCHED = ("labelling", "exhaustion")
PARTS: dict[str, Wrong] = {
    **{f"rules, {lie}": Wrong(partial(board, lie), ("auto",)) for lie in LIES},
    **{
        f"arrays, {lie}": Wrong(partial(board, lie, arrays=True), SEARCHED, SEARCHED)
        for lie in LIES
    },
    **{f"encoder, {bend}": Wrong(partial(encoder, bend), ("auto",)) for bend in BENDS},
    **{
        f"encoder for SAT, {bend}": Wrong(partial(encoder, bend), (), ("refutation",), "sat")
        for bend in BENDS
    },
    **{f"solver, {one}": Wrong(partial(solver, one)) for one in SOLVERS},
    **{
        f"solver for SAT, {one}": Wrong(
            partial(solver, one), ("refutation",), ("refutation",), "sat"
        )
        for one in SOLVERS
    },
}


@pytest.mark.parametrize("part", [part for part, wrong in PARTS.items() if wrong.quick])
@pytest.mark.parametrize("name", FEW)
def test_a_wrong_part_makes_no_wrong_verdict(
    name: str, part: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    wrong = PARTS[part]
    wrong.breaks(monkeypatch, name)
    for evidence in wrong.quick:
        assert_nothing_false(name, ask(name, evidence, tmp_path, wrong.engine))


@pytest.mark.slow
@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("name", PUZZLES)
def test_nor_for_any_puzzle_with_any_evidence(
    name: str, part: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    wrong = PARTS[part]
    if name in wrong.names:
        wrong.breaks(monkeypatch, name)
        for evidence in wrong.evidence:
            assert_nothing_false(name, ask(name, evidence, tmp_path, wrong.engine))


@pytest.mark.parametrize("lie", ["lose a layer", "stop early", "keep back", "invent"])
def test_the_lies_are_told(lie: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is no fault of the user's, and whoever reads it learns that the search was at fault."""
    board(lie, monkeypatch, "sliding")
    with pytest.raises(InternalError, match="a search made a false claim"):
        prove("lie", PUZZLES["sliding"], Request(evidence=("labelling",)))


@pytest.mark.parametrize("bend", BENDS)
def test_each_bend_bends_some_task(bend: str) -> None:
    tasks = [ground(PUZZLES[name]).task for name in ("sliding", "jumps", "cubes")]
    assert any(BENDS[bend](task) != task for task in tasks)


@pytest.mark.parametrize("name", PUZZLES)
def test_with_nothing_wrong_the_answer_is_right(name: str, tmp_path: Path) -> None:
    """So what the other tests accept is not an error in all cases."""
    verdict = ask(name, "auto", tmp_path, seconds=60)
    assert verdict is not None
    assert verdict.grade == "certified"
    assert verdict.optimum == minimum(name)
    assert verdict.status == ("unsolvable" if minimum(name) is None else "optimal")
    assert_nothing_false(name, verdict)
