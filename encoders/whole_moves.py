"""Chains of operators as single operators: a task in which each move is one operator.

A chain is put together step by step: the second operator needs what the first has not brought
about, and what both change is changed.  What would need two facts of one group can never apply.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from puzzleproof.encoders.task import Operator, Task
from puzzleproof.models.errors import Unsupported

OPERATOR_LIMIT = 60_000


def whole_moves(task: Task) -> Task:
    """Return a task without chains that has the same moves; its operators have no shifts.

    Raises Unsupported beyond `OPERATOR_LIMIT` chains.
    """
    if not task.chains:
        return task
    groups: dict[int, list[int]] = {}
    for number, group in enumerate(task.groups):
        for fact in group:
            groups.setdefault(fact, []).append(number)
    moves = tuple(_moves(task.operators, groups))
    return replace(task, operators=moves, chains=False, length=None)


def _moves(operators: Iterable[Operator], groups: dict[int, list[int]]) -> Iterator[Operator]:
    """Every chain that may rest and changes something, each change and its needs once."""
    begins: dict[int, list[Operator]] = {}
    for operator in operators:
        begins.setdefault(operator.origin, []).append(operator)
    queue = list(operators)
    known = {_key(chain, chain.landing) for chain in queue}
    given = set[tuple[frozenset[int], ...]]()
    for chain in queue:
        if chain.rests and chain.adds and _key(chain) not in given:
            given.add(_key(chain))
            yield chain
        for operator in begins.get(chain.landing, ()):
            longer = _joined(chain, operator, groups)
            if longer is not None and _key(longer, longer.landing) not in known:
                known.add(_key(longer, longer.landing))
                queue.append(longer)
        if len(queue) > OPERATOR_LIMIT:
            raise Unsupported(f"more than {OPERATOR_LIMIT:,} chains of steps: too many moves")


def _key(chain: Operator, *landing: int) -> tuple[frozenset[int], ...]:
    return chain.requires, chain.deletes, chain.adds, frozenset(landing)


def _joined(one: Operator, other: Operator, groups: dict[int, list[int]]) -> Operator | None:
    """The first and then the second; None where that can never apply."""
    if other.requires & (one.deletes - one.adds):
        return None
    requires = one.requires | (other.requires - one.adds)
    taken = [number for fact in requires for number in groups.get(fact, ())]
    if len(taken) != len(set(taken)):
        return None
    adds = (one.adds - other.deletes) | other.adds
    deletes = (one.deletes | other.deletes) - adds
    return other._replace(
        name=f"{one.name} {other.name}",
        requires=requires,
        deletes=deletes & requires,  # the others were false before: it brought them about itself
        adds=adds - requires,
        origin=one.origin,
    )
