"""Pattern databases on disk, in the user's cache folder; a bad file is built again.

A file is one line of JSON (what it holds, for which board, a checksum) and then the table's bytes.
It is written beside its place and moved there, so that no process reads half of it.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from pathlib import Path

import numpy as np

from puzzleproof.explore.cache import cache_folder
from puzzleproof.explore.tiles.board import Array, TileBoard
from puzzleproof.explore.tiles.outcome import OnRemark
from puzzleproof.explore.tiles.patterns import TilePattern, build

VERSION = 1
LONGEST_HEADER = 4096


def file_of(board: TileBoard, pattern: TilePattern) -> Path:
    """Where a pattern's table is kept; labels do not matter, only the blank's home does."""
    tiles = "-".join(map(str, pattern))
    size = f"{board.rows}x{board.columns}"
    return cache_folder() / f"tiles-v{VERSION}-{size}-home{board.home}-{tiles}.pdb"


def table_of(board: TileBoard, pattern: TilePattern, remark: OnRemark | None = None) -> Array:
    """Read a table, or build it and keep it; ``remark`` is called where it cannot be kept."""
    path = file_of(board, pattern)
    table = read(path, board, pattern)
    if table is None:
        table = build(board, pattern)
        try:
            write(path, board, pattern, table)
        except OSError as error:
            if remark:
                reason = error.strerror or str(error)
                remark(f"pattern database not kept in {str(path.parent)!r}: {reason}")
    return table


def read(path: Path, board: TileBoard, pattern: TilePattern) -> Array | None:
    """The table in a file; None where there is none, or the file is not exactly this table's."""
    try:
        with open(path, "rb") as file:
            header = file.readline(LONGEST_HEADER)
            body = file.read()
        found = json.loads(header)
    except (OSError, RecursionError, ValueError):
        return None
    if found != _header(board, pattern, body):
        return None
    return np.frombuffer(body, np.uint8)


def write(path: Path, board: TileBoard, pattern: TilePattern, table: Array) -> None:
    """Put a table in its place, all at once; raises OSError."""
    body = table.tobytes()
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, part = tempfile.mkstemp(prefix=path.name, suffix=".part", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(json.dumps(_header(board, pattern, body)).encode() + b"\n" + body)
        Path(part).replace(path)
    except BaseException:
        Path(part).unlink(missing_ok=True)
        raise


def _header(board: TileBoard, pattern: TilePattern, body: bytes) -> dict[str, object]:
    return {
        "what": "puzzleproof pattern database, moves of a tile pattern (metric single)",
        "version": VERSION,
        "rows": board.rows,
        "columns": board.columns,
        "home": board.home,
        "pattern": list(pattern),
        "bytes": len(body),
        "blake2b": hashlib.blake2b(body, digest_size=16).hexdigest(),
    }
