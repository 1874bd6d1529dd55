"""Surveys of piece sets by the rules alone: every placement is tried, every move asked for."""

from collections import Counter, deque
from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from puzzleproof.explore.atlas.stock import Arrangement, PieceSet, Rectangle
from puzzleproof.models.instances import loads
from puzzleproof.models.puzzle import State
from puzzleproof.models.sliding.rules import SlidingPuzzle

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class ByRules(NamedTuple):
    """What a survey should find."""

    states: int
    components: int
    minima: Counter[int]
    """Moves of the hardest start -> components with a goal."""
    hardest: dict[Arrangement, tuple[int, int, int]]
    """The hardest starts -> (moves, states of the component, states as far)."""


def cells(rectangle: Rectangle) -> set[tuple[int, int]]:
    row, column, tall, wide = rectangle
    return set(product(range(row, row + tall), range(column, column + wide)))


def arrangements(piece_set: PieceSet) -> Iterator[Arrangement]:
    """Every placement once: pieces of one shape in ascending order."""
    rows, columns = piece_set.size
    shapes = [piece_set.block]
    shapes += [shape for shape, number in piece_set.others for _ in range(number)]

    def place(
        placed: tuple[Rectangle, ...], covered: set[tuple[int, int]]
    ) -> Iterator[Arrangement]:
        k = len(placed)
        if k == len(shapes):
            yield placed
            return
        tall, wide = shapes[k]
        for row, column in product(range(rows - tall + 1), range(columns - wide + 1)):
            here = (row, column, tall, wide)
            if k > 1 and shapes[k] == shapes[k - 1] and here < placed[-1]:
                continue
            if k == 0 and piece_set.locked:
                axis = 0 if tall == 1 else 1
                if here[axis] != piece_set.goal[axis]:
                    continue
            if not cells(here) & covered:
                yield from place((*placed, here), covered | cells(here))

    for block, *others in place((), set()):
        yield (block, *sorted(others))


def drawing(piece_set: PieceSet, arrangement: Arrangement) -> str:
    rows, columns = piece_set.size
    board = [["."] * columns for _ in range(rows)]
    for letter, rectangle in zip(LETTERS, arrangement, strict=False):
        for row, column in cells(rectangle):
            board[row][column] = letter
    return "\n".join(map("".join, board))


def survey_by_rules(piece_set: PieceSet, metric: str) -> ByRules:
    """Survey a set that has a placement."""
    places = list(arrangements(piece_set))
    goal = drawing(piece_set, ((*piece_set.goal, *piece_set.block),))
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
    letter_of = dict[str, Rectangle]()
    block, *others = arrangement
    letter_of["A"] = block
    free = list(others)
    for letter, (*_, tall, wide) in zip(LETTERS[1:], first[1:], strict=False):
        found = next(one for one in free if one[2:] == (tall, wide))
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
