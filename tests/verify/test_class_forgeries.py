"""Labels of classes under an image that is no symmetry: what it would hide is never accepted.

The images here are made by geometry alone, and where a state has none, it is its own.  Labels by
such classes look honest: only the demands on a symmetry are in the way of a false claim.
"""

import random
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzleproof.models.drawing import Cell
from puzzleproof.models.errors import CertificateRejected
from puzzleproof.models.puzzle import State
from puzzleproof.models.sliding.mirrors import MIRRORS, Mirror
from puzzleproof.models.sliding.rules import SlidingPuzzle
from puzzleproof.verify.bfs import bfs
from tests.support.boards import puzzles, sliding
from tests.support.certificate_files import written
from tests.support.checkers import check_alike, refusal_alike
from tests.support.classes import Blocks, of_classes


def turned(puzzle: SlidingPuzzle, name: str) -> Callable[[State], State]:
    """The image of states, whether or not there is a symmetry."""
    grid = puzzle.grid
    rows, columns = zip(*grid.cells, strict=True)
    down, across, swap = MIRRORS[name]

    def moved(mask: int) -> int:
        images = list[Cell]()
        for row, column in grid.cells_of(mask):
            r = max(rows) - row if down else row - min(rows)
            c = max(columns) - column if across else column - min(columns)
            images.append((c, r) if swap else (r, c))
        return grid.mask((r + min(rows), c + min(columns)) for r, c in images)

    def image(state: State) -> State:
        try:
            found = puzzle.canonical(tuple(map(moved, state)))
            return found if puzzle.unpack(puzzle.pack(found)) == found else state
        except (KeyError, ValueError):
            return state

    return image


def false_blocks(puzzle: SlidingPuzzle, name: str, number: int | None) -> Blocks:
    """Names at distance 0, 1, 2, … by such classes, those of goals left out."""
    image = turned(puzzle, name)

    def least(state: State) -> State:
        return min(state, image(state), key=puzzle.pack)

    here = {least(puzzle.canonical(puzzle.start))}
    seen, found = set(here), Blocks()
    while here and len(found) != number:
        found.append(sorted(puzzle.pack(state) for state in here if not puzzle.is_goal(state)))
        here = {least(after) for state in here for after in puzzle.successors(state)} - seen
        seen |= here
    return found


@settings(max_examples=settings().max_examples // 3)
@given(puzzles(tours=False), st.sampled_from(list(MIRRORS)), st.integers(1, 3), st.integers(0, 99))
def test_no_image_hides_a_plan(
    tmp_path_factory: pytest.TempPathFactory,
    puzzle: SlidingPuzzle,
    name: str,
    more: int,
    seed: int,
) -> None:
    minimum = bfs(puzzle).optimum
    if minimum is None:
        return
    chance = random.Random(seed)  # noqa: S311  nothing secret
    no_plan = chance.random() < 0.25
    blocks = false_blocks(puzzle, name, None if no_plan else minimum + more)
    claim = {"at_least": None} if no_plan else {}
    if chance.random() < 0.5:
        block = chance.choice(blocks)
        block[:] = [number for number in block if chance.random() < 0.9]
    folder = tmp_path_factory.mktemp("forged")
    try:
        checked = check_alike(written(folder, of_classes(puzzle, name, blocks, **claim)))
    except CertificateRejected:
        return
    assert checked.at_least is not None
    assert checked.at_least <= minimum


NEARLY: dict[str, tuple[SlidingPuzzle, str, str]] = {
    "a goal": (
        sliding("A../...", goal="..A/...", labelled="A"),
        "left-right",
        "takes a goal to a drawing that is not a goal",
    ),
    "a shape": (
        sliding("AA./A../...", goal=".AA/.A./..."),
        "left-right",
        "gives piece 'A' another shape",
    ),
    "a wall on one side": (
        sliding("#A../..../....", goal="#.../..../.A.."),
        "left-right",
        "takes a cell of the board off the board",
    ),
    "a goal on one side": (
        sliding("A../.../B.B", goal=["..A/.../...", ".A./.../..."], labelled="A"),
        "left-right",
        "takes a goal to a drawing that is not a goal",
    ),
    "labels that change places": (
        sliding("A.B/...", goal=".A./B..", labelled="AB"),
        "left-right",
        "takes a goal to a drawing that is not a goal",
    ),
    "a shape that is another's image": (
        sliding("AA.BB/A...B/.....", goal="...../AA.BB/A...B"),
        "left-right",
        "another shape",
    ),
    "an axis that is locked": (
        sliding("AA./.../..B", goal="..B/.../AA.", axis_locked=True),
        "diagonal",
        "another shape",
    ),
    "a place half-way on one side": (
        sliding(
            "AABB../AABB../....../......",
            goal="....../....../..AA../..AA..",
            labelled="A",
            cell=2,
            halfway=[".AA.../.AA.../....../......"],
        ),
        "left-right",
        "may rest on a place, but not on its image",
    ),
}


@pytest.mark.parametrize("what", NEARLY)
def test_one_thing_is_enough(what: str, tmp_path: Path) -> None:
    puzzle, name, fault = NEARLY[what]
    minimum = bfs(puzzle).optimum or 0
    data = of_classes(puzzle, name, false_blocks(puzzle, name, minimum + 1))
    assert fault in refusal_alike(written(tmp_path, data))
    with pytest.raises(ValueError, match=fault):
        Mirror(puzzle, name)
