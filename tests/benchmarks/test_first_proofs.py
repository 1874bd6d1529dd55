"""docs/first-proofs.md says what its boards and claims say; the small ones are confirmed."""

import csv
from fnmatch import fnmatchcase
from itertools import product
from typing import Any

import pytest

from benchmarks.peg_problems import TABLE, read_rows
from benchmarks.results_page import FIRST_PROOFS
from benchmarks.unit_cars import Pair, hardest, instance
from puzzleproof.batches import audit
from puzzleproof.models.instances import library_names, load, load_one
from puzzleproof.provers.batch.audit import claims_of
from puzzleproof.verify.bfs import bfs
from puzzleproof.verify.replay import replay_to_goal
from tests.support.tree import ROOT

PAGE = ROOT / "docs" / "first-proofs.md"
PLANS = ROOT / "benchmarks" / "triangle-8-plans.csv"
NAMES = [n for n in library_names() if any(fnmatchcase(n, p) for p in FIRST_PROOFS)]


@pytest.mark.parametrize("name", NAMES)
def test_the_page_says_what_the_file_claims(name: str) -> None:
    puzzle = load(name)
    (known,) = puzzle.info.known
    size = next((word for word in name.split("-") if "x" in word), f"`{name}`")
    holes = f"{puzzle.draw(puzzle.start).count('.')} | " if puzzle.family == "frogs" else ""
    assert f"| {size} | {holes}{known.optimum} |" in PAGE.read_text("utf-8")


def test_plans_of_a_wider_search_have_the_moves_of_the_table() -> None:
    minima = {row[:2]: row[2] for row in read_rows(TABLE)["triangle8"]}
    for row in csv.DictReader(PLANS.read_text("utf-8").splitlines()):
        puzzle: Any = load_one(f"{PLANS.parent}/{row['problem']}")
        number: Any = puzzle.board.number
        ends = str(number(puzzle.vacate)), str(number(puzzle.finish))
        assert replay_to_goal(puzzle, row["plan"].split()) == int(minima[ends])


CLAIMS = ROOT / "benchmarks" / "gods-numbers" / "claims.csv"
STAGES = CLAIMS.with_name("stages.csv")


def test_small_gods_numbers_are_confirmed() -> None:
    """So is a small stage of a method; a wrong number is refuted."""
    claims = claims_of([str(CLAIMS)]).claims
    small = [claim for claim in claims if len(claim.puzzle.start) <= 9]
    small += [claim for claim in claims_of([str(STAGES)]).claims if claim.claimed == 44]
    assert {one.verdict for one in audit(small)} == {"confirmed"}
    (found,) = audit([claims[0]._replace(claimed=(claims[0].claimed or 0) + 1)])
    assert found.verdict == "refuted"


def test_the_page_says_what_the_claims_say() -> None:
    """One row a board: its numbers in single and multi."""
    numbers: dict[str, dict[str | None, int | None]] = {}
    for claim in claims_of([str(CLAIMS)]).claims:
        numbers.setdefault(claim.puzzle.info.name, {})[claim.metric] = claim.claimed
    page = PAGE.read_text("utf-8")
    for name, of in numbers.items():
        assert f"| {name} | {of['single']} | {of['multi']} |" in page


def test_the_upper_bounds_are_the_sums_of_their_stages() -> None:
    """The page's sums have a term for each stage, and one for the board that is left."""
    stages = [claim.claimed for claim in claims_of([str(STAGES)]).claims]
    row, *rest, both = map(str, stages)
    page = PAGE.read_text("utf-8")
    assert f"takes the first row ({row}), then 3 × 4 (33)" in page
    assert f"27 to {int(row) + 33} and" in page
    assert f"| {both} + 31 |" in page
    assert f"| {' + '.join(rest)} + {int(both) + 31} |" in page


KORF = ROOT / "benchmarks" / "korf"


def test_plans_of_korfs_boards_have_the_published_lengths() -> None:
    """Each row of the results has a plan, and the hash of the certificate that none is shorter."""
    published = {one.puzzle.info.name: one for one in claims_of([str(KORF / "claims.csv")]).claims}
    for row in csv.DictReader((KORF / "results.csv").read_text("utf-8").splitlines()):
        claim = published.pop(row["puzzle"])
        assert int(row["moves"]) == claim.claimed
        assert replay_to_goal(claim.puzzle, row["plan"].split()) == claim.claimed
        assert len(row["certificate_sha256"]) == 64
    assert not published


@pytest.mark.slow
def test_short_boards_of_korf_are_confirmed() -> None:
    claims = claims_of([str(KORF / "claims.csv")]).claims
    assert {one.verdict for one in audit(claims[:8])} == {"confirmed"}


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
