"""A survey as a theorem of Coq: the number of states, the farthest state and the hardest start."""

from collections.abc import Mapping
from dataclasses import replace

from puzzleproof.models.capabilities import placements
from puzzleproof.models.errors import Unsupported
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.models.texts import count
from puzzleproof.provers.formal import theorem_from_start
from puzzleproof.provers.formal.theorem import FUEL, Theorem
from puzzleproof.verify.survey import Figures

SURVEY = "survey"
"""The form of ``export`` whose claim is about all states."""
MOST_STATES = 200_000
"""The kernel visits at most this many states; more would take minutes and gigabytes."""

MOST_CONFIGURATIONS = 100_000
"""If there are more configurations, the theorem is only about states that the start reaches."""


GOALS = "(shown (goals instance))"
WORDS = {
    "sliding": ("(move instance {})", "(alike instance)", "(solved instance)", "SlidingSurvey"),
    "tiles": ("(move {})", "same_state", GOALS, "TilesSurvey"),
    "pegs": ("(move instance {})", "same_state", GOALS, ""),
    "frogs": ("(move instance)", "same_state", GOALS, "FrogsBackward"),
}
"""Family -> names for its statements in Coq: the relation of a move (``{}`` is the metric), the
relation of equal states, the goals, and the module with the theorem about the hardest start."""


def facts_of(puzzle: AnyPuzzle, more: int = 1) -> dict[str, int]:
    """Return the statistics that a survey claims, by their names in ``SurveyTexts.v``.

    The statistics come from the checker's search (`puzzleproof.verify.survey`).  Raises Unsupported
    for a family without such a theorem, and if there are more than ``more`` times as many states as
    the kernel can visit.
    """
    if puzzle.family not in WORDS:
        raise Unsupported(f"surveys of family {puzzle.family!r} have no theorem in Coq")
    figures = Figures(puzzle, ())
    layers = figures.reached.layers
    facts = {"states": sum(layers), "farthest": len(layers) - 1}
    if (states := facts["states"]) > (most := more * MOST_STATES):
        raise Unsupported(f"{count(states, 'state')}: Coq surveys at most {most:,}")
    if puzzle.reversible and figures.reached.goals:
        hardest = figures.hardest_start()
        assert hardest is not None
        facts["hardest"] = hardest["moves"]
    laid = placements(puzzle, more * MOST_CONFIGURATIONS) if puzzle.family == "sliding" else None
    if laid is not None:
        facts["configurations"] = len(figures.placements)
        facts["components"] = len(figures.whole.sizes)
    return facts


def said_of(facts: Mapping[str, int]) -> str:
    """Write the statistics in words."""
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
    move, alike, solved, back = WORDS[puzzle.family]
    move = move.format(puzzle.metric.capitalize())
    statement = (
        f"(states {move} {alike} {facts['states']} (start instance) /\\\n"
        f"   farthest {move} {alike} {facts['farthest']} (start instance))"
    )
    lemma, module, found = "states", f"{puzzle.family.capitalize()}Survey", "by_search"
    if "hardest" in facts:
        hardest = f"hardest {move} {solved} {facts['hardest']} (start instance)"
        statement = f"({statement} /\\\n  {hardest})"
        lemma, module = "survey", back
    if "components" in facts:
        these = f"{alike} (configuration instance)"
        statement += (
            f" /\\\n  exactly {these} {facts['configurations']} /\\"
            f"\n  components {move} {these} {facts['components']}"
        )
        found, module = "and_parts", "SlidingParts"
    lemma = f"({lemma}_{found} (N.to_nat {FUEL}))"
    return replace(base, module=module, statement=statement, lemma=lemma), said_of(facts)
