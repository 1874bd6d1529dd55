"""Each family of clauses in the bare encoding is needed: left out, false plans appear.

Three families are not needed for this, and the last test says so: ``move or idle``, ``idle is
still`` and ``idling lasts`` only fix at which steps a short plan stands still.  A step at which
nothing moves is harmless anywhere, for it repeats a state: a plan that pauses within T steps has
at most T moves all the same.  All others are needed; in particular ``one fact of a group`` is not
implied by the start and the frame, because free cells have no frame in the bare encoding.

``needs`` is implied in the metric ``unit`` alone: a step enters no cell but those of its target,
and after the step the target's groups admit no other piece there, which, as only one piece moves,
was not there before.  In the other metrics a piece would jump over what stands in between.
"""

from __future__ import annotations

import pytest

from puzzleproof.encoders import ground
from puzzleproof.encoders.horizon.step_encoding import operator_encoding_of
from puzzleproof.encoders.horizon.unrolled import UnrolledTask
from puzzleproof.models.sliding.rules import SlidingPuzzle
from puzzleproof.verify.bfs import bfs
from tests.support.boards import METRICS, SMALL
from tests.support.questions import CASES, satisfiable_without, task_of

GOAL_FAMILIES = [
    *("start", "change", "frame", "one move a step", "join", "needs", "one fact of a group"),
    *("goal", "condition"),
]
PAUSES = ("move or idle", "idle is still", "idling lasts")
TOUR = SMALL["tour in sequence"]


def refuted(puzzle: SlidingPuzzle) -> int:
    """The longest horizon without a plan."""
    minimum = bfs(puzzle).optimum
    assert minimum is not None
    return minimum - 1


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("case", CASES)
def test_the_whole_encoding_is_right_to_begin_with(case: str, metric: str) -> None:
    puzzle = CASES[case].with_metric(metric)
    if refuted(puzzle) <= 9:
        assert not satisfiable_without(task_of(puzzle), refuted(puzzle))
        assert satisfiable_without(task_of(puzzle), refuted(puzzle) + 1)


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("family", GOAL_FAMILIES)
def test_a_family_left_out_makes_false_plans(family: str, metric: str) -> None:
    if (family, metric) == ("needs", "unit"):
        pytest.skip("implied, see above; the next test says so")
    puzzles = [CASES[name].with_metric(metric) for name in ("mirrored", "unlabelled goal", "walls")]
    assert any(
        satisfiable_without(task_of(puzzle), min(refuted(puzzle), 7), family) for puzzle in puzzles
    )


@pytest.mark.parametrize("case", CASES)
def test_what_a_unit_step_needs_is_implied(case: str) -> None:
    puzzle = CASES[case].with_metric("unit")
    if refuted(puzzle) <= 9:
        assert not satisfiable_without(task_of(puzzle), refuted(puzzle), "needs")
        assert satisfiable_without(task_of(puzzle), refuted(puzzle) + 1, "needs")


@pytest.mark.parametrize("family", ["visits", "goal", "condition", "frame", "one move a step"])
def test_a_family_left_out_makes_false_tours(family: str) -> None:
    puzzle = TOUR.with_metric("unit")
    assert satisfiable_without(task_of(puzzle), refuted(puzzle), family)


def test_every_family_of_the_bare_encoding_is_tried() -> None:
    families: set[str] = set()
    for puzzle in (TOUR, CASES["walls"]):
        task = ground(puzzle).task
        unrolled = UnrolledTask(task, (), encoding=operator_encoding_of(task))
        unrolled.extend()
        unrolled.extend()
        unrolled.goal(2)
        families |= {constraint.family for constraint in unrolled.formula.constraints}
    assert families == {*GOAL_FAMILIES, *PAUSES, "visits"}


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("case", ["two labelled", "unlabelled goal", "tour in any order"])
def test_where_a_plan_pauses_changes_no_answer(case: str, metric: str) -> None:
    puzzle = CASES[case].with_metric(metric)
    for left_out in (*([family] for family in PAUSES), PAUSES):
        assert not satisfiable_without(task_of(puzzle), refuted(puzzle), *left_out)
        assert satisfiable_without(task_of(puzzle), refuted(puzzle) + 1, *left_out)
