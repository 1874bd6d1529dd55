"""An atlas as it grows, and its surveys, which are what the rules say, move by move."""

import json
import os
import pickle
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from puzzleproof.explore.atlas.layouts import placements
from puzzleproof.explore.atlas.packings import Blocks, Board
from puzzleproof.explore.atlas.stock import PieceSet, stock_of
from puzzleproof.provers.atlas import Atlas, AtlasRequest, make_atlas
from puzzleproof.provers.atlas.survey import (
    SetSurvey,
    SurveyJob,
    SurveyOutcome,
    survey_blocks,
    survey_set,
)
from puzzleproof.provers.batch.jobs import SURVEY
from puzzleproof.provers.batch.ledger import Ledger, Means, open_ledger
from puzzleproof.provers.batch.pool import AtWork, check_of, run_jobs
from puzzleproof.provers.batch.row import encoded
from puzzleproof.verify.certificate import check_stream
from puzzleproof.verify.count import count_shortest
from tests.support.atlas_by_rules import hardest_packings, survey_by_rules

pytestmark = pytest.mark.skipif(
    not hasattr(os, "killpg"), reason="workers are told apart by groups"
)

SMALL = stock_of("2x1 1x2* 1x1*", size=(3, 3), empty=(1, 1))
SURVEY_SET = "puzzleproof.provers.atlas.survey.survey_set"


def made(request: AtlasRequest, ledger: Ledger | None = None, runner: Any = run_jobs) -> Atlas:
    atlas = Atlas.of(request)
    for _ in make_atlas(atlas, Means(2, ledger, runner=runner)):
        pass
    return atlas


def test_the_smallest_sets_are_surveyed_first() -> None:
    atlas = Atlas.of(AtlasRequest(stock_of(size=(4, 3)), "piece", proofs=False))
    states = list[int]()
    for _ in make_atlas(atlas, Means(1, None, runner=run_jobs)):
        known = [one.survey.states for one in atlas.sets if one.survey is not None]
        states.append(max(known))
    assert states == sorted(states)
    assert states[0] < states[-1]
    assert atlas.smallest_first != atlas.sets


def test_the_hardest_starts_are_proven_with_certificates(tmp_path: Path) -> None:
    with open_ledger(tmp_path / "a.db") as ledger:
        atlas = made(AtlasRequest(SMALL, "piece", 2), ledger)
        assert len(atlas.surveyed) == len(atlas.sets) == 4
        assert atlas.starts
        assert all(one.is_proven and one.grade == "certified" for one in atlas.starts)
        assert [one.start.moves for one in atlas.top] == [4]
        rows = {row.puzzle: row for row in ledger.rows()}
        for one in atlas.starts:
            row = rows[one.name]
            assert row.known.optimum == one.start.moves
            certificate = ledger.certificate(row)
            assert certificate is not None
            assert check_stream(BytesIO(certificate), "it").at_least == one.start.moves


def test_starts_that_do_not_meet_the_conditions_are_left_out(tmp_path: Path) -> None:
    """The number of hardest starts and their minima stay; another condition is another survey."""
    stock = stock_of(size=(4, 3))
    request = AtlasRequest(
        stock, "piece", 100, proofs=False, where="shortest_plans == 1 and moves > 0"
    )
    with open_ledger(tmp_path / "a.db") as ledger:
        every = made(replace(request, where=None), ledger)
        some = made(request, ledger)
        assert ledger.number_of(SURVEY) == 2 * len(every.sets)
    assert [one.survey and one.survey.minima for one in some.sets] == [
        one.survey and one.survey.minima for one in every.sets
    ]
    alone = {entry.board for entry in every.starts if count_shortest(entry.puzzle).plans == 1}
    found = {entry.board for entry in some.starts}
    assert alone <= found  # of equally far ones another may meet them
    assert len(alone) < len(every.starts)
    assert all(count_shortest(one.puzzle).plans == 1 for one in some.starts)
    conditions = json.loads(json.dumps(some.to_json()))["conditions"]
    assert conditions["met"] >= len(some.starts)
    assert conditions["looked_at"] > conditions["met"]
    missing = [one for one in some.sets if some.hardest_of(one) is None]
    for one in missing:
        assert one.survey is not None
        assert one.survey.hardest not in [
            start.start.moves for start in some.starts if start.piece_set == one.piece_set
        ]


