"""Messages about a missing library: they say how to install it, alone or as part of an extra."""

import sys

REQUIRED = frozenset({"networkx", "numpy", "ortools", "psutil", "pysat", "rich", "shtab"})
"""The modules of this package's dependencies; they can be missing after pip's --no-deps."""
PACKAGES = {"pysat": "python-sat"}
"""Module -> its package, if their names differ."""
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
"""Module -> the extra (`project.optional-dependencies` in pyproject.toml) that installs it."""


def in_words(error: Exception) -> str:
    """Return the message of an error; if a library is missing, say how to install it."""
    missing = lacking(error) if isinstance(error, ModuleNotFoundError) else None
    return str(error) if missing is None else f"it needs {missing}"


def lacking(error: ModuleNotFoundError) -> str | None:
    """Name the missing library and how to install it; return None for a module of this program.

    >>> lacking(ModuleNotFoundError(name="dask"))
    "dask, which is not installed ('pip install puzzleproof[cluster]' installs it)"
    """
    top = (error.name or "puzzleproof").partition(".")[0]
    if top == "puzzleproof":
        return None
    if top in sys.stdlib_module_names:
        return f"{top}, which this Python lacks"
    if sys.platform == "emscripten":
        return f"{top}, which a browser lacks: install the program to solve this"
    if top in REQUIRED:
        return f"{top}, which is not installed ('pip install {PACKAGES.get(top, top)}' installs it)"
    extra = f" ('pip install puzzleproof[{EXTRAS[top]}]' installs it)" if top in EXTRAS else ""
    return f"{top}, which is not installed{extra}"
