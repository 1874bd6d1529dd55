"""Drawings and grids: rows of characters, sets of cells as bits."""

from hypothesis import given
from hypothesis import strategies as st

from puzzleproof.models.drawing import Cell, Grid, read_drawing, shape_of
from puzzleproof.models.sliding.rules import SlidingPuzzle
from tests.support.boards import puzzles, sliding

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
