"""Breadth-first search of an encoders' task: a second formulation of the rules, in plain Python."""

from collections import Counter, defaultdict
from collections.abc import Iterator

from puzzleproof.encoders.task import Operator, Task

Facts = frozenset[int]
State = tuple[Facts, int]
"""The facts that hold, and the stops visited."""


class TaskSearch:
    """The moves of a task; an operator is tried in states with the rarest fact that it requires.

    A fact is rare if few operators require it; an operator that requires nothing is always tried.
    """

    def __init__(self, task: Task) -> None:
        self.task = task
        self._needing = defaultdict[int | None, list[Operator]](list)
        self._following = defaultdict[int, list[Operator]](list)
        """Origin -> the operators that continue a move which landed there, if moves are chains."""
        often = Counter(fact for operator in task.operators for fact in operator.requires)
        for operator in task.operators:
            rarest = min(operator.requires, key=often.__getitem__, default=None)
            self._needing[rarest].append(operator)
            self._following[operator.origin].append(operator)

    def after(self, facts: Facts) -> set[Facts]:
        """Return the sets of facts after one move: an operator, or a chain of operators."""
        found, operators = set[Facts](), (o for f in (None, *facts) for o in self._needing[f])
        reached = [(o.apply(facts), o) for o in operators if o.requires <= facts]
        seen = set[tuple[Facts, int]]()
        for now, last in reached:  # the list grows during the loop
            if last.rests and now != facts:
                found.add(now)
            if self.task.chains and (now, last.landing) not in seen:
                seen.add((now, last.landing))
                further = (o for o in self._following[last.landing] if o.requires <= now)
                reached.extend((o.apply(now), o) for o in further)
        return found

    def layers(self) -> Iterator[set[State]]:
        """Yield the states at distance 0, 1, 2, … from the start."""
        visited = self.task.visited
        layer = {(self.task.start, visited(self.task.start, 0))}
        seen = set(layer)
        while layer:
            yield layer
            moves = ((now, before) for facts, before in layer for now in self.after(facts))
            layer = {(now, visited(now, before)) for now, before in moves} - seen
            seen |= layer

    def is_goal(self, state: State) -> bool:
        """Tell whether a goal holds, or every stop of a tour was visited."""
        facts, visited = state
        if self.task.stops:
            return visited == (1 << len(self.task.stops)) - 1
        return any(self.task.holds(goal, facts) for goal in self.task.goals)
