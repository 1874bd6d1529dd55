"""Inversions, distances and parity of tables; sequences that a search may skip."""

from __future__ import annotations

from collections import Counter
from itertools import permutations, product
from math import factorial

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from puzzleproof.models.errors import IllegalMove
from puzzleproof.models.puzzle import Info, State
from puzzleproof.models.tiles.compact import (
    arcs,
    automaton,
    boustrophedon,
    distances,
    equivalent,
    forbidden_sequences,
    inversions,
    is_even,
    pi1,
    pi1_change,
    pi2,
    pi2_change,
    playable,
    replaces,
    tables,
)
from puzzleproof.models.tiles.rules import Move, TilesPuzzle
from puzzleproof.verify.bfs import layers
from tests.support.tile_boards import SMALL, library, puzzles, table, tiles

T1, T2, GOAL = library("taquin-t1"), library("taquin-t2"), tuple(range(16))
FORBIDDEN = forbidden_sequences(6)
LONG = forbidden_sequences(8)


def play(puzzle: TilesPuzzle, word: str) -> State | None:
    """The table after a sequence; None where the blank would leave the board."""
    state = puzzle.start
    try:
        for letter in word:
            state = puzzle.play(state, Move(letter))
    except IllegalMove:
        return None
    return state


# --- the source's figures -----------------------------------------------------------------


def test_the_permutations_of_figure_2() -> None:
    assert T1.start == table("10 6 4 12 1 14 3 7 5 15 11 13 8 0 2 9")
    assert boustrophedon(T1.start, 4) == table("10 6 4 12 7 3 14 1 5 15 11 13 9 2 8")
    north = T1.play(T1.start, Move("N"))
    assert north == table("10 6 4 12 1 14 3 7 5 0 11 13 8 15 2 9")
    assert boustrophedon(north, 4) == table("10 6 4 12 7 3 14 1 5 11 13 9 2 15 8")


def test_the_weights_of_t1_and_t2() -> None:
    assert pi1(T1.start) == 62
    assert pi2(T1.start, GOAL, 4) == 38
    assert distances(GOAL, 4)[12][3] == 6
    assert pi1(T2.start) == 18
    assert pi2(T2.start, GOAL, 4) == 26
    assert sorted(map(pi1, T2.successors(T2.start))) == [19, 23]


def test_t1_and_t2_are_playable_and_the_swapped_table_is_not() -> None:
    assert is_even(boustrophedon(T1.start, 4))
    assert playable(T1)
    assert playable(T2)
    assert not playable(library("taquin-swapped"))


def test_enosen_is_nesone() -> None:
    assert equivalent("ENWSEN", "NESWNE")
    state = tiles("1 2 3/4 5 6/0 7 8")
    assert play(state, "ENWSEN") == play(state, "NESWNE") is not None
    assert not equivalent("ENWSEN", "NESWNW")
    assert not equivalent("N", "")


# --- permutations -------------------------------------------------------------------------


@given(st.permutations(range(9)))
def test_inversions_are_pairs_in_the_wrong_order(numbers: list[int]) -> None:
    pairs = product(range(9), repeat=2)
    assert inversions(numbers) == sum(i < j and numbers[i] > numbers[j] for i, j in pairs)
    assert is_even(numbers) == (inversions(numbers) % 2 == 0)


@given(puzzles())
def test_weights_after_a_move_are_the_weights_before_and_a_change(puzzle: TilesPuzzle) -> None:
    puzzle = puzzle.with_metric("single")
    before, goal, columns = puzzle.start, puzzle.goal, puzzle.columns
    far = distances(goal, columns)
    assert pi2(goal, goal, columns) == pi1(tuple(sorted(goal))) == 0
    for after in puzzle.successors(before):
        target = after.index(0)
        assert pi1(after) == pi1(before) + pi1_change(before, target)
        change = pi2_change(far, before, target)
        assert pi2(after, goal, columns) == pi2(before, goal, columns) + change
        assert abs(change) == 1
        assert pi1_change(after, before.index(0)) == -pi1_change(before, target)


