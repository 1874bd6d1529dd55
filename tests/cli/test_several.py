"""Several instances, and all metrics, by one command."""

from __future__ import annotations

import errno
import json
import os
import re
import signal
import time
from argparse import Namespace
from contextlib import suppress
from pathlib import Path

import pytest

from puzzleproof.cli import WORST_LAST
from puzzleproof.cli.printing import print_answer
from puzzleproof.cli.questions import Answer
from puzzleproof.cli.several import answer_each, questions_of
from puzzleproof.models.instances import load
from tests.support.command_line import UNSOLVABLE, Run, started

INVARIANT = ("--evidence", "invariant")
STAND = re.compile(r"(?s)(?=.*hifi: at least [^\n]*piece)(?=.*hifi: at least [^\n]*line)")
"""Two workers are at hifi, so frogs-1-1 is done."""


def test_each_instance_has_an_answer_in_the_order_given(run: Run) -> None:
    result = run("prove", "frogs-2-2", "frogs-1-1", *INVARIANT, "-q")
    assert result.returncode == 0
    first, second = result.stdout.split("\n\n")
    assert "2 + 2: 8 moves (metric move), certified" in first
    assert "1 + 1: 3 moves (metric move), certified" in second


def test_a_file_with_many_stands_for_each_and_one_of_them_can_be_named(
    run: Run, tmp_path: Path
) -> None:
    (tmp_path / "tables.txt").write_text("7 1 0 2 3\n8 0 1 3 2\n", encoding="utf-8")
    every = run("prove", "tables.txt", "--certificate", "{puzzle}.cert", "--json")
    assert [one["puzzle"] for one in json.loads(every.stdout)] == ["tables.txt::1", "tables.txt::2"]
    assert (tmp_path / "tables-1.cert").exists()
    one = run("prove", "tables.txt::table 7", "--format", "tile-list", "--json")
    assert json.loads(one.stdout)["optimum"] == 1
    assert run("verify", "tables-1.cert", "--instance", "tables.txt::1").returncode == 0
    wrong = run("replay", "tables.txt", "--plan", "N")
    assert (wrong.returncode, "has 2 puzzles: name one" in wrong.stderr) == (40, True)


def test_all_metrics_are_asked_for_in_turn(run: Run) -> None:
    result = run("prove", "hughes", "frogs-1-1", "--metric", "all", "--at-least", "3", "--json")
    found = [(one["puzzle"], one["metric"]) for one in json.loads(result.stdout)]
    sliding = [("hughes", metric) for metric in ("piece", "line", "unit")]
    assert found == [*sliding, ("frogs-1-1", "move")]
    assert result.returncode == 0


@pytest.mark.parametrize(
    ("words", "key"),
    [
        (("show",), "board"),
        (("solve",), "plan"),
        (("explore",), "states"),
        (("prove", *INVARIANT), "published"),
    ],
    ids=lambda one: str(one[0]),
)
def test_json_is_an_array_where_several_were_asked(
    run: Run, words: tuple[str, ...], key: str
) -> None:
    verb, *options = words
    one = json.loads(run(verb, "frogs-1-1", *options, "--json").stdout)
    assert key in one
    two = json.loads(run(verb, "frogs-1-1", "frogs-2-2", *options, "--json").stdout)
    assert [document["puzzle"] for document in two] == ["frogs-1-1", "frogs-2-2"]
    every = json.loads(run(verb, "frogs-1-1", *options, "--metric", "all", "--json").stdout)
    assert [set(document) for document in every] == [set(one)]


def test_every_event_of_a_stream_names_its_puzzle(run: Run) -> None:
    result = run("prove", "frogs-1-1", "frogs-2-2", *INVARIANT, "--json-stream")
    events = [json.loads(line) for line in result.stdout.splitlines()]
    assert {event["puzzle"] for event in events} == {"frogs-1-1", "frogs-2-2"}
    assert [e["puzzle"] for e in events if e["event"] == "verdict"] == ["frogs-1-1", "frogs-2-2"]


def test_a_name_that_is_not_known_is_told_before_the_work(run: Run) -> None:
    result = run("prove", "hifi", "no-such-puzzle")
    assert (result.returncode, result.stdout) == (40, "")
    assert "'no-such-puzzle'" in result.stderr
    assert run("prove", "hughes", "frogs-1-1", "--metric", "line").returncode == 40


