"""Boards on arrays do what the board of the rules does, layer by layer."""

from itertools import islice
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from puzzleproof.models.arrays import array_board, words
from puzzleproof.models.board import RuleBoard
from puzzleproof.models.errors import LimitReached
from puzzleproof.models.instances import load
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.models.sliding.mirrors import Mirror, mirrors
from puzzleproof.models.sliding.rules import SlidingPuzzle
from puzzleproof.verify.bfs import layers
from tests.support import boards, frog_boards, peg_boards, tile_boards
from tests.support.boards import library
from tests.support.classes import SYMMETRIC, class_blocks

SUBJECTS: dict[str, AnyPuzzle] = {
    **{name: puzzle for name, puzzle in boards.SMALL.items() if not puzzle.tour},
    **{f"frogs, {name}": puzzle for name, puzzle in frog_boards.SMALL.items()},
    "tiles": tile_boards.tiles("1 2 3 / 4 5 0"),
    "tiles, multi": tile_boards.tiles("1 2 3 / 4 5 0", "multi"),
    "alike tiles": tile_boards.alike("1 2 3 / 4 5 0", "* * 3 / 1 2 *"),
    "alike tiles, multi": tile_boards.alike("1 2 3 / 4 5 0", "* 5 * / * 0 1", "multi"),
    "pegs": peg_boards.pegs("jump", board="triangle4", vacate=[2, 1], finish="any"),
    "two words": library("rush-49"),
}
OTHERS = (
    frog_boards.puzzles(),
    peg_boards.puzzles(),
    tile_boards.puzzles(3),
    tile_boards.patterns(),
)


def compare(puzzle: AnyPuzzle, depth: int = 12, mirror: Mirror | None = None) -> None:
    """Compare all that two boards do with the first layers."""
    arrays, rules = array_board(puzzle, mirror=mirror), RuleBoard(puzzle, mirror)
    if arrays is None:
        return
    origins = [puzzle.canonical(puzzle.start)]
    here, layer = arrays.of(origins), rules.of(origins)
    known, found = list[Any](), list[Any]()
    for _ in range(depth):
        states = rules.states(layer)
        assert arrays.states(here) == states
        assert arrays.size(here) == rules.size(layer)
        assert arrays.block(here) == rules.block(layer)
        assert set(arrays.states(arrays.goals(here))) == rules.goals(layer)
        assert arrays.read(rules.block(layer)).tolist() == here.tolist()
        known, found = [*known, here][-2:], [*found, layer][-2:]
        after, then = arrays.after(here, known), rules.after(layer, found)
        if not then or len(then) > 500:
            break
        state = max(then)
        before = arrays.sources(here, state)
        assert mirror is not None or set(arrays.states(before)) == rules.sources(layer, state)
        assert arrays.missing(then, [here]) == rules.missing(then, [layer])
        band = [here, arrays.joined(here, after)], [layer, rules.joined(layer, then)]
        assert arrays.states(arrays.common(*band[0])) == rules.states(rules.common(*band[1]))
        below = (known[0], found[0])
        skipping, missing = arrays.astray(below[0], [here], here), layer
        expected = rules.astray(below[1], [layer], missing)
        assert (skipping is None) == (expected is None)
        if skipping is not None and expected is not None:
            assert expected[1] <= set(arrays.states(skipping[1]))
        here, layer = after, then


@pytest.mark.parametrize("name", SUBJECTS)
def test_boards_agree(name: str) -> None:
    compare(SUBJECTS[name])


@given(st.one_of(boards.puzzles(tours=False), *OTHERS))
def test_boards_agree_on_random_puzzles(puzzle: AnyPuzzle) -> None:
    compare(puzzle, 6)


@given(boards.puzzles(tours=False))
def test_boards_agree_about_classes(puzzle: SlidingPuzzle) -> None:
    for mirror in mirrors(puzzle):
        compare(puzzle, 5, mirror)


@given(st.data(), st.lists(st.integers(1, 300), min_size=1, max_size=12))
def test_mixed_radix_of_any_width(data: st.DataObject, radices: list[int]) -> None:
    product = int(np.prod(np.array(radices, object)))
    numbers = data.draw(st.lists(st.integers(0, product - 1), min_size=1, max_size=5))
    width = data.draw(st.integers(max(1, -(-product.bit_length() // 8)), 20))
    given_ = words.numbers_from(numbers, width)
    assert words.integers(given_, width) == numbers
    assert words.integers(words.numbers_of(words.block_of(given_, width), width), width) == numbers
    digits, rest = words.digits(given_, radices)
    assert not rest.any()
    assert words.integers(words.from_digits(digits, radices, width), width) == numbers
    for place, number in enumerate(numbers):
        for k, radix in reversed(list(enumerate(radices))):
            number, digit = divmod(number, radix)
            assert digits[k][place] == digit


@pytest.mark.parametrize("name", SYMMETRIC)
def test_layers_of_states_become_layers_of_classes(name: str) -> None:
    puzzle, symmetry = SYMMETRIC[name]
    plain, board = array_board(puzzle), array_board(puzzle, mirror=Mirror(puzzle, symmetry))
    assert plain is not None
    assert board is not None
    found = board.renamed(map(plain.of, islice(layers(puzzle), 6)))
    names = [sorted(map(puzzle.pack, board.states(layer))) for layer in found if len(layer)]
    assert names == class_blocks(puzzle, symmetry, 6)
    assert plain.named(plain.of([puzzle.start])).tolist() == plain.of([puzzle.start]).tolist()


def test_the_rules_look_at_the_time_between_the_states_of_a_layer() -> None:
    puzzle = load("tiles-2x2")
    board = RuleBoard(puzzle)
    board.budget.until = -1.0
    with pytest.raises(LimitReached, match="time limit reached"):
        board.after({puzzle.start}, ())


WORDS, KINDS = st.sets(st.integers(0, 30)), st.sampled_from([np.int64, np.uint64, "S3"])


def ascending(some: set[int], kind: Any) -> Any:
    return np.array([b"%02d" % k for k in sorted(some)], "S3").astype(kind)


@given(WORDS, WORDS, KINDS)
@example(set(), {1, 2, 3, 4}, np.int64)
def test_two_sets_are_united_run_by_run(one: set[int], other: set[int], kind: Any) -> None:
    """Each run ends somewhere else; a word may be in both sets."""
    found = words.interleaved(ascending(one, kind), ascending(other, kind), run=3)
    assert found.tolist() == ascending(one | other, kind).tolist()


@given(st.lists(WORDS, max_size=6), st.lists(WORDS, max_size=2), KINDS)
def test_parts_are_merged_without_known_words(
    parts: list[set[int]], known: list[set[int]], kind: Any
) -> None:
    """Parts are merged as soon as they have more than 16 bytes."""
    runs, before = ([ascending(one, kind) for one in some] for some in (parts, known))
    found = words.merged(iter(runs), 16, lambda _: None, 0, before, kind)
    left = set[int]().union(*parts).difference(*known)
    assert found.tolist() == ascending(left, kind).tolist()
