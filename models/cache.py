"""The folder of what later commands may use again."""

import os
from pathlib import Path

CACHE = "PUZZLEPROOF_CACHE"
"""The variable that names the folder of what may be used again; ``off``: nothing is kept."""


def keeps_a_cache() -> bool:
    """Tell whether anything is kept in `cache_folder`: ``PUZZLEPROOF_CACHE`` is not ``off``."""
    return os.environ.get(CACHE) != "off"


def cache_folder() -> Path:
    """Return ``PUZZLEPROOF_CACHE``, else a folder in ``XDG_CACHE_HOME`` or ``~/.cache``."""
    if own := os.environ.get(CACHE):
        return Path(own)
    if shared := os.environ.get("XDG_CACHE_HOME"):
        return Path(shared) / "puzzleproof"
    return Path("~/.cache/puzzleproof").expanduser()
