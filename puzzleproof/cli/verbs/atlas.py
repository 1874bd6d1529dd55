"""``puzzleproof atlas``: every piece set of a board, and the hardest starts with certificates."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from puzzleproof.cli import Exit
from puzzleproof.cli.many import means_of
from puzzleproof.cli.printing import count, print_json, wants_json
from puzzleproof.cli.printing.atlas import SORTS, csv_atlas, print_atlas, print_counts
from puzzleproof.cli.targets import check_folder, check_target, output_target, write_text
from puzzleproof.cli.verbs import add_force, add_limits
from puzzleproof.explore.atlas.layouts import layouts_by_pieces
from puzzleproof.explore.atlas.packings import Board
from puzzleproof.models.errors import LimitReached, NotationError
from puzzleproof.models.instances import dumps
from puzzleproof.options import Workers, add_options, given
from puzzleproof.provers.atlas.atlas import Atlas, AtlasRequest, make_atlas
from puzzleproof.provers.events import Working
from puzzleproof.provers.verdict import INTERRUPTED
from puzzleproof.requests import PAIR, AtlasOptions


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the board and the stock, what is proven, what is written, the workers and the limits."""
    add = parser.add_argument
    add("board", nargs="?", metavar="RxC", help="the same as --size", type=PAIR.of_text)
    add_options(parser, AtlasOptions)
    add(
        "--count-only",
        action="store_true",
        help="no survey: only count the piece sets and their placements, by the number of pieces",
    )
    add(
        "--sort",
        choices=tuple(SORTS),
        default="minimum",
        help="order of the lines: hardest first (minimum), or most states first (states)",
    )
    add(
        "--output",
        metavar="FILE",
        help="also write the starts with plans (.csv), or pictures of the hardest (.svg)",
    )
    add("--write", metavar="FOLDER", help="write the starts as instance files into this folder")
    add_force(parser, "--output", "table")
    add_options(parser, Workers)
    add_limits(parser, "each survey and each proof")


def run(options: argparse.Namespace) -> int:
    """Count, or survey and prove; print what was found."""
    if options.board is not None and options.size is not None:
        raise NotationError("--size: the board is named twice")
    asked = given(AtlasOptions, {**vars(options), "size": options.board or options.size})
    if options.count_only:
        stock = asked.request().stock
        counts = stock.counts() if isinstance(stock, Board) else layouts_by_pieces(stock)
        if wants_json(options):
            print_json({str(n): {"sets": s, "placements": p} for n, (s, p) in counts.items()})
        else:
            print_counts(stock, counts)
        return Exit.PROVEN
    file = output_target(options, tuple(WRITERS))
    folder = check_folder("--write", options.write)
    atlas = _made(options, asked.request())
    if wants_json(options):
        print_json(atlas.to_json())
    else:
        print_atlas(atlas, options.sort)
    if file is not None:
        write_text("--output", file, WRITERS[file.suffix.lower()](atlas, options.sort))
    if folder is not None:
        _write_starts(folder, atlas, force=options.force)
    return _exit_code(options, atlas)


def _made(options: argparse.Namespace, request: AtlasRequest) -> Atlas:
    """The atlas, as far as it got before Ctrl-C."""
    atlas = Atlas.of(request)
    with means_of(options, lambda: _progress(atlas)) as (means, show):
        try:
            for _ in make_atlas(atlas, *means):
                show()
        except (KeyboardInterrupt, LimitReached) as error:
            atlas.choose_starts()
            why = str(error) or INTERRUPTED
            print(f"puzzleproof: {why}: the result is incomplete", file=sys.stderr)
    return atlas


def _pictures(atlas: Atlas, sort: str) -> str:
    """The hardest starts, one picture each, as SVG."""
    from puzzleproof.render import draw
    from puzzleproof.render.svg import svg

    starts = sorted(atlas.top, key=SORTS[sort])
    if not starts:
        raise NotationError("--output: no start to draw was found")
    named = [(f"{count(one.start.moves, 'move')}, {one.grade}", one.puzzle) for one in starts]
    return svg(draw.starts(named, "hardest starts"))


WRITERS = {".csv": csv_atlas, ".svg": _pictures}


def _progress(atlas: Atlas) -> Working:
    if atlas.starts:
        done = sum(one.answer is not None for one in atlas.starts)
        return Working("proving", done, len(atlas.starts), "starts")
    done = sum(one.is_done for one in atlas.sets)
    return Working("surveying", done, len(atlas.sets), "sets")


def _write_starts(folder: Path, atlas: Atlas, *, force: bool) -> None:
    for entry in atlas.top:
        path = folder / f"{entry.name}-{atlas.metric}.toml"
        check_target("--write", path, "", "instance", force=force)
        write_text("--write", path, dumps(entry.as_graded()))


def _exit_code(options: argparse.Namespace, atlas: Atlas) -> int:
    for entry in atlas.starts:
        if entry.contradicted and entry.answer is not None:
            what = f"{entry.name}: the survey says {entry.start.moves} moves"
            print(f"puzzleproof: {what}, the proof gives another number (a bug)", file=sys.stderr)
    for one in atlas.sets:
        if one.fault:
            print(f"puzzleproof: {one.piece_set.name}: {one.fault}", file=sys.stderr)
    if any(entry.contradicted for entry in atlas.starts):
        return Exit.REFUTED_CLAIM
    whole = all(one.survey is not None for one in atlas.sets)
    proven = options.claimed or all(entry.is_proven for entry in atlas.starts)
    return Exit.PROVEN if whole and proven else Exit.LIMIT
