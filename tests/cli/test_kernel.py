"""``export --as coq`` and ``verify --second-opinion coq`` as users run them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from puzzleproof.cli import Exit
from tests.support.command_line import UNSOLVABLE, Run
from tests.support.coq_files import needs_coq
from tests.support.tree import ROOT

CLOSED = "accepted by the kernel of Coq: Closed under the global context"


@needs_coq
def test_pennant_is_exported_and_judged(run: Run, tmp_path: Path) -> None:
    made = run("export", "pennant", "--as", "coq", "--output", "pennant")
    assert (made.returncode, made.stderr) == (Exit.PROVEN, "")
    assert made.stdout == (
        f"pennant.v: the minimum is 59 moves (metric piece), {CLOSED}\ncheck: coqc -q pennant.v\n"
    )
    assert [path.name for path in tmp_path.iterdir()] == ["pennant.v"]
    assert run("prove", "pennant", "--certificate", "a.cert").returncode == Exit.PROVEN
    checked = run("verify", "a.cert", "--second-opinion", "coq")
    assert (checked.returncode, checked.stderr) == (Exit.PROVEN, "")
    words = "second opinion, coq: Closed under the global context (minimum_is instance Piece 59; "
    assert words in checked.stdout


@needs_coq
def test_what_cannot_be_searched_is_proven_by_parity(run: Run) -> None:
    """Of 16!/2 states none is visited; and the certificate kept is judged by the same theorem."""
    made = run("export", "taquin-swapped", "--as", "coq", "--output", "swapped")
    assert (made.returncode, made.stderr) == (Exit.PROVEN, "")
    assert made.stdout.startswith(f"swapped.v: unsolvable (metric single), {CLOSED}\n")
    kept = ROOT / "docs" / "certificates" / "taquin-swapped-single.cert"
    checked = run("verify", kept, "--second-opinion", "coq")
    assert (checked.returncode, checked.stderr) == (Exit.PROVEN, "")
    assert "Closed under the global context (has_no_plan instance Single; " in checked.stdout


def test_unchecked_files_are_called_so(run: Run, tmp_path: Path) -> None:
    (tmp_path / "wall.toml").write_text(UNSOLVABLE)
    words = ("--as", "coq", "--output", "a", "--no-check")
    made = run("export", "ane-rouge", *words, "--metric", "line", "--at-least", "20")
    assert (made.returncode, made.stderr) == (Exit.PLAN_ONLY, "")
    assert made.stdout.startswith("a.v: at least 20 moves (metric line), not checked\n")
    assert "needs_at_least instance Line 20." in (tmp_path / "a.v").read_text("utf-8")
    found = json.loads(run("export", "wall.toml", *words, "--json").stdout)
    assert (found["at_least"], found["checked"], found["files"]) == (None, False, ["a.v"])
    assert "has_no_plan instance Unit." in (tmp_path / "a.v").read_text("utf-8")
    short = run("export", "simplicity", *words, "--at-least", "19")
    assert short.returncode == Exit.REFUTED_CLAIM
    assert "claim: 'at least 19 moves' (metric piece): refuted" in short.stdout


@pytest.mark.parametrize(
    ("words", "code", "fault"),
    [
        ("pennant --output ane-rouge", 40, "expected letters, digits and '_', as coqc wants"),
        ("pennant --output Search", 40, "the file has a module of this name inside it"),
        ("pennant --output List --no-check", 40, "the file has a module of this name inside it"),
        ("pennant", 40, "--as coq: expected --output BASE, for BASE.v"),
        ("pennant --output a --form ranks", 41, "--form: not for format 'coq'"),
        ("pennant --output a", 41, "coqc is not installed: 'make coq', or PUZZLEPROOF_COQC"),
    ],
)
def test_what_cannot_be_is_one_line(
    run: Run, tmp_path: Path, words: str, code: int, fault: str
) -> None:
    name, *rest = words.split()
    made = run("export", name, "--as", "coq", *rest, env={"PATH": str(tmp_path)})
    assert (made.returncode, made.stdout) == (code, "")
    assert fault in made.stderr
    assert made.stderr.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_a_reviewer_that_is_missing_is_named_after_the_rules_have_spoken(
    run: Run, tmp_path: Path
) -> None:
    assert run("prove", "simplicity", "--certificate", "a.cert").returncode == Exit.PROVEN
    checked = run("verify", "a.cert", "--second-opinion", "coq", env={"PATH": str(tmp_path)})
    assert checked.returncode == Exit.UNSUPPORTED
    assert checked.stdout.startswith("accepted: ")
    assert "coqc is not installed" in checked.stderr


def test_an_axiom_is_a_no(run: Run, tmp_path: Path) -> None:
    assert run("prove", "simplicity", "--certificate", "a.cert").returncode == Exit.PROVEN
    (tmp_path / "coqc").write_text("#!/bin/sh\necho 'Axioms:'; echo 'cheat : False'\n")
    (tmp_path / "coqc").chmod(0o755)
    coqc = {"PUZZLEPROOF_COQC": str(tmp_path / "coqc")}
    checked = run("verify", "a.cert", "--second-opinion", "coq", env=coqc)
    assert (checked.returncode, checked.stdout) == (Exit.REJECTED, "")
    assert "accepted by the rules, but not by coq: the theorem rests on more" in checked.stderr


def test_another_file_is_not_overwritten(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.v").write_text("Theorem mine : True.\n")
    words = ("export", "simplicity", "--as", "coq", "--output", "a", "--no-check")
    made = run(*words)
    assert made.returncode == Exit.BAD_INPUT
    assert "exists and is no theorem for Coq file" in made.stderr
    assert run(*words, "--force").returncode == Exit.PLAN_ONLY
    assert run(*words).returncode == Exit.PLAN_ONLY
