"""The fewest pegs that can be left: a proof that k pegs can be left, and that k - 1 cannot.

No single state shows which number is the least.  So the instance becomes a list of *questions*,
puzzles of their own (`Puzzle.ladder`): can one peg be left?  Can two?  The first question with a
plan gives the number.  If few states can be reached, a search by the rules visits them all, and
finds a state with the fewest pegs; a labelling with the same states then proves that the preceding
question has no plan.  On other boards the questions are solved one after another.

The certificate proves that k - 1 pegs cannot be left; the plan shows that k pegs can.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, TypeAlias

from puzzleproof.models.board import RuleBoard
from puzzleproof.models.errors import Unsupported
from puzzleproof.models.pegs.rules import PegPuzzle
from puzzleproof.models.puzzle import State
from puzzleproof.provers.certificate import Workspace
from puzzleproof.provers.events import Emit, Working
from puzzleproof.provers.labelling.search import Labelling, write_certificate
from puzzleproof.provers.process import Limits
from puzzleproof.provers.request import Request
from puzzleproof.provers.session import Session
from puzzleproof.provers.verdict import Evidence, Verdict

MOST_POSITIONS = 300_000
"""A search by the rules gives up when it has seen more states, after some 5 seconds."""

Layers: TypeAlias = Sequence[set[State]]
Work: TypeAlias = Callable[[Session], None]


Answers: TypeAlias = tuple[int | None, str, Verdict | None, Verdict]
"""The fewest pegs k, or None if they are not proven; k in words, with its grade or as a bound; the
verdict on the question for k - 1 pegs (None if k is 1); the verdict on the question for k pegs."""


@dataclass(frozen=True)
class Asker:
    """Answers questions about a board in the time that is left."""

    carry_out: Callable[[Work, str, PegPuzzle, Request, Limits], Verdict]
    """A function that does work on a question in a session of its own (`provers.strategy`)."""
    minimum: Work
    """The work that proves the minimum of one question."""
    puzzle: PegPuzzle
    request: Request
    limits: Limits
    begin: float = field(default_factory=time.perf_counter)

    def answer(self, name: str) -> Verdict:
        """Find the fewest pegs, within the limits."""
        if self.request.at_least is not None:
            fault = "no lower bound on moves can be proven for the fewest pegs"
            raise Unsupported(f"at_least {self.request.at_least}: {fault}")
        fewest, words, fewer, last = self._by_one_search() or self._one_by_one()
        if fewer is not None:
            about = fewer.certificate, fewer.older, fewer.fault
            last = replace(last, certificate=about[0], older=about[1], fault=about[2])
        last = replace(last, puzzle=name, title=self.puzzle.info.name or name)
        if fewest is None:  # `last` is about one number of pegs, not about the fewest pegs
            nothing: dict[str, Any] = dict.fromkeys(("lower", "upper", "plan"))
            last = replace(last, **nothing, status="unknown", grade="claimed", evidence=())
            last = replace(last, metric=self.puzzle.metric)
        seconds = time.perf_counter() - self.begin
        aim = f"fewest pegs left: {words}"
        return replace(last, aim=aim, fewest=fewest, fewer=fewer, seconds=seconds)

    def _by_one_search(self) -> Answers | None:
        """Find the answers by one search if few states can be reached; else return None."""
        ladder, levels = dict(self.puzzle.ladder()), list[set[State]]()

        def search(session: Session) -> None:
            levels.extend(session.call(layers_of, session.puzzle))

        searched = self._ask(ladder[1], Request(), search)
        if searched.interrupted:
            return None, "not known", None, searched
        if not levels:
            return None
        number = len(ladder) + 1 - len(levels)
        if number == 1:
            return 1, _graded(1, None), None, self._last(ladder[1], self.request)
        kept = Request(certificate=self.request.certificate)
        fewer = self._ask(ladder[number - 1], kept, partial(_certify, levels))
        if fewer.status != "unsolvable":
            return None, f"at most {number}", None, fewer
        asked = replace(self.request, certificate=None)
        if asked.by_itself:  # there are few states, so they can all be labelled
            asked = replace(asked, evidence="labelling")
        return number, _graded(number, fewer), fewer, self._last(ladder[number], asked)

    def _one_by_one(self) -> Answers:
        """Find the answers one by one; if a question remains open, the number is not known."""
        fewer, ladder, asked = None, dict(self.puzzle.ladder()), Request(seed=self.request.seed)
        number = 1  # the last question has a plan without moves, so the loop ends
        try:
            while (found := self._ask(ladder[number], asked, self.minimum)).status == "unsolvable":
                number, fewer = number + 1, found
        except Unsupported as error:
            if fewer is None:
                raise
            found = replace(fewer, reasons=(*fewer.reasons, str(error)))
        if fewer is not None and (kept := self.request.certificate):
            asked = replace(asked, certificate=kept)
            again = self._ask(ladder[number - 1], asked, self.minimum)
            fewer = again if again.status == "unsolvable" else fewer
        if found.plan is None:
            return None, f"at least {_graded(number, fewer)}", fewer, found
        request = self.request if fewer is None else replace(self.request, certificate=None)
        last = self._last(ladder[number], request)
        last = found if last.plan is None else last
        return number, _graded(number, fewer), fewer, last

    def _last(self, question: PegPuzzle, request: Request) -> Verdict:
        """Solve a question in the metric of the instance."""
        own = replace(question, metric=self.puzzle.metric, info=self.puzzle.info)
        return self._ask(own, request, self.minimum)

    def _ask(self, question: PegPuzzle, request: Request, work: Work) -> Verdict:
        left, limits = self.limits.seconds, self.limits
        if left is not None:
            left = max(0.01, left - (time.perf_counter() - self.begin))
            limits = limits._replace(seconds=left)
        return self.carry_out(work, question.goal_in_words, question, request, limits)


def _graded(number: int, fewer: Verdict | None) -> str:
    """Write the number with the grade of the proof that fewer pegs cannot be left."""
    return f"{number}, {'certified' if fewer is None else fewer.grade}"


# --- a search by the rules ------------------------------------------------------------------


def _certify(levels: Layers, session: Session) -> None:
    """Prove that the question has no plan; ``levels`` are all states that can be reached."""
    begin = time.perf_counter()
    states = session.call(_write_and_check, session.puzzle, levels, session.workspace)
    took = time.perf_counter() - begin
    session.accept(Evidence.certified("labelling", None, "verify.labelling", took, states))


def _write_and_check(puzzle: PegPuzzle, levels: Layers, workspace: Workspace, emit: Emit) -> int:
    """Write a certificate that no state is a goal, and check it; return the number of states."""
    labelling = Labelling(list(map(RuleBoard(puzzle).block, levels)), None, None)
    write = partial(write_certificate, puzzle, labelling, versions=workspace.versions)
    return workspace.publish(write, emit).states


def layers_of(puzzle: PegPuzzle, emit: Emit) -> Layers:
    """List the layers of states first reached after 0, 1, 2, … moves; [] for too many states."""
    board, seen = RuleBoard(puzzle), 1
    layers = [board.of([puzzle.start])]
    while layers[-1]:
        layers.append(board.after(layers[-1], layers))
        seen += len(layers[-1])
        if seen > MOST_POSITIONS:
            return []
        emit(Working("searching by the rules", seen, unit="states"))
    return layers[:-1]
