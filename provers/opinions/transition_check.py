"""A second check of a labelling, by SAT: no step of the encoders leads out of the labels.

`verify.labelling` goes by the rules of `models`.  Here the same three demands are made of the other
formulation of the rules: (1) the task's start has label 0, (2) no state labelled below L satisfies
the task's goal, (3) for every state labelled g < L - 1 (every one, where L is infinite) the
encoders' one-step transition relation, with that state fixed, has no successor without a label up
to g + 1: a SAT solver says UNSAT to each.  Nothing is shared with the search that made the labels,
nor with the moves of the rules; only what the facts of a state are (`Grounding.facts_of`).

Of a labelling with lower bounds the states that these leave out have labels too, by the bounds of
`verify.bounds`, which are no part of this opinion.

It is a second opinion, by a solver's word: where it says no, the labelling or the encoders are
wrong; where it says yes, nobody has checked the solver.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import chain
from typing import BinaryIO, TypeAlias

from puzzleproof.encoders import ground
from puzzleproof.encoders.task import Grounding
from puzzleproof.explore.packed_task import bits_of, numbers
from puzzleproof.models.errors import Unsupported
from puzzleproof.models.puzzle import AnyPuzzle, State
from puzzleproof.models.texts import count
from puzzleproof.provers.events import Emit, Note
from puzzleproof.provers.lrat.bounded import left_out_of
from puzzleproof.provers.opinions.one_step import escape_query, unknown_goal
from puzzleproof.verify.bounds import lower_bounds
from puzzleproof.verify.bounds.graphs import graph_of
from puzzleproof.verify.certificate import Certificate, read_header
from puzzleproof.verify.classes import members, mirror_of
from puzzleproof.verify.formula.bounded import check_left_out
from puzzleproof.verify.labelling import blocks

StateLayers: TypeAlias = Iterable[Iterable[State]]


@dataclass(frozen=True, slots=True)
class TransitionCheck:
    """What came of a check: all that was asked, and the first fault, empty where there is none."""

    at_least: int | None
    """What the labels claim, if there is no fault; None: there is no plan."""
    states: int
    """Labelled states."""
    queries: int
    """Those whose successors were asked for; a state counts once for each set of facts it has."""
    seconds: float
    fault: str = ""
    bounded: bool = False
    """Whether lower bounds leave states out."""

    @property
    def accepted(self) -> bool:
        """Whether nothing escapes."""
        return not self.fault

    def words(self) -> str:
        """What was asked, in a line."""
        asked = (
            f"one-step relation of the encoders, {count(self.states, 'state')}, "
            f"{count(self.queries, 'query', 'queries')}"
        )
        return f"{asked}: {self.fault or 'no move leads out of the labels'}"


def check_certificate(file: BinaryIO, emit: Emit) -> TransitionCheck:
    """Check the labelling in a file; raises CertificateRejected where it cannot be read."""
    forward, backward = list[list[State]](), list[list[State]]()
    certificate = read_header(file)
    if certificate.kind != "labelling":
        raise Unsupported(f"a certificate of kind {certificate.kind!r} has no labels")
    puzzle, claimed = certificate.puzzle, certificate.at_least
    if "bounds" in certificate.extra:
        return _check_bounded(certificate, emit)
    mirror = mirror_of(certificate)
    for block in blocks(certificate):
        numbers = list(chain.from_iterable(block.parts))
        states = map(puzzle.unpack, members(puzzle, mirror, numbers))
        (backward if block.backward else forward).append(list(states))
    found = check_transitions(puzzle, forward, claimed is None, emit, backward)
    if found.accepted and found.at_least != claimed:
        fault = f"claims at least {claimed} moves, its labels {found.at_least}"
        return replace(found, fault=fault)
    return found


def _check_bounded(certificate: Certificate, emit: Emit) -> TransitionCheck:
    """The same of labels with lower bounds, which `verify` judges: of all members of each class.

    A state that is left out has a rank by its bound (`puzzleproof.verify.formula.bounded`).
    """
    puzzle, claimed = certificate.puzzle, certificate.at_least
    if certificate.numbers("backward"):
        raise Unsupported("labels with bounds from the goals are not asked about")
    graph = graph_of(puzzle, backward=False)
    read = (chain.from_iterable(block.parts) for block in blocks(certificate))
    labels = [list(chain.from_iterable(map(graph.members, some))) for some in read]
    left_out = left_out_of(puzzle, labels, claimed)
    bounds = lower_bounds(graph, certificate.extra["bounds"])
    check_left_out(graph, claimed, left_out, bounds)
    layers = [list(map(puzzle.unpack, numbers)) for numbers in labels]
    layers += [[] for _ in range(len(layers), claimed or 0)]
    ranked = (
        (0 if claimed is None else claimed - moves, puzzle.unpack(number))
        for moves, numbers in left_out
        for number in numbers
    )
    found = check_transitions(puzzle, layers, claimed is None, emit, ranked=ranked)
    return replace(found, bounded=True)


def check_transitions(
    puzzle: AnyPuzzle,
    layers: StateLayers,
    closed: bool,
    emit: Emit,
    backward: StateLayers = (),
    ranked: Iterable[tuple[int, State]] = (),
) -> TransitionCheck:
    """Check labels 0, 1, 2, … given as states; ``closed`` also asks (3) of the last ones.

    ``backward``, if any, are labels from the goals, 0 to b: then the labels 0 to a of ``layers``
    prove 'at least a + b + 1 moves' if no state labelled a has one of them as well.  ``ranked`` are
    states that are left out, each with its rank r: moves may lead there from labels of r - 1 or
    more.  Raises Unsupported where the encoders have no one-step relation of whole moves,
    InternalError where their clauses are not what their operators say.
    """
    begin = time.perf_counter()
    grounding = ground(puzzle)
    keys = TaskKeys(puzzle, grounding)
    forward, back = SideLabels(keys, layers, ranked), SideLabels(keys, backward)
    sides, fault = [forward, back] if back.number else [forward], ""
    try:
        forward.check_no_goal()
        if forward.number or back.number:
            forward.check_start()
        if back.number:
            back.check_goals()
            back.check_apart_from(forward)
        for side in sides:
            side.check_steps(closed, backwards=side is back)
    except _FaultyLabels as found:
        fault = str(found)
    queries = sum(side.asked for side in sides)
    at_least = None if closed else sum(side.number for side in sides) - len(sides) + 1
    states, seconds = sum(side.states for side in sides), time.perf_counter() - begin
    checked = TransitionCheck(at_least, states, queries, seconds, fault)
    emit(Note(checked.words()))
    return checked


class TaskKeys:
    """The keys of a task's states: masks of facts, above them the stops visited."""

    def __init__(self, puzzle: AnyPuzzle, grounding: Grounding) -> None:
        self.task = grounding.task
        self.width = len(self.task.facts)
        self._puzzle, self._grounding = puzzle, grounding

    def of(self, state: State) -> list[int]:
        """The keys that stand for a state."""
        state, visited = (state[:-1], state[-1]) if self.task.stops else (state, 0)
        found = self._grounding.facts_of(state)
        return [bits_of(facts) | visited << self.width for facts in found]

    def drawn(self, key: int) -> str:
        """Draw a state in one line; facts that are no state are named."""
        bits, visited = key & (1 << self.width) - 1, key >> self.width
        try:
            state = self._grounding.state(frozenset(numbers(bits)))
            board = self._puzzle.draw((*state, visited) if self.task.stops else state)
            return "/".join(board.splitlines())
        except (LookupError, ValueError):
            return "no state, " + " ".join(self.task.facts[fact] for fact in numbers(bits))


