"""Certificates for tests: a header and blocks of packed states, honest or bent."""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from puzzleproof.models.instances import dumps
from puzzleproof.models.sliding import SlidingPuzzle
from puzzleproof.provers.labelling import label
from puzzleproof.provers.session import ignore
from puzzleproof.verify.bfs import layers

Blocks = Sequence[Sequence[int]]


def blocks_of(puzzle: SlidingPuzzle, number: int | None = None) -> list[list[int]]:
    """The packed states at distance 0, 1, 2, … from the start, ascending."""
    found: list[list[int]] = []
    for layer in layers(puzzle):
        if len(found) == number:
            break
        found.append(sorted(map(puzzle.pack, layer)))
    return found


def shortest_plan(puzzle: SlidingPuzzle) -> list[str] | None:
    """Some plan of minimum length."""
    plan = label(puzzle, ignore).plan
    return None if plan is None else list(plan)


def header(puzzle: SlidingPuzzle, blocks: Blocks, **changes: Any) -> dict[str, Any]:
    """The header for some blocks; a change to None puts null, `...` takes the key away."""
    honest: dict[str, Any] = {
        "format": "puzzleproof-certificate",
        "version": 1,
        "kind": "labelling",
        "instance": dumps(puzzle),
        "metric": puzzle.metric,
        "at_least": len(blocks),
        "plan": None,
        "sizes": list(map(len, blocks)),
        "width": puzzle.pack_width,
        "versions": {},
    }
    return {key: value for key, value in (honest | changes).items() if value is not ...}


def body(blocks: Blocks, width: int) -> bytes:
    """The records of all blocks, compressed."""
    return zlib.compress(b"".join(n.to_bytes(width, "big") for block in blocks for n in block))


def certificate(puzzle: SlidingPuzzle, blocks: Blocks, **changes: Any) -> bytes:
    """A whole file."""
    head = json.dumps(header(puzzle, blocks, **changes), ensure_ascii=False).encode()
    return head + b"\n" + body(blocks, puzzle.pack_width)


def written(folder: Path, data: bytes) -> Path:
    """Put bytes into a file."""
    path = folder / "test.cert"
    path.write_bytes(data)
    return path
