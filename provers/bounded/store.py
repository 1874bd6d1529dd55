"""What a search with bounds has found, kept in the user's cache folder by the instance's hash.

The parameters of its bounds and the claim that it has shown are where the next run begins.  They
are judged like any others, and the table is made again: a file that is wrong is left aside.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from pathlib import Path
from typing import Any, NamedTuple, cast

from puzzleproof.explore.cache import cache_folder
from puzzleproof.models.puzzle import AnyPuzzle

VERSION = 1
WHAT = "puzzleproof parameters of lower bounds"


def file_of(puzzle: AnyPuzzle, backward: bool) -> Path:
    """Where they are kept: by a hash of family, metric, rules and direction; names do not count."""
    rules = {"family": puzzle.family, "metric": puzzle.metric, **puzzle.document()}
    text = json.dumps([rules, backward], sort_keys=True)
    digest = hashlib.sha256(text.encode()).hexdigest()[:32]
    return cache_folder() / f"bounds-v{VERSION}-{digest}.json"


class Kept(NamedTuple):
    """What is kept."""

    most: int
    """States of a layer that were allowed in the end; 0 where nothing is kept."""
    bounds: list[dict[str, Any]]
    at_least: int = 0
    """The moves of the largest claim that was shown; 0: none."""


NOTHING = Kept(0, [])
MOST_MOVES = 1 << 20


def read(puzzle: AnyPuzzle, backward: bool) -> Kept:
    """What is kept; nothing where there is no such file, or it is not as written."""
    try:
        found: Any = json.loads(file_of(puzzle, backward).read_bytes())
    except (OSError, RecursionError, ValueError):
        return NOTHING
    document = cast("dict[str, Any]", found) if isinstance(found, dict) else {}
    most, bounds, moves = document.get("most"), document.get("bounds"), document.get("at_least", 0)
    if type(moves) is not int or not 0 <= moves < MOST_MOVES:
        return NOTHING
    if document.get("what") != WHAT or type(most) is not int or not isinstance(bounds, list):
        return NOTHING
    rows = cast("list[object]", bounds)
    return Kept(most, [cast("dict[str, Any]", row) for row in rows if isinstance(row, dict)], moves)


def write(puzzle: AnyPuzzle, backward: bool, kept: Kept) -> Path:
    """Put it in its place, all at once; raises OSError."""
    path = file_of(puzzle, backward)
    path.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps({"what": WHAT, **kept._asdict()})
    handle, part = tempfile.mkstemp(prefix=path.name, suffix=".part", dir=path.parent)
    try:
        with os.fdopen(handle, "w") as file:
            file.write(text)
        Path(part).replace(path)
    except BaseException:
        Path(part).unlink(missing_ok=True)
        raise
    return path
