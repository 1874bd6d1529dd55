"""Increasing horizons: ask 'at most T moves?' for growing T; every answer is a bound at once.

A refutation at T rules out every shorter plan as well (the horizon may idle at its end), so T grows
in strides while the answer is no.  A plan found is shortened by small horizons; then the horizon
just below it is asked, and the middle of the gap.  No proof is written here, so a refutation is
*claimed* until `puzzleproof.provers.refutation.certify` proves it or a search of another kind
confirms it.  What an incremental solver refuted under an assumption is asked afresh.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Literal

from puzzleproof.encoders.families import ground
from puzzleproof.encoders.strengthen.commuting import commuting_pairs
from puzzleproof.encoders.strengthen.merson import opened
from puzzleproof.encoders.task import Grounding, Task
from puzzleproof.models.errors import Unsupported
from puzzleproof.models.puzzle import AnyPuzzle, State, plan_through
from puzzleproof.provers.events import Emit, EvidenceFound, HorizonAnswer, Note, PlanFound
from puzzleproof.provers.refutation.queries import (
    Answer,
    HorizonQueries,
    Horizons,
    Steps,
    query_runner,
)
from puzzleproof.provers.refutation.shorten import shorten
from puzzleproof.provers.verdict import UNSOLVABLE, Evidence

BACKENDS = {
    "sat": "puzzleproof.encoders.sat:SatHorizons",
    "cpsat": "puzzleproof.encoders.cpsat:CpsatHorizons",
}


@dataclass(frozen=True, slots=True)
class SolverChoice:
    """A solver to ask, by name; ``solver`` is the one of PySAT's that ``sat`` is to use."""

    name: str
    seed: int = 0
    solver: str | None = None
    processes: bool = True
    """Whether several horizons may be asked at a time, each in a process."""

    def backend(self, task: Task) -> Horizons:
        """Return the backend for a task."""
        module, _, name = BACKENDS[self.name].partition(":")
        solver = self.solver or (CHAINS_SOLVER if self.name == "sat" and task.chains else None)
        options = {"seed": self.seed} | ({"solver": solver} if solver else {})
        backend: Horizons = getattr(import_module(module), name)(task, **options)
        return backend


CHAINS_SOLVER = "glucose4"
"""For compound moves, by few single runs: English vacate (2,2), 'at most 14' is refuted in 40 s,
by cadical195 in 51 s."""
QUICK_SECONDS = 1.0
WIDE_GAP = 8
"""Moves between the bounds of compound moves; beyond, the first plan was any plan."""
FEW_LAYERS = 0.42
"""Of the operators of a plan, how many layers are tried first: English solitaire, 31 jumps, needs
13, and has many plans in 14."""


