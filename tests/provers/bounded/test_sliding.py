"""Labellings with bounds, of blocks and of tiles: minima, with certificates that are accepted."""

import tempfile
from contextlib import suppress
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given, settings

from puzzleproof.models.errors import Unsupported
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.models.sliding.rules import SlidingPuzzle
from puzzleproof.models.tiles.rules import TilesPuzzle
from puzzleproof.provers import strategy
from puzzleproof.provers.bounded import Search, search, search_and_check
from puzzleproof.provers.bounded import sliding as maker
from puzzleproof.provers.bounded import tiles as tile_maker
from puzzleproof.provers.bounded.tiles import BYTES
from puzzleproof.provers.certificate import workspace
from puzzleproof.provers.events import Event, Layer, Note, PlanFound, Working, ignore
from puzzleproof.provers.request import Request
from puzzleproof.provers.solve import solve
from puzzleproof.provers.strategy import prove
from puzzleproof.verify.bfs import bfs
from puzzleproof.verify.bounds.tile_graph import TileGraph
from puzzleproof.verify.bounds.tile_patterns import PLACEMENTS, tile_patterns
from puzzleproof.verify.certificate import CheckedCertificate, check_file, check_stream
from puzzleproof.verify.replay import replay_to_goal
from tests.support import boards
from tests.support.boards import SMALL, sliding
from tests.support.bounded import bounded as file_with_bounds
from tests.support.tile_boards import SMALL as TILES
from tests.support.tile_boards import library as tile_library
from tests.support.tile_boards import tiles, walks

SWAP = sliding(
    "A..#..D/B.....E/C..#..F/...#...", "unit", goal="D..#..A/E.....B/F..#..C/...#...", labelled="*"
)
"""127,512,000 states; each group of three pieces knows how they pass through the door."""


def proven(puzzle: AnyPuzzle, at_least: int | None = None) -> CheckedCertificate:
    """What the checker says of the table that the search makes."""
    driver = maker.search_sliding(Search(puzzle, at_least, 0, None, None, ignore))
    table = driver.table
    assert table is not None
    named = [(name, dict(parameters)) for name, parameters in table.bounds]
    blocks = [layer.tolist() for layer in table.layers]
    plan = None if driver.plan is None else list(driver.plan)
    data = file_with_bounds(puzzle, named, table.at_least, blocks=blocks, plan=plan)
    return check_stream(BytesIO(data), "test")


@settings(max_examples=60)
@given(boards.puzzles())
def test_minima_of_random_sliding_boards(puzzle: SlidingPuzzle) -> None:
    """The minimum, or that there is none, is that of breadth-first search."""
    optimum = bfs(puzzle).optimum
    if optimum != 0:
        with suppress(Unsupported):  # no piece has anywhere to go
            checked = proven(puzzle)
            assert (checked.at_least, checked.optimum) == (optimum, optimum)


def test_prove_certifies_a_board_with_very_many_states(tmp_path: Path) -> None:
    path, log = tmp_path / "swap.cert", list[Event]()
    verdict = prove("swap", SWAP, Request(certificate=str(path)), log.append)
    assert (verdict.status, verdict.grade, verdict.optimum) == ("optimal", "certified", 46)
    assert verdict.plan is not None
    assert replay_to_goal(SWAP, verdict.plan) == 46
    checked = check_file(path, SWAP)
    assert (checked.optimum, checked.kind, checked.states) == (46, "labelling", 1)
    assert path.stat().st_size < 2_000
    depths = [event.depth for event in log if isinstance(event, Layer)]
    assert depths == sorted(set(depths))
    found = solve("swap", SWAP)
    assert (found.status, found.upper) == ("bounded", 46)


def test_a_bound_that_is_asked_for() -> None:
    board = sliding("A../.b./..c", "unit", goal=".../.../..A", labelled="A")
    optimum = bfs(board).optimum
    assert optimum is not None
    for at_least in (1, 2, optimum):
        checked = proven(board, at_least)
        assert (checked.at_least, checked.plan) == (at_least, None)
    assert proven(board, optimum + 5).optimum == optimum


