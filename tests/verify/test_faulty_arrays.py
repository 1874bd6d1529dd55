"""Faults in arrays, which search and checker share, are found by what stands beside the arrays.

A search on the faulty arrays writes a certificate of some 100,000 states, which has to be refused.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias
from unittest import mock

import numpy as np
import pytest

from puzzleproof.models.arrays import sliding
from puzzleproof.models.arrays.board import ArrayBoard
from puzzleproof.models.arrays.numbers import ActionBoard, LineBoard, PlaceBoard
from puzzleproof.models.arrays.sliding import SlidingBoard
from puzzleproof.models.errors import CertificateRejected, InternalError
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.events import ignore
from puzzleproof.provers.labelling import search
from puzzleproof.verify import labelling
from puzzleproof.verify.arrays import table
from puzzleproof.verify.certificate import check_file
from tests.support import boards
from tests.support.frog_boards import frogs
from tests.support.peg_boards import pegs
from tests.support.tile_boards import alike, tiles

BOARDS: dict[str, AnyPuzzle] = {
    "44 bits": boards.sliding(
        "ABBC/ABBC/DEEF/DGHF/I..J", goal="..../..../..../.BB./.BB.", labelled="BG"
    ),
    "2 words": boards.sliding(
        "AABBCD/EFFGCD/EHIGJJ/.XXKLL/M.NKOO/MPNQ..",
        "unit",
        goal="....../....../....../....XX/....../......",
        labelled="*",
        axis_locked=True,
    ),
    "blank": tiles("9 8 7 6 5/4 3 2 1 0"),
    "alike": alike("9 8 7 6 5/4 3 2 1 0", "0 1 2 3 4/5 6 * * *"),
    "bits": frogs("FFFFF/F...T/TTTTT", backward=True),
    "pegs": pegs("jump", board="triangle6", vacate=[1, 1], finish=[1, 1]),
}
"""So many states that the definition sees a share of them: 95,000, 56,000, 91,000, 108,000, 94,000,
291,000 are labelled with honest arrays."""
Patch: TypeAlias = pytest.MonkeyPatch
Arcs: TypeAlias = Iterator[tuple[Any, Any]]


def on_all_moves(
    kind: type[ArrayBoard], bend: Callable[[Any, Any, Any], Any], patch: Patch
) -> None:
    """Each move has other ends: ``bend`` takes (board, keys before, keys after).

    It returns the keys after, or for each move whether it is left.
    """
    honest: Callable[[Any, Any], Arcs] = kind.arcs

    def arcs(board: Any, keys: Any) -> Arcs:
        for after, at in honest(board, keys):
            bent = bend(board, keys[at], after)
            yield (after[bent], at[bent]) if bent.dtype == bool else (bent, at)

    patch.setattr(kind, "arcs", arcs)


def cut(bits: int, _board: Any, _before: Any, after: Any) -> Any:
    """Lose the upper bits of keys of one word, and all but the first word of longer ones."""
    if bits < 62:
        return after & (1 << bits) - 1
    words = np.ascontiguousarray(after).view(">i8").reshape(len(after), -1).copy()
    words[:, 1:] = 0
    return words.view(after.dtype).ravel()


def cut_keys(bits: int, patch: Patch) -> None:
    """The same wherever a key is made."""
    honest: Callable[[Any], Any] = getattr(sliding, "_keys_of_words")  # noqa: B009  private

    def wrong(words: Any) -> Any:
        return cut(bits, None, None, honest(words))

    patch.setattr(sliding, "_keys_of_words", wrong)


def not_entered(
    letters: str, patch: Patch, shape: int | None = None, most: int | None = None
) -> None:
    """Anchors in the first two columns (rows) are entered by no step west and east (north).

    A step west into the first column is what a step east into the second takes back.
    """
    honest, column = sliding.masks_of, {"W": 0, "E": 1}

    def masks_of(anchors: Any, moves: Any, layout: Any) -> Any:
        cells, entered = range(layout.cells), dict(anchors.entered)
        for letter in letters if shape in (None, len(anchors.offsets)) else "":
            gone = {1 << k for k in cells if k % layout.width == column.get(letter, k)}
            entered[letter] &= ~sum(gone)
        less = moves if most is None else moves._replace(most=most)
        return honest(replace(anchors, entered=entered), less, layout)

    patch.setattr(sliding, "masks_of", masks_of)


def alone(modulus: int, board: Any, before: Any, after: Any) -> Any:
    """One state in so many has no move, and is reached by none."""
    return (before % modulus != 1) & (after % modulus != 1)


def unseen_goals(kind: type[ArrayBoard], patch: Patch) -> None:
    def none(_board: Any, keys: Any) -> Any:
        return np.zeros(len(keys), bool)

    patch.setattr(kind, "is_goal", none)


def lack(kind: type[ArrayBoard], patch: Patch, *, back: bool) -> None:
    """One action (or line) is missing, with ``back`` also that which takes it back."""
    honest: Callable[..., None] = kind.__init__

    def init(board: Any, *args: Any) -> None:
        honest(board, *args)
        if kind is ActionBoard:
            first = board._actions.pop(0)
            if back:  # with the jumps between the same cells
                board._actions = [one for one in board._actions if one[2] != first[2]]
        else:
            line = next(iter(board._lines.values())).pop()
            if back:
                board._lines[line[-1][1]].remove([(two, one) for one, two in reversed(line)])

    patch.setattr(kind, "__init__", init)


def moves(kind: type[ArrayBoard], bend: Callable[[Any, Any, Any], Any]) -> Callable[[Patch], None]:
    return partial(on_all_moves, kind, bend)


NUMBERS = "a key on arrays stands for"
LISTED, DRAWN = "that the rules list", "arrays overlook a goal state, label"
BALANCE, SKIPS = "arrays lose moves in one direction", "a move leads to a state that has no label"
FAULTS: dict[str, tuple[str, Callable[[Patch], None], str, str]] = {
    "one border, one direction": ("44 bits", partial(not_entered, "W"), SKIPS, SKIPS),
    "one border, both directions": ("44 bits", partial(not_entered, "WE"), SKIPS, ""),
    "one shape, one direction": ("44 bits", partial(not_entered, "N", shape=0), SKIPS, SKIPS),
    "one shape, at one border": ("44 bits", partial(not_entered, "WE", shape=3), SKIPS, ""),
    "around no corner": ("44 bits", partial(not_entered, "", most=1), SKIPS, ""),
    "one state in 997": ("44 bits", moves(SlidingBoard, partial(alone, 997)), SKIPS, ""),
    "wide, one direction": ("2 words", partial(not_entered, "W"), SKIPS, SKIPS),
    "wide, both directions": ("2 words", partial(not_entered, "WE"), SKIPS, ""),
    "32 bits of a move": ("44 bits", moves(SlidingBoard, partial(cut, 32)), NUMBERS, NUMBERS),
    "32 bits of a number": ("blank", moves(LineBoard, partial(cut, 32)), NUMBERS, NUMBERS),
    "one alike state in 97": ("alike", moves(PlaceBoard, partial(alone, 97)), SKIPS, ""),
    "62 bits of a move": ("2 words", moves(SlidingBoard, partial(cut, 62)), NUMBERS, NUMBERS),
    "32 bits of a key": ("44 bits", partial(cut_keys, 32), NUMBERS, NUMBERS),
    "62 bits of a key": ("2 words", partial(cut_keys, 62), NUMBERS, NUMBERS),
    "goals": ("44 bits", partial(unseen_goals, SlidingBoard), DRAWN, ""),
    "the only goal": ("pegs", partial(unseen_goals, ActionBoard), LISTED, LISTED),
    "one action": ("bits", partial(lack, ActionBoard, back=False), SKIPS, BALANCE),
    "one action, and back": ("bits", partial(lack, ActionBoard, back=True), SKIPS, ""),
    "one jump": ("pegs", partial(lack, ActionBoard, back=False), SKIPS, ""),
    "one line": ("blank", partial(lack, LineBoard, back=False), SKIPS, SKIPS),
    "one line, and back": ("blank", partial(lack, LineBoard, back=True), SKIPS, ""),
}
"""Fault -> the board, the fault, and what the definition alone and arrays alone say of the
certificate; with numbers that stand for no state or another one, none is written."""


def refused(puzzle: AnyPuzzle, path: Path) -> str:
    """Why a certificate is refused; nothing if it is accepted."""
    try:
        check_file(path, puzzle)
    except (CertificateRejected, InternalError) as error:
        return str(error)
    return ""


def says(said: str, expected: str) -> bool:
    return expected in said if expected else not said


@pytest.mark.parametrize("fault", FAULTS)
def test_what_faulty_arrays_lead_to_is_refused(fault: str, tmp_path: Path) -> None:
    name, bend, by_definition, by_arrays = FAULTS[fault]
    puzzle, path = BOARDS[name], tmp_path / "faulty.cert"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(search, "COMPARED", math.inf)
        bend(patch)
        if NUMBERS in (by_definition, by_arrays):
            with pytest.raises(InternalError, match=NUMBERS):
                search.label(puzzle, ignore)
            return
        search.write_certificate(puzzle, search.label(puzzle, ignore), path, {})
        assert refused(puzzle, path)
        with mock.patch.object(ArrayBoard, "astray", return_value=None):
            assert says(refused(puzzle, path), by_definition)
        with mock.patch.object(table, "DEFINED", 0), mock.patch.object(labelling, "DEFINED", 0):
            assert says(refused(puzzle, path), by_arrays)


@pytest.mark.parametrize("fault", ["one action, and back", "one jump", "one line, and back"])
def test_the_search_compares_states_of_large_layers_with_the_rules(fault: str) -> None:
    name, bend, _, _ = FAULTS[fault]
    with pytest.MonkeyPatch.context() as patch:
        bend(patch)
        with pytest.raises(InternalError, match="arrays and the rules disagree about moves"):
            search.label(BOARDS[name], ignore)


def test_a_goal_that_arrays_overlook_may_be_among_the_last_states(tmp_path: Path) -> None:
    """From these no moves are looked up."""
    puzzle, path = BOARDS["44 bits"], tmp_path / "faulty.cert"
    with pytest.MonkeyPatch.context() as patch:
        unseen_goals(SlidingBoard, patch)
        search.write_certificate(puzzle, search.label(puzzle, ignore, 82), path, {})
        assert DRAWN in refused(puzzle, path)
