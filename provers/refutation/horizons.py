"""Horizons: ask a solver 'at most T moves?'; every answer is a bound.

A refutation at T also rules out every shorter plan, as a plan may idle at its end.  No proof is
written here, so a refutation is *claimed* until `certify` proves it or a search of another kind
confirms it.  What an incremental solver refuted under an assumption is asked anew.
"""

from __future__ import annotations

import math
import time
from typing import Literal, NamedTuple

from puzzleproof.encoders import ground
from puzzleproof.encoders.horizon.backend import Horizons, Steps
from puzzleproof.encoders.strengthen.merson import opened
from puzzleproof.encoders.task import Task
from puzzleproof.models import imported
from puzzleproof.models.errors import Unsupported
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
from puzzleproof.provers.verdict import UNSOLVABLE, Evidence

BACKENDS = {
    "sat": "puzzleproof.encoders.sat:SatHorizons",
    "cpsat": "puzzleproof.encoders.cpsat:CpsatHorizons",
}
CHAINS_SOLVER = "glucose4"
"""The solver for compound moves, chosen by a few single runs: it refutes English vacate (2,2), 'at
most 14', in 40 s, cadical195 in 51 s."""
QUICK_SECONDS = 1.0
WIDE_GAP = 8
"""A gap this wide between the bounds of compound moves means that the first plan was arbitrary."""
FEW_LAYERS = 0.42
"""Layers tried first, as a share of the operators of a plan: English solitaire, 31 jumps, needs 13
layers, and has many plans in 14."""


class SolverChoice(NamedTuple):
    """A solver by name, ``auto`` for one that suits; ``solver`` is that of PySAT for ``sat``."""

    name: str
    seed: int = 0
    solver: str | None = None

    def backend(self, task: Task, *, plan_known: bool) -> tuple[str, Horizons]:
        """The solver's name, and the backend for a task; CP-SAT suits one long horizon."""
        name, solver = self.name, self.solver
        if name == "auto":
            suits = plan_known and solver is None and not task.chains
            name = "cpsat" if suits else "sat"
        if name == "sat" and task.chains:
            solver = solver or CHAINS_SOLVER
        options = {"seed": self.seed} | ({"solver": solver} if solver else {})
        backend: Horizons = imported(BACKENDS[name])(task, **options)
        return name, backend


def prove_by_horizons(
    puzzle: AnyPuzzle,
    choice: SolverChoice,
    emit: Emit,
    *,
    first_plan: bool = False,
    upper: int | None = None,
) -> None:
    """Raise the lower bound and lower the upper one until they meet.

    ``upper`` is the length of a known plan.  With ``first_plan`` the search ends at the first plan.
    If no plan turns up, it ends at the greatest length of any plan, if that is known (`Task.most`),
    and otherwise only when it is stopped.
    """
    _HorizonSearch(puzzle, choice, emit, upper).run(first_plan=first_plan)


