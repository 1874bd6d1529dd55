"""The exit-code table of the command line, each code by a real command."""

import json
from pathlib import Path

import pytest

from tests.support.command_line import UNSOLVABLE, Run

LABELLING = ("--evidence", "labelling")


@pytest.fixture
def certificate(run: Run, tmp_path: Path) -> Path:
    path = tmp_path / "hughes.cert"
    assert run("prove", "hughes", *LABELLING, "--certificate", path).returncode == 0
    return path


def test_0_for_a_proven_minimum(run: Run) -> None:
    result = run("prove", "hughes", *LABELLING)
    assert result.returncode == 0
    assert "21 moves (metric piece), certified" in result.stdout


def test_0_for_a_verified_certificate(run: Run, certificate: Path) -> None:
    result = run("verify", certificate)
    assert result.returncode == 0
    assert result.stdout.startswith("accepted: ")
    assert "21 moves (metric piece)" in result.stdout


def test_0_for_the_lower_bound_that_was_asked_for(run: Run) -> None:
    result = run("prove", "hughes", "--at-least", "5")
    assert result.returncode == 0
    assert "at least 5 moves (metric piece), certified" in result.stdout


def test_0_for_a_minimum_above_the_bound_asked_for(run: Run) -> None:
    result = run("prove", "hughes", "--at-least", "21", *LABELLING)
    assert result.returncode == 0
    assert "\nclaim: 'at least 21 moves' (metric piece): confirmed\n" in result.stdout


@pytest.mark.parametrize("quiet", [(), ("-q",)])
def test_60_for_a_lower_bound_that_is_false(run: Run, quiet: tuple[str, ...]) -> None:
    result = run("prove", "frogs-2-2", "--at-least", "9", *quiet)
    assert result.returncode == 60
    line = "claim: 'at least 9 moves' (metric move): refuted, there is a plan of 8 moves\n"
    assert line in result.stdout


def test_60_for_a_false_bound_in_json(run: Run) -> None:
    result = run("prove", "frogs-2-2", "--at-least", "9", "--json")
    assert result.returncode == 60
    assert json.loads(result.stdout)["claim"] == {"at_least": 9, "verdict": "refuted"}


@pytest.mark.parametrize("quiet", [(), ("-q",)])
def test_60_for_a_false_bound_to_export(run: Run, quiet: tuple[str, ...]) -> None:
    words = ("export", "frogs-2-2", "--as", "lrat", "--output", "x", "--at-least", "9")
    result = run(*words, *quiet)
    assert result.returncode == 60
    assert "'at least 9 moves' (metric move): refuted, there is a plan of 8" in result.stdout


@pytest.mark.parametrize("name", ["hughes", "frogs-2-2", "korf-01", "four-cubes", "english-centre"])
@pytest.mark.parametrize("words", [(), ("--certificate", "0.cert")])
def test_every_plan_has_at_least_0_moves(run: Run, name: str, words: tuple[str, ...]) -> None:
    result = run("prove", name, "--at-least", "0", *words)
    assert result.returncode == 0
    assert "at least 0 moves" in result.stdout
    assert "as every plan has" in result.stdout
    assert "unknown" not in result.stdout
    if words:
        checked = run("verify", words[1])
        assert checked.returncode == 0
        assert "at least 0 moves" in checked.stdout


def test_30_for_a_bound_that_one_search_claims(run: Run) -> None:
    words = ("--evidence", "exhaustion", "--at-least", "22", "--time-limit", "2", "--json")
    result = run("prove", "english-centre", *words)
    verdict = json.loads(result.stdout)
    assert 3 <= verdict["lower"] < 22
    assert verdict["grade"] == "claimed"
    assert result.returncode == 30


@pytest.mark.parametrize("engine", ["search", "sat"])
def test_10_for_a_plan_without_a_proof(run: Run, engine: str) -> None:
    result = run("solve", "hughes", "--engine", engine)
    assert result.returncode == 10
    assert "minimum not proven" in result.stdout


def test_20_for_a_proof_that_there_is_no_plan(run: Run) -> None:
    result = run("prove", "-", stdin=UNSOLVABLE)
    assert result.returncode == 20
    assert "unsolvable (metric unit), certified" in result.stdout


def test_the_certificate_of_unsolvable_verifies(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "no.cert"
    assert run("prove", "-", "--certificate", path, stdin=UNSOLVABLE).returncode == 20
    result = run("verify", path)
    assert result.returncode == 0
    assert "unsolvable (metric unit)" in result.stdout


def test_30_for_a_time_limit_without_a_plan(run: Run) -> None:
    result = run("prove", "hifi", "--time-limit", "1")
    assert result.returncode == 30
    assert "time limit" in result.stdout
    assert "unsolvable" not in result.stdout


def test_a_plan_that_an_invariant_proves_shortest_is_told_as_such(run: Run) -> None:
    made = run("solve", "frogs-3-3")
    assert made.returncode == 0
    assert "15 moves (metric move), certified" in made.stdout
    verdict = json.loads(run("solve", "frogs-2-2", "--json").stdout)
    assert (verdict["status"], verdict["grade"], len(verdict["plan"])) == (
        "optimal",
        "certified",
        8,
    )


def test_50_for_a_bound_that_was_raised(run: Run, certificate: Path) -> None:
    header, body = certificate.read_bytes().split(b"\n", 1)
    document = json.loads(header)
    document["at_least"] += 1
    certificate.write_bytes(json.dumps(document).encode() + b"\n" + body)
    result = run("verify", certificate)
    assert result.returncode == 50
    assert str(certificate) in result.stderr
