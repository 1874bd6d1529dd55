"""The survey of a piece set as a job.

A survey is a claim, whoever made it.  We check what we can: the number of placements, and that
every start is a placement of the set.  Its hardest starts are proven afterwards.
"""

from __future__ import annotations

import hashlib
import json
import platform
import time
from collections import Counter
from dataclasses import dataclass, replace
from typing import Any

from puzzleproof.explore.atlas.layouts import placements
from puzzleproof.explore.atlas.packings import Blocks
from puzzleproof.explore.atlas.stock import Arrangement, PieceSet, cells_of
from puzzleproof.models.errors import NotationError
from puzzleproof.models.texts import clean
from puzzleproof.provers.atlas.survey import SetSurvey, survey_blocks, survey_set
from puzzleproof.provers.batch import codec
from puzzleproof.provers.batch.jobs import SURVEY
from puzzleproof.provers.batch.work import Checked, DamagedRow, Key, Question, attempted, expected
from puzzleproof.provers.events import Emit, ignore
from puzzleproof.provers.process import NO_LIMITS, Limits


@dataclass(frozen=True, slots=True)
class SurveyOutcome:
    """The result of a survey, or the reason why there is none."""

    survey: SetSurvey | None
    reason: str = ""
    seconds: float = 0.0
    machine: str = platform.node()


@dataclass(frozen=True)
class SurveyJob(Question[SurveyOutcome]):
    """A piece set, or the packings with blocks of one size, to be surveyed in a metric."""

    piece_set: PieceSet | Blocks
    metric: str
    wanted: int
    """The number of hardest starts to keep."""
    limits: Limits = NO_LIMITS

    @property
    def about(self) -> str:
        """The set and the metric, in words."""
        return f"{self.piece_set.name!r} (metric {self.metric})"

    @property
    def key(self) -> Key:
        """The key of the survey in a ledger."""
        piece_set = json.dumps(self.piece_set.to_json(), sort_keys=True)
        return Key(hashlib.sha256(piece_set.encode()).hexdigest(), self.metric, SURVEY)

    def run(self, emit: Emit = ignore) -> SurveyOutcome:  # noqa: ARG002  it reports nothing
        """Survey the set; the outcome reports any fault."""
        begin = time.perf_counter()
        survey, reason = attempted(self._survey)
        return SurveyOutcome(survey, reason, time.perf_counter() - begin)

    def _survey(self) -> SetSurvey:
        if isinstance(self.piece_set, Blocks):
            return survey_blocks(self.piece_set)
        return survey_set(self.piece_set, self.metric, self.wanted)

    def failed(self, reason: str) -> SurveyOutcome:
        """The outcome without a survey."""
        return SurveyOutcome(None, reason)

    def checked(self, outcome: SurveyOutcome) -> Checked[SurveyOutcome]:
        """The reported outcome; raises NotationError for figures that no survey can have."""
        survey = expected(SurveyOutcome, outcome).survey
        if survey is not None:
            _check(self.piece_set, expected(SetSurvey, survey))
        reason, machine = clean(outcome.reason), clean(outcome.machine)
        return Checked(replace(outcome, reason=reason, machine=machine), "")

    def kept(self, outcome: SurveyOutcome) -> tuple[str, None] | None:
        """The survey for the ledger; a failed one is not kept, and so is made again."""
        return None if outcome.survey is None else (codec.written(outcome), None)

    def reported(self, text: str, certificate: bytes | None) -> SurveyOutcome:  # noqa: ARG002
        """The outcome that a row of the ledger holds."""
        try:
            return codec.read(SurveyOutcome, text)
        except ValueError as error:
            raise DamagedRow(f"the survey is damaged: {error}") from None

    def is_answered(self, text: str) -> bool:
        """Whether a survey keeps as many starts as are wanted."""
        survey = self.reported(text, None).survey
        return survey is not None and (survey.kept >= self.wanted or not survey.classes_left_out)


def _check(piece_set: PieceSet | Blocks, survey: SetSurvey) -> None:
    """Raise NotationError for figures that no survey of the set can have."""
    of_set = isinstance(piece_set, PieceSet)
    whole = placements(piece_set) if isinstance(piece_set, PieceSet) else piece_set.ends()
    if survey.states != whole:
        raise NotationError(f"{survey.states!r} states: there are {whole} placements")
    adds_up = 0 <= sum(survey.minima.values()) == survey.with_goal <= survey.components <= whole
    if of_set and not adds_up:
        raise NotationError("its components do not add up")
    for start in survey.starts:
        if type(start.moves) is not int or start.moves not in survey.minima:
            raise NotationError(f"{start.moves!r} moves: no component has that")
        _check_arrangement(piece_set.set_of(start.arrangement), start.arrangement)


def _check_arrangement(piece_set: PieceSet, arrangement: Arrangement) -> None:
    """Raise NotationError unless the pieces of the set lie on the board, no two on one cell."""
    (rows, columns), covered = piece_set.size, list[Any]()
    for place in arrangement:
        row, column, tall, wide = place[:4]
        if not (0 <= row <= rows - tall and 0 <= column <= columns - wide):
            raise NotationError("a piece of a start is outside the board")
        covered += cells_of(place)
    shapes = Counter(one[2:] for one in arrangement[1:])
    mine = Counter({shape: number for shape, number in piece_set.others if number})
    fits = arrangement and arrangement[0][2:] == piece_set.block and shapes == mine
    if not fits or len(set(covered)) < len(covered):
        raise NotationError("a start is no placement of the set")
