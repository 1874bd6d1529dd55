"""The engines of search, in plain Python and in arrays; each is imported when it is made.

An engine makes the layers of a breadth-first search.  A *layer* is a set of states in the engine's
own form (a Python set, a sorted array of keys); callers give and get states as integers.
`puzzleproof.explore.engines.plain` is the shortest, and shows what all of them can do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from puzzleproof.models import imported

if TYPE_CHECKING:
    from puzzleproof.explore.engines.arrays.engine import FrontierEngine
    from puzzleproof.explore.engines.flooded.engine import FloodedEngine
    from puzzleproof.explore.engines.plain import PlainSearch
    from puzzleproof.explore.packed_task import PackedTask, Symmetry

SEARCH_ENGINES = {
    "plain": "puzzleproof.explore.engines.plain:PlainSearch",
    "flooded": "puzzleproof.explore.engines.flooded.engine:FloodedEngine",
    "numpy": "puzzleproof.explore.engines.arrays.engine:FrontierEngine",
}
AnyEngine: TypeAlias = "PlainSearch | FloodedEngine | FrontierEngine"


def make_engine(
    name: str, task: PackedTask, memory: int | None = None, symmetry: Symmetry | None = None
) -> AnyEngine:
    """Return an engine by name, within bytes of memory; raises Unsupported or ImportError."""
    limits: dict[str, object] = {"memory": memory} if name != "plain" else {}
    if symmetry is not None:
        limits["symmetry"] = symmetry
    engine: AnyEngine = imported(SEARCH_ENGINES[name])(task, **limits)
    return engine
