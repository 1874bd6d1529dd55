"""Random games whose goals symmetries exchange, and bounds with extreme weights, for tests.

Many holes of the boards are touched by no jump: of these a lemma that knows the start could say
most, and most of it would be wrong of an image under a symmetry that moves the start.
"""

import random
from collections.abc import Callable
from typing import NamedTuple

from puzzleproof.models.pegs.boards import PegBoard, read_board
from puzzleproof.models.pegs.rules import PegPuzzle
from puzzleproof.models.puzzle import Info
from puzzleproof.models.tiles.rules import TilesPuzzle
from puzzleproof.verify.bounds import lower_bounds
from puzzleproof.verify.bounds.graphs import LabelGraph, graph_of
from puzzleproof.verify.bounds.peg_graph import chains, image_of, jump_lines, symmetries
from puzzleproof.verify.bounds.tile_graph import TileGraph
from tests.support.bounded import Named
from tests.support.true_distances import layered, overstated

_SHAPES = """\
o.ooooo.o o.ooo.o o.oooo.o oo.ooo.oo o..../.ooo./....o o.o.o/...../ooooo/...../o.o.o ooooo
o.o/ooo/o.o ooo/ooo/ooo oooo/oooo o...o/ooooo/o...o o../ooo/..o triangle3 triangle4"""
SHAPES = [shape.replace("/", "\n") for shape in _SHAPES.split()]
TABLES = ((1, 4), (4, 1), (1, 5), (2, 2), (2, 3), (3, 2))


class Game(NamedTuple):
    """A graph, the states of its puzzle by their true distance from the end, and some bounds."""

    graph: LabelGraph
    layers: list[list[int]]
    named: Named


def peg_puzzle(chance: random.Random) -> PegPuzzle:
    """One goal to four, most of them images of each other; a start by chance, or some jumps back.

    In one game of four the start is its own image under some symmetry.
    """
    board = read_board(chance.choice(SHAPES))
    group, before = symmetries(board), chains(board, back=True)
    everything = (1 << len(board.holes)) - 1
    goal = start = _mask(chance, len(board.holes))
    for _ in range(chance.choice((0, 1, 1, 2, 3, 4))):
        start = chance.choice(before(start) or [start])
    if chance.random() < 0.25:
        start |= image_of(start, chance.choice(group))
    elif chance.random() < 0.2:
        start |= _mask(chance, len(board.holes))
    goals = {goal, *(image_of(goal, chance.choice(group)) for _ in range(chance.randint(0, 3)))}
    if chance.random() < 0.2:
        goals.add(_mask(chance, len(board.holes)))
    fewest = min(one.bit_count() for one in goals)
    goals = {one for one in goals if one.bit_count() == fewest or one & ~start == 0}
    while start.bit_count() < max(one.bit_count() for one in goals):
        start |= 1 << chance.randrange(len(board.holes))
    metric = "jump" if chance.random() < 0.1 else "move"
    return PegPuzzle(
        Info(name="by chance"),
        metric,
        board,
        drawn_start=start & everything,
        drawn_goals=tuple(chance.sample(sorted(goals), len(goals))),
    )


