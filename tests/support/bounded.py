"""Labellings with bounds for tests: made by the checker's own graph, in plain Python."""

from collections.abc import Sequence
from typing import Any

from puzzleproof.models.pegs.rules import PegPuzzle
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.verify.bounds import NEVER, LowerBound, lower_bounds
from puzzleproof.verify.bounds.graphs import LabelGraph, graph_of
from tests.support.certificate_files import certificate

Named = list[tuple[str, dict[str, Any]]]


def departures(
    puzzle: PegPuzzle, weights: Sequence[int] | None = None, charge: int = 1, parts: str = ""
) -> tuple[str, dict[str, Any]]:
    """The lemma for two halves of a board; without weights it counts departures."""
    holes = len(puzzle.board.holes)
    half = "a" * (holes // 2) + "b" * (holes - holes // 2)
    plain = [0] * holes if weights is None else list(weights)
    return "departures", {"charge": charge, "parts": parts or half, "weights": plain}


def layers_of(
    graph: LabelGraph, bounds: Sequence[LowerBound], at_least: int | None
) -> list[list[int]]:
    """The labels that these bounds leave, as breadth-first search finds them."""
    blocks, known = [[graph.start]], {graph.start}
    while blocks[-1] and len(blocks) != at_least:
        left = NEVER if at_least is None else at_least - len(blocks)
        near: Sequence[int] = list(graph.beyond(blocks[-1]) - known)
        for bound in bounds:
            near = bound.near(near, left)
        blocks.append(sorted(near))
        known.update(near)
    return [block for block in blocks if block]


def bounded(
    puzzle: AnyPuzzle,
    named: Named,
    at_least: int | None,
    *,
    blocks: list[list[int]] | None = None,
    **changes: Any,
) -> bytes:
    """A certificate with these bounds, honest but for its changes."""
    if blocks is None:
        graph = graph_of(puzzle)
        pairs = [list(pair) for pair in named]
        blocks = layers_of(graph, lower_bounds(graph, pairs), at_least)
    keys: dict[str, Any] = {"version": 3, "bounds": named, "at_least": at_least} | changes
    return certificate(puzzle, blocks, [], **keys)


def not_checked(_graph: object) -> None:
    """In place of the demand that no symmetry of a graph moves the start."""
