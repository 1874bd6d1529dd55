"""The version of the project, and of the libraries that an answer may depend on."""

from __future__ import annotations

__all__ = ["__version__", "versions"]

__version__ = "0.1.0"


def versions() -> dict[str, str]:
    """Name -> version of this project, Python and the installed solvers."""
    import platform
    from importlib.metadata import PackageNotFoundError, version

    found = {"puzzleproof": __version__, "python": platform.python_version()}
    for package in ("ortools", "python-sat"):
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            continue
    return found