def nothing_runs(jobs: Any, workers: int, listen: Any) -> Iterator[Any]:
    assert list(jobs) == []
    return iter(())


def test_a_second_run_does_nothing_twice(tmp_path: Path) -> None:
    """In another metric it is another survey."""
    request = AtlasRequest(SMALL, "piece", 2)
    with open_ledger(tmp_path / "a.db") as ledger:
        first = made(request, ledger).to_json()
        again = made(request, ledger, nothing_runs).to_json()
        assert ledger.number_of(SURVEY) == 4
        with pytest.raises(AssertionError):
            made(replace(request, metric="unit"), ledger, nothing_runs)
    assert again["starts"] == first["starts"]
    states = [[one["states"] for one in answer["sets"]] for answer in (first, again)]
    assert states[0] == states[1]


def test_a_survey_that_kept_too_few_starts_is_made_again(tmp_path: Path) -> None:
    piece_set = [s for s in stock_of(locked=True, size=(5, 5), pieces=4).sets() if s.pieces == 4][5]
    with open_ledger(tmp_path / "a.db") as ledger:
        few = SurveyJob(piece_set, "line", 3)
        ledger.record(few, few.run())
        assert ledger.report(few) is not None
        many = replace(few, wanted=500)
        assert ledger.report(many) is None
        ledger.record(many, many.run())
        found = ledger.report(few)
        assert found is not None
        assert found.survey == survey_set(piece_set, "line", 500)


# --- surveys that fail, or lie ------------------------------------------------------------


def here(jobs: Any, workers: int, listen: Any) -> Iterator[Any]:
    """Do the jobs in this process."""
    for number, job in jobs:
        yield number, job.run()


def test_what_is_wrong_with_one_survey_is_its_outcome(monkeypatch: pytest.MonkeyPatch) -> None:
    real = survey_set

    def broken(piece_set: Any, metric: str, kept: int, where: str | None) -> Any:
        if piece_set.words == "2 of 1x2, 2 of 1x1":
            raise ZeroDivisionError("by hand")
        return real(piece_set, metric, kept, where)

    monkeypatch.setattr(SURVEY_SET, broken)
    atlas = made(AtlasRequest(SMALL, "piece", 1), runner=here)
    (fault,) = [one.fault for one in atlas.sets if one.survey is None]
    assert "internal error: ZeroDivisionError('by hand')" in fault
    assert len(atlas.surveyed) == 3


def test_a_survey_that_a_proof_excludes_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    real = survey_set

    def wrong(piece_set: Any, metric: str, kept: int, where: str | None) -> Any:
        found = real(piece_set, metric, kept, where)
        found.starts = [replace(one, moves=one.moves + 1) for one in found.starts]
        return found

    monkeypatch.setattr(SURVEY_SET, wrong)
    atlas = made(AtlasRequest(SMALL, "piece", 1), runner=here)
    assert all(one.contradicted and not one.is_proven for one in atlas.starts)
    assert {one.grade for one in atlas.starts} == {"claimed"}


@cache
def surveyed() -> tuple[SurveyJob, SetSurvey]:
    job = SurveyJob(SMALL.sets()[-1], "piece", 5)
    survey = job.run().survey
    assert survey is not None
    return job, survey


@pytest.mark.parametrize(
    ("lie", "start", "message"),
    [
        ({}, {}, ""),
        ({"states": 41}, {}, "41 states: expected 42"),
        ({"components": 0}, {}, "the numbers of its components do not add up"),
        ({"minima": Counter({4: 7})}, {}, "the numbers of its components do not add up"),
        ({}, {"moves": 5}, "5 moves: no component has this minimum"),
        ({}, {"arrangement": ((5, 0, 2, 1),)}, "a piece of a start is outside the board"),
        (
            {},
            {"arrangement": ((0, 0, 2, 1),)},
            "a start does not have the pieces of the set",
        ),
        ({"minima": None}, {}, "values"),
        ({"starts": 7}, {}, "iterable"),
    ],
)
def test_what_no_survey_can_say_is_rejected(
    lie: dict[str, Any], start: dict[str, Any], message: str
) -> None:
    job, survey = surveyed()
    starts = [replace(survey.starts[0], **start), *survey.starts[1:]]
    outcome = SurveyOutcome(replace(survey, **{"starts": starts, **lie}))
    left, doubt, _ = check_of(job, pickle.dumps(outcome)).run()
    assert message in doubt
    assert (left.survey is None) == bool(doubt) == bool(message)


