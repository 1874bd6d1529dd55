"""The methods of every puzzle family (start, goal, moves, notation), and optional ones.

A *state* is a tuple of integers, immutable and hashable; each family defines what they mean.
A *move* is one move in the puzzle's metric, so the length of a plan is its cost.
Two states that differ only by an exchange of interchangeable pieces have one `canonical` form,
and the rules do not distinguish them.

`Puzzle` is what a family defines, with defaults for what only some families have.  To find out what
more a family can do, use `models.capabilities` and `models.picture`, never the family's name.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Generic, Literal, NamedTuple, Self, TypeAlias, TypeVar

from puzzleproof.models.errors import IllegalMove, InstanceError
from puzzleproof.models.texts import clean, did_you_mean, named

DRAWING_LIMIT = 1_200
"""The greatest length of a drawing from which formulas and features are built."""

GOALS_LISTED = 20_000
"""More goal states than this are not listed, and no certificate labels states from them."""

State: TypeAlias = tuple[int, ...]
Solutions: TypeAlias = Literal["plans", "stacks"]
Exploration: TypeAlias = Literal["graph", "levels", "stacks"]
SpecialSearch: TypeAlias = Literal["idastar", "compound", "groups"]

M = TypeVar("M")


class Known(NamedTuple):
    """A published result: the minimum in one metric (None: unsolvable) and its source."""

    metric: str
    optimum: int | None
    source: str


class Info(NamedTuple):
    """What an instance has besides the rules; it changes no answer.

    ``left_out`` has the keys that an old certificate left out.
    """

    name: str = ""
    author: str = ""
    year: int | None = None
    source: str = ""
    note: str = ""
    known: tuple[Known, ...] = ()
    left_out: tuple[str, ...] = ()

    def cleaned(self) -> Info:
        """Return a copy with texts that are safe to print (`texts.clean`); raises InstanceError."""
        known = tuple(k._replace(source=_cleaned("source", k.source)) for k in self.known)
        texts = ("name", "author", "source", "note")
        cleaned: dict[str, Any] = {key: _cleaned(key, getattr(self, key)) for key in texts}
        return self._replace(**cleaned, known=known)


def _cleaned(key: str, text: object) -> str:
    if not isinstance(text, str):
        raise InstanceError.at(key, f"expected a text, got {text!r}")
    return clean(text)


@dataclass(frozen=True, repr=False)
class Puzzle(ABC, Generic[M]):
    """The rules of a family; what only some families have is None, or empty, by default.

    A constant of the class may stand in place of a property.
    """

    family: ClassVar[str]
    metrics: ClassVar[tuple[str, ...]]
    solutions: ClassVar[Solutions] = "plans"
    """The form of a solution: a plan, or a stack of cubes in any order."""
    explored_by: ClassVar[Exploration] = "graph"
    """What `explore` searches: the state graph; the state graph in levels, as each jump takes a
    peg; or the graph of colours of a set of cubes, and their stacks."""
    begins_anywhere: ClassVar[bool] = True
    """Whether an instance file can draw any state as the start (`models.capabilities`)."""
    invariants: ClassVar[bool] = False
    """Whether the family declares features to weigh (`own_features`)."""
    constructs: ClassVar[bool] = False
    """Whether a rule constructs plans for some instances (`constructed_plan`)."""

    info: Info
    """Name, author, year, sources and known results."""
    metric: str
    """The rule for what counts as one move."""
    assumed: tuple[str, ...] = field(default=(), kw_only=True, compare=False)
    """The reader's assumptions where the instance file left something open, each a sentence."""

    def __post_init__(self) -> None:
        """Make the texts safe to print; raises InstanceError for a metric of another family."""
        if self.metric not in self.metrics:
            expected = f"expected one of {', '.join(self.metrics)} (family {self.family!r})"
            hint = did_you_mean(self.metric, self.metrics)
            raise InstanceError(f"metric {self.metric!r}: {expected}{hint}")
        object.__setattr__(self, "info", self.info.cleaned())

    def __repr__(self) -> str:
        """Return the name and the metric, as in ``<TilesPuzzle 'Taquin' (single)>``."""
        return f"<{type(self).__name__} {named(self.info.name)} ({self.metric})>"

    @abstractmethod
    def document(self) -> Mapping[str, Any]:
        """Return the keys and values of the instance file."""

    def with_metric(self, metric: str) -> Self:
        """Return the puzzle in another metric; raises InstanceError unless the family has it."""
        return replace(self, metric=metric)

    @property
    def other_goals(self) -> str:
        """A sentence on goals within reach, for a start that cannot reach an assumed goal."""
        return ""

    @property
    def goal_in_words(self) -> str:
        """The goal, if words say it better than a drawing; else empty."""
        return ""

    def ladder(self) -> Iterator[tuple[int, Self]]:
        """Yield (number, puzzle); the first of these puzzles with a plan answers this instance.

        By default it yields no puzzle: the instance itself is solved.
        """
        return iter(())

    # --- the rules ------------------------------------------------------------------------

    @property
    @abstractmethod
    def start(self) -> State:
        """The state in which the puzzle begins."""

    @property
    @abstractmethod
    def reversible(self) -> bool:
        """Whether every move can be undone by one move."""

    @abstractmethod
    def is_goal(self, state: State) -> bool:
        """Tell whether the puzzle is solved."""

    @abstractmethod
    def moves(self, state: State) -> Iterator[M]:
        """Yield every legal move, one for each place that a piece can get to."""

    @abstractmethod
    def play(self, state: State, move: M) -> State:
        """Return the state after a move; raises IllegalMove with the reason."""

    @abstractmethod
    def successors(self, state: State) -> Iterable[State]:
        """Return the canonical forms of all states one move away."""

    def canonical(self, state: State) -> State:
        """Return the representative of the states that the rules treat like this one."""
        return state

    # --- notation, drawing, packing -------------------------------------------------------

    @abstractmethod
    def format_move(self, move: M) -> str:
        """Write the move as people do."""

    @abstractmethod
    def parse_move(self, text: str) -> M:
        """Read a move as `format_move` writes it; raises NotationError."""

    @abstractmethod
    def draw(self, state: State) -> str:
        """Draw the state as text, as in the instance file."""

    @abstractmethod
    def pack(self, state: State) -> int:
        """Return the number of a canonical state, below ``256 ** pack_width``."""

    @abstractmethod
    def unpack(self, number: int) -> State:
        """Return the state with a number: invert `pack`; raises ValueError if no state has it."""

    @property
    @abstractmethod
    def pack_width(self) -> int:
        """The number of bytes that hold the packed number of every state."""

    # --- what searches and checkers may use -----------------------------------------------

    @property
    def states_at_most(self) -> int | None:
        """An upper bound on the number of states that can be reached, if one is known."""
        return None

    @property
    def longest_plan(self) -> int | None:
        """An upper bound on the moves of every plan, if the rules show one without a search."""
        return None

    @property
    def too_many(self) -> int | None:
        """One more than `longest_plan`, if that is known: no plan has that many moves."""
        return None if self.longest_plan is None else self.longest_plan + 1

    def bound_by(self, at_least: float) -> float:
        """Return the lower bound, or infinity ('no plan') if no plan has that many moves."""
        return at_least if self.too_many is None or at_least < self.too_many else math.inf

    @property
    def special_search(self) -> SpecialSearch | None:
        """The name of the search with lower bounds for a large state space, if there is one."""
        return None

    @property
    def draws_whole_goals(self) -> bool:
        """Whether every goal places all pieces, so that there are few goal states."""
        return False

    @property
    def lists_all_goals(self) -> bool:
        """Whether `goal_states` lists all goal states on the board, within reach or not."""
        return False

    @property
    def no_survey(self) -> str:
        """Why no statistics of the state graph are certified; empty if they are."""
        return ""


AnyPuzzle: TypeAlias = Puzzle[Any]


# --- functions of any puzzle --------------------------------------------------------------


def plan_through(puzzle: Puzzle[M], states: Sequence[State]) -> list[M]:
    """Find the moves that lead through ``states`` (canonical forms), in order, from the start.

    It uses the rules alone, so it turns the states that any search claims into a plan or an error.
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
