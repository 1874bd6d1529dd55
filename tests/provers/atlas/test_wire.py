"""Surveys travel as text; what comes back from another machine is read without trust."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from puzzleproof.explore.atlas.stock import stock_of
from puzzleproof.provers.atlas.atlas import Atlas, AtlasRequest, make_atlas
from puzzleproof.provers.atlas.job import SurveyJob
from puzzleproof.provers.batch.work import order_of
from puzzleproof.provers.process import Limits

STOCK = stock_of(size=(3, 3), block=(2, 1), shapes=((1, 2), (1, 1)), empty=(1, 1))
JOB = SurveyJob(STOCK.sets()[-1], "piece", 5, Limits(9.0))


def test_a_survey_is_sent_and_comes_back() -> None:
    order = order_of(JOB.to_text(), {"puzzleproof": "1"})
    assert isinstance(order, SurveyJob)
    assert order.piece_set.to_json() == JOB.piece_set.to_json()
    assert (order.metric, order.kept, order.limits) == ("piece", 5, Limits(9.0))
    outcome = order.run()
    arrived = JOB.received(outcome.to_text(), None, "w")
    assert arrived.survey == outcome.survey == JOB.run().survey
    failed = JOB.received(JOB.failed("it died").to_text(), None, "w")
    assert (failed.survey, failed.reason) == (None, "it died")


@pytest.mark.parametrize(
    ("lie", "start", "message"),
    [
        ({"states": 41}, {}, "41 states: there are 42 placements"),
        ({"components": 0}, {}, "its components do not add up"),
        ({"minima": {"4": 7}}, {}, "its components do not add up"),
        ({}, {0: 5}, "5 moves: no component has that"),
        ({}, {3: [[5, 0, 2, 1]]}, "a piece of a start is outside the board"),
        ({}, {3: [[0, 0, 2, 1]]}, "a start is no placement of the set"),
        ({"minima": None}, {}, "items"),
        ({"starts": 7}, {}, "iterable"),
    ],
)
def test_what_no_survey_can_say_is_rejected(
    lie: dict[str, Any], start: dict[int, Any], message: str
) -> None:
    said = json.loads(JOB.run().to_text())
    said["survey"].update(lie)
    for number, value in start.items():
        said["survey"]["starts"][0][number] = value
    arrived = JOB.received(json.dumps(said), None, "worker tcp://w")
    assert arrived.survey is None
    assert arrived.reason.startswith("what worker tcp://w sent is rejected: ")
    assert message in arrived.reason


@pytest.mark.parametrize("text", [None, b"", "{", "[]", "7", "{}", '{"survey": {}}'])
def test_what_is_no_answer_is_rejected(text: object) -> None:
    arrived = JOB.received(text, None, "w")
    assert arrived.survey is None
    assert "rejected" in arrived.reason


@pytest.mark.programs
@pytest.mark.skipif(not hasattr(os, "killpg"), reason="processes are ended by groups")
def test_an_atlas_is_made_by_a_cluster(tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    from puzzleproof.provers.batch.cluster import Cluster
    from tests.support.dask_processes import dask_processes

    here, there = (Atlas.of(AtlasRequest(STOCK, "piece", 1)) for _ in range(2))
    for _ in make_atlas(here, 1, {}):
        pass
    with dask_processes(tmp_path) as cluster:
        cluster.worker()
        for _ in make_atlas(there, 1, {}, runner=Cluster(cluster.address)):
            pass
    assert [one.survey for one in there.sets] == [one.survey for one in here.sets]
    assert all(one.is_proven for one in there.starts)
    assert len(there.starts) == len(here.starts) > 0
