"""``puzzleproof atlas``: every piece set of a board, and the hardest starts with certificates."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable
from pathlib import Path

from puzzleproof.cli import METRICS, Exit
from puzzleproof.cli.printing import print_json, wants_json
from puzzleproof.cli.printing.atlas import csv_atlas, html_atlas, print_atlas, print_counts
from puzzleproof.cli.targets import check_folder, check_target
from puzzleproof.cli.verbs import add_force, add_limits, add_workers, limits_of
from puzzleproof.cli.verbs.generate import pair_of
from puzzleproof.cli.workers import means_of
from puzzleproof.explore.atlas.layouts import layouts_by_pieces
from puzzleproof.explore.atlas.stock import Shape, Stock, stock_of
from puzzleproof.models.errors import LimitReached, NotationError
from puzzleproof.models.files import written_whole
from puzzleproof.models.instances import dumps
from puzzleproof.options import whole
from puzzleproof.provers.atlas.atlas import Atlas, AtlasRequest, make_atlas
from puzzleproof.provers.events import Working
from puzzleproof.provers.verdict import INTERRUPTED

WRITERS: dict[str, Callable[[Atlas], str]] = {".csv": csv_atlas, ".html": html_atlas}
TOP = 10
NUMBER = whole(0, 100_000)


def shapes_of(text: str) -> tuple[Shape, ...]:
    """Read one shape or more, as in ``2x1,1x2,1x1``."""
    shapes = tuple(map(pair_of, text.replace(",", " ").split()))
    if not shapes:
        raise argparse.ArgumentTypeError(f"{text!r}: expected shapes, as in 2x1,1x2,1x1")
    return shapes


def range_of(text: str) -> tuple[int, int]:
    """Read a number or a range of numbers, as in ``2`` or ``2-4``."""
    match = re.fullmatch(r"(\d{1,3})(?:-(\d{1,3}))?", text)
    if match is None:
        raise argparse.ArgumentTypeError(f"{text!r}: expected a number or a range, as in 2 or 2-4")
    return int(match[1]), int(match[2] or match[1])


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the board and the stock, what is proven, what is written, the workers and the limits."""
    add = parser.add_argument
    add(
        "--locked",
        action="store_true",
        help="bars move along their length only; the defaults are those of Rush Hour",
    )
    for flag, reads, metavar, text in (
        ("--size", pair_of, "RxC", "rows x columns of the board (default: 5x4; locked: 6x6)"),
        (
            "--block",
            pair_of,
            "RxC",
            "the piece that has to get to the goal (default: 2x2; locked: 1x2)",
        ),
        (
            "--goal",
            pair_of,
            "R,C",
            "row and column, from 1, of the block's upper left cell at the goal (default: the "
            "bottom middle; locked: the right end of the upper middle row)",
        ),
        (
            "--stock",
            shapes_of,
            "LIST",
            "shapes of the other pieces (default: 2x1,1x2,1x1; locked: 1x2,2x1,1x3,3x1)",
        ),
        (
            "--empty",
            range_of,
            "N",
            "empty cells, as in 2 or 2-4 (default: 2, unless --max-pieces is given)",
        ),
        (
            "--max-pieces",
            NUMBER.of_text,
            "N",
            "at most N pieces, the block among them (default: any number; locked: 4)",
        ),
    ):
        add(flag, type=reads, metavar=metavar, help=text)
    add(
        "--metric",
        choices=METRICS["sliding"],
        metavar="M",
        help="what counts as one move: piece, line, unit (default: piece; locked: line)",
    )
    add(
        "--top",
        type=NUMBER.of_text,
        metavar="N",
        default=TOP,
        help=f"prove and show the N hardest starts (default: {TOP}); the hardest of each set is "
        "proven too",
    )
    add("--claimed", action="store_true", help="prove nothing, survey only")
    add(
        "--count-only",
        action="store_true",
        help="survey nothing: count the piece sets and their placements, by the number of pieces",
    )
    names = " or ".join(WRITERS)
    add("--output", metavar="FILE", help=f"the starts with plans as well: {names}")
    add("--write", metavar="FOLDER", help="write the starts as instance files into this folder")
    add_force(parser, "--output", "table or page")
    add_workers(parser)
    add_limits(parser, "each survey and each proof")