def _mask(chance: random.Random, holes: int) -> int:
    return sum(1 << k for k in chance.sample(range(holes), chance.randint(1, max(1, holes // 2))))


def peg_game(chance: random.Random) -> Game:
    """The true distances of all positions of no more pegs than the start."""
    puzzle = peg_puzzle(chance)
    compound = puzzle.metric == "move"
    graph = graph_of(puzzle)
    moved = chains(puzzle.board, back=True) if compound else jumps_back(puzzle.board)
    most = puzzle.pegs.bit_count()
    layers = layered(
        puzzle.goals, lambda layer: {n for m in layer for n in moved(m) if n.bit_count() <= most}
    )
    return Game(graph, layers, peg_bounds(puzzle, chance) if compound else [])


def jumps_back(board: PegBoard) -> Callable[[int], list[int]]:
    """From a position to those that one jump leads there from."""
    lines = [(1 << a | 1 << b, 1 << c) for a, b, c in jump_lines(board)]
    return lambda mask: [
        mask ^ pegs ^ landing for pegs, landing in lines if mask & landing and not mask & pegs
    ]


def peg_bounds(puzzle: PegPuzzle, chance: random.Random) -> Named:
    """Departures with weights and without."""
    holes = len(puzzle.board.holes)
    number = chance.randint(1, min(4, holes))
    letters = [*range(number), *(chance.randrange(number) for _ in range(holes - number))]
    parts = "".join("abcd"[k] for k in chance.sample(letters, holes))
    low, high = (_pagoda(puzzle.board, chance, most) for most in (6, 10_000))
    return [
        ("departures", {"charge": 1, "parts": parts, "weights": [0] * holes}),
        ("departures", {"charge": chance.choice((1, 3, 100)), "parts": parts, "weights": low}),
        ("departures", {"charge": 1, "parts": parts, "weights": high}),
    ]


def _pagoda(board: PegBoard, chance: random.Random, most: int) -> list[int]:
    """Weights that no jump raises; the extremes stand on holes that no jump touches."""
    lines = list(jump_lines(board))
    touched = {hole for line in lines for hole in line}
    weights = [
        chance.randint(-3, 6) if k in touched else chance.choice((-most, 0, most))
        for k in range(len(board.holes))
    ]
    for _ in range(100):
        for a, b, c in lines:
            weights[c] = min(weights[c], weights[a] + weights[b])
    if any(weights[a] + weights[b] < weights[c] for a, b, c in lines):
        weights = [1 if k in touched else weight for k, weight in enumerate(weights)]
    return weights


def tile_puzzle(chance: random.Random, size: tuple[int, int]) -> TilesPuzzle:
    """A table; in one case of two its start is its own image in a symmetry that keeps the goal."""
    rows, columns = size
    cells = range(rows * columns)
    goal, start = (tuple(chance.sample(cells, len(cells))) for _ in range(2))
    puzzle = TilesPuzzle(Info(name="by chance"), "single", rows, columns, start, goal)
    images = chance.choice(TileGraph(puzzle).symmetries)
    if chance.random() < 0.5 and all(images[images[cell]] == cell for cell in cells):
        start = tuple(goal[images[cell]] for cell in cells)
        puzzle = TilesPuzzle(puzzle.info, "single", rows, columns, start, goal)
    return puzzle


def tile_game(chance: random.Random, size: tuple[int, int] | None = None) -> Game:
    """The true distances of all tables in reach of the end, which may not be in reach of the start.

    They are found by the rules, without classes.
    """
    puzzle = tile_puzzle(chance, size or chance.choice(TABLES))
    graph = graph_of(puzzle)
    assert isinstance(graph, TileGraph)
    end = graph.state(graph.end_number)
    plain = TilesPuzzle(puzzle.info, puzzle.metric, puzzle.rows, puzzle.columns, end, end)
    layers = layered(
        [graph.end_number],
        lambda layer: {plain.pack(b) for a in layer for b in plain.successors(plain.unpack(a))},
    )
    return Game(graph, layers, tile_bounds(puzzle, chance))


def tile_bounds(puzzle: TilesPuzzle, chance: random.Random) -> Named:
    """Two partitions of all tiles; and walking distances."""
    cells, partitions = puzzle.rows * puzzle.columns, list[list[list[int]]]()
    for size in (2, 3):
        labels = chance.sample(range(1, cells), cells - 1)
        partitions.append([labels[k : k + size] for k in range(0, len(labels), size)])
    return [("tile_patterns", {"partitions": partitions}), ("walking_distance", {})]


def compared(make: Callable[[random.Random], Game], seeds: range) -> tuple[int, int]:
    """How many states some bound overstates, and how many it was asked about."""
    wrong = asked = 0
    for seed in seeds:
        game = make(random.Random(seed))  # noqa: S311  (repeatable on purpose)
        for bound in lower_bounds(game.graph, [list(pair) for pair in game.named]):
            wrong += overstated(bound, game.layers)
            asked += sum(map(len, game.layers))
    return wrong, asked
