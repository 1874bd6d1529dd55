"""Lemmas that count moves, lemmas taken together, and facts as features with free pieces."""

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from puzzleproof.models.capabilities import state_facts, strips_of
from puzzleproof.models.errors import CertificateRejected
from puzzleproof.models.fact_features import ALTERNATIVES, fact_features
from puzzleproof.models.instances import load
from puzzleproof.models.invariants import Free, GoalSet
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.models.sliding.rules import SlidingPuzzle
from puzzleproof.models.strips import Goal
from puzzleproof.verify.bfs import bfs, layers
from puzzleproof.verify.certificate import check_file
from puzzleproof.verify.invariant import MODULUS_LIMIT, PERIOD_LIMIT, bound_of, compare_steps
from tests.support.arguments import (
    COUNT,
    IN_TURN,
    NEARER,
    SUBJECTS,
    Lemma,
    Subject,
    argued,
    file_of,
    lemma_bound,
)
from tests.support.boards import SMALL as SLIDING
from tests.support.boards import sliding
from tests.support.certificate_files import written
from tests.support.cube_sets import cubes
from tests.support.frog_boards import SMALL as FROGS
from tests.support.peg_boards import pegs
from tests.support.tile_boards import SMALL as TILES
from tests.support.tile_boards import tiles

TABLE, STRIP = SUBJECTS["count"].puzzle, SUBJECTS["together"].puzzle
FREE = sliding("AB.", "unit", goal="..A", labelled="A")
"""A cannot pass B, but that is not what facts tell: B is free."""
JUMPS = pegs("jump", board="strip6", start="xxoxoo", goal="ooooxo")


def fault(puzzle: AnyPuzzle, argument: object) -> str:
    with pytest.raises(CertificateRejected) as caught:
        bound_of(puzzle, argument)
    return str(caught.value)


def refused(puzzle: AnyPuzzle, lemma: Lemma) -> str:
    with pytest.raises(CertificateRejected) as caught:
        lemma_bound(puzzle, lemma, 0)
    return str(caught.value)


# --- counting moves -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"weights": [0, 0]}, "does not add 1 to the weighted sum mod 2"),
        ({"change": 0}, "does not add 0 to the weighted sum mod 2"),
        ({"modulus": 3}, "does not add 1 to the weighted sum mod 3"),
        ({"modulus": 0}, "'modulus' 0: expected an integer above 0"),
        ({"modulus": MODULUS_LIMIT + 1}, f"expected {MODULUS_LIMIT} at most"),
        ({"change": True}, "'change' True: expected an integer"),
        ({"weights": [1]}, "1 weights: expected 2"),
        ({"features": "rumours"}, "features 'rumours': expected 'own' or 'facts'"),
        ({"features": ["facts"]}, "features ['facts']"),
    ],
)
def test_a_count_that_does_not_hold_is_rejected(changes: Lemma, said: str) -> None:
    assert lemma_bound(TABLE, COUNT, 0) == bfs(TABLE).optimum == 1
    assert said in refused(TABLE, COUNT | changes)


def test_moves_that_are_chains_of_steps_are_not_counted() -> None:
    runs = tiles("1 2 0/3 4 5", "multi")
    assert bfs(runs).optimum == 1
    assert "in the metric 'multi' a move may be several steps" in refused(runs, COUNT)
    assert lemma_bound(runs.with_metric("single"), COUNT, 0) == 0


def test_a_bound_from_elsewhere_is_raised_to_the_next_that_is_allowed() -> None:
    """The table 867/254/3·1 takes an odd number of moves: no plan of 29 means at least 31."""
    puzzle = load("eight-puzzle-867")
    for known, raised in ((0, 1), (1, 1), (29, 29), (30, 31), (31, 31)):
        assert bound_of(puzzle, argued(COUNT), known) == raised


def test_what_is_counted_may_have_another_period() -> None:
    """Every jump takes a peg off the board, so two are needed mod anything."""
    for modulus in (2, 3, 7, MODULUS_LIMIT):
        count = {"form": "count", "modulus": modulus, "change": -1, "weights": [1] * 6}
        assert lemma_bound(JUMPS, count, 0) == 2 % modulus
        assert bound_of(JUMPS, argued(count), 3) == 2 + modulus


