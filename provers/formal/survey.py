"""A survey as a theorem of Coq: how many states there are, the farthest, and the hardest start."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from puzzleproof.models.errors import Unsupported
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.models.texts import count
from puzzleproof.provers.formal import theorem_from_start
from puzzleproof.provers.formal.theorem import FUEL, Theorem
from puzzleproof.verify.survey import Figures

SURVEY = "survey"
"""The form of ``export`` whose claim is about all states."""
MOST_STATES = 200_000
"""The most states that the kernel is asked for; more take it minutes and gigabytes."""

MOST_CONFIGURATIONS = 100_000
"""With more configurations, the theorem is only about states that the start reaches."""


class _Words(NamedTuple):
    """Parts of the statements of a family; ``{}`` is the metric."""

    move: str
    alike: str
    solved: str
    """The predicate of goals, for the hardest start; it needs moves that can be taken back."""
    back: str
    """The module with the theorem of the hardest start."""


GOALS = "(shown (goals instance))"
WORDS = {
    "sliding": _Words(
        "(move instance {})", "(alike instance)", "(solved instance)", "SlidingSurvey"
    ),
    "tiles": _Words("(move {})", "same_state", GOALS, "TilesSurvey"),
    "pegs": _Words("(move instance {})", "same_state", GOALS, ""),
    "frogs": _Words("(move instance)", "same_state", GOALS, "FrogsBackward"),
}


def facts_of(puzzle: AnyPuzzle, more: int = 1) -> dict[str, int]:
    """Return what a survey claims, by the names that ``verify/formal/SurveyTexts.v`` knows.

    The figures come from the checker's search (`puzzleproof.verify.survey`).  Raises Unsupported
    for a family without a theorem, and for graphs more than ``more`` times as large as the
    kernel's.
    """
    if puzzle.family not in WORDS:
        raise Unsupported(f"surveys of family {puzzle.family!r} have no theorem in Coq")
    figures = Figures(puzzle, ())
    layers = figures.reached.layers
    facts = {"states": sum(layers), "farthest": len(layers) - 1}
    if (states := facts["states"]) > (most := more * MOST_STATES):
        raise Unsupported(f"{count(states, 'state')}: Coq is asked for at most {most:,}")
    if puzzle.reversible and figures.reached.goals:
        hardest = figures.hardest_start()
        assert hardest is not None
        facts["hardest"] = hardest["moves"]
    laid = puzzle.placements(more * MOST_CONFIGURATIONS) if puzzle.family == "sliding" else None
    if laid is not None:
        facts["configurations"] = len(figures.placements)
        facts["components"] = len(figures.whole.sizes)
    return facts


def said_of(facts: Mapping[str, int]) -> str:
    """Return the facts in words."""
    farthest = count(facts["farthest"], "move")
    said = f"{count(facts['states'], 'state')}, the farthest {farthest} from the start"
    if "hardest" in facts:
        said += f", the hardest start {count(facts['hardest'], 'move')} from a goal"
    if "components" in facts:
        components = count(facts["components"], "component")
        said += f"; {count(facts['configurations'], 'configuration')} in {components}"
    return said


def theorem_of_survey(puzzle: AnyPuzzle) -> tuple[Theorem, str]:
    """Return a theorem about all states that the start reaches, and its claim in words."""
    base = theorem_from_start(puzzle, None, None)
    facts = facts_of(puzzle)
    words = WORDS[puzzle.family]
    move = words.move.format(puzzle.metric.capitalize())
    statement = (
        f"(states {move} {words.alike} {facts['states']} (start instance) /\\\n"
        f"   farthest {move} {words.alike} {facts['farthest']} (start instance))"
    )
    lemma, module, found = "states", f"{puzzle.family.capitalize()}Survey", "by_search"
    if "hardest" in facts:
        hardest = f"hardest {move} {words.solved} {facts['hardest']} (start instance)"
        statement = f"({statement} /\\\n  {hardest})"
        lemma, module = "survey", words.back
    if "components" in facts:
        these = f"{words.alike} (configuration instance)"
        statement += (
            f" /\\\n  exactly {these} {facts['configurations']} /\\"
            f"\n  components {move} {these} {facts['components']}"
        )
        found, module = "and_parts", "SlidingParts"
    lemma = f"({lemma}_{found} (N.to_nat {FUEL}))"
    return replace(base, module=module, statement=statement, lemma=lemma), said_of(facts)
