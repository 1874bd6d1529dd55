"""An atlas as text, and as a table (CSV)."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence

from puzzleproof.cli.printing import WIDTH, count
from puzzleproof.explore.atlas.stock import Stock, shape_name
from puzzleproof.provers.atlas.atlas import Atlas, SetEntry, StartEntry, start_json

COLUMNS = (
    *("puzzle", "moves", "metric", "grade", "board", "component", "farthest", "set"),
    *("certificate_sha256", "plan"),
)
STATE_SECONDS = 15e-6
"""What the survey of one placement takes a core, about."""
GAP = 3
"""Columns between two boards side by side."""


def print_counts(stock: Stock, counts: Mapping[int, tuple[int, int]]) -> None:
    """The piece sets that can be placed and their placements, by the number of pieces."""
    print(f"{'pieces':>6}  {'sets':>6}  {'placements':>15}")
    for pieces, (sets, placed) in counts.items():
        print(f"{pieces:>6}  {sets:>6,}  {placed:>15,}")
    sets, placed = (sum(row[k] for row in counts.values()) for k in (0, 1))
    print(f"{'all':>6}  {sets:>6,}  {placed:>15,}")
    seconds = placed * STATE_SECONDS
    print(f"a survey takes one core about {_duration(seconds)}, proofs left out")


def _duration(seconds: float) -> str:
    if seconds < 120:
        return count(max(1, round(seconds)), "second")
    if seconds < 7200:
        return f"{round(seconds / 60)} minutes"
    return f"{round(seconds / 3600):,} hours"


# --- text ----------------------------------------------------------------------------------


def print_atlas(atlas: Atlas) -> None:
    """The sets, hardest first, what they come to, and the hardest starts with their boards."""
    lines = [_set_line(atlas, entry) for entry in atlas.surveyed if _of_interest(entry)]
    head = ("pieces beside the block", "states", "components", "with goal", "hardest", "grade")
    widths = [max(len(line[k]) for line in (head, *lines)) for k in range(len(head))]
    for line in (head, *lines):
        cells = (text.rjust(width) for text, width in zip(line[1:-1], widths[1:-1], strict=True))
        print("  ".join((line[0].ljust(widths[0]), *cells, line[-1])).rstrip())
    print(summary(atlas))
    if atlas.top:
        print(f"the {count(len(atlas.top), 'hardest start')}, up to symmetry:")
    for text in _boards_side_by_side(atlas.top):
        print(text)


def _of_interest(entry: SetEntry) -> bool:
    return entry.survey is not None and entry.survey.hardest is not None


def _set_line(atlas: Atlas, entry: SetEntry) -> tuple[str, ...]:
    survey = entry.survey
    assert survey is not None
    start = atlas.hardest_of(entry.piece_set)
    numbers = (survey.states, survey.components, survey.with_goal, survey.hardest or 0)
    grade = start.grade if start else "trivial"
    return (entry.piece_set.words, *(f"{number:,}" for number in numbers), grade)


def summary(atlas: Atlas) -> str:
    """What was surveyed, in one line."""
    known = [entry.survey for entry in atlas.surveyed if entry.survey is not None]
    placed = sum(one.states > 0 for one in known)
    left = len(atlas.sets) - len(known)
    return (
        f"{count(len(known), 'piece set')} on {shape_name(atlas.request.stock.size)}, "
        f"{placed} with a placement: {sum(one.states for one in known):,} states, "
        f"{sum(one.components for one in known):,} components, "
        f"{sum(one.with_goal for one in known):,} with a goal (metric {atlas.metric})"
        + (f"; {count(left, 'set')} not surveyed" if left else "")
    )


def _boards_side_by_side(entries: Sequence[StartEntry]) -> Iterable[str]:
    """The boards with what is known of them below, as many in a row as there is room for."""
    blocks = [_block(entry) for entry in entries]
    width = max((len(line) for block in blocks for line in block), default=0) + GAP
    each = max(1, WIDTH // width)
    for first in range(0, len(blocks), each):
        yield ""
        for lines in zip(*blocks[first : first + each], strict=True):
            yield "  " + "".join(line.ljust(width) for line in lines).rstrip()


def _block(entry: StartEntry) -> list[str]:
    drawing = entry.piece_set.drawing(entry.start.arrangement)
    return [*drawing, f"{count(entry.start.moves, 'move')}, {entry.grade}", entry.name]


# --- files ---------------------------------------------------------------------------------


def csv_atlas(atlas: Atlas) -> str:
    """A line a start, hardest first; a board's rows are divided by slashes, RFC 4180."""
    text = io.StringIO()
    table = csv.DictWriter(text, COLUMNS, extrasaction="ignore")
    table.writeheader()
    for entry in atlas.starts:
        row = start_json(entry)
        plan, board = " ".join(row["plan"] or ()), "/".join(row["board"])
        table.writerow({**row, "plan": plan, "board": board})
    return text.getvalue()
