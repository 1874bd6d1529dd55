"""What brings a library that is not installed: the package itself, or one of its extras."""

from __future__ import annotations

import sys

REQUIRED = frozenset({"networkx", "numpy", "ortools", "psutil", "pysat", "rich", "shtab"})
"""What is imported of the package's own dependencies; 'pip install --no-deps' leaves them out."""
PACKAGES = {"pysat": "python-sat"}
"""What is imported -> the package, where their names differ."""
EXTRAS = {
    "anyio": "web",
    "sse_starlette": "web",
    "starlette": "web",
    "uvicorn": "web",
    "PIL": "pictures",
    "resvg_py": "pictures",
    "anywidget": "notebook",
    "dask": "cluster",
    "distributed": "cluster",
}
"""What is imported -> the extra (`project.optional-dependencies` in pyproject.toml)."""


def in_words(error: Exception) -> str:
    """What an error says; of a library that is not installed, what brings it.

    >>> in_words(ModuleNotFoundError("No module named 'numpy'", name="numpy"))
    "it needs numpy, which is not installed ('pip install numpy' brings it)"
    """
    missing = lacking(error) if isinstance(error, ModuleNotFoundError) else None
    return str(error) if missing is None else f"it needs {missing}"


def lacking(error: ModuleNotFoundError) -> str | None:
    """Which library is not installed, and what brings it; None where the module is our own.

    >>> lacking(ModuleNotFoundError(name="dask"))
    "dask, which is not installed ('pip install puzzleproof[cluster]' brings it)"
    """
    top = (error.name or "puzzleproof").partition(".")[0]
    if top == "puzzleproof":
        return None
    if top in sys.stdlib_module_names:
        return f"{top}, which this Python lacks"
    if sys.platform == "emscripten":
        return f"{top}, which a browser lacks: install the program for this question"
    if top in REQUIRED:
        return f"{top}, which is not installed ('pip install {PACKAGES.get(top, top)}' brings it)"
    extra = f" ('pip install puzzleproof[{EXTRAS[top]}]' brings it)" if top in EXTRAS else ""
    return f"{top}, which is not installed{extra}"
