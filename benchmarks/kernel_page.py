"""The table 'Kernel' of docs/results.md: rows of theorems, read and written like the others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

TheoremKey: TypeAlias = tuple[str, str]
"""Instance and metric."""

THEOREMS: tuple[TheoremKey, ...] = tuple(
    (name, metric)
    for name, metrics in {
        "pennant": "piece",
        "ane-rouge": "piece line unit",
        "century": "piece",
        "super-century-230": "piece",
        "rush-49": "line",
        "soap": "piece",
        "european-centre": "jump",
        "english-centre": "move",
        "european-43-35": "move",
        "triangle-5-apex": "move",
        "instant-insanity": "cube",
        "frogs-6-6": "move",
        "tiles-2x4": "single",
        "tiles-3x3": "single",
        "korf-12": "single",
        "taquin-swapped": "single",
    }.items()
    for metric in metrics.split()
)
"""The rows, in this order."""
NOT_KEPT = {("european-43-35", "move"), ("tiles-2x4", "single"), ("triangle-5-apex", "move")}
FILES: tuple[TheoremKey, ...] = tuple(key for key in THEOREMS if key not in NOT_KEPT)
"""Those whose files are kept."""
COLUMNS = (
    "puzzle",
    "metric",
    "theorem",
    "rests on",
    "file, bytes",
    "CPU, s",
    "memory, MB",
    "run",
)
HEAD = """\
| puzzle | metric | theorem | file, bytes | CPU, s | MB |
|---|---|---|---:|---:|---:|"""
INTRODUCTION = """\
## Kernel

Theorems that the kernel of Coq has accepted (docs/kernel.md), each without an axiom.
`python -m benchmarks.kernel` writes this table: `puzzleproof export NAME --metric METRIC --as coq`
writes a file, and `coqc -q FILE` reads it, in the CPU seconds and with the peak of memory named
here, Coq's own library included.
"""


def cells_of(
    key: TheoremKey, claim: str, size: int, kept: str | None, cpu: float, peak: int, run: str
) -> list[str]:
    """The cells of a theorem that was accepted; ``kept`` says where its file is, from the page."""
    shown = f"{size:,}" if kept is None else f"[{size:,}]({kept})"
    name, metric = key
    return [
        f"`{name}`",
        f"`{metric}`",
        claim,
        "nothing",
        shown,
        f"{cpu:.1f}",
        f"{peak / 1e6:.0f}",
        run,
    ]


def lines_of(rows: Mapping[TheoremKey, Sequence[str]]) -> Iterator[str]:
    """The section of the page; none without rows."""
    if rows:
        yield INTRODUCTION
        yield HEAD
        for cells in (rows[key] for key in THEOREMS if key in rows):
            yield f"| {' | '.join([*cells[:3], *cells[4:7]])} |"
        yield ""
