"""Benchmarks: their jobs and tables, the committed set of problems, the boards of first proofs."""

import csv
import json
import math
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import pytest

import puzzleproof as pp
from benchmarks import run as bench_run
from benchmarks.peg_problems import TABLE, read_rows
from benchmarks.problem_set import SET, counted_plans, line_of, number_of_states, parts, rows_of
from benchmarks.results_page import FIRST_PROOFS
from benchmarks.run import (
    COLUMNS,
    PLANNERS,
    TABLES,
    Bench,
    BenchTable,
    Group,
    Job,
    JobRow,
    Missing,
    Run,
    markdown,
    run_once,
)
from puzzleproof.batches import audit
from puzzleproof.models.instances import library_names, load, load_one
from puzzleproof.provers.batch.audit import claims_of
from puzzleproof.verify.replay import replay_to_goal
from tests.support.tree import ROOT

JOBS = [job for table in TABLES for group in table.groups for job in group.jobs]


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path)


def test_a_run_is_measured(tmp_path: Path) -> None:
    work = "x = bytearray(60_000_000); s = sum(range(10**6)); print(s)"
    found = run_once([sys.executable, "-c", work], tmp_path, 60)
    assert (found.code, found.output.strip()) == (0, str(sum(range(10**6))))
    assert found.cpu > 0
    assert found.wall > 0
    assert found.peak > 60_000_000


@pytest.mark.parametrize(
    ("size", "seconds", "memory", "fault"),
    [(0, 0.3, None, "stopped at 0.3 s"), (200_000_000, 60, 100_000_000, "stopped at 0.1 GB")],
)
def test_a_command_that_takes_too_much_is_killed(
    tmp_path: Path, size: int, seconds: float, memory: int | None, fault: str
) -> None:
    work = f"import time; x = bytearray({size}); time.sleep(60)"
    found = run_once([sys.executable, "-c", work], tmp_path, seconds, memory=memory)
    taken = JobRow(Job("much", ""))
    taken.add(found)
    assert (found.code < 0, taken.fault) == (True, fault)


@pytest.mark.parametrize("job", JOBS, ids=lambda job: str(getattr(job, "command", job)))
def test_every_job_can_be_prepared_or_says_why_not(
    job: Job, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def nothing(_command: object, **_how: object) -> None:
        """Build nothing."""

    monkeypatch.setattr("subprocess.run", nothing)
    kind = job.command.split()[0]
    assert kind in {"puzzleproof", "fresh", "rules", *PLANNERS}
    re.compile(job.figure)
    try:
        assert Bench(tmp_path).command(*job.command.split())
    except Missing:
        assert kind in PLANNERS


def row(job: Job, *runs: tuple[float, float], code: int = 0, output: str = "states 10") -> JobRow:
    made = JobRow(job)
    for wall, cpu in runs:
        made.add(Run(wall, cpu, 1000, code, output, "first\nlast"))
    return made


def test_ratios_are_of_the_best_runs() -> None:
    """A failure is shown, and is no ratio."""
    first = row(Job("a", ""), (2, 1), (3, 4))
    other = row(Job("b", ""), (6, 3), (4, 5), (9, 9))
    assert other.cells(first)[:5] == ["4.00", "6.00", "2.00", "3.00", "3.00"]
    crashed = row(Job("b", ""), (1, 1), code=3)
    wrong = row(Job("c", "optimum 81"), (1, 1), output="optimum 82")
    assert crashed.fault == "exit code 3: last"
    assert wrong.fault is not None
    lines = list(markdown(Group("g", ()), [first, crashed, wrong]))
    assert "failed: exit code 3: last" in lines[2]
    assert "failed: 'optimum 81' is not in its output" in lines[3]
    assert all(line.count("|") == COLUMNS + 1 for line in lines)


JOBS_OF_TILES = (Job("rules tiles-2x2", "optimum 6"), Job("puzzleproof nonsense", ""))
GROUPS = (
    Group("tiles", JOBS_OF_TILES, quick=True),
    Group("never", (Job("rules hifi", ""),), long=True),
)
SMALL = (BenchTable("small", "Small", GROUPS),)


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_run, "TABLES", SMALL)


def test_the_table_in_markdown(few: None, capsys: pytest.CaptureFixture[str]) -> None:
    assert bench_run.main(["--quick", "--runs", "1"]) == 0
    printed = capsys.readouterr().out
    assert "### Small" in printed
    assert "| `rules tiles-2x2` | " in printed
    assert "| `puzzleproof nonsense` | failed: exit code 40" in printed
    assert "hifi" not in printed


@pytest.mark.parametrize(
    "words", [["--table", "none"], ["--runs", "0"], ["--only", "no such group"]]
)
def test_what_cannot_be_measured_is_bad_input(
    words: list[str], few: None, capsys: pytest.CaptureFixture[str]
) -> None:
    assert bench_run.main(words) == 40
    assert len(capsys.readouterr().err.splitlines()) == 1


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


def test_plans_on_nine_rows_have_the_moves_of_the_page() -> None:
    """The page names the vacancies with the fewest moves; the others need one or two more."""
    fewest = list[str]()
    for row in csv.DictReader((PLANS.parent / "triangle-9-plans.csv").read_text().splitlines()):
        puzzle: Any = load_one(f"{PLANS.parent}/{row['problem']}")
        moves = replay_to_goal(puzzle, row["plan"].split())
        assert 16 <= moves <= 18
        if moves == 16:
            fewest.append("({},{})".format(*puzzle.vacate))
    named = " and ".join([", ".join(fewest[:-1]), fewest[-1]])
    assert f"plans of 16 moves from {named}, as" in PAGE.read_text("utf-8")


