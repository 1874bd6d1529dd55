"""Labellings as they are made: from one end or both, and as files."""

from __future__ import annotations

import os
import tracemalloc
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from puzzleproof.explore.layers import LayeredSearch
from puzzleproof.models.errors import LimitReached
from puzzleproof.models.instances import load
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.certificate import Claim, write_file
from puzzleproof.provers.events import Event, Layer, ignore
from puzzleproof.provers.labelling import label, search
from puzzleproof.provers.labelling.blocks import record_encoder
from puzzleproof.provers.labelling.search import write_certificate
from puzzleproof.verify.bfs import bfs
from puzzleproof.verify.certificate import check_file
from puzzleproof.verify.records import Varints
from puzzleproof.verify.replay import replay_to_goal
from tests.support.boards import METRICS, SMALL, sliding
from tests.support.certificate_files import varint
from tests.support.frog_boards import frogs
from tests.support.tile_boards import tiles

BOTH: dict[str, AnyPuzzle] = {
    "tiles": tiles("1 2 0/5 3 4"),
    "multi": tiles("1 2 0/5 3 4", "multi"),
    "frogs": frogs("FF../.T.T", backward=True),
    "pieces": sliding("AB../C.DD", goal="DD.C/..BA", labelled="A"),
    "two goals": sliding("AB../C...", "unit", goal=["..CB/...A", "...A/..BC"], labelled="*"),
}
UNSOLVABLE: dict[str, AnyPuzzle] = {
    "tiles": tiles("0 2 1/3 4 5"),
    "goal shut in": sliding("A.#./.B#.", "unit", goal="..#A/B.#.", labelled="*"),
}


def checked(puzzle: AnyPuzzle, folder: Path, at_least: int | None = None, **options: bool) -> int:
    """How many states a certificate labels that proves the minimum, or the bound asked for."""
    found = label(puzzle, ignore, at_least, **options)
    path = folder / "test.cert"
    write_certificate(puzzle, found, path, {})
    result = check_file(path, puzzle)
    assert result.at_least == found.at_least
    assert (result.plan is None) == (found.plan is None)
    return result.states


@pytest.mark.parametrize("name", BOTH)
def test_both_ends_find_the_minimum_with_fewer_states(name: str, tmp_path: Path) -> None:
    puzzle, minimum = BOTH[name], bfs(BOTH[name]).optimum
    found = label(puzzle, ignore)
    assert found.backward
    assert found.at_least == minimum
    assert found.plan is not None
    assert replay_to_goal(puzzle, found.plan) == minimum
    one, both = (checked(puzzle, tmp_path, bidirectional=ends) for ends in (False, True))
    assert both < one


@pytest.mark.parametrize("name", BOTH)
def test_every_bound_up_to_the_minimum_is_proven(name: str, tmp_path: Path) -> None:
    puzzle, minimum = BOTH[name], bfs(BOTH[name]).optimum or 0
    for bound in range(minimum + 3):
        found = label(puzzle, ignore, bound)
        assert found.at_least == min(bound, minimum)
        assert (found.plan is not None) == (bound >= minimum)
        checked(puzzle, tmp_path, bound)


@pytest.mark.parametrize("name", UNSOLVABLE)
def test_unsolvable_is_proven_from_the_start(name: str, tmp_path: Path) -> None:
    found = label(UNSOLVABLE[name], ignore)
    assert (found.at_least, found.plan, len(found.backward)) == (None, None, 0)
    assert checked(UNSOLVABLE[name], tmp_path)


def test_a_start_that_is_a_goal_takes_no_labels(tmp_path: Path) -> None:
    puzzle = tiles("0 1 2/3 4 5")
    assert label(puzzle, ignore).plan == ()
    assert checked(puzzle, tmp_path) == 0


def test_layers_are_told_with_the_bound_that_they_prove() -> None:
    events: list[Event] = []
    found = label(BOTH["tiles"], events.append)
    depths = [event.depth for event in events if isinstance(event, Layer)]
    assert depths == list(range(found.at_least or 0))


SIZES = {"ane-rouge": (81, 200_000), "tiles-3x3": (31, 50_000), "soap": (43, 50_000)}


@pytest.mark.parametrize("name", SIZES)
def test_files_are_small(name: str, tmp_path: Path) -> None:
    """Minima: M. Gardner 1964 (see the library); A. Reinefeld 1993 for the 8-puzzle's 31."""
    minimum, size = SIZES[name]
    puzzle, path = load(name), tmp_path / "test.cert"
    found = label(puzzle, ignore)
    write_certificate(puzzle, found, path, {})
    assert check_file(path).optimum == minimum
    assert path.stat().st_size < size
    states = sum(len(b) for b in [*found.blocks, *found.backward]) // puzzle.pack_width
    encode = record_encoder(puzzle.pack_width)
    assert sum(len(encode(b)) for b in [*found.blocks, *found.backward]) <= 8 * states


def test_both_ends_of_the_eight_puzzle_meet_early() -> None:
    """One tenth of its 181,440 states."""
    found = label(load("tiles-3x3"), ignore)
    assert sum(map(len, [*found.blocks, *found.backward])) // 5 < 181_440 // 10


