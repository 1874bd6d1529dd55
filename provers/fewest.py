"""The fewest pegs that can be left: two answers, that so few can be, and that one fewer cannot.

Which number is the least, no position shows by itself.  So the instance is a ladder of questions
(`Puzzle.ladder`): can one peg be left?  Can two?  If few positions can be reached, a search by the
rules sees them all, and those with the fewest pegs say which question is the first with a plan.
The same positions are then the labels which prove that the question before it has none.  On other
boards the questions are asked one after another.

The certificate is of the question before: that so few pegs can be left, the plan shows by itself.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from puzzleproof.models.errors import OutputError, Unsupported
from puzzleproof.models.files import written_whole
from puzzleproof.models.pegs.rules import PegPuzzle
from puzzleproof.models.puzzle import State
from puzzleproof.provers.certificate import Workspace, workspace
from puzzleproof.provers.events import Emit, PlanFound, Working
from puzzleproof.provers.labelling.blocks import sorted_block
from puzzleproof.provers.labelling.search import Labelling, plan_of, write_certificate
from puzzleproof.provers.process import Limits
from puzzleproof.provers.request import Request
from puzzleproof.provers.session import Session
from puzzleproof.provers.verdict import Evidence, Verdict

MOST_POSITIONS = 300_000
"""A search by the rules ends when it has seen more positions, after some 5 seconds."""

Layers = list[list[State]]


class Answers(NamedTuple):
    """What is known of the fewest pegs."""

    fewest: int | None
    """The number, if it is proven."""
    words: str
    """The number, or a bound."""
    fewer: Verdict | None
    """That one fewer cannot be left; no jump leaves none."""
    last: Verdict
    """The answer about this number."""


@dataclass(frozen=True)
class Asker:
    """The questions about a board: what each of them is asked for, and the time that is left."""

    prove: Callable[..., Verdict]
    """The function that answers a single question (`provers.strategy.prove`)."""
    puzzle: PegPuzzle
    request: Request
    on_event: Emit
    limits: Limits
    versions: dict[str, str]
    in_process: bool
    begin: float = field(default_factory=time.perf_counter)

    def answer(self, name: str) -> Verdict:
        """The fewest pegs, within the limits."""
        target = self.request.certificate
        if self.request.at_least is not None:
            fault = "of the fewest pegs no bound of moves is proven"
            raise Unsupported(f"at_least {self.request.at_least}: {fault}")
        with TemporaryDirectory(prefix="puzzleproof-") as folder:
            kept = None if target is None else str(Path(folder) / "certificate")
            found = self._by_one_search(kept) or self._one_by_one(kept)
            last, fewer = found.last, found.fewer
            if fewer is not None and target is not None:
                last = _with_certificate(last, fewer, Path(target))
        return replace(
            last,
            puzzle=name,
            title=self.puzzle.info.name or name,
            aim=f"fewest pegs left: {found.words}",
            fewest=found.fewest,
            fewer=fewer and replace(fewer, certificate=None),
            seconds=time.perf_counter() - self.begin,
        )

    def _by_one_search(self, kept: str | None) -> Answers | None:
        """Both answers, if few positions can be reached; else None."""
        ladder, levels = dict(self.puzzle.ladder()), Layers()

        def search(session: Session) -> None:
            levels.extend(session.call(layers_of, session.puzzle, False))

        searched = self._work(ladder[1], None, search)
        if searched.interrupted:
            return Answers(None, "not known", None, searched)
        if not levels:
            return None
        number, fewer = len(ladder) + 1 - len(levels), None
        if number > 1:
            fewer = self._work(ladder[number - 1], kept, partial(_label, levels))
        if fewer is not None and fewer.status != "unsolvable":
            last = fewer if fewer.interrupted else self._last(ladder[number])
            return Answers(None, f"at most {number}", None, last)
        last = self._last(ladder[number], fewer, few=True)
        return Answers(number, _graded(number, fewer), fewer, last)

    def _one_by_one(self, kept: str | None) -> Answers:
        """Both answers; if a question is left open, so is the number."""
        fewer: Verdict | None = None
        for number, question in self.puzzle.ladder():
            found = self._ask(question, Request(certificate=kept, seed=self.request.seed))
            if found.plan is not None:
                last = self._last(question, fewer)
                last = found if last.plan is None else last
                return Answers(number, _graded(number, fewer), fewer, last)
            if found.status != "unsolvable":
                return Answers(None, f"at least {_graded(number, fewer)}", fewer, found)
            fewer = found
        raise AssertionError("the start itself has as many pegs as the last question asks for")

    def _last(
        self, question: PegPuzzle, fewer: Verdict | None = None, *, few: bool = False
    ) -> Verdict:
        """The answer in the instance's own metric; ``few``: few positions can be reached."""
        own = replace(question, metric=self.puzzle.metric, info=self.puzzle.info)
        if fewer is None:
            return self._ask(own, self.request)
        if few and self.request.by_itself:
            return self._work(own, None, partial(_label, None))
        return self._ask(own, replace(self.request, certificate=None))

    def _ask(self, question: PegPuzzle, request: Request) -> Verdict:
        about = question.goal_in_words, question, request, self.on_event, self._limits_now()
        return self.prove(*about, self.versions, in_process=self.in_process)

    def _work(
        self, question: PegPuzzle, certificate: str | None, work: Callable[[Session], None]
    ) -> Verdict:
        """Work on a question in a session of its own."""
        asked = Request(certificate=certificate)
        with workspace(certificate, self.versions, question, passing=True) as place:
            about = question, self.on_event, self._limits_now(), asked, place
            session = Session(*about, in_process=self.in_process)
            verdict = session.run(work, question.goal_in_words, self.versions)
            if verdict.certificate is not None:
                place.put()
        return verdict

    def _limits_now(self) -> Limits:
        """The limits, with the time that is left."""
        if self.limits.seconds is None:
            return self.limits
        left = self.limits.seconds - (time.perf_counter() - self.begin)
        return self.limits._replace(seconds=max(0.01, left))


