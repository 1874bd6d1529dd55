"""Strengthenings: redundant constraints (every plan satisfies them) and symmetry breaking.

Each has a file with its argument; a caller may choose some by name.  The file's ``add(unrolled,
step)`` is called once, after time step ``step`` has been added (0: only the start).  If
``add_goal(unrolled, literal, step)`` is defined, it is called when a goal's literal is made.
"""

from collections.abc import Collection
from importlib import import_module
from types import ModuleType
from typing import Literal, NamedTuple, TypeAlias

from puzzleproof.models.errors import Unsupported

Satisfying: TypeAlias = Literal["every plan", "every shortest plan", "some shortest plan"]


class Strengthening(NamedTuple):
    """A row of the registry: the module ``name`` in this folder."""

    name: str
    satisfied_by: Satisfying
    """If 'some shortest plan', the same plan satisfies all strengthenings of this kind."""


REGISTRY = (
    Strengthening("constant_counts", "every plan"),
    Strengthening("no_undo", "every shortest plan"),
    Strengthening("mirror", "some shortest plan"),
    Strengthening("parity", "every plan"),
    Strengthening("same_peg", "every shortest plan"),
    Strengthening("move_order", "some shortest plan"),
    Strengthening("merson", "every plan"),
)
"""The strengthenings, in the order in which they add their clauses."""
STRENGTHENINGS = tuple(row.name for row in REGISTRY)
"""The names of all strengthenings; all are used unless a caller names some of them."""


def strengthenings(names: Collection[str]) -> list[ModuleType]:
    """Import the modules of the named strengthenings; raises Unsupported for an unknown name."""
    for name in names:
        if name not in STRENGTHENINGS:
            expected = ", ".join(STRENGTHENINGS)
            raise Unsupported(f"strengthening {name!r}: expected some of {expected}")
    return [import_module(f"{__name__}.{name}") for name in STRENGTHENINGS if name in names]