@pytest.mark.parametrize("what", [None, b"", 7, {}, SetSurvey()])
def test_what_is_no_answer_is_rejected(what: object) -> None:
    left, doubt, _ = check_of(surveyed()[0], pickle.dumps(what)).run()
    assert left.survey is None
    assert "expected SurveyOutcome" in doubt


def test_a_survey_that_a_ledger_has_not_whole_is_made_again(tmp_path: Path) -> None:
    request = AtlasRequest(SMALL, "piece", 0, proofs=False)
    with open_ledger(tmp_path / "a.db") as ledger:
        first = made(request, ledger)
        lie = encoded(SurveyOutcome(replace(surveyed()[1], states=41)))
        for k, text in enumerate(("{", '{"survey": {"states": "x"}}', lie)):
            with ledger._db as db:  # pyright: ignore[reportPrivateUsage]
                db.execute("UPDATE results SET result = ? WHERE id = ?", (text, k + 1))
        said = list[str]()

        def listen(number: int | None, event: Any) -> None:
            if number is None and not isinstance(event, AtWork):
                said.append(event.text)

        atlas = Atlas.of(request)
        for _ in make_atlas(atlas, Means(1, ledger, listen, here)):
            pass
    assert [one.survey for one in atlas.sets] == [one.survey for one in first.sets]
    assert len(said) == 3


