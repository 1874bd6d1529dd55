"""The versions of this project and of the solvers that an answer may depend on."""

import sys
from pathlib import Path

__version__ = "0.2.0"
_SOLVERS = {"ortools": "ortools", "python-sat": "python_sat"}
"""Package that an answer may depend on -> the beginning of its metadata folder's name."""


def versions() -> dict[str, str]:
    """Return name -> version, from the names of folders, as importlib.metadata is too slow."""
    found = {"puzzleproof": __version__, "python": ".".join(map(str, sys.version_info[:3]))}
    for package, stem in _SOLVERS.items():
        for folder in map(Path, sys.path):
            for path in folder.glob(f"{stem}-*.dist-info"):
                found.setdefault(package, path.name.removesuffix(".dist-info").split("-")[1])
    return found
