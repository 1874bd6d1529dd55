"""What every puzzle family offers (a start, a goal, moves, a notation), and what only some offer.

A *state* is a tuple of integers, immutable and hashable; what the integers mean is the family's
business.  A *move* is one move in the puzzle's metric, so the length of a plan is its cost.
Two states that differ only by an exchange of interchangeable pieces have one `canonical` form,
and the rules do not distinguish them.

`Puzzle` is what a family defines, with defaults for what only some have.  What else a family can do
is asked of its class (``isinstance(puzzle, Linear)``, see `models.invariants`), never by its name.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Generic,
    Literal,
    NamedTuple,
    Self,
    TypeAlias,
    TypeVar,
)

from puzzleproof.models.errors import IllegalMove, InstanceError, Unsupported
from puzzleproof.models.texts import clean, did_you_mean, named

if TYPE_CHECKING:
    from random import Random

    from puzzleproof.models.sliding.anchors import AnchorLayout
    from puzzleproof.models.strips import Action, Shifts, Slides, Strips

DRAWING_LIMIT = 1_200
"""Characters.  No formula and no feature is made of a larger drawing."""

GOALS_LISTED = 20_000
"""If there are more goal states, they are not listed: no certificate labels states from them."""

State: TypeAlias = tuple[int, ...]
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


@dataclass(frozen=True, repr=False)
class Puzzle(ABC, Generic[M]):
    """The rules of a family, which need no solver and no numpy.

    A method that only some families override has a default here: None, or an empty result.
    """

    family: ClassVar[str]
    metrics: ClassVar[tuple[str, ...]]
    solutions: ClassVar[Solutions] = "plans"
    """The form of a solution: a plan, or a stack of cubes in any order."""
    explored_by: ClassVar[Exploration] = "graph"
    """The state graph; the graph too, whose levels can be counted as each jump takes a peg; or
    the graph of colours of a set of cubes, and its stacks."""
    begins_anywhere: ClassVar[bool] = True
    """Whether an instance file can draw any state as the start (`with_start`)."""
    invariants: ClassVar[bool] = False
    """Whether weights or parities may prove something: it is `Linear` or `Permuting`
    (`models.invariants`)."""
    constructs: ClassVar[bool] = False
    """Whether a rule makes plans of some instances (`constructed_plan`)."""

    svg_by: ClassVar[Callable[[AnyPuzzle], str | None] | None] = None
    """The function that draws it in a notebook (`puzzleproof.notebook`); the rules do not draw."""

    info: Info
    """Name, author, year, sources and known results."""
    metric: str
    """What counts as one move."""

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

    def _repr_svg_(self) -> str | None:
        """A picture for a notebook; None, where nothing draws, leaves it at text."""
        draw = type(self).svg_by
        return None if draw is None else draw(self)

    @abstractmethod
    def document(self) -> Mapping[str, Any]:
        """The instance as the keys and values of its file."""

    def with_metric(self, metric: str) -> Self:
        """The same puzzle in another metric; raises InstanceError for one of another family."""
        return replace(self, metric=metric)

    def with_start(self, state: State, info: Info) -> Self:
        """The same board, goal and rules from another state, with what is said of it.

        Raises Unsupported where no instance file draws that start, or where another start would
        change the rules or the goal.
        """
        raise Unsupported(f"family {self.family!r}: a game that has begun is no instance")

    @property
    def remarks(self) -> tuple[str, ...]:
        """Warnings about legal input that is rarely meant, a sentence each; by default none."""
        return ()

    # --- the rules ------------------------------------------------------------------------

    @property
    @abstractmethod
    def start(self) -> State:
        """The state in which the puzzle begins."""

    @property
    @abstractmethod
    def reversible(self) -> bool:
        """Whether every move can be taken back by one move."""

    @abstractmethod
    def is_goal(self, state: State) -> bool:
        """Whether the puzzle is solved."""

    @abstractmethod
    def moves(self, state: State) -> Iterator[M]:
        """Every legal move, one for each place that a piece can get to."""

    @abstractmethod
    def play(self, state: State, move: M) -> State:
        """The state after a move; raises IllegalMove with the reason."""

    @abstractmethod
    def successors(self, state: State) -> Iterable[State]:
        """The canonical forms of all states one move away."""

    def canonical(self, state: State) -> State:
        """The one state that stands for all states which the rules do not distinguish."""
        return state

    # --- notation, drawing, packing -------------------------------------------------------

    @abstractmethod
    def format_move(self, move: M) -> str:
        """The move as people write it."""

    @abstractmethod
    def parse_move(self, text: str) -> M:
        """The inverse of `format_move`; raises NotationError."""

    @abstractmethod
    def draw(self, state: State) -> str:
        """The state as text, drawn as in the instance file."""

    def chart(self) -> str:
        """The board with the name of each cell in its place, if moves name cells; else empty."""
        return ""

    def tally(self, plan: Sequence[str]) -> dict[str, int]:
        """Other counts of a plan besides its moves, by name (jumps, for example)."""
        return {}

    @abstractmethod
    def pack(self, state: State) -> int:
        """The number of a canonical state, below ``256 ** pack_width``."""

    @abstractmethod
    def unpack(self, number: int) -> State:
        """The inverse of `pack`; raises ValueError for a number of no state."""

    @property
    @abstractmethod
    def pack_width(self) -> int:
        """Bytes that hold every packed state."""

    def part(self, index: int, value: int, /) -> int:
        """What ``state[index]`` adds to the packed number, where that is a sum of such parts.

        Stops visited are added as they are.
        """
        raise Unsupported(f"family {self.family!r}: a packed number is no sum")

    # --- what searches and checkers may use -----------------------------------------------

    @property
    def states_at_most(self) -> int | None:
        """A bound on the number of states that can be reached, where one is known."""
        return None

    @property
    def special_search(self) -> SpecialSearch | None:
        """The search for a state space too large to hold; None where there is none."""
        return None

    @property
    def draws_whole_goals(self) -> bool:
        """Whether every goal says where all pieces stand, so that there are few goal states."""
        return False

    def goal_states(self, most: int, /) -> tuple[State, ...] | None:
        """All goal states that can be reached, canonical, and maybe others that cannot.

        None where they are not known, are more than ``most``, or take too long to list; a larger
        ``most`` never lists less.
        """
        return None

    @property
    def lists_all_goals(self) -> bool:
        """Whether `goal_states` lists all goal states on the board, within reach or not."""
        return False

    @property
    def no_survey(self) -> str:
        """Why no figures of the state graph are certified; empty where they are."""
        return ""

    def placements(self, most: int, /) -> Sequence[State] | None:
        """All canonical arrangements of the pieces on the board, within reach or not.

        None where they are not known, are more than ``most``, or take too long to list.
        """
        return None

    def constructed_plan(self) -> Sequence[M] | None:
        """Moves from the start to a goal by a rule, with no search; None where none applies."""
        return None

    def placed(self, chance: Random, /) -> State | None:
        """Some arrangement of all pieces by chance, within reach or not; None if none is found.

        A comparison of two formulations of the rules that sees only states near the start cannot
        notice an action that is missing in a far corner.
        """
        return None

    @cached_property
    def anchors(self) -> AnchorLayout | None:
        """The board as sets of anchors, for pieces that slide (`models.sliding.anchors`)."""
        return None

    # --- facts and actions (models/strips.py) ---------------------------------------------

    def strips(self) -> Strips:
        """The facts and actions; raises Unsupported, with the reason, where there are none."""
        return self._strips

    @cached_property
    def _strips(self) -> Strips:
        raise Unsupported(f"family {self.family!r} has no facts and actions")

    def state_facts(self, state: State) -> int:
        """The facts that hold in a state."""
        raise Unsupported(f"family {self.family!r} has no facts and actions")

    def packed_actions(self) -> Sequence[Action] | None:
        """Moves as actions on packed numbers, whose bits are facts; None where they are none.

        Raises Unsupported as `strips` does.
        """
        return None

    def preimages(self, state: State) -> Sequence[State]:
        """All states of which ``canonical`` makes this one, as far as their facts differ."""
        return (state,)

    def slides(self) -> Slides | None:
        """Places and steps, where moves are paths of steps; raises Unsupported as `strips` does."""
        return None

    def shifts(self) -> Shifts | None:
        """Contents and lines, where moves shift contents."""
        return None


AnyPuzzle: TypeAlias = Puzzle[Any]


# --- functions of any puzzle --------------------------------------------------------------


def listed_goals(puzzle: AnyPuzzle, most: int = GOALS_LISTED) -> tuple[State, ...] | None:
    """All goal states, for a search from the goals; None where such a search is impossible.

    It needs moves that can be taken back, and a list of at most ``most`` goal states.
    """
    return puzzle.goal_states(min(most, GOALS_LISTED)) if puzzle.reversible else None


def size_remarks(puzzle: AnyPuzzle) -> list[str]:
    """A warning about a large board, with advice; no warning for any other board."""
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
