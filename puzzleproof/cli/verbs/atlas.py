"""``puzzleproof atlas``: every piece set of a board, and the hardest starts with certificates."""

import argparse
from collections.abc import Callable
from pathlib import Path

from puzzleproof.cli import Exit
from puzzleproof.cli.conditions import add_conditions, looked_lines
from puzzleproof.cli.context import Context
from puzzleproof.cli.many import means_of, way_on
from puzzleproof.cli.printing import WIDTH, aligned, count, print_fault, print_json
from puzzleproof.cli.printing import boards as pictures
from puzzleproof.cli.targets import check_folder, csv_text, target
from puzzleproof.cli.verbs import add_limits
from puzzleproof.explore.atlas.layouts import layouts_by_pieces
from puzzleproof.explore.atlas.packings import Board
from puzzleproof.explore.atlas.stock import PieceSet, Stock, shape_name
from puzzleproof.models.errors import LimitReached, NotationError
from puzzleproof.models.instances import dumps
from puzzleproof.models.marks import fingerprint
from puzzleproof.options import Workers, add_options, given
from puzzleproof.provers.atlas import Atlas, AtlasRequest, StartEntry, make_atlas, start_json
from puzzleproof.provers.events import Working
from puzzleproof.provers.verdict import INTERRUPTED
from puzzleproof.render import draw
from puzzleproof.render.svg import svg
from puzzleproof.requests import PAIR, AtlasOptions
from puzzleproof.written import check_target, file_in, write_file

COLUMNS = (
    *("puzzle", "moves", "metric", "grade", "board", "component", "farthest", "set"),
    *("certificate_sha256", "plan"),
)
SORTS: dict[str, Callable[[StartEntry], tuple[int, int]]] = {
    "minimum": lambda one: (-one.start.moves, -(one.start.component or 0)),
    "states": lambda one: (-(one.start.component or 0), -one.start.moves),
}
"""Value of ``--sort`` -> the sort key of the lines."""
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
STATE_SECONDS, END_SECONDS = 15e-6, 8e-6
"""Rough times in seconds, on one core, to survey one state and one packing that may be a goal."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options for the board, the pieces, the proofs, the files, the workers and limits."""
    add = parser.add_argument
    about = "rows x columns of the board (default: 5x4; locked: 6x6)"
    add("size", nargs="?", metavar="RxC", help=about, type=PAIR.of_text)
    add_options(parser, AtlasOptions, "size")
    add_conditions(parser, "from all components, the hardest starts")
    add(
        "--sort",
        choices=tuple(SORTS),
        default="minimum",
        help="order of the lines: hardest first (minimum), or most states first (states)",
    )
    add(
        "--output",
        metavar="FILE|FOLDER",
        action="append",
        default=[],
        help="also write the starts with plans (.csv), pictures of the hardest starts (.svg), or "
        "the starts as instance files into a folder; may be repeated",
    )
    add_options(parser, Workers)
    add_limits(parser, "each survey and each proof")


def run(options: Context) -> int:
    """Count the sets, or survey them and prove the hardest starts; prints the results."""
    asked = given(AtlasOptions, vars(options))
    if options.only == "count":
        return _count(options, asked.request().stock)
    files, folders = _outputs(options)
    atlas, why = _made(options, asked.request())
    if options.wants_json:
        print_json(atlas.to_json())
    else:
        _print(atlas, options.sort)
    for file in files:
        write_file("--output", file, WRITERS[file.suffix.lower()](atlas, options.sort))
    for folder in folders:
        for entry in atlas.top:
            found = entry.as_graded()
            path = file_in(folder, f"{entry.name}-{atlas.metric}", ".toml")
            about = fingerprint("atlas", puzzle=found)
            check_target("--output", path, "", about, force=options.force)
            write_file("--output", path, dumps(found), about)
    code, limits = _exit_code(options, atlas), (one.fault for one in atlas.sets)
    why = why or next((one for one in limits if one.endswith("limit reached")), "")
    if why:
        print_fault(f"{why}: the result is incomplete; {way_on(options)}")
    return code


def _outputs(options: Context) -> tuple[list[Path], list[Path]]:
    """List the files and the folders to write; both are checked before the work."""
    files, folders = list[Path](), list[Path]()
    for name in options.output:
        if Path(name).suffix and not Path(name).is_dir():
            files.append(target(options, name, tuple(WRITERS)))
        else:
            folders.append(check_folder("--output", name))
    return files, folders


def _made(options: Context, request: AtlasRequest) -> tuple[Atlas, str]:
    """Return the atlas, perhaps incomplete, and the reason if it ended early."""
    atlas = Atlas.of(request)

    def progress() -> tuple[Working, list[str]]:
        if atlas.starts:
            done = sum(one.answer is not None for one in atlas.starts)
            names = [one.name for one in atlas.starts]
            return Working("proving", done, len(names), "starts"), names
        done = sum(one.is_done for one in atlas.sets)
        names = [one.piece_set.name for one in atlas.smallest_first]
        return Working("surveying", done, len(names), "piece sets"), names

    with means_of(options, progress) as (means, show):
        try:
            for _ in make_atlas(atlas, means):
                show()
        except (KeyboardInterrupt, LimitReached) as error:
            atlas.choose_starts()
            return atlas, str(error) or INTERRUPTED
    return atlas, ""


