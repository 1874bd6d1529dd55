"""The formula of a labelling: no solution if the labels are right, and one if they are not."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pysat.solvers import Solver

from puzzleproof.models.errors import CertificateRejected, Unsupported
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.verify.formula.ranks import Ranks
from tests.support import boards, tile_boards
from tests.support.certificate_files import blocks_of
from tests.support.labellings import (
    ALL,
    SOLVABLE,
    UNSOLVABLE,
    Labels,
    formula,
    labelled,
    spoilt,
)


def solver_of(ranks: Ranks) -> Any:
    return Solver("glucose4", bootstrap_with=list(ranks.clauses()))


def solvable(ranks: Ranks) -> bool:
    with solver_of(ranks) as solver:
        return bool(solver.solve())


@pytest.mark.parametrize("name", ALL)
def test_right_labels_have_no_solution(name: str) -> None:
    one = labelled(ALL[name])
    assert one.closed == (name in UNSOLVABLE)
    assert not solvable(formula(one))


@pytest.mark.parametrize("name", ALL)
def test_a_solution_is_a_move_that_breaks_the_labels(name: str) -> None:
    """What the solver finds is read back: a labelled state, an action, what holds then.

    More may hold after the move: of facts that nothing needs, the formula does not say all.
    """
    one = labelled(ALL[name])
    puzzle = one.puzzle
    strips, facts = puzzle.strips(), len(puzzle.strips().facts)
    level = {
        puzzle.state_facts(puzzle.unpack(n)): g for g, some in enumerate(one.labels) for n in some
    }
    wrong = list(spoilt(one.labels, one.closed))[:12]
    assert len(wrong) >= min(len(one.labels) - 1, 2)
    for _, labels in wrong:
        ranks = formula(one, labels)
        with solver_of(ranks) as solver:
            assert solver.solve()
            true = {x for x in solver.get_model() if x > 0}
        now, then = (
            sum(1 << k for k in range(facts) if shift + k + 1 in true)
            for shift in (0, facts + len(strips.actions))
        )
        acts = [a for k, a in enumerate(strips.actions) if facts + k + 1 in true]
        assert now in level
        assert any(a.applies(now) and not (now ^ a.toggles) & strips.movers & ~then for a in acts)


@pytest.mark.parametrize("name", ["sliding", "tiles", "frogs"])
def test_a_label_may_be_lower(name: str) -> None:
    """No distance is claimed, only that plans are not shorter; too low is another label broken."""
    one = labelled(SOLVABLE[name])
    last = len(one.labels) - 1
    state = one.labels[last][0]
    twice = [[*block] for block in one.labels]
    twice[last - 1] = sorted([*twice[last - 1], state])
    after = set(map(one.puzzle.pack, one.puzzle.successors(one.puzzle.unpack(state))))
    known = {number for block in one.labels for number in block}
    assert solvable(formula(one, twice)) == bool(after - known)


def test_every_view_of_a_stack_is_ranked() -> None:
    """Cubes: a move from a canonical state leads to any of eight views of another."""
    one = labelled(SOLVABLE["cubes"])
    ranks = formula(one)
    assert sum(map(len, ranks.preimages)) > sum(map(len, ranks.blocks))
    bare = Ranks(ranks.step.strips, ranks.blocks, closed=False)
    assert solvable(bare)


MISSES: list[tuple[Labels | str, str]] = [
    ([[-1]], "label 0: "),
    ([[10**9]], "label 0: "),
    ([[]], "label 0: the start is missing"),
    ("other first", "label 0: the start is missing"),
    ("goal", "label 1: a goal state"),
    ("order", "label 2: the states do not ascend"),
    ("twice", "label 2: the states do not ascend"),
]


@pytest.mark.parametrize(("labels", "words"), MISSES)
def test_what_the_formula_does_not_say_is_looked_at(labels: Labels | str, words: str) -> None:
    one = labelled(SOLVABLE["tiles"])
    good = [[*block] for block in one.labels]
    if labels == "other first":
        labels = [good[1], *good[1:]]
    elif labels == "goal":
        labels = [good[0], [one.puzzle.pack(tile_boards.table("0 1 2 3"))], *good[2:]]
    elif labels == "order":
        labels = [*good[:2], good[2][::-1], *good[3:]]
        assert len(good[2]) > 1
    elif labels == "twice":
        labels = [*good[:2], [good[2][0], *good[2]], *good[3:]]
    assert not isinstance(labels, str)
    with pytest.raises(CertificateRejected, match=words):
        formula(one, labels)


def test_variables_and_order() -> None:
    for one in map(labelled, (SOLVABLE["frogs"], UNSOLVABLE["strip"])):
        ranks = formula(one)
        names = [name for name, _ in ranks.families()]
        assert names[-4:] == ["is", "ranked", "breaks", "source"]
        clauses = list(ranks.clauses())
        assert (
            max(abs(x) for c in clauses for x in c)
            == ranks.variables
            == ranks.state(ranks.states - 1)
        )
        assert not any(-x in c for c in clauses for x in c)


def test_a_state_that_includes_another_cannot_be_labelled() -> None:
    """The clauses that rank a state would rank the other one as well."""
    one = labelled(ALL["sliding"])
    facts = formula(one).blocks[0][0]
    lesser = facts & ~(facts & -facts)
    with pytest.raises(CertificateRejected, match="more facts in groups than others"):
        Ranks(formula(one).step.strips, [[facts], [lesser]], closed=False)


def is_told(puzzle: AnyPuzzle) -> bool:
    """Whether it has facts and actions, not too many."""
    try:
        puzzle.strips()
    except Unsupported:
        return False
    return True


@given(st.data())
def test_labels_of_random_tables_have_no_solution(data: st.DataObject) -> None:
    """And one state dropped gives one."""
    puzzle = data.draw(tile_boards.puzzles(side=2) | boards.puzzles(tours=False))
    blocks = blocks_of(puzzle, 4)
    if puzzle.is_goal(puzzle.canonical(puzzle.start)) or sum(map(len, blocks)) > 120:
        return
    one = labelled(puzzle)
    try:
        ranks = formula(one)
    except CertificateRejected:
        assert not is_told(puzzle)
        return
    assert not solvable(ranks)
    for what, labels in list(spoilt(one.labels, one.closed))[:3]:
        assert solvable(formula(one, labels)), what