class _FaultyLabels(Exception):
    """The first fault of some labels."""


class SideLabels:
    """The labels of one side: key -> label.  Each check raises the first fault that it finds."""

    def __init__(
        self, keys: TaskKeys, layers: StateLayers, ranked: Iterable[tuple[int, State]] = ()
    ) -> None:
        self._keys, self._task = keys, keys.task
        self._of = dict[int, int]()
        self._left_out: dict[int, int] = {}
        for rank, state in ranked:
            self._left_out.update(dict.fromkeys(keys.of(state), rank))
        self.number = self.states = self.asked = 0
        for label, layer in enumerate(layers):
            self.number = label + 1
            for state in layer:
                self.states += 1
                for key in keys.of(state):
                    self._of.setdefault(key, label)

    def check_start(self) -> None:
        """The task's start must have label 0."""
        task = self._task
        start = bits_of(task.start) | task.visited(task.start, 0) << self._keys.width
        if self._of.get(start) != 0:
            raise _FaultyLabels("label 0: the task's start is missing")

    def check_no_goal(self) -> None:
        """No labelled state satisfies the task's goal."""
        goals = [[bits_of(clause) for clause in goal] for goal in self._task.goals]
        done = (1 << len(self._task.stops)) - 1
        for key, label in self._of.items():
            if self._task.stops:
                met = key >> self._keys.width == done
            else:
                met = any(all(key & clause for clause in goal) for goal in goals)
            if met:
                drawn = self._keys.drawn(key)
                raise _FaultyLabels(f"label {label}: the task's goal holds, {drawn}")

    def check_goals(self) -> None:
        """Backward labels: whatever satisfies the task's goal has label 0."""
        if self._task.stops:
            raise _FaultyLabels("labels from the goals of a tour")
        goal = unknown_goal(self._task, (key for key, label in self._of.items() if not label))
        if goal is not None:
            raise _FaultyLabels(f"a goal is not labelled, {self._keys.drawn(goal)}")

    def check_apart_from(self, forward: SideLabels) -> None:
        """No state with the last label from the start has one from the goals."""
        for key in self._of:
            if forward._of.get(key) == forward.number - 1:
                raise _FaultyLabels(f"labelled from start and goals: {self._keys.drawn(key)}")

    def check_steps(self, closed: bool, *, backwards: bool = False) -> None:
        """Ask for each state what follows (or comes before); counts how many were asked."""
        if closed and not self.number:
            raise _FaultyLabels("claims 'unsolvable' and labels no state")
        last, drawn = self.number if closed else self.number - 1, self._keys.drawn
        allowed = dict(self._of)
        for key, rank in self._left_out.items():
            allowed[key] = min(rank, allowed.get(key, rank))
        escape = escape_query(self._task, allowed, backwards=backwards)
        for key, label in self._of.items():
            if label < last:
                self.asked += 1
                escaped = escape(key, label + 1)
                if escaped is not None:
                    raise _FaultyLabels(
                        f"label {label}: a step leads to a state that has no label up to "
                        f"{label + 1}: {drawn(key)} to {drawn(escaped)}"
                    )