def test_moduli_that_together_repeat_too_late_are_rejected() -> None:
    counts = [
        {"form": "count", "modulus": modulus, "change": -1, "weights": [1] * 6}
        for modulus in (64, 63, 61)
    ]
    assert bound_of(JUMPS, argued(*counts, goals=[[0, 1]]), 3) == 2 + 64 * 63 < PERIOD_LIMIT
    said = fault(JUMPS, argued(*counts, goals=[[0, 1, 2]]))
    assert said == f"goal 0: the lcm of the moduli is 245952 > {PERIOD_LIMIT}"


def test_two_counts_that_deny_each_other_leave_no_plan() -> None:
    """On a strip of five every jump changes the middle hole, and takes one peg: parities differ."""
    puzzle = pegs("jump", board="strip5", start="xxxoo", goal="xoooo")
    pegs_left: Lemma = {"form": "count", "modulus": 2, "change": 1, "weights": [1, 1, 1, 1, 1]}
    middle = pegs_left | {"weights": [0, 0, 1, 0, 0]}
    assert bound_of(puzzle, argued(pegs_left), 1) == 2
    assert bound_of(puzzle, argued(middle), 2) == 3
    assert bound_of(puzzle, argued(pegs_left, middle, goals=[[0, 1]])) == math.inf
    assert bfs(puzzle).optimum is None


def test_lemmas_taken_together_prove_more() -> None:
    assert bound_of(STRIP, argued(NEARER)) == 1
    assert bound_of(STRIP, argued(IN_TURN)) == 0
    assert bound_of(STRIP, argued(NEARER, IN_TURN, goals=[[0, 1]])) == bfs(STRIP).optimum == 2
    assert bound_of(STRIP, argued(NEARER, IN_TURN, goals=[[1, 0, 1]])) == 2


def test_a_fault_of_one_of_several_lemmas_names_it() -> None:
    wrong = IN_TURN | {"weights": [0, 0, 0]}
    assert "goal 0, lemma 1: the step" in fault(STRIP, argued(NEARER, wrong, goals=[[0, 1]]))


# --- facts --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"weights": [2, 0, 0]}, "lowers the weighted sum by over 1"),
        ({"weights": [1, 0]}, "2 weights: expected 3"),
        ({"features": "own"}, "family 'sliding' has no features to weigh"),
        ({"features": ...}, "family 'sliding' has no features to weigh"),
    ],
)
def test_a_potential_of_facts_that_does_not_hold_is_rejected(changes: Lemma, said: str) -> None:
    lemma = {key: value for key, value in (NEARER | changes).items() if value is not ...}
    assert said in refused(STRIP, lemma)


def test_a_goal_that_leaves_pieces_free_is_as_heavy_as_it_can_be() -> None:
    """With B in the middle at the start and anywhere at the end its places must not count."""
    names = fact_features(FREE).features
    assert names == ("A@0,0", "A@0,1", "A@0,2", "B@0,0", "B@0,1", "B@0,2")
    lemma: Lemma = {"form": "potential", "features": "facts", "drop": 1}
    assert lemma_bound(FREE, lemma | {"weights": [2, 1, 0, 0, 0, 0]}, 0) == 2
    assert lemma_bound(FREE, lemma | {"weights": [2, 1, 0, 0, 1, 0]}, 0) == 2
    assert lemma_bound(FREE, lemma | {"weights": [2, 1, 0, 1, 1, 0]}, 0) == 2
    assert lemma_bound(FREE, lemma | {"weights": [2, 1, 0, 0, 0, 1]}, 0) == 2
    assert lemma_bound(FREE, lemma | {"weights": [2, 1, 0, 1, 0, 0]}, 0) == 1


def test_a_free_piece_may_end_on_either_colour() -> None:
    """A's own moves are even in number, B's may be either: nothing is known of the sum."""
    both = {"weights": [0, 1, 0, 0, 1, 0]}
    assert lemma_bound(FREE, IN_TURN | both, 0) == 0
    assert bound_of(FREE, argued(IN_TURN | both), 1) == 1
    assert "does not add 1" in refused(FREE, IN_TURN | {"weights": [0, 1, 0, 0, 0, 0]})
    classes = {"form": "classes", "features": "facts", "weights": [0] * 3 + [1] * 3, "modulus": 2}
    assert "of the same class" in refused(FREE, classes)
    assert f"expected {MODULUS_LIMIT} at most" in refused(FREE, classes | {"modulus": 65})


