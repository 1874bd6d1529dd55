"""Compare search strategies for sliding tiles on one instance: moves, nodes, time and memory.

Each strategy runs in a process of its own, within limits of its own.  A search only claims that its
plan is shortest; evidence comes from `puzzleproof.provers.strategy.prove`.
"""

import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from puzzleproof.models.errors import InternalError, LimitReached, NotationError, Unsupported
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.models.tiles.rules import TilesPuzzle
from puzzleproof.options import BYTES, SECONDS, Limited, Words, option, words
from puzzleproof.provers.events import (
    Emit,
    Event,
    EvidenceFound,
    Layer,
    PlanFound,
    Working,
    ignore,
)
from puzzleproof.provers.exhaustion import search_idastar, search_layers
from puzzleproof.provers.process import Interrupted, call
from puzzleproof.provers.solve import settled_by_invariant
from puzzleproof.provers.verdict import UNSOLVABLE, Grade
from puzzleproof.verify.replay import replay_to_goal

SECONDS_EACH = 10.0
MEMORY_EACH = 2 * 10**9


TEXTS = words("parts of names of strategies", "TEXT[,TEXT]")


@dataclass(frozen=True, kw_only=True)
class CompareOptions(Limited):
    """The names of the strategies to compare, and the limits of each strategy."""

    strategies: Words | None = option(TEXTS, "only strategies whose name contains a TEXT")
    time_limit: float | None = option(
        SECONDS, f"seconds for each strategy (default: {SECONDS_EACH:.0f})", SECONDS_EACH, none=True
    )
    memory_limit: int | None = option(
        BYTES, f"bytes for each strategy (default: {MEMORY_EACH // 10**9}G)", MEMORY_EACH, none=True
    )


@dataclass(frozen=True, slots=True)
class StrategyRow(Event):
    """The results of a strategy so far; ``moves`` is set once the plan has been replayed."""

    event: ClassVar[str] = "strategy"
    strategy: str
    moves: int | None = None
    at_least: int = 0
    minimal: bool | None = None
    nodes: int = 0
    seconds: float = 0.0
    memory_mb: float = 0.0
    stopped: bool = False
    remark: str = ""
    plan: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Comparison:
    """A row for each strategy, and the minimum in metric ``single``, if some strategy finds it."""

    rows: tuple[StrategyRow, ...]
    minimum: int | None
    grade: Grade = "claimed"
    playable: bool = True
    """Whether the goal can be reached, by the parity of the tiles.  If not, no strategy was run,
    and ``grade`` is the grade of this answer."""
    interrupted: bool = False
    """Whether Ctrl-C ended the comparison; the rows of earlier strategies remain."""

    def __repr__(self) -> str:
        """Return the number of strategies and the minimum."""
        found = "no minimum" if self.minimum is None else f"{self.minimum} moves (single)"
        found = found if self.playable else "no plan"
        return f"<Comparison: {len(self.rows)} strategies, {found}, {self.grade}>"


def compare(puzzle: AnyPuzzle, asked: CompareOptions, on_event: Emit = ignore) -> Comparison:
    """Run one strategy after the other.

    ``on_event`` takes progress, and each row when it is complete.  Raises Unsupported if the puzzle
    is not of sliding tiles, NotationError if no strategy's name contains one of the texts.
    """
    if not isinstance(puzzle, TilesPuzzle):
        family = f"not for family {puzzle.family!r}"
        raise Unsupported(f"strategies are compared for sliding tiles, {family}")
    puzzle = puzzle.with_metric("single")
    only = asked.strategies
    names = [name for name in STRATEGIES if only is None or any(text in name for text in only)]
    if not names:
        where, known = f"{', '.join(only or ())!r}", ", ".join(STRATEGIES)
        raise NotationError(f"strategies {where}: expected part of the name of a strategy: {known}")
    if not puzzle.playable:
        grade: Grade = "claimed" if settled_by_invariant(puzzle) is None else "certified"
        return Comparison((), None, grade, playable=False)
    rows, interrupted, phase = dict[str, StrategyRow](), False, ""

    def take(event: Event) -> None:
        """Keep the newest row of each strategy; replay its plan."""
        if isinstance(event, StrategyRow):
            moves = None if event.plan is None else replay_to_goal(puzzle, event.plan)
            rows[event.strategy] = replace(event, moves=moves)
            event = Working(phase, event.nodes, None, "nodes")
        on_event(event)

    for number, name in enumerate(names, 1):
        begin = time.perf_counter()
        rows[name], phase = StrategyRow(name), f"{name}, strategy {number} of {len(names)}"
        on_event(Working(phase))
        try:
            call(_work, (puzzle, name), take, asked.limits)
        except LimitReached as limit:
            row, seconds = rows[name], time.perf_counter() - begin
            bound = f", every plan has at least {row.at_least} moves" if row.at_least else ""
            rows[name] = replace(row, stopped=True, seconds=seconds, remark=f"{limit}{bound}")
            interrupted = isinstance(limit, Interrupted)  # the rows so far remain
            if interrupted:
                break
        on_event(rows[name])
    judged, minimum = judge(list(rows.values()))
    return Comparison(tuple(judged), minimum, interrupted=interrupted)


STRATEGIES: Mapping[str, Callable[[TilesPuzzle, Emit], None]] = {
    "breadth-first": lambda puzzle, emit: search_layers(puzzle, None, None, emit),
    "IDA* manhattan": lambda puzzle, emit: search_idastar(puzzle, None, emit, "manhattan"),
    "IDA* patterns": lambda puzzle, emit: search_idastar(puzzle, None, emit, "patterns"),
}


def _work(puzzle: TilesPuzzle, name: str, emit: Emit) -> None:
    """Run one strategy in the child process; send its row at each new bound and plan."""
    begin, row = time.perf_counter(), StrategyRow(name)

    def listen(event: Event) -> None:
        nonlocal row
        match event:
            case Layer():
                row = replace(row, at_least=event.depth + 1, nodes=event.states)
            case PlanFound():
                row = replace(row, plan=event.plan)
            case EvidenceFound(evidence):
                bound = row.at_least if evidence.bound == UNSOLVABLE else int(evidence.bound)
                row = replace(row, at_least=bound, nodes=evidence.states or 0)
            case _:
                return
        emit(replace(row, memory_mb=_peak(), seconds=time.perf_counter() - begin))

    STRATEGIES[name](puzzle, listen)


def _peak() -> float:
    """Measure the peak memory of this process in MB; return 0 if the system does not report it."""
    try:
        import resource
    except ImportError:
        return 0.0
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1e6


def judge(rows: Sequence[StrategyRow]) -> tuple[list[StrategyRow], int | None]:
    """Mark plans as shortest or not, where this is known; return the rows and the minimum."""
    shortest = min((row.moves for row in rows if row.moves is not None), default=None)
    least = max((row.at_least for row in rows), default=0)
    if shortest is not None and least > shortest:
        raise InternalError(f"a plan has {shortest} moves, but a strategy claims at least {least}")
    known = shortest if least == shortest else None
    judged = list[StrategyRow]()
    for row in rows:
        longer = row.moves != shortest
        is_told = row.moves is not None and (longer or known is not None)
        judged.append(replace(row, minimal=not longer) if is_told else row)
    return judged, known
