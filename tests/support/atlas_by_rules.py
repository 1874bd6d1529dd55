"""Surveys of piece sets by the rules alone: every placement is tried, every move asked for."""

from collections import Counter, defaultdict, deque
from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from puzzleproof.explore.atlas.stock import Arrangement, PieceSet, Place, Shape, placed
from puzzleproof.models.instances import loads
from puzzleproof.models.puzzle import State
from puzzleproof.models.sliding.rules import SlidingPuzzle

STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class ByRules(NamedTuple):
    """What a survey should find."""

    states: int
    components: int
    minima: Counter[int]
    """Moves of the hardest start -> components with a goal."""
    hardest: dict[Arrangement, tuple[int, int, int]]
    """The hardest starts -> (moves, states of the component, states as far)."""


def cells(place: Place) -> set[tuple[int, int]]:
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

    def place(laid: tuple[Place, ...], covered: set[tuple[int, int]]) -> Iterator[Arrangement]:
        k = len(laid)
        if k == len(shapes):
            yield laid
            return
        tall, wide = shapes[k][:2]
        for row, column in product(range(rows - tall + 1), range(columns - wide + 1)):
            here = placed(row, column, shapes[k])
            if k > 1 and shapes[k] == shapes[k - 1] and here < laid[-1]:
                continue
            if k == 0 and piece_set.locked:
                axis = 0 if tall == 1 else 1
                if here[axis] != piece_set.goal[axis]:
                    continue
            if is_wall(shapes[k]) and cells(placed(*piece_set.goal, piece_set.block)) & cells(here):
                continue
            if not cells(here) & covered:
                yield from place((*laid, here), covered | cells(here))

    for block, *others in place((), set()):
        yield (block, *sorted(others))


def drawing(piece_set: PieceSet, arrangement: Arrangement) -> str:
    rows, columns = piece_set.size
    board = [["."] * columns for _ in range(rows)]
    letters = iter(LETTERS)
    for place in arrangement:
        letter = "#" if is_wall(place[2:]) else next(letters)
        for row, column in cells(place):
            board[row][column] = letter
    return "\n".join(map("".join, board))


def survey_by_rules(piece_set: PieceSet, metric: str) -> ByRules:
    """Survey a set that has a placement: one graph for each placement of the walls."""
    beside = defaultdict[Arrangement, list[Arrangement]](list)
    for arrangement in arrangements(piece_set):
        beside[tuple(place for place in arrangement if is_wall(place[2:]))].append(arrangement)
    whole = ByRules(0, 0, Counter(), {})
    for walls, places in beside.items():
        one = _survey_beside(piece_set, metric, walls, places)
        minima, hardest = whole.minima + one.minima, {**whole.hardest, **one.hardest}
        whole = ByRules(
            whole.states + one.states, whole.components + one.components, minima, hardest
        )
    return whole


def _survey_beside(
    piece_set: PieceSet, metric: str, walls: Arrangement, places: list[Arrangement]
) -> ByRules:
    goal = drawing(piece_set, (placed(*piece_set.goal, piece_set.block), *walls))
    puzzle = loads(
        f'family = "sliding"\nmetric = "{metric}"\nlabelled = "A"\n'
        f"axis_locked = {str(piece_set.locked).lower()}\n"
        f'board = """\n{drawing(piece_set, places[0])}\n"""\ngoal = """\n{goal}\n"""\n'
    )
    assert isinstance(puzzle, SlidingPuzzle)
    of_state = {_state(puzzle, places[0], arrangement): arrangement for arrangement in places}
    assert len(of_state) == len(places)
    left, minima, components = set(of_state), Counter[int](), 0
    hardest = dict[Arrangement, tuple[int, int, int]]()
    while left:
        component = _flood(puzzle, [min(left)])
        components += 1
        left -= component.keys()
        goals = [state for state in component if puzzle.is_goal(state)]
        if goals:
            far = _flood(puzzle, goals)
            assert far.keys() == component.keys()
            moves = max(far.values())
            minima[moves] += 1
            starts = [of_state[state] for state in far if far[state] == moves]
            for start in starts:
                hardest[start] = (moves, len(component), len(starts))
    return ByRules(len(places), components, minima, hardest)


def _state(puzzle: SlidingPuzzle, first: Arrangement, arrangement: Arrangement) -> State:
    """The pieces of each shape where those of an arrangement stand."""
    letter_of = dict[str, Place]()
    block, *others = arrangement
    letter_of["A"] = block
    free, movable = list(others), [place for place in first if not is_wall(place[2:])]
    for letter, place in zip(LETTERS[1:], movable[1:], strict=False):
        found = next(one for one in free if one[2:] == place[2:])
        free.remove(found)
        letter_of[letter] = found
    masks = tuple(puzzle.grid.mask(frozenset(cells(letter_of[name]))) for name in puzzle.names)
    return puzzle.canonical(masks)


def _flood(puzzle: SlidingPuzzle, sources: list[State]) -> dict[State, int]:
    found = dict.fromkeys(sources, 0)
    queue = deque(sources)
    while queue:
        state = queue.popleft()
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
        board = ["".join(letters[r * columns : (r + 1) * columns]) for r in range(rows)]
        where = defaultdict[str, set[tuple[int, int]]](set)
        for r, c in product(range(rows), range(columns)):
            where[board[r][c]].add((r, c))
        where.pop(".", None)
        if all(len(_connected(some)) == len(some) for some in where.values()):
            for letter in where:
                moves = _from_corner_to_corner(board, letter, where[letter])
                if moves:
                    found[len(where)] = max(found.get(len(where), 0), moves)
    return dict(sorted(found.items()))


def _lettered(cells: int, used: int = 0) -> Iterator[tuple[str, ...]]:
    """Every division of the cells into named parts and empty ones, up to the names."""
    if not cells:
        yield ()
        return
    for letter in ("." + LETTERS)[: used + 2]:
        new = used + (letter == LETTERS[used])
        yield from ((letter, *rest) for rest in _lettered(cells - 1, new))


def _connected(cells: set[tuple[int, int]]) -> set[tuple[int, int]]:
    found = {min(cells)}
    for _ in cells:
        found |= {(r + a, c + b) for r, c in found for a, b in STEPS} & cells
    return found


def _from_corner_to_corner(
    board: list[str], letter: str, cells: set[tuple[int, int]]
) -> int | None:
    tall, wide = (max(cell[k] for cell in cells) + 1 for k in (0, 1))
    in_corner = min(r for r, _ in cells) == min(c for _, c in cells) == 0
    if not in_corner or (tall - 1, wide - 1) not in cells:
        return None
    down, right = len(board) - tall, len(board[0]) - wide
    goal = [["."] * len(board[0]) for _ in board]
    for r, c in cells:
        goal[r + down][c + right] = letter
    puzzle = loads(
        f'family = "sliding"\nmetric = "piece"\nlabelled = "{letter}"\n'
        'board = """\n' + "\n".join(board) + '\n"""\n'
        'goal = """\n' + "\n".join(map("".join, goal)) + '\n"""\n'
    )
    assert isinstance(puzzle, SlidingPuzzle)
    far = _flood(puzzle, [puzzle.start])
    return min((far[state] for state in far if puzzle.is_goal(state)), default=None)
