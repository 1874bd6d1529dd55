"""Tables of tiles with lower bounds: the minimum, with a certificate that the rules accept."""

from __future__ import annotations

import random
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings

from puzzleproof.models.errors import Unsupported
from puzzleproof.models.tiles.rules import TilesPuzzle
from puzzleproof.provers.bounded import search_and_check
from puzzleproof.provers.bounded import tiles as maker
from puzzleproof.provers.bounded.layers import search
from puzzleproof.provers.bounded.tiles import (
    BYTES,
    TileSteps,
    partitions,
)
from puzzleproof.provers.certificate import workspace
from puzzleproof.provers.events import Event, Layer, PlanFound, ignore
from puzzleproof.provers.request import Request
from puzzleproof.provers.strategy import prove
from puzzleproof.verify.bfs import bfs
from puzzleproof.verify.bounds import LowerBound, lower_bounds
from puzzleproof.verify.bounds.tile_graph import TileGraph
from puzzleproof.verify.bounds.tile_patterns import TilePatternsBound
from puzzleproof.verify.certificate import CheckedCertificate, check_file
from puzzleproof.verify.replay import replay_to_goal
from tests.support.stand_ins import always
from tests.support.tile_boards import SMALL, library, tiles, walks

EIGHT = library("eight-puzzle-867", "single")
"""31 moves, as many as any table of eight needs."""


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
        found = search_and_check(puzzle, at_least, 0, memory, place, emit)
        place.put()
    checked = check_file(path, puzzle)
    assert found == (checked.at_least, checked.states)
    return checked


@pytest.mark.parametrize("plain", [False, True])
def test_the_hardest_table_of_eight(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, plain: bool
) -> None:
    if plain:  # as where states are no words
        monkeypatch.setattr(maker, "fits", always(False))
    puzzle, log = EIGHT, list[Event]()
    checked = certified(puzzle, tmp_path, log=log)
    assert checked.optimum == bfs(puzzle).optimum
    assert checked.plan is not None
    assert replay_to_goal(puzzle, checked.plan) == checked.optimum
    depths = [event.depth for event in log if isinstance(event, Layer)]
    assert depths == sorted(set(depths))
    assert any(isinstance(event, PlanFound) for event in log)


@settings(max_examples=25)
@given(walks(25).filter(lambda puzzle: not puzzle.is_goal(puzzle.start)))
def test_minima_of_random_tables(puzzle: TilesPuzzle) -> None:
    puzzle = puzzle.with_metric("single")
    with tempfile.TemporaryDirectory() as folder:
        assert certified(puzzle, Path(folder)).optimum == bfs(puzzle).optimum


def test_where_there_is_no_plan_or_nothing_to_prove_there_is_no_table(tmp_path: Path) -> None:
    with pytest.raises(Unsupported, match="not playable"):
        certified(SMALL["2 x 3 unsolvable"], tmp_path)
    with pytest.raises(Unsupported, match="no state but the start"):
        certified(EIGHT, tmp_path, at_least=0)


@pytest.mark.parametrize("at_least", [1, 25, 31, 40])
def test_a_bound_that_is_asked_for(at_least: int, tmp_path: Path) -> None:
    """Above the minimum the plan is found instead."""
    checked = certified(EIGHT, tmp_path, at_least)
    assert (checked.at_least, checked.optimum) == (min(at_least, 31), 31 if at_least > 31 else None)


def test_where_memory_is_short_the_last_table_stands(tmp_path: Path) -> None:
    checked = certified(EIGHT, tmp_path, memory=30 * BYTES)
    assert checked.at_least is not None
    assert 20 < checked.at_least < 31
    assert checked.plan is None


def test_a_search_with_many_states_turns_to_larger_patterns(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(maker, "MANY", 30)
    checked = certified(EIGHT, tmp_path)
    assert checked.optimum == 31
    assert checked.states < 2_000


def test_arrays_label_the_same_states() -> None:
    """On tables of fifteen that some moves lead to, too."""
    chance = random.Random(5)  # noqa: S311 (no secret)
    puzzle = tiles("0 1 2 3/4 5 6 7/8 9 10 11/12 13 14 15")
    for steps in (10, 25, 40):
        state = puzzle.start
        for _ in range(steps):
            state = chance.choice(puzzle.successors(state))
        graph = TileGraph(puzzle.with_start(state, puzzle.info))
        cuts = partitions(graph, 4, both_ends=False)
        (bound,) = lower_bounds(graph, [["tile_patterns", {"partitions": cuts}]])
        assert isinstance(bound, TilePatternsBound)
        for at_least in (8, 12, 16, 20, 24, 28):
            found = search(TileSteps(graph, bound), at_least, lambda _: False)
            told = [set(map(int, layer)) for layer in found.layers], found.met is not None
            assert told == labelled(graph, bound, at_least)


def labelled(graph: TileGraph, bound: LowerBound, at_least: int) -> tuple[list[set[int]], bool]:
    """The labels of a claim by the definition, and whether the end is met."""
    layers, known = [{graph.start}], {graph.start}
    for left in range(at_least - 1, 0, -1):
        near = list(graph.beyond(list(layers[-1])) - known)
        if any(map(graph.is_end, near)):
            return layers, True
        near = list(bound.near(near, left))
        if left == 1 or not near:
            break
        layers.append(set(near))
        known.update(near)
    return layers, False


@pytest.mark.parametrize("evidence", ["auto", "labelling"])
def test_prove_certifies_a_table_of_fifteen(evidence: str, tmp_path: Path) -> None:
    path = tmp_path / "t1.cert"
    request = Request(certificate=str(path), evidence=(evidence,))
    verdict = prove("taquin-t1", library("taquin-t1"), request)
    assert (verdict.status, verdict.grade, verdict.optimum) == ("optimal", "certified", 50)
    checked = check_file(path)
    assert (checked.optimum, checked.kind) == (50, "labelling")
    assert checked.states < 20_000
    assert path.stat().st_size < 60_000
