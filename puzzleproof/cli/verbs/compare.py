"""``puzzleproof compare``: every search strategy for sliding tiles on one instance, in a table."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any, ClassVar

from puzzleproof.cli import Exit
from puzzleproof.cli.printing import print_json, wants_json
from puzzleproof.cli.verbs import add_instance, add_limits, chosen, limits_of
from puzzleproof.models.errors import InternalError, LimitReached, NotationError, Unsupported
from puzzleproof.models.tiles.rules import TilesPuzzle
from puzzleproof.provers.events import Emit, Event
from puzzleproof.provers.process import Interrupted, call
from puzzleproof.provers.solve import impossible
from puzzleproof.verify.replay import replay_to_goal

SECONDS = 10.0
MEMORY = 2 * 10**9
HEADINGS = ("strategy", "moves", "minimal", "nodes", "seconds", "MB", "remark")
SIDES = "<><>>><"
"""On which side the columns are aligned."""


@dataclass(frozen=True, slots=True)
class StrategyProgress(Event):
    """How far a strategy has come, or its result in the end."""

    event: ClassVar[str] = "strategy"
    at_least: int
    nodes: int
    memory: float
    """Peak of its process, MB."""
    seconds: float
    plan: tuple[str, ...] | None = None
    remark: str = ""


@dataclass(slots=True)
class StrategyRow:
    """A strategy's line; ``moves`` only once the rules have replayed the plan."""

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
    parser.set_defaults(time_limit=SECONDS, memory_limit=MEMORY)
    parser.epilog = (
        f"The limits hold for each strategy; the defaults are {SECONDS:.0f} s and "
        f"{MEMORY // 10**9} GB. Nodes are states expanded, those of failed f-limits included; "
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
    head = {"puzzle": name, "family": puzzle.family, "metric": puzzle.metric}
    title = puzzle.info.name or name
    if not playable(puzzle):
        return _print_unplayable(puzzle, head, title, options)
    rows = _rows(puzzle, names, options)
    minimum = _judge(rows)
    if wants_json(options):
        found = {"status": "compared", "minimum": minimum, "grade": "claimed"}
        print_json({**head, **found, "strategies": [asdict(row) for row in rows]})
    else:
        print(f"{title}: moves and nodes of each strategy (metric single)")
        print("\n".join(_table(rows)))
        if minimum is not None:
            print("note: 'minimal' is what the searches claim; 'prove' brings evidence")
    return Exit.PLAN_ONLY if any(row.moves is not None for row in rows) else Exit.LIMIT


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
    puzzle: TilesPuzzle, names: Sequence[str], options: argparse.Namespace
) -> list[StrategyRow]:
    """Run the strategies; Ctrl-C ends the comparison, what was found remains."""
    rows = list[StrategyRow]()
    for name in names:
        if options.verbose or (sys.stderr.isatty() and not options.quiet):
            print(f"compare: {name}", file=sys.stderr, flush=True)
        row = StrategyRow(name)
        rows.append(row)
        begin = time.perf_counter()
        try:
            call(_work, (puzzle, name), partial(_take, puzzle, row), limits_of(options))
        except LimitReached as limit:
            row.stopped, row.seconds = True, time.perf_counter() - begin
            bound = f", every plan has at least {row.at_least} moves" if row.at_least else ""
            row.remark = f"{limit}{bound}"
            if isinstance(limit, Interrupted):
                break
        if options.json_stream:
            print_json({"event": "strategy", **asdict(row)})
    return rows


def _take(puzzle: TilesPuzzle, row: StrategyRow, event: Event) -> None:
    """Note what a strategy reports; a plan counts when the rules have replayed it."""
    if not isinstance(event, StrategyProgress):
        return
    row.at_least, row.nodes, row.memory_mb = event.at_least, event.nodes, event.memory
    row.seconds, row.remark = event.seconds, event.remark
    if event.plan is not None:
        replay_to_goal(puzzle, event.plan)
        row.plan, row.moves = event.plan, len(event.plan)


def _work(puzzle: TilesPuzzle, name: str, emit: Emit) -> None:
    """Run one strategy, in the child process."""
    from puzzleproof.explore.tiles.board import LETTERS, TileBoard
    from puzzleproof.explore.tiles.strategies import STRATEGIES

    begin = time.perf_counter()

    def report(at_least: int, nodes: int, **more: Any) -> None:
        emit(StrategyProgress(at_least, nodes, _peak(), time.perf_counter() - begin, **more))

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


def _judge(rows: Sequence[StrategyRow]) -> int | None:
    """Say of each plan whether it is minimal, where some strategy knows; returns the minimum."""
    lengths = [row.moves for row in rows if row.moves is not None]
    least = max((row.at_least for row in rows), default=0)
    if not lengths:
        return None
    if least > min(lengths):
        raise InternalError(f"a strategy denies a plan of {min(lengths)} moves: at least {least}")
    for row in rows:
        if row.moves is not None and (least == min(lengths) or row.moves > min(lengths)):
            row.minimal = row.moves == min(lengths)
    return least if least == min(lengths) else None


def _table(rows: Sequence[StrategyRow]) -> list[str]:
    """The rows as text, in columns."""
    lines = [HEADINGS, *(row.cells() for row in rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    formats = [f"{side}{width}" for side, width in zip(SIDES, widths, strict=True)]
    return ["  ".join(map(format, line, formats)).rstrip() for line in lines]
