"""``puzzleproof compare``: every search strategy for sliding tiles on one instance, in a table."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any, ClassVar

from puzzleproof.cli.exits import Exit
from puzzleproof.cli.verbs.common import add_instance, add_limits, chosen, print_json
from puzzleproof.models.errors import InternalError, LimitReached, NotationError, Unsupported
from puzzleproof.models.tiles.rules import TilesPuzzle
from puzzleproof.provers.events import Emit, Event
from puzzleproof.provers.process import Interrupted
from puzzleproof.provers.process import run as supervise
from puzzleproof.provers.solve import impossible
from puzzleproof.verify.replay import replay_to_goal

SECONDS = 10.0
MEMORY = 2 * 10**9
HEADINGS = ("strategy", "moves", "minimal", "nodes", "seconds", "MB", "remark")


@dataclass(frozen=True, slots=True)
class Told(Event):
    """How far a strategy has come, or what it says in the end."""

    event: ClassVar[str] = "strategy"
    at_least: int
    nodes: int
    memory: float
    """Peak of its process, MB."""
    seconds: float
    plan: tuple[str, ...] | None = None
    remark: str = ""


@dataclass(slots=True)
class Row:
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
        f"{MEMORY // 10**9} GB. Nodes are states expanded, in failed thresholds too; "
        "MB is the peak memory of the strategy's process, Python and numpy included."
    )


def run(options: argparse.Namespace) -> int:
    """Run one strategy after the other, each in its own process, and print the table."""
    name, puzzle = chosen(options)
    if not isinstance(puzzle, TilesPuzzle):
        raise Unsupported(f"{name}: strategies are compared on sliding tiles, "
                          f"not on family {puzzle.family!r}")  # fmt: skip
    if puzzle.metric != "single":
        raise Unsupported(f"metric {puzzle.metric!r}: strategies are compared in metric 'single'")
    names = _wanted(options.only)
    if not _playable(puzzle):
        return _unplayable(name, puzzle, options)
    rows = _rows(puzzle, names, options)
    minimum = _judge(rows)
    if options.json or options.json_stream:
        print_json({
            "puzzle": name, "family": puzzle.family, "metric": puzzle.metric,
            "status": "compared", "minimum": minimum,
            "grade": "claimed", "strategies": list(map(asdict, rows)),
        })  # fmt: skip
    else:
        print(f"{puzzle.info.name or name}: moves and nodes of each strategy (metric single)")
        print("\n".join(_table(rows)))
        if minimum is not None:
            print("note: 'minimal' is what the searches claim; 'prove' brings evidence")
    return Exit.PLAN_ONLY if any(row.moves is not None for row in rows) else Exit.LIMIT


def _wanted(only: list[str] | None) -> list[str]:
    from puzzleproof.explore.tiles.strategies import STRATEGIES

    names = [n for n in STRATEGIES if only is None or any(text in n for text in only)]
    if not names:
        raise NotationError(f"--only {', '.join(only or ())!r}: expected part of the name of "
                            f"a strategy: {', '.join(STRATEGIES)}")  # fmt: skip
    return names


def _playable(puzzle: TilesPuzzle) -> bool:
    from puzzleproof.models.tiles.numbers import playable

    return playable(puzzle)


def _unplayable(name: str, puzzle: TilesPuzzle, options: argparse.Namespace) -> int:
    """A table from which the goal cannot be reached: no strategy is run."""
    grade = "claimed" if impossible(puzzle) is None else "certified"
    status, word = ("unsolvable",) * 2 if grade == "certified" else ("unknown", "no plan")
    why = f"{word} by the tiles' order ({grade}): no strategy was run"
    if options.json or options.json_stream:
        print_json({
            "puzzle": name, "family": puzzle.family, "metric": puzzle.metric,
            "status": status, "grade": grade, "minimum": None, "strategies": [], "remark": why,
        })  # fmt: skip
    else:
        print(f"{puzzle.info.name or name}: {why} (metric single)")
    return Exit.UNSOLVABLE if grade == "certified" else Exit.LIMIT


def _rows(puzzle: TilesPuzzle, names: Sequence[str], options: argparse.Namespace) -> list[Row]:
    """Run the strategies; Ctrl-C ends the comparison, what was found remains."""
    rows = list[Row]()
    for name in names:
        if options.verbose or (sys.stderr.isatty() and not options.quiet):
            print(f"compare: {name}", file=sys.stderr, flush=True)
        row = Row(name)
        rows.append(row)
        begin = time.perf_counter()
        try:
            supervise(_work, (puzzle, name), partial(_take, puzzle, row),
                      options.time_limit, options.memory_limit)  # fmt: skip
        except LimitReached as limit:
            row.stopped, row.seconds = True, time.perf_counter() - begin
            bound = f", every plan has at least {row.at_least} moves" if row.at_least else ""
            row.remark = f"{limit}{bound}"
            if isinstance(limit, Interrupted):
                break
        if options.json_stream:
            print_json({"event": "strategy", **asdict(row)})
    return rows


def _take(puzzle: TilesPuzzle, row: Row, event: Event) -> None:
    """Take in what a strategy says; a plan counts when the rules have replayed it."""
    if not isinstance(event, Told):
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

    def tell(at_least: int, nodes: int) -> None:
        emit(Told(at_least, nodes, _peak(), time.perf_counter() - begin))

    board = TileBoard(puzzle.rows, puzzle.columns, puzzle.goal)
    end = STRATEGIES[name](board, board.named(puzzle.start), tell)
    seconds = time.perf_counter() - begin
    plan = None if end.word is None else tuple(LETTERS[d] for d in end.word)
    emit(Told(end.at_least, end.nodes, _peak(), seconds, plan, end.remark))


def _peak() -> float:
    """Peak memory of this process in MB; 0 where the system does not tell."""
    try:
        import resource
    except ImportError:
        return 0.0
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1e6


def _judge(rows: Sequence[Row]) -> int | None:
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


def _table(rows: Sequence[Row]) -> list[str]:
    """The rows as text, numbers to the right."""
    cells = [HEADINGS, *map(_cells, rows)]
    widths = [max(len(line[k]) for line in cells) for k in range(len(HEADINGS))]
    return [
        "  ".join(
            text.rjust(width) if 1 <= k <= 5 and k != 2 else text.ljust(width)
            for k, (text, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in cells
    ]


def _cells(row: Row) -> tuple[str, ...]:
    minimal: dict[bool | None, Any] = {None: "?", True: "yes", False: "no"}
    return (
        row.strategy,
        "-" if row.moves is None else str(row.moves),
        "-" if row.moves is None else minimal[row.minimal],
        (">" if row.stopped else "") + f"{row.nodes:,}",
        f"{row.seconds:.2f}",
        f"{row.memory_mb:.0f}",
        row.remark,
    )
