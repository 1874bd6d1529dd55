"""Searches that label classes: the layers, the plan and the certificate, on small boards."""

from __future__ import annotations

from pathlib import Path

import pytest

from puzzleproof.explore import layers
from puzzleproof.models.sliding.rules import SlidingPuzzle
from puzzleproof.provers.events import ignore
from puzzleproof.provers.labelling import label
from puzzleproof.provers.labelling.blocks import numbers_in
from puzzleproof.provers.labelling.search import Labelling, write_certificate
from puzzleproof.verify.bfs import bfs
from tests.support.boards import METRICS, library, sliding
from tests.support.checkers import check_alike
from tests.support.classes import SYMMETRIC, class_blocks

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
    monkeypatch.setattr(layers, "HAND_OVER", work)
    puzzle = BOARDS[name].with_metric(metric)
    minimum = bfs(puzzle).optimum
    most = None if minimum is None or minimum < 10 else 10
    found = label(puzzle, ignore, most, bidirectional=False, classes=True)
    if found.symmetry is None:
        assert work or found.at_least == 1 or name == "two words", "ended before, or no word"
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
    monkeypatch.setattr(layers, "HAND_OVER", 0)
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
    monkeypatch.setattr(layers, "HAND_OVER", 0)
    found = label(puzzle, ignore, bidirectional=False, classes=True)
    assert (found.at_least, found.symmetry) == (None, symmetry)
    assert numbers(puzzle, found) == class_blocks(puzzle, symmetry)
    write_certificate(puzzle, found, tmp_path / "certificate", {})
    assert check_alike(tmp_path / "certificate").at_least is None


def test_both_ends_hold_all_states(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that turns to both ends before the arrays take over has no classes."""
    monkeypatch.setattr(layers, "HAND_OVER", 50)
    puzzle = sliding("AB./.../..C", goal=["B../C../A..", "..B/..C/..A"], labelled="*")
    found = label(puzzle, ignore, classes=True)
    assert found.backward
    assert found.symmetry is None
    assert found.at_least == bfs(puzzle).optimum
