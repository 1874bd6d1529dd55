"""The first move, up to the symmetries of the puzzle.

Argument: a symmetry of the task maps operators to operators and keeps the start and the goal, so
it maps a plan to a plan of the same length.  Of a plan and its images one has the least first
change (in lexicographic order), so first changes that a symmetry maps to a lesser one may be
forbidden.  Where a step is a whole chain of operators, it is the hole that the first move departs
from that is to be the least.
"""

from __future__ import annotations

from puzzleproof.encoders.horizon.compound_moves import Moves, trails_of
from puzzleproof.encoders.horizon.step_encoding import encoding_of
from puzzleproof.encoders.horizon.variables import Steps


def add(horizon: Steps, step: int) -> None:
    """Forbid the first moves that are not the least of their images."""
    task = horizon.task
    if step != 1 or not task.symmetries:
        return
    if isinstance(horizon, Moves) and horizon.by_moves:
        _departures(horizon)
        return
    way = encoding_of(task)
    for change in way.changes(task):
        if any(way.image(task, change, p) < change for p in task.symmetries):
            horizon.model.clause("mirror", *(-x for x in horizon.happens(change, 0)))


def _departures(horizon: Moves) -> None:
    task, trails = horizon.task, trails_of(horizon.task)
    for peg in trails.pegs if trails else ():
        if any(image[peg] < peg for image in task.symmetries):
            horizon.model.clause("mirror", -horizon.departs(peg, 0))
