"""All configurations: published numbers, limits, and those of arrays."""

from itertools import product
from random import Random
from typing import Any

import pytest

from puzzleproof.explore.graph.arrays import array_graph
from puzzleproof.explore.graph.lists import list_graph
from puzzleproof.explore.graph.spaces import SPACES, SlidingSpace, Space, space_of
from puzzleproof.explore.survey import survey
from puzzleproof.models.errors import LimitReached, Unsupported
from puzzleproof.models.instances import load, loads
from puzzleproof.models.sliding.rules import SlidingPuzzle
from tests.support.boards import METRICS, sliding


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
        ("frogs-2-2", 30),
        ("frogs-3x3", 630),
        ("triangle-5", 1 << 15),
    ],
)
def test_numbers(name: str, number: int) -> None:
    space = space_of(load(name))
    found = space.configurations(number)
    assert len(found) == len(set(found)) == number
    assert len(set(map(space.order, found))) == number
    with pytest.raises(LimitReached, match=f"more than {number - 1} configurations"):
        space.configurations(number - 1)


# --- many of them ---------------------------------------------------------------------------


def squares(number: int) -> Space[SlidingPuzzle]:
    """Unit squares on 6 by 6 cells, all alike."""
    cells = "ABCDEFGHIJKLMNOPQR"[:number].ljust(36, ".")
    return SlidingSpace(sliding("/".join(cells[k : k + 6] for k in range(0, 36, 6))))


def test_a_limit_is_met_long_before_all_are_listed() -> None:
    """comb(36, 18) is 9 thousand million: whoever lists them first does not get here."""
    board = "F" * 60 + "." + "T" * 60
    frogs = space_of(loads(f'family = "frogs"\nboard = """\n{board}\n"""\n'))
    holes = 'family = "pegs"\nboard = "strip999"\nstart = "{}"\ngoal = "{}"\n'
    pegs = space_of(loads(holes.format("xx" + "o" * 997, "oox" + "o" * 996)))
    for space in (squares(18), frogs, pegs):
        with pytest.raises(LimitReached, match="more than 3000 configurations"):
            space.configurations(3_000)


# --- a family without a row ------------------------------------------------------------------


def test_any_family_has_a_graph_without_known_symmetries(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its states are ordered by packed number."""
    puzzle, figures = load("tiles-2x2"), list[dict[str, Any]]()
    for _ in range(2):
        graph, found = list_graph(space_of(puzzle)), dict[str, Any]()
        survey(graph, puzzle.draw, found.__setitem__)
        figures.append(found)
        monkeypatch.delitem(SPACES, "tiles", raising=False)
    named, plain = figures
    assert named.keys() - plain.keys() == {"symmetric_states", "symmetric_states_all"}
    assert plain.keys() <= named.keys()
    for key in ("states", "edges", "degrees", "component_sizes"):
        assert plain[key] == named[key]
    assert space_of(puzzle).order(puzzle.start) == puzzle.pack(puzzle.start)


def test_placements_that_a_family_cannot_list_are_asked_for_in_vain() -> None:
    with pytest.raises(Unsupported, match="family 'cubes' has no graph of single steps"):
        space_of(load("four-cubes"))
    with pytest.raises(Unsupported, match="'cubes' cannot list all placements: expected --reach"):
        Space(load("four-cubes")).configurations()


# --- in arrays ---------------------------------------------------------------------------------


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
    space = SlidingSpace(half_cells(Random(seed)))  # noqa: S311  no secret
    assert len(array_graph(space, 100_000)) == len(space.configurations(100_000))
