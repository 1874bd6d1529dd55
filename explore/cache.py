"""Where tables and compiled code are kept between runs."""

from __future__ import annotations

import os
from pathlib import Path


def cache_folder() -> Path:
    """``PUZZLEPROOF_CACHE``, else ``puzzleproof`` in ``XDG_CACHE_HOME`` or ``~/.cache``."""
    if own := os.environ.get("PUZZLEPROOF_CACHE"):
        return Path(own)
    if shared := os.environ.get("XDG_CACHE_HOME"):
        return Path(shared) / "puzzleproof"
    return Path("~/.cache/puzzleproof").expanduser()
