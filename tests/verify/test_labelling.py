"""The checkers of labellings: they accept what is true, and name the same first fault."""

from pathlib import Path
from typing import Any

import pytest

from puzzleproof.models.capabilities import listed_goals
from puzzleproof.models.errors import CertificateRejected
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.models.sliding.rules import SlidingPuzzle
from puzzleproof.provers import labelling
from puzzleproof.provers.events import ignore
from puzzleproof.verify.bfs import bfs
from puzzleproof.verify.certificate import CheckedCertificate
from tests.support.boards import METRICS, SMALL, sliding
from tests.support.certificate_files import (
    Blocks,
    blocks_of,
    certificate,
    shortest_plan,
    unpacked,
    written,
)
from tests.support.checkers import check_alike
from tests.support.frog_boards import frogs

PUZZLE = SMALL["walls"]
"""Minimum 8 in the metric ``piece``."""

CLOSED = sliding("A.#./.B#.", "unit", goal="..#A/..#.", labelled="A")
"""No goal can be reached."""


@pytest.fixture
def check(tmp_path: Path) -> Any:
    def run(puzzle: AnyPuzzle, blocks: Blocks, **changes: Any) -> CheckedCertificate:
        return check_alike(written(tmp_path, certificate(puzzle, blocks, **changes)))

    return run


def test_an_honest_labelling_without_a_plan_proves_a_bound(check: Any) -> None:
    for bound in range(9):
        checked = check(PUZZLE, blocks_of(PUZZLE, bound))
        assert (checked.at_least, checked.optimum) == (bound, None)


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("name", SMALL)
def test_honest_labellings_of_hand_made_boards_are_accepted(
    name: str, metric: str, check: Any
) -> None:
    puzzle = SMALL[name].with_metric(metric)
    minimum = bfs(puzzle).optimum
    if minimum is None:
        assert check(puzzle, blocks_of(puzzle), at_least=None).at_least is None
    else:
        plan = shortest_plan(puzzle)
        assert check(puzzle, blocks_of(puzzle, minimum), plan=plan).optimum == minimum


def test_labels_may_be_lower_than_distances(check: Any) -> None:
    """A labelling is a lower bound, it need not be exact."""
    zero, one, two, *_ = blocks_of(PUZZLE, 8)
    assert check(PUZZLE, [sorted(zero + one), two]).at_least == 2
    assert check(PUZZLE, [sorted(zero + one + two)]).at_least == 1


def test_a_plan_longer_than_the_bound_proves_no_minimum(check: Any) -> None:
    checked = check(PUZZLE, blocks_of(PUZZLE, 5), plan=shortest_plan(PUZZLE))
    assert (checked.at_least, checked.optimum) == (5, None)


def refusal(check: Any, puzzle: AnyPuzzle, blocks: Blocks, **changes: Any) -> str:
    with pytest.raises(CertificateRejected) as caught:
        check(puzzle, blocks, **changes)
    return str(caught.value)


def test_the_start_must_be_labelled(check: Any) -> None:
    blocks = blocks_of(PUZZLE, 8)
    assert "label 0: the start is missing" in refusal(check, PUZZLE, [[], *blocks[1:]])
    assert "the start is missing" in refusal(check, PUZZLE, [blocks[1], blocks[0]])


def test_no_goal_may_be_labelled(check: Any) -> None:
    assert "label 8: a goal state" in refusal(check, PUZZLE, blocks_of(PUZZLE, 9))


def test_empty_blocks_prove_nothing(check: Any) -> None:
    start = blocks_of(PUZZLE, 1)
    assert "has no label up to 1" in refusal(check, PUZZLE, [*start, [], []])
    assert "the start is missing" in refusal(check, PUZZLE, [[], [], []])
    assert "blocks of labels" in refusal(check, PUZZLE, [], at_least=3)


def test_a_state_labelled_too_high_is_found(check: Any) -> None:
    blocks = blocks_of(PUZZLE, 8)
    bent = [blocks[0], blocks[1][1:], sorted([*blocks[2], blocks[1][0]]), *blocks[3:]]
    assert "label 0: a move leads to a state" in refusal(check, PUZZLE, bent)


def test_a_labelling_that_is_not_closed_proves_nothing_infinite(check: Any) -> None:
    blocks = blocks_of(CLOSED)
    assert "has no label" in refusal(check, CLOSED, blocks[:-1], at_least=None)
    assert "labels no state" in refusal(check, CLOSED, [], at_least=None)
    assert "has no label" in refusal(check, PUZZLE, blocks_of(PUZZLE, 8), at_least=None)
    assert "a goal state" in refusal(check, PUZZLE, blocks_of(PUZZLE), at_least=None)


@pytest.mark.parametrize("bound", [0, 7, 9, 10**9])
def test_the_number_of_blocks_is_the_bound(bound: int, check: Any) -> None:
    message = refusal(check, PUZZLE, blocks_of(PUZZLE, 8), at_least=bound)
    assert f"at least {bound:,} moves with 8 blocks" in message


def test_the_records_of_a_block_ascend(check: Any) -> None:
    blocks = blocks_of(PUZZLE, 8)
    long = max(range(8), key=lambda k: len(blocks[k]))
    bent, count = [*blocks[long], blocks[long][-1]], len(blocks[long])
    message = refusal(check, PUZZLE, [*blocks[:long], bent, *blocks[long + 1 :]])
    assert f"label {long}, record {count + 1}: repeats the one before it" in message
    fallen = [*blocks[:long], blocks[long][::-1], *blocks[long + 1 :]]
    assert "a number of too many bytes" in refusal(check, PUZZLE, fallen)


