"""An atlas as text, and as a table (CSV)."""

from __future__ import annotations

from collections.abc import Mapping

from puzzleproof.cli.printing import WIDTH, count
from puzzleproof.cli.printing.boards import Board, plain, side_by_side, words_of
from puzzleproof.cli.printing.tables import aligned, csv_text
from puzzleproof.explore.atlas.stock import Stock, shape_name
from puzzleproof.provers.atlas.atlas import Atlas, SetEntry, StartEntry, start_json

COLUMNS = (
    *("puzzle", "moves", "metric", "grade", "board", "component", "farthest", "set"),
    *("certificate_sha256", "plan"),
)
STATE_SECONDS = 15e-6
"""What surveying one placement takes one core, about."""


def print_counts(stock: Stock, counts: Mapping[int, tuple[int, int]]) -> None:
    """The piece sets that can be placed and their placements, by the number of pieces."""
    rows = [(f"{pieces}", f"{sets:,}", f"{placed:,}") for pieces, (sets, placed) in counts.items()]
    sets, placed = (sum(row[k] for row in counts.values()) for k in (0, 1))
    head, last = ("pieces", "sets", "placements"), ("all", f"{sets:,}", f"{placed:,}")
    print("\n".join(aligned([head, *rows, last], ">>>")))
    seconds = placed * STATE_SECONDS
    print(f"a survey takes about {_duration(seconds)} on one core, without proofs")


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
    print("\n".join(aligned([head, *lines], "<>>>><")))
    print(summary(atlas))
    if atlas.top:
        print(f"the {count(len(atlas.top), 'hardest start')}, up to symmetry:")
        print("", *words_of(side_by_side(map(_board, atlas.top), WIDTH)), sep="\n")


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


def _board(entry: StartEntry) -> Board:
    """The board below its name, with what is known of it."""
    known = f"{count(entry.start.moves, 'move')}, {entry.grade}"
    drawing = entry.piece_set.drawing(entry.start.arrangement)
    return Board(entry.name, plain("\n".join([*drawing, known])))


# --- files ---------------------------------------------------------------------------------


def csv_atlas(atlas: Atlas) -> str:
    """A line a start, hardest first; a board's rows are divided by slashes."""
    rows = map(start_json, atlas.starts)
    return csv_text(COLUMNS, ({**row, "board": "/".join(row["board"])} for row in rows))
