"""Strengthenings: clauses that a plan of minimum length always satisfies, or can be made to.

One file each, with its argument; each can be switched on and off by its name here.  A function
``add(horizon, step)`` is called once when step ``step`` has been added (0: only the start); a
function ``add_goal(horizon, literal, step)``, where there is one, when the goal is named.
"""

from __future__ import annotations

from collections.abc import Collection
from importlib import import_module
from types import ModuleType

from puzzleproof.models.errors import Unsupported

STRENGTHENINGS = (
    "constant_counts",
    "no_repeat",
    "no_undo",
    "frame_free",
    "mirror",
    "parity",
    "same_peg",
    "move_order",
    "merson",
    "commuting",
    "projection",
)
DEFAULT = (
    "constant_counts",
    "no_repeat",
    "no_undo",
    "frame_free",
    "mirror",
    "parity",
    "same_peg",
    "move_order",
    "merson",
)


def strengthenings(names: Collection[str]) -> list[ModuleType]:
    """The modules of some strengthenings; raises Unsupported for an unknown name."""
    for name in names:
        if name not in STRENGTHENINGS:
            raise Unsupported(
                f"strengthening {name!r}: expected some of {', '.join(STRENGTHENINGS)}"
            )
    return [import_module(f"{__name__}.{name}") for name in STRENGTHENINGS if name in names]
