"""Label states: the layers of a breadth-first search become labels, which are written to a file.

The search uses a board (`puzzleproof.models.board`), as the checker does: sets of states at first,
and arrays once it has met some thousand states.  It need not be trusted:
`puzzleproof.verify.labelling` checks the file by the rules.

A search goes from the start.  If moves can be undone and the rules list few goal states, it
goes from both ends, always continuing the smaller layer.  Two layers that meet after p and q moves
give a plan of p + q moves, and the labels before them prove that fewer moves are not enough (I.
Pohl, Bi-directional search, 1971).

A large search may keep only one of two states that are mirror images of each other;
`puzzleproof.verify.classes` proves that this is enough.
"""

import math
import time
import zlib
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from puzzleproof.models.board import Board, RuleBoard
from puzzleproof.models.errors import IllegalMove, LimitReached
from puzzleproof.models.puzzle import AnyPuzzle, State, plan_through
from puzzleproof.models.sliding.rules import SlidingPuzzle
from puzzleproof.provers.certificate import Claim, Target, write_file
from puzzleproof.provers.events import Emit, Layer
from puzzleproof.provers.labelling.blocks import Blocks, record_maker
from puzzleproof.verify.certificate import SYMMETRY_VERSION

if TYPE_CHECKING:
    from puzzleproof.models.arrays.board import ArrayBoard
    from puzzleproof.models.sliding.mirrors import Mirror

AnyBoard: TypeAlias = Board[Any]
HAND_OVER = 8_000
"""After this many states the search turns to arrays; numpy takes a tenth of a second to load."""
CLASSES = 100_000
"""After this many states the search looks for a symmetry.  In a smaller table, classes would not
save time: the check by the rules takes longer for a class than for a state."""
COMPARED = 4_096
"""If a layer on arrays has at least this many states, one of them is compared with the rules."""
FEW_GOALS = 1_000
"""Goals that draw every piece are listed before the search if there are at most this many."""
LARGE_LAYER, SHARE = 2_000, 4
"""Once a layer has `LARGE_LAYER` states, the goals are listed if their number is at most one
`SHARE`-th of the layer's size.  This is tried again whenever a layer is twice as large."""


class Labelling(NamedTuple):
    """Packed states by label; ``at_least`` is None if no goal can be reached."""

    blocks: Sequence[bytes]
    at_least: int | None
    plan: tuple[str, ...] | None
    backward: Sequence[bytes] = ()
    """The blocks of states by their distance from the goals."""
    symmetry: str | None = None
    """The name of the symmetry, if the blocks hold representatives (`verify.classes`)."""

    @property
    def moves_back(self) -> int:
        """The number of moves that were searched backwards from the goals."""
        return max(0, len(self.backward) - 1)


def label(
    puzzle: AnyPuzzle,
    emit: Emit,
    at_least: int | None = None,
    *,
    memory: int | None = None,
    seconds: float | None = None,
    bidirectional: bool = True,
    classes: bool = False,
) -> Labelling:
    """Search from the start until a goal, the depth ``at_least``, or the end of the graph.

    ``memory`` in bytes is for the arrays of a large search.  With ``bidirectional`` the search may
    also begin at the goals; with ``classes`` it may label only one of two states that a symmetry
    exchanges.  Raises LimitReached if memory is exceeded, or after ``seconds`` of processor time if
    layers still grow: once they shrink, few states are left compared with the states met so far.
    """
    until = math.inf if seconds is None else time.process_time() + seconds
    return _LabelSearch(puzzle, emit, memory, until, bidirectional, classes).run(at_least)


class End:
    """The search from one end: its blocks so far, the known layers, and the next layer."""

    def __init__(self, board: AnyBoard, origins: Iterable[State], memory: int | None) -> None:
        self.blocks = Blocks(board.puzzle.pack_width, memory)
        self.known = list[Any]()
        """The layers to which moves from the last layer may lead; the last layer comes last."""
        self.next: Any = board.of(origins)

    @property
    def size(self) -> int:
        """The number of states of the last layer, or 0 if there is no layer yet."""
        return self.blocks.sizes[-1] if self.blocks.sizes else 0

    @property
    def grows(self) -> bool:
        """Whether no layer was larger than the last one."""
        return self.size == max(self.blocks.sizes, default=0)

    def step(self, board: AnyBoard) -> bool:
        """Find the next layer; return whether it has any state.  Raises LimitReached."""
        if self.known:
            self.next = board.after(self.known[-1], self.known)
        return board.size(self.next) > 0

    def keep(self, board: AnyBoard) -> None:
        """Make the next layer the last one."""
        if (size := board.size(self.next)) >= COMPARED:
            board.compare(self.next, zlib.crc32(b"%d" % len(self.blocks)) % size)
        self.blocks.append(board.block(self.next))
        known = self.known = [*self.known, self.next]
        if board.puzzle.reversible:
            del known[:-2]  # a neighbour of layer g is in layer g - 1, g or g + 1
        while len(known) > 2 and board.size(known[-3]) <= 2 * board.size(known[-2]):
            known[-3:-1] = [board.joined(*known[-3:-1])]  # so that few layers are looked up

    def move_to(self, board: AnyBoard) -> None:
        """Read the known layers again, for another board."""
        needed = 2 if board.puzzle.reversible else len(self.blocks)
        self.known = list(
            map(board.read, islice(self.blocks, max(0, len(self.blocks) - needed), None))
        )


