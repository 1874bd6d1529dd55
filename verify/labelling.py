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

from puzzleproof.models.errors import CertificateRejected
from puzzleproof.models.puzzle import AnyPuzzle, State
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
    layers = _states(certificate.puzzle, records(certificate))
    return check_layers(certificate.puzzle, layers, closed=at_least is None)


def check_layers(puzzle: AnyPuzzle, layers: Iterable[set[State]], *, closed: bool) -> int:
    """Check labels 0, 1, 2, … given as sets; ``closed`` also asks (3) of the last one.

    Returns the number of states; raises CertificateRejected naming the first that fails.
    """
    states, label = 0, -1
    lower, here = list[set[State]](), set[State]()
    for label, above in enumerate(layers):
        if label:
            _check_moves(puzzle, label - 1, here, (above, here, *lower))
        elif puzzle.canonical(puzzle.start) not in above:
            raise CertificateRejected("label 0: the start is missing")
        _check_no_goal(puzzle, label, above)
        states += len(above)
        lower = [here] if puzzle.reversible else [*lower, here]
        here = above
    if closed:
        if label < 0:
            raise CertificateRejected("claims 'unsolvable' and labels no state")
        _check_moves(puzzle, label, here, (here, *lower))
    return states


def _check_no_goal(puzzle: AnyPuzzle, label: int, layer: set[State]) -> None:
    for state in layer:
        if puzzle.is_goal(state):
            raise CertificateRejected(f"label {label}: a goal state, {_line(puzzle, state)}")


def _check_moves(
    puzzle: AnyPuzzle, label: int, layer: set[State], allowed: tuple[set[State], ...]
) -> None:
    reached = {after for state in layer for after in puzzle.successors(state)}
    for labelled in allowed:
        if len(labelled) < 8 * len(reached):
            reached -= labelled
        else:
            reached = {state for state in reached if state not in labelled}
    if reached:
        state = next(s for s in layer if not reached.isdisjoint(puzzle.successors(s)))
        after = next(s for s in puzzle.successors(state) if s in reached)
        raise CertificateRejected(
            f"label {label}: a move leads to a state that has no label up to "
            f"{label + 1}: {_line(puzzle, state)} to {_line(puzzle, after)}"
        )


def _line(puzzle: AnyPuzzle, state: State) -> str:
    """Draw a state in one line."""
    return "/".join(puzzle.draw(state).splitlines())


def _states(puzzle: AnyPuzzle, blocks: Iterable[Iterable[int]]) -> Iterator[set[State]]:
    """Unpack each block; its numbers must ascend, so that nothing is listed twice."""
    for label, numbers in enumerate(blocks):
        layer, before = set[State](), -1
        for number in numbers:
            if number <= before:
                raise CertificateRejected(f"label {label}: the records do not ascend")
            before = number
            try:
                layer.add(puzzle.unpack(number))
            except ValueError as error:
                raise CertificateRejected(f"label {label}: record {number}: {error}") from None
        yield layer
