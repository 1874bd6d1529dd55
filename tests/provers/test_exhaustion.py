"""Evidence by a second search; of IDA* bounds arrive as they are proven, and one search claims."""

import math
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given

from puzzleproof.models.errors import Unsupported
from puzzleproof.models.tiles.rules import TilesPuzzle
from puzzleproof.provers import exhaustion
from puzzleproof.provers.events import Event, EvidenceFound, Layer, Working
from puzzleproof.provers.exhaustion import search_idastar
from puzzleproof.provers.request import Request
from puzzleproof.provers.session import Bounds
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


def searched(puzzle: TilesPuzzle, at_least: int | None = None, heuristic: str = "manhattan") -> Log:
    log = Log(puzzle)
    search_idastar(puzzle, at_least, log.tell, heuristic)
    return log


@pytest.mark.parametrize("heuristic", ["manhattan", "patterns"])
def test_one_search_claims_its_minimum(heuristic: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bounds rise threshold by threshold, and at once to that of the tables."""
    monkeypatch.setattr(exhaustion, "SOON", 0)
    log = searched(EIGHT, heuristic=heuristic)
    assert log.upper == 31
    verdict = log.verdict("test", 0.0, (), {})
    assert (verdict.status, verdict.grade, verdict.optimum) == ("bounded", "claimed", None)
    layers = [event for event in log.events if isinstance(event, Layer)]
    assert [one.depth for one in layers] == sorted({one.depth for one in layers})
    assert layers[0].depth == 20
    assert any(a.depth + 2 < b.depth for a, b in pairwise(layers)) == (heuristic == "patterns")
    assert [one.states for one in layers] == sorted(one.states for one in layers)


def test_what_there_is_to_search_for() -> None:
    """A bound alone; a line out of order, in which there is no plan; no search without an end."""
    log = searched(EIGHT, 25)
    assert log.plan is None
    verdict = log.verdict("test", 0.0, (), {})
    assert (verdict.status, verdict.grade, verdict.lower) == ("bounded", "claimed", 25)
    log = searched(tiles("2 1 0 3"), 10**6)
    found = [event.evidence.bound for event in log.events if isinstance(event, EvidenceFound)]
    assert found == [math.inf]
    with pytest.raises(Unsupported, match="parity"):
        searched(SMALL["2 x 3 unsolvable"])


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
    log, minimum = searched(single), bfs(single).optimum
    assert log.upper == minimum
    for event in log.events:
        assert not isinstance(event, Layer) or event.depth < (minimum or 0)
        if isinstance(event, EvidenceFound):
            assert (event.evidence.bound, event.evidence.checked) == (minimum, False)


def test_a_search_is_made_where_no_other_kind_brings_a_plan() -> None:
    """An invariant finds no plan: with it, exhaustion says as much as alone."""
    for kinds in (("exhaustion",), ("invariant", "exhaustion")):
        verdict = prove("walls", SLIDING["walls"], Request(evidence=kinds))
        assert (verdict.status, verdict.optimum) == ("optimal", 8)


@pytest.mark.parametrize(
    ("soon", "folder"), [(exhaustion.SOON, "unused"), (0, "used"), (0, "file/in the way")]
)
def test_tables_are_made_only_after_many_nodes(
    soon: int, folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where they cannot be kept, that is told."""
    (tmp_path / "file").touch()
    monkeypatch.setenv("PUZZLEPROOF_CACHE", str(tmp_path / folder))
    monkeypatch.setattr(exhaustion, "SOON", soon)
    log = searched(EIGHT, heuristic="patterns")
    assert log.upper == 31
    assert any(tmp_path.glob("used/*")) == (folder == "used")
    phases = [event.phase for event in log.events if isinstance(event, Working)]
    assert any("not kept in" in phase for phase in phases) == ("file" in folder)
