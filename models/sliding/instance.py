"""Sliding blocks as an instance describes them: drawings, pieces, labels.  No rule of movement.

Both tellings of the rules start from here: `puzzleproof.models.sliding.rules` moves the pieces,
`puzzleproof.encoders.sliding.task` builds operators from the same drawings.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, chain
from typing import Any, ClassVar

from puzzleproof.models.drawing import Cell, Drawing, shape_of
from puzzleproof.models.grid import Grid
from puzzleproof.models.puzzle import Info


@dataclass(frozen=True)
class SlidingInstance:
    """A board with pieces, a goal (drawings, any one of which will do) or a tour, and a metric."""

    family: ClassVar[str] = "sliding"
    metrics: ClassVar[tuple[str, ...]] = ("piece", "line", "unit")
    keys: ClassVar[tuple[str, ...]] = (
        "board", "goal", "tour", "tour_order", "labelled", "axis_locked", "cell",
    )  # fmt: skip

    info: Info
    metric: str
    board: Drawing
    goals: tuple[Drawing, ...] = ()
    tour: tuple[Drawing, ...] = ()
    tour_order: str = "sequence"
    labelled: str = ""
    axis_locked: bool = False
    cell: int = 1

    def document(self) -> dict[str, Any]:
        """The keys of the instance file, without those that hold their default."""
        doc: dict[str, Any] = {"cell": self.cell} if self.cell != 1 else {}
        doc["board"] = self.board.text()
        for key, drawings in (("goal", self.goals), ("tour", self.tour)):
            if drawings:
                texts = [d.text() for d in drawings]
                doc[key] = texts[0] if key == "goal" and len(texts) == 1 else texts
        if self.tour:
            doc["tour_order"] = self.tour_order
        if self.labelled:
            doc["labelled"] = self.labelled
        if self.axis_locked:
            doc["axis_locked"] = True
        return doc

    @cached_property
    def drawn(self) -> dict[str, frozenset[Cell]]:
        """Name -> cells of each piece at the start."""
        return self.board.pieces()

    def is_labelled(self, name: str) -> bool:
        """Whether this piece is told apart from others of its shape."""
        return self.labelled == "*" or name in self.labelled

    @cached_property
    def groups(self) -> tuple[tuple[str, ...], ...]:
        """The pieces, those together that are interchangeable."""
        kinds: dict[object, list[str]] = {}
        for name, cells in self.drawn.items():
            kind = name if self.is_labelled(name) else shape_of(cells)
            kinds.setdefault(kind, []).append(name)
        return tuple(map(tuple, kinds.values()))

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The pieces in the order of the state, group by group."""
        return tuple(chain.from_iterable(self.groups))

    @cached_property
    def kinds(self) -> tuple[slice, ...]:
        """Where each group stands in the state."""
        ends = list(accumulate(map(len, self.groups)))
        return tuple(map(slice, [0, *ends], ends))

    @cached_property
    def grid(self) -> Grid:
        """The cells of the board as masks."""
        return Grid(*self.board.size, frozenset(self.board.cells()))

    @cached_property
    def halfway(self) -> frozenset[int]:
        """Masks of the pieces drawn half-way in the start, the goals and the tour."""
        drawings = (self.board, *self.goals, *self.tour)
        masks = {self.grid.mask(cells) for d in drawings for cells in d.pieces().values()}
        return frozenset(m for m in masks if not self.grid.whole(m, self.cell))
