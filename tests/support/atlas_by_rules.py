"""Surveys of piece sets by the rules alone: every placement is tried, every move asked for."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product

from puzzleproof.explore.atlas.stock import Arrangement, PieceSet, Place, Shape, placed
from puzzleproof.models.drawing import Cell
from puzzleproof.models.puzzle import State
from puzzleproof.models.sliding.rules import SlidingPuzzle
from puzzleproof.verify.bfs import bfs
from tests.support.boards import sliding

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass
class ByRules:
    """What a survey should find."""

    states: int = 0
    components: int = 0
    minima: Counter[int] = field(default_factory=Counter[int])
    """Moves of the hardest start -> components with a goal."""
    hardest: dict[Arrangement, tuple[int, int, int]] = field(
        default_factory=dict[Arrangement, tuple[int, int, int]]
    )
    """The hardest starts -> (moves, states of the component, states as far)."""


def cells(place: Place) -> set[Cell]:
    """A second reading of a place, by the drawing where there is one."""
    row, column, tall, wide = place[:4]
    lines = place[4].split("/") if len(place) == 5 else ["x" * wide] * tall
    board = product(range(tall), range(wide))
    return {(row + r, column + c) for r, c in board if lines[r][c] != "."}


def is_wall(shape: Shape) -> bool:
    return "#" in str(shape)


def arrangements(piece_set: PieceSet) -> Iterator[Arrangement]:
    """Every placement once: pieces of one shape in ascending order."""
    rows, columns = piece_set.size
    shapes = [piece_set.block]
    shapes += [shape for shape, number in piece_set.others for _ in range(number)]
    axis = int(piece_set.block[0] > 1)
    aim = cells(placed(*piece_set.goal, piece_set.block))

    def place(laid: Arrangement, covered: set[Cell]) -> Iterator[Arrangement]:
        k = len(laid)
        if k == len(shapes):
            yield laid
            return
        tall, wide = shapes[k][:2]
        for row, column in product(range(rows - tall + 1), range(columns - wide + 1)):
            here = placed(row, column, shapes[k])
            mine = cells(here)
            again = k > 1 and shapes[k] == shapes[k - 1] and here < laid[-1]
            astray = not k and piece_set.locked and here[axis] != piece_set.goal[axis]
            in_the_way = is_wall(shapes[k]) and mine & aim
            if not (again or astray or in_the_way or mine & covered):
                yield from place((*laid, here), covered | mine)

    for block, *others in place((), set()):
        yield (block, *sorted(others))


def lettered(arrangement: Arrangement) -> dict[str, Place]:
    """The pieces that move, those of one shape one after another."""
    block, *others = arrangement
    movable = sorted((one for one in others if not is_wall(one[2:])), key=lambda one: one[2:])
    return dict(zip(LETTERS, [block, *movable], strict=False))


def drawn(size: tuple[int, int], pieces: Mapping[str, set[Cell]]) -> str:
    at = {cell: letter for letter, some in pieces.items() for cell in some}
    rows, columns = size
    return "/".join("".join(at.get((r, c), ".") for c in range(columns)) for r in range(rows))


def survey_by_rules(piece_set: PieceSet, metric: str) -> ByRules:
    """Survey a set that has a placement: one graph for each placement of the walls."""
    beside = defaultdict[Arrangement, list[Arrangement]](list)
    for arrangement in arrangements(piece_set):
        beside[tuple(place for place in arrangement if is_wall(place[2:]))].append(arrangement)
    found = ByRules()
    for walls, places in beside.items():
        wall = {"#": set[Cell]().union(*map(cells, walls))}
        start = {letter: cells(place) for letter, place in lettered(places[0]).items()}
        goal = {"A": cells(placed(*piece_set.goal, piece_set.block))}
        board, aim = (drawn(piece_set.size, some | wall) for some in (start, goal))
        locked = piece_set.locked
        puzzle = sliding(board, metric, goal=aim, labelled="A", axis_locked=locked)
        of_state = {_state(puzzle, one): one for one in places}
        assert len(of_state) == len(places)
        found.states += len(places)
        left = set(of_state)
        while left:
            component = _flood(puzzle, [min(left)])
            found.components += 1
            left -= component.keys()
            goals = [state for state in component if puzzle.is_goal(state)]
            if goals:
                far = _flood(puzzle, goals)
                assert far.keys() == component.keys()
                moves = max(far.values())
                found.minima[moves] += 1
                starts = [of_state[state] for state in far if far[state] == moves]
                found.hardest |= dict.fromkeys(starts, (moves, len(component), len(starts)))
    return found


def _state(puzzle: SlidingPuzzle, arrangement: Arrangement) -> State:
    pieces = lettered(arrangement)
    masks = (puzzle.grid.mask(frozenset(cells(pieces[name]))) for name in puzzle.names)
    return puzzle.canonical(tuple(masks))


def _flood(puzzle: SlidingPuzzle, sources: Iterable[State]) -> dict[State, int]:
    found = dict.fromkeys(sources, 0)
    queue = list(found)
    for state in queue:
        for after in puzzle.successors(state):
            if after not in found:
                found[after] = found[state] + 1
                queue.append(after)
    return found


def hardest_packings(rows: int, columns: int) -> dict[int, int]:
    """Pieces -> the most moves of a block from the upper left to the lower right corner, which it
    covers the last cell of; every way to letter the cells is tried."""
    found = dict[int, int]()
    for letters in _lettered(rows * columns):
        pieces = defaultdict[str, set[Cell]](set)
        for cell, letter in zip(product(range(rows), range(columns)), letters, strict=True):
            pieces[letter].add(cell)
        pieces.pop(".", None)
        for letter in pieces if all(map(_connected, pieces.values())) else ():
            moves = _from_corner_to_corner((rows, columns), letter, pieces)
            if moves:
                found[len(pieces)] = max(found.get(len(pieces), 0), moves)
    return dict(sorted(found.items()))


def _lettered(cells: int, used: int = 0) -> Iterator[tuple[str, ...]]:
    """Every division of the cells into named parts and empty ones, up to the names."""
    if not cells:
        yield ()
        return
    for letter in ("." + LETTERS)[: used + 2]:
        new = used + (letter == LETTERS[used])
        yield from ((letter, *rest) for rest in _lettered(cells - 1, new))


def _connected(cells: set[Cell]) -> bool:
    found = {min(cells)}
    for _ in cells:
        found = {(r, c) for r, c in cells for a, b in found if abs(r - a) + abs(c - b) < 2}
    return found == cells


def _from_corner_to_corner(
    size: tuple[int, int], letter: str, pieces: Mapping[str, set[Cell]]
) -> int | None:
    mine = pieces[letter]
    (top, tall), (left, wide) = ((min(side), max(side) + 1) for side in zip(*mine, strict=True))
    if top or left or (tall - 1, wide - 1) not in mine:
        return None
    goal = {letter: {(r + size[0] - tall, c + size[1] - wide) for r, c in mine}}
    return bfs(sliding(drawn(size, pieces), goal=drawn(size, goal), labelled=letter)).optimum
