"""The version of this project, and those of the solvers that an answer may depend on."""

import sys
from pathlib import Path

__version__ = "0.2.0"
_SOLVERS = {"ortools": "ortools", "python-sat": "python_sat"}
"""Packages that an answer may depend on, and the first letters of their metadata folders."""


def versions() -> dict[str, str]:
    """Map names to versions, from names of folders: importlib.metadata takes too long for that."""
    found = {"puzzleproof": __version__, "python": ".".join(map(str, sys.version_info[:3]))}
    for package, stem in _SOLVERS.items():
        for folder in map(Path, sys.path):
            for path in folder.glob(f"{stem}-*.dist-info"):
                found.setdefault(package, path.name.removesuffix(".dist-info").split("-")[1])
    return found
