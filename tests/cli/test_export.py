"""``export`` and ``prove --evidence refutation`` as users run them, with ``verify`` after both."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from puzzleproof.cli import Exit
from tests.support.command_line import UNSOLVABLE, Run

MINIMA = {"tiles-2x2": 6, "frogs-2-2": 8, "triangle-4": 5, "instant-insanity": 4}
INSTANCES: dict[str, int | None] = {**MINIMA, "one-colour-cubes": None}
SLOW = pytest.mark.slow
MANY = [pytest.param(n, marks=SLOW if n in ("frogs-2-2", "triangle-4") else ()) for n in INSTANCES]


@pytest.mark.parametrize("name", MANY)
def test_what_is_exported_is_accepted(run: Run, tmp_path: Path, name: str) -> None:
    binary = ["--binary"] if INSTANCES[name] in (4, 8, None) else []
    proof = "out.clrat" if binary else "out.lrat"
    made = run("export", name, "--as", "lrat", "--output", "out", *binary)
    assert made.returncode == Exit.PROVEN, made.stderr
    assert f"{proof}: the proof, accepted" in made.stdout
    assert sorted(p.name for p in tmp_path.iterdir()) == sorted(["out.cnf", proof])
    checked = run("verify", "out.cnf", "--proof", proof)
    assert checked.returncode == Exit.PROVEN, checked.stderr
    bound = INSTANCES[name]
    claim = "unsolvable" if bound is None else f"at least {bound} moves"
    assert claim in made.stdout
    assert claim in checked.stdout
    assert "trusted:" in checked.stdout


def test_the_command_that_it_prints_checks_it(run: Run) -> None:
    made = run("export", "tiles-2x2", "--as", "lrat", "--output", "out")
    command = made.stdout.splitlines()[-1].split()
    assert command[:3] == ["check:", "puzzleproof", "verify"]
    assert run(*command[2:]).returncode == Exit.PROVEN


def test_horizons(run: Run) -> None:
    words = "frogs-2-2 --as lrat --output out --form horizon --at-least 6 --binary"
    made = run("export", *words.split())
    assert made.returncode == Exit.PROVEN, made.stderr
    checked = run("verify", "out.cnf", "--proof", "out.clrat", "--json")
    document = json.loads(checked.stdout)
    assert (document["accepted"], document["at_least"], document["unsolvable"]) == (True, 6, False)


def test_a_horizon_does_not_show_that_there_is_no_plan(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(UNSOLVABLE)
    made = run("export", "a.toml", "--as", "lrat", "--output", "out", "--form", "horizon")
    assert (made.returncode, made.stdout) == (Exit.UNSUPPORTED, "")
    assert run("export", "a.toml", "--as", "lrat", "--output", "out").returncode == Exit.PROVEN
    assert "unsolvable" in run("verify", "out.cnf", "--proof", "out.lrat").stdout


def test_metric_and_bound_are_those_asked_for(run: Run) -> None:
    words = "triangle-4 --as lrat --output out --metric jump --at-least 3 --json"
    made = run("export", *words.split())
    document = json.loads(made.stdout)
    assert (document["metric"], document["at_least"], document["checked"]) == ("jump", 3, True)
    checked = json.loads(run("verify", "out.cnf", "--proof", "out.lrat", "--json").stdout)
    assert (checked["metric"], checked["at_least"]) == ("jump", 3)
    assert checked["clauses"] == document["clauses"]


def test_another_instance_or_a_bent_file_is_rejected(run: Run, tmp_path: Path) -> None:
    assert run("export", "tiles-2x2", "--as", "lrat", "--output", "out").returncode == Exit.PROVEN
    other = run("verify", "out.cnf", "--proof", "out.lrat", "--instance", "tiles-2x3")
    assert other.returncode == Exit.REJECTED
    assert "another instance" in other.stderr
    same = run("verify", "out.cnf", "--proof", "out.lrat", "--instance", "tiles-2x2")
    assert same.returncode == Exit.PROVEN
    text = (tmp_path / "out.cnf").read_text()
    (tmp_path / "out.cnf").write_text(text.replace('"at_least": 6', '"at_least": 7'))
    bent = run("verify", "out.cnf", "--proof", "out.lrat")
    assert (bent.returncode, bent.stdout) == (Exit.REJECTED, "")
    assert "at least 7 moves with 6 labels" in bent.stderr
    assert len(bent.stderr.splitlines()) == 1


def test_at_the_time_limit_nothing_is_left(run: Run, tmp_path: Path) -> None:
    made = run("export", "tiles-3x3", "--as", "lrat", "--output", "out", "--time-limit", "0.3")
    assert made.returncode == Exit.LIMIT, made.stderr
    assert not list(tmp_path.iterdir())


def test_at_the_time_limit_there_is_no_certificate_and_no_claim(run: Run, tmp_path: Path) -> None:
    words = "eight-puzzle-867 --engine sat --evidence refutation --certificate a --time-limit 1"
    made = run("prove", *words.split())
    assert made.returncode in (Exit.LIMIT, Exit.PLAN_ONLY), made.stderr
    assert "certified" not in made.stdout
    assert not (tmp_path / "a").exists()


@pytest.mark.parametrize("name", MANY[:3])
def test_a_refutation_is_certified_and_verified(run: Run, name: str) -> None:
    made = run("prove", name, "--evidence", "refutation", "--certificate", "a")
    assert made.returncode == Exit.PROVEN, made.stderr
    assert "certified" in made.stdout
    checked = run("verify", "a", "--instance", name)
    assert checked.returncode == Exit.PROVEN, checked.stderr
    assert f"minimum {INSTANCES[name]} moves" in checked.stdout
    assert "hints of an LRAT proof" in checked.stdout


def test_a_refutation_cut_short_or_changed_is_rejected(run: Run, tmp_path: Path) -> None:
    assert run("prove", "tiles-2x2", "--evidence", "refutation", "--certificate", "a").stdout
    whole = (tmp_path / "a").read_bytes()
    other, flipped = whole.replace(b"2x2", b"2x3"), bytes([whole[-9] ^ 4])
    cut = (whole[:-1], whole[: len(whole) // 2])
    for bent in (*cut, other, whole + b"\n", whole[:-9] + flipped + whole[-8:]):
        (tmp_path / "a").write_bytes(bent)
        if bent != whole:
            checked = run("verify", "a")
            assert (checked.returncode, checked.stdout) == (Exit.REJECTED, "")
    (tmp_path / "a").write_bytes(whole)
    assert run("verify", "a", "--instance", "tiles-2x3").returncode == Exit.REJECTED
