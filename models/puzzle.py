"""What every puzzle family offers: a start, a goal, moves, a notation; and what some offer besides.

A *state* is a tuple of integers, immutable and hashable; what the integers mean is the family's
business.  A *move* is one move in the puzzle's metric, so the length of a plan is its cost.
Two states that differ only by an exchange of interchangeable pieces have one `canonical` form,
and the rules do not distinguish them.

`Puzzle` is what all families offer.  The other protocols are capabilities: ask for one with
``isinstance(puzzle, HasStrips)``, never by the name of a family.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Literal,
    NamedTuple,
    Protocol,
    Self,
    TypeAlias,
    TypeVar,
    cast,
    runtime_checkable,
)

from puzzleproof.models.errors import IllegalMove, InstanceError
from puzzleproof.models.texts import clean, did_you_mean, named

if TYPE_CHECKING:
    from puzzleproof.models.sliding.anchors import AnchorLayout
    from puzzleproof.models.strips import Strips

DRAWING_LIMIT = 1_200
"""Larger drawings make no formulas and no features."""

GOALS_LISTED = 20_000
"""More goal states are not listed, so a certificate cannot label states from them."""

State: TypeAlias = tuple[int, ...]
Vector: TypeAlias = tuple[int, ...]
FeatureChange: TypeAlias = tuple[tuple[int, int], ...]
"""What a step adds to features: (feature's number, change) pairs, features ascending, none 0."""

Solutions: TypeAlias = Literal["plans", "stacks"]
Exploration: TypeAlias = Literal["graph", "levels", "stacks"]
SpecialSearch: TypeAlias = Literal["idastar", "compound"]

M = TypeVar("M")


class Known(NamedTuple):
    """A published result: the minimum in one metric (None: unsolvable) and its source."""

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

    def cleaned(self) -> Info:
        """The same with every text in one line that is safe to print (`texts.clean`).

        Raises InstanceError for a value that is no text.
        """
        return Info(
            name=_cleaned("name", self.name),
            author=_cleaned("author", self.author),
            year=self.year,
            source=_cleaned("source", self.source),
            note=_cleaned("note", self.note),
            known=tuple(k._replace(source=_cleaned("source", k.source)) for k in self.known),
        )


def _cleaned(key: str, text: object) -> str:
    if not isinstance(text, str):
        raise InstanceError.at(key, f"expected a text, got {text!r}")
    return clean(text)


class Puzzle(Protocol[M]):
    """The rules of a family.  No solver and no numpy is needed to follow them."""

    family: ClassVar[str]
    metrics: ClassVar[tuple[str, ...]]
    solutions: ClassVar[Solutions]
    explored_by: ClassVar[Exploration]

    @property
    def info(self) -> Info:
        """Name, author, year, sources and known results."""
        ...

    @property
    def metric(self) -> str:
        """What counts as one move."""
        ...

    @property
    def special_search(self) -> SpecialSearch | None:
        """The search for a state space too large to hold; None where there is none."""
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
        """The representative of all states that the rules do not distinguish."""
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
        """The state as text, drawn as in the instance file."""
        ...

    def with_metric(self, metric: str) -> Self:
        """The same puzzle in another metric; raises InstanceError for one of another family."""
        ...

    @property
    def remarks(self) -> tuple[str, ...]:
        """What in the instance is legal and rarely meant, a sentence each."""
        ...

    def document(self) -> Mapping[str, Any]:
        """The instance as the keys and values of its file."""
        ...


AnyPuzzle: TypeAlias = Puzzle[Any]


@dataclass(frozen=True, repr=False)
class BasePuzzle:
    """What the families have in common, with defaults that a family may override."""

    family: ClassVar[str]
    metrics: ClassVar[tuple[str, ...]]
    solutions: ClassVar[Solutions] = "plans"
    """What solves it: plans, or stacks of cubes in any order."""
    explored_by: ClassVar[Exploration] = "graph"
    """The state graph; the graph too, whose levels can be counted as each jump takes a peg; or
    the graph of colours of a set of cubes, and its stacks."""

    svg_by: ClassVar[Callable[[AnyPuzzle], str | None] | None] = None
    """What draws it in a notebook: the rules do not draw (see `puzzleproof.notebook`)."""

    info: Info
    metric: str

    def _repr_svg_(self) -> str | None:
        """A picture for a notebook; None, where nothing draws, leaves it at text."""
        draw = type(self).svg_by
        return None if draw is None else draw(cast("AnyPuzzle", self))

    def __post_init__(self) -> None:
        """Clean the texts for people; InstanceError unless the metric is one of the family's."""
        if self.metric not in self.metrics:
            expected = f"expected one of {', '.join(self.metrics)} (family {self.family!r})"
            hint = did_you_mean(self.metric, self.metrics)
            raise InstanceError(f"metric {self.metric!r}: {expected}{hint}")
        object.__setattr__(self, "info", self.info.cleaned())

    def __repr__(self) -> str:
        """Return the name and the metric, as in ``<TilesPuzzle 'Taquin' (single)>``."""
        return f"<{type(self).__name__} {named(self.info.name)} ({self.metric})>"

    def with_metric(self, metric: str) -> Self:
        """Return the same puzzle in another metric."""
        return replace(self, metric=metric)

    @property
    def remarks(self) -> tuple[str, ...]:
        """What in the instance is legal and rarely meant, a sentence each: nothing."""
        return ()

    @property
    def special_search(self) -> SpecialSearch | None:
        """There is none."""
        return None

    def canonical(self, state: State) -> State:
        """Every state represents itself: no exchange of pieces leads to another."""
        return state

    def preimages(self, state: State) -> tuple[State, ...]:
        """The state itself: `canonical` exchanges only pieces whose facts are the same."""
        return (state,)


# --- capabilities -------------------------------------------------------------------------


@runtime_checkable
class HasStateBound(Protocol):
    """A puzzle with a bound on the number of its states; one that may have few need not."""

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
    """States in another form (any hashable value), for checkers of very many states."""

    def of_numbers(self, numbers: Sequence[int]) -> list[Any]:
        """The compact states of packed numbers, in order; raises ValueError for another number."""
        ...

    def of_state(self, state: State) -> Any:
        """The compact state of a canonical state."""
        ...

    def state(self, compact: Any) -> State:
        """The inverse of `of_state`."""
        ...

    def goal(self, compact_states: Iterable[Any]) -> Any:
        """Some goal state among these, None where there is none."""
        ...

    def after(self, compact_states: Iterable[Any]) -> set[Any]:
        """All compact states one move away from some of these."""
        ...

    @property
    def cliques(self) -> bool:
        """Whether the states that a handle's moves lead to are one move from each other too."""
        ...

    def slides(self, board: Any, marks: int, /) -> Iterable[tuple[Any, int]]:
        """(state, handle) of each move, but of those whose handles are among ``marks``.

        A handle is one bit: the piece moved, in its place after the move, and the class of moves.
        """
        ...


@runtime_checkable
class HasCompactStates(Protocol):
    """A puzzle whose states have a form on which the rules are quick."""

    @property
    def compact_states(self) -> CompactStates | None:
        """The conversion to compact states and their moves, None where this instance has none."""
        ...


@runtime_checkable
class HasAnchors(Protocol):
    """A puzzle of pieces that slide, as sets of anchors (`models.sliding.anchors`)."""

    @property
    def anchors(self) -> AnchorLayout | None:
        """The layout; None where this instance has none."""
        ...


@runtime_checkable
class HasGoalList(Protocol):
    """A puzzle that may know all its goal states."""

    @property
    def draws_whole_goals(self) -> bool:
        """Whether every goal says where all pieces stand, so that there are few goal states."""
        ...

    def goal_states(self, most: int, /) -> tuple[State, ...] | None:
        """All goal states that can be reached, canonical, and maybe others that cannot.

        None where they are more than ``most``, or take too long to list; a larger ``most`` never
        lists less.
        """
        ...


@runtime_checkable
class Constructive(Protocol):
    """A puzzle for which a rule that makes a plan is known, with no search."""

    def constructed_plan(self) -> Sequence[Any] | None:
        """Moves from the start to a goal, to be replayed; None where the rule does not apply."""
        ...


@runtime_checkable
class Restartable(Protocol):
    """A puzzle that can begin elsewhere: its instance file draws the start."""

    def with_start(self, state: State, info: Info) -> Self:
        """The same board, goal and rules from another state, with what is said of it.

        Raises Unsupported where another start would change the rules or the goal.
        """
        ...


@runtime_checkable
class HasPrintedGames(Protocol):
    """A puzzle whose games are printed in a form of their own."""

    def read_game(self, text: str) -> list[str] | None:
        """The moves of a printed game, in the puzzle's notation; None for a text of moves.

        Raises NotationError or IllegalMove for a game that cannot be read, or is of another puzzle.
        """
        ...


@runtime_checkable
class HasTally(Protocol):
    """A puzzle whose plans have more to count than moves."""

    def tally(self, plan: Sequence[str]) -> dict[str, int]:
        """How many there are of each thing counted in a plan, by name."""
        ...


@runtime_checkable
class HasStrips(Puzzle[Any], Protocol):
    """A puzzle with facts and actions (`models.strips`)."""

    def strips(self) -> Strips:
        """The facts and actions; raises Unsupported, with the reason, where there are none."""
        ...

    def state_facts(self, state: State) -> int:
        """The facts that hold in a state."""
        ...

    def preimages(self, state: State) -> Sequence[State]:
        """All states of which ``canonical`` makes this one, as far as their facts differ."""
        ...


@runtime_checkable
class Linear(Protocol):
    """Features of states, and how steps change them (`models.invariants`)."""

    @property
    def features(self) -> tuple[str, ...]:
        """The features' names."""
        ...

    def vector(self, state: State) -> Vector:
        """The features of a state."""
        ...

    @property
    def steps(self) -> tuple[FeatureChange, ...]:
        """Every change of the features that one step may make, each once."""
        ...

    @property
    def step_is_move(self) -> bool:
        """Whether a move in the puzzle's metric is one step; else it is a chain of steps."""
        ...

    @property
    def goal_vectors(self) -> tuple[Vector, ...]:
        """Vectors of which every goal state has one."""
        ...


@runtime_checkable
class Permuting(Protocol):
    """Labels on cells, one of them blank; a step exchanges the blank with a neighbour."""

    @property
    def exchanges(self) -> tuple[tuple[int, int], ...]:
        """The pairs of cells between which the blank may step, each once."""
        ...

    @property
    def path(self) -> tuple[int, ...]:
        """Every cell once, each followed by a neighbour: rows to and fro (boustrophedon)."""
        ...

    def labels(self, state: State) -> Vector:
        """The label on each cell, 0 the blank."""
        ...

    @property
    def goal_labels(self) -> tuple[Vector, ...]:
        """The labels of every goal state."""
        ...


# --- functions of any puzzle --------------------------------------------------------------


def listed_goals(puzzle: AnyPuzzle, most: int = GOALS_LISTED) -> tuple[State, ...] | None:
    """All goal states, for a search from the end: of puzzles whose moves can be taken back.

    None where they are more than ``most``, and where the rules do not list them.
    """
    if not puzzle.reversible or not isinstance(puzzle, HasGoalList):
        return None
    return puzzle.goal_states(min(most, GOALS_LISTED))


def size_remarks(puzzle: AnyPuzzle) -> list[str]:
    """That a board is large and what can be done about it; nothing for any other."""
    size = len(puzzle.draw(puzzle.start))
    if size <= DRAWING_LIMIT:
        return []
    return [
        f"a board of {size:,} characters is large: over {DRAWING_LIMIT:,} there are no formulas "
        "and no refutations, and a search may need more time and memory than there is; "
        "--time-limit and --memory-limit end it with the bounds reached, and '#' in place of "
        "cells that no piece needs makes the board smaller"
    ]


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