# --- goals that leave pieces free -----------------------------------------------------------

OTHERS = [name for name in SMALL if "tour" not in name]


@pytest.fixture
def early(monkeypatch: pytest.MonkeyPatch) -> None:
    """Goals are asked for from the first layer on, and may be as many as it has states."""
    monkeypatch.setattr(search, "LARGE_LAYER", 1)
    monkeypatch.setattr(search, "SHARE", 1)


@pytest.mark.usefixtures("early")
@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("name", OTHERS)
def test_the_answer_is_the_same_from_both_ends(name: str, metric: str, tmp_path: Path) -> None:
    puzzle = SMALL[name].with_metric(metric)
    minimum = bfs(puzzle).optimum
    found = label(puzzle, ignore)
    assert found.at_least == minimum
    assert found.plan is None or replay_to_goal(puzzle, found.plan) == minimum
    checked(puzzle, tmp_path)


@pytest.mark.usefixtures("early")
def test_free_pieces_are_laid_in_all_ways_and_fewer_states_labelled(tmp_path: Path) -> None:
    puzzle = load("layton-tenstep-solution")
    assert label(puzzle, ignore).backward
    one, both = (checked(puzzle, tmp_path, bidirectional=ends) for ends in (False, True))
    assert (one, both < 0.7 * one) == (2_764, True)


@pytest.mark.usefixtures("early")
def test_every_bound_is_proven_where_pieces_are_free(tmp_path: Path) -> None:
    puzzle = load("layton-tenstep-solution")
    for bound in range(12):
        found = label(puzzle, ignore, bound)
        assert (found.at_least, found.plan is not None) == (min(bound, 10), bound >= 10)
        checked(puzzle, tmp_path, bound)


@pytest.mark.usefixtures("early")
def test_goals_beyond_the_budget_are_reached_from_the_start_alone(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("puzzleproof.models.puzzle.GOALS_LISTED", 68)
    puzzle = load("layton-tenstep-solution")
    assert not label(puzzle, ignore).backward
    assert checked(puzzle, tmp_path) == 2_764


def test_small_layers_do_not_ask_for_goals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Listing them would take as long as the search."""
    monkeypatch.setattr("puzzleproof.provers.labelling.search.listed_goals", None)
    assert label(load("ane-rouge"), ignore).at_least == 81


@pytest.mark.usefixtures("early")
@pytest.mark.parametrize("given_up", [0, 1, 2, 3])
def test_a_search_from_the_goals_that_lacks_memory_is_given_up(
    given_up: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    honest = LayeredSearch.layers

    def short(
        run: LayeredSearch, sources: Iterable[int] | None = None
    ) -> Iterator[tuple[Any, Any]]:
        for number, found in enumerate(honest(run, sources)):
            if sources is not None and number == given_up:
                raise LimitReached("memory limit reached")
            yield found

    monkeypatch.setattr(LayeredSearch, "layers", short)
    puzzle = load("layton-tenstep-solution")
    found = label(puzzle, ignore)
    assert found.at_least == 10
    assert not found.backward
    assert found.plan is not None
    assert replay_to_goal(puzzle, found.plan) == 10
    assert checked(puzzle, tmp_path) == 2_764


NUMBERS = [0, 1, 127, 128, 129, 16383, 16384, 2**55, 2**56, 2**63, 2**64, 2**71, 2**72 - 1]


def test_varints_are_read_as_they_are_written() -> None:
    block = b"".join(number.to_bytes(9, "big") for number in NUMBERS)
    gaps = [b - a for a, b in zip([-1, *NUMBERS], NUMBERS, strict=False)]
    assert record_encoder(9)(block) == b"".join(map(varint, gaps))
    assert list(map(Varints().value, map(varint, NUMBERS))) == NUMBERS


# --- writing ------------------------------------------------------------------------------

CLAIM = Claim("labelling", 1, None)


def test_a_body_that_fails_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "kept.cert"
    path.write_text("kept")

    def breaks() -> Iterator[bytes]:
        yield b"1"
        raise RuntimeError("no more")

    with pytest.raises(RuntimeError):
        write_file(path, BOTH["tiles"], CLAIM, {}, breaks())
    assert path.read_text() == "kept"
    assert [one.name for one in tmp_path.iterdir()] == ["kept.cert"]


def test_a_file_has_the_usual_rights_and_no_other_stays(tmp_path: Path) -> None:
    path = tmp_path / "test.cert"
    checked(BOTH["tiles"], tmp_path)
    (tmp_path / "plain").write_text("")
    assert path.stat().st_mode == (tmp_path / "plain").stat().st_mode
    assert sorted(one.name for one in tmp_path.iterdir()) == ["plain", "test.cert"]


def test_a_long_body_is_not_held_in_memory(tmp_path: Path) -> None:
    path = tmp_path / "long.cert"
    pieces = (os.urandom(100_000) for _ in range(300))
    tracemalloc.start()
    write_file(path, BOTH["tiles"], CLAIM, {}, pieces)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert path.stat().st_size > 30_000_000
    assert peak < 3_000_000
