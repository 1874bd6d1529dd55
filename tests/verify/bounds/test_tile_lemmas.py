"""Lower bounds of sliding tiles: never above the true distance; what would be is rejected."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from io import BytesIO

import pytest

from puzzleproof.models.errors import InternalError
from puzzleproof.models.invariants import Permuting
from puzzleproof.models.tiles.rules import TilesPuzzle
from puzzleproof.verify.arrays.pattern_tables import large_table
from puzzleproof.verify.bfs import bfs, layers
from puzzleproof.verify.bounds import LowerBound, lower_bounds, tile_patterns
from puzzleproof.verify.bounds.graphs import LabelGraph
from puzzleproof.verify.bounds.tile_graph import TileGraph
from puzzleproof.verify.certificate import check_stream
from tests.support.bounded import Named, bounded
from tests.support.tile_boards import library, tiles
from tests.support.true_distances import distances as by_rules
from tests.support.true_distances import layers_from, overstated, patterns, value

BOARDS = {
    "2 x 3": tiles("4 1 2/3 5 0"),
    "3 x 2": tiles("2 1/3 4/5 0", goal="3 0/1 2/5 4"),
    "2 x 4": tiles("0 1 3 2/4 5 7 6"),
    "4 x 2": tiles("7 6/5 4/3 2/1 0", goal="1 2/3 0/5 4/7 6"),
    "3 x 3": tiles("8 6 7/2 5 4/3 0 1"),
    "3 x 3, blank in the middle": tiles("8 6 7/2 5 4/3 0 1", goal="1 2 3/4 0 5/6 7 8"),
    "a row": tiles("0 2 1 3 4"),
    "a column": tiles("1/0/3/2"),
}
HARD = tiles("2 4 1/5 0 3/6 7 8")


def bounds_of(graph: TileGraph, named: Named) -> list[LowerBound]:
    return lower_bounds(graph, [list(pair) for pair in named])


def distances(graph: TileGraph) -> list[list[int]]:
    """The states by their true distance from the end."""
    return layers_from(graph, [graph.puzzle.pack(graph.end)], 30_000)


@pytest.mark.parametrize("name", BOARDS)
def test_no_bound_exceeds_the_true_distance(name: str) -> None:
    graph = TileGraph(BOARDS[name])
    true, (bound,) = distances(graph), bounds_of(graph, [patterns(BOARDS[name])])
    assert overstated(bound, true) == 0
    assert value(bound, true[-1][0] if true[-1] else true[-2][0]) > 0
    assert bound.near(true[1], 1) == [], "a state one move away is not at the end"


@pytest.mark.parametrize("name", ["2 x 3", "3 x 2", "a row", "a column"])
def test_the_distances_are_those_of_the_rules(name: str) -> None:
    puzzle = BOARDS[name]
    graph = TileGraph(puzzle)
    wanted = list(layers(replace(puzzle, board=puzzle.goal)))
    mine = [set(map(graph.state, layer)) for layer in distances(graph) if layer]
    assert mine == wanted


def violations(
    puzzle: TilesPuzzle, make: Callable[[TileGraph], LowerBound], *, small: bool = False
) -> int:
    graph = TileGraph(puzzle)
    true = distances(graph)
    return overstated(make(graph), true[:12] if small else true)


def test_a_tile_in_two_patterns_would_be_counted_twice() -> None:
    puzzle = BOARDS["3 x 3"]
    overlapping = [((1, 2, 3, 4), (4, 5, 6, 7, 8)[:4])]
    found = violations(puzzle, lambda graph: tile_patterns.TilePatternsBound(graph, overlapping))
    assert found > 0


def test_a_symmetry_that_moves_the_blanks_home_would_be_none() -> None:
    """The images of a state are as far from the end; under another map they are not."""
    puzzle = BOARDS["3 x 3"]
    graph, wrong = (TileGraph(puzzle) for _ in range(2))
    assert len(graph.symmetries) == 2
    wrong.symmetries = [graph.symmetries[0], (2, 1, 0, 5, 4, 3, 8, 7, 6)]
    partitions = [((1, 2, 3, 4), (5, 6, 7, 8))]
    true = distances(graph)
    assert overstated(tile_patterns.TilePatternsBound(graph, partitions), true) == 0
    assert overstated(tile_patterns.TilePatternsBound(wrong, partitions), true) > 0


@pytest.mark.parametrize(
    ("name", "number"),
    [("3 x 3", 2), ("3 x 3, blank in the middle", 8), ("2 x 4", 1), ("4 x 2", 1), ("a row", 1)],
)
def test_symmetries_take_moves_to_moves_and_keep_the_end(name: str, number: int) -> None:
    graph = TileGraph(BOARDS[name])
    assert len(graph.symmetries) == number
    some = [state for layer in distances(graph) for state in layer[:4]]
    for cells in graph.symmetries:
        assert image(graph, cells, graph.end_number) == graph.end_number
        for state in some:
            images = {image(graph, cells, after) for after in graph.beyond([state])}
            assert images == graph.beyond([image(graph, cells, state)])


def image(graph: TileGraph, cells: Sequence[int], number: int) -> int:
    """The tile that belongs on cell h, on cell c, becomes the one of cells[h] on cells[c]."""
    state, board = graph.state(number), [0] * graph.cells
    for cell, label in enumerate(state):
        board[cells[cell]] = graph.end[cells[graph.home[label]]]
    return graph.puzzle.pack(tuple(board))


def test_the_graph_has_the_rules_moves() -> None:
    graph = TileGraph(library("korf-01"))
    for number in graph.beyond(graph.beyond([graph.start])):
        assert graph.beyond((number,)) == set(graph.by_rules(number))


def test_boards_of_more_than_sixteen_cells() -> None:
    rows = [[str(5 * r + c) for c in range(5)] for r in range(5)]
    rows[0][0], rows[0][1] = rows[0][1], rows[0][0]
    puzzle = tiles("/".join(" ".join(row) for row in rows))
    graph = TileGraph(puzzle)
    assert all(graph.beyond((n,)) == set(graph.by_rules(n)) for n in graph.beyond([graph.start]))
    [bound] = bounds_of(graph, [("tile_patterns", {"partitions": [[[1, 2]]]})])
    assert value(bound, graph.start) == 1


def test_sixteen_cells_are_summed_four_at_a_time() -> None:
    graph = TileGraph(library("korf-01"))
    [bound] = bounds_of(graph, [("tile_patterns", {"partitions": [[[14], [13], [15]]]})])
    home = TileGraph(tiles("0 1 2 3/4 5 6 7/8 9 10 11/12 13 14 15"))
    distances = [abs(a // 4 - b // 4) + abs(a % 4 - b % 4) for a, b in ((0, 14), (1, 13), (2, 15))]
    assert value(bound, graph.start) == sum(distances)
    assert value(bound, home.end_number) == 0


def test_what_few_cells_add_is_forgotten_and_found_again(monkeypatch: pytest.MonkeyPatch) -> None:
    graph = TileGraph(BOARDS["3 x 3"])
    some = [number for layer in distances(graph) for number in layer[:20]]
    [before] = bounds_of(graph, [patterns(BOARDS["3 x 3"])])
    monkeypatch.setattr(tile_patterns, "REMEMBERED", 3)
    [again] = bounds_of(graph, [patterns(BOARDS["3 x 3"])])
    assert again.near(some, 12) == before.near(some, 12)


def test_a_graph_that_misses_a_move_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    data = bounded(BOARDS["2 x 3"], [], 3)
    fewer = BOARDS["2 x 3"].permuting()._replace(exchanges=((0, 1), (2, 3), (4, 5)))

    def permuting(_: TilesPuzzle) -> Permuting:
        return fewer

    monkeypatch.setattr(TilesPuzzle, "permuting", permuting)
    with pytest.raises(InternalError, match="the graph and the rules disagree"):
        check_stream(BytesIO(data), "test")


def test_some_of_the_boards_above_are_solvable_and_bounds_leave_states_out() -> None:
    assert sum(bfs(BOARDS[name]).optimum is not None for name in ("2 x 3", "3 x 2", "2 x 4")) >= 2
    puzzle, optimum = HARD, bfs(HARD).optimum
    several: list[Named] = [[], [patterns(puzzle, 1, 1)], [patterns(puzzle)]]
    sizes = [
        check_stream(BytesIO(bounded(puzzle, named, optimum)), "test").states for named in several
    ]
    assert sorted(sizes, reverse=True) == sizes
    assert sizes[0] > 3 * sizes[2]


def test_moves_by_several_tiles_would_be_counted_for_each_pattern() -> None:
    several = BOARDS["3 x 2"].with_metric("multi")
    (bound,) = bounds_of(TileGraph(BOARDS["3 x 2"]), [patterns(several)])
    true, _ = by_rules(LabelGraph(several))
    assert overstated(bound, true) > 0


def test_a_table_is_the_least_over_the_blanks_cells() -> None:
    """By hand, on a row of three cells: the blank cannot pass tile 1 without moving it."""
    row = ((1,), (0, 2), (1,))
    assert list(tile_patterns.pattern_table(row, 0, (1,))) == [1, 0, 255]
    assert list(tile_patterns.pattern_table(row, 0, (2,))) == [255, 1, 0]
    both = tile_patterns.pattern_table(row, 0, (1, 2))
    assert [both[1 + 3 * 2], both[0 + 3 * 2], both[0 + 3 * 1]] == [0, 1, 2]
    assert both[2 + 3 * 1] == both[1 + 3 * 1] == 255


@pytest.mark.parametrize(
    ("name", "labels"),
    [("3 x 3", (1, 2, 3, 4)), ("3 x 3, blank in the middle", (1, 3, 6, 8)), ("2 x 4", (2, 6, 7))],
)
def test_tables_in_arrays_are_those_of_plain_python(name: str, labels: tuple[int, ...]) -> None:
    graph = TileGraph(BOARDS[name])
    question = graph.neighbours, graph.home[0], tuple(graph.home[label] for label in labels)
    assert bytes(large_table(*question)) == tile_patterns.pattern_table(*question)


def test_the_image_of_a_pattern_has_its_table_unless_the_blank_is_shut_in_elsewhere() -> None:
    graph, alone = (TileGraph(BOARDS["3 x 3"]) for _ in range(2))
    alone.turns = alone.turns[:1]
    partitions = [((1, 3, 4), (5, 7)), ((4, 5, 7), (1, 3)), ((5, 8), (6, 7))]
    shared, own = (tile_patterns.TilePatternsBound(g, partitions) for g in (graph, alone))
    kinds = {tile_patterns.kind_of(graph, p)[1:] for pair in partitions for p in pair}
    assert len(kinds) == 5, "5 and 8 stand like 6 and 7"
    for layer in distances(graph):
        assert all(
            shared.near(layer[:9], moves) == own.near(layer[:9], moves) for moves in (4, 9, 14)
        )
