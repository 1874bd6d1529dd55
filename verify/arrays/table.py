"""A table of labels on arrays: its records, and the definition on a sample of its states.

The definition runs on `DEFINED` states, drawn at random over all labels; the draw depends on the
header, which seals the body.  A fault in arrays that touches one state in a thousand escapes the
definition with a chance of e^-25.  Goals may be rarer, so arrays have to recognise all goals that
the rules list, if these are few.
"""

import random
from collections.abc import Sequence
from typing import Any, cast

import numpy as np

from puzzleproof.models.arrays.words import WORD_BYTES, Numbers, Sets, numbers_from
from puzzleproof.models.board import RuleBoard
from puzzleproof.models.capabilities import goal_states
from puzzleproof.models.errors import InternalError
from puzzleproof.models.puzzle import State
from puzzleproof.verify.certificate import Certificate
from puzzleproof.verify.labelling import DEFINED, sizes
from puzzleproof.verify.records import Records
from puzzleproof.verify.table import AnyBoard, Side, Table

GOALS_SHOWN = 1_000
"""If the rules list at most this many goal states, arrays have to recognise all of them."""
WORD_BITS = 64
QUICK_BYTES = 8
"""Varints of up to this many bytes are read on arrays; few honest files have longer ones."""


class ArrayRecords(Records):
    """Blocks whose parts are arrays of words: the same bytes, demands and messages as `Records`.

    Unusual bytes are left to `Records`.
    """

    def _differences(self, data: bytes, where: str) -> Any:
        """Return the differences as an array if no varint is long, else as a list."""
        got = np.frombuffer(data, np.uint8)
        end = np.flatnonzero(got < 0x80)
        begin = np.empty_like(end)
        begin[:1] = 0
        begin[1:] = end[:-1] + 1
        length = end - begin + 1
        longest = max(int(length.max(initial=0)), len(self._open))
        if longest > min(QUICK_BYTES, self._longest) or ((got[end] == 0) & (length > 1)).any():
            return super()._differences(data, where)
        found = (got[begin] & 0x7F).astype(np.uint64)
        left = np.flatnonzero(length > 1)
        for byte in range(1, longest):
            left = left[length[left] > byte]
            more = (got[begin[left] + byte] & 0x7F).astype(np.uint64)
            found[left] |= more << np.uint64(7 * byte)
        return found

    def _numbers(
        self, added: Sequence[int] | Sets, last: int, name: str, done: int
    ) -> tuple[Numbers, int]:
        """Return an array of packed numbers, and the last one; ``added`` is an array or a list."""
        width = self._bits // 8
        if isinstance(added, np.ndarray):
            if int(added.min()) and int(added.max()) * len(added) >> 63 == 0:
                sums, begin = np.cumsum(added, dtype=np.uint64) - np.uint64(1), last + 1
                end = begin + int(sums[-1])
                if not end >> min(self._bits, 2 * WORD_BITS):
                    return _added(begin, sums, width), end
            added = cast("list[int]", added.tolist())
        numbers, end = super()._numbers(added, last, name, done)
        return numbers_from(numbers, width), end


def _added(begin: int, sums: Sets, width: int) -> Numbers:
    """Return ``begin`` plus each sum as packed numbers, of two words at most."""
    high, rest = map(np.uint64, divmod(begin, 1 << WORD_BITS))
    low: Sets = sums + rest
    if width <= WORD_BYTES:
        return low
    rows = np.zeros((len(sums), max(width, 2 * WORD_BYTES)), np.uint8)
    words = np.stack([high + (low < sums), low], axis=1).astype(">u8")
    rows[:, -2 * WORD_BYTES :] = words.view(np.uint8)
    return np.ascontiguousarray(rows[:, rows.shape[1] - width :]).view(f"S{width}").ravel()


class ArrayTable(Table):
    """The labels of a file, checked on arrays; the rules check a share of the states too."""

    reader = ArrayRecords

    def __init__(self, certificate: Certificate, board: AnyBoard, rules: RuleBoard) -> None:
        super().__init__(certificate, board, rules)
        self.defined = 0
        """The number of states checked by the definition."""
        self._draw = random.Random(str(certificate.extra["header_sha256"]))  # noqa: S311  a sample
        self._share = DEFINED / max(sum(map(sum, sizes(certificate))), DEFINED, 1)

    def check(self) -> None:
        """Check that arrays recognise goals that the rules list, if few; then check all labels."""
        board = self._board
        shown = board.of(goal_states(board.puzzle, GOALS_SHOWN) or ())
        if board.size(board.goals(shown)) != board.size(shown):
            raise InternalError("arrays overlook a goal state that the rules list")
        super().check()

    def _check_moves(
        self, side: Side, after: int, below: Any, band: Sequence[Any], above: Sequence[Any]
    ) -> None:
        """Check the moves on arrays, and the moves of a share of the states by the rules too."""
        super()._check_moves(side, after, below, band, above)
        layers, reversible = [below, *band, *above], self._board.puzzle.reversible
        for k, here in enumerate(band):
            label = after - len(band) + k
            states = self._drawn(side, label, here)
            ends = self._rules.after(set(states), ())
            known = layers[k : k + 3] if reversible else layers[: k + 3]
            if ends and (missing := self._board.missing(ends, known)):
                self._reject(side.name, label, states, set(missing))

    def _look_at_last(self, side: Side, here: Any) -> None:
        self._drawn(side, side.labels - 1, here)

    def _drawn(self, side: Side, label: int, here: Any) -> list[State]:
        """Draw states for the definition; raises InternalError if one is a goal."""
        board, many = self._board, self._board.size(here)
        number = int(many * self._share + self._draw.random())
        self.defined += number
        states = board.states(here[sorted(self._draw.sample(range(many), number))])
        if side.name == "label" and any(map(board.puzzle.is_goal, states)):
            raise InternalError(f"arrays overlook a goal state, {side.name} {label}")
        return states
