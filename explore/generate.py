"""Random instances: one row a family; the same seed makes the same instance."""

from __future__ import annotations

from typing import Any

from puzzleproof.models import imported
from puzzleproof.models.errors import NotationError
from puzzleproof.models.puzzle import AnyPuzzle

GENERATORS = {"cubes": "puzzleproof.explore.random_cubes:random_cubes"}
"""Family -> module:function, which takes its options by name, and ``seed``."""


def generate(family: str, *, seed: int = 0, **options: Any) -> AnyPuzzle:
    """Make a random instance of a family; ``options`` are those of the family's function.

    Raises NotationError for a family or an option that is not known.
    """
    if family not in GENERATORS:
        raise NotationError(f"family {family!r}: expected one of {', '.join(GENERATORS)}")
    function = imported(GENERATORS[family])
    known = _options_of(function)
    for option in options:
        if option not in known:
            expected = ", ".join(known)
            raise NotationError(f"option {option!r} of {family!r}: expected some of {expected}")
    puzzle: AnyPuzzle = function(**options, seed=seed)
    return puzzle


def _options_of(function: Any) -> list[str]:
    """The names that a generator takes, the seed aside."""
    import inspect

    return [name for name in inspect.signature(function).parameters if name != "seed"]
