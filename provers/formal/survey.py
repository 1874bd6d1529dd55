"""A survey as a theorem of Coq: how many states there are, the farthest, and the hardest start."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from puzzleproof.models.errors import Unsupported
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.models.texts import count
from puzzleproof.provers.formal import theorem_from_start
from puzzleproof.provers.formal.theorem import FUEL, Theorem
from puzzleproof.verify.survey import Figures

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


def theorem_of_survey(puzzle: AnyPuzzle) -> tuple[Theorem, str]:
    """Return a theorem about all states that the start reaches, and its claim in words.

    The figures come from the checker's search (`puzzleproof.verify.survey`); the kernel searches
    again.  Raises Unsupported if the development has no rules for the family, and for large graphs.
    """
    base = theorem_from_start(puzzle, None, None)
    if puzzle.family not in WORDS:
        raise Unsupported(f"surveys of family {puzzle.family!r} have no theorem in Coq")
    figures = Figures(puzzle, ())
    layers = figures.reached.layers
    states, farthest = sum(layers), len(layers) - 1
    if states > MOST_STATES:
        raise Unsupported(f"{count(states, 'state')}: Coq is asked for at most {MOST_STATES:,}")
    words = WORDS[puzzle.family]
    move = words.move.format(puzzle.metric.capitalize())
    statement = (
        f"(states {move} {words.alike} {states} (start instance) /\\\n"
        f"   farthest {move} {words.alike} {farthest} (start instance))"
    )
    said = f"{count(states, 'state')}, the farthest {count(farthest, 'move')} from the start"
    lemma, module = "states", f"{puzzle.family.capitalize()}Survey"
    if puzzle.reversible and figures.reached.goals:
        hardest = figures.hardest_start()
        assert hardest is not None
        moves = hardest["moves"]
        statement = f"({statement} /\\\n  hardest {move} {words.solved} {moves} (start instance))"
        said += f", the hardest start {count(moves, 'move')} from a goal"
        lemma, module = "survey", words.back
    found = "by_search"
    if (parts := _parts(figures)) is not None:
        configurations, components = parts
        these = f"{words.alike} (configuration instance)"
        statement += (
            f" /\\\n  exactly {these} {configurations} /\\"
            f"\n  components {move} {these} {components}"
        )
        said += f"; {count(configurations, 'configuration')} in {count(components, 'component')}"
        found, module = "and_parts", "SlidingParts"
    lemma = f"({lemma}_{found} (N.to_nat {FUEL}))"
    return replace(base, module=module, statement=statement, lemma=lemma), said


def _parts(figures: Figures) -> tuple[int, int] | None:
    """Configurations of sliding blocks and their components, unless there are too many."""
    puzzle = figures.puzzle
    if puzzle.family != "sliding" or puzzle.placements(MOST_CONFIGURATIONS) is None:
        return None
    return len(figures.placements), len(figures.whole.sizes)
