"""The committed set for benchmarks: its rows are true, and a part of it is made again."""

import json
import math
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

import pytest

import puzzleproof as pp
from benchmarks.problem_set import SET, counted_plans, line_of, number_of_states, parts, rows_of
from puzzleproof.verify.replay import replay_to_goal
from tests.support.tree import ROOT

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
