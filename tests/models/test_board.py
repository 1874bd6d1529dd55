"""Boards on arrays do what the board of the rules does, layer by layer; faulty ones are found."""

from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzleproof.models.arrays import array_board, packed
from puzzleproof.models.arrays.board import ArrayBoard
from puzzleproof.models.arrays.sliding import SlidingBoard
from puzzleproof.models.board import RuleBoard
from puzzleproof.models.errors import CertificateRejected, InternalError
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.models.sliding.mirrors import Mirror, mirrors
from puzzleproof.models.sliding.rules import SlidingPuzzle
from puzzleproof.provers.events import ignore
from puzzleproof.provers.labelling import search
from puzzleproof.verify import labelling, table
from puzzleproof.verify.bfs import layers
from puzzleproof.verify.certificate import check_file
from tests.support import boards, frog_boards, peg_boards, tile_boards
from tests.support.boards import library

SUBJECTS: dict[str, AnyPuzzle] = {
    **{name: puzzle for name, puzzle in boards.SMALL.items() if not puzzle.tour},
    **{f"frogs, {name}": puzzle for name, puzzle in frog_boards.SMALL.items()},
    "tiles": tile_boards.tiles("1 2 3 / 4 5 0"),
    "tiles, multi": tile_boards.tiles("1 2 3 / 4 5 0", "multi"),
    "pegs": peg_boards.pegs("jump", board="triangle4", vacate=[2, 1], finish="any"),
    "two words": library("rush-49"),
}
OTHERS = (frog_boards.puzzles(), peg_boards.puzzles(), tile_boards.puzzles(3))


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
    given_ = packed.numbers_from(numbers, width)
    assert packed.integers(given_, width) == numbers
    assert (
        packed.integers(packed.numbers_of(packed.block_of(given_, width), width), width) == numbers
    )
    digits, rest = packed.digits(given_, radices)
    assert not rest.any()
    assert packed.integers(packed.from_digits(digits, radices, width), width) == numbers
    for place, number in enumerate(numbers):
        for k, radix in reversed(list(enumerate(radices))):
            number, digit = divmod(number, radix)
            assert digits[k][place] == digit


# --- faulty arrays ------------------------------------------------------------------------

Arcs = Callable[[Any, Any], Iterator[tuple[Any, Any]]]


def dropping(wrong: Callable[[ArrayBoard, Any, Any], Any]) -> Arcs:
    """Lose the moves from and to keys of which ``wrong`` is true."""
    honest: Arcs = SlidingBoard.arcs

    def arcs(board: Any, keys: Any) -> Iterator[tuple[Any, Any]]:
        for after, at in honest(board, keys):
            left = ~wrong(board, keys[at], after)
            yield after[left], at[left]

    return arcs


def place(board: Any, keys: Any, piece: int = 0) -> Any:
    return board._ranks(keys)[piece]


FAULTS: dict[str, Arcs] = {
    "one direction, at a border": dropping(
        lambda board, before, after: (place(board, after) == 0) & (place(board, before) != 0)
    ),
    "both directions, at a border": dropping(
        lambda board, before, after: (place(board, after) == 0) ^ (place(board, before) == 0)
    ),
    "all moves of one piece": dropping(
        lambda board, before, after: place(board, before, 1) != place(board, after, 1)
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("name", ["pennant", "simplicity"])
def test_what_faulty_arrays_make_is_not_accepted(
    fault: str, name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Search and checker share the arrays, so the definition beside them has to find the fault."""
    puzzle, path = library(name, "piece"), tmp_path / "faulty.cert"
    monkeypatch.setattr(search, "HAND_OVER", 0)
    monkeypatch.setattr(labelling, "DEFINED", 100)
    monkeypatch.setattr(table, "DEFINED", 100)
    monkeypatch.setattr(SlidingBoard, "arcs", FAULTS[fault])
    fault = ""
    try:
        search.write_certificate(puzzle, search.label(puzzle, ignore), path, {})
        check_file(path)
    except (InternalError, CertificateRejected) as error:
        fault = str(error)
    assert "a move leads to a state" in fault or "arrays" in fault


@pytest.mark.parametrize("bits", [24, 32, 62])
def test_no_key_stands_for_two_states(bits: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault that loses the upper bits of keys."""
    puzzle, honest = library("rush-49" if bits > 24 else "ane-rouge"), SlidingBoard._joined

    def cut(board: Any, ranks: Any) -> Any:
        words = np.ascontiguousarray(honest(board, ranks)).view(">i8" if bits > 24 else np.int64)
        words = words.reshape(-1, board._words)
        if bits == 62:
            words[:, 1:] = 0
        else:
            words[:, 0] &= (1 << bits) - 1
        return np.ascontiguousarray(words).view(board.dtype).ravel()

    monkeypatch.setattr(SlidingBoard, "_joined", cut)
    board = array_board(puzzle)
    assert board is not None
    with pytest.raises(InternalError, match="a key on arrays stands for another number"):
        board.of([state for layer in islice(layers(puzzle), 30) for state in layer])
