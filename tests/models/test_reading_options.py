"""What a reader assumes beyond a text, and what the user states in its place."""

import pytest

from puzzleproof.models.documents import AS_WRITTEN, ReadOptions
from puzzleproof.models.errors import InstanceError
from puzzleproof.models.formats import ASSUMED, TARGETS, settled

FOUND = {"board": "AX", ASSUMED: {"goal": "the goal is usual", "target": "X is taken"}}
CHOICE = {TARGETS: {"A": {"goal": "A."}, "X": {"goal": ".X"}}}


def test_assumptions_are_said_unless_the_user_states_the_value() -> None:
    assert settled(FOUND, AS_WRITTEN) == ({"board": "AX"}, ("the goal is usual", "X is taken"))
    stated, said = settled({**FOUND, "finish": "any"}, ReadOptions(goal="1 2 / 3 0"))
    assert (stated, said) == ({"board": "AX", "goal": "1 2\n3 0"}, ())
    stated, said = settled({**FOUND, **CHOICE}, ReadOptions(goal="A"))
    assert (stated, said) == ({"board": "AX", "goal": "A."}, ("the goal is usual",))


def test_an_open_target_is_asked_for() -> None:
    with pytest.raises(InstanceError, match=r"is open: expected 'A' or 'X' \(--goal\)"):
        settled({"board": "AX", **CHOICE}, AS_WRITTEN)
    with pytest.raises(InstanceError, match="goal 'B': expected 'A' or 'X', or a drawing"):
        settled({"board": "AX", **CHOICE}, ReadOptions(goal="B"))
