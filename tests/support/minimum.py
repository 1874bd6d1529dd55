"""The minimum by each method that the project has, and the plan replayed by the rules."""

import tempfile
from pathlib import Path
from typing import Protocol

from puzzleproof.encoders import ground
from puzzleproof.encoders.task import Grounding
from puzzleproof.models.errors import LimitReached
from puzzleproof.models.puzzle import AnyPuzzle, plan_through
from puzzleproof.provers.events import ignore
from puzzleproof.provers.labelling import label
from puzzleproof.provers.labelling.search import write_certificate
from puzzleproof.verify.bfs import Distance, bfs
from puzzleproof.verify.certificate import CheckedCertificate, check_file
from puzzleproof.verify.replay import replay_to_goal
from tests.support.formulations import state_of


class Backend(Protocol):
    """What every solver's horizons can do."""

    def ask(self, length: int) -> list[frozenset[int]] | None:
        """The facts along a plan of at most ``length`` moves, or None."""
        ...


def by_search(puzzle: AnyPuzzle, depth: int, states: int) -> Distance | None:
    """What the simple search says; None where it would take too long."""

    def on_layer(reached: int, seen: int) -> None:
        if reached >= depth or seen > states:
            raise LimitReached("far enough")

    try:
        return bfs(puzzle, on_layer)
    except LimitReached:
        return None


def by_labelling(puzzle: AnyPuzzle) -> CheckedCertificate:
    """What the checker makes of a certificate written by the prover."""
    labelling = label(puzzle, ignore)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "labelling.cert"
        write_certificate(puzzle, labelling, path, {})
        return check_file(path)


def by_horizons(puzzle: AnyPuzzle, backend: Backend, limit: int, stride: int = 1) -> int:
    """The least horizon that is not refuted; its plan has as many moves, by the rules."""
    grounding, length = ground(puzzle), 0
    while (steps := backend.ask(length)) is None:
        length += stride
        assert length <= limit, "a horizon beyond the minimum was refuted"
    plan = plan_of(puzzle, grounding, steps)
    assert replay_to_goal(puzzle, plan) == len(plan) <= length
    return len(plan)


def plan_of(puzzle: AnyPuzzle, grounding: Grounding, steps: list[frozenset[int]]) -> list[str]:
    """Read the moves off a solver's steps, by the rules."""
    task, visited, states = grounding.task, 0, list[tuple[int, ...]]()
    for facts in steps:
        visited = task.visited(facts, visited)
        states.append(state_of(grounding, (facts, visited)))
    return [puzzle.format_move(move) for move in plan_through(puzzle, states)]
