"""Labels of classes: honest ones are accepted, a false symmetry and what it would hide are not."""

import random
from contextlib import suppress
from pathlib import Path
from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzleproof.models.arrays import board as arrays
from puzzleproof.models.board import UNNAMED
from puzzleproof.models.capabilities import goal_states
from puzzleproof.models.errors import CertificateRejected
from puzzleproof.models.sliding.mirrors import Mirror, mirrors
from puzzleproof.models.sliding.rules import SlidingPuzzle
from puzzleproof.verify.bfs import bfs
from puzzleproof.verify.classes import MIRRORS
from tests.support.boards import METRICS, library, puzzles, sliding
from tests.support.certificate_files import blocks_of, certificate, written
from tests.support.checkers import check_alike, refusal_alike
from tests.support.classes import SYMMETRIC, class_blocks, lies, of_classes
from tests.support.tile_boards import SMALL as TILES


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("name", SYMMETRIC)
def test_classes_are_accepted_and_overstated_ones_are_not(
    name: str, metric: str, tmp_path: Path
) -> None:
    puzzle, symmetry = SYMMETRIC[name]
    puzzle = puzzle.with_metric(metric)
    minimum = bfs(puzzle).optimum or 0
    most = min(minimum, 6)
    blocks = class_blocks(puzzle, symmetry, most)
    checked = check_alike(written(tmp_path, of_classes(puzzle, symmetry, blocks)))
    assert (checked.at_least, checked.states) == (most, sum(map(len, blocks)))
    full = blocks_of(puzzle, most)
    assert sum(map(len, full)) <= 2 * checked.states
    if most == minimum:
        over = of_classes(puzzle, symmetry, class_blocks(puzzle, symmetry, most + 1))
        assert f"label {most}: a goal state" in refusal_alike(written(tmp_path, over))


def test_most_states_of_a_symmetric_board_need_no_label(tmp_path: Path) -> None:
    puzzle = library("ane-rouge", "piece")
    blocks, full = class_blocks(puzzle, "left-right", 40), blocks_of(puzzle, 40)
    states = check_alike(written(tmp_path, of_classes(puzzle, "left-right", blocks))).states
    assert states < 0.52 * sum(map(len, full))


