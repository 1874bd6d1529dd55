"""Check a labelling by the rules alone: no state has a label that a plan could undercut.

A labelling gives states the labels 0, 1, 2, …: here, block k of the body lists those labelled k.
It proves 'every plan has at least L moves' if (1) the start is labelled 0, (2) no state labelled
below L is a goal, and (3) every move from a state labelled g < L - 1 leads to a state labelled at
most g + 1.  For then, by induction, k < L moves lead to a state labelled at most k, which is no
goal.  With L infinite, (3) for all labelled states, it proves `unsolvable`.

Where moves can be taken back only the blocks g - 1, g and g + 1 are looked up, which asks for more
than (3) does and needs little memory.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from puzzleproof.models.errors import CertificateRejected
from puzzleproof.models.puzzle import AnyPuzzle, Formed, Forms, State
from puzzleproof.verify.certificate import Certificate, records

__all__ = ["check", "check_layers"]


def check(certificate: Certificate) -> int:
    """Check the body of a certificate; the number of states labelled."""
    at_least = certificate.at_least
    if at_least is not None and len(certificate.sizes) != at_least:
        raise CertificateRejected(
            f"claims at least {at_least} moves with {len(certificate.sizes)} blocks of labels"
        )
    if certificate.plan is not None and len(certificate.plan) < (at_least or 0):
        raise CertificateRejected("the plan is shorter than the bound")
    forms = _forms(certificate.puzzle)
    layers = _layers(forms, records(certificate))
    return check_layers(certificate.puzzle, layers, closed=at_least is None)


def check_layers(puzzle: AnyPuzzle, layers: Iterable[set[Any]], *, closed: bool) -> int:
    """Check labels 0, 1, 2, … given as sets of states (in the puzzle's `Forms` if it has any).

    ``closed`` also asks (3) of the last one.  Returns the number of states; raises
    CertificateRejected naming the first that fails.
    """
    forms, states, label = _forms(puzzle), 0, -1
    lower, here = list[set[Any]](), set[Any]()
    for label, above in enumerate(layers):
        if label:
            _check_moves(puzzle, forms, label - 1, here, (above, here, *lower))
        elif forms.of_state(puzzle.canonical(puzzle.start)) not in above:
            raise CertificateRejected("label 0: the start is missing")
        _check_no_goal(puzzle, forms, label, above)
        states += len(above)
        lower = [here] if puzzle.reversible else [*lower, here]
        here = above
    if closed:
        if label < 0:
            raise CertificateRejected("claims 'unsolvable' and labels no state")
        _check_moves(puzzle, forms, label, here, (here, *lower))
    return states


def _check_no_goal(puzzle: AnyPuzzle, forms: Forms, label: int, layer: set[Any]) -> None:
    goal = forms.goal(layer)
    if goal is not None:
        line = _line(puzzle, forms.state(goal))
        raise CertificateRejected(f"label {label}: a goal state, {line}")


def _check_moves(
    puzzle: AnyPuzzle, forms: Forms, label: int, layer: set[Any], allowed: tuple[set[Any], ...]
) -> None:
    reached = forms.after(layer)
    for labelled in allowed:
        if len(labelled) < 8 * len(reached):
            reached -= labelled
        else:
            reached = {form for form in reached if form not in labelled}
    if reached:
        one = next(form for form in layer if not reached.isdisjoint(forms.after((form,))))
        after = next(form for form in forms.after((one,)) if form in reached)
        raise CertificateRejected(
            f"label {label}: a move leads to a state that has no label up to {label + 1}: "
            f"{_line(puzzle, forms.state(one))} to {_line(puzzle, forms.state(after))}"
        )


def _line(puzzle: AnyPuzzle, state: State) -> str:
    """Draw a state in one line."""
    return "/".join(puzzle.draw(state).splitlines())


def _layers(forms: Forms, blocks: Iterable[Iterable[list[int]]]) -> Iterator[set[Any]]:
    """The labelled states in their forms, block by block."""
    for label, parts in enumerate(blocks):
        layer = set[Any]()
        for numbers in parts:
            try:
                layer.update(forms.of_numbers(numbers))
            except ValueError as error:
                raise CertificateRejected(f"label {label}: {error}") from None
        yield layer


def _forms(puzzle: AnyPuzzle) -> Forms:
    """The puzzle's own forms, else its states as they are."""
    own = puzzle.forms if isinstance(puzzle, Formed) else None
    return _States(puzzle) if own is None else own


class _States:
    """States as the rules write them."""

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

    def state(self, form: State) -> State:
        return form

    def goal(self, forms: Iterable[State]) -> State | None:
        return next(filter(self._puzzle.is_goal, forms), None)

    def after(self, forms: Iterable[State]) -> set[State]:
        successors = self._puzzle.successors
        return {after for state in forms for after in successors(state)}
