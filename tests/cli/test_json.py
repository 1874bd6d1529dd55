"""The JSON documents, whose keys are part of the contract; several answers by one command."""

import errno
import json
import signal
from contextlib import suppress
from itertools import pairwise
from typing import Any

import pytest

from puzzleproof.cli.context import Context
from puzzleproof.cli.printing import print_answer
from puzzleproof.cli.questions import Answer, answer_each, questions_of
from puzzleproof.models.instances import load_one
from tests.support.command_line import UNSOLVABLE, Run
from tests.support.sessions import sessions

BOUNDS = {"optimum", "lower", "proven", "upper", "plan", "evidence"}
FILES = {"certificate", "older_certificate", "fault"}
ASKED = {"puzzle", "family", "metric", "claim", "published"}
VERDICT = (
    {"assumed", "status", "grade", "seconds", "recorded", "versions", "notes"}
    | ASKED
    | BOUNDS
    | FILES
)
EVIDENCE = {"kind", "bound", "checked", "checker", "seconds"}


@pytest.mark.parametrize(
    ("words", "status", "optimum"),
    [
        ("prove tiles-2x2 --evidence labelling,refutation", "optimal", 6),
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
    "words", ["hughes", "tiles-2x2 --engine sat --no-search", "tiles-2x2 --engine sat"]
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
    assert json.loads(run("prove", "nothing", "--json-stream").stdout)["event"] == "error"


def test_list_has_a_row_for_every_puzzle(run: Run) -> None:
    rows = json.loads(run("list", "--json").stdout)
    assert [row["name"] for row in rows] == [x.split()[0] for x in run("list").stdout.splitlines()]
    for row in rows:
        assert set(row) == {"name", "family", "title", "metric", "known"}
        assert all(set(known) == {"metric", "optimum", "source"} for known in row["known"])
    (one,) = json.loads(run("list", "fleming", "--json").stdout)
    assert one["name"] == "ane-rouge"
    assert run("list", "no such word").stdout == ""
    pegs = json.loads(run("list", "pegs", "--json").stdout)
    assert pegs == [row for row in rows if row["family"] == "pegs"]


def several(answer: Answer, *names: str) -> int:
    """The exit code of a command about several instances, with ``--json``."""
    read = {
        "verb": "show",
        "instances": names,
        "metric": None,
        "from_format": None,
        "goal_of": None,
    }
    options = Context(**read, json=True, json_stream=False, verbose=False, quiet=False)
    return answer_each(options, answer, questions_of(options, load_one))


@pytest.mark.parametrize(
    ("error", "code"),
    [(OSError(errno.ENOSPC, "No space left on device"), 40), (RecursionError("deep"), 70)],
    ids=str,
)
def test_an_error_of_no_known_kind_loses_no_other_answer(
    error: Exception, code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    def answer(options: Context, name: str, _: object) -> int:
        if name == "frogs-2-2":
            raise error
        print_answer(options, "answer", {"puzzle": name})
        return 0

    assert several(answer, "frogs-1-1", "frogs-2-2", "frogs-3-3") == code
    written = capsys.readouterr()
    first, second, third = json.loads(written.out)
    assert (first["puzzle"], second["exit"], third["puzzle"]) == ("frogs-1-1", code, "frogs-3-3")
    assert written.err.startswith("puzzleproof: frogs-2-2 (metric move): ")
    assert written.err.count("\n") == 1


def test_a_fault_after_the_first_document_ends_the_array(run: Run) -> None:
    done = run(*f"prove frogs-1-1 none --json --ledger {__file__}".split())
    assert [one["exit"] for one in json.loads(done.stdout)] == [40, 40]


@pytest.mark.parametrize(("left_out", "code"), [(["frogs-3-3"], 30), ([], 0)])
def test_ctrl_c_while_an_answer_stands_is_a_limit_of_those_left_out(
    left_out: list[str], code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    def answer(_options: Context, name: str, _: object) -> int:
        if name == "frogs-2-2":
            with suppress(KeyboardInterrupt):
                signal.raise_signal(signal.SIGINT)
        return 0

    assert several(answer, "frogs-1-1", "frogs-2-2", *left_out) == code
    said = "puzzleproof: interrupted: 1 question not answered\n" if left_out else ""
    assert capsys.readouterr().err == said
