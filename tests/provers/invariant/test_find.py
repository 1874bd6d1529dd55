"""Arguments found by the program itself: which ones, how strong, and the steps they rest on."""

import math
import sys
from dataclasses import replace
from functools import partial
from itertools import combinations
from pathlib import Path

import pytest

from puzzleproof.models.capabilities import constructed_plan
from puzzleproof.models.instances import load
from puzzleproof.models.invariants import FeatureChange
from puzzleproof.models.pegs.boards import Hole
from puzzleproof.models.pegs.rules import PegPuzzle
from puzzleproof.models.puzzle import AnyPuzzle, State
from puzzleproof.provers.certificate import Claim, write_file
from puzzleproof.provers.invariant import find_argument
from puzzleproof.verify.bfs import bfs
from puzzleproof.verify.certificate import check_file
from puzzleproof.verify.invariant import bound_of
from tests.support.boards import SMALL as SLIDING
from tests.support.frog_boards import frogs, row
from tests.support.peg_boards import EUROPEAN, SOLVABLE, pegs
from tests.support.tile_boards import SMALL as TILES
from tests.support.tile_boards import tiles


def found(puzzle: AnyPuzzle) -> tuple[float, set[str]]:
    """The bound of the argument, and the forms of its lemmas; nothing found is 0."""
    best = find_argument(puzzle)
    if best is None:
        return 0, set()
    argument, bound = best
    assert bound == bound_of(puzzle, argument) > 0
    used = {argument["lemmas"][number]["form"] for number in argument["goals"]}
    assert used == {lemma["form"] for lemma in argument["lemmas"]}
    return bound, used


@pytest.mark.parametrize(
    ("name", "metric", "bound", "forms"),
    [
        ("european-centre", "move", math.inf, {"classes"}),
        ("european-centre", "jump", math.inf, {"classes"}),
        ("english-centre", "jump", 31, {"potential"}),
        ("european-43-35", "jump", 35, {"potential"}),
        ("frogs-6-6", "move", 48, {"potential"}),
        ("frogs-2-3", "move", 11, {"potential"}),
        ("taquin-swapped", "single", math.inf, {"permutation"}),
        ("taquin-swapped", "multi", math.inf, {"permutation"}),
        ("taquin-t1", "single", 38, {"potential"}),
        ("four-cubes", "cube", 4, {"potential"}),
        ("one-colour-cubes", "cube", 4, {"potential"}),
        ("thorough ane-rouge", "piece", 5, {"potential"}),
        ("thorough ane-rouge", "unit", 5, {"potential"}),
        ("thorough super-century-230", "unit", 37, {"potential"}),
        ("thorough rush-49", "unit", 8, {"potential"}),
        ("thorough english-centre", "jump", 31, {"potential"}),
        ("thorough peg-small-example", "move", 2, {"potential"}),
        ("thorough triangle-4", "move", 5, {"potential", "classes"}),
        ("thorough european-centre", "move", math.inf, {"classes"}),
        ("thorough frogs-6-6", "move", 48, {"potential"}),
        ("thorough eight-puzzle-867", "multi", 12, {"potential"}),
        ("thorough one-colour-cubes", "cube", math.inf, {"pagoda"}),
        ("thorough four-cubes", "cube", 4, {"potential"}),
    ],
)
def test_the_library_s_arguments_are_found(
    name: str, metric: str, bound: float, forms: set[str], tmp_path: Path
) -> None:
    """A thorough search weighs facts; whatever is found is certified."""
    puzzle, thorough = load(name.removeprefix("thorough ")).with_metric(metric), " " in name
    best = find_argument(puzzle, thorough=thorough)
    assert best is not None
    assert (best[1], {lemma["form"] for lemma in best[0]["lemmas"]}) == (bound, forms)
    published = {known.metric: known.optimum for known in puzzle.info.known}
    if published.get(metric) is not None:
        assert bound <= (published[metric] or 0)
    at_least = None if bound == math.inf else int(bound)
    claim = Claim("invariant", at_least, None)
    write_file(tmp_path / "a", puzzle, claim, {}, argument=best[0])
    assert check_file(tmp_path / "a").at_least == at_least


