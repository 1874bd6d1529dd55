"""Surveys and their results as text, for other machines; what comes back is read without trust.

A survey is a claim, whoever made it: what can be compared is compared (the number of placements is
counted here, every start is a placement of the set), and its hardest starts are proven afterwards.
"""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from puzzleproof.explore.atlas.layouts import placements
from puzzleproof.explore.atlas.stock import Arrangement, PieceSet, piece_set_of
from puzzleproof.models.errors import NotationError
from puzzleproof.models.texts import clean
from puzzleproof.provers.atlas.job import SurveyJob, SurveyOutcome
from puzzleproof.provers.atlas.survey import SetSurvey, survey_of
from puzzleproof.provers.batch.work import read_answer
from puzzleproof.provers.process import Limits


def survey_job_text(job: SurveyJob) -> str:
    """A survey to be made, as text."""
    return json.dumps(
        {
            "order": "survey",
            "set": job.piece_set.to_json(),
            "metric": job.metric,
            "kept": job.kept,
            "limits": list(job.limits),
        }
    )


def survey_job_of(text: str, versions: dict[str, str]) -> SurveyJob:
    """The survey of a text."""
    said = json.loads(text)
    limits, pairs = Limits(*said["limits"]), tuple(versions.items())
    return SurveyJob(piece_set_of(said["set"]), said["metric"], said["kept"], limits, pairs)


def survey_text(outcome: SurveyOutcome) -> str:
    """What became of a survey, as text."""
    return json.dumps(
        {
            "reason": outcome.reason,
            "seconds": outcome.seconds,
            "machine": outcome.machine,
            "attempts": outcome.attempts,
            "survey": None if outcome.survey is None else outcome.survey.to_json(),
        }
    )


def survey_received(job: SurveyJob, text: object, worker: str) -> SurveyOutcome:
    """The outcome that a worker sent; one that cannot be has failed, with the reason."""

    def read(said: Any) -> SurveyOutcome:
        if said.get("survey") is None:
            return SurveyOutcome(None, clean(str(said["reason"])), machine=worker)
        survey = survey_of(said["survey"])
        _check(job.piece_set, survey)
        seconds, machine = float(said["seconds"]), clean(str(said["machine"]))
        return SurveyOutcome(survey, "", seconds, machine, int(said["attempts"]))

    try:
        return read_answer(text, read)
    except NotationError as error:
        return SurveyOutcome(None, f"what {worker} sent is rejected: {error}", machine=worker)


def _check(piece_set: PieceSet, survey: SetSurvey) -> None:
    """Raise NotationError for what no survey of the set can say."""
    expected = placements(piece_set)
    if survey.states != expected:
        raise NotationError(f"{survey.states!r} states: there are {expected} placements")
    if not 0 <= sum(survey.minima.values()) == survey.with_goal <= survey.components <= expected:
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
