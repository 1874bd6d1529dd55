"""Labellings as they are made, from one end or both or of classes, and as accepted files."""

import os
import tracemalloc
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from puzzleproof.models.board import RuleBoard
from puzzleproof.models.errors import CertificateRejected, LimitReached
from puzzleproof.models.instances import load
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.models.sliding.rules import SlidingPuzzle
from puzzleproof.provers.certificate import Claim, Target, workspace, write_file
from puzzleproof.provers.events import Event, Layer, ignore
from puzzleproof.provers.labelling import label, search
from puzzleproof.provers.labelling.blocks import numbers_in
from puzzleproof.provers.labelling.search import Labelling, write_certificate
from puzzleproof.verify.bfs import bfs
from puzzleproof.verify.certificate import check_file, read_header
from puzzleproof.verify.records import GROWTH
from puzzleproof.verify.replay import replay_to_goal
from tests.support.boards import METRICS, SMALL, library, sliding
from tests.support.checkers import check_alike
from tests.support.classes import SYMMETRIC, class_blocks
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


def hand_over(monkeypatch: pytest.MonkeyPatch, states: int) -> None:
    """Let a search turn to arrays, and to classes, after so many states."""
    monkeypatch.setattr(search, "HAND_OVER", states)
    monkeypatch.setattr(search, "CLASSES", states)


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
    """And prove every bound up to it."""
    puzzle, minimum = BOTH[name], bfs(BOTH[name]).optimum or 0
    events: list[Event] = []
    found = label(puzzle, events.append)
    assert found.backward
    assert found.at_least == minimum
    assert found.plan is not None
    assert replay_to_goal(puzzle, found.plan) == minimum
    assert [one.depth for one in events if isinstance(one, Layer)] == list(range(minimum))
    one, both = (checked(puzzle, tmp_path, bidirectional=ends) for ends in (False, True))
    assert both < one
    for bound in range(minimum + 3):
        found = label(puzzle, ignore, bound)
        assert (found.at_least, found.plan is not None) == (min(bound, minimum), bound >= minimum)
        checked(puzzle, tmp_path, bound)


@pytest.mark.parametrize("name", UNSOLVABLE)
def test_unsolvable_is_proven_from_the_start(name: str, tmp_path: Path) -> None:
    found = label(UNSOLVABLE[name], ignore)
    assert (found.at_least, found.plan, len(found.backward)) == (None, None, 0)
    assert checked(UNSOLVABLE[name], tmp_path)
    done = tiles("0 1 2/3 4 5")
    assert (label(done, ignore).plan, checked(done, tmp_path)) == ((), 0)


