"""Increasing horizons: ask 'at most T moves?' for growing T; every answer is a bound at once.

A refutation at T rules out every shorter plan as well (the horizon may idle at its end), so T
grows in strides while the answer is no (`schedule`).  A plan found is shortened by small horizons;
then the horizon just below it is asked, and the middle of the gap.  No proof is written here, so a
refutation is *claimed* until `certify` proves it or a search of another kind confirms it.  What an
incremental solver refuted under an assumption is asked afresh.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from typing import Literal

from puzzleproof.encoders import ground
from puzzleproof.encoders.strengthen.commuting import commuting_pairs
from puzzleproof.encoders.task import Task
from puzzleproof.models import imported
from puzzleproof.models.errors import LimitReached, Unsupported
from puzzleproof.models.puzzle import AnyPuzzle, State, plan_through
from puzzleproof.models.texts import count
from puzzleproof.provers.events import (
    Emit,
    EvidenceFound,
    HorizonAnswer,
    Note,
    PlanFound,
    Working,
)
from puzzleproof.provers.refutation.queries import Answer, Horizons, Steps, query_runner
from puzzleproof.provers.refutation.schedule import first_horizon, next_query
from puzzleproof.provers.refutation.shorten import shorten
from puzzleproof.provers.verdict import UNSOLVABLE, Evidence

BACKENDS = {
    "sat": "puzzleproof.encoders.sat:SatHorizons",
    "cpsat": "puzzleproof.encoders.cpsat:CpsatHorizons",
}
CHAINS_SOLVER = "glucose4"
"""For compound moves, by few single runs: English vacate (2,2), 'at most 14' is refuted in 40 s,
by cadical195 in 51 s."""
SMALL_HORIZON = 15_000
"""Operators times steps: of the library's horizons, those below take 0.1 to 3 s, those of 19,000
and more 5 s to minutes."""
FEW_LAYERS = 0.42
"""Of the operators of a plan, how many layers are tried first: English solitaire, 31 jumps, needs
13, and has many plans in 14."""


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
        solver = self.solver or (CHAINS_SOLVER if self.name == "sat" and task.chains else None)
        options = {"seed": self.seed} | ({"solver": solver} if solver else {})
        backend: Horizons = imported(BACKENDS[self.name])(task, **options)
        return backend


def prove_by_horizons(
    puzzle: AnyPuzzle, choice: SolverChoice, emit: Emit, *, first_plan: bool = False
) -> None:
    """Raise the lower bound and lower the upper one until they meet.

    Ends sooner with the ``first_plan``.  Where there is no plan at all, horizons cannot know: this
    then ends only when it is stopped.
    """
    _HorizonSearch(puzzle, choice, emit).run(first_plan=first_plan)


def refute_one(puzzle: AnyPuzzle, choice: SolverChoice, length: int, emit: Emit) -> None:
    """Ask one horizon, afresh: it is refuted, or there is a plan."""
    _HorizonSearch(puzzle, choice, emit).ask_afresh(length)


def refute_small_one(puzzle: AnyPuzzle, choice: SolverChoice, length: int, emit: Emit) -> None:
    """Ask one horizon, if it is small.  Raises LimitReached where it is not."""
    search = _HorizonSearch(puzzle, choice, emit)
    size = search.operators * length
    if size > SMALL_HORIZON:
        raise LimitReached(f"the last has {length} steps of {search.operators:,} operators")
    search.ask_afresh(length)


def has_horizons(puzzle: AnyPuzzle, emit: Emit) -> bool:
    """Whether the puzzle has an encoding for horizons."""
    try:
        ground(puzzle)
    except Unsupported:
        return False
    return True


def plans_have_one_length(puzzle: AnyPuzzle, emit: Emit) -> bool:
    """Whether all plans have the same number of moves, so that horizons have nothing to refute."""
    try:
        return by_counting(ground(puzzle).task, 1)
    except Unsupported:
        return False


def by_counting(task: Task, bound: int) -> bool:
    """Whether 'at least ``bound`` moves' only repeats the number of operators of every plan.

    The task states that number, so a solver that repeats it has refuted nothing; the potential of
    `provers.invariant.find` proves it.
    """
    return task.length is not None and not task.chains and bound <= task.length


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


class _HorizonSearch:
    """The horizons of one puzzle by one solver: its answers become events."""

    def __init__(self, puzzle: AnyPuzzle, choice: SolverChoice, emit: Emit) -> None:
        self._begin = time.perf_counter()
        self._puzzle, self._choice, self._emit = puzzle, choice, emit
        self._grounding = ground(puzzle)
        self._task = self._grounding.task
        self._upper: int | None = None

    @property
    def operators(self) -> int:
        """How many operators each step of a horizon has."""
        return len(self._task.operators)

    def run(self, *, first_plan: bool) -> None:
        """Ask until the bounds meet, or until the first plan; report the last refutation."""
        task, backend = self._task, self._choice.backend(self._task)
        if task.length:
            steps = find_in_layers(task, backend)
            if steps is None:
                self._report_refutation(task.length + 1)
                return
            self._report_plan(steps)
            if first_plan:
                return
        lower = self._close(backend, first_plan=first_plan)
        if not lower or first_plan or by_counting(task, lower):
            return
        if not backend.incremental or backend.refute(lower - 1) is None:
            self._report_refutation(lower)
        else:
            claim = f"'at most {count(lower - 1, 'move')}'"
            bug = f"{self._choice.name} took back its refutation of {claim}: a bug"
            self._emit(Note(bug, "warning"))

    def ask_afresh(self, length: int) -> None:
        """Ask one horizon of a solver that has seen nothing else."""
        if by_counting(self._task, length + 1):
            note = "every plan has the same number of moves: there is no horizon to refute"
            self._emit(Note(note, "reason"))
            return
        self._report_question([length])
        steps = self._choice.backend(self._task).refute(length)
        answer = Answer(length, steps, time.perf_counter() - self._begin)
        self._report_answer(answer, afresh=True)
        if steps is None:
            self._report_refutation(length + 1)
        else:
            self._report_plan(steps)

    def _close(self, backend: Horizons, *, first_plan: bool) -> int:
        """Ask until the bounds meet or there is a first plan; returns the lower bound."""
        queries = query_runner(backend, processes=self._choice.processes)
        lower, seconds = first_horizon(self._task), 0.0
        while self._upper is None or lower < self._upper:
            while len(queries.pending) < queries.slots:
                length = next_query(self._task, lower, self._upper, queries.pending, seconds)
                if length is None:
                    break
                queries.start(length)
            if not queries.pending:
                break
            self._report_question(queries.pending)
            answer = queries.first()
            seconds = answer.seconds
            self._report_answer(answer, afresh=not backend.incremental)
            if answer.steps is None:
                lower = answer.length + 1
                queries.drop([length for length in queries.pending if length < lower])
                continue
            upper = self._report_plan(answer.steps)
            if first_plan:
                break
            if lower < upper - 1:
                self._emit(Working("shortening the plan by small horizons"))
                shorter = shorten(answer.steps, self._task, self._choice.backend)
                upper = self._report_plan(shorter)
            queries.drop([length for length in queries.pending if length >= upper])
        queries.drop(queries.pending)
        return lower

    def _report_question(self, lengths: list[int]) -> None:
        """Say which horizons are being asked."""
        asked = " and ".join(map(str, lengths))
        self._emit(Working(f"asking {self._choice.name} for a plan of at most {asked} moves"))

    def _report_answer(self, answer: Answer, *, afresh: bool) -> None:
        word: Literal["refuted", "plan"] = "refuted" if answer.steps is None else "plan"
        name = self._choice.name
        self._emit(HorizonAnswer(name, answer.length, word, answer.seconds, afresh))

    def _report_plan(self, steps: Steps) -> int:
        """Read the moves off the facts of each step, by the rules; returns their number."""
        task, visited = self._task, 0
        states: list[State] = []
        for facts in steps:
            state = self._grounding.state(facts)
            if task.stops:
                visited = task.visited(facts, visited)
                state = (*state, visited)
            states.append(state)
        moves = plan_through(self._puzzle, states)
        plan = tuple(map(self._puzzle.format_move, moves))
        self._emit(PlanFound(plan, self._choice.name))
        self._upper = len(plan)
        return self._upper

    def _report_refutation(self, bound: int) -> None:
        """Report that fewer moves are refuted; all plans, where none can be longer."""
        seconds = time.perf_counter() - self._begin
        note = f"'at most {count(bound - 1, 'move')}' refuted by {self._choice.name}"
        proven: float = bound
        if self._task.most is not None and bound > self._task.most:
            note += ", and no plan can have more"
            proven = UNSOLVABLE
        row = Evidence.searched("refutation", proven, "none", "encoders", seconds, note=note)
        self._emit(EvidenceFound(row))
