"""Search up to the symmetries that keep the goal: one state of each orbit is kept, the least.

If a turn of the board keeps the steps and the set of goals, a state and its image are equally far
from the nearest goal.  So a search from the orbit of the start that meets a goal after n layers
proves that the minimum is n, whether or not the start is symmetric itself; and of each orbit one
state is enough, here the least as an integer.  A way back through such layers is mended as it is
found: each step looks for a neighbour whose orbit is in the layer before.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from puzzleproof.explore.engines.plain import PlainSearch
from puzzleproof.explore.packed_task import PackedTask, Symmetry, image_under, numbers

CHUNK = 16
"""So many facts go into one table of images."""


class MirrorSearch:
    """The plain engine on orbits; see `puzzleproof.explore.engines.engine`.

    Raises ValueError for a model without such a symmetry.
    """

    def __init__(self, model: PackedTask) -> None:
        self.model = model
        self.symmetries = model.goal_symmetries()
        if not self.symmetries:
            raise ValueError("no symmetry of the board keeps the goals")
        self._plain = PlainSearch(model)
        self._tables = [_tables(model, turn) for turn in self.symmetries]

    def images(self, state: int) -> list[int]:
        """The state and its image under each of the symmetries."""
        return [
            state,
            *(sum([image[state & facts] for facts, image in table]) for table in self._tables),
        ]

    def least(self, state: int) -> int:
        """The state that stands for the orbit."""
        return min(self.images(state))

    def layer(self, states: Iterable[int]) -> set[int]:
        """The orbits of these states."""
        return set(map(self.least, states))

    def after(self, layer: set[int], earlier: Sequence[set[int]]) -> set[int]:
        """The orbits one move away that are in no earlier layer."""
        found = self.layer(self._plain.after(layer))
        return found.difference(*earlier)

    def size(self, layer: set[int]) -> int:
        """How many orbits."""
        return len(layer)

    def states(self, layer: set[int]) -> Iterator[int]:
        """One state of each orbit."""
        return iter(layer)

    def goal(self, layer: set[int]) -> int | None:
        """Some goal state."""
        return self._plain.goal(layer)

    def common(self, one: set[int], other: set[int]) -> int | None:
        """Some state whose orbit is in both."""
        return self._plain.common(one, other)

    def backwards(self) -> MirrorSearch:
        """The engine whose moves take back those of this one."""
        return self if self.model.reversible else MirrorSearch(self.model.backwards())

    def way(self, layers: Sequence[set[int]], goal: int) -> list[int]:
        """The states of a shortest plan from the start to the orbit of ``goal``."""
        back, way = self._plain.backwards(), [goal]
        for layer in reversed(layers):
            around = back.after((way[-1],))
            way.append(next(state for state in around if self.least(state) in layer))
        way.reverse()
        turn = self.images(way[0]).index(self.model.start)
        return [self.images(state)[turn] for state in way]


class _Images(dict[int, int]):
    """Some facts -> where a turn takes them, worked out when first met."""

    def __init__(self, turn: Symmetry) -> None:
        super().__init__()
        self._turn = turn

    def __missing__(self, facts: int) -> int:
        self[facts] = image = image_under(facts, self._turn)
        return image


def _tables(model: PackedTask, turn: Symmetry) -> list[tuple[int, _Images]]:
    """The facts in runs, each with its table: the pattern as a whole, and what is beside it."""
    others = list(numbers((1 << model.width) - 1 & ~model.pattern))
    runs = [sum(1 << f for f in others[k : k + CHUNK]) for k in range(0, len(others), CHUNK)]
    return [(facts, _Images(turn)) for facts in (model.pattern, *runs) if facts]