def _graded(number: int, fewer: Verdict | None) -> str:
    """The number with the grade of the proof that no fewer can be left."""
    return f"{number}, {'certified' if fewer is None else fewer.grade}"


def _with_certificate(last: Verdict, fewer: Verdict, target: Path) -> Verdict:
    """The last answer with the certificate about one fewer, in the place asked for."""
    if fewer.certificate is None:
        return replace(last, certificate=None, fault=fewer.fault)
    try:
        with written_whole(target) as part:
            part.write_bytes(Path(fewer.certificate).read_bytes())
    except OutputError as error:
        return replace(last, certificate=None, fault=str(error))
    return replace(last, certificate=str(target))


# --- a search by the rules ------------------------------------------------------------------


def _label(levels: Layers | None, session: Session) -> None:
    """Prove that the question has no plan, as ``levels`` are all positions; or its minimum."""
    begin = time.perf_counter()
    found = session.call(_label_and_check, session.puzzle, levels, session.workspace)
    took, (bound, states) = time.perf_counter() - begin, found
    session.accept(Evidence.certified("labelling", bound, "verify.labelling", took, states))


def _label_and_check(
    puzzle: PegPuzzle, levels: Layers | None, workspace: Workspace, emit: Emit
) -> tuple[int | None, int]:
    """The accepted bound, and the number of states."""
    labels, at_least, plan = levels or layers_of(puzzle, True, emit), None, None
    if levels is None:
        *labels, last = labels
        path, at_least = [next(filter(puzzle.is_goal, last))], len(labels)
        for layer in reversed(labels):
            path.append(next(one for one in layer if path[-1] in puzzle.successors(one)))
        plan = plan_of(puzzle, path[::-1])
        emit(PlanFound(plan, "search"))
    blocks = [sorted_block([*map(puzzle.pack, layer)], puzzle.pack_width) for layer in labels]
    labelling = Labelling(blocks, at_least, plan)
    write = partial(write_certificate, puzzle, labelling, versions=workspace.versions)
    checked = workspace.publish(write, emit)
    return checked.at_least, checked.states


def layers_of(puzzle: PegPuzzle, to_goal: bool, emit: Emit) -> Layers:
    """The positions after 0, 1, 2, … moves, to the first goal or the end; none if too many."""
    layers, seen = [[puzzle.start]], {puzzle.start}
    while layers[-1] and not (to_goal and any(map(puzzle.is_goal, layers[-1]))):
        after = {state for one in layers[-1] for state in puzzle.successors(one)} - seen
        layers.append(list(after))
        seen |= after
        if len(seen) > MOST_POSITIONS:
            return []
        emit(Working("searching by the rules", len(seen), unit="states"))
    return layers if layers[-1] else layers[:-1]