@pytest.mark.parametrize("metric", METRICS)
def test_every_state_is_needed(metric: str, tmp_path: Path) -> None:
    """One name dropped, or another member of its class in its place: both name the same fault."""
    puzzle, symmetry = SYMMETRIC["labels"]
    puzzle = puzzle.with_metric(metric)
    mirror, blocks = Mirror(puzzle, symmetry), class_blocks(puzzle, symmetry, 3)
    for label, block in enumerate(blocks):
        for k in range(0, len(block), 1 + len(block) // 4):
            number = block[k]
            dropped = [list(one) for one in blocks]
            del dropped[label][k]
            if label:
                fault = refusal_alike(written(tmp_path, of_classes(puzzle, symmetry, dropped)))
                assert f"has no label up to {label}" in fault
            image = puzzle.pack(mirror.image(puzzle.unpack(number)))
            if image != number:
                dropped[label] = sorted([*dropped[label], image])
                fault = refusal_alike(written(tmp_path, of_classes(puzzle, symmetry, dropped)))
                assert f"label {label}: record {image}: {UNNAMED}" in fault
    fault = refusal_alike(written(tmp_path, of_classes(puzzle, symmetry, [[], *blocks[1:]])))
    assert "the start is missing" in fault


def test_both_ends(tmp_path: Path) -> None:
    name = "left-right"
    puzzle = sliding("AB./.../..C", goal=["B../C../A..", "..B/..C/..A"], labelled="*")
    minimum = bfs(puzzle).optimum or 0
    goals = goal_states(puzzle, 99)
    assert goals is not None
    assert minimum == 3
    back = class_blocks(puzzle, name, 2, goals)
    front = class_blocks(puzzle, name, minimum - 1)
    assert len(back[0]) == 1 < len(goals)
    checked = check_alike(written(tmp_path, of_classes(puzzle, name, front, back)))
    assert checked.at_least == minimum
    met = of_classes(puzzle, name, front, [*back, class_blocks(puzzle, name, 3, goals)[2]])
    assert "a state of the last forward label" in refusal_alike(written(tmp_path, met))
    gone = of_classes(puzzle, name, front, [[], back[1]])
    assert "a goal state is missing" in refusal_alike(written(tmp_path, gone))


def test_no_plan(tmp_path: Path) -> None:
    puzzle = sliding("A#B/.#./.#.", goal=".#./B#A/.#.", labelled="AB")
    blocks = class_blocks(puzzle, "top-bottom")
    checked = check_alike(
        written(tmp_path, of_classes(puzzle, "top-bottom", blocks, at_least=None))
    )
    assert checked.at_least is None
    assert checked.states < sum(map(len, blocks_of(puzzle)))


@pytest.mark.parametrize("value", [None, 7, ["left-right"], {}, "", "left-right "])
def test_what_is_no_name(value: object, tmp_path: Path) -> None:
    puzzle, _ = SYMMETRIC["labels"]
    data = certificate(puzzle, blocks_of(puzzle, 2), version=4, symmetry=value)
    assert "'symmetry' " in refusal_alike(written(tmp_path, data))


def test_the_key_and_its_version_go_together(tmp_path: Path) -> None:
    puzzle, name = SYMMETRIC["labels"]
    blocks = class_blocks(puzzle, name, 2)
    for version in (2, 3):
        data = certificate(puzzle, blocks, version=version, symmetry=name)
        assert "go together" in refusal_alike(written(tmp_path, data))
    data = certificate(puzzle, blocks, version=4)
    assert "'symmetry' and version 4 go together" in refusal_alike(written(tmp_path, data))
    both = certificate(puzzle, blocks, version=4, symmetry=name, bounds=[])
    assert "'bounds' and version 3 go together" in refusal_alike(written(tmp_path, both))


def test_other_families_have_none(tmp_path: Path) -> None:
    puzzle = TILES["2 x 2"]
    assert puzzle.family not in MIRRORS
    data = certificate(puzzle, blocks_of(puzzle, 2), version=4, symmetry="left-right")
    assert "no symmetries are known for family 'tiles'" in refusal_alike(written(tmp_path, data))


@settings(max_examples=settings().max_examples * 2)
@given(puzzles(tours=False), st.integers(0, 2**32), st.sampled_from([1, 2, 5, 1 << 15]))
def test_bent_labels_of_random_boards(
    tmp_path_factory: pytest.TempPathFactory, puzzle: SlidingPuzzle, seed: int, chunk: int
) -> None:
    """Names at their distances, a few dropped, moved or in two labels: accepted if they prove."""
    chance = random.Random(seed)  # noqa: S311  nothing secret
    minimum = bfs(puzzle).optimum
    most = min(6, 6 if minimum is None else minimum)
    for mirror in (None, *mirrors(puzzle)):
        blocks = class_blocks(puzzle, mirror.name, most) if mirror else blocks_of(puzzle, most)
        for _ in range(chance.choice([0, 0, 1, 1, 2, 4])):
            block, other = chance.choice([*blocks, []]), chance.choice([*blocks, []])
            number = chance.choice(block) if block else 0
            block[:] = [one for one in block if one != number or chance.random() < 0.1]
            if chance.random() < 0.7:
                other[:] = sorted({*other, number})
        name = of_classes(puzzle, mirror.name, blocks) if mirror else certificate(puzzle, blocks)
        path = written(tmp_path_factory.mktemp("bent"), name)
        with mock.patch.object(arrays, "CHUNK", chunk), suppress(CertificateRejected):
            check_alike(path)
            assert not blocks or not lies(puzzle, mirror, blocks)
