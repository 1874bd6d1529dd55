"""The JSON documents: their keys are part of the contract."""

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tests.support.command_line import UNSOLVABLE, Run

BOUNDS = {"optimum", "lower", "proven", "upper", "plan", "evidence"}
FILES = {"certificate", "older_certificate", "fault"}
ASKED = {"puzzle", "family", "metric", "claim", "published"}
VERDICT = {"status", "grade", "seconds", "recorded", "versions", "notes"} | ASKED | BOUNDS | FILES
LABELLING = ("--evidence", "labelling")


def lines(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def test_prove_prints_the_documented_keys(run: Run) -> None:
    verdict = json.loads(run("prove", "hughes", "--json").stdout)
    assert set(verdict) == VERDICT
    assert verdict["puzzle"] == "hughes"
    assert verdict["family"] == "sliding"
    assert (verdict["metric"], verdict["status"], verdict["grade"]) == (
        "piece",
        "optimal",
        "certified",
    )
    assert verdict["optimum"] == verdict["lower"] == verdict["upper"] == len(verdict["plan"]) == 21


def test_every_row_of_evidence_has_its_keys(run: Run) -> None:
    words = ("prove", "hughes", "--evidence", "labelling,refutation", "--json")
    rows = json.loads(run(*words).stdout)["evidence"]
    assert {row["kind"] for row in rows} == {"labelling", "refutation"}
    for row in rows:
        assert set(row) - {"states", "note"} == {"kind", "bound", "checked", "checker", "seconds"}
    labelling = rows[0]
    assert labelling["checked"] is True
    assert labelling["checker"] == "verify.labelling"
    assert labelling["bound"] == 21
    assert labelling["states"] > 0


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (("prove", "hughes", "--at-least", "5"), "bounded"),
        (("solve", "hughes"), "bounded"),
        (("prove", "-"), "unsolvable"),
    ],
)
def test_optimum_is_null_unless_proven(run: Run, arguments: tuple[str, ...], status: str) -> None:
    verdict = json.loads(run(*arguments, "--json", stdin=UNSOLVABLE).stdout)
    assert verdict["status"] == status
    assert verdict["optimum"] is None
    assert set(verdict) == VERDICT


def test_unsolvable_has_neither_bounds_nor_plan(run: Run) -> None:
    verdict = json.loads(run("prove", "-", "--json", stdin=UNSOLVABLE).stdout)
    assert verdict["lower"] is verdict["upper"] is verdict["plan"] is None
    assert verdict["evidence"][0]["bound"] is None


def test_the_path_of_the_certificate_is_there(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "a.cert"
    result = run("prove", "hughes", *LABELLING, "--certificate", path, "--json")
    assert json.loads(result.stdout)["certificate"] == str(path)
    assert path.is_file()
    assert json.loads(run("prove", "hughes", *LABELLING, "--json").stdout)["certificate"] is None


@pytest.mark.parametrize(("name", "engine"), [("hughes", "auto"), ("tiles-2x2", "sat")])
def test_a_stream_ends_with_the_verdict(run: Run, name: str, engine: str) -> None:
    events = lines(run("prove", name, "--engine", engine, "--json-stream").stdout)
    assert [event["event"] for event in events].count("verdict") == 1
    assert set(events[-1]) == VERDICT | {"event"}
    assert events[-1]["event"] == "verdict"


@pytest.mark.parametrize(
    ("name", "how"), [("hughes", []), ("tiles-2x2", ["--engine", "sat", "--plan-by", "horizons"])]
)
def test_bounds_in_a_stream_only_tighten(run: Run, name: str, how: list[str]) -> None:
    events = lines(run("prove", name, *how, "--json-stream").stdout)
    rows = [event for event in events if event["event"] == "bounds"]
    assert len(rows) > 3
    for before, after in pairwise(rows):
        assert before["lower"] <= after["lower"]
        assert before["upper"] is None or after["upper"] <= before["upper"]
    assert (rows[-1]["lower"], rows[-1]["upper"]) == (events[-1]["lower"], events[-1]["upper"])


def test_list_has_a_row_for_every_puzzle(run: Run) -> None:
    rows = json.loads(run("list", "--json").stdout)
    text = run("list").stdout.splitlines()
    assert [row["name"] for row in rows] == [line.split()[0] for line in text]
    for row in rows:
        assert set(row) == {"name", "family", "title", "metric", "known"}
        for known in row["known"]:
            assert set(known) == {"metric", "optimum", "source"}


def test_show_has_the_drawings(run: Run) -> None:
    document = json.loads(run("show", "hughes", "--json").stdout)
    assert document["puzzle"] == "hughes"
    assert document["board"] == "A.1\nA.2\n633\n554\n"
    assert document["goal"].splitlines()[-1] == "..A"
    assert {"metric": "piece", "optimum": 21}.items() <= document["known"][0].items()


def test_verify_says_what_is_proven(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "a.cert"
    run("prove", "hughes", *LABELLING, "--certificate", path)
    document = json.loads(run("verify", path, "--json").stdout)
    assert document["accepted"] is True
    assert (document["kind"], document["metric"]) == ("labelling", "piece")
    assert document["optimum"] == document["at_least"] == 21
    assert document["unsolvable"] is False
