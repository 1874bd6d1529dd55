"""Formulas of labellings with bounds: true ones are accepted, and nothing that is bent."""

from __future__ import annotations

import json
from collections import deque
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from pysat.solvers import Solver

from puzzleproof.models.errors import CertificateRejected
from puzzleproof.models.facts_and_actions import strips_of
from puzzleproof.models.puzzle import AnyPuzzle, State
from puzzleproof.provers.lrat.bounded import left_out_of
from puzzleproof.provers.lrat.proven import ProvenFormula
from puzzleproof.verify.bounds.graphs import NEVER, graph_of
from puzzleproof.verify.formula.bounded import BoundedRanks
from puzzleproof.verify.formula.check import CheckedFormula, check_formula
from puzzleproof.verify.formula.dimacs import FORMULA_MARK
from puzzleproof.verify.formula.remarks import Table
from tests.support.boards import SMALL as SLIDING
from tests.support.bounded import bounded, departures
from tests.support.bounded_formulas import (
    SUBJECTS,
    TRIANGLE,
    Claimed,
    minimum,
    moved,
    put,
    table_of,
    unchecked,
    written,
)
from tests.support.peg_boards import L_BOARD, PLUS, games_by_chance


def check(folder: Path, one: Claimed, at_least: int | None, made: ProvenFormula) -> CheckedFormula:
    return check_formula(*put(folder, one, at_least, made))


def formula_of(one: Claimed, at_least: int | None, table: Table) -> BoundedRanks:
    """What the checker makes of a table."""
    named = [list(pair) for pair in one.bounds]
    return BoundedRanks(one.puzzle, strips_of(one.puzzle), at_least, table, named)


def table(one: Claimed, at_least: int | None) -> Table:
    return table_of(bounded(one.puzzle, one.bounds, at_least))


def distances(puzzle: AnyPuzzle, number: int) -> float:
    """How far a state is from the goals, by the rules alone."""
    first = puzzle.canonical(puzzle.unpack(number))
    seen, queue = {first}, deque[tuple[State, int]]([(first, 0)])
    while queue:
        state, moves = queue.popleft()
        if puzzle.is_goal(state):
            return moves
        for after in puzzle.successors(state):
            if after not in seen:
                seen.add(after)
                queue.append((after, moves + 1))
    return NEVER


# --- what is true is accepted -------------------------------------------------------------