def test_an_answer_that_fails_ends_no_other(run: Run) -> None:
    words = ("prove", "four-cubes", "frogs-1-1", "--engine", "search", *INVARIANT, "--json")
    assert run("solve", "frogs-1-1", "four-cubes", "--limit", "1").returncode == 41
    result = run("solve", "frogs-1-1", "four-cubes", "--limit", "1", "--json")
    first, second = json.loads(result.stdout)
    assert (first["puzzle"], first["metric"], first["exit"]) == ("frogs-1-1", "move", 41)
    assert second["status"] == "solved"
    assert result.stderr.startswith("puzzleproof: frogs-1-1 (metric move): --limit")
    assert run(*words).returncode == 30


def test_the_exit_code_is_the_worst(run: Run, tmp_path: Path) -> None:
    (tmp_path / "no.toml").write_text(UNSOLVABLE)
    proof = ("--evidence", "labelling")
    assert run("prove", "hughes", *proof).returncode == 0
    assert run("prove", "no.toml", "hughes", *proof).returncode == 20
    assert run("prove", "hughes", "pennant", *proof, "--at-least", "22").returncode == 60
    assert [int(code) for code in WORST_LAST] == [0, 20, 10, 30, 60, 50, 41, 40, 70]


def test_each_answer_has_a_certificate_of_its_own(run: Run, tmp_path: Path) -> None:
    words = ("prove", "hughes", "--evidence", "labelling", "--metric", "all", "--certificate")
    result = run(*words, "{puzzle}-{metric}.cert")
    assert result.returncode == 0
    names = ["hughes-line.cert", "hughes-piece.cert", "hughes-unit.cert"]
    assert sorted(path.name for path in tmp_path.iterdir()) == names
    assert run("verify", "hughes-line.cert").returncode == 0
    refused = run(*words, "one.cert")
    assert refused.returncode == 40
    assert "{metric}" in refused.stderr
    assert not (tmp_path / "one.cert").exists()


def test_one_answer_s_file_is_named_alike(run: Run, tmp_path: Path) -> None:
    run("prove", "frogs-1-1", *INVARIANT, "--certificate", "{puzzle}.cert")
    assert (tmp_path / "frogs-1-1.cert").exists()


def test_ctrl_c_ends_all_answers_and_keeps_those_that_stand(tmp_path: Path) -> None:
    words = ("prove", "frogs-1-1", "hifi", "century", "--metric", "all", "--json", "-v")
    with started(tmp_path, *words, "--jobs", "2") as process:
        deadline = time.monotonic() + 30
        while not STAND.search((tmp_path / "err").read_text()):
            assert time.monotonic() < deadline
            time.sleep(0.05)
        os.kill(process.pid, signal.SIGINT)
        assert process.wait(timeout=10) == 30
    first, second, *_ = json.loads((tmp_path / "out").read_text())
    assert (first["puzzle"], first["optimum"]) == ("frogs-1-1", 3)
    assert (second["puzzle"], second["optimum"]) == ("hifi", None)
    assert "interrupted" in second["notes"]


@pytest.mark.parametrize(
    ("error", "code"),
    [(OSError(errno.ENOSPC, "No space left on device"), 40), (RecursionError("deep"), 70)],
    ids=str,
)
def test_an_error_of_no_known_kind_loses_no_other_answer(
    error: Exception, code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    def answer(options: Namespace, name: str, _: object) -> int:
        if name == "frogs-2-2":
            raise error
        print_answer(options, "answer", {"puzzle": name})
        return 0

    assert several(asked("frogs-1-1", "frogs-2-2", "frogs-3-3"), answer) == code
    written = capsys.readouterr()
    first, second, third = json.loads(written.out)
    assert (first["puzzle"], second["exit"], third["puzzle"]) == ("frogs-1-1", code, "frogs-3-3")
    assert written.err.startswith("puzzleproof: frogs-2-2 (metric move): ")
    assert written.err.count("\n") == 1


def test_ctrl_c_while_an_answer_stands_is_a_limit_of_those_left_out(
    capsys: pytest.CaptureFixture[str],
) -> None:
    def answer(_options: Namespace, name: str, _: object) -> int:
        if name == "frogs-2-2":
            with suppress(KeyboardInterrupt):
                signal.raise_signal(signal.SIGINT)
        return 0

    assert several(asked("frogs-1-1", "frogs-2-2", "frogs-3-3"), answer) == 30
    assert capsys.readouterr().err == "puzzleproof: interrupted: 1 answer not sought\n"
    assert several(asked("frogs-1-1", "frogs-2-2"), answer) == 0
    assert capsys.readouterr().err == ""


def several(options: Namespace, answer: Answer) -> int:
    return answer_each(options, answer, list(questions_of(options, load)))


def asked(*names: str) -> Namespace:
    """The options of a command about several instances."""
    read = {"verb": "show", "instances": names, "metric": None, "from_format": None}
    return Namespace(**read, json=True, json_stream=False, verbose=False, quiet=False)
