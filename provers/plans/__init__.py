"""Plans of other programs, read as moves: `PLAN_FORMATS` has a function for each format.

The format of a text is recognised by the first words of its lines; any other text is read as moves
in the family's own notation.  No other program is trusted: its answer is turned into states, and
the rules find the moves between these states.

To the formula 'at most T moves', SAT solvers answer with ``s SATISFIABLE`` and lines ``v`` of
literals, of which the last is 0 (as in the SAT competitions), or with ``SAT`` and a line of
literals (MiniSat); T follows from the number of variables.  From the output of a MiniZinc model,
the last solution is read, which has a line for each move.
"""

import re
from collections.abc import Callable, Container, Iterable, Iterator
from contextlib import suppress
from itertools import groupby
from typing import NamedTuple

from puzzleproof.models import PRINTED_GAMES, imported
from puzzleproof.models.capabilities import preimages, state_facts, strips_of
from puzzleproof.models.errors import (
    CertificateRejected,
    IllegalMove,
    NotationError,
    Unsupported,
)
from puzzleproof.models.puzzle import AnyPuzzle, State, plan_through
from puzzleproof.models.texts import shortened
from puzzleproof.verify.refutation import FORMS, formula_of

LITERAL = re.compile(r"-?\d{1,12}")
NO_MODEL = re.compile(r"^(?:s UNSATISFIABLE|UNSAT)\s*$", re.MULTILINE)
MOVE = re.compile(r"^move \d+: (\d{1,9}) .*$", re.MULTILINE)
END = re.compile(r"^-{10}\s*$", re.MULTILINE)


class PlanFormat(NamedTuple):
    """A format in which other programs write plans."""

    help: str
    lines: re.Pattern[str]
    """A pattern that occurs only in texts of this format."""
    function: str
    """``module:name`` of a function of ``(puzzle, text)`` that returns canonical states, the start
    first, and raises NotationError or IllegalMove."""


PLAN_FORMATS: dict[str, PlanFormat] = {
    "planner": PlanFormat(
        "actions of the exported PDDL, '(action)' per line",
        re.compile(r"^(?:[\d.]+\s*:)?\s*\([^()]+\)|^; *cost *=", re.MULTILINE),
        "puzzleproof.encoders.pddl:states_of_plan",
    ),
    "model": PlanFormat(
        "a solution of the exported formula: lines 'v …' of a SAT solver",
        re.compile(r"^(?:s (?:UN)?SATISFIABLE|(?:UN)?SAT|v( -?\d+)+)\s*$", re.MULTILINE),
        "puzzleproof.provers.plans:states_of_model",
    ),
    "minizinc": PlanFormat(
        "the output of the exported MiniZinc model",
        re.compile(r"^(?:-{10}|=====[A-Z]+=====|move \d+: \d+ .*)\s*$", re.MULTILINE),
        "puzzleproof.provers.plans:states_of_output",
    ),
}


def moves_in(puzzle: AnyPuzzle, text: str) -> list[str]:
    """Read the moves of a plan; they are not yet replayed.

    Raises NotationError, or IllegalMove if no move leads from a state to the next one.
    """
    for row in PLAN_FORMATS.values():
        if row.lines.search(text):
            states_of: Callable[[AnyPuzzle, str], list[State]] = imported(row.function)
            return list(map(puzzle.format_move, plan_through(puzzle, states_of(puzzle, text))))
    place = PRINTED_GAMES.get(puzzle.family)
    game: list[str] | None = imported(place)(puzzle, text) if place else None
    if game is not None:
        return game
    return [word for line in text.splitlines() for word in line.partition("#")[0].split()]


def states_with(puzzle: AnyPuzzle, masks: Iterable[int]) -> list[State]:
    """Find a state for each mask of facts, a move after the state before it; raises IllegalMove."""
    here: State | None = None
    states = list[State]()
    for number, mask in enumerate(masks):
        around = [puzzle.canonical(puzzle.start)] if here is None else puzzle.successors(here)
        here = next((state for state in around if _holds(puzzle, state, mask)), None)
        if here is None:
            raise IllegalMove(f"no legal move leads to the state given after move {number}")
        states.append(here)
    return states


def _holds(puzzle: AnyPuzzle, state: State, mask: int) -> bool:
    return any(state_facts(puzzle, view) == mask for view in preimages(puzzle, state))


def states_of_model(puzzle: AnyPuzzle, text: str) -> list[State]:
    """List the states of a solution; raises NotationError if it fits no formula of the puzzle."""
    if NO_MODEL.search(text):
        raise NotationError("the output has no plan: the solver says that there is no solution")
    literals = list(_literals(text))
    top, true = max(map(abs, literals), default=0), {one for one in literals if one > 0}
    sizes = _sizes(puzzle)
    fitting = [one for one in sizes if top >= one.none and (top - one.none) % one.width == 0]
    if not fitting:
        known = ", or ".join(f"has {one.none}, and {one.width} more per move" for one in sizes)
        raise NotationError(
            f"a solution with {top} variables: the formula of this "
            f"puzzle (metric {puzzle.metric}) {known}"
        )
    for size in fitting[:-1]:
        with suppress(IllegalMove):  # a formula of another form with the same number of variables
            return states_with(puzzle, size.masks(top, true))
    return states_with(puzzle, fitting[-1].masks(top, true))


class _Size(NamedTuple):
    """A form's numbers of facts, of variables for 0 moves, of further variables for each move."""

    facts: int
    none: int
    width: int

    def masks(self, top: int, true: Container[int]) -> Iterator[int]:
        """Yield the facts that hold at the start and after each move; idle steps are left out."""
        steps = range(0, top - self.none + 1, self.width)
        facts = range(1, self.facts + 1)
        masks = (sum(1 << fact - 1 for fact in facts if first + fact in true) for first in steps)
        return (mask for mask, _ in groupby(masks))


def _sizes(puzzle: AnyPuzzle) -> list[_Size]:
    """List the sizes of each form that the puzzle has; raises Unsupported if it has no form."""
    sizes, faults = list[_Size](), list[str]()
    for form in FORMS:
        try:
            none, one = formula_of(puzzle, 0, form), formula_of(puzzle, 1, form)
        except CertificateRejected as error:
            faults.append(str(error))
            continue
        sizes.append(_Size(len(one.described.facts), none.variables, one.width))
    if not sizes:
        raise Unsupported(faults[0])
    return sizes


def _literals(text: str) -> Iterator[int]:
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split()
        if not words or words[0] in ("c", "s", "SAT", "o"):
            continue
        for word in words[words[0] == "v" :]:
            if not LITERAL.fullmatch(word):
                raise NotationError(f"line {number}: {shortened(word)!r}: expected a literal")
            yield int(word)


def states_of_output(puzzle: AnyPuzzle, text: str) -> list[State]:
    """List the states of the last solution; raises NotationError or IllegalMove."""
    solutions = END.split(text)[:-1]
    if not solutions:
        raise NotationError("the output has no plan: expected a solution, ended by '----------'")
    actions = strips_of(puzzle).actions
    facts = [state_facts(puzzle, puzzle.canonical(puzzle.start))]
    for place, number in enumerate(map(int, MOVE.findall(solutions[-1])), 1):
        if not 0 < number <= len(actions):
            raise NotationError(f"move {place}: there is no action {number}")
        action = actions[number - 1]
        if not action.applies(facts[-1]):
            raise IllegalMove(f"move {place}: action {number} ({action.name}) cannot be applied")
        facts.append(facts[-1] ^ action.toggles)
    return states_with(puzzle, facts)
