"""What every puzzle family meets: a start, a goal, moves, and a notation both ways.

A *state* is a tuple of integers, immutable and hashable; what the integers mean is the family's
business.  A *move* is one move in the puzzle's metric, so the length of a plan is its cost.
Two states that differ only by an exchange of interchangeable pieces have one `canonical` form,
and the rules do not tell them apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple, Protocol, Self, TypeAlias, TypeVar, runtime_checkable

from puzzleproof.models.errors import IllegalMove

State: TypeAlias = tuple[int, ...]

M = TypeVar("M")


class Known(NamedTuple):
    """A published result: the minimum in one metric (None: unsolvable) and who says so."""

    metric: str
    optimum: int | None
    source: str


class Info(NamedTuple):
    """What an instance file says besides the rules; nothing here changes an answer."""

    name: str = ""
    author: str = ""
    year: int | None = None
    source: str = ""
    note: str = ""
    known: tuple[Known, ...] = ()


class Puzzle(Protocol[M]):
    """The protocol of a family's rules.  No solver and no numpy is needed to follow them."""

    family: ClassVar[str]
    metrics: ClassVar[tuple[str, ...]]

    @property
    def info(self) -> Info:
        """Name, author, year, sources and known results."""
        ...

    @property
    def metric(self) -> str:
        """What counts as one move."""
        ...

    @property
    def start(self) -> State:
        """The state in which the puzzle begins."""
        ...

    @property
    def reversible(self) -> bool:
        """Whether every move can be taken back by one move."""
        ...

    def is_goal(self, state: State) -> bool:
        """Whether the puzzle is solved."""
        ...

    def moves(self, state: State) -> Iterator[M]:
        """Every legal move, one for each place that a piece can get to."""
        ...

    def play(self, state: State, move: M) -> State:
        """The state after a move; raises IllegalMove with the reason."""
        ...

    def successors(self, state: State) -> Iterable[State]:
        """The canonical forms of all states one move away."""
        ...

    def canonical(self, state: State) -> State:
        """The representative of all states that the rules do not tell apart."""
        ...

    def pack(self, state: State) -> int:
        """The number of a canonical state, below ``256 ** pack_width``."""
        ...

    def unpack(self, number: int) -> State:
        """The inverse of `pack`; raises ValueError for a number of no state."""
        ...

    @property
    def pack_width(self) -> int:
        """Bytes that hold every packed state."""
        ...

    def format_move(self, move: M) -> str:
        """The move as people write it."""
        ...

    def parse_move(self, text: str) -> M:
        """The inverse of `format_move`; raises NotationError."""
        ...

    def draw(self, state: State) -> str:
        """The state as text, in the way of the instance file."""
        ...

    def with_metric(self, metric: str) -> Self:
        """The same puzzle in another metric; raises InstanceError for one of another family."""
        ...

    def document(self) -> Mapping[str, Any]:
        """The instance as the keys and values of its file."""
        ...


AnyPuzzle: TypeAlias = Puzzle[Any]


@runtime_checkable
class HasStateBound(Protocol):
    """A puzzle that knows how many states it has at most; one that may have few need not."""

    @property
    def states_at_most(self) -> int:
        """A bound on the number of states that can be reached."""
        ...


@runtime_checkable
class AdditivePacking(Protocol):
    """A puzzle whose packed numbers are sums of what each entry of the state adds."""

    def part(self, index: int, value: int, /) -> int:
        """What ``state[index]`` adds; stops visited are added as they are."""
        ...


class CompactStates(Protocol):
    """States in another form (any hashable value), for those who check very many of them."""

    def of_numbers(self, numbers: Sequence[int]) -> list[Any]:
        """The forms of packed states, in order; raises ValueError for a number of no state."""
        ...

    def of_state(self, state: State) -> Any:
        """The form of a canonical state."""
        ...

    def state(self, form: Any) -> State:
        """The state that a form stands for."""
        ...

    def goal(self, compact_states: Iterable[Any]) -> Any:
        """Some form of a goal state among these, None where there is none."""
        ...

    def after(self, compact_states: Iterable[Any]) -> set[Any]:
        """The forms of all states one move away from some of these."""
        ...


@runtime_checkable
class HasCompactStates(Protocol):
    """A puzzle whose states have a form on which the rules are quick."""

    @property
    def compact_states(self) -> CompactStates | None:
        """The forms, None where this instance has none."""
        ...


@runtime_checkable
class Constructive(Protocol):
    """A puzzle for which somebody has found a rule that makes a plan, with no search."""

    def constructed_plan(self) -> Sequence[Any] | None:
        """Moves from the start to a goal, to be replayed; None where the rule does not apply."""
        ...


def plan_through(puzzle: Puzzle[M], states: Sequence[State]) -> list[M]:
    """Find the moves that lead through ``states`` (canonical forms), in order, from the start.

    Uses the rules alone, so a list of states that any search claims becomes a plan or an error.
    Raises IllegalMove at the first pair of states that no single move joins.
    """
    here, plan = puzzle.start, list[M]()
    if not states or puzzle.canonical(here) != states[0]:
        raise IllegalMove("the states do not begin with the start")
    for number, wanted in enumerate(states[1:], 1):
        for move in puzzle.moves(here):
            after = puzzle.play(here, move)
            if puzzle.canonical(after) == wanted:
                break
        else:
            raise IllegalMove(f"no move leads from state {number - 1} to state {number}")
        plan.append(move)
        here = after
    return plan
