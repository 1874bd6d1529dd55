"""An atlas as text, and as a table (CSV)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from puzzleproof.cli.printing import WIDTH, aligned, count, csv_text
from puzzleproof.cli.printing.boards import Board as Picture
from puzzleproof.cli.printing.boards import plain, side_by_side, words_of
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
PACKINGS: dict[str, Callable[[StartEntry], int]] = {
    "pieces": lambda one: one.piece_set.pieces,
    "moves": lambda one: one.start.moves,
    "starts": lambda one: one.start.farthest,
}
CLASSES: dict[str, Callable[[StartEntry], int]] = {
    "class": lambda one: one.rank,
    "hardest": lambda one: one.start.moves,
    "states": lambda one: one.start.component or 0,
    "farthest": lambda one: one.start.farthest,
}
"""The columns with numbers."""
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
    if atlas.is_of_packings or len(atlas.sets) == 1:
        columns = PACKINGS if atlas.is_of_packings else CLASSES
        lines = [_start_line(one, columns.values()) for one in _listed(atlas, sort)]
        return aligned([(*columns, "grade", "board"), *lines], ">" * len(columns) + "<<")
    head = ("pieces beside the block", "states", "components", "with goal", "hardest", "grade")
    entries = [entry for entry in atlas.surveyed if _of_interest(entry)]
    if sort == "states":
        entries.sort(key=lambda entry: -entry.survey.states if entry.survey else 0)
    return aligned([head, *(_set_line(atlas, entry) for entry in entries)], "<>>>><")


def _listed(atlas: Atlas, sort: str) -> list[StartEntry]:
    """The starts in order: those of packings by the number of pieces."""
    return atlas.starts if atlas.is_of_packings else sorted(atlas.listed, key=SORTS[sort])


def _start_line(one: StartEntry, numbers: Iterable[Callable[[StartEntry], int]]) -> tuple[str, ...]:
    return (*(f"{number(one):,}" for number in numbers), one.grade, "/".join(one.board))


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
    stock, left = atlas.request.stock, len(atlas.sets) - len(known)
    tail = f"(metric {atlas.metric})" + (f"; {count(left, 'set')} not surveyed" if left else "")
    states = sum(one.states for one in known)
    if isinstance(stock, Board):
        return (
            f"packings of {stock.name} by polyominoes, the block from corner to corner: "
            f"{states:,} may end a puzzle {tail}"
        )
    placed = sum(one.states > 0 for one in known)
    return (
        f"{count(len(known), 'piece set')} on {shape_name(stock.size)}, "
        f"{placed} with a placement: {states:,} states, "
        f"{sum(one.components for one in known):,} components, "
        f"{sum(one.with_goal for one in known):,} with a goal {tail}"
    )


def _board(entry: StartEntry) -> Picture:
    """The board below its name, with what is known of it."""
    known = f"{count(entry.start.moves, 'move')}, {entry.grade}"
    return Picture(entry.name, plain("\n".join([*entry.board, known])))


# --- files ---------------------------------------------------------------------------------


def csv_atlas(atlas: Atlas, sort: str) -> str:
    """A line a start; a board's rows are divided by slashes."""
    rows = map(start_json, _listed(atlas, sort))
    return csv_text(COLUMNS, ({**row, "board": "/".join(row["board"])} for row in rows))
