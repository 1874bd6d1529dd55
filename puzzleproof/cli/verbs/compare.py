"""``puzzleproof compare``: a table of every search strategy for sliding tiles on one instance."""

import argparse
from contextlib import AbstractContextManager, nullcontext
from dataclasses import asdict

from puzzleproof.cli import Exit
from puzzleproof.cli.context import Context
from puzzleproof.cli.output import listen
from puzzleproof.cli.printing import aligned, heading, print_either, print_json
from puzzleproof.cli.questions import chosen
from puzzleproof.cli.verbs import add_instance
from puzzleproof.models.errors import Unsupported
from puzzleproof.options import add_options, given
from puzzleproof.provers.compare import CompareOptions, StrategyRow, compare
from puzzleproof.provers.events import Emit

HEADINGS = ("strategy", "moves", "minimal", "nodes", "seconds", "MB", "remark")
ALIGNMENTS = "<><>>><"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the instance, the strategies, and the limits of each strategy."""
    add_instance(parser, metric=False)
    add_options(parser, CompareOptions)
    parser.epilog = (
        "Nodes are the states expanded, including those of failed f-limits; "
        "MB is the peak memory of the strategy's process, including Python and numpy."
    )


def run(options: Context) -> int:
    """Run one strategy after another, each in its own process, and print the table."""
    name, puzzle = chosen(options)
    try:
        with _listen(options, puzzle.metric) as on_event:
            found = compare(puzzle, given(CompareOptions, vars(options)), on_event)
    except Unsupported as error:
        raise Unsupported(f"{name}: {error}") from None
    title, head = puzzle.info.name or name, heading(name, puzzle)
    if not found.playable:
        certified = found.grade == "certified"
        word = "unsolvable" if certified else "no plan"
        why = f"{word} by the tiles' order ({found.grade}): no strategy was run"
        status = {"status": "unsolvable" if certified else "unknown", "grade": found.grade}
        answer = {**head, **status, "minimum": None, "strategies": (), "remark": why}
        print_either(options, "", answer, [f"{title}: {why} (metric single)"])
        return Exit.UNSOLVABLE if certified else Exit.LIMIT
    answer = {"status": "compared", "minimum": found.minimum, "grade": found.grade}
    document = {**head, **answer, "strategies": [asdict(row) for row in found.rows]}
    lines = [f"{title}: moves and nodes of each strategy (metric single)"]
    lines += aligned([HEADINGS, *map(_cells, found.rows)], ALIGNMENTS)
    if found.minimum is not None:
        lines.append("note: 'minimal' is what the searches claim; 'prove' brings evidence")
    print_either(options, "", document, lines)
    return Exit.PLAN_ONLY if any(row.moves is not None for row in found.rows) else Exit.LIMIT


def _listen(options: Context, metric: str) -> AbstractContextManager[Emit]:
    """Show progress without each strategy's time limit; with ``--json-stream``, print only rows."""
    if options.json_stream:
        return nullcontext(
            lambda event: print_json(event.to_json()) if isinstance(event, StrategyRow) else None
        )
    return listen(options.but(time_limit=None), metric)


def _cells(row: StrategyRow) -> tuple[str, ...]:
    minimal = {None: "?", True: "yes", False: "no"}[row.minimal]
    return (
        row.strategy,
        "-" if row.moves is None else str(row.moves),
        "-" if row.moves is None else minimal,
        (">" if row.stopped else "") + f"{row.nodes:,}",
        f"{row.seconds:.2f}",
        f"{row.memory_mb:.0f}",
        row.remark,
    )
