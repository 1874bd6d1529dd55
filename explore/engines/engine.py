"""What every engine offers, so that one search can run on any of them.

A *layer* is a set of states in the engine's own form: a Python set, a sorted array, rows of words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol, TypeVar

from puzzleproof.explore.packed_task import PackedTask

Layer = TypeVar("Layer")


class Engine(Protocol[Layer]):
    """One step of a breadth-first search, layer by layer; states cross as the model's integers."""

    @property
    def model(self) -> PackedTask:
        """What is searched."""
        ...

    def layer(self, states: Iterable[int]) -> Layer:
        """A layer of these states."""
        ...

    def after(self, layer: Layer, earlier: Sequence[Layer]) -> Layer:
        """The states one move away from some state of a layer and in no ``earlier`` layer.

        Where moves can be taken back the two last layers are enough, ``layer`` itself being one.
        """
        ...

    def size(self, layer: Layer) -> int:
        """How many states."""
        ...

    def states(self, layer: Layer) -> Iterator[int]:
        """Each state once, in any order."""
        ...

    def goal(self, layer: Layer) -> int | None:
        """Some goal state of a layer, None where there is none."""
        ...

    def common(self, one: Layer, other: Layer) -> int | None:
        """Some state that is in both layers, None where there is none."""
        ...

    def backwards(self) -> Engine[Layer]:
        """The engine whose moves take back those of this one; its layers are of the same form."""
        ...
