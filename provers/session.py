"""A session keeps one puzzle's bounds and does work within limits; `strategy` decides which work.

`Bounds` hold the evidence, the best plan, and the bounds that follow, which only ever tighten.
`Bounds` are kept in the parent process, so they survive a solver that had to be killed.
A `Session` updates them from events, and does heavy work in a child process.
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeAlias

from puzzleproof.models.errors import (
    CertificateRejected,
    IllegalMove,
    InternalError,
    LimitReached,
    NotationError,
)
from puzzleproof.models.files import system_fault
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.models.remarks import remarks, size_remarks
from puzzleproof.models.texts import brief, count
from puzzleproof.provers.certificate import Workspace
from puzzleproof.provers.events import (
    SOME_PLAN,
    BoundsChanged,
    CertificateWritten,
    Emit,
    Event,
    EvidenceFound,
    HorizonAnswer,
    Layer,
    Note,
    NotWritten,
    PlanFound,
)
from puzzleproof.provers.process import (
    SHARE,
    Interrupted,
    Limits,
    MemoryLimit,
    TimeLimit,
    call,
    call_here,
    half_of_spare_memory,
    has_processes,
    is_daemonic,
)
from puzzleproof.provers.request import Request
from puzzleproof.provers.verdict import (
    INTERRUPTED,
    Evidence,
    Verdict,
    conclude,
    contradicted,
    proven_bound,
)
from puzzleproof.verify.certificate import plan_fits
from puzzleproof.verify.replay import replay_to_goal

DEFAULT, NOWHERE = Request(), Workspace(None, None)

MANY_STATES = 5_000_000
"""If a puzzle may have more states, other evidence is tried before a search of all states."""
MANY_FOR_ARRAYS = 2_000_000_000
"""The same limit without a special search; it counts placements, of which frogs reach a third."""
DELAY_SHARE = 0.1
"""A step that delays later steps may take at most this share of a time limit."""
ALONE = (
    "a worker of multiprocessing.Pool may start no processes: the work was done in the worker, "
    "without a memory limit; workers of concurrent.futures.ProcessPoolExecutor may start processes"
)
SOLVED = Evidence.certified(
    "labelling", 0, "verify.replay", 0.0, note="the start is a goal state, no label is needed"
)
"""The checker of an empty plan: `replay_to_goal` found that the start is a goal."""


class Bounds:
    """Evidence, the shortest replayed plan, and notes; `apply` updates them from events."""

    def __init__(self, puzzle: AnyPuzzle, at_least: int | None = None) -> None:
        self.puzzle, self.at_least = puzzle, at_least
        self.evidence: list[Evidence] = []
        self._partial: dict[str, Evidence] = {}
        """Search that is still running or was stopped -> the bound that it has reached."""
        self._reported: set[str] = set()
        """The searches about which the current work has reported."""
        self.plan: tuple[str, ...] | None = None
        self.plan_by = ""
        self.certificate: str | None = None
        self.fault = ""
        self.notes: list[Note] = []
        self.names_kinds = False
        """Whether kinds of evidence were requested; notes then always say which are missing."""

    @property
    def upper(self) -> int | None:
        """The length of the shortest replayed plan."""
        return None if self.plan is None else len(self.plan)

    @property
    def hoped(self) -> int | None:
        """`upper` if the plan's search aimed at a shortest plan; None for `SOME_PLAN`."""
        return None if self.plan_by == SOME_PLAN else self.upper

    @property
    def _rows(self) -> list[Evidence]:
        return [*self.evidence, *self._partial.values()]

    @property
    def lower(self) -> int | None:
        """The best lower bound of any grade, or None if there is no plan."""
        return self.current().lower

    @property
    def closed(self) -> bool:
        """Whether the minimum is proven, or the puzzle is proven to be unsolvable."""
        return conclude(self._rows, self.upper)[0] in ("optimal", "unsolvable")

    @property
    def proven(self) -> float:
        """The best lower bound that is certified or cross-checked."""
        return proven_bound(self._rows)

    def apply(self, event: Event) -> BoundsChanged | None:
        """Update the bounds from an event; return them if they changed; refuse a wrong plan."""
        before = self.current()
        match event:
            case EvidenceFound(evidence):
                self.evidence.append(self._judged(evidence))
            case PlanFound(plan, by):
                replay_to_goal(self.puzzle, plan)
                if self.plan is None or len(plan) < len(self.plan) + (self.plan_by == SOME_PLAN):
                    self.plan, self.plan_by = plan, by
                    self.evidence += [] if plan else [SOLVED]
            case Layer(search, by, depth, states):
                note = f"{search} stopped after depth {depth}"
                row = Evidence("exhaustion", depth + 1, False, "none", by, 0.0, states, note)
                self._take_partial(search, row)
            case HorizonAnswer(engine, most, "refuted", seconds, afresh):
                how = "" if afresh else " incrementally; not solved again from scratch"
                note = f"'at most {count(most, 'move')}' refuted by {engine}{how}"
                by = "encoders" if afresh else "none"
                row = Evidence("refutation", most + 1, False, "none", by, seconds, note=note)
                self._take_partial(f"horizons by {engine}", row)
            case CertificateWritten(path):
                self.certificate = path
            case NotWritten(text):
                self.certificate, self.fault = None, text
            case Note():
                self.notes.append(event)
            case _:
                return None
        after = self.current()
        return None if after == before else after

    def _take_partial(self, search: str, row: Evidence) -> None:
        """Note the bound that a search has reached; it never decreases."""
        row = self._judged(row)
        self._reported.add(search)
        if search not in self._partial or row.bound >= self._partial[search].bound:
            self._partial[search] = row

    def _judged(self, row: Evidence) -> Evidence:
        # A bound beyond the longest plan shows that there is no plan.
        return replace(row, bound=self.puzzle.bound_by(row.bound))

    def worked(self, seconds: float) -> None:
        """Note the seconds of the work that has just ended, for the searches that it reported."""
        for search in self._reported:
            self._partial[search] = replace(self._partial[search], seconds=seconds)
        self._reported.clear()

    def current(self) -> BoundsChanged:
        """Return the current bounds."""
        _, grade, lower = conclude(self._rows, self.upper)
        return BoundsChanged(lower, self.upper, grade)

    def verdict(
        self, name: str, seconds: float, warnings: tuple[str, ...], versions: Mapping[str, str]
    ) -> Verdict:
        """Return the verdict; its evidence includes the bounds of searches that were stopped."""
        status, grade, lower = conclude(self._rows, self.upper)
        if contradicted(self._rows, self.upper):
            bug = "evidence denies a plan that the rules replayed: a bug, nothing is claimed"
            warnings += (bug,)
        if status == "unsolvable" and self.puzzle.assumed and self.puzzle.other_goals:
            warnings += (self.puzzle.other_goals,)
        notes = (*self.notes, *(Note(text, "warning") for text in warnings))
        proven = status in ("optimal", "unsolvable")
        if proven and grade == "certified" and not self.names_kinds:
            notes = tuple(note for note in notes if note.kind != "reason")
        hidden = ("remark", "reason") if proven else ("remark",)
        # A stopped search is listed if certificates and evidence of its formulation prove less.
        stopped = [
            row
            for row in self._partial.values()
            if all(
                row.bound > done.bound
                for done in self.evidence
                if done.checked or row.formulation in ("none", done.formulation)
            )
        ]
        return Verdict(
            puzzle=name,
            title=brief(self.puzzle.info.name or name),
            family=self.puzzle.family,
            metric=self.puzzle.metric,
            status=status,
            grade=grade,
            lower=lower,
            upper=self.upper,
            plan=self.plan,
            evidence=(*self.evidence, *stopped),
            certificate=self.certificate,
            fault=self.fault,
            seconds=seconds,
            assumed=self.puzzle.assumed,
            notes=tuple(note.text for note in notes),
            reasons=tuple(note.text for note in notes if note.kind not in hidden),
            at_least=self.at_least,
            known=tuple(row for row in self.puzzle.info.known if row.metric == self.puzzle.metric),
            versions=versions,
        )


