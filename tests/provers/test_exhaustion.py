"""Evidence by a second search; of IDA* bounds arrive as they are proven, and one search claims."""

import math
from pathlib import Path

import pytest
from hypothesis import given

from puzzleproof.models.errors import Unsupported
from puzzleproof.models.tiles.rules import TilesPuzzle
from puzzleproof.provers.bounds import Bounds
from puzzleproof.provers.events import Event, EvidenceFound, Layer, Working
from puzzleproof.provers.exhaustion import search_idastar
from puzzleproof.provers.request import Request
from puzzleproof.provers.strategy import prove
from puzzleproof.verify.bfs import bfs
from tests.support.boards import SMALL as SLIDING
from tests.support.tile_boards import SMALL, library, tiles, walks

EIGHT = library("eight-puzzle-867", "single")


@pytest.fixture(scope="module", autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> object:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PUZZLEPROOF_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield


class Log(Bounds):
    """A case that keeps the events."""

    def __init__(self, puzzle: TilesPuzzle) -> None:
        super().__init__(puzzle)
        self.events: list[Event] = []

    def tell(self, event: Event) -> None:
        self.events.append(event)
        self.apply(event)

    def answer(self) -> tuple[str, str, int | None]:
        verdict = self.verdict("test", 0.0, (), {})
        return verdict.status, verdict.grade, verdict.optimum


@pytest.mark.parametrize("heuristic", ["manhattan", "patterns"])
def test_one_search_claims_its_minimum(heuristic: str) -> None:
    log = Log(EIGHT)
    search_idastar(EIGHT, None, log.tell, heuristic)
    assert log.upper == 31
    assert log.answer() == ("bounded", "claimed", None)


def test_bounds_rise_threshold_by_threshold() -> None:
    log = Log(EIGHT)
    search_idastar(EIGHT, None, log.tell, "manhattan")
    depths = [event.depth for event in log.events if isinstance(event, Layer)]
    assert depths == [20, *range(22, 31, 2)]
    states = [event.states for event in log.events if isinstance(event, Layer)]
    assert states == sorted(states)


def test_what_a_stopped_search_has_shown_remains() -> None:
    class Enough(Exception):
        pass

    log = Log(EIGHT)

    def stop(event: Event) -> None:
        log.tell(event)
        if isinstance(event, Layer) and event.depth >= 26:
            raise Enough

    with pytest.raises(Enough):
        search_idastar(EIGHT, None, stop, "manhattan")
    verdict = log.verdict("test", 0.0, (), {})
    assert (verdict.status, verdict.grade, verdict.lower) == ("bounded", "claimed", 27)


@given(puzzle=walks(20))
def test_no_bound_is_above_the_minimum(puzzle: TilesPuzzle) -> None:
    single = puzzle.with_metric("single")
    log, minimum = Log(single), bfs(single).optimum
    assert minimum is not None
    search_idastar(single, None, log.tell, "manhattan")
    assert log.upper == minimum
    for event in log.events:
        if isinstance(event, Layer):
            assert event.depth < minimum
        if isinstance(event, EvidenceFound):
            assert event.evidence.bound == minimum
            assert not event.evidence.checked


def test_a_bound_alone() -> None:
    log = Log(EIGHT)
    search_idastar(EIGHT, 25, log.tell, "manhattan")
    assert log.plan is None
    verdict = log.verdict("test", 0.0, (), {})
    assert (verdict.status, verdict.grade, verdict.lower) == ("bounded", "claimed", 25)


def test_a_line_out_of_order_is_unsolvable() -> None:
    row = tiles("2 1 0 3")
    log = Log(row)
    search_idastar(row, 10**6, log.tell, "manhattan")
    found = [event.evidence.bound for event in log.events if isinstance(event, EvidenceFound)]
    assert found == [math.inf]


def test_what_would_never_end_is_refused() -> None:
    puzzle = SMALL["2 x 3 unsolvable"]
    log = Log(puzzle)
    with pytest.raises(Unsupported, match="parity"):
        search_idastar(puzzle, None, log.tell, "manhattan")
    assert not log.events


def test_a_cache_that_cannot_be_written_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("PUZZLEPROOF_CACHE", str(tmp_path / "file"))
    log = Log(EIGHT)
    search_idastar(EIGHT, None, log.tell, "patterns")
    assert log.upper == 31
    phases = [event.phase for event in log.events if isinstance(event, Working)]
    assert any("not kept in" in phase for phase in phases)


def test_a_search_is_made_where_no_other_kind_brings_a_plan() -> None:
    """An invariant finds no plan: with it, exhaustion says as much as alone."""
    for kinds in (("exhaustion",), ("invariant", "exhaustion")):
        verdict = prove("walls", SLIDING["walls"], Request(evidence=kinds))
        assert (verdict.status, verdict.optimum) == ("optimal", 8)
