"""The encodings of the changes between two steps, and the choice of one for a task."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

from puzzleproof.encoders.horizon import displacement, operators, route_paths
from puzzleproof.encoders.horizon.variables import Change, StepVariables
from puzzleproof.encoders.task import Task


class StepEncoding(NamedTuple):
    """An encoding of the changes between two steps."""

    add_step: Callable[[StepVariables, int], None]
    """Add the constraints between a step and the next."""
    changes: Callable[[Task], Sequence[Change]]
    """The possible changes between two steps."""
    image: Callable[[Task, Change, tuple[int, ...]], Change]
    """The image of a change under a permutation of the facts."""
    saved_pairs: Callable[[Task], Sequence[tuple[Change, Change]]]
    """Pairs of changes that one change, or none, could replace."""


DISPLACEMENTS = StepEncoding(
    displacement.add_step, displacement.changes, displacement.image, displacement.saved_pairs
)
PATHS = DISPLACEMENTS._replace(add_step=route_paths.add_step)
OPERATORS = StepEncoding(
    operators.add_step, operators.changes, operators.image, operators.saved_pairs
)


def operator_encoding_of(task: Task) -> StepEncoding:
    """Displacements if operators do nothing else, else a variable for each operator."""
    return DISPLACEMENTS if task.displacing else OPERATORS


@lru_cache(maxsize=8)
def encoding_of(task: Task) -> StepEncoding:
    """By paths, if moves are paths and a step then has fewer constraints; else by operators."""
    slides = task.slides if task.displacing else None
    if slides and route_paths.step_size(slides) < displacement.step_size(task):
        return PATHS
    return operator_encoding_of(task)
