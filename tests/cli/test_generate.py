"""``generate`` on the command line: every family, reproducible, within limits."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from puzzleproof.models.instances import loads
from tests.support.command_line import Run


@pytest.mark.parametrize(
    "words",
    [
        ("frogs", "--kind", "start", "--size", "1x5", "--distance", "4-6"),
        ("pegs", "--board", "european", "--jumps", "12", "--finish", "3,4", "--metric", "jump"),
        ("sliding", "--size", "3x4", "--pieces", "2x2,1x2,1x1*2", "--goal", "1,1"),
        ("sliding", "--kind", "start", "--like", "simplicity", "--distance", "12"),
        ("tiles", "--kind", "start", "--size", "2x3", "--distance", "9"),
        ("cubes", "--number", "5"),
    ],
)
def test_the_output_is_an_instance_file_made_again_by_the_same_seed(
    run: Run, words: tuple[str, ...]
) -> None:
    first, again, other = (run("generate", *words, "--seed", seed) for seed in ("5", "5", "6"))
    assert first.returncode == 0, first.stderr
    assert first.stdout == again.stdout != other.stdout
    puzzle = loads(first.stdout)
    assert "seed 5" in puzzle.info.note
    assert puzzle.family == words[0]


def test_several_have_the_seeds_that_follow(run: Run) -> None:
    text = run("generate", "tiles", "--count", "3", "--seed", "4").stdout
    parts = text.split(f"{'#' * 40}\n")
    assert [loads(part).info.name for part in parts] == [
        f"random 4x4 tiles, seed {seed}" for seed in (4, 5, 6)
    ]
    documents = json.loads(run("generate", "tiles", "--count", "3", "--seed", "4", "--json").stdout)
    assert [loads(part).info.note for part in parts] == [one["note"] for one in documents]


def test_what_is_made_can_be_proven(run: Run, tmp_path: Path) -> None:
    text = run("generate", "pegs", "--jumps", "4", "--seed", "1").stdout
    (tmp_path / "made.toml").write_text(text, encoding="utf-8")
    verdict = json.loads(run("prove", "made.toml", "--json").stdout)
    assert verdict["status"] == "optimal"


def test_limits_hold(run: Run, run_apart: Run) -> None:
    words = ("generate", "tiles", "--kind", "start", "--size", "5x5", "--distance", "40")
    result = run(*words, "--time-limit", "0.5")
    assert (result.returncode, result.stdout) == (30, "")
    assert "time limit reached" in result.stderr
    result = run_apart(*words, "--memory-limit", "60M")
    assert (result.returncode, result.stdout) == (30, "")


def test_any_number_of_seeds_takes_no_memory_before_limits_hold(run: Run) -> None:
    words = ("generate", "cubes", "--count")
    assert run(*words, "2147483648", "--time-limit", "0.5").returncode == 30
    result = run(*words, "1" + "0" * 30)
    assert (result.returncode, result.stderr.count("last seed is above 2147483647")) == (40, 1)
