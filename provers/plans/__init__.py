"""Plans of other programs, read back as moves: each format has a row and a function.

A text is recognised by the first words of its lines; any other text is read as moves in the
family's own notation.  No other program is trusted: its answer becomes states, and the rules find
the moves between them.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from puzzleproof.models import imported
from puzzleproof.models.puzzle import AnyPuzzle, State, plan_through
from puzzleproof.verify.replay import moves_in as own_moves_in


class PlanFormat(NamedTuple):
    """How another program writes a plan."""

    help: str
    lines: re.Pattern[str]
    """A pattern that occurs only in texts of this format."""
    function: str
    """module:name of ``(puzzle, text)``; it returns canonical states, the start first.

    It raises NotationError for unreadable text, IllegalMove for moves that the rules do not allow.
    """


PLAN_FORMATS: dict[str, PlanFormat] = {
    "planner": PlanFormat(
        "actions of the exported PDDL, '(action)' per line",
        re.compile(r"^(?:[\d.]+\s*:)?\s*\([^()]+\)|^; *cost *=", re.MULTILINE),
        "puzzleproof.encoders.pddl:states_of_plan",
    ),
    "model": PlanFormat(
        "a solution of the exported formula: lines 'v …' of a SAT solver",
        re.compile(r"^(?:s (?:UN)?SATISFIABLE|(?:UN)?SAT|v( -?\d+)+)\s*$", re.MULTILINE),
        "puzzleproof.provers.plans.solutions:states_of_model",
    ),
    "minizinc": PlanFormat(
        "the output of the exported MiniZinc model",
        re.compile(r"^(?:-{10}|=====[A-Z]+=====|move \d+: \d+ .*)\s*$", re.MULTILINE),
        "puzzleproof.provers.plans.solutions:states_of_output",
    ),
}


def moves_in(puzzle: AnyPuzzle, text: str) -> list[str]:
    """The moves of a plan of any format, in the family's notation; not yet replayed.

    Raises NotationError for a plan that cannot be read, IllegalMove for another program's plan that
    the rules do not allow.
    """
    for row in PLAN_FORMATS.values():
        if row.lines.search(text):
            states_of: Callable[[AnyPuzzle, str], list[State]] = imported(row.function)
            return list(map(puzzle.format_move, plan_through(puzzle, states_of(puzzle, text))))
    return own_moves_in(puzzle, text)
