"""Minimum move counts of classic puzzles, with evidence that anyone can check.

>>> import puzzleproof as pp
>>> verdict = pp.prove("hughes")
>>> verdict.optimum, verdict.metric, verdict.grade
(21, 'piece', 'certified')

Everything here is imported when it is first used.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

_here = Path(__file__).resolve().parent
if not (_here / "models").is_dir():
    # A bare clone, nothing installed: the other packages stand beside this folder.
    __path__.append(str(_here.parent))

from puzzleproof.version import __version__  # noqa: E402  (after the path is complete)

if TYPE_CHECKING:
    from puzzleproof.api import prove, solve, verify
    from puzzleproof.models.errors import (
        CertificateRejected,
        IllegalMove,
        InstanceError,
        LimitReached,
        NotationError,
        PuzzleProofError,
        Unsupported,
    )
    from puzzleproof.models.instances import dumps, library_names, load, loads, read
    from puzzleproof.provers.verdict import Evidence, Verdict
    from puzzleproof.verify.bfs import bfs
    from puzzleproof.verify.replay import replay

__all__ = [
    "CertificateRejected", "Evidence", "IllegalMove", "InstanceError", "LimitReached",
    "NotationError", "PuzzleProofError", "Unsupported", "Verdict", "__version__", "bfs", "dumps",
    "library_names", "load", "loads", "prove", "read", "replay", "solve", "verify",
]  # fmt: skip

_HOME = {
    "puzzleproof.api": ("prove", "solve", "verify"),
    "puzzleproof.models.errors": (
        "CertificateRejected", "IllegalMove", "InstanceError", "LimitReached", "NotationError",
        "PuzzleProofError", "Unsupported",
    ),
    "puzzleproof.models.instances": ("dumps", "library_names", "load", "loads", "read"),
    "puzzleproof.provers.verdict": ("Evidence", "Verdict"),
    "puzzleproof.verify.bfs": ("bfs",),
    "puzzleproof.verify.replay": ("replay",),
}  # fmt: skip


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used."""
    from importlib import import_module

    for module, names in _HOME.items():
        if name in names:
            value = getattr(import_module(module), name)
            globals()[name] = value
            return value
    raise AttributeError(f"module 'puzzleproof' has no attribute {name!r}")


def __dir__() -> list[str]:
    """List the public names, imported or not."""
    return sorted(__all__)