OTHERS = [name for name in SMALL if "tour" not in name]
FREE, FROM_THE_START = load("layton-tenstep-solution"), 2_764
"""A goal that leaves pieces free, and the states labelled without it."""


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
def test_free_pieces_are_laid_in_all_ways_and_fewer_states_labelled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Goals beyond the budget are reached from the start alone."""
    assert label(FREE, ignore).backward
    one, both = (checked(FREE, tmp_path, bidirectional=ends) for ends in (False, True))
    assert (one, both < 0.7 * one) == (FROM_THE_START, True)
    for bound in (0, 5, 10, 11):
        found = label(FREE, ignore, bound)
        assert (found.at_least, found.plan is not None) == (min(bound, 10), bound >= 10)
        checked(FREE, tmp_path, bound)
    monkeypatch.setattr("puzzleproof.models.capabilities.GOALS_LISTED", 68)
    assert not label(FREE, ignore).backward
    assert checked(FREE, tmp_path) == FROM_THE_START


@pytest.mark.usefixtures("early")
@pytest.mark.parametrize("given_up", [0, 1, 3])
def test_a_search_from_the_goals_that_lacks_memory_is_given_up(
    given_up: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    honest, start = search.End.step, RuleBoard(FREE).block({FREE.start})

    def short(end: search.End, board: Any) -> bool:
        if len(end.blocks) > given_up and end.blocks[0] != start:
            raise LimitReached("memory limit reached")
        return honest(end, board)

    monkeypatch.setattr(search.End, "step", short)
    found = label(FREE, ignore)
    assert (found.at_least, len(found.backward)) == (10, 0)
    assert replay_to_goal(FREE, found.plan or ()) == 10
    assert checked(FREE, tmp_path) == FROM_THE_START


def test_a_body_that_fails_leaves_the_old_file(tmp_path: Path) -> None:
    """One that does not has the usual rights, and no other stays."""
    path, plain = tmp_path / "test.cert", tmp_path / "plain"
    path.write_text("kept")

    def breaks() -> Iterator[bytes]:
        yield b"1"
        raise RuntimeError("no more")

    with pytest.raises(RuntimeError):
        write_file(path, BOTH["tiles"], Claim("labelling", 1, None), {}, breaks())
    assert path.read_text() == "kept"
    checked(BOTH["tiles"], tmp_path)
    plain.write_text("")
    assert path.stat().st_mode == plain.stat().st_mode
    assert sorted(one.name for one in tmp_path.iterdir()) == ["plain", "test.cert"]


def test_a_long_body_is_not_held_in_memory(tmp_path: Path) -> None:
    path = tmp_path / "long.cert"
    pieces = (os.urandom(100_000) for _ in range(300))
    tracemalloc.start()
    write_file(path, BOTH["tiles"], Claim("labelling", 1, None), {}, pieces)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert path.stat().st_size > 30_000_000
    assert peak < 3_000_000


@pytest.mark.parametrize("piece", [b"\1", b"\1\2\3\4\5\6\7"])
def test_a_body_is_never_packed_so_densely_that_it_looks_like_a_bomb(
    tmp_path: Path, piece: bytes
) -> None:
    path, body = tmp_path / "dense.cert", piece * 3_000_000
    claim = Claim("labelling", 1, None)
    write_file(path, SMALL["walls"], claim, {}, [body], sizes=[1], backward=[])
    assert len(body) < GROWTH * path.stat().st_size
    with path.open("rb") as file:
        read = read_header(file).body
        assert b"".join(iter(read.read_some, b"")) == body
        read.finish()
    assert [file.name for file in tmp_path.iterdir()] == ["dense.cert"]


@pytest.mark.parametrize("kept", [True, False], ids=["published", "tried out"])
@pytest.mark.parametrize("beside", [True, False], ids=["a file", "memory"])
def test_a_certificate_of_another_puzzle_than_was_asked_about_is_not_accepted(
    kept: bool, beside: bool
) -> None:
    """As a prover would write it that takes a wall for a cell: sound, and about something else."""
    asked, other = SMALL["walls"], SMALL["two labelled"]

    def write(target: Target) -> None:
        claim = Claim("labelling", 1, None)
        write_file(target, other, claim, {}, [b"\1"], sizes=[1], backward=[])

    with workspace(None, {}, asked) as place:
        found = place if beside else replace(place, folder=None, beside=None)
        with pytest.raises(CertificateRejected, match="about another instance: key 'board' is"):
            (found if kept else found.on_trial).publish(write)


ASYMMETRIC = sliding("AAB./CD../EF../GGH.", goal="..../..../..../.AA.", labelled="CH")
"""Images of states near the start are far from it."""
TURNED = sliding("BB./BA./...", goal=".../.BB/.B.")
"""The image of a move across is one down."""
BOARDS = {name: puzzle for name, (puzzle, _) in SYMMETRIC.items()} | {
    "labelled": ASYMMETRIC,
    "turned": TURNED,
}


def numbers(puzzle: SlidingPuzzle, found: Labelling) -> list[list[int]]:
    return [numbers_in(block, puzzle.pack_width) for block in found.blocks]


@pytest.mark.parametrize("work", [0, 300])
@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("name", BOARDS)
def test_layers_of_classes(
    name: str, metric: str, work: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whenever the arrays take over, the blocks are those of a search of classes."""
    hand_over(monkeypatch, work)
    puzzle = BOARDS[name].with_metric(metric)
    minimum = bfs(puzzle).optimum
    most = None if minimum is None or minimum < 10 else 10
    found = label(puzzle, ignore, most, bidirectional=False, classes=True)
    if found.symmetry is None:
        assert work or found.at_least == 1, "ended before"
        return
    assert numbers(puzzle, found) == class_blocks(puzzle, found.symmetry, found.at_least)
    path = tmp_path / "certificate"
    write_certificate(puzzle, found, path, {})
    checked = check_alike(path)
    assert checked.at_least == (most or minimum)
    if most is None:
        assert checked.optimum == minimum


def test_asymmetric_boards_and_plain_searches_label_all_states(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    puzzle = library("ane-rouge")
    assert label(puzzle, ignore, 12, classes=True).symmetry is None
    hand_over(monkeypatch, 0)
    assert label(puzzle, ignore, 12, classes=True).symmetry == "left-right"
    assert label(puzzle, ignore, 12).symmetry is None
    assert label(library("hughes"), ignore, 12, classes=True).symmetry is None


@pytest.mark.parametrize(
    ("puzzle", "symmetry"),
    [
        (sliding("A#B/.#./.#.", goal=".#./B#A/.#.", labelled="AB"), "top-bottom"),
        (sliding("CCC/.AA/.AA/BB.", goal=".../CCC/.../..."), "left-right"),
    ],
)
def test_no_plan_by_classes(
    puzzle: SlidingPuzzle, symmetry: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of the second one the arrays take over when no class is left, and all others are images."""
    hand_over(monkeypatch, 0)
    found = label(puzzle, ignore, bidirectional=False, classes=True)
    assert (found.at_least, found.symmetry) == (None, symmetry)
    assert numbers(puzzle, found) == class_blocks(puzzle, symmetry)
    write_certificate(puzzle, found, tmp_path / "certificate", {})
    assert check_alike(tmp_path / "certificate").at_least is None


def test_both_ends_hold_all_states(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that turns to both ends before the arrays take over has no classes."""
    hand_over(monkeypatch, 50)
    puzzle = sliding("AB./.../..C", goal=["B../C../A..", "..B/..C/..A"], labelled="*")
    found = label(puzzle, ignore, classes=True)
    assert found.backward
    assert found.symmetry is None
    assert found.at_least == bfs(puzzle).optimum
