"""A puzzle whose moves are paths: places, the steps between them, and what a place must find free.

A *place* is where a mover may be on its way.  At most of them it may also stop; that it stands
there is a fact.  A *step* joins two places.  A mover may pass a place if each of its cells is empty
or its own, where it stood before the move.  A *move* takes one mover along a path of steps, each
place of which it may pass, to a place where it may stop.  In a metric of straight moves all steps
of a path have one axis.  `verify` writes clauses from these (docs/formulas.md).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, Protocol, runtime_checkable

from puzzleproof.models.puzzle import HasStrips
from puzzleproof.models.strips import Goal


class Place(NamedTuple):
    """The fact that a mover stands here (0: none may stop), and those that its cells are empty."""

    mover: int
    cells: int


class PlaceStep(NamedTuple):
    """Two places one step apart, by number, and the axis of the step: 0 or 1."""

    one: int
    other: int
    axis: int


@dataclass(frozen=True)
class Slides:
    """Facts, groups, movers and goals as in `models.strips`; places and steps for actions."""

    facts: tuple[str, ...]
    groups: tuple[int, ...]
    movers: int
    goals: tuple[Goal, ...]
    places: tuple[Place, ...]
    steps: tuple[PlaceStep, ...]
    """Each pair of places once."""
    straight: bool
    """Whether a path has one axis."""

    @cached_property
    def regions(self) -> tuple[tuple[int, ...], ...]:
        """The places in sets that steps connect: no mover leaves its region."""
        region = list(range(len(self.places)))
        found: dict[int, list[int]] = {place: [place] for place in region}
        for step in self.steps:
            one, other = region[step.one], region[step.other]
            if one != other:
                for place in found[other]:
                    region[place] = one
                found[one] += found.pop(other)
        return tuple(tuple(sorted(places)) for _, places in sorted(found.items()))

    @cached_property
    def beside(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """Of each place: (place one step away, axis)."""
        found: list[list[tuple[int, int]]] = [[] for _ in self.places]
        for one, other, axis in self.steps:
            found[one].append((other, axis))
            found[other].append((one, axis))
        return tuple(map(tuple, found))


@runtime_checkable
class HasSlides(HasStrips, Protocol):
    """A puzzle whose moves may be paths of single steps."""

    def slides(self) -> Slides | None:
        """Places and steps; None where a move is one step; raises Unsupported as `strips` does."""
        ...
