"""Certificates of many answers, written into a folder under names that tell them apart."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

from puzzleproof.models.files import written_whole
from puzzleproof.models.instances import file_stem

DIGITS = 8
"""Of a hash, where two certificates would have one name."""


class CertificateFile(NamedTuple):
    """A certificate to be written: of which puzzle in which metric, its SHA-256, its bytes."""

    puzzle: str
    metric: str
    sha256: str
    content: Callable[[], bytes]


def write_certificates(folder: Path, found: Iterable[CertificateFile]) -> None:
    """Write each certificate once, as ``BOARD-METRIC.cert``.

    Where several have the same name, each has the first digits of its hash in it.  Raises
    OutputError.
    """
    named = defaultdict[str, dict[str, CertificateFile]](dict)
    for one in found:
        named[f"{file_stem(one.puzzle)}-{one.metric}"].setdefault(one.sha256, one)
    for stem, alike in named.items():
        for digest, one in alike.items():
            more = f"-{digest[:DIGITS]}" if len(alike) > 1 else ""
            with written_whole(folder / f"{stem}{more}.cert") as part:
                part.write_bytes(one.content())
