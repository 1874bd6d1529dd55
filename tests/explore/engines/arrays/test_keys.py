"""Compact keys: there and back, what a change is in keys, which facts hold, and what has no key."""

from functools import cache

import numpy as np
import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st

from puzzleproof.explore.engines.arrays.keys import Keys, Part, laid_out
from puzzleproof.explore.engines.plain import PlainSearch
from puzzleproof.explore.packed_task import PackedTask, numbers
from puzzleproof.models.errors import Unsupported
from puzzleproof.models.sliding.rules import SlidingPuzzle
from tests.support.boards import SMALL, puzzles, sliding
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
    its, states = keys(name), some(name)
    packed = its.pack(states)
    assert packed.tolist() == [its.key(state) for state in states]
    assert len(np.unique(packed)) == len(states)
    assert list(its.unpack(packed)) == states


@pytest.mark.parametrize("name", NAMES)
def test_a_change_of_facts_is_a_change_of_the_key(name: str) -> None:
    its, first = keys(name), some(name)[0]
    for state in some(name):
        assert its.key(state) ^ its.key(first) == its.change(state ^ first)


@pytest.mark.parametrize("name", NAMES)
def test_facts_hold_where_the_state_has_them(name: str) -> None:
    its, states = keys(name), some(name)[::9]
    packed = its.pack(states)
    for fact in range(its.task.width):
        truth = [bool(state >> fact & 1) for state in states]
        assert its.holds(packed, 1 << fact).tolist() == truth
        test = its.test(1 << fact)
        if test is not None:
            assert [key & test[0] == test[1] for key in packed.tolist()] == truth
        else:
            assert not any(truth)


def test_any_of_some_facts() -> None:
    its, states = keys("soap"), some("soap")
    for facts in (0b11, its.task.pattern & -its.task.pattern | 1, its.task.start):
        found = its.holds(its.pack(states), facts)
        assert found.tolist() == [bool(state & facts) for state in states]


def test_facts_that_exclude_one_another_have_no_test() -> None:
    its = keys("hifi")
    one, other = [1 << fact for fact in list(numbers(its.task.counts[0][0]))[:2]]
    assert its.test(one) is not None
    assert its.test(one | other) is None


@pytest.mark.parametrize("name", ["ane-rouge", "soap", "tiles-2x4-multi", "korf-01"])
def test_the_pattern_has_the_top_bits(name: str) -> None:
    its = keys(name)
    assert its.pattern_fields[-1].shift + its.pattern_fields[-1].width == its.bits
    shift = its.pattern_fields[0].shift
    assert all(field.shift + field.width <= shift for field in its.fields)


@pytest.mark.parametrize(
    ("name", "bits"),
    [
        ("soap", 52),
        ("english-13", 33),
        ("tiles-3x3", 9 * 4 + 4),
        ("korf-01", 16 * 4),
    ],
)
def test_bits_taken(name: str, bits: int) -> None:
    assert keys(name).bits == bits


def test_fields_stand_one_above_the_other() -> None:
    parts = [Part((1, 2, 4), True), Part((8, 16), False), Part((32, 64, 128), True, True)]
    fields = laid_out(parts, 5)
    assert [(field.shift, field.width) for field in fields] == [(5, 2), (7, 2), (9, 2)]
    assert [field.contents for field in fields] == [(1, 2, 4), (0, 8, 16, 24), (0, 32, 64, 128)]
    assert list(fields[1].tests()) == [(8, 1 << 7, 1 << 7), (16, 1 << 8, 1 << 8)]
    assert next(fields[2].tests()) == (32, 3 << 9, 1 << 9)


def test_other_pieces_have_no_key() -> None:
    its = keys("ane-rouge")
    fact = its.task.counts[1][0]
    without_one = its.task.start & ~fact
    with pytest.raises(Unsupported, match="has no key"):
        its.key(without_one)
    with pytest.raises(Unsupported, match="has no key"):
        its.pack([its.task.start, without_one])


def many() -> PackedTask:
    """Pieces of one kind and one cell each, anywhere on 72 cells."""
    return packed(sliding("/".join(["ABCDEFGHI", *["........."] * 7])))


def test_more_than_64_bits_are_unsupported() -> None:
    with pytest.raises(Unsupported, match="a state takes 144 bits; an array has 64 for each"):
        Keys.of(many())