def next_horizon(
    lower: int, upper: int | None, pending: Iterable[int], seconds: float = 0.0
) -> int | None:
    """Choose the next T to ask, given the bounds and what is being asked; None if nothing helps.

    Without a plan: up from the highest, by a quarter while answers take less than a second, then
    by a sixth.  With a plan: the horizon just below it, which would close the gap, then the middle
    of what is left.

    >>> next_horizon(1, None, []), next_horizon(41, None, [40]), next_horizon(41, None, [48], 9.9)
    (1, 50, 56)
    >>> next_horizon(41, 52, []), next_horizon(41, 52, [51]), next_horizon(51, 52, [51])
    (51, 45, None)
    """
    if upper is None:
        highest = max((lower - 1, *pending))
        part = 4 if seconds < QUICK_SECONDS else 6
        return max(lower, 1, highest + max(1, highest // part))
    if upper - 1 not in pending:
        return upper - 1
    middle = (lower + min((upper - 1, *pending)) - 1) // 2
    return middle if middle >= lower and middle not in pending else None


def next_of_chains(lower: int, upper: int, pending: Iterable[int], regions: int) -> int | None:
    """Choose the next T where moves are chains: first what opening full regions rules out.

    Then, while the gap is wide, three fifths of it above the lower bound: long horizons are harder
    than plans are rare (English centre: at most 19 moves found in 17 s, at most 27 not in 200).
    Then down by a quarter of the gap: a horizon just below the minimum takes longest.

    >>> [next_of_chains(lower, upper, [], 12) for lower, upper in ((0, 31), (12, 25), (12, 19))]
    [11, 20, 18]
    """
    if lower < regions < upper and regions - 1 not in pending:
        return regions - 1
    gap = upper - lower
    length = lower + math.ceil(0.6 * gap) if gap > WIDE_GAP else upper - max(1, gap // 4)
    while length in pending:
        length -= 1
    return length if length >= lower else None


def prove_by_horizons(
    puzzle: AnyPuzzle, engine: SolverChoice, emit: Emit, *, first_plan: bool = False
) -> None:
    """Raise the lower bound and lower the upper one until they meet.

    Ends sooner with the ``first_plan``.  Where there is no plan at all, horizons cannot tell: this
    then ends only when it is stopped.
    """
    begin = time.perf_counter()
    grounding = ground(puzzle)
    task = grounding.task
    backend = engine.backend(task)
    upper = None
    if task.length:
        steps = find_in_layers(task, backend)
        if steps is None:
            _found(emit, engine, task.length + 1, begin, task)
            return
        upper = _tell(puzzle, grounding, steps, engine, emit)
    if upper is not None and first_plan:
        return
    lower = _close(puzzle, grounding, engine, backend, upper, emit, first_plan)
    if not lower or first_plan or by_counting(task, lower):
        return
    if not backend.incremental or backend.refute(lower - 1) is None:
        _found(emit, engine, lower, begin, task)
    else:
        emit(Note(f"{engine.name} took back its refutation of 'at most {lower - 1} moves': a bug"))


def _answer(engine: SolverChoice, answer: Answer, *, afresh: bool) -> HorizonAnswer:
    word: Literal["refuted", "plan"] = "refuted" if answer.steps is None else "plan"
    return HorizonAnswer(engine.name, answer.length, word, answer.seconds, afresh)


def _close(
    puzzle: AnyPuzzle, grounding: Grounding, engine: SolverChoice, backend: Horizons,
    upper: int | None, emit: Emit, first_plan: bool,
) -> int:  # fmt: skip
    """Ask until the bounds meet or there is a first plan; returns the lower bound."""
    task, asks = grounding.task, query_runner(backend, processes=engine.processes)
    lower, seconds = first_horizon(task), 0.0
    while upper is None or lower < upper:
        _fill(asks, lower, upper, seconds, task)
        if not list(asks.pending):
            break
        answer = asks.first()
        seconds = answer.seconds
        emit(_answer(engine, answer, afresh=not backend.incremental))
        if answer.steps is None:
            lower = answer.length + 1
            asks.drop([length for length in asks.pending if length < lower])
            continue
        upper = _tell(puzzle, grounding, answer.steps, engine, emit)
        if first_plan:
            break
        if lower < upper - 1:
            shorter = shorten(answer.steps, task, engine.backend)
            upper = _tell(puzzle, grounding, shorter, engine, emit)
        asks.drop([length for length in asks.pending if length >= upper])
    asks.drop(list(asks.pending))
    return lower


def find_in_layers(task: Task, backend: Horizons) -> Steps | None:
    """Look for a plan in few layers, then in more; None says that there is none at all.

    n operators fit into n layers, so a refutation of the last question is one of every plan.
    """
    assert task.length is not None
    layers = task.length
    if commuting_pairs(task):
        layers = max(1, math.ceil(FEW_LAYERS * task.length))
    while True:
        steps = backend.find(layers)
        if steps is not None or layers == task.length:
            return steps
        layers = min(task.length, layers + max(1, layers // 8))


def first_horizon(task: Task) -> int:
    """The least horizon worth asking: the number of moves, where that is the same in all plans."""
    return 0 if task.length is None or task.chains else task.length


def _fill(asks: HorizonQueries, lower: int, upper: int | None, seconds: float, task: Task) -> None:
    """Ask as much at a time as there are slots; nothing beyond the longest plan there can be."""
    longest = task.most
    while len(list(asks.pending)) < asks.slots:
        if task.chains and upper is not None:
            length = next_of_chains(lower, upper, asks.pending, opened(task))
        else:
            length = next_horizon(lower, upper, asks.pending, seconds)
        if length is not None and longest is not None and upper is None:
            length = min(length, longest)
            if length < lower or length in asks.pending:
                return
        if length is None:
            return
        asks.start(length)


def _tell(
    puzzle: AnyPuzzle, grounding: Grounding, steps: Steps, engine: SolverChoice, emit: Emit
) -> int:
    """Tell of a plan; returns its length."""
    plan = _plan(puzzle, grounding, steps)
    emit(PlanFound(plan, engine.name))
    return len(plan)


def _plan(
    puzzle: AnyPuzzle, grounding: Grounding, steps: Sequence[frozenset[int]]
) -> tuple[str, ...]:
    """Read the moves off the facts of each step, by the rules."""
    task, visited = grounding.task, 0
    states: list[State] = []
    for facts in steps:
        state = grounding.state(facts)
        if task.stops:
            visited = task.visited(facts, visited)
            state = (*state, visited)
        states.append(state)
    moves = plan_through(puzzle, states)
    format_move: Callable[[object], str] = puzzle.format_move
    return tuple(map(format_move, moves))


def by_counting(task: Task, bound: int) -> bool:
    """Whether 'at least ``bound`` moves' is but the number of operators that every plan has.

    The task states that number, so a solver that repeats it has refuted nothing; the potential of
    `provers.invariant.find` proves it.
    """
    return task.length is not None and not task.chains and bound <= task.length


def plans_have_one_length(puzzle: AnyPuzzle, emit: Emit) -> bool:
    """Whether all plans have the same number of moves, so that horizons have nothing to refute."""
    try:
        return by_counting(ground(puzzle).task, 1)
    except Unsupported:
        return False


def refute_one(puzzle: AnyPuzzle, engine: SolverChoice, length: int, emit: Emit) -> None:
    """Ask one horizon, afresh: it is refuted, or there is a plan."""
    begin = time.perf_counter()
    grounding = ground(puzzle)
    if by_counting(grounding.task, length + 1):
        emit(Note("every plan has the same number of moves: there is no horizon to refute"))
        return
    steps = engine.backend(grounding.task).refute(length)
    answer = Answer(length, steps, time.perf_counter() - begin)
    emit(_answer(engine, answer, afresh=True))
    if steps is None:
        _found(emit, engine, length + 1, begin, grounding.task)
    else:
        _tell(puzzle, grounding, steps, engine, emit)


def _found(emit: Emit, engine: SolverChoice, bound: int, begin: float, task: Task) -> None:
    """Tell of a refutation; of all plans, where none can be longer."""
    seconds = time.perf_counter() - begin
    note = f"'at most {bound - 1} moves' refuted by {engine.name}"
    proven: float = bound
    if task.most is not None and bound > task.most:
        note += ", and no plan can have more"
        proven = UNSOLVABLE
    row = Evidence.searched("refutation", proven, "none", "encoders", seconds, note=note)
    emit(EvidenceFound(row))
