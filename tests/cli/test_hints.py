"""A likely mistake is told what to do instead."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.command_line import Run


def complaint_of(run: Run, *words: str) -> str:
    found = run(*words)
    assert found.returncode == 40
    return found.complaint


def test_a_certificate_is_no_puzzle(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "h.cert"
    run("prove", "frogs-1-1", "--evidence", "labelling", "--certificate", str(path))
    said = complaint_of(run, "prove", str(path))
    assert said.strip().endswith(
        "a certificate, not a file of puzzles: 'puzzleproof verify' checks it"
    )


def test_no_time_at_all(run: Run) -> None:
    assert "'0': expected seconds above 0" in complaint_of(run, "prove", "x", "--time-limit", "0")


def test_a_row_of_claims_without_a_puzzle(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "claims.csv"
    path.write_text("puzzle,claimed,metric,source\n,5,,\n", "utf-8")
    assert "line 2: puzzle: expected a name" in run("audit", str(path)).stderr


@pytest.mark.parametrize("start", ["xxq", "english"])
def test_a_start_of_pegs_that_is_no_drawing(run: Run, tmp_path: Path, start: str) -> None:
    path = tmp_path / "p.toml"
    path.write_text(f'family = "pegs"\nstart = "{start}"\n', "utf-8")
    assert f"key 'start': '{start}': expected a drawing" in complaint_of(run, "show", str(path))