def _exit_code(options: Context, atlas: Atlas) -> int:
    contradicted = [entry for entry in atlas.starts if entry.contradicted]
    for entry in contradicted:
        what = f"{entry.name}: the survey says {entry.start.moves} moves"
        print_fault(f"{what}, the proof gives another number (a bug)")
    for one in atlas.sets:
        if one.fault:
            print_fault(f"{one.piece_set.name}: {one.fault}")
    if contradicted:
        return Exit.REFUTED_CLAIM
    whole = all(one.survey is not None for one in atlas.sets)
    proven = options.only == "survey" or all(entry.is_proven for entry in atlas.starts)
    return Exit.PROVEN if whole and proven else Exit.LIMIT


# --- text ----------------------------------------------------------------------------------


def _count(options: Context, stock: Stock | Board) -> int:
    if isinstance(stock, Board):
        counts, each = stock.counts(), END_SECONDS
    else:
        counts, each = layouts_by_pieces(stock), STATE_SECONDS
    if options.wants_json:
        print_json({str(n): {"sets": s, "placements": p} for n, (s, p) in counts.items()})
        return Exit.PROVEN
    rows = [(f"{pieces}", f"{sets:,}", f"{placed:,}") for pieces, (sets, placed) in counts.items()]
    sets, placed = (sum(row[k] for row in counts.values()) for k in (0, 1))
    head, last = ("pieces", "sets", "placements"), ("all", f"{sets:,}", f"{placed:,}")
    print("\n".join(aligned([head, *rows, last], ">>>")))
    seconds = placed * each
    hours = f"{round(seconds / 3600):,} hours"
    about = hours if seconds >= 7200 else f"{round(seconds / 60)} minutes"
    if seconds < 120:
        about = count(max(1, round(seconds)), "second")
    print(f"a survey takes about {about} on one core, without proofs")
    return Exit.PROVEN


def _print(atlas: Atlas, sort: str) -> None:
    print("\n".join([*_table(atlas, sort), _summary(atlas), *looked_lines(atlas.conditions)]))
    if atlas.top and not atlas.is_of_packings:
        print(f"the {count(len(atlas.top), 'hardest start')}, up to symmetry:")
        boards = list[pictures.Board]()
        for one in atlas.top:
            known = f"{count(one.start.moves, 'move')}, {one.grade}"
            drawn = pictures.plain("\n".join([*one.board, known]))
            boards.append(pictures.Board(one.name, drawn))
        print("", *pictures.words_of(pictures.side_by_side(boards, WIDTH)), sep="\n")


def _table(atlas: Atlas, sort: str) -> list[str]:
    """List the starts of packings, the starts of the only piece set, or the piece sets."""
    if atlas.is_of_packings or len(atlas.sets) == 1:
        columns = PACKINGS if atlas.is_of_packings else CLASSES
        lines = [
            (*(f"{number(one):,}" for number in columns.values()), one.grade, "/".join(one.board))
            for one in _listed(atlas, sort)
        ]
        return aligned([(*columns, "grade", "board"), *lines], ">" * len(columns) + "<<")
    rows = [("pieces beside the block", "states", "components", "with goal", "hardest", "grade")]
    entries = [(one, one.survey) for one in atlas.surveyed if one.survey]
    if sort == "states":
        entries.sort(key=lambda one: -one[1].states)
    for entry, survey in entries:
        if survey.hardest is not None:
            assert isinstance(entry.piece_set, PieceSet)
            start = atlas.hardest_of(entry)
            numbers = (survey.states, survey.components, survey.with_goal, survey.hardest)
            grade = start.grade if start else "claimed" if survey.hardest else "trivial"
            states, components, goals, hardest = (f"{number:,}" for number in numbers)
            rows.append((entry.piece_set.words, states, components, goals, hardest, grade))
    return aligned(rows, "<>>>><")


def _listed(atlas: Atlas, sort: str) -> list[StartEntry]:
    """List the starts in the order of ``--sort``, or starts of packings by number of pieces."""
    return atlas.starts if atlas.is_of_packings else sorted(atlas.listed, key=SORTS[sort])


def _summary(atlas: Atlas) -> str:
    known = [entry.survey for entry in atlas.surveyed if entry.survey is not None]
    stock, left = atlas.request.stock, len(atlas.sets) - len(known)
    tail = f"(metric {atlas.metric})" + (f"; {count(left, 'set')} not surveyed" if left else "")
    states = sum(one.states for one in known)
    if isinstance(stock, Board):
        return (
            f"packings of {stock.name} by polyominoes, the block from corner to corner: "
            f"{states:,} may end a puzzle {tail}"
        )
    return (
        f"{count(len(known), 'piece set')} on {shape_name(stock.size)}, "
        f"{sum(one.states > 0 for one in known)} with a placement: {count(states, 'state')}, "
        f"{count(sum(one.components for one in known), 'component')}, "
        f"{sum(one.with_goal for one in known):,} with a goal {tail}"
    )


# --- files ---------------------------------------------------------------------------------


def _csv(atlas: Atlas, sort: str) -> str:
    """Return a line for each start; slashes separate the rows of its board."""
    rows = map(start_json, _listed(atlas, sort))
    return csv_text(COLUMNS, ({**row, "board": "/".join(row["board"])} for row in rows))


def _pictures(atlas: Atlas, sort: str) -> str:
    """Draw the hardest starts, each with a caption, as one SVG."""
    starts = sorted(atlas.top, key=SORTS[sort])
    if not starts:
        raise NotationError("--output: no start to draw was found")
    named = [(f"{count(one.start.moves, 'move')}, {one.grade}", one.puzzle) for one in starts]
    return svg(draw.starts(named, "hardest starts"))


WRITERS = {".csv": _csv, ".svg": _pictures}
