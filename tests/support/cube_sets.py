"""Sets of cubes for tests: a short way to write one, that of the lecture notes, random ones."""

from hypothesis import strategies as st

from puzzleproof.explore.generate import generate
from puzzleproof.models.cubes.rules import CubesPuzzle
from puzzleproof.models.instances import load
from puzzleproof.models.puzzle import Info


def cubes(*sets: str) -> CubesPuzzle:
    return CubesPuzzle.from_document({"cubes": list(sets)}, Info(name="made by hand"), "cube")


def example(name: str = "four-cubes") -> CubesPuzzle:
    puzzle = load(name)
    assert isinstance(puzzle, CubesPuzzle)
    return puzzle


def random_cubes(number: int, kind: str, seed: int) -> CubesPuzzle:
    puzzle = generate("cubes", cubes=number, kind=kind, seed=seed)
    assert isinstance(puzzle, CubesPuzzle)
    return puzzle


sets = (
    st.integers(1, 5)
    .flatmap(
        lambda n: st.lists(st.text("RGBYO"[:n], min_size=6, max_size=6), min_size=n, max_size=n)
    )
    .map(lambda made: cubes(*made))
)

SMALL: dict[str, CubesPuzzle] = {
    "one": cubes("RGBYRG"),
    "one of one colour": cubes("RRRRRR"),
    "two": cubes("RGRGRG", "RRGGRG"),
    "two, more colours": cubes("RGBYOV", "RRGBYO"),
    "two alike": cubes("RGBRGB", "RGBRGB"),
    "two, stuck": cubes("RRRRRG", "RRRRGR"),
    "three": cubes("RGBRGB", "GGRRBB", "BRGBRG"),
    "three, fewer colours": cubes("RGRGRG", "GRGRRR", "GGGRRR"),
    "three, loops": cubes("RRGGBB", "GGRRBB", "BBGGRR"),
    "three, more colours": cubes("RGBYRG", "YYGGBB", "RBRBRB"),
    "four": example(),
    "standard": cubes("RRRBYG", "BYBGGR", "GBRYYR", "GRYBYB"),
    "four of one colour": cubes(*["RRRRRR"] * 4),
}
