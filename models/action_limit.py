"""Too many actions to be told one by one: where the families say so, and in which words."""

from __future__ import annotations

from collections.abc import Iterable

from puzzleproof.models.errors import Unsupported
from puzzleproof.models.strips import ACTIONS_LIMIT, Action

__all__ = ["limited", "too_many"]


def too_many() -> Unsupported:
    """The error to raise beyond `ACTIONS_LIMIT`."""
    return Unsupported(f"more than {ACTIONS_LIMIT} actions: too many to be told one by one")


def limited(actions: Iterable[Action]) -> tuple[Action, ...]:
    """All of them; raises Unsupported as soon as there are too many."""
    found = list[Action]()
    for action in actions:
        if len(found) == ACTIONS_LIMIT:
            raise too_many()
        found.append(action)
    return tuple(found)
