"""Horizons: a solver decides 'is there a plan of at most T moves?'; each answer gives a bound.

A refutation at T also excludes every shorter plan, because steps at the end of a plan may be idle.
This module writes no proof, so a refutation is *claimed* until `certify` proves it or a search of
another kind confirms it.  A horizon that an incremental solver refuted under an assumption is
solved again by a new solver.
"""

import math
import time
from collections.abc import Callable, Iterable
from typing import Literal

from puzzleproof.encoders import ground
from puzzleproof.encoders.horizon.unrolled import Horizons
from puzzleproof.encoders.strengthen.merson import opened
from puzzleproof.encoders.task import Task
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
from puzzleproof.provers.refutation.queries import Answer, Questions, SolverChoice, Steps
from puzzleproof.provers.verdict import Evidence

QUICK_SECONDS = 1.0
WIDE_GAP = 8
"""A larger gap between the bounds is called wide (`next_of_chains`, for compound moves)."""
FEW_LAYERS = 0.42
"""The first number of layers of commuting operators, as a share of a plan's operators: English
solitaire, with 31 jumps, needs 13 layers, and has many plans in 14 layers."""


def prove_by_horizons(
    puzzle: AnyPuzzle,
    choice: SolverChoice,
    emit: Emit,
    *,
    first_plan: bool = False,
    upper: int | None = None,
) -> None:
    """Raise the lower bound and reduce the upper bound until they meet.

    ``upper`` is the length of a known plan.  With ``first_plan`` the search ends at the first plan.
    If no plan is found, the search ends at the greatest length of any plan, if this is known
    (`Puzzle.longest_plan`); otherwise it ends only when it is stopped.
    """
    _HorizonSearch(puzzle, choice, emit, upper).run(first_plan=first_plan)


def refute_one(puzzle: AnyPuzzle, choice: SolverChoice, length: int, emit: Emit) -> None:
    """Solve one horizon with a new solver: report a refutation or a plan."""
    _HorizonSearch(puzzle, choice, emit).ask_afresh(length)


def plans_have_one_length(puzzle: AnyPuzzle, emit: Emit) -> bool:
    """Tell whether all plans have the same number of moves, so that no horizon needs refuting."""
    try:
        return by_counting(ground(puzzle).task, 1)
    except Unsupported:
        return False


def by_counting(task: Task, bound: int) -> bool:
    """Tell whether the task itself says that every plan has ``bound`` operators or more.

    A solver that refutes fewer moves then only repeats the task, and proves nothing; the potential
    of `provers.invariant` does prove this bound.
    """
    return task.length is not None and not task.chains and bound <= task.length