@given(puzzles())
def test_a_step_keeps_the_parity_of_the_boustrophedon(puzzle: TilesPuzzle) -> None:
    start = boustrophedon(puzzle.start, puzzle.columns)
    for after in puzzle.successors(puzzle.start):
        ploughed = boustrophedon(after, puzzle.columns)
        assert is_even(ploughed) == is_even(start)
        if after.index(0) // puzzle.columns == puzzle.start.index(0) // puzzle.columns:
            assert ploughed == start


# --- which tables are playable, and how many arcs there are --------------------------------


@pytest.mark.parametrize(("rows", "columns"), [(1, 2), (1, 4), (4, 1), (2, 2), (2, 3), (3, 2)])
def test_playable_tables_are_those_that_the_rules_reach(rows: int, columns: int) -> None:
    goal = tuple(range(rows * columns))
    home = TilesPuzzle(Info(), "single", rows, columns, goal, goal)
    reached = {state for layer in layers(home) for state in layer}
    for start in permutations(goal):
        puzzle = TilesPuzzle(Info(), "single", rows, columns, start, goal)
        assert playable(puzzle) == (start in reached)
        there_and_back = TilesPuzzle(Info(), "multi", rows, columns, goal, start)
        assert playable(there_and_back) == (start in reached)


@pytest.mark.parametrize("name", SMALL)
def test_small_tables_are_playable_or_not(name: str) -> None:
    puzzle = SMALL[name]
    assert playable(puzzle) == any(puzzle.goal in layer for layer in layers(puzzle))


@pytest.mark.parametrize(("rows", "columns"), [(2, 2), (2, 3), (3, 3)])
def test_half_of_the_tables_and_arcs_are_playable(rows: int, columns: int) -> None:
    goal = tuple(range(rows * columns))
    home = TilesPuzzle(Info(), "single", rows, columns, goal, goal)
    reached = [state for layer in layers(home) for state in layer]
    assert 2 * len(reached) == tables(rows, columns)
    assert 2 * sum(len(home.successors(state)) for state in reached) == arcs(rows, columns)


def test_arcs_by_the_formula_of_the_square() -> None:
    for n in range(2, 9):
        assert arcs(n, n) == 4 * n * (n - 1) * factorial(n * n - 1)


# --- sequences that a search may skip -----------------------------------------------------


def test_the_forbidden_sequences_up_to_six_letters() -> None:
    found = {one.forbidden: one.instead for one in FORBIDDEN}
    assert {word for word, instead in found.items() if not instead} == {"NS", "SN", "EW", "WE"}
    assert found["ENWSEN"] == "NESWNE"
    assert Counter(map(len, found)) == {2: 4, 6: 4}
    assert len(LONG) > len(FORBIDDEN)
    assert LONG[: len(FORBIDDEN)] == FORBIDDEN


def test_a_replacement_is_earlier_and_keeps_to_the_box() -> None:
    assert replaces("NESWNE", "ENWSEN")
    assert not replaces("ENWSEN", "NESWNE")
    assert not replaces("NE", "EN")
    assert not replaces("E", "E")
    for instead, forbidden in (("NSE", "EEW"), ("ENS", "EWE"), ("ESN", "EWE"), ("EEW", "WEE")):
        assert equivalent(instead, forbidden)
        assert not replaces(instead, forbidden)
        assert replaces("E", forbidden)


@pytest.mark.parametrize("pair", LONG, ids=lambda pair: pair.forbidden)
def test_a_replacement_is_earlier_and_fits_wherever_the_forbidden_word_does(pair: object) -> None:
    """On every board up to 4 x 4, from every cell."""
    assert isinstance(pair, type(LONG[0]))
    assert replaces(pair.instead, pair.forbidden)
    for rows, columns in product(range(1, 5), repeat=2):
        size = rows * columns
        for blank in range(size if size > 1 else 0):
            labels = iter(range(1, size))
            start = tuple(0 if cell == blank else next(labels) for cell in range(size))
            puzzle = TilesPuzzle(Info(), "single", rows, columns, start, start)
            after = play(puzzle, pair.forbidden)
            assert after is None or play(puzzle, pair.instead) == after