def run(options: argparse.Namespace) -> int:
    """Count, or survey and prove; print what was found."""
    stock = _stock(options)
    if options.count_only:
        counts = layouts_by_pieces(stock)
        if wants_json(options):
            print_json({str(n): {"sets": s, "placements": p} for n, (s, p) in counts.items()})
        else:
            print_counts(stock, counts)
        return Exit.PROVEN
    file, folder = _targets(options)
    atlas = _made(options, stock)
    if file is not None:
        with written_whole(file, f"--output {str(file)!r}") as part:
            text = WRITERS[file.suffix.lower()](atlas)
            part.write_text(text, encoding="utf-8", newline="")
    if folder is not None:
        _write_starts(folder, atlas)
    if wants_json(options):
        print_json(atlas.to_json())
    else:
        print_atlas(atlas)
    return _exit_code(options, atlas)


def _stock(options: argparse.Namespace) -> Stock:
    goal = options.goal and (options.goal[0] - 1, options.goal[1] - 1)
    return stock_of(
        locked=options.locked,
        size=options.size,
        block=options.block,
        shapes=options.stock,
        goal=goal,
        empty=options.empty,
        pieces=options.max_pieces,
    )


def _targets(options: argparse.Namespace) -> tuple[Path | None, Path | None]:
    """The file and the folder to be written, checked before the work."""
    file = None if options.output is None else Path(options.output)
    if file is not None:
        suffix = file.suffix.lower()
        if suffix not in WRITERS:
            wanted = " or ".join(WRITERS)
            raise NotationError(f"--output {str(file)!r}: expected a name that ends in {wanted}")
        check_target("--output", file, "", suffix, force=options.force)
    folder = check_folder("--write", options.write)
    return file, folder


def _made(options: argparse.Namespace, stock: Stock) -> Atlas:
    """The atlas, as far as it got before Ctrl-C."""
    metric = options.metric or ("line" if options.locked else METRICS["sliding"][0])
    request = AtlasRequest(stock, metric, options.top, not options.claimed, limits_of(options))
    atlas = Atlas.of(request)
    with means_of(options, lambda: _progress(atlas)) as (means, show):
        try:
            for _ in make_atlas(atlas, *means):
                show()
        except (KeyboardInterrupt, LimitReached) as error:
            atlas.choose_starts()
            why = str(error) or INTERRUPTED
            print(f"puzzleproof: {why}: this is what was found", file=sys.stderr)
    return atlas


def _progress(atlas: Atlas) -> Working:
    if atlas.starts:
        done = sum(one.answer is not None for one in atlas.starts)
        return Working("proving", done, len(atlas.starts), "starts")
    done = sum(one.is_done for one in atlas.sets)
    return Working("surveying", done, len(atlas.sets), "sets")


def _write_starts(folder: Path, atlas: Atlas) -> None:
    for entry in atlas.top:
        path = folder / f"{entry.name}-{atlas.metric}.toml"
        check_target("--write", path, "", "instance")
        with written_whole(path, f"--write {str(path)!r}") as part:
            part.write_text(dumps(entry.as_graded()), encoding="utf-8")


def _exit_code(options: argparse.Namespace, atlas: Atlas) -> int:
    for entry in atlas.starts:
        if entry.contradicted and entry.answer is not None:
            what = f"{entry.name}: the survey says {entry.start.moves} moves"
            print(f"puzzleproof: {what}, the proof another number (a bug)", file=sys.stderr)
    for one in atlas.sets:
        if one.fault:
            print(f"puzzleproof: {one.piece_set.name}: {one.fault}", file=sys.stderr)
    if any(entry.contradicted for entry in atlas.starts):
        return Exit.REFUTED_CLAIM
    whole = all(one.survey is not None for one in atlas.sets)
    proven = options.claimed or all(entry.is_proven for entry in atlas.starts)
    return Exit.PROVEN if whole and proven else Exit.LIMIT
