"""A solution of the exported formula 'at most T moves', as SAT solvers print it.

That is ``s SATISFIABLE`` and lines ``v`` with literals, the last one 0 (as in the SAT
competitions), or ``SAT`` and a line of literals (MiniSat's).  T follows from the number of
variables.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from puzzleproof.models.errors import CertificateRejected, NotationError, Unsupported
from puzzleproof.models.puzzle import AnyPuzzle, State
from puzzleproof.models.texts import shortened
from puzzleproof.provers.plans.facts import described, states_with
from puzzleproof.verify.refutation import horizon_of

LITERAL = re.compile(r"-?\d{1,12}")
NO_MODEL = re.compile(r"^(?:s UNSATISFIABLE|UNSAT)\s*$", re.MULTILINE)


def states_of_model(puzzle: AnyPuzzle, text: str) -> list[State]:
    """The states on the way of a solution, the start first.

    Raises NotationError for a text without a solution, or of another formula.
    """
    if NO_MODEL.search(text):
        raise NotationError("there is no plan in it: the solver says that there is no solution")
    literals = list(_literals(text))
    with_facts, strips = described(puzzle)
    try:
        none, one = horizon_of(puzzle, 0).variables, horizon_of(puzzle, 1)
    except CertificateRejected as error:
        raise Unsupported(str(error)) from None
    length, rest = divmod(max(map(abs, literals), default=0) - none, one.width)
    if rest or length < 0:
        raise NotationError(
            f"a solution with {max(map(abs, literals), default=0)} variables: the formula of this "
            f"puzzle (metric {puzzle.metric}) has {none}, and {one.width} more a move"
        )
    true = {literal for literal in literals if literal > 0}
    facts = range(len(strips.facts))
    masks = [
        sum(1 << fact for fact in facts if t * one.width + fact + 1 in true)
        for t in range(length + 1)
    ]
    moved = (mask for t, mask in enumerate(masks) if t == 0 or mask != masks[t - 1])
    return states_with(with_facts, moved)


def _literals(text: str) -> Iterator[int]:
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split()
        if not words or words[0] in ("c", "s", "SAT", "o"):
            continue
        for word in words[words[0] == "v" :]:
            if not LITERAL.fullmatch(word):
                fault = f"{shortened(word)!r}: expected a literal"
                raise NotationError(f"line {number}: {fault}")
            yield int(word)
