"""The encodings of what happens between two steps of a task, and which of them a task has."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Protocol, cast

from puzzleproof.encoders.horizon import displacement, operators, route_paths
from puzzleproof.encoders.horizon.variables import Change, StepVariables
from puzzleproof.encoders.task import Task


class StepEncoding(Protocol):
    """A module that encodes what happens between two steps."""

    def add_step(self, unrolled: StepVariables, step: int) -> None:
        """Add the constraints between a step and the next."""
        ...

    def changes(self, task: Task) -> list[Change]:
        """Whatever may happen between two steps."""
        ...

    def image(self, task: Task, change: Change, permutation: tuple[int, ...]) -> Change:
        """What a permutation of the facts makes of a change."""
        ...

    def saved_pairs(self, task: Task) -> Sequence[tuple[Change, Change]]:
        """Changes that one after the other do what a single one, or none, does."""
        ...


def operator_encoding_of(task: Task) -> StepEncoding:
    """Displacements where that is all that operators do, else a variable for each operator."""
    return cast("StepEncoding", displacement if task.displacing else operators)


@lru_cache(maxsize=8)
def encoding_of(task: Task) -> StepEncoding:
    """Of paths, where moves are paths and a step then has fewer constraints; else of operators."""
    slides = task.slides if task.displacing else None
    if slides and route_paths.step_size(slides) < displacement.step_size(task):
        return cast("StepEncoding", route_paths)
    return operator_encoding_of(task)
