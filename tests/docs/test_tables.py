"""The tables in docs/atlas/, the examples in docstrings and the notebooks, which run."""

import csv
import doctest
import json
import re
from importlib import import_module
from pathlib import Path
from typing import Any, cast

import pytest

from benchmarks.peg_problems import (
    TABLE,
    board_of,
    is_ended,
    main,
    problems_of,
    prove_problem,
    read_rows,
    write_rows,
)
from benchmarks.run import Bench
from puzzleproof.models.errors import InstanceError
from puzzleproof.models.instances import loads
from puzzleproof.verify.replay import replay_to_goal
from tests.support.notebooks import LIVE, NOTEBOOKS, executed, printed
from tests.support.tree import ROOT, module_of, sources

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "atlas"
GOALS = {
    **{
        f"klotski-5x4-{metric}.csv": ["....", "....", "....", ".AA.", ".AA."]
        for metric in ("piece", "line", "unit")
    },
    "rush-hour-6x6-line.csv": ["......", "......", "....AA", "......", "......", "......"],
}


@pytest.mark.parametrize("name", GOALS)
def test_every_plan_is_as_long_as_it_is_said(name: str) -> None:
    with (FOLDER / name).open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) >= 100
    assert [int(row["moves"]) for row in rows] == sorted(int(r["moves"]) for r in rows)[::-1]
    for row in rows:
        board, goal = row["board"].replace("/", "\n"), "\n".join(GOALS[name])
        puzzle = loads(
            f'family = "sliding"\nmetric = "{row["metric"]}"\nlabelled = "A"\n'
            f"axis_locked = {str(name.startswith('rush')).lower()}\n"
            f'board = """\n{board}\n"""\ngoal = """\n{goal}\n"""\n'
        )
        plan = row["plan"].split()
        assert len(plan) == int(row["moves"])
        replay_to_goal(puzzle, plan)
        assert row["grade"] == "certified"


TABLES = read_rows(TABLE)


def test_the_file_is_as_it_is_written(tmp_path: Path) -> None:
    copy = tmp_path / "one-peg.csv"
    write_rows(copy, TABLES)
    assert copy.read_text("utf-8") == TABLE.read_text("utf-8")


def test_the_summary_counts_the_rows() -> None:
    """Board, problems, how many are certified to their end, the greatest minimum."""
    text = (ROOT / "docs" / "state-graphs.md").read_text("utf-8")
    shown = re.findall(r"^\| `(\w+)` \| (\d+) \| (\d+) \| (\d*) \|$", text, re.MULTILINE)
    found = [
        (
            name,
            str(len(rows)),
            str(sum(map(is_ended, rows))),
            max((row[2] for row in rows if row[2].isdigit()), key=int, default=""),
        )
        for name, rows in TABLES.items()
    ]
    assert shown == found


@pytest.mark.parametrize("name", TABLES)
def test_every_row_is_a_problem_of_its_board(name: str) -> None:
    board = board_of(name)
    wanted = [tuple(str(board.number(hole)) for hole in one) for one in problems_of(name)]
    ends = [row[:2] for row in TABLES[name]]
    assert len(ends) == len(set(ends) & set(wanted))
    for row in TABLES[name]:
        assert is_ended(row) == (row[2] == "no plan" or row[2].isdigit())


def test_a_row_is_two_commands(tmp_path: Path) -> None:
    board = board_of("triangle4")
    row = prove_problem(Bench(tmp_path), board, problems_of("triangle4")[0], 60)
    assert row[:4] == ("8", "9", "5", "certified")
    assert is_ended(row)


def test_boards_that_are_none(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(InstanceError, match="square10"):
        board_of("square10")
    assert main(["square10"]) == 40
    assert "square10" in capsys.readouterr().err


MODULES = [module_of(path) for path in sources() if path.name != "__main__.py"]
"""Importing ``puzzleproof.__main__`` runs the command line."""
WITH_EXAMPLES = {
    "puzzleproof",
    "puzzleproof.models.drawing",
    "puzzleproof.provers.refutation.horizons",
}


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_run(name: str) -> None:
    found = doctest.testmod(import_module(name), verbose=False)
    assert found.failed == 0
    assert found.attempted or name not in WITH_EXAMPLES


LARGEST = 300_000


@pytest.mark.slow
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_a_notebook_prints_what_is_stored_in_it(path: Path) -> None:
    for library in ("nbformat", "nbclient", "ipykernel", "anywidget"):
        pytest.importorskip(library, reason=f"{library} is not installed")
    import nbformat

    stored: Any = cast("Any", nbformat).read(path, 4)
    assert printed(stored) == printed(executed(path))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_a_notebook_is_small_and_complete(path: Path) -> None:
    text = path.read_text("utf-8")
    assert len(text) < LARGEST
    assert LIVE not in text
    cells = json.loads(text)["cells"]
    ran = [cell["execution_count"] for cell in cells if cell["cell_type"] == "code"]
    assert ran == list(range(1, len(ran) + 1))


def test_there_is_a_notebook() -> None:
    assert "tour.ipynb" in {path.name for path in NOTEBOOKS}
