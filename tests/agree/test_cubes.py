"""Cubes: the rules and the encoder agree; all methods of counting the stacks find the same."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzleproof.encoders.cubes import orientation_formula
from puzzleproof.explore.random_cubes import (
    count_solutions,
    factor_pairs,
    stacks_of,
    stacks_of_pair,
)
from puzzleproof.models.cubes.rules import PLACEMENTS, CubesPuzzle
from puzzleproof.provers.cubes import ENUMERATORS
from puzzleproof.verify.stacks import count_stacks, every_stack, shown_pairs
from tests.support.cube_sets import SMALL, example, random_cubes, sets


def views(stack: tuple[tuple[int, ...], ...]) -> tuple[tuple[int, ...], ...]:
    """The least of the eight views of a stack, each cube by its four visible faces."""
    image_under = [tuple(sides[k:] + sides[:k] for sides in stack) for k in range(4)]
    return min(image_under + [tuple(sides[::-1] for sides in view) for view in image_under])


def visible(placements: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    return tuple(PLACEMENTS[p][:4] for p in placements)


def by_orientations(puzzle: CubesPuzzle, engine: str, broken: bool = True) -> set[tuple[int, ...]]:
    encoded = orientation_formula(puzzle, broken)
    solutions = ENUMERATORS[engine](encoded.formula, encoded.shown, None)
    found = list(map(encoded.read, solutions))
    assert len(set(found)) == len(found)
    return set(found)


def assert_all_agree(puzzle: CubesPuzzle) -> None:
    stacks = list(every_stack(puzzle))
    raw = {stack for stack in stacks if stack[0] in (0, 8, 16)}
    assert len(stacks) == 8 * len(raw)
    wanted = {shown_pairs(stack) for stack in stacks}
    found = list(factor_pairs(puzzle.cubes))
    assert len(set(found)) == len(found)
    assert set(found) == wanted
    assert count_solutions(puzzle.cubes) == len(wanted)
    assert sum(stacks_of_pair(puzzle.cubes, pair) for pair in found) == len(raw)
    put_together = [views(stack) for pair in found for stack in stacks_of(puzzle.cubes, pair)]
    assert len(set(put_together)) == len(put_together)
    assert set(put_together) == {views(visible(stack)) for stack in raw}
    for engine in ENUMERATORS:
        assert by_orientations(puzzle, engine) == raw


@pytest.mark.parametrize("name", [name for name in SMALL if name != "four of one colour"])
def test_every_method_of_counting_finds_the_same(name: str) -> None:
    assert_all_agree(SMALL[name])


@settings(max_examples=15)
@given(st.integers(3, 4), st.sampled_from(["random", "solvable", "unique"]), st.integers(0, 999))
def test_every_method_of_counting_finds_the_same_in_random_sets(
    number: int, kind: str, seed: int
) -> None:
    assert_all_agree(random_cubes(number, kind, seed))


@settings(max_examples=10)
@given(sets)
def test_every_method_agrees_with_any_number_of_colours(puzzle: CubesPuzzle) -> None:
    if count_stacks(puzzle).raw < 500 and len(puzzle.cubes) <= 4:
        assert_all_agree(puzzle)


def test_all_24_placements_of_the_first_cube_give_eight_times_as_many() -> None:
    assert len(by_orientations(example(), "sat", broken=False)) == 224


@pytest.mark.parametrize("number", [6, 12, 20])
def test_large_sets_agree_without_brute_force(number: int) -> None:
    puzzle = random_cubes(number, "unique", 1)
    (pair,) = factor_pairs(puzzle.cubes)
    shown = {shown_pairs(stack) for stack in by_orientations(puzzle, "sat")}
    assert shown == {pair}
