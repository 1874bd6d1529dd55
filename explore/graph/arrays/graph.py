"""The graph: keys in ascending order, and for each the vertices of its neighbours."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from puzzleproof.explore.engines.flooded.cliques import Classes, Ranks
from puzzleproof.explore.engines.flooded.keys import Field, KeyLayout
from puzzleproof.explore.engines.flooded.layout import Layout
from puzzleproof.explore.engines.flooded.moves import Moves
from puzzleproof.explore.engines.flooded.words import KeyArray
from puzzleproof.explore.graph.arrays.configurations import listed
from puzzleproof.explore.packed_task import PackedTask, Symmetry
from puzzleproof.models.errors import LimitReached

Vertices: TypeAlias = npt.NDArray[np.int64]
Neighbours: TypeAlias = npt.NDArray[np.int32]

CHUNK = 1 << 14
"""States whose moves are made at a time; their places fit 16 bits, which numpy sorts by radix."""
UNMARKED = Classes(0, 0)


@dataclass(frozen=True, eq=False)
class ArrayGraph:
    """All configurations of a task of sliding pieces."""

    task: PackedTask
    layout: KeyLayout
    keys: KeyArray
    first: Vertices
    """Where the neighbours of each vertex begin; one entry more than vertices."""
    neighbours: Neighbours

    @cached_property
    def start(self) -> int:
        """The vertex of the start."""
        return int(np.searchsorted(self.keys, self.layout.pack([self.task.start]))[0])

    @property
    def degrees(self) -> Vertices:
        """How many neighbours each vertex has."""
        return np.diff(self.first)

    def degrees_of(self, vertices: Vertices) -> Vertices:
        """The same of some vertices."""
        found: Vertices = self.first[vertices + 1] - self.first[vertices]
        return found

    def row(self, vertex: int) -> list[int]:
        """The neighbours of a vertex."""
        found: list[int] = self.neighbours[self.first[vertex] : self.first[vertex + 1]].tolist()
        return found

    def states(self, vertices: Vertices) -> list[int]:
        """The states of some vertices, as the task's integers."""
        return list(self.layout.unpack(self.keys[vertices]))

    def goals(self) -> Vertices:
        """The vertices of goal states, ascending."""
        parts = [
            first + np.flatnonzero(self.layout.on_goal(self.keys[first : first + CHUNK]))
            for first in range(0, len(self.keys), CHUNK)
        ]
        return np.concatenate(parts)

    def images(self, symmetry: Symmetry, vertices: Vertices) -> Vertices:
        """Where a symmetry takes some vertices."""
        parts = [
            np.searchsorted(self.keys, image_keys(self.layout, symmetry, self.keys[some]))
            for some in np.array_split(vertices, len(vertices) // CHUNK + 1)
        ]
        return np.concatenate(parts)


STATE_BYTES, NEIGHBOUR_BYTES = 60, 20
"""What a state takes without its neighbours, and each of these, with what a search needs."""


def array_graph(task: PackedTask, limit: int, memory: int | None = None) -> ArrayGraph:
    """Build the graph; raises LimitReached beyond ``limit`` configurations, or ``memory`` bytes.

    Raises Unsupported where pieces do more than slide on a board, or keys have too many bits.
    """
    layout = Layout(task)
    keys = KeyLayout(layout, 0)
    every = listed(layout, keys, limit)
    moves = Moves(layout, keys, UNMARKED)
    degrees, rows = list[Vertices](), list[Neighbours]()
    for first in range(0, len(every), CHUNK):
        some = every[first : first + CHUNK]
        degree, row = _rows(moves, some, every)
        need = len(every) * int(STATE_BYTES + NEIGHBOUR_BYTES * degree.mean())
        if memory is not None and need > memory:
            raise LimitReached(f"a graph of some {need:,} bytes")
        degrees.append(degree)
        rows.append(row)
    ends = np.cumsum(np.concatenate([[0], *degrees]))
    neighbours = np.empty(ends[-1], np.int32)
    for first in reversed(range(0, len(every), CHUNK)):
        neighbours[ends[first] : ends[min(first + CHUNK, len(every))]] = rows.pop()
    return ArrayGraph(task, keys, every, ends, neighbours)


def _rows(moves: Moves, some: KeyArray, every: KeyArray) -> tuple[Vertices, Neighbours]:
    """How many neighbours each of some states has, and these, state by state."""
    made = moves.arcs(some, np.zeros(len(some), np.uint64))
    if not made:
        return np.zeros(len(some), np.int64), np.empty(0, np.int32)
    after = np.concatenate([words for words, _ in made])
    sources = np.concatenate([at for _, at in made])
    order = np.argsort(sources.astype(np.uint16), kind="stable")
    # Each part of them is almost in order, which makes for quick searches.
    found = np.searchsorted(every, after).astype(np.int32)
    return np.bincount(sources, minlength=len(some)), found.take(order)


def image_keys(layout: KeyLayout, symmetry: Symmetry, keys: KeyArray) -> KeyArray:
    """The keys of the images of some states."""
    found = np.zeros(len(keys), layout.form.dtype)
    for field, target, rank_of in _targets(layout, symmetry):
        for added, ranks in zip(target.added, _image_ranks(field, rank_of, keys), strict=True):
            found += added[ranks]
    return found


def fixed(graph: ArrayGraph, symmetry: Symmetry) -> Vertices:
    """The vertices whose states are their own image, ascending.

    Kinds of few pieces are looked at first: they leave few states for the others.
    """
    here, left = np.arange(len(graph.keys)), graph.keys
    by_pieces = sorted(_targets(graph.layout, symmetry), key=lambda kind: kind[0].kind.number)
    for field, target, rank_of in by_pieces:
        same = np.ones(len(left), np.bool_)
        for rank, image in zip(target.ranks(left), _image_ranks(field, rank_of, left), strict=True):
            same &= rank == image
        here, left = here[same], left[same]
    return here


def _targets(layout: KeyLayout, symmetry: Symmetry) -> Iterator[tuple[Field, Field, Ranks]]:
    """(a field, the field that its pieces get to, the image of each rank).

    A symmetry keeps steps and counts, so it takes the places of a kind to those of one kind.
    """
    for field in layout.fields:
        images = [symmetry.images[fact] for fact in field.kind.facts]
        target = next(other for other in layout.fields if images[0] in other.kind.facts)
        yield field, target, np.array([target.kind.facts.index(fact) for fact in images])


def _image_ranks(field: Field, rank_of: Ranks, keys: KeyArray) -> Ranks:
    """A row for each piece: the ranks of the images, ascending from row to row."""
    found: Ranks = np.sort(np.array([rank_of[ranks] for ranks in field.ranks(keys)]), axis=0)
    return found
