"""``verify``: what it prints, what it compares, and what it does not import."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from puzzleproof.models.instances import load
from puzzleproof.provers.events import ignore
from puzzleproof.provers.labelling import label
from puzzleproof.provers.labelling.search import write_certificate
from tests.support.command_line import Run


@pytest.fixture(scope="module")
def hughes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate of the library's instance."""
    puzzle, path = load("hughes"), tmp_path_factory.mktemp("verify") / "hughes.cert"
    write_certificate(puzzle, label(puzzle, ignore), path, {})
    return path


def test_it_says_what_was_checked(run: Run, hughes: Path) -> None:
    result = run("verify", hughes)
    first, second = result.stdout.splitlines()
    assert first.startswith("accepted: ")
    assert second.startswith("checked: ")
    assert "by the rules of family 'sliding' (definition), a plan of" in second
    assert "; trusted: the rules" in second
    assert len(run("verify", hughes, "-q").stdout.splitlines()) == 1


def test_several_files_are_checked_and_the_worst_gives_the_exit_code(
    run: Run, hughes: Path, tmp_path: Path
) -> None:
    (tmp_path / "mine.toml").write_text("family = 'sliding'\n")
    result = run("verify", hughes, "mine.toml", hughes)
    assert result.returncode == 50
    accepted = [line for line in result.stdout.splitlines() if ": accepted: " in line]
    assert [line.startswith(f"{hughes}: ") for line in accepted] == [True, True]
    assert result.stderr.count("\n") == 1
    assert "mine.toml: an instance, not a certificate: " in result.stderr
    documents = json.loads(run("verify", hughes, "mine.toml", "--json").stdout)
    assert [one["file"] for one in documents] == [str(hughes), "mine.toml"]
    assert (documents[0]["optimum"], documents[1]["exit"]) == (21, 50)
    assert run("verify", hughes, hughes, "-q").returncode == 0
    assert run("verify", hughes, hughes, "--proof", "x").returncode == 40
    assert run("verify", "-", "-").returncode == 40


def test_the_instance_is_compared(run: Run, hughes: Path) -> None:
    result = run("verify", hughes, "--instance", "hughes")
    assert result.returncode == 0
    assert "that it is about the instance given" in result.stdout


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ('metric = "piece"', 'metric = "line"', "metric"),
        ("labelled = ", "axis_locked = true\nlabelled = ", "axis_locked"),
    ],
)
def test_another_instance_is_rejected(
    old: str, new: str, key: str, run: Run, hughes: Path, tmp_path: Path
) -> None:
    from puzzleproof.models.instances import dumps

    text, other = dumps(load("hughes")), tmp_path / "other.toml"
    assert old in text
    other.write_text(text.replace(old, new), encoding="utf-8")
    result = run("verify", hughes, "--instance", other)
    assert result.returncode == 50
    assert f"about another instance: key '{key}'" in result.stderr
    document = json.loads(run("verify", hughes, "--instance", other, "--json").stdout)
    assert document["exit"] == 50
    assert f"key '{key}'" in document["error"]


def test_another_family_is_rejected(run: Run, hughes: Path) -> None:
    result = run("verify", hughes, "--instance", "frogs-1-1")
    assert result.returncode == 50
    assert "key 'family' is 'sliding' there and 'frogs'" in result.stderr


def test_names_and_notes_may_differ(run: Run, hughes: Path, tmp_path: Path) -> None:
    from puzzleproof.models.instances import dumps

    puzzle, other = load("hughes"), tmp_path / "other.toml"
    text = dumps(puzzle).replace(puzzle.info.name, "another name")
    other.write_text("\n".join(text.split("\n\n[[known]]")[:1]), encoding="utf-8")
    assert "another name" in text
    assert run("verify", hughes, "--instance", other).returncode == 0


def test_the_metric_may_be_given(run: Run, hughes: Path) -> None:
    assert run("verify", hughes, "--instance", "hughes", "--metric", "piece").returncode == 0
    result = run("verify", hughes, "--instance", "hughes", "--metric", "unit")
    assert result.returncode == 50
    assert "key 'metric' is 'piece' there and 'unit'" in result.stderr


def test_one_byte_changed_is_rejected(run: Run, hughes: Path, tmp_path: Path) -> None:
    data, bent = bytearray(hughes.read_bytes()), tmp_path / "bent.cert"
    data[data.index(b"versions") + 14] ^= 1
    bent.write_bytes(data)
    result = run("verify", bent)
    assert result.returncode == 50
    assert str(bent) in result.stderr


def test_an_opinion_that_cannot_be_had_loses_no_verdict(run: Run) -> None:
    run("prove", "frogs-1-1", "--evidence", "invariant", "--certificate", "frogs.cert")
    result = run("verify", "frogs.cert", "--second-opinion", "acl2")
    assert result.returncode == 41
    assert result.stdout.startswith("accepted: 'Frogs and toads, 1 + 1': minimum 3 moves")
    assert "'acl2' judges no certificate" in result.stderr