@pytest.mark.external
def test_an_atlas_is_made_by_a_cluster(tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    from puzzleproof.provers.batch.cluster import Cluster
    from tests.support.dask_processes import dask_processes

    request = AtlasRequest(SMALL, "piece", 1)
    with dask_processes(tmp_path) as cluster:
        cluster.worker()
        there = made(request, runner=Cluster(cluster.address))
    local = made(request)
    assert [one.survey for one in there.sets] == [one.survey for one in local.sets]
    assert all(one.is_proven for one in there.starts)
    assert len(there.starts) == len(local.starts) > 0


# --- surveys of small piece sets ----------------------------------------------------------

STOCKS: dict[str, dict[str, Any]] = {
    "3x3": {"size": (3, 3), "empty": (1, 2)},
    "3x3 corner": {"size": (3, 3), "goal": (1, 1), "empty": (2, 3)},
    "3x3 bar": {"size": (3, 3), "text": "2x1 1x2* 1x1*", "empty": (1, 2)},
    "2x4": {"size": (2, 4), "text": "1x2 2x1* 1x2* 1x1*", "goal": (0, 2), "empty": (1, 3)},
    "4x3": {"size": (4, 3), "empty": (2, 2)},
    "4x4 cars": {"locked": True, "size": (4, 4), "pieces": 4},
    "5x4 cars": {"locked": True, "size": (5, 4), "text": "2x1 1x2* 2x1* 1x3* 3x1*", "pieces": 3},
}
LARGE = ("4x3", "4x4 cars", "5x4 cars")


def compare(piece_set: PieceSet, metric: str) -> None:
    found, rules = survey_set(piece_set, metric, 1000), survey_by_rules(piece_set, metric)
    assert (found.states, found.components) == (rules.states, rules.components)
    assert found.minima == rules.minima
    assert found.with_goal == rules.minima.total()
    classes = {piece_set.canonical(start) for start, (moves, *_) in rules.hardest.items() if moves}
    told = [piece_set.canonical(one.arrangement) for one in found.starts]
    assert {*told} <= classes
    assert len({*told}) == len(told), "components that are mirror images have one start"
    for one in found.starts:
        assert rules.hardest[one.arrangement] == (one.moves, one.component, one.farthest)
    moves = [one.moves for one in found.starts]
    assert moves == sorted(moves, reverse=True)
    assert set(moves) == {m for m in rules.minima if m}
    assert not found.classes_left_out


@pytest.mark.parametrize("metric", ["piece", "line", "unit"])
@pytest.mark.parametrize("name", STOCKS)
def test_a_small_atlas_is_what_the_rules_say(name: str, metric: str) -> None:
    sets = [one for one in stock_of(**STOCKS[name]).sets() if survey_set(one, metric, 1).states]
    assert len(sets) > 3
    for piece_set in sets[:: 3 if name in LARGE else 1]:
        compare(piece_set, metric)


@pytest.mark.parametrize(
    ("pieces", "size"),
    [
        ("x./xx xx/.x 1x1*2", (3, 4)),
        ("xx/x. xxx 1x1*2", (4, 3)),
        ("1x2 1x1 xx/x. #*2", (3, 3)),
        ("1x2 1x1 1x1 ##/#. 2x1", (3, 4)),
    ],
)
@pytest.mark.parametrize("metric", ["piece", "unit"])
def test_a_set_with_polyominoes_and_walls_is_what_the_rules_say(
    pieces: str, size: tuple[int, int], metric: str
) -> None:
    (piece_set,) = stock_of(pieces, size=size).sets()
    found = survey_set(piece_set, metric, 1000)
    assert found.states == placements(piece_set) > 10
    assert found.starts
    compare(piece_set, metric)


# --- packings -----------------------------------------------------------------------------

BICKFORD = (1, 4, 9, 19, 36, 51, 62, 89, 132, 81, 64, 73, 61, 25, 21)
"""N. Bickford, 'Sliding Block Puzzles, Part 3' (2012): 4 x 4, with 1 to 15 pieces."""


@pytest.mark.parametrize("size", [(3, 2), (2, 4), pytest.param((3, 3), marks=pytest.mark.slow)])
def test_hardest_starts_among_packings_are_those_of_the_rules(size: tuple[int, int]) -> None:
    board, found = Board(*size), dict[int, int]()
    for cells in range(1, board.rows * board.columns + 1):
        survey = survey_blocks(Blocks(board, cells))
        for start in survey.starts:
            pieces = len(start.arrangement)
            found[pieces] = max(found.get(pieces, 0), start.moves)
    assert found == hardest_packings(*size)


def test_packings_that_end_a_puzzle_are_as_many_as_bickford_counts() -> None:
    assert sum(packings for _, packings in Board(4, 4).counts().values()) == 12_295_564


def test_starts_with_large_blocks_on_4x4_are_no_harder_than_bickford_s() -> None:
    for start in survey_blocks(Blocks(Board(4, 4), 9)).starts:
        assert 0 < start.moves <= BICKFORD[len(start.arrangement) - 1]


@pytest.mark.slow
def test_records_of_4x4_are_those_of_bickford(tmp_path: Path) -> None:
    with open_ledger(tmp_path / "a.db") as ledger:
        atlas = made(AtlasRequest(Board(4, 4), "piece"), ledger)
        assert [one.start.moves for one in atlas.starts] == list(BICKFORD)
        assert {one.grade for one in atlas.starts} == {"certified"}
        again = made(AtlasRequest(Board(4, 4), "piece"), ledger, nothing_runs)
        assert again.to_json() == atlas.to_json()


@pytest.mark.parametrize(
    ("lie", "message"),
    [
        ({}, ""),
        ({"states": 7}, "7 states: expected 64"),
        ({"arrangement": ((0, 1, 1, 1),)}, "the block of a start is not in its corner"),
        (
            {"arrangement": ((0, 0, 1, 1), (0, 0, 1, 1))},
            "a start does not have the pieces of the set",
        ),
    ],
)
def test_what_no_survey_of_packings_can_say_is_rejected(lie: dict[str, Any], message: str) -> None:
    job = SurveyJob(Blocks(Board(2, 3), 1), "piece", 1)
    survey = job.run().survey
    assert survey is not None
    if "arrangement" in lie:
        lie = {"starts": [replace(survey.starts[0], **lie)]}
    doubt = check_of(job, SurveyOutcome(replace(survey, **lie))).run().doubt
    assert message in doubt
    assert bool(message) == bool(doubt)


def test_the_set_of_ane_rouge() -> None:
    # 65,880 configurations in 898 components, two of 25,955 states (docs/state-graphs.md).
    # 126 steps from the hardest start: boardgames.stackexchange.com, question 42467.
    (one,) = stock_of("2x2 1x2*4 2x1 1x1*4", size=(4, 5)).sets()
    found = survey_set(one, "unit", 100)
    assert (found.states, found.components, found.hardest) == (65_880, 898, 126)
    assert [one.component for one in found.starts[:2]] == [25_955, 25_955]