def test_a_number_of_no_state_is_found(check: Any) -> None:
    top = 256**PUZZLE.pack_width - 1
    blocks = blocks_of(PUZZLE, 2)
    message = refusal(check, PUZZLE, [blocks[0], [*blocks[1], top]])
    assert f"label 1: record {top}: no state has this number" in message


def test_on_a_tour_earlier_labels_of_any_age_count(check: Any) -> None:
    """Moves cannot be undone there, so a move may lead back by several labels."""
    puzzle = sliding("A..B", "line", tour=["A...", ".A..", "...A"], labelled="*")
    assert bfs(puzzle).optimum is None
    assert check(puzzle, blocks_of(puzzle), at_least=None).at_least is None


# --- bidirectional labels -----------------------------------------------------------------

TWO = sliding("AB../C.DD", "unit", goal="DD.C/..BA", labelled="A")
"""Every piece is drawn in the goal, B and C are alike: one goal state."""
FREE = sliding("AB../C.DD", "unit", goal="DD../...A", labelled="A")
"""B and C, which are alike, are free."""
FORWARD, BACKWARD = unpacked(TWO, labelling.label(TWO, ignore))
ROOT, END = FORWARD[0][0], BACKWARD[0][0]


def ends_of(puzzle: SlidingPuzzle) -> tuple[list[list[int]], list[list[int]]]:
    """Labels from the start, one from the goals: their distances up to the minimum."""
    goals = listed_goals(puzzle)
    assert goals is not None
    first = sorted(map(puzzle.pack, goals))
    near = {puzzle.pack(s) for state in goals for s in puzzle.successors(state)}
    forward = blocks_of(puzzle, (bfs(puzzle).optimum or 0) - 1)
    return copies(forward), [first, sorted(near.difference(first))]


def copies(blocks: Blocks) -> list[list[int]]:
    return [list(block) for block in blocks]


def distances(puzzle: SlidingPuzzle, source: int) -> dict[int, int]:
    """How far each packed state is from one of them."""
    found, queue = {source: 0}, [source]
    for number in queue:
        for state in puzzle.successors(puzzle.unpack(number)):
            if (after := puzzle.pack(state)) not in found:
                found[after] = found[number] + 1
                queue.append(after)
    return found


def test_labels_from_both_ends_prove_the_minimum(check: Any) -> None:
    checked = check(TWO, FORWARD, back=BACKWARD, plan=shortest_plan(TWO))
    assert checked.optimum == bfs(TWO).optimum == len(FORWARD) + len(BACKWARD) - 1
    assert checked.states == sum(map(len, FORWARD)) + sum(map(len, BACKWARD))


@pytest.mark.parametrize("more", [0, 1])
def test_every_split_of_the_labels_proves_the_minimum_and_no_more(check: Any, more: int) -> None:
    """From blocks at the start alone to blocks at the goal alone."""
    from_start, to_goal = distances(TWO, ROOT), distances(TWO, END)
    minimum = from_start[END]
    for forward in range(1, minimum + 1 + more):
        ends = [
            [sorted(n for n, d in known.items() if d == label) for label in range(count)]
            for known, count in ((from_start, forward), (to_goal, minimum + 1 + more - forward))
        ]
        if more:
            said = refusal(check, TWO, ends[0], back=ends[1])
            assert "a state of the last forward label" in said or "a goal state" in said
            continue
        assert check(TWO, ends[0], back=ends[1]).at_least == minimum
        assert "claims at least" in refusal(check, TWO, ends[0], back=ends[1], at_least=minimum + 1)


def test_a_goal_that_is_missing_is_found(check: Any) -> None:
    assert "a goal state is missing" in refusal(check, TWO, FORWARD, back=[[], *BACKWARD[1:]])
    two = sliding("AB../C...", "unit", goal=["..CB/...A", "...A/..BC"], labelled="*")
    forward, backward = unpacked(two, labelling.label(two, ignore))
    assert check(two, forward, back=backward).at_least == bfs(two).optimum
    for k in (0, 1):
        said = refusal(check, two, forward, back=[backward[0][k : k + 1], *backward[1:]])
        assert "a goal state is missing" in said


def test_every_completion_of_a_goal_is_labelled(check: Any) -> None:
    ends = ends_of(FREE)
    assert len(ends[1][0]) == 10, "two alike on five cells"
    assert check(FREE, ends[0], back=ends[1]).at_least == bfs(FREE).optimum
    for k in range(len(ends[1][0])):
        bent = copies(ends[1])
        del bent[0][k]
        assert "a goal state is missing" in refusal(check, FREE, ends[0], back=bent)


def test_backward_labels_need_goals_that_the_rules_list(
    check: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    ends = ends_of(FREE)
    monkeypatch.setattr("puzzleproof.models.capabilities.GOALS_LISTED", 9)
    assert "the rules list no goal states" in refusal(check, FREE, ends[0], back=ends[1])
    monkeypatch.setattr("puzzleproof.models.capabilities.GOALS_LISTED", 10)
    assert check(FREE, ends[0], back=ends[1]).at_least == bfs(FREE).optimum


def test_backward_labels_need_moves_that_can_be_taken_back(check: Any) -> None:
    puzzle = frogs("FF.TT")
    ends = [[puzzle.pack(puzzle.start)]], [[puzzle.pack(puzzle.goal_states(1)[0])]]
    assert "moves cannot be undone" in refusal(check, puzzle, ends[0], back=ends[1])


def test_unsolvable_takes_labels_from_the_start_alone(check: Any) -> None:
    said = refusal(check, TWO, FORWARD, back=BACKWARD, at_least=None)
    assert "claims 'unsolvable' and has backward labels" in said


def test_backward_labels_alone_prove_nothing(check: Any) -> None:
    assert "no forward labels" in refusal(check, TWO, [], back=BACKWARD)
