"""Certificates for tests: a header and blocks of packed states, honest or bent."""

import hashlib
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from puzzleproof.models.instances import dumps
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.certificate import sealed
from puzzleproof.provers.events import ignore
from puzzleproof.provers.labelling import label
from puzzleproof.provers.labelling.search import Labelling
from puzzleproof.verify.bfs import layers

Blocks = Sequence[Sequence[int]]


def blocks_of(puzzle: AnyPuzzle, number: int | None = None) -> list[list[int]]:
    """The packed states at distance 0, 1, 2, … from the start, ascending."""
    found: list[list[int]] = []
    for layer in layers(puzzle):
        if len(found) == number:
            break
        found.append(sorted(map(puzzle.pack, layer)))
    return found


def unpacked(puzzle: AnyPuzzle, labelling: Labelling) -> tuple[list[list[int]], list[list[int]]]:
    """The forward and backward blocks of a labelling as numbers."""
    width = puzzle.pack_width
    forward, backward = (
        [[int.from_bytes(b[k : k + width], "big") for k in range(0, len(b), width)] for b in side]
        for side in (labelling.blocks, labelling.backward)
    )
    return forward, backward


def shortest_plan(puzzle: AnyPuzzle) -> list[str] | None:
    """Some plan of minimum length."""
    plan = label(puzzle, ignore).plan
    return None if plan is None else list(plan)


def header(
    puzzle: AnyPuzzle, blocks: Blocks, back: Blocks = (), tail: bytes | None = None, **changes: Any
) -> dict[str, Any]:
    """The header for some blocks; a change to None puts null, `...` takes the key away.

    ``tail`` is what follows the header, if not what should.
    """
    raw = records([*blocks, *back])
    honest: dict[str, Any] = {
        "format": "puzzleproof-certificate",
        "version": 2,
        "kind": "labelling",
        "instance": dumps(puzzle),
        "metric": puzzle.metric,
        "at_least": len(blocks) + len(back) - bool(back),
        "plan": None,
        "sizes": list(map(len, blocks)),
        "backward": list(map(len, back)),
        "body_bytes": len(raw),
        "sha256": hashlib.sha256(packed(raw) if tail is None else tail).hexdigest(),
        "versions": {},
    }
    return {key: value for key, value in (honest | changes).items() if value is not ...}


def varint(number: int) -> bytes:
    """A number as LEB128."""
    found = bytearray()
    while number > 0x7F:
        found.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*found, number])


def records(blocks: Blocks) -> bytes:
    """The body, not compressed; a number below the one before it wraps around below 2**64."""
    gaps = (b - a for block in blocks for a, b in zip([-1, *block], block, strict=False))
    return b"".join(varint(gap if gap >= 0 else gap % 2**64) for gap in gaps)


def packed(raw: bytes) -> bytes:
    """The body as it stands in the file."""
    return zlib.compress(raw) if raw else b""


def certificate(
    puzzle: AnyPuzzle, blocks: Blocks, back: Blocks = (), tail: bytes | None = None, **changes: Any
) -> bytes:
    """A whole file, its hashes as they should be, unless they are among the changes."""
    body = packed(records([*blocks, *back])) if tail is None else tail
    return sealed(header(puzzle, blocks, back, tail, **changes)) + body


def written(folder: Path, data: bytes) -> Path:
    """Put bytes into a file."""
    path = folder / "test.cert"
    path.write_bytes(data)
    return path
