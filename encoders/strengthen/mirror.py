"""The first move, up to the symmetries of the puzzle.

Argument: a symmetry of the task maps operators to operators and keeps the start and the goal, so
it maps a plan to a plan of the same length.  Of a plan and its images one has the least first move
(displacements in lexicographic order), so first moves that a symmetry maps to a lesser one may be
forbidden.
"""

from __future__ import annotations

from puzzleproof.encoders.steps import Steps

__all__ = ["add"]


def add(horizon: Steps, step: int) -> None:
    """Forbid the first moves that are not the least of their images."""
    if step != 1:
        return
    for source, target in horizon.task.displacements:
        images = ((p[source], p[target]) for p in horizon.task.symmetries)
        if any(image < (source, target) for image in images):
            horizon.model.clause("mirror", -horizon.leaves(source, 0), -horizon.arrives(target, 0))