CLAIMS = ROOT / "benchmarks" / "gods-numbers" / "claims.csv"
STAGES = ("stages.csv", "long-stages.csv")
STAGES_CLAIMED = claims_of([str(CLAIMS.with_name(name)) for name in STAGES]).claims


def test_small_gods_numbers_are_confirmed() -> None:
    """A wrong number is refuted."""
    claims = claims_of([str(CLAIMS)]).claims
    small = [claim for claim in claims if len(claim.puzzle.start) <= 9]
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
    """The page's sums have a term for each stage, and one for the 3 x 3 board that is left."""
    page = PAGE.read_text("utf-8")
    for metric, last in {"single": 31, "multi": 24}.items():
        stages = [claim.claimed or 0 for claim in STAGES_CLAIMED if claim.metric == metric]
        for name, terms in {"4x4": stages[-1:], "5x5": stages}.items():
            words = " + ".join(map(str, (*terms, last)))
            assert re.search(
                rf"\| {name} \| {metric} \| \d+ to {sum(terms) + last} \| {re.escape(words)} \|",
                page,
            )


@pytest.mark.slow
def test_a_stage_is_confirmed() -> None:
    small = [claim for claim in STAGES_CLAIMED if (claim.puzzle.states_at_most or 0) < 2_000_000]
    assert {one.verdict for one in audit(small)} == {"confirmed"}


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


PARTS = list(parts())
FAMILIES = sorted({part.family for part in PARTS})
TEXTS = {family: (SET / f"{family}.jsonl").read_text("utf-8") for family in FAMILIES}
ROWS: dict[str, list[Any]] = {f: list(map(json.loads, TEXTS[f].splitlines())) for f in FAMILIES}
MOVES, STATES = (5, 10, 20, 40, 60, 100), (100, 1_000, 10_000, 100_000)
"""The greatest number of each band of the page but the last."""
REMADE = {"cubes": 26, "frogs": 17, "pegs": 6, "sliding": 31, "tiles": 8}
"""Parts that are made again, by their first numbers."""
FEW = 2_000
"""States of a board that is proven again."""
Accepts = Callable[[Any], bool]


@pytest.fixture(scope="module")
def accepts() -> Accepts:
    jsonschema = pytest.importorskip("jsonschema")
    schema = json.loads((SET / "schema.json").read_text("utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    accept: Accepts = jsonschema.Draft202012Validator(schema).is_valid
    return accept


def test_the_set_has_500_boards_of_five_families_in_2_mb() -> None:
    questions = {row["board"].partition("\nmetric = ")[2] for f in FAMILIES for row in ROWS[f]}
    assert len(questions) == sum(map(len, ROWS.values())) == sum(p.size for p in PARTS) == 500
    assert {path.stem for path in SET.glob("*.jsonl")} == {*FAMILIES}
    assert sum(len(text.encode()) for text in TEXTS.values()) < 2_000_000


@pytest.mark.parametrize("family", FAMILIES)
def test_rows_follow_the_schema_and_plans_the_rules(family: str, accepts: Accepts) -> None:
    for number, row in enumerate(ROWS[family], 1):
        puzzle = pp.loads(row["board"])
        assert accepts(row), row["id"]
        assert row["id"] == f"{family}-{number:03}"
        assert (row["family"], row["metric"]) == (puzzle.family, puzzle.metric)
        assert row["line"] == line_of(puzzle)
        assert replay_to_goal(puzzle, row["plan"]) == row["minimum"]


def test_a_row_that_is_none_is_refused(accepts: Accepts) -> None:
    row = ROWS["frogs"][0]
    others: list[dict[str, Any]]
    others = [{"minimum": "3"}, {"grade": "claimed"}, {"plan": []}, {"id": "1"}, {"more": 1}]
    assert [accepts({**row, **other}) for other in others] == [False] * len(others)


@pytest.mark.parametrize("family", FAMILIES)
def test_some_minima_are_proven_again(family: str) -> None:
    small = [row for row in ROWS[family] if (row["states"] or FEW) < FEW]
    for row in small[:: len(small) // 4]:
        puzzle = pp.loads(row["board"])
        verdict = pp.prove(puzzle, in_process=True)
        assert (verdict.grade, verdict.optimum) == (row["grade"], row["minimum"])
        assert number_of_states(puzzle) == row["states"]
        assert counted_plans(puzzle) == (row["shortest_plans"], row["plan"])


@pytest.mark.parametrize(("family", "first"), REMADE.items())
def test_a_part_is_made_again_byte_for_byte(family: str, first: int) -> None:
    (part,) = (part for part in PARTS if (part.family, part.first) == (family, first))
    lines = TEXTS[family].splitlines(keepends=True)[first - 1 :][: part.size]
    assert list(rows_of(part)) == lines


def test_another_seed_makes_another_board() -> None:
    assert next(rows_of(PARTS[0], seed=2)) != next(rows_of(PARTS[0]))


def banded(numbers: Iterable[float], greatest: tuple[int, ...]) -> str:
    """How many numbers each band has."""
    found = Counter(sum(number > last for last in greatest) for number in numbers)
    return ", ".join(str(found[band]) for band in range(len(greatest) + 1))


def test_the_page_counts_what_is_there() -> None:
    page = (ROOT / "docs" / "benchmark-set.md").read_text("utf-8")
    for family, rows in ROWS.items():
        moves = banded((row["minimum"] for row in rows), MOVES)
        states = banded((row["states"] or math.inf for row in rows), STATES)
        assert f"| {family} | {len(rows)} | {moves} | {states} |" in page
    both = [row for rows in ROWS.values() for row in rows]
    for key in ("shortest_plans", "states"):
        assert f"`{key}` of {sum(row[key] is None for row in both)}" in page
