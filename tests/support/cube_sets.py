"""Sets of cubes for tests: a short way to write one, that of the lecture notes, random ones."""

from __future__ import annotations

from hypothesis import strategies as st

from puzzleproof.models.cubes.rules import CubesPuzzle
from puzzleproof.models.instances import load
from puzzleproof.models.puzzle import Info


def cubes(*sets: str) -> CubesPuzzle:
    return CubesPuzzle.from_document({"cubes": list(sets)}, Info(name="made by hand"), "cube")


def example() -> CubesPuzzle:
    puzzle = load("four-cubes")
    assert isinstance(puzzle, CubesPuzzle)
    return puzzle


sets = (
    st.integers(1, 5)
    .flatmap(
        lambda n: st.lists(st.text("RGBYO"[:n], min_size=6, max_size=6), min_size=n, max_size=n)
    )
    .map(lambda made: cubes(*made))
)
