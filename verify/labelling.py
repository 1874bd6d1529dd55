"""Check a labelling by the rules alone: no state has a label that a plan could undercut.

A labelling gives states the labels 0, 1, 2, …: here, block k of the body lists those labelled k.
It proves 'every plan has at least L moves' if (1) the start is labelled 0, (2) no state labelled
below L is a goal, and (3) every move from a state labelled g < L - 1 leads to a state labelled at
most g + 1.  For then, by induction, k < L moves lead to a state labelled at most k, which is no
goal.  With L infinite, (3) for all labelled states, it proves `unsolvable`.

A bidirectional labelling (I. Pohl, Bi-directional search, 1971) needs fewer states: labels 0 … a
from the start as above, (3) for g < a, and labels 0 … b from the goals, where (4) the rules list
all goals and each is labelled 0, (5) every move *to* a state labelled h < b comes from a state
labelled at most h + 1; and a + b = L - 1.  Then (6) none of the states labelled a has a backward
label.  Suppose a plan of k < L moves.  The labels of its states rise by one at most until one has
the label a: not before a moves.  If none has, the goal is labelled, against (2).  Else at most b
moves remain, so that state has a backward label, against (6).

Where moves can be taken back, only blocks g - 1, g and g + 1 are looked up: that demands more than
(3) does, and needs little memory.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any, NamedTuple

from puzzleproof.models.errors import CertificateRejected
from puzzleproof.models.puzzle import (
    AnyPuzzle,
    CompactStates,
    HasCompactStates,
    State,
    listed_goals,
)
from puzzleproof.models.texts import count
from puzzleproof.verify.certificate import Certificate
from puzzleproof.verify.records import Records
from puzzleproof.verify.replay import in_one_line


def check(certificate: Certificate) -> int:
    """Check the body of a certificate; returns the number of states labelled."""
    puzzle, at_least = certificate.puzzle, certificate.at_least
    forward, backward = sizes(certificate)
    claimed = len(forward) + len(backward) - bool(backward)
    if at_least is not None and claimed != at_least:
        counted = f"{len(forward)} + {len(backward)} blocks" if backward else ""
        counted = counted or count(len(forward), "block")
        claim = f"at least {count(at_least, 'move')}"
        raise CertificateRejected(f"claims {claim} with {counted} of labels")
    if at_least is None and backward:
        raise CertificateRejected("claims 'unsolvable' and has backward labels")
    if certificate.plan is not None and len(certificate.plan) < (at_least or 0):
        raise CertificateRejected("the plan is shorter than the bound")
    layers = _LabelledLayers(_compact_states(puzzle), blocks(certificate))
    states = check_layers(puzzle, layers.side(len(forward)), closed=at_least is None)
    if backward:
        states += check_backward(puzzle, layers.side(len(backward)), layers.last)
    layers.finish()
    return states


def sizes(certificate: Certificate) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The sizes of the forward and of the backward blocks; raises CertificateRejected if unfit."""
    forward, backward = certificate.numbers("sizes"), certificate.numbers("backward")
    if backward and not forward:
        raise CertificateRejected("has backward labels and no forward labels")
    if sum(forward) + sum(backward) > certificate.body.left:
        raise CertificateRejected("the body ends too early for the states of 'sizes'")
    return forward, backward


class Block(NamedTuple):
    """The packed states of one label, in parts that must be read before the next block."""

    backward: bool
    label: int
    parts: Iterator[list[int]]

    @property
    def name(self) -> str:
        """Its name in messages."""
        return f"{'backward ' * self.backward}label {self.label}"


def blocks(certificate: Certificate) -> Iterator[Block]:
    """The blocks of a labelling, as they stand in its body: forward, then backward."""
    records = Records(certificate.body, certificate.puzzle.pack_width)
    for backward, side in zip((False, True), sizes(certificate), strict=True):
        for label, size in enumerate(side):
            block = Block(backward, label, iter(()))
            yield block._replace(parts=records.block(block.name, size))
    records.finish()


def check_layers(puzzle: AnyPuzzle, layers: Iterable[set[Any]], *, closed: bool) -> int:
    """Check labels 0, 1, 2, … given as sets of compact states.

    ``closed`` also demands (3) of the last one.  Returns the number of states; raises
    CertificateRejected naming the first that fails.
    """
    rules = _compact_states(puzzle)

    def look(label: int, layer: set[Any]) -> None:
        if not label and rules.of_state(puzzle.canonical(puzzle.start)) not in layer:
            raise CertificateRejected("label 0: the start is missing")
        goal = rules.goal(layer)
        if goal is not None:
            line = in_one_line(puzzle, rules.state(goal))
            raise CertificateRejected(f"label {label}: a goal state, {line}")

    return _LabelledSide(puzzle, rules, "label", look).check(layers, closed=closed)


