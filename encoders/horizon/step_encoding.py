"""The encodings of what happens between two steps of a task, and which of them a task has."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

from puzzleproof.encoders.horizon import displacement, operators, route_paths
from puzzleproof.encoders.horizon.variables import Change, StepVariables
from puzzleproof.encoders.task import Task


class StepEncoding(NamedTuple):
    """How what happens between two steps is encoded."""

    add_step: Callable[[StepVariables, int], None]
    """Add the constraints between a step and the next."""
    changes: Callable[[Task], Sequence[Change]]
    """Whatever may happen between two steps."""
    image: Callable[[Task, Change, tuple[int, ...]], Change]
    """What a permutation of the facts makes of a change."""
    saved_pairs: Callable[[Task], Sequence[tuple[Change, Change]]]
    """Changes that one after the other do what a single one, or none, does."""


DISPLACEMENTS = StepEncoding(
    displacement.add_step, displacement.changes, displacement.image, displacement.saved_pairs
)
PATHS = DISPLACEMENTS._replace(add_step=route_paths.add_step)
OPERATORS = StepEncoding(
    operators.add_step, operators.changes, operators.image, operators.saved_pairs
)


def operator_encoding_of(task: Task) -> StepEncoding:
    """Displacements where that is all that operators do, else a variable for each operator."""
    return DISPLACEMENTS if task.displacing else OPERATORS


@lru_cache(maxsize=8)
def encoding_of(task: Task) -> StepEncoding:
    """Of paths, where moves are paths and a step then has fewer constraints; else of operators."""
    slides = task.slides if task.displacing else None
    if slides and route_paths.step_size(slides) < displacement.step_size(task):
        return PATHS
    return operator_encoding_of(task)
