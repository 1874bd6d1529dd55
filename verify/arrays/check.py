"""Check a labelling on arrays: the demands of `puzzleproof.verify.labelling`, in its order.

The states of a label are keys in ascending order.  For a chunk of states at a time, the states
after all moves are computed, sorted, and looked up by binary search: among the labels g - 1, g and
g + 1 if moves can be taken back, else among all labels up to g + 1.

Every run compares the moves of some 200 states, spread over all labels, with the rules'
`successors`, and asks them which of these states are goals.  This proves nothing, but it may find a
bug.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import chain, islice
from typing import NamedTuple, TypeAlias

import numpy as np

from puzzleproof.models.arrays.numbers import ActionBoards, LineBoards, number_boards
from puzzleproof.models.arrays.sliding import ArrayBoards, array_boards
from puzzleproof.models.arrays.words import Truths, Words, distinct, found_in
from puzzleproof.models.budget import spend
from puzzleproof.models.errors import CertificateRejected, InternalError
from puzzleproof.models.puzzle import AnyPuzzle, State
from puzzleproof.verify.arrays.records import ArrayRecords
from puzzleproof.verify.certificate import Certificate
from puzzleproof.verify.classes import mirror_of
from puzzleproof.verify.labelling import COMPARED, Block, blocks, goals_of, sizes
from puzzleproof.verify.replay import in_one_line

Boards: TypeAlias = ArrayBoards | ActionBoards | LineBoards
CHUNK = 1 << 15
"""States whose moves are looked up together."""
Layer: TypeAlias = Words
"""The keys of the states of a label, in ascending order."""


def array_check(certificate: Certificate) -> Callable[[], int] | None:
    """The function that checks a labelling and counts its states; None if arrays cannot do it."""
    mirror = mirror_of(certificate)
    boards: Boards | None = array_boards(certificate.puzzle, mirror)
    if boards is None and mirror is None:
        boards = number_boards(certificate.puzzle)
    return None if boards is None else ArrayTable(certificate, boards).check


class _Side(NamedTuple):
    """Like `puzzleproof.verify.reference.Side`; ``forbidden`` is asked about a whole layer."""

    name: str
    labels: int
    origins: Sequence[State]
    missing: str
    forbidden: Callable[[Layer], Truths]
    found: str


class ArrayTable:
    """The labels of a file, read one after the other."""

    def __init__(self, certificate: Certificate, boards: Boards) -> None:
        self._certificate, self._puzzle, self._boards = certificate, certificate.puzzle, boards
        self._blocks = blocks(certificate, ArrayRecords)
        self._mirror = mirror_of(certificate)
        self._states = 0

    def check(self) -> int:
        """Check the whole labelling; returns the number of states."""
        forward, backward = map(len, sizes(self._certificate))
        origins = [self._name(self._puzzle.canonical(self._puzzle.start))]
        missing, goals = "the start is missing", self._boards.goals
        side = _Side("label", forward, origins, missing, goals, "a goal state")
        last = self._check(side, closed=self._certificate.at_least is None)
        if backward:
            origins, missing = goals_of(self._certificate, self._name), "a goal state is missing"
            forbidden, found = partial(found_in, last), "a state of the last forward label"
            side = _Side("backward label", backward, origins, missing, forbidden, found)
            self._check(side, closed=False)
        next(self._blocks, None)  # raises if anything follows the last block
        return self._states

    def _check_states(self, side: _Side, block: Block, layer: Layer) -> None:
        """Check a layer, apart from its moves."""
        if not block.label:
            found = found_in(layer, self._boards.keys_of(side.origins))
            if not found.all():
                line = self._line(side.origins[int(found.argmin())])
                line = "" if side.name == "label" else f", {line}"
                raise CertificateRejected(f"{block.name}: {side.missing}{line}")
        if len(wrong := layer[side.forbidden(layer)]):
            (state,) = self._boards.states(wrong[:1])
            raise CertificateRejected(f"{block.name}: {side.found}, {self._line(state)}")

    def _check(self, side: _Side, *, closed: bool) -> Layer:
        """Check the layers in order; returns the last one."""
        none = np.empty(0, np.int64)
        below, here = none, none
        for block in islice(self._blocks, side.labels):
            above = self._read(block)
            if block.label:
                self._check_moves(side.name, block.label - 1, (below, here, above))
            self._check_states(side, block, above)
            some = above[:: len(above) // (COMPARED // side.labels + 1) + 1]
            compare(self._puzzle, self._boards, some, self._name)
            self._states += len(above)
            if self._puzzle.reversible:
                below = here
            else:
                below = np.concatenate([below, here])
                below.sort(kind="stable")  # in place, and quick: two runs in order
            here = above
        if closed:
            if not side.labels:
                raise CertificateRejected("claims 'unsolvable' and labels no state")
            self._check_moves(side.name, side.labels - 1, (below, here, none))
        return here

    def _read(self, block: Block) -> Layer:
        try:
            keys = list(map(self._boards.keys, block.parts))
        except ValueError as error:
            raise CertificateRejected(f"{block.name}: {error}") from None
        return np.concatenate([np.empty(0, np.int64), *keys])

    def _check_moves(self, name: str, label: int, three: tuple[Layer, Layer, Layer]) -> None:
        """Check that no move from the middle layer leads out of the three."""
        below, here, above = three
        for begin in range(0, len(here), CHUNK):
            keys = here[begin : begin + CHUNK]
            spend(len(keys), 32 * (len(below) + len(here) + len(above)))
            missing = moved(self._boards, keys, (above, here, below))
            if len(missing):
                self._reject(name, label, keys, set(self._boards.states(missing)))

    def _reject(self, name: str, label: int, keys: Words, missing: set[State]) -> None:
        """Raise CertificateRejected for the first state that a move takes to a missing one."""
        for one in self._boards.states(keys):
            for end in map(self._name, self._puzzle.successors(one)):
                if end in missing:
                    raise CertificateRejected(
                        f"{name} {label}: a move leads to a state that has no label up to "
                        f"{label + 1}: {self._line(one)} to {self._line(end)}"
                    )
        raise InternalError(f"arrays and the rules disagree about moves, {name} {label}")

    def _name(self, state: State) -> State:
        """The state that stands for a canonical state in the table: the name of its class."""
        return state if self._mirror is None else self._mirror.least(state)

    def _line(self, state: State) -> str:
        return in_one_line(self._puzzle, state)


def compare(
    puzzle: AnyPuzzle, boards: Boards, keys: Words, name: Callable[[State], State] = lambda one: one
) -> None:
    """Compare the moves of some states, and which of them are goals, with the rules."""
    states = boards.states(keys)
    after = set(map(name, chain.from_iterable(map(puzzle.successors, states))))
    for state in after ^ set(boards.states(moved(boards, keys))):
        line = in_one_line(puzzle, state)
        raise InternalError(f"arrays and the rules disagree about moves to {line}")
    for state, is_goal in zip(states, boards.goals(keys).tolist(), strict=True):
        if is_goal != puzzle.is_goal(state):
            line = in_one_line(puzzle, state)
            raise InternalError(f"arrays and the rules disagree about goals in {line}")


def moved(boards: Boards, keys: Words, known: Iterable[Layer] = ()) -> Words:
    """The states one move from these that are in no known layer, ascending."""
    found = distinct(boards.moves(keys))
    spend(len(found) // 4)
    for layer in known:
        found = found[~found_in(layer, found)]
    return found
