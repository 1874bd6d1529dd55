"""docs/first-proofs.md says what its boards and claims say; the small ones are confirmed."""

import re
from fnmatch import fnmatchcase
from itertools import product

import pytest

from benchmarks.results_page import FIRST_PROOFS
from benchmarks.unit_cars import Pair, hardest, instance
from puzzleproof.batches import audit
from puzzleproof.models.instances import library_names, load, load_one
from puzzleproof.provers.batch.audit import claims_of
from puzzleproof.verify.bfs import bfs
from puzzleproof.verify.replay import replay_to_goal
from tests.support.tree import ROOT

PAGE = ROOT / "docs" / "first-proofs.md"
NAMES = [n for n in library_names() if any(fnmatchcase(n, p) for p in FIRST_PROOFS)]


@pytest.mark.parametrize("name", NAMES)
def test_the_page_says_what_the_file_claims(name: str) -> None:
    puzzle = load(name)
    (known,) = puzzle.info.known
    size = next((word for word in name.split("-") if "x" in word), f"`{name}`")
    holes = f"{puzzle.draw(puzzle.start).count('.')} | " if puzzle.family == "frogs" else ""
    assert f"| {size} | {holes}{known.optimum} |" in PAGE.read_text("utf-8")


@pytest.mark.parametrize(
    ("problem", "plan"),
    [
        (
            "triangle-8-2-1.toml::1",
            "33-17 43-25 61-43 18-34-52 63-61-43 24-26 36-52-34-18-36-34 54-36 0-18 "
            "59-61-45-27-9 16-0-18-16 57-59-43-25 40-24-8 56-40 50-48-32-50-34-16-0",
        ),
        (
            "triangle-8-2-1.toml::5",
            "35-17 24-26 27-25 40-24-26 45-27 18-36 63-45-27-25 8-24-26 43-25 61-43 "
            "0-18-16-34-52-54 59-43 56-40 50-48-32-50-34-52-36 57-59-61-63-45-27-25-41",
        ),
        (
            "triangle-8-last-pegs.toml::19",
            "18-34 0-18 27-9 45-27 16-0-18-36 61-45-27 32-16-18-36 48-32 58-40-24-26 63-61 60-62 "
            "56-58-60 43-27-45-63-61-59-43-25 33-17-35-53-51-49-33-51",
        ),
    ],
)
def test_plans_of_minima_that_a_search_by_hand_found(problem: str, plan: str) -> None:
    """Their minima stand in docs/atlas/one-peg.csv."""
    puzzle = load_one(f"{ROOT}/benchmarks/{problem}")
    assert replay_to_goal(puzzle, plan.split()) == len(plan.split())


def test_the_triangle_of_8_rows_has_a_plan_of_15_from_2_1() -> None:
    (plan,) = re.findall(r"From 2,1 to 6,3: `([^`]*)`", PAGE.read_text("utf-8"))
    puzzle = load_one(f"{ROOT}/benchmarks/triangle-8-2-1.toml::7")
    assert replay_to_goal(puzzle, plan.split()) == 15


CLAIMS = ROOT / "benchmarks" / "gods-numbers" / "claims.csv"
STAGES = CLAIMS.with_name("stages.csv")


def test_small_gods_numbers_are_confirmed() -> None:
    claims = claims_of([str(CLAIMS)]).claims
    small = [claim for claim in claims if len(claim.puzzle.start) <= 9]
    assert small
    assert {one.verdict for one in audit(small)} == {"confirmed"}


def test_a_wrong_gods_number_is_refuted() -> None:
    right = claims_of([str(CLAIMS)]).claims[0]
    assert right.claimed is not None
    (found,) = audit([right._replace(claimed=right.claimed + 1)])
    assert found.verdict == "refuted"


def test_the_page_says_what_the_claims_say() -> None:
    """One row a board: its numbers in single and multi."""
    numbers: dict[str, dict[str | None, int | None]] = {}
    for claim in claims_of([str(CLAIMS)]).claims:
        numbers.setdefault(claim.puzzle.info.name, {})[claim.metric] = claim.claimed
    page = PAGE.read_text("utf-8")
    for name, of in numbers.items():
        assert f"| {name} | {of['single']} | {of['multi']} |" in page


def test_a_small_stage_of_a_method_is_confirmed() -> None:
    small = [claim for claim in claims_of([str(STAGES)]).claims if claim.claimed == 44]
    assert [one.verdict for one in audit(small)] == ["confirmed"]


def test_the_upper_bounds_are_the_sums_of_their_stages() -> None:
    """The page's sums have a term for each stage, and one for the board that is left."""
    stages = [claim.claimed for claim in claims_of([str(STAGES)]).claims]
    row, *rest = map(str, stages)
    assert f"| {row} + 53 |" in PAGE.read_text("utf-8")
    assert f"| {' + '.join(rest)} + {int(row) + 53} |" in PAGE.read_text("utf-8")


def test_the_hardest_boards_are_those_of_a_search_of_each_board() -> None:
    distance, solvable, starts = hardest(2, 3, 0)
    minimum = dict[tuple[Pair, int], int | None]()
    for hole, target, code in product(range(6), (1, 2), range(1 << 6)):
        if hole != target and not code >> hole & 1 and code >> target & 1:
            board = instance(2, 3, 0, (hole, target), code)
            minimum[(hole, target), code] = bfs(board).optimum
    solved = {start: moves for start, moves in minimum.items() if moves is not None}
    assert distance == max(solved.values())
    assert starts == sorted(one for one in solved if solved[one] == distance)
    assert solvable == len(solved)
