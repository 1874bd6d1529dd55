"""The JSON documents: their keys are part of the contract."""

import json
from itertools import pairwise
from typing import Any

import pytest

from tests.support.command_line import UNSOLVABLE, Run
from tests.support.sessions import sessions

BOUNDS = {"optimum", "lower", "proven", "upper", "plan", "evidence"}
FILES = {"certificate", "older_certificate", "fault"}
ASKED = {"puzzle", "family", "metric", "claim", "published"}
VERDICT = {"status", "grade", "seconds", "recorded", "versions", "notes"} | ASKED | BOUNDS | FILES
EVIDENCE = {"kind", "bound", "checked", "checker", "seconds"}


@pytest.mark.parametrize(
    ("words", "status", "optimum"),
    [
        ("prove hughes --evidence labelling,refutation", "optimal", 21),
        ("prove hughes --at-least 5", "bounded", None),
        ("solve hughes", "bounded", None),
        ("prove -", "unsolvable", None),
    ],
)
def test_a_verdict_has_the_documented_keys(
    run: Run, words: str, status: str, optimum: int | None
) -> None:
    verdict = json.loads(run(*words.split(), "--json", stdin=UNSOLVABLE).stdout)
    assert set(verdict) == VERDICT
    assert (verdict["status"], verdict["optimum"]) == (status, optimum)
    for row in verdict["evidence"]:
        assert set(row) - {"states", "note"} == EVIDENCE
    if optimum:
        assert verdict["lower"] == verdict["upper"] == len(verdict["plan"]) == optimum


SESSIONS = {
    "evidence and certificates": """
        $ prove hughes --evidence labelling --certificate a.cert --json
        {"certificate": "a.cert", "puzzle": "hughes", "grade": "certified"}
        {"evidence": [{"kind": "labelling", "checked": true, "checker": "verify.labelling"}]}
        $ prove hughes --evidence labelling --json
        {"certificate": null, "evidence": [{"bound": 21, "states": 450}]}
        $ verify a.cert --json
        {"accepted": true, "kind": "labelling", "metric": "piece", "optimum": 21, "at_least": 21}
        {"unsolvable": false}
        $ show hughes --json
        {"puzzle": "hughes", "board": "A.1\\nA.2\\n633\\n554\\n"}
    """
}
test_session = sessions(SESSIONS)


@pytest.mark.parametrize(
    "words", ["hughes", "tiles-2x2 --engine sat --plan-by horizons", "tiles-2x2 --engine sat"]
)
def test_bounds_in_a_stream_only_tighten_and_the_verdict_ends_it(run: Run, words: str) -> None:
    text = run("prove", *words.split(), "--json-stream").stdout
    *before, last = (json.loads(line) for line in text.splitlines())
    assert (last["event"], set(last)) == ("verdict", VERDICT | {"event"})
    rows: list[dict[str, Any]] = [event for event in before if event["event"] == "bounds"]
    for one, other in pairwise(rows):
        assert one["lower"] <= other["lower"]
        assert one["upper"] is None or other["upper"] <= one["upper"]
    assert (rows[-1]["lower"], rows[-1]["upper"]) == (last["lower"], last["upper"])
    assert "verdict" not in {event["event"] for event in before}


def test_list_has_a_row_for_every_puzzle(run: Run) -> None:
    rows = json.loads(run("list", "--json").stdout)
    assert [row["name"] for row in rows] == [x.split()[0] for x in run("list").stdout.splitlines()]
    for row in rows:
        assert set(row) == {"name", "family", "title", "metric", "known"}
        assert all(set(known) == {"metric", "optimum", "source"} for known in row["known"])
    pegs = json.loads(run("list", "--family", "pegs", "--json").stdout)
    assert pegs == [row for row in rows if row["family"] == "pegs"]
