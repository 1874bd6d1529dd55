"""Peg solitaire: the rules, from one state to the next.

A peg jumps over a neighbouring peg into the empty hole behind it, in a straight line; the peg
jumped over is taken off.  With the key ``diagonal`` pegs also jump along diagonals.  A state is one
integer, one bit per hole in the order of the board.  Metrics: ``move`` (one or more jumps in a row
by one peg, the *compound move*), ``jump`` (one jump).  Moves are written as the numbers of the
holes where the peg stands and lands, as in ``17-19-35``.
"""

# Class constants override properties of `Puzzle`; mypy checks all overrides.
# pyright: reportIncompatibleMethodOverride=false
from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, combinations, pairwise
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self, TypeAlias

from puzzleproof.models.drawing import Cell
from puzzleproof.models.errors import IllegalMove, InstanceError, NotationError, Unsupported
from puzzleproof.models.invariants import GoalSet, Vector, Weighed
from puzzleproof.models.pegs.boards import (
    FEWEST,
    Hole,
    PegBoard,
    board_and_start,
    check_counts,
    finish_and_goals,
    hole_at,
    is_drawing,
    one_of,
)
from puzzleproof.models.puzzle import GOALS_LISTED, Exploration, Info, Puzzle, SpecialSearch, State
from puzzleproof.models.texts import count

if TYPE_CHECKING:
    from random import Random

    from puzzleproof.models.drawing import Cell
    from puzzleproof.models.picture import Picture
    from puzzleproof.models.strips import Action, PackedMoves, Strips

COMPOUND_HOLES = 64
"""The greatest number of holes (bits of a word) for a search of compound moves with bounds."""

NO_LINES = (
    "no three holes of this drawing lie in a line, so there is no jump: expected each hole beside "
    "the next, with no column between (or with grid = 'triangular', each row shifted half a hole)"
)
LARGE_HOLES = 200
"""The greatest number of holes for which `PegPuzzle.states_at_most` is a sum of binomials."""

PegMove: TypeAlias = tuple[int, ...]
"""The numbers of the holes where one peg stands, lands, lands again, …"""


class Jump(NamedTuple):
    """A jump: masks of its three holes and of the two that need pegs, and the hole it lands in."""

    whole: int
    pegs: int
    landing: int


class Chain(NamedTuple):
    """Jumps in a row by one peg: pegs and empty holes needed, pegs afterwards, the last landing."""

    positive: int
    negative: int
    pegs: int
    at: int

    def jumped(self, jump: Jump) -> Chain | None:
        """Return the chain with one more jump, or None if the jump cannot follow.

        A hole that the chain has not touched may have held a peg or not.
        """
        met, into = self.positive | self.negative, 1 << jump.landing
        over = jump.pegs & ~(1 << self.at)
        if over & met & ~self.pegs or into & self.pegs:
            return None
        left = (self.pegs | jump.pegs) ^ jump.whole
        return Chain(self.positive | over & ~met, self.negative | into & ~met, left, jump.landing)