def test_a_goal_that_cannot_be_needs_no_weights() -> None:
    """Two pieces on a cell, or one that is nowhere it can get to."""
    away = sliding("A#B/..#", "unit", goal="..A/..#", labelled="AB")
    assert bfs(away).optimum is None
    width = len(fact_features(away).features)
    for form in ("classes", "pagoda", "potential", "count"):
        lemma: Lemma = {"form": form, "features": "facts", "weights": [0] * width}
        lemma |= {"modulus": 1, "drop": 1, "change": 0}
        assert lemma_bound(away, lemma, 0) == math.inf


def test_labels_are_not_weighed_by_facts() -> None:
    lemma = {"form": "permutation", "features": "facts", "order": [0, 1, 2, 5, 4, 3]}
    assert lemma_bound(SUBJECTS["permutation"].puzzle, lemma, 0) == math.inf


def test_two_lists_of_goals_are_not_mixed() -> None:
    """The n-th goal of one list need not be the n-th of the other."""
    several = pegs("jump", board="strip6", start="xxoxoo", goal=["ooooxo", "oooxoo"])
    own: Lemma = {"form": "potential", "weights": [1] * 6, "drop": 1}
    facts = own | {"features": "facts"}
    assert bound_of(several, argued(own, facts, goals=[0, 0])) == 2
    assert bound_of(several, argued(own, facts, goals=[1, 1])) == 2
    mixed: list[list[int | list[int]]] = [[0, 1], [[0, 1], 0]]
    for goals in mixed:
        said = fault(several, argued(own, facts, goals=goals))
        assert said == "lemmas on features and facts can be combined only for one goal"
    assert bound_of(JUMPS, argued(own, facts, goals=[[0, 1]])) == 2


def test_a_tour_has_no_facts() -> None:
    said = fault(SLIDING["tour in sequence"], argued(NEARER))
    assert "a tour has no clausal form" in said


def test_too_many_alternatives_of_a_goal_are_left_out() -> None:
    """Wider is sound: a goal of which less is demanded is reached by no more moves."""
    three = sliding("A.B.C.", "unit", labelled="AB", goal="A.B.C.")
    assert len(fact_features(three).goals) == 3
    drawing = "....EFG."
    seven = sliding("ABCDEFG.", "unit", labelled="ABCD", goal=drawing)
    assert len(fact_features(seven).goals) == 25 <= ALTERNATIVES < 5**3
    assert all(sum(goal.vector) == 2 for goal in fact_features(seven).goals)


ALL: dict[str, AnyPuzzle] = {
    f"{name}, {metric}": puzzle.with_metric(metric)
    for some in (SLIDING, FROGS, TILES, {"cubes": cubes("RGBYRG", "YYGGBB")}, {"jumps": JUMPS})
    for name, puzzle in some.items()
    for metric in puzzle.metrics
    if "tour" not in name
}


@pytest.mark.parametrize("name", ALL)
def test_facts_of_small_puzzles_change_by_declared_steps(name: str) -> None:
    """All states and moves, as far as 200 states go; goals are in their sets."""
    puzzle = ALL[name]
    weighed = fact_features(puzzle)
    assert weighed.start == weighed.vector(puzzle.start)
    assert len(set(weighed.features)) == len(weighed.features) == len(weighed.start)
    assert len(set(weighed.steps)) == len(weighed.steps)
    assert compare_steps(puzzle, weighed, None) >= 0
    for layer in layers(puzzle):
        for state in layer:
            if puzzle.is_goal(state):
                vector = weighed.vector(state)
                assert any(goal.holds(vector) for goal in weighed.goals)


# --- what is declared is compared with the rules ------------------------------------------


def told(puzzle: SlidingPuzzle, **changes: Any) -> SlidingPuzzle:
    """A puzzle with other facts and actions, and the same in all else."""
    strips = replace(strips_of(puzzle), **changes)
    other = replace(puzzle)
    facts = partial(state_facts, puzzle)
    vars(other)["_provider"] = SimpleNamespace(strips=strips, state_facts=facts)
    return other


def test_a_group_that_actions_do_not_keep_is_not_believed() -> None:
    """'Just one of A in the last cell and B in the middle' would rule out where B may be."""
    strips = strips_of(FREE)
    both = sum(1 << strips.facts.index(fact) for fact in ("A@0,2", "B@0,1"))
    none = told(FREE, groups=())
    wrong = told(FREE, groups=(both,))
    assert fact_features(wrong).goals == fact_features(none).goals != fact_features(FREE).goals