def test_no_word_of_the_list_has_another_in_it() -> None:
    words = {one.forbidden for one in LONG}
    assert not any(a in b for a in words for b in words if a != b)


def test_the_list_is_complete() -> None:
    """All words of up to six letters that are allowed lead to different tables."""
    machine = automaton(one.forbidden for one in FORBIDDEN)
    side, words = 13, [""]
    labels = (*range(1, 85), 0, *range(85, side * side))
    puzzle = TilesPuzzle(Info(), "single", side, side, labels, labels)
    seen = {play(puzzle, "")}
    for _ in range(6):
        longer = (word + letter for word in words for letter in "NESW")
        words = [word for word in longer if machine.allows(word)]
        for word in words:
            state = play(puzzle, word)
            assert state not in seen, word
            seen.add(state)
    assert len(words) == 4 * 3**5 - 4


@settings(max_examples=settings().max_examples * 5)
@given(st.text("NESW", max_size=14))
def test_the_automaton_finds_a_forbidden_part_anywhere(word: str) -> None:
    for sequences in (FORBIDDEN, LONG, FORBIDDEN[:4]):
        words = [one.forbidden for one in sequences]
        assert automaton(words).allows(word) == (not any(part in word for part in words))


def test_the_automaton_says_minus_one_where_a_forbidden_word_ends() -> None:
    machine = automaton(["NS", "NES"])
    state = machine.step(machine.start, 0)
    assert machine.step(state, 2) == -1
    assert machine.step(machine.step(state, 1), 2) == -1
    assert automaton([]).allows("NSNSNS")
    assert not automaton([""]).allows("N")


def pruned_depths(puzzle: TilesPuzzle, words: list[str]) -> dict[State, int]:
    """The least depth at which a search that skips the words meets each table."""
    machine = automaton(words)
    layer, found = {(puzzle.start, machine.start)}, dict[State, int]()
    seen, depth = set(layer), 0
    while layer:
        for state, _ in layer:
            found.setdefault(state, depth)
        after: set[tuple[State, int]] = set()
        for state, reading in layer:
            for move in puzzle.moves(state):
                read = machine.step(reading, "NESW".index(move.direction))
                if read >= 0:
                    after.add((puzzle.play(state, move), read))
        layer, depth = after - seen, depth + 1
        seen |= layer
    return found


@pytest.mark.parametrize("words", [FORBIDDEN, LONG], ids=["six letters", "eight letters"])
@pytest.mark.parametrize("board", ["0 1/2 3", "0 1 2/3 4 5", "1 2/0 3/4 5", "1 0 2 3"])
def test_pruning_loses_no_shortest_plan(board: str, words: tuple[object, ...]) -> None:
    puzzle = tiles(board)
    forbidden = [one.forbidden for one in LONG if one in words]
    depths = pruned_depths(puzzle, forbidden)
    assert depths == {s: d for d, layer in enumerate(layers(puzzle)) for s in layer}


def test_pruning_by_a_word_too_many_loses_plans() -> None:
    puzzle = tiles("0 1 2/3 4 5")
    forbidden = [one.forbidden for one in FORBIDDEN] + ["NESWNE"]
    assert pruned_depths(puzzle, forbidden) != pruned_depths(puzzle, forbidden[:-1])


@given(puzzles(), st.text("NESW", max_size=8), st.text("NESW", max_size=8))
def test_equivalent_sequences_lead_to_one_table(
    puzzle: TilesPuzzle, first: str, second: str
) -> None:
    puzzle = puzzle.with_metric("single")
    one, other = play(puzzle, first), play(puzzle, second)
    assume(one is not None and other is not None)
    if equivalent(first, second):
        assert one == other
