"""The survey of a piece set as work for a pool or a cluster, and the table where results stand."""

from __future__ import annotations

import hashlib
import json
import platform
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from puzzleproof.explore.atlas.stock import PieceSet, piece_set_of
from puzzleproof.models import imported
from puzzleproof.models.errors import InstanceError
from puzzleproof.provers.atlas.survey import SetSurvey, survey_of, survey_set
from puzzleproof.provers.batch.ledger import Key, Ledger
from puzzleproof.provers.batch.work import Listen, attempted
from puzzleproof.provers.events import Emit, Event, ignore
from puzzleproof.provers.process import Limits


@dataclass(frozen=True, slots=True)
class SurveyOutcome:
    """What became of a survey: what was found, or why nothing was."""

    survey: SetSurvey | None
    reason: str = ""
    seconds: float = 0.0
    machine: str = ""
    attempts: int = 1

    @property
    def certificate(self) -> bytes | None:
        """There is none of a survey: it is claimed."""
        return None

    def tried(self, attempts: int) -> SurveyOutcome:
        """The same after so many attempts."""
        return replace(self, attempts=attempts)

    def to_text(self) -> str:
        """As `wire.survey_text`."""
        found: str = imported("puzzleproof.provers.atlas.wire:survey_text")(self)
        return found


@dataclass(frozen=True, slots=True)
class SurveyJob:
    """A piece set to be surveyed in a metric; plain data."""

    piece_set: PieceSet
    metric: str
    kept: int
    """Hardest starts to be kept."""
    limits: Limits = Limits()  # noqa: RUF009  it is frozen
    versions: tuple[tuple[str, str], ...] = ()

    @property
    def name(self) -> str:
        """The name of the set."""
        return self.piece_set.name

    def run(self, emit: Emit = ignore) -> SurveyOutcome:  # noqa: ARG002  it tells nothing
        """Survey the set; what goes wrong is told in the outcome."""
        begin = time.perf_counter()
        survey, reason = attempted(lambda: survey_set(self.piece_set, self.metric, self.kept))
        return SurveyOutcome(survey, reason, time.perf_counter() - begin, platform.node())

    def failed(self, reason: str) -> SurveyOutcome:
        """The outcome without a survey."""
        return SurveyOutcome(None, reason, 0.0, platform.node())

    def given_up(self, events: Sequence[Event], why: str, seconds: float) -> SurveyOutcome:  # noqa: ARG002
        """Of a survey that was stopped there is nothing to be kept."""
        return SurveyOutcome(None, why, seconds, platform.node())

    def to_text(self) -> str:
        """As `wire.survey_job_text`."""
        found: str = imported("puzzleproof.provers.atlas.wire:survey_job_text")(self)
        return found

    def received(
        self,
        text: object,
        certificate: object,  # noqa: ARG002  a survey has none
        worker: str,
        emit: Emit = ignore,  # noqa: ARG002
    ) -> SurveyOutcome:
        """As `wire.survey_received`."""
        receive = imported("puzzleproof.provers.atlas.wire:survey_received")
        found: SurveyOutcome = receive(self, text, worker)
        return found


class SurveyRow(NamedTuple):
    """A survey as a ledger keeps it."""

    piece_set: PieceSet
    metric: str
    name: str
    survey: SetSurvey
    seconds: float
    machine: str
    finished: str
    """UTC, ISO 8601."""


COLUMNS = "piece_set, metric, name, kept, survey, seconds, machine, versions, finished"


class SurveyBook:
    """The surveys of a ledger; those that failed are not kept, and so are tried again."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self.beat = ledger.beat

    def known(self, job: SurveyJob) -> SurveyRow | None:
        """The row of a set, if it keeps as many starts as the job wants."""
        where = "WHERE piece_set = ? AND metric = ?"
        row = next(self._select(where, (set_key(job.piece_set), job.metric)), None)
        if row is None or (row.survey.kept < job.kept and row.survey.classes_left_out):
            return None
        return row

    def has(self, job: SurveyJob) -> bool:
        """Whether such a row is there."""
        return self.known(job) is not None

    def answers(
        self,
        jobs: Iterable[tuple[int, SurveyJob]],
        workers: int,  # noqa: ARG002  there is nothing to check
        listen: Listen,  # noqa: ARG002
    ) -> Iterator[tuple[int, SurveyRow]]:
        """Yield the numbers of jobs whose rows are there, with these: claims, as surveys are."""
        for number, job in jobs:
            if (row := self.known(job)) is not None:
                yield number, row

    def take(self, job: SurveyJob) -> bool:
        """As `Ledger.take`."""
        return self._ledger.take(_working_key(job))

    def owner(self, job: SurveyJob) -> str | None:
        """As `Ledger.owner`."""
        return self._ledger.owner(_working_key(job))

    def record(self, job: SurveyJob, outcome: SurveyOutcome) -> SurveyOutcome:
        """Commit a survey."""
        with self._ledger.writing() as db:
            key = _working_key(job)
            where = "instance_hash = ? AND metric = ? AND request = ?"
            db.execute(f"DELETE FROM working WHERE {where}", key)  # noqa: S608  no input in it
            if outcome.survey is None:
                return outcome
            values = (
                set_key(job.piece_set),
                job.metric,
                job.name,
                job.kept,
                json.dumps(outcome.survey.to_json()),
                round(outcome.seconds, 3),
                outcome.machine,
                json.dumps(dict(job.versions)),
                time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
            )
            marks = ", ".join("?" * len(values))
            db.execute(f"INSERT OR REPLACE INTO surveys ({COLUMNS}) VALUES ({marks})", values)  # noqa: S608
        return outcome

    def rows(self) -> Iterator[SurveyRow]:
        """Yield the surveys in the order in which they came."""
        yield from self._select("ORDER BY id")

    def _select(self, where: str, values: tuple[str, ...] = ()) -> Iterator[SurveyRow]:
        for found in self._ledger.read(f"SELECT {COLUMNS} FROM surveys {where}", values):  # noqa: S608
            document, metric, name, _, survey, seconds, machine, _, finished = found
            try:
                piece_set, known = piece_set_of(json.loads(document)), survey_of(json.loads(survey))
            except (KeyError, TypeError, ValueError) as error:
                where = repr(str(self._ledger.path))
                raise InstanceError(f"{where}: the survey {name!r} is damaged: {error}") from None
            yield SurveyRow(piece_set, metric, name, known, seconds, machine, finished)


def survey_job(
    piece_set: PieceSet, metric: str, kept: int, limits: Limits, versions: Mapping[str, str]
) -> SurveyJob:
    """The job of a set."""
    return SurveyJob(piece_set, metric, kept, limits, tuple(versions.items()))


def set_key(piece_set: PieceSet) -> str:
    """What names a set in a ledger."""
    return json.dumps(piece_set.to_json(), sort_keys=True)


def _working_key(job: SurveyJob) -> Key:
    """What names a survey among the jobs that processes are at work on."""
    digest = hashlib.sha256(set_key(job.piece_set).encode()).hexdigest()
    return Key(digest, job.metric, "survey")
