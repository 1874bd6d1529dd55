"""Atlas: surveys of all piece sets of a stock, and proofs of the hardest starts.

A *stock* says how many pieces of each shape a board may have; a *piece set* is one choice of these
numbers.  A *survey* of a piece set visits all its states.  It counts the states and the components
of their graph, and finds in each component with a goal the start that is farthest from its nearest
goal.  One search makes a survey, so its statistics are *claimed*.  The minimum of each hardest
start is then proven like any other minimum, with a certificate.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from puzzleproof.explore.atlas.layouts import layout_counts
from puzzleproof.explore.atlas.packings import Blocks, Board
from puzzleproof.explore.atlas.stock import HardStart, PieceSet, Stock, hardest_by_pieces
from puzzleproof.models.sliding.rules import SlidingPuzzle
from puzzleproof.provers.atlas.survey import SetSurvey, SurveyJob, start_puzzle
from puzzleproof.provers.batch.jobs import DEFAULT, Job
from puzzleproof.provers.batch.ledger import Means, run_batch
from puzzleproof.provers.batch.row import Outcome
from puzzleproof.provers.process import NO_LIMITS, Limits

KEPT = 100
"""A survey keeps at least this many of the hardest starts of its set, if the set has so many."""


@dataclass(frozen=True, slots=True)
class AtlasRequest:
    """What to survey, the limits, and how many starts to prove."""

    stock: Stock | Board
    """The stock whose piece sets are surveyed, or the board whose packings are surveyed."""
    metric: str
    top: int = 10
    """How many of the hardest starts of all sets to prove, besides each set's hardest start."""
    proofs: bool = True
    limits: Limits = NO_LIMITS
    """The limits of each survey and of each proof."""
    where: str | None = None
    """The conditions on hardest starts; only starts that meet them are listed and proven."""


@dataclass(slots=True)
class SetEntry:
    """A piece set, or the packings with blocks of one size, and the result of the survey."""

    piece_set: PieceSet | Blocks
    survey: SetSurvey | None = None
    fault: str = ""
    """The reason why there is no survey."""
    seconds: float = 0.0

    @property
    def is_done(self) -> bool:
        """Whether the survey has ended, with or without success."""
        return self.survey is not None or bool(self.fault)


@dataclass(slots=True)
class StartEntry:
    """A hardest start of a set, its rank in the set (from 1), and the result of its proof."""

    piece_set: PieceSet
    rank: int
    start: HardStart
    name: str
    puzzle: SlidingPuzzle
    answer: Outcome | None = None

    @property
    def board(self) -> tuple[str, ...]:
        """The rows of the start's drawing."""
        return self.piece_set.drawing(self.start.arrangement)

    @property
    def grade(self) -> str:
        """The grade of the proven minimum, or ``claimed`` if only the survey gives a minimum."""
        return self.answer.known.grade if self.is_proven and self.answer else "claimed"

    @property
    def is_proven(self) -> bool:
        """Whether the start's minimum is proven, and equals the survey's number of moves."""
        return self.answer is not None and self.answer.known.optimum == self.start.moves

    def as_graded(self) -> SlidingPuzzle:
        """Return the puzzle, with a note about the grade of its minimum."""
        info = self.puzzle.info
        if self.is_proven:
            farther = f", {self.grade}; none is farther: claimed"
            note = info.note.replace("; claimed", farther)
            info = info._replace(note=note)
        return replace(self.puzzle, info=info)

    @property
    def contradicted(self) -> bool:
        """Whether the proof contradicts the survey."""
        if self.answer is None:
            return False
        found = self.answer.known
        above = found.upper is not None and found.upper < self.start.moves
        return above or found.strength[0] > self.start.moves


