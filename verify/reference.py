"""Check a table with bounds by its definition: by the rules' `successors`, without shortcuts.

This module checks by loops over states what `puzzleproof.verify.bounds.labels` demands.  The bounds
themselves, the classes of the graph, the certificate and its records are read by the same code.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from puzzleproof.models.errors import CertificateRejected
from puzzleproof.models.puzzle import State
from puzzleproof.verify.certificate import Certificate, Counted
from puzzleproof.verify.labelling import NEVER, Block, blocks, check_bounded_claim
from puzzleproof.verify.replay import in_one_line

if TYPE_CHECKING:
    from puzzleproof.verify.bounds.graphs import LabelGraph


def check_bounded(certificate: Certificate) -> Counted:
    """Check a table with bounds, with moves by the rules and orbits by the graph; count states."""
    from puzzleproof.verify.bounds import in_arrays, lower_bounds, recomputed
    from puzzleproof.verify.bounds.graphs import graph_of
    from puzzleproof.verify.bounds.labels import unproven

    check_bounded_claim(certificate)
    puzzle, least = certificate.puzzle, certificate.at_least
    graph = graph_of(puzzle)
    named = certificate.extra["bounds"]
    bounds = lower_bounds(graph, named, certificate.tell)

    def beyond(number: int) -> set[int]:
        """Return the classes one move away."""
        after = map(puzzle.pack, puzzle.successors(puzzle.unpack(number)))
        return {min(graph.members(other)) for other in after}

    def is_far(number: int, moves: int) -> bool:
        """Tell whether a state that the table leaves out is ``moves`` moves from all goals."""
        not_there = moves == 1 and not graph.is_end(number)
        return not_there or any(not bound.near((number,), moves) for bound in bounds)

    label = _labels(certificate, graph)
    if label.get(graph.start) != 0:
        raise CertificateRejected("label 0: the start is missing")
    for number, g in label.items():
        moves = NEVER if least is None else least - g - 1
        for after in beyond(number) if moves > 0 else ():
            if label.get(after, NEVER) > g + 1 and not is_far(after, moves):
                raise unproven(graph, g, moves, number, after)
    states = sum(certificate.numbers("sizes"))
    return Counted(states, remark=recomputed(named), in_arrays=in_arrays(bounds))


def _labels(certificate: Certificate, graph: "LabelGraph") -> dict[int, int]:
    """Return the least label of each packed state; raises CertificateRejected if one is a goal."""
    label = dict[int, int]()
    for block in blocks(certificate):
        numbers = [number for part in block.parts for number in part]
        for number, state in zip(numbers, unpacked(block, numbers, graph.state), strict=True):
            if graph.is_end(number):
                line = in_one_line(certificate.puzzle, state)
                raise CertificateRejected(f"{block.name}: a goal state, {line}")
            label.setdefault(number, block.label)
    return label


def unpacked(
    block: Block, numbers: Iterable[int], unpack: Callable[[int], State]
) -> Iterator[State]:
    """Read the states of a block; raises CertificateRejected for a number of no state."""
    number = -1
    try:
        for number in numbers:
            yield unpack(number)
    except ValueError as error:
        raise CertificateRejected(f"{block.name}: record {number}: {error}") from None