@pytest.mark.parametrize("name", SUBJECTS)
def test_every_bound_up_to_the_minimum_has_a_formula(name: str, tmp_path: Path) -> None:
    one = SUBJECTS[name]
    least = minimum(one.puzzle)
    for at_least in sorted({1, least // 2, least - 1, least} - {0}):
        checked = check(tmp_path, one, at_least, written(one, at_least))
        assert (checked.at_least, checked.form) == (at_least, "bounded")
        assert "the lemmas and symmetries of verify/bounds/" in checked.details()
        assert ("recomputed" in checked.details()) == bool(one.bounds)
        assert f"at least {at_least} move" in checked.words()


@pytest.mark.parametrize("name", SUBJECTS)
def test_no_table_proves_more_than_the_minimum(name: str) -> None:
    one = SUBJECTS[name]
    too_much = minimum(one.puzzle) + 1
    with pytest.raises(CertificateRejected, match="a goal state"):
        formula_of(one, too_much, table(one, too_much))


@pytest.mark.parametrize("name", SUBJECTS)
def test_what_is_left_out_is_as_far_away_as_is_said(name: str) -> None:
    """Compared with breadth-first search from every state that is left out."""
    one = SUBJECTS[name]
    left_out = table(one, minimum(one.puzzle)).left_out
    assert left_out or not one.bounds
    for moves, numbers in left_out:
        assert all(distances(one.puzzle, number) >= moves for number in numbers)


@pytest.mark.parametrize("board", [L_BOARD, PLUS, "oooo\n" * 3])
def test_random_boards_with_symmetries_and_without(board: str, tmp_path: Path) -> None:
    """Also that there is no plan, where bounds say 'never'."""
    for puzzle in games_by_chance(board, 3):
        one = Claimed(puzzle, [departures(puzzle)])
        optimum = distances(puzzle, puzzle.pack(puzzle.start))
        claim = None if optimum == NEVER else int(optimum)
        if claim == 0:
            continue
        assert check(tmp_path, one, claim, written(one, claim)).at_least == claim


@pytest.mark.parametrize("name", ["triangle", "mirrored"])
def test_classes_are_ranked_with_all_their_members(name: str) -> None:
    one = SUBJECTS[name]
    graph = graph_of(one.puzzle, backward=False)
    found = table(one, minimum(one.puzzle))
    assert any(len(graph.members(number)) > 1 for number in found.labels[1])
    ranks = formula_of(one, minimum(one.puzzle), found).ranks
    assert len(ranks.preimages[1]) > len(ranks.blocks[1])


def test_a_puzzle_without_a_plan(tmp_path: Path) -> None:
    """A pagoda function says of every state that is left out that no way leads to the goal."""
    one = Claimed(SLIDING["walls"], [])
    with pytest.raises(CertificateRejected, match="a goal state"):
        formula_of(one, None, table(one, None))
    board = "ooo\nooo\nooo\n"
    puzzle = next(p for p in games_by_chance(board, 40) if distances(p, p.pack(p.start)) == NEVER)
    stuck = Claimed(puzzle, [("pagoda", {"weights": [0] * 9}), departures(puzzle)])
    made = written(stuck, None)
    assert made.table.left_out
    assert check(tmp_path, stuck, None, made).at_least is None
    assert b"c left-out never " in (tmp_path / "some.cnf").read_bytes()


# --- what is bent is rejected -------------------------------------------------------------


def some(found: Table, chance: Random) -> list[tuple[int, int]]:
    every = [(moves, number) for moves, numbers in found.left_out for number in numbers]
    return chance.sample(every, min(12, len(every)))


@pytest.mark.parametrize("name", SUBJECTS)
def test_a_bound_that_says_too_much_is_rejected(name: str) -> None:
    """Any state with any number of moves: accepted no further than its true distance."""
    one, rejected = SUBJECTS[name], 0
    least, reached = minimum(one.puzzle), _reached(one.puzzle)
    found, chance = table(one, least), Random(1)  # noqa: S311 (no secret)
    far = {number: distances(one.puzzle, number) for number in chance.choices(reached, k=15)}
    for number, moves in product(far, range(1, least, 1 + least // 8)):
        try:
            formula_of(one, least, moved(found, number, moves))
        except CertificateRejected:
            rejected += 1
        else:
            assert moves <= far[number]
    assert rejected


@pytest.mark.parametrize("name", SUBJECTS)
def test_a_state_left_out_that_bounds_do_not_allow_is_rejected(name: str) -> None:
    """Labelled states and the goal itself, with one move more than their true distance."""
    one = SUBJECTS[name]
    least = minimum(one.puzzle)
    found, graph = table(one, least), graph_of(one.puzzle, backward=False)
    for number in [numbers[0] for numbers in found.labels[1:]]:
        far = int(distances(one.puzzle, number)) + 1
        if far < least:
            with pytest.raises(CertificateRejected, match="no bound says it"):
                formula_of(one, least, moved(found, number, far))
    goals = [n for n in _reached(one.puzzle) if graph.is_end(n)]
    with pytest.raises(CertificateRejected, match="no bound says it"):
        formula_of(one, least, moved(found, goals[0], 1))


def _reached(puzzle: AnyPuzzle) -> list[int]:
    first = puzzle.canonical(puzzle.start)
    seen, queue = {first}, [first]
    for state in queue:
        new = [after for after in puzzle.successors(state) if after not in seen]
        seen.update(new)
        queue += new
    return list(map(puzzle.pack, queue))


@pytest.mark.parametrize("name", SUBJECTS)
def test_every_state_that_is_left_out_is_needed(name: str) -> None:
    """Without it, or with fewer moves, the formula has a solution, and no proof is written."""
    one, chance = SUBJECTS[name], Random(2)  # noqa: S311 (no secret)
    least = minimum(one.puzzle)
    found = table(one, least)
    for moves, number in some(found, chance)[:2]:
        for other in {0, moves - 1}:
            ranks = formula_of(one, least, moved(found, number, other)).ranks
            with Solver("glucose4", bootstrap_with=list(ranks.clauses())) as solver:
                untyped: Any = solver
                assert untyped.solve()
            with pytest.raises(CertificateRejected, match="breaks the labels"):
                list(unchecked(one, least, moved(found, number, other)).proof)


def test_a_liar_who_writes_the_formula_of_false_bounds_is_found_out(tmp_path: Path) -> None:
    """The formula has no solution then, and the proof is right: only the bounds tell."""
    for name in ("dozen", "triangle", "sliding"):
        one = SUBJECTS[name]
        claim, graph = minimum(one.puzzle) + 1, graph_of(one.puzzle, backward=False)
        honest = table(one, claim)
        lied = Table([[n for n in block if not graph.is_end(n)] for block in honest.labels], [])
        lied = Table(lied.labels, left_out_of(one.puzzle, lied.labels, claim))
        made = unchecked(one, claim, lied)
        with Solver("glucose4", bootstrap_with=made.clauses) as solver:
            untyped: Any = solver
            assert not untyped.solve()
        with pytest.raises(CertificateRejected, match="left out with 1 move: no bound says it"):
            check(tmp_path, one, claim, made)


def test_lines_that_say_too_little_or_belong_nowhere() -> None:
    one = SUBJECTS["dozen"]
    first, second, *_ = table(one, 6).left_out
    labels = table(one, 6).labels
    wrong: list[tuple[Table, int | None, str]] = [
        (Table(labels, [second, first]), 6, "do not descend"),
        (Table(labels, [first, first]), 6, "do not descend"),
        (Table(labels, [(6, first[1])]), 6, "not in a claim of this length"),
        (Table(labels, [(0, first[1])]), 6, "not in a claim of this length"),
        (Table(labels, [(NEVER, first[1])]), 6, "no way: not in a claim of this length"),
        (Table(labels, [(3, first[1])]), None, "not in a claim of this length"),
        (Table(labels, [(first[0], [*first[1], 0])]), 6, "do not ascend"),
        (Table(labels, [(first[0], [1 << 12])]), 6, "no state has this number"),
        (Table([[1 << 12], *labels[1:]], []), 6, "label 0: no state"),
        (Table([[], *labels[1:]], []), 6, "label 0: the start is missing"),
        (Table([labels[1], *labels[1:]], []), 6, "label 0: the start is missing"),
        (Table([labels[0], labels[1][::-1]], []), 6, "label 1: the states do not ascend"),
        (Table([], []), 6, "at least 6 moves with 0 labels"),
        (Table([[k] for k in range(7)], []), 6, "at least 6 moves with 7 labels"),
        (Table(labels, []), 10_000, "too large|labels"),
    ]
    for bent, at_least, words in wrong:
        with pytest.raises(CertificateRejected, match=words):
            formula_of(one, at_least, bent)


def told(path: Path, **changes: Any) -> None:
    """Change what the first remark says; `...` takes a key away."""
    first, rest = path.read_bytes().split(b"\n", 1)
    document = json.loads(first.removeprefix(FORMULA_MARK)) | changes
    line = json.dumps({key: value for key, value in document.items() if value is not ...})
    path.write_bytes(FORMULA_MARK + line.encode() + b"\n" + rest)


TOLD: dict[str, tuple[dict[str, Any], str]] = {
    "a higher bound": ({"at_least": 7}, "no bound says it|not that of the rules"),
    "no plan": ({"at_least": None}, "not in a claim of this length"),
    "no bounds": ({"bounds": []}, "no bound says it"),
    "bounds missing": ({"bounds": ...}, "expected the name of a lemma"),
    "a lemma that is none": ({"bounds": [["hope", {}]]}, "lemma 'hope'"),
    "a weaker lemma": ({"bounds": [["pagoda", {"weights": [0] * 12}]]}, "no bound says it"),
    "a lemma about others": ({"bounds": [["manhattan", {}]]}, "a lemma about sliding tiles"),
    "the form of plain labels": ({"form": "ranks"}, "6 moves with|leaves states out"),
    "the form of a horizon": ({"form": "horizon"}, "has no labels"),
}


@pytest.mark.parametrize("name", TOLD)
def test_another_claim_is_rejected(name: str, tmp_path: Path) -> None:
    one, (changes, words) = SUBJECTS["dozen"], TOLD[name]
    paths = put(tmp_path, one, 6, written(one, 6))
    told(paths[0], **changes)
    with pytest.raises(CertificateRejected, match=words):
        check_formula(*paths)


def test_plain_ranks_leave_nothing_out(tmp_path: Path) -> None:
    one = Claimed(TRIANGLE, [])
    paths = put(tmp_path, one, 5, written(one, 5))
    labels = [b"c label %d 1\n" % k for k in range(5)]
    first, *rest = paths[0].read_bytes().splitlines(keepends=True)
    left = [line for line in rest if not line.startswith(b"c label")]
    paths[0].write_bytes(b"".join([first, *labels, b"c left-out 4 3\n", *left]))
    told(paths[0], form="ranks")
    with pytest.raises(CertificateRejected, match="leaves states out: only form 'bounded'"):
        check_formula(*paths)


LINES = [
    (b"c left-out ", b"c left-out x ", "'c left-out' is not numbers"),
    (b"c left-out ", b"c left-out \nc left-out ", "'c left-out' is not numbers"),
    (b"c left-out ", b"c leftout ", "not that of the rules, at the line 'p cnf'"),
    (b"c label 1 ", b"c left-out 1 ", "not that of the rules|at the line|do not descend|no bound"),
]


@pytest.mark.parametrize(("old", "new", "words"), LINES, ids=range(len(LINES)))
def test_bent_lines_are_rejected(old: bytes, new: bytes, words: str, tmp_path: Path) -> None:
    one = SUBJECTS["dozen"]
    cnf, proof = put(tmp_path, one, 6, written(one, 6))
    cnf.write_bytes(cnf.read_bytes().replace(old, new, 1))
    with pytest.raises(CertificateRejected, match=words):
        check_formula(cnf, proof)


@pytest.mark.parametrize("name", ["dozen", "tiles", "frogs"])
def test_a_changed_line_is_rejected(name: str, tmp_path: Path) -> None:
    """A line of the formula left out, doubled, or with one number less."""
    one, chance = SUBJECTS[name], Random(3)  # noqa: S311 (no secret)
    least = minimum(one.puzzle)
    cnf, proof = put(tmp_path, one, least, written(one, least))
    good = cnf.read_bytes().splitlines(keepends=True)
    named = [k for k, line in enumerate(good) if line.startswith(b"c l")]
    for place in (*named, *chance.choices(range(1, len(good)), k=4)):
        line = good[place]
        shorter = line.rsplit(b" ", 1)[0] + b"\n"
        for instead in ([], [line, line], [shorter]):
            bent = [*good[:place], *instead, *good[place + 1 :]]
            cnf.write_bytes(b"".join(bent))
            with pytest.raises(CertificateRejected):
                check_formula(cnf, proof)