def test_of_too_many_states_a_bound_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Unless the whole graph may be labelled next."""
    path, log = tmp_path / "swap.cert", list[Event]()
    with workspace(str(path), {}, SWAP) as place:
        found = search_and_check(Search(SWAP, None, 0, 40 * maker.BYTES, place), log.append)
        place.put()
    checked = check_file(path, SWAP)
    assert found == (checked.at_least, checked.states) == (46, 1)
    assert checked.plan is None
    assert any("more than 40 states" in one.text for one in log if isinstance(one, Note))
    monkeypatch.setattr(maker, "FEW", 40)
    with workspace(None, {}) as place, pytest.raises(Unsupported, match="more than 40 states"):
        search_and_check(Search(SWAP, workspace=place, few=True), ignore)


@pytest.mark.parametrize(("evidence", "notes"), [("auto", 0), ("labelling", 1)])
def test_where_bounds_cut_too_little_all_states_are_labelled(
    evidence: str, notes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(strategy, "PROBE_SECONDS", 0.0)
    monkeypatch.setattr(maker, "FEW", 5)
    puzzle = SMALL["unlabelled goal"]
    verdict = prove("small", puzzle, Request(evidence=(evidence,)))
    assert (verdict.grade, verdict.optimum) == ("certified", bfs(puzzle).optimum)
    assert sum("the lower bounds leave more" in note for note in verdict.notes) == notes
    assert not any("lower bounds" in row.note for row in verdict.evidence)


def test_the_search_says_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(maker, "OFTEN", 1)
    log = list[Event]()
    search(Search(SWAP, emit=log.append))
    assert sum(isinstance(event, Working) and event.done > 0 for event in log) > 3


EIGHT = tile_library("eight-puzzle-867", "single")
SEVENTEEN = tiles("6 2 3 9 10 4/12 1 7 15 17 5/13 14 8 16 0 11")


def certified(
    puzzle: TilesPuzzle,
    folder: Path,
    at_least: int | None = None,
    memory: int | None = None,
    log: list[Event] | None = None,
) -> CheckedCertificate:
    """What the checker accepts of the file that is made."""
    path = folder / "tiles.cert"
    with workspace(str(path), {}, puzzle) as place:
        emit = ignore if log is None else log.append
        found = search_and_check(Search(puzzle, at_least, 0, memory, place), emit)
        place.put()
    checked = check_file(path, puzzle)
    assert found == (checked.at_least, checked.states)
    return checked


@pytest.mark.parametrize(
    ("puzzle", "minimum"), [(EIGHT, 31), (SEVENTEEN, 18)], ids=["words", "bytes"]
)
def test_the_hardest_table_of_eight_and_one_of_17(
    puzzle: TilesPuzzle, minimum: int, tmp_path: Path
) -> None:
    """Breadth-first search by the rules finds the same minima, in half a minute."""
    log = list[Event]()
    checked = certified(puzzle, tmp_path, log=log)
    assert checked.plan is not None
    assert replay_to_goal(puzzle, checked.plan) == checked.optimum == minimum
    depths = [event.depth for event in log if isinstance(event, Layer)]
    assert depths == sorted(set(depths))
    assert any(isinstance(event, PlanFound) for event in log)


@settings(max_examples=25)
@given(walks(25).filter(lambda puzzle: not puzzle.is_goal(puzzle.start)))
def test_minima_of_random_tables(puzzle: TilesPuzzle) -> None:
    puzzle = puzzle.with_metric("single")
    with tempfile.TemporaryDirectory() as folder:
        assert certified(puzzle, Path(folder)).optimum == bfs(puzzle).optimum


@pytest.mark.parametrize(
    ("puzzle", "at_least", "reason"),
    [
        (TILES["2 x 3 unsolvable"], None, "cannot be reached"),
        (EIGHT, 0, "no state but the start"),
        (SMALL["tour in sequence"], None, "no lower bounds are known for this board"),
        (SWAP, 0, "the search visited no state but the start"),
    ],
)
def test_where_there_is_nothing_to_prove_or_to_prove_it_by(
    puzzle: AnyPuzzle, at_least: int | None, reason: str
) -> None:
    with workspace(None, {}) as place, pytest.raises(Unsupported, match=reason):
        search_and_check(Search(puzzle, at_least, workspace=place), ignore)


@pytest.mark.parametrize("at_least", [1, 25, 31, 40])
def test_a_bound_of_tiles_that_is_asked_for(at_least: int, tmp_path: Path) -> None:
    """Above the minimum the plan is found instead."""
    checked = certified(EIGHT, tmp_path, at_least)
    assert (checked.at_least, checked.optimum) == (min(at_least, 31), 31 if at_least > 31 else None)


TURNED = tiles("18 19 17 16/15 14 13 12/11 10 9 8/7 6 5 4/3 2 1 0")
THIRTY_FIVE = tiles("/".join(" ".join(map(str, range(k, k + 6))) for k in range(0, 36, 6)))


@pytest.mark.parametrize(
    ("puzzle", "at_least", "memory", "walks"),
    [
        (TURNED, 99, None, True),
        (TURNED, None, None, False),
        (TURNED, 99, 100_000_000, False),
        (EIGHT, 31, None, False),
        (THIRTY_FIVE, 9, None, False),
    ],
)
def test_walking_distances_are_tried_for_a_bound_on_a_board_that_is_not_too_large(
    puzzle: TilesPuzzle, at_least: int | None, memory: int | None, walks: bool
) -> None:
    asked = Search(puzzle, at_least, memory=memory)
    assert tile_maker.TileSource(TileGraph(puzzle), asked).walks == walks


def test_walking_distances_are_tried_after_patterns_of_four_tiles(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The start alone proves the bound; where they fail, the last table stands."""
    monkeypatch.setattr(tile_maker, "WIDE", (10, 10))
    monkeypatch.setattr(tile_maker, "MOST", 10)
    monkeypatch.setattr(tile_maker, "PLACEMENTS", 20**4)
    for at_least in (99, 101):
        checked = certified(TURNED, tmp_path, at_least)
        assert (checked.at_least, checked.states) == (99, 1)


