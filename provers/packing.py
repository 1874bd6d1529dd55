"""Pack a task for the search of `puzzleproof.explore`: facts become bits, operators masks."""

from __future__ import annotations

from collections.abc import Iterable

from puzzleproof.encoders.task import Condition, Task
from puzzleproof.explore.operators import OperatorSearch, PackedOperator, PackedTask
from puzzleproof.explore.plain import Packed, PackedMove, PlainSearch
from puzzleproof.models.errors import Unsupported

__all__ = ["pack", "pack_operators", "search_of", "slides"]


def slides(task: Task) -> bool:
    """Whether moves are displacements that need nothing but free cells: what `plain` can search."""
    return task.displacing and all(
        len(operator.requires & task.movers) == 1 for operator in task.operators
    )


def search_of(task: Task) -> PlainSearch | OperatorSearch:
    """Return the search that suits a task; raises Unsupported for a tour that `plain` cannot do."""
    if slides(task):
        return PlainSearch(pack(task))
    if task.stops:
        raise Unsupported("tours are for tasks of displacements")
    return OperatorSearch(pack_operators(task))


def pack_operators(task: Task) -> PackedTask:
    """Return the packed form of any task without a tour."""
    operators = (
        PackedOperator(
            _bits(o.requires), _bits(o.deletes), _bits(o.adds),
            tuple((1 << f, 1 << g) for f, g in o.shifts), o.origin, o.landing,
        )
        for o in task.operators
    )  # fmt: skip
    goals = tuple(map(_clauses, task.goals))
    return PackedTask(_bits(task.start), tuple(operators), goals, task.chains)


def pack(task: Task) -> Packed:
    """Return the packed form of a task whose operators displace one mover each."""
    free = _bits(f for f in range(len(task.facts)) if f not in task.movers)
    covered: dict[int, int] = {}
    for group in task.groups:
        for fact in group:
            covered[fact] = covered.get(fact, 0) | _bits(group) & free
    moves: list[PackedMove] = []
    for operator in task.operators:
        (source,) = operator.deletes & task.movers
        needs = _bits(operator.requires - {source})
        change = _bits(operator.deletes ^ operator.adds)
        moves.append(PackedMove(1 << source, needs, covered[source], change))
    return Packed(
        width=len(task.facts),
        free=free,
        start=_bits(task.start),
        moves=tuple(moves),
        goals=tuple(map(_clauses, task.goals)),
        stops=tuple(map(_clauses, task.stops)),
        in_sequence=task.in_sequence,
    )


def _bits(facts: Iterable[int]) -> int:
    total = 0
    for fact in facts:
        total |= 1 << fact
    return total


def _clauses(condition: Condition) -> tuple[int, ...]:
    return tuple(map(_bits, condition))
