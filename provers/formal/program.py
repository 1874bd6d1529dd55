"""A puzzle and a claim as a text for the checker that Coq has proven (``make proven``).

``Texts.v``, ``Families.v`` and ``SurveyTexts.v`` of ``verify/formal/`` say what a text means.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from puzzleproof.models.cubes.rules import CubesPuzzle
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.models.sliding.rules import SlidingPuzzle
from puzzleproof.provers.formal import steps
from puzzleproof.provers.formal.theorem import Hints, ascii_letters

Plan = Sequence[str]


Entries = list[tuple[str, Iterable[str]]]


def text_of(puzzle: AnyPuzzle, at_least: int | None, plan: Plan | None, hints: Hints = ()) -> str:
    """Return the text of the claim 'the minimum is L', without a plan 'at least L'.

    ``at_least`` is in moves of the puzzle's metric; None: there is no plan.  ``hints`` say how to
    prove it (`Theorem.hints`).  Raises Unsupported for a tour, and for more letters than ASCII has.
    """
    claim = "no-plan"
    if at_least is not None:
        claim = f"{'at-least' if plan is None else 'minimum'} {at_least}"
    return text_with(puzzle, claim, plan or (), hints)


def text_of_survey(puzzle: AnyPuzzle, facts: Mapping[str, int]) -> str:
    """Return the text of facts about all states (`puzzleproof.provers.formal.survey.facts_of`)."""
    return text_with(puzzle, " ".join(["survey", *(f"{k} {n}" for k, n in facts.items())]), ())


def text_with(puzzle: AnyPuzzle, claim: str, plan: Plan, hints: Hints = ()) -> str:
    """Return the text of a claim in the words of ``verify/formal/``."""
    head: Entries = [("family", [puzzle.family]), ("metric", [puzzle.metric]), ("claim", [claim])]
    entries = head + _entries(puzzle, plan) + [("hint", rows) for rows in hints]
    text = "".join(f"{key}\n" + "".join(f" {row}\n" for row in rows) for key, rows in entries)
    return text.translate(ascii_letters(text))


def _entries(puzzle: AnyPuzzle, plan: Plan) -> Entries:
    """What a text says of a puzzle and a plan."""
    if isinstance(puzzle, CubesPuzzle):
        return [("board", puzzle.cubes), ("plan", steps.as_they_lie(puzzle, plan))]
    found = Entries()
    for name, value in steps.FIELDS[puzzle.family](puzzle).items():
        if isinstance(value, steps.Drawings):
            found += ((name.removesuffix("s"), rows) for rows in value)
        else:
            rows = [("no", "yes")[value]] if isinstance(value, bool) else value
            found.append((name.replace("_", "-"), rows))
    if isinstance(puzzle, SlidingPuzzle):
        ways = [steps.spelt(puzzle, move, {}) for move in plan]
    else:
        paths = steps.PATHS[puzzle.family](puzzle, plan)
        ways = [" ".join(f"{row},{column}" for row, column in path) for path in paths]
    return [*found, ("plan", ways)]
