"""The survey of a piece set as a job, and the table of a ledger where surveys stand.

A survey is a claim, whoever made it: what can be compared is compared (the number of placements is
counted here, every start is a placement of the set), and its hardest starts are proven afterwards.
"""

from __future__ import annotations

import hashlib
import json
import platform
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from puzzleproof.explore.atlas.layouts import placements
from puzzleproof.explore.atlas.stock import Arrangement, PieceSet
from puzzleproof.models.errors import NotationError
from puzzleproof.models.texts import clean
from puzzleproof.provers.atlas.survey import SetSurvey, survey_of, survey_set
from puzzleproof.provers.batch.jobs import own_versions
from puzzleproof.provers.batch.ledger import WHERE, Ledger
from puzzleproof.provers.batch.row import DamagedRow
from puzzleproof.provers.batch.work import Checked, Key, Question, attempted, expected
from puzzleproof.provers.events import Emit, ignore
from puzzleproof.provers.process import NO_LIMITS, Limits


@dataclass(frozen=True, slots=True)
class SurveyOutcome:
    """What became of a survey: what was found, or why nothing was."""

    survey: SetSurvey | None
    reason: str = ""
    seconds: float = 0.0
    machine: str = platform.node()


@dataclass(frozen=True)
class SurveyJob(Question[SurveyOutcome]):
    """A piece set to be surveyed in a metric."""

    piece_set: PieceSet
    metric: str
    kept: int
    """Hardest starts to be kept."""
    limits: Limits = NO_LIMITS

    @property
    def about(self) -> str:
        """The set and the metric, in words."""
        return f"{self.piece_set.name!r} (metric {self.metric})"

    @property
    def set_key(self) -> str:
        """What names the set in a ledger's table of surveys."""
        return json.dumps(self.piece_set.to_json(), sort_keys=True)

    @property
    def key(self) -> Key:
        """What names the survey among the jobs that processes are at work on."""
        return Key(hashlib.sha256(self.set_key.encode()).hexdigest(), self.metric, "survey")

    def run(self, emit: Emit = ignore) -> SurveyOutcome:  # noqa: ARG002  it reports nothing
        """Survey the set; what goes wrong is said in the outcome."""
        begin = time.perf_counter()
        survey, reason = attempted(lambda: survey_set(self.piece_set, self.metric, self.kept))
        return SurveyOutcome(survey, reason, time.perf_counter() - begin)

    def failed(self, reason: str) -> SurveyOutcome:
        """The outcome without a survey."""
        return SurveyOutcome(None, reason)

    def checked(self, outcome: SurveyOutcome) -> Checked[SurveyOutcome]:
        """The outcome that somebody reports; raises NotationError for what no survey can say."""
        survey = expected(SurveyOutcome, outcome).survey
        if survey is not None:
            _check(self.piece_set, expected(SetSurvey, survey))
        reason, machine = clean(outcome.reason), clean(outcome.machine)
        return Checked(replace(outcome, reason=reason, machine=machine), "")


def _check(piece_set: PieceSet, survey: SetSurvey) -> None:
    """Raise NotationError for what no survey of the set can say."""
    whole = placements(piece_set)
    if survey.states != whole:
        raise NotationError(f"{survey.states!r} states: there are {whole} placements")
    if not 0 <= sum(survey.minima.values()) == survey.with_goal <= survey.components <= whole:
        raise NotationError("its components do not add up")
    for start in survey.starts:
        if type(start.moves) is not int or start.moves not in survey.minima:
            raise NotationError(f"{start.moves!r} moves: no component has that")
        _check_arrangement(piece_set, start.arrangement)


def _check_arrangement(piece_set: PieceSet, arrangement: Arrangement) -> None:
    """Raise NotationError unless the pieces of the set lie on the board, no two on one cell."""
    (rows, columns), covered = piece_set.size, list[Any]()
    for row, column, tall, wide in arrangement:
        if not (0 <= row <= rows - tall and 0 <= column <= columns - wide):
            raise NotationError("a piece of a start is outside the board")
        covered += [(r, c) for r in range(row, row + tall) for c in range(column, column + wide)]
    shapes = Counter(one[2:] for one in arrangement[1:])
    mine = Counter({shape: number for shape, number in piece_set.others if number})
    fits = arrangement and arrangement[0][2:] == piece_set.block and shapes == mine
    if not fits or len(set(covered)) < len(covered):
        raise NotationError("a start is no placement of the set")


COLUMNS = "piece_set, metric, name, kept, survey, seconds, machine, versions, finished"


class Surveys:
    """The surveys of a ledger; those that failed are not kept, and so are made again."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger

    def report(self, job: SurveyJob) -> Callable[[], Checked[SurveyOutcome]] | None:
        """What reads the row of a set, if it keeps as many starts as the job wants."""
        where = "SELECT survey, seconds, machine FROM surveys WHERE piece_set = ? AND metric = ?"
        for text, seconds, machine in self.ledger.read(where, (job.set_key, job.metric)):
            try:
                survey = survey_of(json.loads(text))
            except (KeyError, TypeError, ValueError) as error:
                raise DamagedRow(f"the survey of {job.about} is damaged: {error}") from None
            if survey.kept >= job.kept or not survey.classes_left_out:
                return partial(Checked, SurveyOutcome(survey, "", seconds, machine), "")
        return None

    def record(self, job: SurveyJob, outcome: SurveyOutcome) -> SurveyOutcome:
        """Commit a survey."""
        with self.ledger.writing() as db:
            db.execute(f"DELETE FROM working WHERE {WHERE}", job.key)  # noqa: S608  no input in it
            if outcome.survey is None:
                return outcome
            values = (
                job.set_key,
                job.metric,
                job.piece_set.name,
                job.kept,
                json.dumps(outcome.survey.to_json()),
                round(outcome.seconds, 3),
                outcome.machine,
                json.dumps(dict(own_versions())),
                time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
            )
            marks = ", ".join("?" * len(values))
            db.execute(f"INSERT OR REPLACE INTO surveys ({COLUMNS}) VALUES ({marks})", values)  # noqa: S608
        return outcome

    def names(self) -> Iterator[str]:
        """Yield the names of the sets in the order in which their surveys came."""
        for (name,) in self.ledger.read("SELECT name FROM surveys ORDER BY id"):
            yield name