class _LabelSearch:
    """A search from the start, and from the goals once they are listed.

    ``_back`` is None before the goals are listed, and if the search from them is given up: goals
    are then recognised by the rules, as if they were the only block of that end.
    """

    def __init__(
        self,
        puzzle: AnyPuzzle,
        emit: Emit,
        memory: int | None,
        until: float,
        bidirectional: bool,
        classes: bool,
    ) -> None:
        self._puzzle, self._emit, self._memory, self._until = puzzle, emit, memory, until
        self._bidirectional = bidirectional and puzzle.reversible
        self._mirror: Mirror | None = None
        rules = RuleBoard(puzzle)
        self._board: AnyBoard = rules
        self._budget = rules.budget
        self._stages = [(HAND_OVER, self._turn_to_arrays), (CLASSES, self._turn_to_classes)]
        """(Number of states, what the search does once it has met more), in this order."""
        if not classes:
            del self._stages[1]
        self._front = End(self._board, [puzzle.canonical(puzzle.start)], memory)
        self._back: End | None = None
        self._next_try = LARGE_LAYER
        self._seen = 0

    def run(self, at_least: int | None) -> Labelling:
        """Continue the smaller layer until both ends meet, or ``at_least`` moves are proven."""
        if self._bidirectional and self._puzzle.draws_whole_goals:
            self._list_goals(FEW_GOALS)
        while True:
            depth, end = self._depth, min(self._ends, key=lambda one: one.size)
            found = self._step(end)
            met = self._meeting(end) if found else None
            if not found and end is not self._front:
                # There is no plan, or too little memory; the search from the start continues alone.
                self._back, self._bidirectional = None, False
            elif met is not None:
                return self._labelling(depth, self._plan(end, met))
            elif not found or depth == at_least:
                return self._labelling(depth if found else None, None)
            else:
                self._keep(end)

    def _step(self, end: End) -> bool:
        """Find the next layer of an end, if there is one."""
        self._budget.until = self._until if end.grows else math.inf
        try:
            self._budget.ask(0)
            return end.step(self._board)
        except LimitReached:
            if end is self._front:
                raise
            return False

    def _keep(self, end: End) -> None:
        end.keep(self._board)
        self._seen += end.size
        self._emit(Layer("search", "models", self._depth - 1, self._seen))
        one_way = self._bidirectional and self._back is None and self._mirror is None
        if one_way and end.size >= self._next_try:
            # In a smaller search, or for more goals, the list of goals costs more than it saves.
            self._next_try = 2 * end.size
            self._list_goals(end.size // SHARE)
        if self._stages and self._seen > self._stages[0][0]:
            _, turn = self._stages.pop(0)
            with suppress(ImportError):  # there may be no numpy
                turn()

    def _turn_to_arrays(self) -> None:
        """Continue the search on arrays, if they can hold the states."""
        from puzzleproof.models.arrays import array_board

        board = array_board(self._puzzle, self._memory)
        if board is None:
            self._stages.clear()
        else:
            self._move_to(board)

    def _turn_to_classes(self) -> None:
        """Continue with one of each two states that are mirror images, if there is a symmetry."""
        from puzzleproof.models.arrays import array_board
        from puzzleproof.models.sliding.mirrors import mirrors

        if self._back is not None or not isinstance(self._puzzle, SlidingPuzzle):
            return
        mirror = next(mirrors(self._puzzle), None)
        board = None if mirror is None else array_board(self._puzzle, self._memory, mirror)
        if board is None:
            return
        named = Blocks(self._puzzle.pack_width, self._memory)
        for layer in board.renamed(map(self._board.read, self._front.blocks)):
            named.append(board.block(layer))
        if named.sizes[-1]:
            self._front.blocks, self._mirror = named, mirror
            self._move_to(board)

    def _move_to(self, board: "ArrayBoard") -> None:
        self._board, self._budget = board, board.budget
        for end in self._ends:
            end.move_to(board)

    @property
    def _ends(self) -> list[End]:
        return [self._front] if self._back is None else [self._front, self._back]

    @property
    def _depth(self) -> int:
        """The length of a plan through the next layer; the blocks so far exclude shorter plans."""
        return len(self._front.blocks) + (0 if self._back is None else len(self._back.blocks) - 1)

    def _meeting(self, end: End) -> State | None:
        """Return a state of the next layer where the ends meet, or that is a goal, or None."""
        board = self._board
        if self._back is None:
            found = board.goals(end.next)
        else:
            other = self._back if end is self._front else self._front
            found = board.common(end.next, other.known[-1] if other.known else other.next)
        return board.states(found)[0] if board.size(found) else None

    def _list_goals(self, most: int) -> None:
        """Begin a search from the goals if there are at most ``most`` goals and memory suffices."""
        from puzzleproof.models.capabilities import listed_goals

        goals = listed_goals(self._puzzle, most)
        if goals is not None:
            with suppress(LimitReached):
                back = End(self._board, goals, self._memory)
                back.keep(self._board)
                self._back = back
                self._seen += back.size

    def _plan(self, end: End, met: State) -> tuple[str, ...]:
        """Return the plan through ``met``, a goal or meeting point in the next layer of ``end``."""
        paths = list[list[State]]()
        for one in self._ends:
            blocks = islice(reversed(one.blocks), one is not end, None)
            paths.append([met])
            for block in blocks:  # the last block first
                paths[-1].append(self._before(block, paths[-1][-1]))
        path = [*reversed(paths[0]), *(state for after in paths[1:] for state in after[1:])]
        if path[0] != self._puzzle.canonical(self._puzzle.start):  # it begins at the start's image
            assert self._mirror is not None, "layers hold representatives"
            path = list(map(self._mirror.image, path))
        return plan_of(self._puzzle, path)

    def _before(self, block: bytes, state: State) -> State:
        """Find a state of the block, or an image of one, from which one move leads to ``state``."""
        puzzle = self._puzzle
        if puzzle.reversible:
            name = puzzle.canonical if self._mirror is None else self._mirror.least
            around = puzzle.successors(state)
            found = [s for s in around if _is_in(block, puzzle.pack(name(s)), puzzle.pack_width)]
        else:
            board = self._board
            found = board.states(board.sources(board.read(block), state))
        if not found:
            raise IllegalMove("the search's layers do not join: no move leads from one to the next")
        return found[0]

    def _labelling(self, at_least: int | None, plan: tuple[str, ...] | None) -> Labelling:
        backward: Sequence[bytes] = ()
        if self._back is not None and at_least is not None and len(self._back.blocks) > 1:
            backward = self._back.blocks  # else it lists only goals, which need no labels
        symmetry = None if self._mirror is None else self._mirror.name
        return Labelling(self._front.blocks, at_least, plan, backward, symmetry)


def plan_of(puzzle: AnyPuzzle, states: Sequence[State]) -> tuple[str, ...]:
    """List the moves through states, in the family's notation."""
    return tuple(map(puzzle.format_move, plan_through(puzzle, states)))


def _is_in(block: bytes, number: int, width: int) -> bool:
    record = number.to_bytes(width, "big")
    records = range(len(block) // width)
    k = bisect_left(records, record, key=lambda i: block[i * width : (i + 1) * width])
    return block[k * width : (k + 1) * width] == record


def write_certificate(
    puzzle: AnyPuzzle, labelling: Labelling, target: Target, versions: Mapping[str, str]
) -> None:
    """Write a labelling as a certificate."""
    width, sides = puzzle.pack_width, (labelling.blocks, labelling.backward)
    sizes = [[len(block) // width for block in side] for side in sides]
    make = record_maker(width, many=sum(map(sum, sizes)) > HAND_OVER)
    body = chain.from_iterable(map(make, chain(*sides)))
    more: dict[str, Any] = {"sizes": sizes[0], "backward": sizes[1]}
    if labelling.symmetry is not None:
        more.update(version=SYMMETRY_VERSION, symmetry=labelling.symmetry)
    claim = Claim("labelling", labelling.at_least, labelling.plan)
    write_file(target, puzzle, claim, versions, body, **more)