@pytest.mark.parametrize(
    ("puzzle", "thorough", "may"),
    [
        (load("english-centre").with_metric("move"), False, True),
        (load("taquin-t1").with_metric("multi"), False, True),
        (tiles("0 1 2/3 4 5", "multi"), False, True),
        (pegs("jump", board="strip3", start="xxo", goal=["xxo", "oox"]), False, True),
        (frogs("F.T", goal="F.T"), False, True),
        (SLIDING["walls"], False, False),  # families without features
        (SLIDING["tour in sequence"], False, False),
        (SLIDING["tour in sequence"], True, None),
        (load("korf-01").with_metric("multi"), True, None),  # facts are too many
        (load("taquin-t1").with_metric("multi"), True, None),
    ],
)
def test_where_nothing_can_be_proven_nothing_is_found(
    puzzle: AnyPuzzle, thorough: bool, may: bool | None
) -> None:
    assert may is None or bool(puzzle.invariants) == may
    assert find_argument(puzzle, thorough=thorough) is None


MARKS: dict[Hole, str] = {
    (x, 6 - r): char
    for r, line in enumerate(SOLVABLE.split("\n"))
    for x, char in enumerate(line)
    if char != " "
}


def refuted(metric: str, hole: Hole) -> bool:
    puzzle = pegs(metric, board="european", vacate=list(hole), finish="any")
    return found(puzzle)[0] == math.inf


def test_just_the_vacancies_that_the_source_marks_are_not_refuted() -> None:
    """S. Hoarau's last diagram: 16 holes of 37 pass; of single jumps the classes tell as much."""
    passing = {hole for hole in EUROPEAN.holes if not refuted("move", hole)}
    assert passing == {hole for hole, char in MARKS.items() if char == "X"}
    assert len(passing) == 16
    for x, y in EUROPEAN.holes:
        if x >= y >= 3:  # one hole of each eight that are alike
            assert refuted("jump", (x, y)) == (MARKS[x, y] == "O")


def test_one_argument_may_need_several_forms() -> None:
    puzzle = pegs("move", board="strip6", start="xxoooo", goal=["ooooox", "xooooo", "oooxoo"])
    assert found(puzzle) == (math.inf, {"pagoda", "classes"})
    assert bfs(puzzle).optimum is None
    nearer = pegs("jump", board="strip6", start="xxoooo", goal=["ooooox", "ooxooo"])
    assert found(nearer) == (1, {"pagoda", "potential"})


@pytest.mark.parametrize(("p", "q"), [(1, 1), (1, 4), (3, 2), (5, 5), (20, 30)])
def test_frogs_in_a_row_need_just_what_the_rule_makes(p: int, q: int) -> None:
    puzzle = row(p, q)
    plan = constructed_plan(puzzle)
    assert plan is not None
    assert found(puzzle) == (p * q + p + q, {"potential"}) == (len(plan), {"potential"})


@pytest.mark.parametrize("name", [name for name in TILES if "unsolvable" in name])
@pytest.mark.parametrize("metric", ["single", "multi"])
def test_every_unsolvable_table_is_refuted(name: str, metric: str) -> None:
    assert found(TILES[name].with_metric(metric)) == (math.inf, {"permutation"})


def test_a_library_that_is_not_installed_leaves_parities(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bare clone has no linear programs."""
    monkeypatch.setitem(sys.modules, "ortools.linear_solver", None)
    assert find_argument(load("ane-rouge"), thorough=True) is None
    assert find_argument(load("tiles-2x3"), thorough=True) is not None
    assert found(load("european-centre")) == (math.inf, {"classes"})
    assert found(load("frogs-3-3")) == (15, {"potential"})  # of two features: all are tried


def change(puzzle: PegPuzzle, before: State, after: State) -> FeatureChange:
    vector = puzzle.own_features().vector
    pairs = zip(vector(before), vector(after), strict=True)
    return tuple((k, b - a) for k, (a, b) in enumerate(pairs) if a != b)


def test_a_step_not_declared_would_prove_what_is_false(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """One jump leads to the goal; without it among the steps, a pagoda function 'refutes' it."""
    puzzle = pegs("jump", board="strip5", start="xxooo", goal="ooxoo")
    assert bfs(puzzle).optimum == 1
    assert found(puzzle) == (1, {"potential"})
    own = puzzle.own_features()
    whole = own.steps
    for some in combinations(whole, len(whole) - 1):
        monkeypatch.setattr(type(puzzle), "own_features", partial(replace, own, steps=some))
        missing = (set(whole) - set(some)).pop()
        assert (found(puzzle)[0] == math.inf) == (missing == change(puzzle, (3,), (4,)))