@dataclass
class Atlas:
    """The piece sets of a stock and their hardest starts, as far as they are known."""

    request: AtlasRequest
    sets: list[SetEntry]
    starts: list[StartEntry] = field(default_factory=list[StartEntry])
    """The starts to prove, hardest first."""

    @classmethod
    def of(cls, request: AtlasRequest) -> "Atlas":
        """Begin an atlas: no set is surveyed yet."""
        return cls(request, [SetEntry(piece_set) for piece_set in request.stock.sets()])

    @property
    def is_of_packings(self) -> bool:
        """Whether the packings of a board are surveyed."""
        return isinstance(self.request.stock, Board)

    @property
    def metric(self) -> str:
        """The rule for what counts as one move."""
        return self.request.metric

    @cached_property
    def smallest_first(self) -> list[SetEntry]:
        """The sets, small sets first: if the work ends early, most sets have been surveyed."""
        if not isinstance(self.request.stock, Stock):
            return self.sets
        counts = layout_counts(self.request.stock)
        sizes = {
            one.piece_set.name: counts.get(tuple(number for _, number in one.piece_set.others), 0)
            for one in self.sets
            if isinstance(one.piece_set, PieceSet)
        }
        return sorted(self.sets, key=lambda one: sizes[one.piece_set.name])

    @property
    def surveyed(self) -> list[SetEntry]:
        """The surveyed sets; the set with the hardest start comes first."""
        known = [(one.survey, one) for one in self.sets if one.survey is not None]
        # Sets of which no state reaches a goal come last.
        known.sort(key=lambda both: (-max(both[0].minima, default=-1), -both[0].states))
        return [entry for _, entry in known]

    @property
    def top(self) -> list[StartEntry]:
        """The hardest starts of all sets, as many as are requested."""
        return self.starts[: self.request.top]

    @property
    def listed(self) -> list[StartEntry]:
        """The chosen starts; if there is one set alone, all starts that its survey keeps."""
        if len(self.sets) > 1:
            return self.starts
        chosen = {one.rank: one for one in self.starts}
        return [chosen.get(one[1]) or self._entry(*one) for one in self._kept]

    @property
    def _kept(self) -> list[tuple[PieceSet | Blocks, int, HardStart]]:
        """The starts that the surveys have kept, set by set, with their ranks."""
        return [
            (one.piece_set, rank, start)
            for one in self.sets
            if one.survey is not None
            for rank, start in enumerate(one.survey.starts, 1)
        ]

    def hardest_of(self, entry: SetEntry) -> StartEntry | None:
        """Return the hardest start of a set, if it was chosen."""
        first = (one for one in self.starts if one.rank == 1 and one.piece_set == entry.piece_set)
        hardest = entry.survey and entry.survey.hardest
        return next((one for one in first if one.start.moves == hardest), None)

    @property
    def conditions(self) -> dict[str, Any]:
        """How many starts were tried, and how many meet the conditions; {} without conditions."""
        if self.request.where is None:
            return {}
        known = [one.survey for one in self.sets if one.survey is not None]
        counts = {name: sum(getattr(one, name) for one in known) for name in ("looked_at", "met")}
        searched = "the starts that are the farthest of their components"
        return {"where": self.request.where, "searched": searched, **counts}

    def choose_starts(self) -> None:
        """Choose the hardest starts of all sets, and the hardest start of each set."""
        if self.starts:
            return
        if self.is_of_packings:
            records = hardest_by_pieces(start for *_, start in self._kept)
            self.starts = [self._entry(self.sets[0].piece_set, 1, start) for start in records]
            return
        entries = sorted(self._kept, key=lambda entry: -entry[2].moves)  # ties stay in order
        top = self.request.top
        chosen = entries[:top] + [entry for entry in entries[top:] if entry[1] == 1]
        self.starts = [self._entry(*entry) for entry in chosen]

    def _entry(self, asked: PieceSet | Blocks, rank: int, start: HardStart) -> StartEntry:
        piece_set = asked.set_of(start.arrangement)
        name = f"{piece_set.name}-{rank}"
        if isinstance(asked, Blocks):
            name = f"{asked.board.name}-{piece_set.pieces}-pieces"
        puzzle = start_puzzle(piece_set, start, self.metric, name)
        return StartEntry(piece_set, rank, start, name, puzzle)

    def to_json(self) -> dict[str, Any]:
        """Return the document of `atlas --json`."""
        starts = [start_json(entry) for entry in self.starts]
        found: dict[str, Any]
        if self.is_of_packings:
            found = {"ends": sum(one.survey.states for one in self.sets if one.survey)}
        else:
            entries = (*self.surveyed, *(one for one in self.sets if one.survey is None))
            found = {"sets": [self._set_json(entry) for entry in entries]}
        about = {**self.request.stock.to_json(), "metric": self.metric, **found}
        conditions = {"conditions": self.conditions} if self.conditions else {}
        return {**about, **conditions, "starts": starts}

    def _set_json(self, entry: SetEntry) -> dict[str, Any]:
        head: dict[str, Any] = {"name": entry.piece_set.name, **entry.piece_set.to_json()}
        head["goal"] = [number + 1 for number in head["goal"]]
        if entry.survey is None:
            return {**head, "error": entry.fault or "not surveyed"}
        hardest = self.hardest_of(entry)
        return {
            **head,
            "states": entry.survey.states,
            "components": entry.survey.components,
            "components_with_goal": entry.survey.with_goal,
            "hardest": entry.survey.hardest,
            "grade": hardest.grade if hardest else None,
            "minima": {str(moves): n for moves, n in sorted(entry.survey.minima.items())},
            "seconds": round(entry.seconds, 3),
        }


def start_json(entry: StartEntry) -> dict[str, Any]:
    """Write a hardest start as a document."""
    start, answer = entry.start, entry.answer
    return {
        "puzzle": entry.name,
        "set": entry.piece_set.name,
        "rank": entry.rank,
        "board": list(entry.board),
        "metric": entry.puzzle.metric,
        "moves": start.moves,
        "grade": entry.grade,
        "component": start.component,
        "farthest": start.farthest,
        "proven": None if answer is None else answer.known.proven,
        "plan": list(answer.known.plan) if answer is not None and answer.known.plan else None,
        "certificate_sha256": None if answer is None else answer.certificate_hash,
    }


def make_atlas(atlas: Atlas, means: Means) -> Iterator[None]:
    """Fill in the atlas: make the surveys, then the proofs; yield after each survey and proof."""
    request, order = atlas.request, atlas.smallest_first
    about = request.metric, max(KEPT, request.top), request.limits, request.where
    surveys = [SurveyJob(one.piece_set, *about) for one in order]
    for place, found in run_batch(surveys, means):
        entry = order[place]
        entry.survey, entry.seconds, entry.fault = found.survey, found.seconds, found.reason
        yield
    atlas.choose_starts()
    if not request.proofs:
        return
    proofs = [Job(one.name, one.puzzle, DEFAULT, request.limits) for one in atlas.starts]
    for number, outcome in run_batch(proofs, means):
        atlas.starts[number].answer = outcome
        yield