FIRST, SECOND = (1 << strips_of(FREE).facts.index(fact) for fact in ("A@0,0", "B@0,0"))


@pytest.mark.parametrize(
    "impossible",
    [Goal((FIRST, SECOND)), Goal((FIRST,), FIRST)],
    ids=["two pieces on one cell", "on a place and not on it"],
)
def test_a_goal_that_contradicts_itself_has_no_vector(impossible: Goal) -> None:
    puzzle = told(FREE, goals=(impossible,))
    (goal,) = fact_features(puzzle).goals
    assert not goal.possible


def test_a_step_left_out_is_noticed_by_the_check(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = pegs("jump", board="strip5", start="xxooo", goal="ooxoo")
    argument = argued({"form": "pagoda", "weights": [0, 0, 1, 0, 0]})
    assert "raises the weighted sum" in fault(puzzle, argument)
    own = puzzle.own_features()
    fewer = tuple(s for s in own.steps if dict(s).get(2) != 1)
    monkeypatch.setattr(type(puzzle), "own_features", partial(replace, own, steps=fewer))
    assert bound_of(puzzle, argument) == math.inf
    with pytest.raises(CertificateRejected, match="is none of the steps, in xxooo"):
        check_file(written(tmp_path, file_of(Subject(puzzle, argument, None))))


def test_a_goal_left_out_is_noticed() -> None:
    weighed = fact_features(STRIP)
    wrong = replace(weighed, goals=(GoalSet((1, 0, 0)),))
    with pytest.raises(CertificateRejected, match=r"no goal's set contains the goal state \.\.A"):
        compare_steps(STRIP, wrong, None)


def test_the_states_of_a_plan_are_compared_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("puzzleproof.verify.invariant.FIRST_STATES", 1)
    weighed = fact_features(STRIP)
    fewer = replace(weighed, steps=tuple(s for s in weighed.steps if s[0][0] == 0))
    assert compare_steps(STRIP, fewer, None) == 1
    with pytest.raises(CertificateRejected, match="the move AE is none of the steps"):
        compare_steps(STRIP, fewer, ["AE", "AE"])


# --- sets of goals ------------------------------------------------------------------------


def test_a_free_feature_is_0_or_1() -> None:
    goal = GoalSet((1, 0, 0), (Free((1, 2), 1, 1),))
    assert goal.holds((1, 0, 1))
    assert not goal.holds((1, 2, -1))
    assert not goal.holds((1, 1, 1))


def members(goal: GoalSet) -> list[tuple[int, ...]]:
    """All vectors of a set, by trying every choice."""
    width = len(goal.vector)
    every = [tuple(n >> k & 1 for k in range(width)) for n in range(1 << width)]
    return [vector for vector in every if goal.holds(vector)]


@pytest.mark.parametrize(
    ("free", "number"),
    [
        ([Free((1, 2, 3), 2, 2)], 3),
        ([Free((1, 2), 1, 1), Free((3, 4), 1, 1)], 4),
        ([Free((1, 2, 3), 0, 3)], 8),
        ([Free((1, 2, 3), 1, 2)], 6),
        ([Free((1, 2), 3, 3)], 0),
        ([Free((), 0, -1)], 0),
        ([Free((1,), 0, 0)], 1),
        ([], 1),
        ([Free((1, 2), -1, -1)], 0),
    ],
)
@pytest.mark.parametrize("weights", [(5, 1, 2, -3, 4), (-1, -2, -3, -4, -5), (0, 3, 3, 1, 6)])
def test_a_set_s_extremes_and_residues_are_those_of_its_members(
    free: Sequence[Free], number: int, weights: tuple[int, ...]
) -> None:
    goal = GoalSet((1, 0, 0, 0, 0), tuple(free))
    sums = [sum(w * x for w, x in zip(weights, v, strict=True)) for v in members(goal)]
    assert len(sums) == number
    assert goal.possible == (number > 0)
    if sums:
        assert (goal.lightest(weights), goal.heaviest(weights)) == (min(sums), max(sums))
        for modulus in (1, 2, 5):
            assert goal.residues(weights, modulus) == {s % modulus for s in sums}