class Ended(Exception):
    """A limit of the whole session was reached, or Ctrl-C pressed: all work ends."""


class ListenerFailed(Exception):
    """The user's listener to events raised the error in ``args``, which no strategy may handle."""


class Session:
    """The bounds of one puzzle, and work on it, in a child process unless ``in_process`` is set."""

    def __init__(
        self,
        puzzle: AnyPuzzle,
        on_event: Emit,
        limits: Limits,
        request: Request = DEFAULT,
        workspace: Workspace = NOWHERE,
        *,
        in_process: bool = False,
    ) -> None:
        self.puzzle, self.limits = puzzle, limits
        self.request, self.workspace = request, workspace
        if request.at_least is not None and puzzle.too_many is not None:
            self.request = replace(request, at_least=min(request.at_least, puzzle.too_many))
        self.in_process = in_process or not has_processes()
        self.bounds = Bounds(puzzle, request.at_least)
        self.bounds.names_kinds = not request.by_itself
        self.argument: Any = None
        """The invariant's argument, once it is found."""
        self._on_event = on_event
        self._begin = time.perf_counter()

    @property
    def is_large(self) -> bool:
        """Whether the family's rules show that there are too many states to visit them all."""
        many = MANY_STATES if self.puzzle.special_search else MANY_FOR_ARRAYS
        return (self.puzzle.states_at_most or 0) > many

    @property
    def special_search(self) -> str | None:
        """The search, if any, that suits this puzzle better than horizons; None for few states."""
        return self.puzzle.special_search if self.is_large else None

    def emit(self, event: Event) -> None:
        """Update the bounds from an event; pass it on, then the bounds if they changed."""
        changed = self.bounds.apply(event)
        try:
            self._on_event(event)
            if changed is not None:
                self._on_event(changed)
        except LimitReached as limit:
            raise Ended(str(limit)) from None
        except Exception as error:
            raise ListenerFailed(error) from error

    def call(
        self,
        work: Callable[..., Any],
        *arguments: Any,
        seconds: float | None = None,
        memory: int | None = None,
        listen: Emit | None = None,
    ) -> Any:
        """Return ``work(*arguments, emit)``, computed in a child process.

        ``seconds`` and ``memory`` in bytes are limits of this work, beside those of the session.
        ``listen`` takes the events in place of `emit`.  Raises LimitReached if the work exceeds its
        limits, Ended if it exceeds those of the session, ListenerFailed, and errors of the work.
        """
        whole = Limits(self.seconds_left(), self.limits.memory)
        if whole.seconds == 0:
            raise Ended("time limit reached")
        run = call_here if self.in_process else call
        limits = Limits(
            min((one for one in (seconds, whole.seconds) if one is not None), default=None),
            min((one for one in (memory, whole.memory) if one is not None), default=None),
        )
        begin = time.perf_counter()
        try:
            return run(work, arguments, listen or self.emit, limits)
        except Interrupted as error:
            raise Ended(str(error)) from None
        except TimeLimit as error:
            if limits.seconds == whole.seconds or self.seconds_left() == 0:
                raise Ended(str(error)) from None
            raise
        except MemoryLimit as error:
            if limits.memory == whole.memory:
                raise Ended(str(error)) from None
            raise
        finally:
            self.bounds.worked(time.perf_counter() - begin)

    def seconds_left(self) -> float | None:
        """Return the seconds until the time limit (0 once it is reached), or None without one."""
        if self.limits.seconds is None:
            return None
        return max(0.0, self.limits.seconds - (time.perf_counter() - self._begin))

    def allowed_delay(self, seconds: float) -> float:
        """Return how long a step may delay later steps: ``seconds``, or less under a time limit."""
        limit = self.limits.seconds
        return seconds if limit is None else min(seconds, DELAY_SHARE * limit)

    def follow(self, steps: tuple["Step", ...], is_open: Callable[[], bool]) -> None:
        """Do in order each step whose condition holds, as long as ``is_open()`` is true."""
        for applies, tried in steps:
            if is_open() and applies(self):
                tried(self)

    def run(
        self, strategy: Callable[[Any], None], name: str, versions: Mapping[str, str]
    ) -> Verdict:
        """Follow a strategy until it ends or is stopped; raises InternalError for a wrong claim."""
        stopped: tuple[str, ...] = ()
        try:
            for remark in (*size_remarks(self.puzzle), *remarks(self.puzzle)):
                self.emit(Note(remark))
            if is_daemonic():
                self.emit(Note(ALONE))
            strategy(self)
        except (Ended, LimitReached) as limit:
            stopped = (str(limit),)
        except KeyboardInterrupt:
            stopped = (INTERRUPTED,)
        except ListenerFailed as failed:
            raise failed.args[0] from None
        except OSError as error:
            fault = system_fault(error)
            if fault is None:
                raise
            stopped = (f"stopped by the system: {fault}",)
        except (IllegalMove, NotationError, CertificateRejected) as error:
            raise InternalError(
                f"a search made a false claim, caught by the rules: {error}"
            ) from error
        seconds = time.perf_counter() - self._begin
        return self.bounds.verdict(name, seconds, stopped, dict(versions))

    # --- what the evidence says about the request ------------------------------------------------

    @property
    def memory(self) -> int | None:
        """Bytes that a search may take: a share of the user's limit, or else of the default."""
        whole = self.limits.memory or half_of_spare_memory()
        return None if whole is None else int(whole * SHARE)

    @property
    def answered(self) -> bool:
        """Whether a proof answers the question, or a plan denies the requested bound."""
        wanted, bounds = self.request.at_least, self.bounds
        shown = wanted is not None and bounds.proven >= wanted
        return bounds.closed or shown or self.denied

    @property
    def certified(self) -> bool:
        """Whether a certificate answers the question."""
        wanted, bounds = self.request.at_least, self.bounds
        if bounds.closed:
            return bounds.current().grade == "certified"
        return wanted is not None and any(
            row.checked and row.bound >= wanted for row in bounds.evidence
        )

    @property
    def claimed(self) -> bool:
        """Whether a search answers the question, or a plan denies the requested bound."""
        wanted, lower = self.request.at_least, self.bounds.lower
        if lower is None or lower == self.bounds.upper:
            return True
        return wanted is not None and (lower >= wanted or self.denied)

    @property
    def denied(self) -> bool:
        """Whether a plan is shorter than the lower bound that was to be proven."""
        wanted, upper = self.request.at_least, self.bounds.upper
        return wanted is not None and upper is not None and upper < wanted

    def accept(self, *found: Evidence) -> None:
        """Add evidence whose certificate is in the workspace, and report the certificate's file."""
        for evidence in found:
            self.emit(EvidenceFound(evidence))
        if self.workspace.target is not None and not self.bounds.fault:
            self.emit(CertificateWritten(str(self.workspace.target)))
        plan = self.bounds.plan
        if plan is not None and not plan_fits(plan):
            text = "the plan is too long for the certificate, which has only the bound"
            self.emit(Note(text, "warning"))


Work: TypeAlias = Callable[[Session], None]
Step: TypeAlias = tuple[Callable[[Session], bool], Work]
"""The test for a situation, and the work to try in this situation."""
