"""Check a table of labels on a board: the demands of `puzzleproof.verify.labelling`.

On a `RuleBoard` this is the definition: the rules' `successors` and `is_goal` are called for every
state.  `puzzleproof.verify.arrays.table` looks the moves of many states up at once, on arrays.

If the header names a symmetry, states stand for their classes (`puzzleproof.verify.classes`): a
record must be a representative, and the state after a move is looked up by its representative.

If every move can be undone, the state after a move is looked up only among the labels g - 1, g
and g + 1.  This is more than demand (3), and needs the memory of few labels.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import islice
from typing import Any, ClassVar, NamedTuple, TypeAlias

from puzzleproof.models.board import Board, RuleBoard
from puzzleproof.models.errors import CertificateRejected, InternalError
from puzzleproof.models.puzzle import State
from puzzleproof.verify.certificate import Certificate
from puzzleproof.verify.labelling import Block, blocks, goals_of, sizes
from puzzleproof.verify.records import Records
from puzzleproof.verify.replay import in_one_line

AnyBoard: TypeAlias = Board[Any]


class Side(NamedTuple):
    """Labels from the start or from the goals, and the demands on them that concern no moves."""

    name: str
    labels: int
    origins: Sequence[State]
    """The states that must have the label 0."""
    missing: str
    """The message about an origin without this label."""
    forbidden: Callable[[Any], Any]
    """Layer -> its states that must not be labelled."""
    found: str
    """The message about a forbidden state."""


class Table:
    """The labels of a file, read one after the other."""

    reader: ClassVar[type[Records]] = Records

    def __init__(self, certificate: Certificate, board: AnyBoard, rules: RuleBoard) -> None:
        """``rules`` is the board of the definition; ``board`` is the same, or an array board."""
        self._certificate, self._board, self._rules = certificate, board, rules
        self._blocks = blocks(certificate, self.reader)
        self.states = 0
        """The number of states checked."""

    def check(self) -> None:
        """Check all labels; raises CertificateRejected for the first fault."""
        board, puzzle = self._board, self._board.puzzle
        forward, backward = map(len, sizes(self._certificate))
        start = [puzzle.canonical(puzzle.start)]
        side = Side("label", forward, start, "the start is missing", board.goals, "a goal state")
        last = self._check(side, closed=self._certificate.at_least is None)
        if backward:
            goals = goals_of(self._certificate)
            missing, found = "a goal state is missing", "a state of the last forward label"
            forbidden = partial(board.common, last)
            side = Side("backward label", backward, goals, missing, forbidden, found)
            self._check(side, closed=False)
        next(self._blocks, None)  # raises if anything follows the last block

    def _check(self, side: Side, *, closed: bool) -> Any:
        """Check the labels of a side; returns the states with its last label.

        With ``closed`` the moves from these states are checked too.

        Moves are checked for a band of labels at a time, once the label after the band was read.
        """
        board = self._board
        none = below = board.of([])
        band = list[Any]()
        for block in islice(self._blocks, side.labels):
            try:
                here = self._read(block)
            except CertificateRejected:
                self._check_moves(side, block.label - 1, below, band[:-1], band[-1:])  # comes first
                raise
            if band and sum(map(board.size, band)) >= board.band:
                self._check_moves(side, block.label, below, band, [here])
                earlier = [band[-1]] if board.puzzle.reversible else [below, *band]
                below, band = earlier[0], [here]
                for layer in earlier[1:]:
                    below = board.joined(below, layer)
            else:
                band.append(here)
            try:
                self._check_states(side, block, here)
            except CertificateRejected:
                self._check_moves(side, block.label, below, band[:-1], band[-1:])
                raise
        if closed and not side.labels:
            raise CertificateRejected("claims 'unsolvable' and labels no state")
        if closed:
            self._check_moves(side, side.labels, below, band, [none])
        else:
            self._check_moves(side, side.labels - 1, below, band[:-1], band[-1:])
            for here in band[-1:]:
                self._look_at_last(side, here)
        return band[-1] if band else none

    def _read(self, block: Block) -> Any:
        try:
            here = self._board.numbered(block.parts)
        except ValueError as error:
            raise CertificateRejected(f"{block.name}: {error}") from None
        self.states += self._board.size(here)
        return here

    def _check_states(self, side: Side, block: Block, here: Any) -> None:
        """Check the states of a label, apart from their moves."""
        board = self._board
        if not block.label:
            for origin in side.origins:
                one = board.of([origin])
                if not board.size(board.common(one, here)):
                    line = "" if side.name == "label" else f", {self._line(board.states(one)[0])}"
                    raise CertificateRejected(f"{block.name}: {side.missing}{line}")
        wrong = side.forbidden(here)
        if board.size(wrong):
            state = self._line(board.states(wrong)[0])
            raise CertificateRejected(f"{block.name}: {side.found}, {state}")

    def _check_moves(
        self, side: Side, after: int, below: Any, band: Sequence[Any], above: Sequence[Any]
    ) -> None:
        """Check that no move from a state of a band skips a label.

        ``above`` has the layer with the label ``after``, which comes after the band.
        """
        if not band:
            return
        board, first = self._board, after - len(band)
        found = board.astray(below, band, above[0])
        if found is not None:
            place, states = found
            here = board.states(band[place])
            self._reject(side.name, first + place, here, set(board.states(states)))

    def _look_at_last(self, side: Side, here: Any) -> None:
        """Look at the last label of a side, whose moves are not checked; nothing is done here."""

    def _reject(self, name: str, label: int, states: Iterable[State], missing: set[State]) -> None:
        """Raise CertificateRejected for the first state with a move to a missing state."""
        for one in states:
            for end in map(self._rules.name, self._board.puzzle.successors(one)):
                if end in missing:
                    raise CertificateRejected(
                        f"{name} {label}: a move leads to a state that has no label up to "
                        f"{label + 1}: {self._line(one)} to {self._line(end)}"
                    )
        raise InternalError(f"arrays and the rules disagree about moves, {name} {label}")

    def _line(self, state: State) -> str:
        return in_one_line(self._board.puzzle, state)
