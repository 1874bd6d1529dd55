"""``atlas`` as users run it."""

from __future__ import annotations

import csv
import json
from pathlib import Path

from tests.support.command_line import Run

SMALL = ("--size", "3x3", "--block", "2x1", "--stock", "1x2,1x1", "--empty", "1")
CARS = ("--locked", "--size", "4x4", "--max-pieces", "3")


def test_the_sets_and_the_hardest_starts_are_printed(run: Run) -> None:
    found = run("atlas", *SMALL, "--top", "1")
    assert found.returncode == 0, found.stderr
    head, *lines = found.stdout.splitlines()
    assert head.split()[-2:] == ["hardest", "grade"]
    assert lines[0].split()[-1] == "certified"
    assert "210 states, 43 components, 4 with a goal (metric piece)" in found.stdout
    assert "4 moves, certified" in found.stdout


def test_json_has_the_sets_the_starts_and_their_plans(run: Run) -> None:
    document = json.loads(run("atlas", *CARS, "--json", "--top", "2").stdout)
    assert (document["metric"], document["locked"], document["goal"]) == ("line", True, [2, 3])
    hardest = [one["hardest"] for one in document["sets"]]
    assert hardest == sorted(hardest, reverse=True)
    assert sum(one["states"] for one in document["sets"]) > 100
    for start in document["starts"]:
        assert len(start["plan"]) == start["moves"] == start["proven"]
        assert start["grade"] == "certified"
        assert len(start["certificate_sha256"]) == 64


def test_starts_are_written_as_instances_that_prove_what_is_said(run: Run, tmp_path: Path) -> None:
    found = run("atlas", *CARS, "--top", "2", "--write", "starts", "--output", "tables/atlas.csv")
    assert found.returncode == 0, found.stderr
    with (tmp_path / "tables" / "atlas.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    files = sorted((tmp_path / "starts").iterdir())
    assert len(files) == 2
    for path in files:
        (row,) = [row for row in rows if path.name == f"{row['puzzle']}-line.toml"]
        assert "certified; the farthest: claimed by one search" in path.read_text("utf-8")
        replayed = run("replay", path, "--plan", row["plan"])
        assert replayed.returncode == 0, replayed.stderr
        proven = json.loads(run("prove", path, "--json").stdout)
        assert proven["optimum"] == int(row["moves"]) == len(row["plan"].split())


def test_a_ledger_keeps_surveys_and_certificates(run: Run) -> None:
    first = run("atlas", *SMALL, "--ledger", "a.db")
    again = run("atlas", *SMALL, "--ledger", "a.db")
    assert again.stdout == first.stdout
    listed = run("results", "a.db", "--check")
    assert listed.returncode == 0
    assert "4 moves (metric piece), certified, certificate accepted" in listed.stdout
    assert "4 surveys of piece sets" in listed.stdout


def test_claimed_proves_nothing(run: Run) -> None:
    found = run("atlas", *SMALL, "--claimed")
    assert found.returncode == 0
    assert "certified" not in found.stdout
    assert "4 moves, claimed" in found.stdout


def test_count_tells_what_a_run_has_before_it(run: Run) -> None:
    found = run("atlas", "--locked", "--max-pieces", "4", "--count-only")
    assert found.stdout.splitlines()[-3:] == [
        "     4    20     411,873",
        "   all    35     430,701",
        "a survey takes one core about 6 seconds, proofs left out",
    ]
    document = json.loads(run("atlas", "--count-only", "--empty", "2-16", "--json").stdout)
    assert sum(row["placements"] for row in document.values()) == 29_334_498


def test_a_limit_leaves_proofs_open(run: Run) -> None:
    found = run("atlas", "--size", "5x4", "--stock", "1x1", "--top", "1", "--time-limit", "0.001")
    assert found.returncode == 30