def test_where_memory_is_short_the_last_table_stands(tmp_path: Path) -> None:
    checked = certified(EIGHT, tmp_path, memory=30 * BYTES)
    assert checked.at_least is not None
    assert 20 < checked.at_least < 31
    assert checked.plan is None


def test_many_states_want_larger_patterns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From two tiles on, as many more as it takes; a claim needs fewer states then."""
    found = list[int]()
    for soon, many in ((5_000, 5_000), (300, 5_000), (30, 30)):
        monkeypatch.setattr(tile_maker, "WORDS", (soon, many, 5_000))
        checked = certified(EIGHT, tmp_path)
        assert checked.optimum == 31
        found.append(checked.states)
    assert found == sorted(set(found), reverse=True)


@pytest.mark.parametrize(
    ("rows", "columns", "most"),
    [(4, 4, 7), (5, 6, 0), (6, 6, 0), (3, 6, 6), (4, 5, 6), (5, 5, 6), (6, 7, 4), (8, 8, 4)],
)
def test_the_lemma_takes_partitions_and_larger_patterns(rows: int, columns: int, most: int) -> None:
    """It says so before it makes the tables."""
    cells = range(rows * columns)
    lines = (" ".join(map(str, cells[k : k + columns])) for k in cells[::columns])
    graph = TileGraph(tiles("/".join(lines)))
    for few in (2, 3):
        cuts = tile_maker.partitions(graph, few, both_ends=True)
        make, entries = tile_patterns(graph, {"partitions": cuts})
        assert callable(make)
        assert entries > 0
    size = tile_maker.tiles_of_a_table(len(cells), PLACEMENTS)
    assert most in (0, size)
    for named in tile_maker.patterns_of(graph, size) if most else ():
        assert callable(tile_patterns(graph, named[1])[0])


def test_prove_certifies_a_table_of_fifteen(tmp_path: Path) -> None:
    path = tmp_path / "t1.cert"
    verdict = prove("taquin-t1", tile_library("taquin-t1"), Request(certificate=str(path)))
    assert (verdict.status, verdict.grade, verdict.optimum) == ("optimal", "certified", 50)
    checked = check_file(path)
    assert (checked.optimum, checked.kind) == (50, "labelling")
    assert checked.states < 20_000
    assert path.stat().st_size < 60_000
