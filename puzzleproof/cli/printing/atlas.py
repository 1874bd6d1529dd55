"""An atlas as text, and as a table (CSV)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from puzzleproof.cli.printing import WIDTH, count
from puzzleproof.cli.printing.boards import Board as Picture
from puzzleproof.cli.printing.boards import plain, side_by_side, words_of
from puzzleproof.cli.printing.tables import aligned, csv_text
from puzzleproof.explore.atlas.packings import Board
from puzzleproof.explore.atlas.stock import PieceSet, Stock, shape_name
from puzzleproof.provers.atlas.atlas import Atlas, SetEntry, StartEntry, start_json

COLUMNS = (
    *("puzzle", "moves", "metric", "grade", "board", "component", "farthest", "set"),
    *("certificate_sha256", "plan"),
)
SORTS: dict[str, Callable[[StartEntry], tuple[int, int]]] = {
    "minimum": lambda one: (-one.start.moves, -(one.start.component or 0)),
    "states": lambda one: (-(one.start.component or 0), -one.start.moves),
}
"""How the lines are ordered, the greatest first."""
STATE_SECONDS = 15e-6
"""What surveying one placement takes one core, about."""
END_SECONDS = 8e-6
"""The same for all puzzles that end with one packing."""


def print_counts(stock: Stock | Board, counts: Mapping[int, tuple[int, int]]) -> None:
    """The piece sets that can be placed and their placements, by the number of pieces."""
    rows = [(f"{pieces}", f"{sets:,}", f"{placed:,}") for pieces, (sets, placed) in counts.items()]
    sets, placed = (sum(row[k] for row in counts.values()) for k in (0, 1))
    head, last = ("pieces", "sets", "placements"), ("all", f"{sets:,}", f"{placed:,}")
    print("\n".join(aligned([head, *rows, last], ">>>")))
    seconds = placed * (END_SECONDS if isinstance(stock, Board) else STATE_SECONDS)
    print(f"a survey takes about {_duration(seconds)} on one core, without proofs")


def _duration(seconds: float) -> str:
    if seconds < 120:
        return count(max(1, round(seconds)), "second")
    if seconds < 7200:
        return f"{round(seconds / 60)} minutes"
    return f"{round(seconds / 3600):,} hours"


# --- text ----------------------------------------------------------------------------------


def print_atlas(atlas: Atlas, sort: str) -> None:
    """What was surveyed, what it comes to, and the hardest starts with their boards."""
    print("\n".join(_table(atlas, sort)))
    print(summary(atlas))
    if atlas.top and not atlas.is_of_packings:
        print(f"the {count(len(atlas.top), 'hardest start')}, up to symmetry:")
        print("", *words_of(side_by_side(map(_board, atlas.top), WIDTH)), sep="\n")


def _table(atlas: Atlas, sort: str) -> list[str]:
    """Of packings the starts; of one set its classes; else the sets."""
    if atlas.is_of_packings:
        lines = map(_record_line, atlas.starts)
        return aligned([("pieces", "moves", "starts", "grade", "board"), *lines], ">>><<")
    if len(atlas.sets) == 1:
        classes = map(_class_line, sorted(atlas.classes, key=SORTS[sort]))
        head = ("class", "hardest", "states", "farthest", "grade", "board")
        return aligned([head, *classes], ">>>><<")
    columns = ("pieces beside the block", "states", "components", "with goal", "hardest", "grade")
    entries = [entry for entry in atlas.surveyed if _of_interest(entry)]
    if sort == "states":
        entries.sort(key=lambda entry: -entry.survey.states if entry.survey else 0)
    return aligned([columns, *(_set_line(atlas, entry) for entry in entries)], "<>>>><")


def _record_line(one: StartEntry) -> tuple[str, str, str, str, str]:
    numbers = (one.piece_set.pieces, one.start.moves, one.start.farthest)
    pieces, moves, starts = (f"{number:,}" for number in numbers)
    return pieces, moves, starts, one.grade, "/".join(one.board)


def _class_line(one: StartEntry) -> tuple[str, str, str, str, str, str]:
    numbers = (one.rank, one.start.moves, one.start.component or 0, one.start.farthest)
    rank, moves, states, farthest = (f"{number:,}" for number in numbers)
    return rank, moves, states, farthest, one.grade, "/".join(one.board)


def _of_interest(entry: SetEntry) -> bool:
    return entry.survey is not None and entry.survey.hardest is not None


def _set_line(atlas: Atlas, entry: SetEntry) -> tuple[str, ...]:
    survey, piece_set = entry.survey, entry.piece_set
    assert survey is not None
    assert isinstance(piece_set, PieceSet)
    start = atlas.hardest_of(entry)
    numbers = (survey.states, survey.components, survey.with_goal, survey.hardest or 0)
    grade = start.grade if start else "trivial"
    return (piece_set.words, *(f"{number:,}" for number in numbers), grade)


def summary(atlas: Atlas) -> str:
    """What was surveyed, in one line."""
    known = [entry.survey for entry in atlas.surveyed if entry.survey is not None]
    stock = atlas.request.stock
    if isinstance(stock, Board):
        left = len(atlas.sets) - len(known)
        return (
            f"packings of {stock.name} by polyominoes, the block from corner to corner: "
            f"{atlas.ends:,} may end a puzzle (metric {atlas.metric})"
            + (f"; {count(left, 'size')} of blocks not surveyed" if left else "")
        )
    placed = sum(one.states > 0 for one in known)
    left = len(atlas.sets) - len(known)
    return (
        f"{count(len(known), 'piece set')} on {shape_name(stock.size)}, "
        f"{placed} with a placement: {sum(one.states for one in known):,} states, "
        f"{sum(one.components for one in known):,} components, "
        f"{sum(one.with_goal for one in known):,} with a goal (metric {atlas.metric})"
        + (f"; {count(left, 'set')} not surveyed" if left else "")
    )


def _board(entry: StartEntry) -> Picture:
    """The board below its name, with what is known of it."""
    known = f"{count(entry.start.moves, 'move')}, {entry.grade}"
    return Picture(entry.name, plain("\n".join([*entry.board, known])))


# --- files ---------------------------------------------------------------------------------


def csv_atlas(atlas: Atlas, sort: str) -> str:
    """A line a start; a board's rows are divided by slashes."""
    starts = atlas.classes if len(atlas.sets) == 1 else atlas.starts
    rows = map(start_json, starts if atlas.is_of_packings else sorted(starts, key=SORTS[sort]))
    return csv_text(COLUMNS, ({**row, "board": "/".join(row["board"])} for row in rows))