@dataclass(frozen=True, repr=False)
class PegPuzzle(Puzzle[PegMove]):
    """An instance: a board, a start, goals (reaching any one solves it), and a metric.

    The start is a full board with one hole vacated, or it is given as a drawing.  The goal is one
    peg in a given hole, or a number of pegs anywhere, or drawings.  Drawings are masks over holes.
    """

    family: ClassVar[str] = "pegs"
    metrics: ClassVar[tuple[str, ...]] = ("move", "jump")
    invariants: ClassVar[bool] = True
    keys: ClassVar[tuple[str, ...]] = (
        *("board", "grid", "diagonal", "vacate", "finish", "start", "goal"),
    )
    explored_by: ClassVar[Exploration] = "levels"
    draws_whole_goals: ClassVar[bool] = True
    reversible: ClassVar[bool] = False

    board: PegBoard
    vacate: Hole | None = None
    finish: Hole | str | None = None
    """A hole, or words (`models.pegs.boards.IN_WORDS`)."""
    drawn_start: int = 0
    drawn_goals: tuple[int, ...] = ()

    @classmethod
    def from_document(cls, doc: Mapping[str, Any], info: Info, metric: str) -> Self:
        """Build from the keys of an instance file; raises InstanceError naming key and place."""
        board, start = board_and_start(doc)
        one_of(("vacate", "vacate" in doc), ("start", start is not None))
        finish, drawn = finish_and_goals(doc, board)
        puzzle = cls(
            info=info,
            metric=metric,
            board=board,
            vacate=hole_at(doc["vacate"], "vacate", board) if "vacate" in doc else None,
            finish=finish,
            drawn_start=board.read_mask(start, "start") if start is not None else 0,
            drawn_goals=drawn,
        )
        check_counts(puzzle.pegs, puzzle._counts, puzzle.document())
        if is_drawing(board.name) and not puzzle._jumps:
            raise InstanceError.at("board" if "board" in doc else "start", NO_LINES)
        return puzzle

    def document(self) -> dict[str, Any]:
        doc = self.board.document()
        if self.vacate is not None:
            doc["vacate"] = list(self.vacate)
        else:
            doc["start"] = f"{self.board.draw(self.drawn_start)}\n"
        if self.finish is not None:
            doc["finish"] = self.finish if isinstance(self.finish, str) else list(self.finish)
        else:
            texts = [f"{self.board.draw(goal)}\n" for goal in self.drawn_goals]
            doc["goal"] = texts[0] if len(texts) == 1 else texts
        return doc

    def with_start(self, state: State, info: Info) -> Self:
        """Return the board with another start, and with the goals of no more pegs than this start.

        Raises InstanceError if every goal has more pegs.
        """
        pegs = state[0].bit_count()
        near = tuple(goal for goal in self.drawn_goals if goal.bit_count() <= pegs)
        goals = near or self.drawn_goals
        puzzle = replace(self, info=info, vacate=None, drawn_start=state[0], drawn_goals=goals)
        check_counts(puzzle.pegs, puzzle._counts, puzzle.document())
        return puzzle

    # --- start, goals, jumps ----------------------------------------------------------------

    @cached_property
    def pegs(self) -> int:
        """The mask of the pegs at the start."""
        if self.vacate is None:
            return self.drawn_start
        return (1 << len(self.board.holes)) - 1 ^ self._bit(self.vacate)

    @cached_property
    def goals(self) -> tuple[int, ...]:
        """The masks of all goals; reaching any one solves the puzzle."""
        if self.finish is None:
            return self.drawn_goals
        if not isinstance(self.finish, str):
            return (self._bit(self.finish),)
        left, bits = self.pegs_left, [1 << k for k in range(len(self.board.holes))]
        if left is None:
            ask = "run 'prove' to find it, or give one, as in finish = \"2 pegs\""
            raise Unsupported(f"finish {self.finish!r}: the number of pegs is not known; {ask}")
        if self._positions_left > GOALS_LISTED:
            fault = f"{self._positions_left:,} positions have {count(left, 'peg')}"
            raise Unsupported(f"finish {self.finish!r}: {fault}: expected {GOALS_LISTED:,} at most")
        return tuple(map(sum, combinations(bits, left)))

    @property
    def pegs_left(self) -> int | None:
        """The number of pegs to be left, in any holes, if the goal is a number.

        A jump takes one peg.  So a plan that leaves fewer pegs passes a position with exactly this
        number.  Without its last jumps it ends there, with no more moves.
        """
        if not isinstance(self.finish, str) or self.finish == FEWEST:
            return None
        return int(self.finish.split()[0].replace("any", "1"))

    @property
    def _counts(self) -> list[int]:
        """The number of pegs of each goal; 1 if the goal is the fewest pegs."""
        drawn = () if isinstance(self.finish, str) else self.goals
        return [goal.bit_count() for goal in drawn] or [self.pegs_left or 1]

    @property
    def _positions_left(self) -> int:
        """The number of positions with as many pegs as the goal has."""
        return math.comb(len(self.board.holes), self.pegs_left or 0)

    @property
    def goal_in_words(self) -> str:
        """The number of pegs left, as in ``2 pegs left``, if this number is the goal."""
        in_words = isinstance(self.finish, str) and self.finish not in ("any", FEWEST)
        return f"{self.finish} left" if in_words else ""

    def ladder(self) -> Iterator[tuple[int, Self]]:
        """Yield the puzzles whose goals are one peg, two pegs, …, if the goal is the fewest pegs.

        Their metric is ``jump``: the number of jumps is known, and only reachability matters.
        """
        info = self.info._replace(known=())
        for left in range(1, self.pegs.bit_count() + 1) if self.finish == FEWEST else ():
            yield left, replace(self, finish=count(left, "peg"), metric="jump", info=info)

    def _bit(self, hole: Hole) -> int:
        return 1 << self.board.place[hole]

    @cached_property
    def _goal_set(self) -> frozenset[int]:
        return frozenset(self.goals)

    @cached_property
    def _jumps_from(self) -> tuple[tuple[Jump, ...], ...]:
        """For each hole, the jumps that begin there."""
        found = list[tuple[Jump, ...]]()
        for hole in self.board.holes:
            jumps = list[Jump]()
            for over, landing in self.board.lines(hole):
                pegs, target = self._bit(hole) | self._bit(over), self._bit(landing)
                jumps.append(Jump(pegs | target, pegs, target.bit_length() - 1))
            found.append(tuple(jumps))
        return tuple(found)

    @cached_property
    def _jumps(self) -> tuple[Jump, ...]:
        return tuple(chain.from_iterable(self._jumps_from))

    # --- the rules --------------------------------------------------------------------------

    @property
    def start(self) -> State:
        """The pegs at the start."""
        return (self.pegs,)

    @property
    def states_at_most(self) -> int:
        """The number of positions (with at most the start's pegs, unless the board is large)."""
        holes, pegs = len(self.board.holes), self.pegs.bit_count()
        if holes > LARGE_HOLES:
            return 1 << holes
        return sum(math.comb(holes, number) for number in range(pegs + 1))

    @property
    def longest_plan(self) -> int:
        """The pegs at the start minus the fewest pegs of a goal: each move takes at least one."""
        return self.pegs.bit_count() - min(self._counts)

    @property
    def special_search(self) -> SpecialSearch | None:
        """The search with bounds for compound moves, on a board whose holes fit into one word."""
        if self.metric == "move" and len(self.board.holes) <= COMPOUND_HOLES:
            return "compound"
        return None

    def is_goal(self, state: State) -> bool:
        """Tell whether the pegs stand as in some goal, or are as many as the goal says."""
        if self.pegs_left is not None:
            return state[0].bit_count() == self.pegs_left
        return state[0] in self._goal_set

    def goal_states(self, most: int, /) -> tuple[State, ...] | None:
        """Return every goal as a state."""
        if self._positions_left > most:
            return None
        return None if len(self.goals) > most else tuple((goal,) for goal in self.goals)

    def successors(self, state: State) -> Iterable[State]:
        (mask,) = state
        if self.metric == "jump":
            return [(mask ^ whole,) for whole, pegs, _ in self._jumps if mask & whole == pegs]
        jumps_from, seen = self._jumps_from, set[tuple[int, int]]()
        found = [(mask ^ whole, to) for whole, pegs, to in self._jumps if mask & whole == pegs]
        for here, at in found:  # the list grows during the loop: jumps of the same peg
            for whole, pegs, to in jumps_from[at]:
                if here & whole == pegs and (one := (here ^ whole, to)) not in seen:
                    seen.add(one)
                    found.append(one)
        return {(after,) for after, _ in found}

    def moves(self, state: State) -> Iterator[PegMove]:
        """Yield a move of fewest jumps to each state that one move reaches."""
        numbers = self.board.numbers
        for k, z in enumerate(numbers):
            if not state[0] >> k & 1:
                continue
            queue: list[tuple[int, int, PegMove]] = [(state[0], k, (z,))]
            seen = set[tuple[int, int]]()
            for here, at, path in queue:
                if len(path) > 1:
                    yield path
                    if self.metric == "jump":
                        continue
                for whole, pegs, to in self._jumps_from[at]:
                    if here & whole == pegs and (one := (here ^ whole, to)) not in seen:
                        seen.add(one)
                        queue.append((*one, (*path, numbers[to])))

    def play(self, state: State, move: PegMove) -> State:
        """Make a move; raises IllegalMove naming the jump, the hole and the reason."""
        text, mask = self.format_move(move), state[0]
        for z in move:
            if z not in self.board.index:
                raise IllegalMove(f"{text!r}: no hole {z} on the board {self.board.label}")
        if len(move) < 2:
            raise IllegalMove(f"{text!r}: expected two holes at least, where a peg is and lands")
        if self.metric == "jump" and len(move) > 2:
            raise IllegalMove(
                f"{text!r}: {len(move) - 1} jumps are not one move in the metric 'jump'"
            )
        for number, (z, to) in enumerate(pairwise(move), 1):
            mask = self._jump(mask, z, to, f"{text!r}, jump {number} ({z}-{to})")
        return (mask,)

    def _jump(self, mask: int, z: int, to: int, where: str) -> int:
        at, landing = self.board.index[z], self.board.index[to]
        if not mask >> at & 1:
            raise IllegalMove(f"{where}: hole {z} is empty")
        jump = next((one for one in self._jumps_from[at] if one.landing == landing), None)
        if jump is None:
            raise IllegalMove(f"{where}: no straight line of three holes leads from {z} to {to}")
        over = jump.pegs & ~(1 << at)
        if not mask & over:
            between = self.board.numbers[over.bit_length() - 1]
            raise IllegalMove(f"{where}: nothing to jump over, hole {between} is empty")
        if mask >> landing & 1:
            raise IllegalMove(f"{where}: hole {to} is occupied")
        return mask ^ jump.whole

    # --- notation, drawing, packing ---------------------------------------------------------

    def format_move(self, move: PegMove) -> str:
        """Write the numbers of the holes, as in ``45-43`` or ``17-19-35``."""
        return "-".join(map(str, move))

    def parse_move(self, text: str) -> PegMove:
        """Read a move as `format_move` writes it, or by the usual numbers of a triangle."""
        if not re.fullmatch("[0-9]{1,9}(-[0-9]{1,9})+", text):
            raise NotationError(
                f"{text!r} is not a move: expected numbers of holes joined by '-', as in '17-19'"
            )
        numbers = tuple(map(int, text.split("-")))
        return tuple(map(self.board.as_numbers(numbers).__getitem__, numbers))

    def draw(self, state: State) -> str:
        """Draw the board as in the instance file: ``x`` a peg, ``o`` an empty hole."""
        return self.board.draw(state[0])

    def picture(self, state: State) -> Picture:
        return self.board.picture(state[0])

    def goal_pictures(self) -> list[tuple[str, Picture]]:
        """Draw the goals; draw nothing if pegs may be left anywhere."""
        goals = () if isinstance(self.finish, str) else self.goals
        return [("goal", self.board.picture(goal)) for goal in goals]

    def track(self, _state: State, move: PegMove) -> list[Cell]:
        """Return the cells of the holes where the peg stands and lands."""
        return [self.board.cell(self.board.hole(z)) for z in move]

    def chart(self) -> str:
        """Draw the numbers of the holes; on a square grid with the coordinates at the edges."""
        return self.board.chart()

    @property
    def pack_width(self) -> int:
        """The number of bytes of a packed number, which has one bit per hole."""
        return (len(self.board.holes) + 7) // 8

    def pack(self, state: State) -> int:
        """Return the mask of the pegs."""
        return state[0]

    def unpack(self, number: int) -> State:
        """Invert `pack`; raises ValueError for a number with bits beyond the holes."""
        if number < 0 or number >> len(self.board.holes):
            raise ValueError("no state has this number")
        return (number,)

    # --- what arguments use (models/invariants.py) ------------------------------------------

    def own_features(self) -> Weighed:
        """Return a feature for each hole, 1 where there is a peg; a jump is a step."""
        holes = range(len(self.board.holes))
        steps = tuple(
            tuple((k, -1 if jump.pegs >> k & 1 else 1) for k in holes if jump.whole >> k & 1)
            for jump in self._jumps
        )

        def vector(state: State) -> Vector:
            return tuple(state[0] >> k & 1 for k in holes)

        names, goals = tuple(map(str, self.board.numbers)), [vector((goal,)) for goal in self.goals]
        single, ends = self.metric == "jump", tuple(map(GoalSet, goals))
        return Weighed(names, vector, vector(self.start), steps, single, ends)

    # --- facts and actions (models/strips.py) -----------------------------------------------

    @cached_property
    def strips(self) -> Strips:
        """The facts ``peg@z``: a peg is in the hole with number z.  There are no groups."""
        from puzzleproof.models.strips import Goal, Strips

        bits = [1 << k for k in range(len(self.board.holes))]
        return Strips(
            facts=tuple(f"peg@{z}" for z in self.board.numbers),
            groups=(),
            movers=(every := sum(bits)),
            actions=self._limited_actions(self.pegs.bit_count()),
            goals=tuple(Goal(tuple(x for x in bits if x & g), every & ~g) for g in self.goals),
        )

    def _limited_actions(self, pegs: int) -> tuple[Action, ...]:
        """List the actions that need at most ``pegs`` pegs; raises Unsupported for too many."""
        from puzzleproof.models.strips import limited

        holes = range(len(self.board.holes))
        return limited(one for k in holes for one in self._actions(k, pegs))

    def _actions(self, first: int, pegs: int) -> Iterator[Action]:
        """Yield the actions that begin in a hole, shortest first.

        In the metric ``jump`` an action is a jump: it needs two pegs and an empty hole, and changes
        all three.  In ``move`` an action is a chain of jumps by one peg.  The chain determines what
        each hole that it touches held before: a peg in its first hole and in holes that it jumps
        over, no peg in a hole where it lands (unless it began there).  Afterwards, only the last of
        these holes has a peg.  Chains with the same holes before and after are one action.  A
        peg reaches at most a quarter of the holes, so boards of 33 and 37 holes have a few thousand
        actions.
        """
        from puzzleproof.models.strips import Action

        start = Chain(1 << first, 0, 1 << first, first)
        queue: list[tuple[Chain, PegMove]] = [(start, (self.board.numbers[first],))]
        seen = {start}
        for here, path in queue:
            for jump in self._jumps_from[here.at] if self.metric == "move" or here == start else ():
                after = here.jumped(jump)
                if after is None or after in seen or after.positive.bit_count() > pegs:
                    continue
                seen.add(after)
                queue.append((after, (*path, self.board.numbers[after.at])))
                positive, negative, left, _ = after
                toggles = positive ^ left | negative & left
                yield Action(self.format_move(queue[-1][1]), positive, negative, toggles)

    def packed_moves(self) -> PackedMoves:
        """Return the actions: a packed number is the mask of the facts.  May raise Unsupported."""
        from puzzleproof.models.strips import PackedMoves

        holes = len(self.board.holes)
        return PackedMoves(self._limited_actions(holes), [(holes, None)])

    def placed(self, chance: Random) -> State:
        """Place pegs at random, at most as many as at the start."""
        pegs = chance.randint(1, max(1, self.pegs.bit_count()))
        return (sum(1 << k for k in chance.sample(range(len(self.board.holes)), pegs)),)

    def state_facts(self, state: State) -> int:
        """Return the facts that hold in a state."""
        return state[0]

    def tally(self, plan: Sequence[str]) -> dict[str, int]:
        """Count the jumps of a plan."""
        return {"jumps": sum(len(self.parse_move(move)) - 1 for move in plan)}
