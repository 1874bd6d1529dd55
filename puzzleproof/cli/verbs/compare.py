"""``puzzleproof compare``: every search strategy for sliding tiles on one instance, in a table."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import asdict, dataclass, replace
from typing import Any, ClassVar

from puzzleproof.cli import Exit
from puzzleproof.cli.printing import heading, listen, print_json, wants_json
from puzzleproof.cli.verbs import add_instance, add_limits, chosen, limits_of
from puzzleproof.models.errors import InternalError, LimitReached, NotationError, Unsupported
from puzzleproof.models.tiles.rules import TilesPuzzle
from puzzleproof.provers.events import Emit, Event, Working, ignore
from puzzleproof.provers.process import Interrupted, call
from puzzleproof.provers.solve import impossible
from puzzleproof.verify.replay import replay_to_goal

SECONDS_EACH = 10.0
MEMORY_EACH = 2 * 10**9
HEADINGS = ("strategy", "moves", "minimal", "nodes", "seconds", "MB", "remark")
ALIGNMENTS = "<><>>><"
"""On which side the columns are aligned."""


@dataclass(frozen=True, slots=True)
class StrategyRow(Event):
    """A strategy's line, sent while it works; ``moves`` only once the rules replayed the plan."""

    event: ClassVar[str] = "strategy"
    strategy: str
    moves: int | None = None
    at_least: int = 0
    minimal: bool | None = None
    nodes: int = 0
    seconds: float = 0.0
    memory_mb: float = 0.0
    """Peak of its process."""
    stopped: bool = False
    remark: str = ""
    plan: tuple[str, ...] | None = None

    def cells(self) -> tuple[str, ...]:
        """The row as text."""
        minimal = {None: "?", True: "yes", False: "no"}[self.minimal]
        return (
            self.strategy,
            "-" if self.moves is None else str(self.moves),
            "-" if self.moves is None else minimal,
            (">" if self.stopped else "") + f"{self.nodes:,}",
            f"{self.seconds:.2f}",
            f"{self.memory_mb:.0f}",
            self.remark,
        )


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the instance, which strategies, the limits of each."""
    add_instance(parser)
    parser.add_argument(
        "--only", action="append", metavar="TEXT", help="strategies with this in their name"
    )
    add_limits(parser)
    parser.set_defaults(time_limit=SECONDS_EACH, memory_limit=MEMORY_EACH)
    parser.epilog = (
        f"The limits hold for each strategy; the defaults are {SECONDS_EACH:.0f} s and "
        f"{MEMORY_EACH // 10**9} GB. Nodes are states expanded, those of failed f-limits included; "
        "MB is the peak memory of the strategy's process, Python and numpy included."
    )


def run(options: argparse.Namespace) -> int:
    """Run one strategy after the other, each in its own process, and print the table."""
    from puzzleproof.models.tiles.numbers import playable

    name, puzzle = chosen(options)
    if not isinstance(puzzle, TilesPuzzle):
        known = "strategies are compared on sliding tiles"
        raise Unsupported(f"{name}: {known}, not on family {puzzle.family!r}")
    if puzzle.metric != "single":
        raise Unsupported(f"metric {puzzle.metric!r}: strategies are compared in metric 'single'")
    names = _wanted(options.only)
    head, title = heading(name, puzzle), puzzle.info.name or name
    if not playable(puzzle):
        return _print_unplayable(puzzle, head, title, options)
    with _listen(options, puzzle.metric) as on_event:
        rows, minimum = _judged(_rows(puzzle, names, options, on_event))
    if wants_json(options):
        found = {"status": "compared", "minimum": minimum, "grade": "claimed"}
        print_json({**head, **found, "strategies": [asdict(row) for row in rows]})
    else:
        print(f"{title}: moves and nodes of each strategy (metric single)")
        print("\n".join(_table(rows)))
        if minimum is not None:
            print("note: 'minimal' is what the searches claim; 'prove' brings evidence")
    return Exit.PLAN_ONLY if any(row.moves is not None for row in rows) else Exit.LIMIT


def _listen(options: argparse.Namespace, metric: str) -> AbstractContextManager[Emit]:
    """Progress, without the limits, which are those of each strategy; a stream has rows alone."""
    if options.json_stream:
        return nullcontext(ignore)
    return listen(argparse.Namespace(**{**vars(options), "time_limit": None}), metric)


def _wanted(only: list[str] | None) -> list[str]:
    from puzzleproof.explore.tiles.strategies import STRATEGIES

    names = [n for n in STRATEGIES if only is None or any(text in n for text in only)]
    if not names:
        where, known = f"--only {', '.join(only or ())!r}", ", ".join(STRATEGIES)
        raise NotationError(f"{where}: expected part of the name of a strategy: {known}")
    return names


def _print_unplayable(
    puzzle: TilesPuzzle, head: dict[str, Any], title: str, options: argparse.Namespace
) -> int:
    """A table from which the goal cannot be reached: no strategy is run."""
    certified = impossible(puzzle) is not None
    grade, status = ("certified", "unsolvable") if certified else ("claimed", "unknown")
    word = "unsolvable" if certified else "no plan"
    why = f"{word} by the tiles' order ({grade}): no strategy was run"
    if wants_json(options):
        found = {"status": status, "grade": grade, "minimum": None}
        print_json({**head, **found, "strategies": [], "remark": why})
    else:
        print(f"{title}: {why} (metric single)")
    return Exit.UNSOLVABLE if certified else Exit.LIMIT


def _rows(
    puzzle: TilesPuzzle, names: Sequence[str], options: argparse.Namespace, on_event: Emit
) -> list[StrategyRow]:
    """Run the strategies; Ctrl-C ends the comparison, what was found remains."""
    rows = dict[str, StrategyRow]()

    def take(event: Event) -> None:
        """Keep the newest row; a plan counts when the rules have replayed it."""
        if isinstance(event, StrategyRow):
            moves = None if event.plan is None else replay_to_goal(puzzle, event.plan)
            rows[event.strategy] = replace(event, moves=moves)
            event = Working(phase, event.nodes, None, "nodes")
        on_event(event)

    phase = ""
    for number, name in enumerate(names, 1):
        begin, limit = time.perf_counter(), None
        rows[name], phase = StrategyRow(name), f"{name}, strategy {number} of {len(names)}"
        on_event(Working(phase))
        try:
            call(_work, (puzzle, name), take, limits_of(options))
        except LimitReached as reached:
            limit, row, seconds = reached, rows[name], time.perf_counter() - begin
            bound = f", every plan has at least {row.at_least} moves" if row.at_least else ""
            rows[name] = replace(row, stopped=True, seconds=seconds, remark=f"{limit}{bound}")
        if isinstance(limit, Interrupted):
            break
        if options.json_stream:
            print_json(rows[name].to_json())
    return list(rows.values())


def _work(puzzle: TilesPuzzle, name: str, emit: Emit) -> None:
    """Run one strategy, in the child process."""
    from puzzleproof.explore.tiles.board import LETTERS, TileBoard
    from puzzleproof.explore.tiles.strategies import STRATEGIES

    begin = time.perf_counter()

    def report(at_least: int, nodes: int, **more: Any) -> None:
        row = StrategyRow(name, at_least=at_least, nodes=nodes, **more)
        emit(replace(row, memory_mb=_peak(), seconds=time.perf_counter() - begin))

    board = TileBoard(puzzle.rows, puzzle.columns, puzzle.goal)
    end = STRATEGIES[name](board, board.named(puzzle.start), report)
    plan = None if end.word is None else tuple(LETTERS[d] for d in end.word)
    report(end.at_least, end.nodes, plan=plan, remark=end.remark)


def _peak() -> float:
    """Peak memory of this process in MB; 0 where the system does not say."""
    try:
        import resource
    except ImportError:
        return 0.0
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1e6


def _judged(rows: Sequence[StrategyRow]) -> tuple[list[StrategyRow], int | None]:
    """Say of each plan whether it is minimal, where some strategy knows; and the minimum."""
    shortest = min((row.moves for row in rows if row.moves is not None), default=None)
    least = max((row.at_least for row in rows), default=0)
    if shortest is None:
        return list(rows), None
    if least > shortest:
        raise InternalError(f"a strategy denies a plan of {shortest} moves: at least {least}")

    def minimal(moves: int | None) -> bool | None:
        known = moves is not None and (least == shortest or moves > shortest)
        return moves == shortest if known else None

    judged = [replace(row, minimal=minimal(row.moves)) for row in rows]
    return judged, least if least == shortest else None


def _table(rows: Sequence[StrategyRow]) -> list[str]:
    """The rows as text, in columns."""
    lines = [HEADINGS, *(row.cells() for row in rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    formats = [f"{side}{width}" for side, width in zip(ALIGNMENTS, widths, strict=True)]
    return ["  ".join(map(format, line, formats)).rstrip() for line in lines]
