"""The checker that Coq has proven: texts of all families, forged claims, and what does not read."""

import re
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from puzzleproof.models.errors import Unsupported
from puzzleproof.models.pegs.rules import PegPuzzle
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.events import ignore
from puzzleproof.provers.formal import proven
from puzzleproof.provers.formal.program import PARTS, text_of
from puzzleproof.provers.formal.theorem import FOLDER
from puzzleproof.provers.labelling import label
from tests.support.boards import sliding
from tests.support.every_family import ANY, RANDOM, SMALL

needs_program = pytest.mark.skipif(proven.find() is None, reason="'make proven' was not run")


def judged(puzzle: AnyPuzzle, at_least: int | None, plan: Sequence[str] | None) -> bool:
    return proven.check(text_of(puzzle, at_least, plan)).accepted


def test_each_family_has_a_text_and_a_reader() -> None:
    rules = (FOLDER / "Texts.v").read_text("utf-8")
    table = rules[rules.index("Definition families") :]
    assert re.findall(r'^  \("(\w+)", \(', table, re.MULTILINE) == [
        "sliding",
        "frogs",
        "pegs",
        "tiles",
        "cubes",
    ]
    assert len(PARTS) == 5


def test_a_text_shows_the_board_and_says_the_claim() -> None:
    puzzle = sliding("A..", "unit", goal="..A")
    text = text_of(puzzle, 2, ["AE", "AE"])
    assert text.splitlines()[:3] == ["family sliding", "metric unit", "claim minimum 2"]
    assert "board\n A..\ngoal\n ..A\nplan\n AE\n AE\n" in text
    assert "claim at-least 1\n" in text_of(puzzle, 1, None)
    assert "claim no-plan\n" in text_of(puzzle, None, None)


def assert_only_the_truth_is_proven(puzzle: AnyPuzzle) -> None:
    found = label(puzzle, ignore)
    bound, plan = found.at_least, found.plan
    assert judged(puzzle, bound, plan)
    if bound is None:
        assert not judged(puzzle, 0, [])
        return
    assert plan is not None
    assert judged(puzzle, bound, None)
    for wrong in (bound - 1, bound + 1):
        assert wrong < 0 or not judged(puzzle, wrong, plan)
    assert not judged(puzzle, bound + 1, None)
    assert not judged(puzzle, None, None)
    assert not plan or not judged(puzzle, bound - 1, plan[:-1])


@needs_program
@pytest.mark.parametrize("puzzle", [pytest.param(row, id=name) for name, row in SMALL.items()])
def test_the_true_claim_is_proven_and_no_other(puzzle: AnyPuzzle) -> None:
    assert_only_the_truth_is_proven(puzzle)


@pytest.mark.external
@needs_program
@settings(max_examples=200)
@given(ANY)
def test_random_boards_and_forged_claims(puzzle: AnyPuzzle) -> None:
    assert_no_forged_claim_is_proven(puzzle)


@pytest.mark.slow
@pytest.mark.external
@needs_program
@pytest.mark.parametrize("family", RANDOM)
@settings(max_examples=1000)
@given(st.data())
def test_a_thousand_boards_of_each_family(family: str, data: st.DataObject) -> None:
    assert_no_forged_claim_is_proven(data.draw(RANDOM[family]))


def assert_no_forged_claim_is_proven(puzzle: AnyPuzzle) -> None:
    """Of another metric: the claim that is true there, and that of the first metric."""
    assume(not (isinstance(puzzle, PegPuzzle) and puzzle.board.diagonal))  # no rules in Coq
    assert_only_the_truth_is_proven(puzzle)
    first = label(puzzle, ignore)
    for metric in puzzle.metrics:
        other = label(puzzle.with_metric(metric), ignore)
        if other.at_least != first.at_least:
            assert not judged(puzzle, other.at_least, other.plan)


@needs_program
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("family sliding", "family chess"),
        ("metric unit", "metric furlong"),
        ("metric unit\n", ""),
        ("metric unit\n", "metric unit\nmetric piece\n"),
        ("claim minimum 2", "claim minimum two"),
        ("claim minimum 2", "claim maximum 2"),
        ("half-cells no", "half-cells perhaps"),
        ("board\n", "board big\n"),
        ("plan\n", "gravity on\nplan\n"),
        ("family sliding\n", " family sliding\n"),
        ("family sliding\n", "family sliding\r\n"),
    ],
)
def test_what_does_not_read_is_no_verdict(old: str, new: str) -> None:
    text = text_of(sliding("A..", "unit", goal="..A"), 2, ["AE", "AE"])
    assert old in text
    assert proven.check(text).accepted
    with pytest.raises(Unsupported, match=r"exit code 2, .*expected a puzzle and a claim"):
        proven.check(text.replace(old, new))


def test_only_its_whole_answer_counts(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    program = tmp_path / "proven"
    monkeypatch.setenv(proven.VARIABLE, str(program))
    with pytest.raises(Unsupported, match="built by 'make proven'"):
        proven.find()
    for script in ("exit 0", "echo 'x: not proven'", "echo 'x: proven'; exit 1", "echo proven"):
        program.write_text(f"#!/bin/sh\n{script}\n")
        program.chmod(0o755)
        with pytest.raises(Unsupported, match="no verdict"):
            proven.check("a text\n")


@needs_program
def test_the_program_says_what_it_could_not_read(tmp_path: Path) -> None:
    program = proven.find()
    assert program is not None
    for arguments in ([], [str(tmp_path / "none")], [str(tmp_path)]):
        done = subprocess.run([program, *arguments], capture_output=True, text=True, check=False)
        assert (done.returncode, len(done.stdout.splitlines())) == (2, 1)
