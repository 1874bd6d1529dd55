"""Claims about surveys, audited: the checker's own computation by the rules, and no search.

A figure that is no number is compared by the number that people publish: of hardest starts the
moves, of layers the greatest distance.
"""

from __future__ import annotations

from typing import cast

from puzzleproof.models.errors import CertificateRejected, LimitReached, NotationError, Unsupported
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.models.texts import expected_one_of
from puzzleproof.provers.events import Emit, Working, ignore
from puzzleproof.provers.process import Interrupted, Limits, call
from puzzleproof.provers.survey.certify import sources_of
from puzzleproof.verify.survey import FIGURES, Figures, refuse

NAMES = tuple(name for name in FIGURES if name not in ("layers", "degrees", "component_sizes"))
"""The figures that a claim may be about."""


def computed(puzzle: AnyPuzzle, figure: str, emit: Emit) -> int | None:
    """The number, by the rules; raises CertificateRejected, Unsupported where there is none."""

    def tell(phase: str, done: int, total: int) -> None:
        emit(Working(phase, done, total or None, "states"))

    if puzzle.no_survey:
        raise Unsupported(puzzle.no_survey)
    refuse(puzzle, figure)
    sources = sources_of(Figures(puzzle, tell=tell), {figure: None})
    if sources is None:
        raise Unsupported(f"{figure}: this takes more searches than a check allows")
    found = FIGURES[figure].compute(Figures(puzzle, sources, tell, claims={figure: None}))
    if isinstance(found, dict):
        return cast("dict[str, int]", found)["moves"]
    return len(cast("list[int]", found)) - 1 if isinstance(found, list) else found


def figure_of(puzzle: AnyPuzzle, figure: str, limits: Limits) -> tuple[int | None, str]:
    """The number, and why there is none, in a child within the limits.

    Raises NotationError for a figure that no claim may be about, KeyboardInterrupt at Ctrl-C.
    """
    if figure not in NAMES:
        raise NotationError(f"figure {figure!r:.60}: {expected_one_of(figure, NAMES)}")
    try:
        number: int | None = call(computed, (puzzle, figure), ignore, limits)
    except Interrupted:  # which ends the whole audit, not this figure
        raise KeyboardInterrupt from None
    except (CertificateRejected, LimitReached, Unsupported) as error:
        return None, str(error)
    return number, ""