def refute_one(puzzle: AnyPuzzle, choice: SolverChoice, length: int, emit: Emit) -> None:
    """Ask one horizon, of a fresh solver: it is refuted, or there is a plan."""
    _HorizonSearch(puzzle, choice, emit, length + 1).ask_one(length)


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
    """Look for a plan in few layers, then in more; None means that there is no plan.

    n operators fit into n layers, so a refutation of the last question excludes every plan.
    """
    assert task.length is not None
    layers = max(1, math.ceil(FEW_LAYERS * task.length))
    while True:
        steps = backend.find(layers)
        if steps is not None or layers == task.length:
            return steps
        layers = min(task.length, layers + max(1, layers // 8))


class _HorizonSearch:
    """The horizons of one puzzle by one solver: its answers become events.

    If a plan is known from the beginning, each horizon is asked of a fresh solver; else one solver
    learns from horizon to horizon, if it can.
    """

    def __init__(
        self, puzzle: AnyPuzzle, choice: SolverChoice, emit: Emit, upper: int | None
    ) -> None:
        self._begin = time.perf_counter()
        self._puzzle, self._emit, self._upper = puzzle, emit, upper
        self._grounding = ground(puzzle)
        self._task = self._grounding.task
        self._by, self._backend = choice.backend(self._task, plan_known=upper is not None)
        self._afresh = upper is not None or not self._backend.incremental
        self._most = self._task.most
        """The greatest length of any plan, if that is known."""

    def run(self, *, first_plan: bool) -> None:
        """Ask until the bounds meet, or until the first plan; report the last refutation."""
        task, seconds = self._task, 0.0
        if task.length and self._upper is None:
            steps = find_in_layers(task, self._backend)
            if steps is None:
                self._report_refutation(task.length + 1)
                return
            self._report_plan(steps)
            if first_plan:
                return
        # The least horizon worth asking: the number of moves, if all plans have the same.
        lower = 0 if task.length is None or task.chains else task.length
        while (length := self._next(lower, seconds)) is not None:
            begin = time.perf_counter()
            if self._ask(length) is None:
                lower = length + 1
            elif first_plan:
                return
            seconds = time.perf_counter() - begin
        if lower and not first_plan and not by_counting(task, lower):
            self._confirm(lower)

    def _next(self, lower: int, seconds: float) -> int | None:
        """The next T, up to the greatest length of any plan; None if the bounds meet."""
        upper, most = self._upper, self._most
        if upper is None:
            length = next_horizon(lower, seconds)
            length = length if most is None else min(length, most)
            return length if length >= lower else None
        if lower >= upper:
            return None
        return next_of_chains(lower, upper, opened(self._task)) if self._task.chains else upper - 1

    def ask_one(self, length: int) -> None:
        """Ask one horizon."""
        if by_counting(self._task, length + 1):
            note = "every plan has the same number of moves: there is no horizon to refute"
            self._emit(Note(note, "reason"))
        elif self._ask(length) is None:
            self._confirm(length + 1)

    def _ask(self, length: int) -> Steps | None:
        """Report which horizon is asked, of which solver, the answer, and a plan."""
        self._emit(Working(f"asking {self._by} for a plan of at most {length} moves"))
        begin = time.perf_counter()
        steps = (self._backend.refute if self._afresh else self._backend.ask)(length)
        seconds = time.perf_counter() - begin
        word: Literal["refuted", "plan"] = "refuted" if steps is None else "plan"
        self._emit(HorizonAnswer(self._by, length, word, seconds, self._afresh))
        if steps is not None:
            self._report_plan(steps)
        return steps

    def _report_plan(self, steps: Steps) -> None:
        """Read the moves off the facts of each step, by the rules."""
        visited, states = 0, list[State]()
        for facts in steps:
            visited = self._task.visited(facts, visited)
            stops = (visited,) if self._task.stops else ()
            states.append((*self._grounding.state(facts), *stops))
        moves = plan_through(self._puzzle, states)
        self._emit(PlanFound(tuple(map(self._puzzle.format_move, moves)), self._by))
        self._upper = len(moves)

    def _confirm(self, lower: int) -> None:
        """Report the last refutation, if a fresh solver made it, or repeats it now."""
        if self._afresh or self._backend.refute(lower - 1) is None:
            self._report_refutation(lower)
        else:
            claim = f"'at most {count(lower - 1, 'move')}'"
            bug = f"{self._by} refuted {claim}, and later did not: a bug"
            self._emit(Note(bug, "warning"))

    def _report_refutation(self, bound: int) -> None:
        """Report that fewer moves are refuted, or all plans if none can be longer."""
        seconds = time.perf_counter() - self._begin
        note = f"'at most {count(bound - 1, 'move')}' refuted by {self._by}"
        proven: float = bound
        if self._most is not None and bound > self._most:
            note += ", and no plan can have more"
            proven = UNSOLVABLE
        row = Evidence("refutation", proven, False, "none", "encoders", seconds, note=note)
        self._emit(EvidenceFound(row))


# --- which horizon to ask next ----------------------------------------------------------------


def next_horizon(lower: int, seconds: float = 0.0) -> int:
    """Choose the next T while no plan is known.

    It grows by a quarter of the last one while answers take less than a second, then by a sixth.

    >>> next_horizon(1), next_horizon(41), next_horizon(41, 9.9)
    (1, 50, 46)
    """
    part = 4 if seconds < QUICK_SECONDS else 6
    return max(lower, 1, lower - 1 + max(1, (lower - 1) // part))


def next_of_chains(lower: int, upper: int, regions: int) -> int:
    """Choose the next T for moves that are chains; the first bound is from opening full regions.

    While the gap is wide, T is three fifths of it above the lower bound, as long horizons are hard
    though plans are frequent (English centre: at most 19 moves found in 17 s, at most 27 not in
    200).  Then T goes down by a quarter of the gap: a horizon just below the minimum takes longest.

    >>> [next_of_chains(lower, upper, 12) for lower, upper in ((0, 31), (12, 25), (12, 19))]
    [11, 20, 18]
    """
    if lower < regions < upper:
        return regions - 1
    gap = upper - lower
    return lower + math.ceil(0.6 * gap) if gap > WIDE_GAP else upper - max(1, gap // 4)
