"""All configurations: published numbers, and brute force over subsets of facts."""

from itertools import islice, product
from random import Random

import pytest

from puzzleproof.encoders import ground_single_steps
from puzzleproof.explore.graph.configurations import configurations
from puzzleproof.explore.graph.sliding import array_graph
from puzzleproof.explore.packed_task import PackedTask
from puzzleproof.models.errors import LimitReached
from puzzleproof.models.instances import loads
from puzzleproof.models.sliding.rules import SlidingPuzzle
from puzzleproof.provers.packed_task import packed_task_of, state_of
from tests.support.boards import METRICS, sliding
from tests.support.state_graphs import packed, packed_library


@pytest.mark.parametrize(
    ("name", "number"),
    [
        # Klotski chapter (docs/library.md), sections 1 and 2.
        ("ane-rouge", 65_880),
        ("century-whole-cells", 109_260),
        ("pennant", 18_504),
        ("simplicity", 530),
        ("simplicity2", 610),
        ("soap", 19_908),
        ("soap-verticals-labelled", 39_816),
        # Factorials and binomials.
        ("tiles-3x3", 362_880),
        ("tiles-2x3-multi", 720),
        ("four-cubes", 5 * 16**4),
        ("frogs-2-2", 30),
        ("frogs-3x3", 630),
        ("triangle-5", 1 << 15),
    ],
)
def test_numbers(name: str, number: int) -> None:
    task = packed_library(name)
    found = list(configurations(task))
    assert len(found) == len(set(found)) == number
    assert all(satisfies(state, task) for state in found[:: 1 + number // 20_000])


def satisfies(state: int, task: PackedTask) -> bool:
    return all((state & group).bit_count() == 1 for group in task.groups) and all(
        (state & facts).bit_count() == number for facts, number in task.counts
    )


# --- many of them ---------------------------------------------------------------------------


def squares(number: int) -> PackedTask:
    """Unit squares on 6 by 6 cells, all alike."""
    cells = "ABCDEFGHIJKLMNOPQR"[:number].ljust(36, ".")
    rows = [cells[k : k + 6] for k in range(0, 36, 6)]
    board, goal = "\n".join(rows), "\n".join(reversed([row[::-1] for row in rows]))
    text = f'family = "sliding"\nboard = """\n{board}\n"""\ngoal = """\n{goal}\n"""\n'
    return packed(loads(text))


def frogs(number: int) -> PackedTask:
    board = "F" * number + "." + "T" * number
    return packed(loads(f'family = "frogs"\nboard = """\n{board}\n"""\n'))


def test_a_limit_is_met_long_before_all_are_listed() -> None:
    """comb(36, 18) is 9 thousand million: whoever lists them first does not get here."""
    for task in (squares(18), frogs(12), frogs(60)):
        found = configurations(task, limit=3_000)
        assert len(set(islice(found, 3_000))) == 3_000
        with pytest.raises(LimitReached, match="more than 3000 configurations"):
            next(found)


def test_more_levels_than_calls() -> None:
    """A strip of 999 holes: a level each."""
    text = 'family = "pegs"\nboard = "strip999"\nstart = "{}"\ngoal = "{}"\n'
    task = packed(loads(text.format("xx" + "o" * 997, "oox" + "o" * 996)))
    assert len(set(islice(configurations(task), 20_000))) == 20_000


# --- against the placements of the rules -----------------------------------------------------


def half_cells(chance: Random) -> SlidingPuzzle:
    """Bars and squares on 3 by 3 cells of 2 by 2 characters, some pushed half a cell aside."""
    rows, names = [["."] * 6 for _ in range(6)], iter("ABC")
    for _ in range(30):
        height, width = chance.choice([(2, 6), (2, 4), (4, 2), (2, 2)])
        row, column = chance.choice([0, 2, 4]), chance.randrange(7 - width)
        cells = list(product(range(row, row + height), range(column, column + width)))
        if row + height <= 6 and all(rows[r][c] == "." for r, c in cells):
            if (name := next(names, None)) is None:
                break
            for r, c in cells:
                rows[r][c] = name
    board = "/".join(map("".join, rows))
    locked = chance.random() < 0.7
    return sliding(board, chance.choice(METRICS), cell=2, axis_locked=locked)


@pytest.mark.parametrize("seed", range(40))
def test_half_cells_and_locked_pieces_as_the_rules_place_them(seed: int) -> None:
    puzzle = half_cells(Random(seed))  # noqa: S311  no secret
    grounding = ground_single_steps(puzzle)
    task = packed_task_of(grounding)
    states = [state_of(grounding, task, bits) for bits in configurations(task)]
    placements = puzzle.placements(100_000)
    assert placements is not None
    assert len(states) == len(placements)
    assert set(states) == set(map(puzzle.canonical, placements))
    assert len(array_graph(task, 100_000)) == len(states)
