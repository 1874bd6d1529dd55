"""The one place that touches numba (Lam, Pitrou & Seibert 2015), an optional extra.

numba has no type stubs: what comes from it is untyped, and is given its type here, once.  What it
compiles is kept in the user's cache folder, which must be set before it is first imported.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from importlib.util import find_spec
from typing import Any, TypeVar

from puzzleproof.explore.cache import cache_folder

Kernel = TypeVar("Kernel", bound=Callable[..., Any])


def available() -> bool:
    """Whether numba is installed; does not import it."""
    return find_spec("numba") is not None


def njit(kernel: Kernel) -> Kernel:
    """Compile a function when it is first called, or take it from the cache."""
    if "numba" not in sys.modules:
        os.environ.setdefault("NUMBA_CACHE_DIR", str(cache_folder() / "numba"))
    compiler: Any = import_module("numba")
    try:
        compiled: Any = compiler.njit(kernel, cache=True)
    except RuntimeError:  # no folder can be written to
        compiled = compiler.njit(kernel)
    else:
        _keep_if_possible(compiled)
    found: Kernel = compiled
    return found


def _keep_if_possible(compiled: Any) -> None:
    """Have a full disk cost the cache, not the search: numba would raise what it meets there."""
    cache: Any = getattr(compiled, "_cache", None)
    save: Any = getattr(cache, "save_overload", None)
    if save is None:  # of another version of numba
        return

    def keep(signature: Any, data: Any) -> None:
        with suppress(OSError):
            save(signature, data)

    cache.save_overload = keep
