"""Drawings and grids; arrangements by chance: all pieces, each where it may stand."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzleproof.models.capabilities import placed
from puzzleproof.models.drawing import Cell, Grid, read_drawing, shape_of
from puzzleproof.models.instances import load, loads
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.models.sliding.goals import Stock, placement
from puzzleproof.models.sliding.rules import SlidingPuzzle
from puzzleproof.verify.bfs import layers
from tests.support import boards
from tests.support.boards import puzzles, sliding
from tests.support.every_family import ANY, SMALL


def chances(seed: int) -> random.Random:
    return random.Random(seed)  # noqa: S311 (no secret)


@given(ANY, st.integers(0, 99))
def test_a_placement_is_a_state(puzzle: AnyPuzzle, seed: int) -> None:
    state = placed(puzzle, chances(seed))
    if state is not None:
        assert puzzle.unpack(puzzle.pack(state)) == state
        counted = [sorted(puzzle.draw(one).split()) for one in (state, puzzle.start)]
        if puzzle.family == "tiles":
            assert counted[0] == counted[1]
        for move in puzzle.moves(state):
            assert puzzle.canonical(puzzle.play(state, move)) in set(puzzle.successors(state))


@pytest.mark.parametrize("name", ["frogs row", "tiles 2 x 3, single", "walls, unit", "moves"])
def test_some_are_out_of_reach_or_far_and_not_two_alike(name: str) -> None:
    puzzle = SMALL[name] if name in SMALL else load("triangle-4")
    chance = chances(3)
    found = {placed(puzzle, chance) for _ in range(60)} - {None}
    assert len(found) > 20
    reached = {state for layer in layers(puzzle) for state in layer}
    assert name == "walls, unit" or not found <= reached


def test_every_way_to_lay_pieces_comes() -> None:
    """Of two bars and a stone on 2 x 3 cells, numbered 1, 2, 4 / 8, 16, 32."""
    across, stones = (3, 6, 24, 48), (1, 2, 4, 8, 16, 32)
    stocks = [Stock(0, 1, across), Stock(1, 2, stones)]
    every = {
        (bar, one, other)
        for bar in across
        for one in stones
        for other in stones
        if one < other and not bar & (one | other)
    }
    assert {placement(chances(seed), 63, stocks) for seed in range(300)} == every


def test_none_where_it_is_hard_or_impossible() -> None:
    tour = boards.SMALL["tour in sequence"]
    assert placed(tour, chances(0)) is None
    assert placement(chances(0), 0b11011, [Stock(0, 1, (0b1110,))]) is None
    many = [Stock(0, 14, tuple(1 << k for k in range(24))), Stock(1, 1, (7 << 30,))]
    assert placement(chances(0), (1 << 24) - 1, many) is None


def test_a_piece_too_large_for_the_empty_cells_stays() -> None:
    """A bar of three cells beside two empty ones moves lengthways only."""
    board, goal = "ABCC\nABDE\nAF..\nGHIJ", "\n".join((".CC.", *["...."] * 3))
    puzzle = loads(f'family = "sliding"\nboard = """\n{board}\n"""\ngoal = """\n{goal}\n"""')
    found = [state for seed in range(60) if (state := placed(puzzle, chances(seed)))]
    first, last = ({row.split()[k].find("A") for row in map(puzzle.draw, found)} for k in (0, 3))
    assert first == last == {-1, 0}


def test_cubes_of_few_colours_have_none_where_a_column_would_need_more() -> None:
    puzzle = load("one-colour-cubes")
    found = {placed(puzzle, chances(seed)) for seed in range(20)}
    assert found == {None, (0, 0, 0, 0, 0), (1, 1, 1, 1, 1)}


CELLS = st.tuples(st.integers(0, 3), st.integers(0, 3))
GRID = Grid(4, 4, frozenset((r, c) for r in range(4) for c in range(4)))


@given(puzzles())
def test_a_drawing_of_any_state_reads_back_as_that_state(puzzle: SlidingPuzzle) -> None:
    for state in puzzle.successors(puzzle.canonical(puzzle.start)):
        drawn = sliding(puzzle.draw(state), puzzle.metric, labelled=puzzle.labelled)
        masks = {name: puzzle.grid.mask(cells) for name, cells in drawn.drawn.items()}
        assert [masks[name] for name in puzzle.names] == list(state[: len(puzzle.names)])


def test_what_is_drawn_is_what_was_written() -> None:
    """Spaces, which are walls, too; a first and a last empty line do not count."""
    assert read_drawing("\nA.\n..\n", "board").rows == ("A.", "..")
    assert read_drawing("A.\n..", "board").rows == ("A.", "..")
    puzzle = sliding("A #./....")
    assert puzzle.draw(puzzle.start) == "A #.\n...."


@given(st.sets(CELLS, min_size=1))
def test_a_mask_and_its_cells_are_inverse(cells: set[Cell]) -> None:
    mask = GRID.mask(cells)
    assert list(GRID.cells_of(mask)) == sorted(cells)
    assert GRID.cell_of(mask) == min(cells)


@given(st.sets(CELLS, min_size=1))
def test_the_translations_of_a_shape_have_that_shape(cells: set[Cell]) -> None:
    shape = shape_of(cells)
    tall, wide = max(r for r, _ in shape) + 1, max(c for _, c in shape) + 1
    places = GRID.translations(shape)
    assert {shape_of(GRID.cells_of(mask)) for mask in places} == {shape}
    assert len(set(places)) == len(places) == (5 - tall) * (5 - wide)


@given(st.sets(CELLS, min_size=1))
def test_a_step_never_wraps_round(cells: set[Cell]) -> None:
    for mask in GRID.neighbours(GRID.mask(cells)).values():
        assert shape_of(GRID.cells_of(mask)) == shape_of(cells)