def check_backward(puzzle: AnyPuzzle, layers: Iterable[set[Any]], meeting: set[Any]) -> int:
    """Check backward labels likewise; no state of ``meeting``, the last forward layer, has one."""
    goals, rules = listed_goals(puzzle), _compact_states(puzzle)
    if goals is None:
        raise CertificateRejected(
            "has backward labels: the rules list no goal states, or moves cannot be taken back"
        )

    def look(label: int, layer: set[Any]) -> None:
        for goal in goals if not label else ():
            if rules.of_state(goal) not in layer:
                line = in_one_line(puzzle, goal)
                raise CertificateRejected(f"backward label 0: a goal state is missing, {line}")
        for compact in layer & meeting:
            line = in_one_line(puzzle, rules.state(compact))
            raise CertificateRejected(
                f"backward label {label}: a state of the last forward label, {line}"
            )

    return _LabelledSide(puzzle, rules, "backward label", look).check(layers, closed=False)


class _LabelledSide:
    """Labels from the start or from the goals; ``look`` checks of each layer what is not a move."""

    def __init__(
        self,
        puzzle: AnyPuzzle,
        rules: CompactStates,
        name: str,
        look: Callable[[int, set[Any]], None],
    ) -> None:
        self._puzzle, self._rules, self._name, self._look = puzzle, rules, name, look

    def check(self, layers: Iterable[set[Any]], *, closed: bool) -> int:
        """Check the layers in order; returns the number of states."""
        states, label = 0, -1
        below, here = set[Any](), set[Any]()
        for label, above in enumerate(layers):
            if label:
                self._check_moves(label - 1, here, (above, here, below))
            self._look(label, above)
            states += len(above)
            if self._puzzle.reversible:
                below = here
            else:
                below |= here
            here = above
        if closed:
            if label < 0:
                raise CertificateRejected("claims 'unsolvable' and labels no state")
            self._check_moves(label, here, (here, below))
        return states

    def _check_moves(self, label: int, layer: set[Any], allowed: tuple[set[Any], ...]) -> None:
        """No move from the layer leads out of the layers allowed."""
        after, line = self._rules.after, self._line
        reached = after(layer)
        for labelled in allowed:
            if len(labelled) < 8 * len(reached):
                reached -= labelled
            else:
                reached = {compact for compact in reached if compact not in labelled}
        if reached:
            one = next(compact for compact in layer if not reached.isdisjoint(after((compact,))))
            other = next(compact for compact in after((one,)) if compact in reached)
            raise CertificateRejected(
                f"{self._name} {label}: a move leads to a state that has no label up to "
                f"{label + 1}: {line(one)} to {line(other)}"
            )

    def _line(self, compact: Any) -> str:
        return in_one_line(self._puzzle, self._rules.state(compact))


class _LabelledLayers:
    """The labelled states as compact states, block by block, forward and then backward."""

    def __init__(self, rules: CompactStates, found: Iterator[Block]) -> None:
        self._rules, self._blocks = rules, found
        self.last = set[Any]()

    def side(self, count: int) -> Iterator[set[Any]]:
        """The next ``count`` layers; the last one is remembered."""
        for block in islice(self._blocks, count):
            self.last = layer = set[Any]()
            for numbers in block.parts:
                try:
                    layer.update(self._rules.of_numbers(numbers))
                except ValueError as error:
                    raise CertificateRejected(f"{block.name}: {error}") from None
            yield layer

    def finish(self) -> None:
        """There is nothing after the last block."""
        next(self._blocks, None)


def _compact_states(puzzle: AnyPuzzle) -> CompactStates:
    """The puzzle's own compact states, else its states as they are."""
    own = puzzle.compact_states if isinstance(puzzle, HasCompactStates) else None
    return _PlainStates(puzzle) if own is None else own


class _PlainStates:
    """States as the rules write them, in place of compact states."""

    def __init__(self, puzzle: AnyPuzzle) -> None:
        self._puzzle = puzzle

    def of_numbers(self, numbers: Iterable[int]) -> list[State]:
        return [self._unpacked(number) for number in numbers]

    def _unpacked(self, number: int) -> State:
        try:
            return self._puzzle.unpack(number)
        except ValueError as error:
            raise ValueError(f"record {number}: {error}") from None

    def of_state(self, state: State) -> State:
        return state

    def state(self, compact: State) -> State:
        return compact

    def goal(self, compact_states: Iterable[State]) -> State | None:
        return next(filter(self._puzzle.is_goal, compact_states), None)

    def after(self, compact_states: Iterable[State]) -> set[State]:
        successors = self._puzzle.successors
        return {after for state in compact_states for after in successors(state)}
