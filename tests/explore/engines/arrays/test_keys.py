"""Compact keys: there and back, what a change is in keys, which facts hold, and what has no key."""

from functools import cache

import numpy as np
import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st

from puzzleproof.explore.engines.arrays.keys import Keys
from puzzleproof.explore.engines.plain import PlainSearch
from puzzleproof.models.errors import Unsupported
from puzzleproof.models.sliding.rules import SlidingPuzzle
from tests.support.boards import SMALL, puzzles
from tests.support.state_graphs import packed, packed_library

SLIDING = ("ane-rouge", "hifi", "moving-day", "simplicity2", "soap")
OTHERS = ("english-13", "frogs-3-3", "instant-insanity", "korf-01", "tiles-2x4-multi", "triangle-5")
NAMES = (*SLIDING, *OTHERS)


@cache
def keys(name: str) -> Keys:
    return Keys.of(packed(SMALL[name]) if name in SMALL else packed_library(name))


@cache
def some(name: str) -> list[int]:
    """States near the start, which plain search has found."""
    found: list[int] = []
    for layer in PlainSearch(keys(name).task).layers():
        found += sorted(layer)
        if len(found) > 500:
            break
    return found


@given(st.sampled_from((*NAMES, *SMALL)), st.data())
def test_each_state_has_its_key_and_comes_back(name: str, data: st.DataObject) -> None:
    state = data.draw(st.sampled_from(some(name)))
    key = keys(name).key(state)
    assert 0 <= key < 1 << keys(name).bits <= 1 << 64
    assert keys(name).state(key) == state


@settings(max_examples=40)
@given(puzzles())
def test_random_boards(puzzle: SlidingPuzzle) -> None:
    try:
        its = Keys.of(packed(puzzle))
    except Unsupported:
        reject()
    layers = PlainSearch(its.task).layers()
    states = [state for layer, _ in zip(layers, range(8), strict=False) for state in layer]
    assert [its.state(its.key(state)) for state in states] == states


@pytest.mark.parametrize("name", NAMES)
def test_arrays_say_the_same(name: str) -> None:
    """Of a change of facts, too, and of which facts hold."""
    its, states = keys(name), some(name)
    packed = its.pack(states)
    for state in states:
        assert its.key(state) ^ its.key(states[0]) == its.change(state ^ states[0])
    for facts in (0b11, its.task.start, *(1 << fact for fact in range(its.task.width))):
        truth = [bool(state & facts) for state in states]
        assert its.holds(packed, facts).tolist() == truth
        test = its.test(facts) if facts.bit_count() == 1 else None
        if test is not None:
            assert [key & test[0] == test[1] for key in packed.tolist()] == truth
    assert packed.tolist() == [its.key(state) for state in states]
    assert len(np.unique(packed)) == len(states)
    assert list(its.unpack(packed)) == states


def test_other_pieces_have_no_key() -> None:
    its = keys("ane-rouge")
    fact = its.task.counts[1][0]
    without_one = its.task.start & ~fact
    with pytest.raises(Unsupported, match="has no key"):
        its.key(without_one)
    with pytest.raises(Unsupported, match="has no key"):
        its.pack([its.task.start, without_one])
