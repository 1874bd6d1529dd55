"""Random instances of every family; the same options and seed make the same instance.

Each family has a generator: a function with options by name, among them ``kind`` and ``seed``.  Its
result can be written as an instance file.  The note says how it was generated; a distance in a note
is the answer of one search, and no instance states a known result.
"""

import inspect
from typing import Any

from puzzleproof.explore.generate.wishes import Tell, untold
from puzzleproof.models import imported
from puzzleproof.models.errors import NotationError
from puzzleproof.models.puzzle import AnyPuzzle

GENERATORS = {
    "cubes": "puzzleproof.explore.random_cubes:random_cubes",
    "frogs": "puzzleproof.explore.generate.frogs:random_frogs",
    "pegs": "puzzleproof.explore.generate.pegs:random_pegs",
    "sliding": "puzzleproof.explore.generate.sliding:random_sliding",
    "tiles": "puzzleproof.explore.generate.tiles:random_tiles",
}
"""Family -> module:function; `options_of` says which options it takes."""
OURS = "seed", "tell"


def generate(family: str, *, seed: int = 0, tell: Tell = untold, **options: Any) -> AnyPuzzle:
    """Generate a random instance of a family with the ``options`` of the family's function.

    Where many attempts are made, ``tell`` takes which one is at work, out of how many.
    Raises NotationError for an unknown family or option, or for options that cannot be met, and
    LimitReached if a fixed number of attempts fails.

    >>> sorted(generate("tiles", size=(2, 2), seed=1).start)
    [0, 1, 2, 3]
    """
    if family not in GENERATORS:
        raise NotationError(f"family {family!r}: expected one of {', '.join(GENERATORS)}")
    known = options_of(family)
    for option in options:
        if option not in known:
            expected = ", ".join(known)
            raise NotationError(f"option {option!r} of {family!r}: expected some of {expected}")
    make = imported(GENERATORS[family])
    told = {"tell": tell} if "tell" in inspect.signature(make).parameters else {}
    puzzle: AnyPuzzle = make(**options, **told, seed=seed)
    return puzzle


def options_of(family: str) -> tuple[str, ...]:
    """List the names of the options that a family's generator takes, except `OURS`.

    >>> options_of("cubes")
    ('cubes', 'kind')
    """
    parameters = inspect.signature(imported(GENERATORS[family])).parameters
    return tuple(name for name in parameters if name not in OURS)
