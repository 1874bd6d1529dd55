"""Breadth-first search of an encoders' task: a second formulation of the rules, in plain Python."""

from collections.abc import Iterator

State = tuple[frozenset[int], int]
"""Facts, and the stops visited."""


def task_layers(task: object) -> Iterator[tuple[set[State], bool]]:
    """Yield the states at distance 0, 1, 2, … from the start, and whether one of them is a goal."""
    raise NotImplementedError
    yield set(), False