def find_in_layers(task: Task, backend: Horizons, tell: Callable[[int], None]) -> Steps | None:
    """Look for a plan in few layers, then in more layers; return None if there is no plan.

    A layer has commuting operators; n operators always fit into n layers, so a refutation with n
    layers excludes every plan.  ``tell`` is called with each number of layers.
    """
    assert task.length is not None
    layers = max(1, math.ceil(FEW_LAYERS * task.length))
    while True:
        tell(layers)
        steps = backend.find(layers)
        if steps is not None or layers == task.length:
            return steps
        layers = min(task.length, layers + max(1, layers // 8))


class _HorizonSearch:
    """Solves the horizons of one puzzle with one solver; reports the answers as events."""

    def __init__(
        self, puzzle: AnyPuzzle, choice: SolverChoice, emit: Emit, upper: int | None = None
    ) -> None:
        self._begin = time.perf_counter()
        self._puzzle, self._choice, self._emit = puzzle, choice, emit
        self._by = choice.usual
        """The name of the solver that gave the last answer."""
        emit(Working("writing the formula"))
        self._grounding = ground(puzzle)
        self._task = self._grounding.task
        self._most = puzzle.longest_plan
        """The greatest length of any plan, if it is known."""
        self._upper = upper
        self._refuted: Answer | None = None
        """The answer that gave the lower bound."""

    def run(self, *, first_plan: bool) -> None:
        """Solve horizons until the bounds meet or a plan is found; report the refutation."""
        task = self._task
        if task.length and self._upper is None:
            steps = find_in_layers(task, self._choice.backend(task), self._tell_layers)
            if steps is None:
                self._report_refutation(task.length + 1)
                return
            self._report_plan(steps)
            if first_plan:
                return
        lower = self._close(first_plan=first_plan)
        if not lower or first_plan or by_counting(task, lower):
            return
        if self._is_confirmed(lower):
            self._report_refutation(lower)
        else:
            claim = f"'at most {count(lower - 1, 'move')}'"
            bug = f"a bug: {self._by} refuted {claim}, but not when it was solved again"
            self._emit(Note(bug, "warning"))

    def _tell_layers(self, layers: int) -> None:
        """Report that a plan is sought whose operators fit into ``layers`` layers."""
        moves = count(self._task.length or 0, "step")
        self._emit(Working(f"asking {self._by} for a plan of {moves} in {count(layers, 'layer')}"))

    def _is_confirmed(self, lower: int) -> bool:
        """Tell whether a new solver made the last refutation, or repeats it now."""
        if self._refuted is not None and self._refuted.afresh:
            return True
        again = f"asking {self._choice.usual} again for a plan of at most {lower - 1} moves"
        self._emit(Working(again))
        return self._choice.backend(self._task).refute(lower - 1) is None

    def ask_afresh(self, length: int) -> None:
        """Solve one horizon with a new solver."""
        if by_counting(self._task, length + 1):
            note = "every plan has the same number of moves: there is no horizon to refute"
            self._emit(Note(note, "reason"))
            return
        queries = self._choice.queries(self._task, length + 1)
        queries.start(length)
        self._refuted = answer = self._answered(queries)
        if answer.steps is not None:
            self._report_plan(answer.steps)
        elif self._is_confirmed(length + 1):
            self._report_refutation(length + 1)

    def _close(self, *, first_plan: bool) -> int:
        """Solve horizons until the bounds meet or a plan is found; return the lower bound."""
        queries = self._choice.queries(self._task, self._upper)
        task, seconds = self._task, 0.0
        # If all plans have the same number of moves, shorter horizons are not solved.
        lower = 0 if task.length is None or task.chains else task.length
        while self._upper is None or lower < self._upper:
            while len(queries.pending) < queries.slots:
                length = self._next_query(queries, lower, seconds)
                if length is None:
                    break
                queries.start(length)
            if not queries.pending:
                break
            answer = self._answered(queries)
            seconds = answer.seconds
            if answer.steps is None:
                lower, self._refuted = answer.length + 1, answer
                queries.drop([length for length in queries.pending if length < lower])
                continue
            upper = self._report_plan(answer.steps)
            if first_plan:
                break
            queries.drop([length for length in queries.pending if length >= upper])
        queries.drop(queries.pending)
        return lower

    def _next_query(self, queries: Questions, lower: int, seconds: float) -> int | None:
        """Choose the next T, at most the greatest length of any plan."""
        upper, running, most = self._upper, queries.pending, self._most
        if self._task.chains and upper is not None:
            length = next_of_chains(lower, upper, running, opened(self._task))
        else:
            length = next_horizon(lower, upper, running, seconds)
        if length is not None and upper is None and most is not None:
            length = min(length, most)
            length = None if length < lower or length in running else length
        return length

    def _answered(self, queries: Questions) -> Answer:
        """Report which horizons are being solved; return and report the first answer."""
        asked = " or at most ".join(map(str, queries.pending))
        self._emit(Working(f"asking {queries.by} for a plan of at most {asked} moves"))
        answer = queries.first()
        word: Literal["refuted", "plan"] = "refuted" if answer.steps is None else "plan"
        self._by = queries.by
        self._emit(HorizonAnswer(self._by, answer.length, word, answer.seconds, answer.afresh))
        return answer

    def _report_plan(self, steps: Steps) -> int:
        """Find the moves between the states of a plan by the rules; report and count the moves."""
        visited, states = 0, list[State]()
        for facts in steps:
            visited = self._task.visited(facts, visited)
            stops = (visited,) if self._task.stops else ()
            states.append((*self._grounding.state(facts), *stops))
        moves = plan_through(self._puzzle, states)
        plan = tuple(map(self._puzzle.format_move, moves))
        self._emit(PlanFound(plan, self._by))
        self._upper = len(plan)
        return self._upper

    def _report_refutation(self, bound: int) -> None:
        """Report the evidence that refutes plans of fewer than ``bound`` moves."""
        seconds = time.perf_counter() - self._begin
        note = f"'at most {count(bound - 1, 'move')}' refuted by {self._by}"
        row = Evidence("refutation", bound, False, "none", "encoders", seconds, note=note)
        self._emit(EvidenceFound(row))


# --- which horizon to solve next ----------------------------------------------------------------


def next_horizon(
    lower: int, upper: int | None, pending: Iterable[int], seconds: float = 0.0
) -> int | None:
    """Choose the next T to solve, given the bounds and the ``pending`` T; None if no T helps.

    Without a plan, T grows from the highest T so far: by a quarter while answers take less than a
    second, then by a sixth.  With a plan, T is one less than its length, so that a refutation
    closes the gap; if that T is pending, T is in the middle of the gap.

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
    """Choose the next T for moves that are chains; the first T is one less than ``regions``.

    Opening full regions takes ``regions`` moves or more, so this T is soon refuted.  In a wide gap,
    T is three fifths of the gap above the lower bound: long horizons are hard even though they have
    many plans (English centre: 'at most 19' was solved in 17 s, 'at most 27' not in 200 s).  Then T
    is a quarter of the gap below the upper bound: a horizon just below the minimum takes longest.

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
