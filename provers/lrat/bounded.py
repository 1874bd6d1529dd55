"""A certificate with lower bounds as a formula and its proof: which states are left out.

The certificate has the labels and names the bounds.  The states that are left out are those that a
move from a labelled state leads to, and that have no label low enough; each is written with the
moves that a bound has to show of it (`puzzleproof.verify.formula.bounded`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory

from puzzleproof.models.errors import LimitReached, Unsupported
from puzzleproof.models.facts_and_actions import strips_of
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.models.texts import count
from puzzleproof.provers.certificate import Workspace
from puzzleproof.provers.events import ignore
from puzzleproof.provers.libraries import in_words
from puzzleproof.provers.lrat.proven import ProvenFormula
from puzzleproof.provers.lrat.ranks import rank_proof
from puzzleproof.verify.bounds.graphs import NEVER, graph_of
from puzzleproof.verify.certificate import Certificate, read_header
from puzzleproof.verify.formula.bounded import BoundedRanks, check_size
from puzzleproof.verify.formula.remarks import Table
from puzzleproof.verify.labelling import blocks


def search_with_bounds(
    puzzle: AnyPuzzle, at_least: int | None, folder: Path, memory: int | None
) -> tuple[int | None, ProvenFormula]:
    """Search with bounds for the minimum, or ``at_least`` moves: the claim and its formula.

    The certificate that is checked on the way stands in ``folder`` for a while.  Raises Unsupported
    where no bounds are known, LimitReached where the search grows too large for an answer.
    """
    from puzzleproof.provers.bounded import may_leave_out, search_of, searches_by_rules
    from puzzleproof.provers.request import Request

    if searches_by_rules(puzzle) and not may_leave_out(puzzle):
        raise Unsupported(
            "form 'bounded': no lower bounds are known, or all states can be labelled "
            "(form 'ranks')"
        )
    with TemporaryDirectory(dir=folder, prefix=".puzzleproof-") as name:
        here = Path(name)
        workspace = Workspace(here, here, forced=False, puzzle=puzzle)
        try:
            search = search_of(puzzle)
            search(puzzle, at_least, Request().seed, memory, workspace, ignore)
        except ModuleNotFoundError as error:
            raise Unsupported(f"no lower bounds are found: {in_words(error)}") from None
        assert workspace.part is not None, "certificates stand in the folder"
        with workspace.part.open("rb") as file:
            certificate = read_header(file)
            _check_reached(certificate, at_least)
            return certificate.at_least, bounded_formula(certificate)


def _check_reached(certificate: Certificate, wanted: int | None) -> None:
    """Demand the bound that was wanted, or a plan that refutes it."""
    reached, plan = certificate.at_least, certificate.plan
    refuted = plan is not None and len(plan) == reached
    if wanted is not None and reached is not None and reached < wanted and not refuted:
        claim = f"'at least {count(reached, 'move')}'"
        raise LimitReached(f"the search with lower bounds ended with {claim}")


def bounded_formula(certificate: Certificate) -> ProvenFormula:
    """The formula that a labelling with bounds comes down to, and its proof.

    Raises Unsupported for labels from the goals and for puzzles without facts and actions,
    CertificateRejected where labels or bounds do not hold, FormulaTooLarge before most of the work.
    """
    puzzle, length = certificate.puzzle, certificate.at_least
    if certificate.numbers("backward"):
        raise Unsupported("labels with bounds from the goals have no formula, only from the start")
    strips, named = strips_of(puzzle), certificate.extra["bounds"]
    labels = [list(chain.from_iterable(block.parts)) for block in blocks(certificate)]
    if not labels:
        raise Unsupported("'at least 0 moves' needs no proof")
    check_size(strips, length, Table(labels, []))
    table = Table(labels, left_out_of(puzzle, labels, length))
    ranks = BoundedRanks(puzzle, strips, length, table, named).ranks
    clauses = list(ranks.clauses())
    return ProvenFormula(ranks.variables, clauses, rank_proof(ranks), table, {"bounds": named})


def left_out_of(
    puzzle: AnyPuzzle, labels: Sequence[Sequence[int]], length: int | None
) -> list[tuple[int, list[int]]]:
    """The states that moves lead to from labels that do not allow it, by the moves that remain."""
    graph, known = graph_of(puzzle, backward=False), dict[int, int]()
    for label, numbers in enumerate(labels):
        for member in chain.from_iterable(map(graph.members, numbers)):
            known.setdefault(member, label)
    found: dict[int, int] = {}
    for label, numbers in enumerate(labels):
        moves = NEVER if length is None else length - label - 1
        most = NEVER if length is None else label + 1
        for after in _after(puzzle, numbers) if moves > 0 else ():
            if after not in known or known[after] > most:
                found.setdefault(after, moves)
    by_moves: dict[int, list[int]] = {}
    for number in sorted(found):
        by_moves.setdefault(found[number], []).append(number)
    return sorted(by_moves.items(), reverse=True)


def _after(puzzle: AnyPuzzle, numbers: Sequence[int]) -> Iterator[int]:
    """Where moves lead from some states, by the rules."""
    unpack, pack, successors = puzzle.unpack, puzzle.pack, puzzle.successors
    for number in numbers:
        yield from map(pack, successors(unpack(number)))
