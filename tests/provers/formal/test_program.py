"""The checker that Coq has proven: texts of all families, forged claims, and what does not read."""

import re
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from puzzleproof.models.errors import Unsupported
from puzzleproof.models.instances import load
from puzzleproof.models.pegs.rules import PegPuzzle
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.events import ignore
from puzzleproof.provers.formal.kernel import PROVEN, check_text
from puzzleproof.provers.formal.steps import FIELDS, text_of, text_of_survey
from puzzleproof.provers.formal.survey import WORDS, facts_of
from puzzleproof.provers.formal.theorem import source
from puzzleproof.provers.labelling import label
from tests.support.boards import sliding
from tests.support.coq_files import lines_to_read
from tests.support.every_family import ANY, RANDOM, SMALL
from tests.support.exported import claimed

needs_program = pytest.mark.skipif(PROVEN.find() is None, reason="'make proven' was not run")


def judged(puzzle: AnyPuzzle, at_least: int | None, plan: Sequence[str] | None) -> bool:
    return check_text(text_of(puzzle, at_least, plan)).accepted


def test_each_family_has_a_text_and_a_reader() -> None:
    rules = source("Families")
    table = rules[rules.index("Definition families") :]
    named = re.findall(r'^  \("(\w+)", \((\w+)\.keys', table, re.MULTILINE)
    families = sorted([*FIELDS, "cubes"])
    assert sorted(named) == [(name, f"{name.capitalize()}Texts") for name in families]
    assert len(named) == 5


SLIDING = ["Claims", "Boards", "SlidingBlocks", "Texts", "SlidingTexts", "Families"]
OTHERS = re.compile("Frogs|Pegs|Tiles|Cubes")


@pytest.mark.parametrize(
    ("files", "most"), [(SLIDING, 220), (["Surveys", "SlidingPlacements", "SurveyTexts"], 93)]
)
def test_what_has_to_be_believed_of_a_text_is_short(files: list[str], most: int) -> None:
    """Of sliding blocks: lines of the table of families that name another are not counted."""
    assert all("To be read and" in " ".join(source(name).split()) for name in files)
    lines = [line for line in lines_to_read(files) if files != SLIDING or not OTHERS.search(line)]
    assert len(lines) <= most


def test_a_text_shows_the_board_and_says_the_claim() -> None:
    puzzle = sliding("A..", "unit", goal="..A")
    text = text_of(puzzle, 2, ["AE", "AE"])
    assert text.startswith("family\n sliding\nmetric\n unit\nclaim\n minimum 2\n")
    assert "board\n A..\ngoal\n ..A\nplan\n AE\n AE\n" in text
    assert "claim\n at-least 1\n" in text_of(puzzle, 1, None)
    assert "claim\n no-plan\n" in text_of(puzzle, None, None)
    assert "claim\n survey states 3 farthest 2\n" in text_of_survey(
        puzzle, {"states": 3, "farthest": 2}
    )


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


@needs_program
@pytest.mark.parametrize("family", WORDS)
def test_a_true_survey_is_proven_and_no_other(family: str) -> None:
    """Each fact plus or minus one; the facts in another order; less than all of them."""
    boards = [row for row in SMALL.values() if row.family == family and not row.no_survey]
    assert len(boards) > 2
    for puzzle in boards[:: 1 + len(boards) // 12]:
        facts = facts_of(puzzle)
        assert surveyed(puzzle, facts)
        assert surveyed(puzzle, {name: facts[name] for name in ("states", "farthest")})
        assert not surveyed(puzzle, dict(reversed(facts.items())))
        assert not surveyed(puzzle, {})
        for name, number in facts.items():
            for wrong in (number - 1, number + 1):
                assert wrong < 0 or not surveyed(puzzle, {**facts, name: wrong})


def surveyed(puzzle: AnyPuzzle, facts: dict[str, int]) -> bool:
    return check_text(text_of_survey(puzzle, facts)).accepted


@needs_program
def test_a_survey_claims_no_more_than_has_a_theorem() -> None:
    """No hardest start where moves cannot be undone, and configurations of blocks alone."""
    facts = {"states": 1, "farthest": 0, "hardest": 0}
    for name in ("frogs", "pegs"):
        puzzle = next(row for row in SMALL.values() if row.family == name and not row.reversible)
        assert not surveyed(puzzle, facts_of(puzzle) | {"hardest": 0})
    cubes = next(row for row in SMALL.values() if row.family == "cubes")
    assert not surveyed(cubes, facts)
    tiles = next(row for row in SMALL.values() if row.family == "tiles")
    known = facts_of(tiles)
    assert not surveyed(tiles, known | {"configurations": known["states"], "components": 1})


@needs_program
@pytest.mark.slow
def test_the_survey_of_l_ane_rouge(tmp_path: Path) -> None:
    """The figures of the Klotski chapter (docs/library.md)."""
    made = claimed("proven", load("ane-rouge"), tmp_path / "claim", "survey")
    assert made.document["checked"]
    numbers = re.findall(r"\d[\d,]*(?= )", made.document["survey"])
    assert numbers == ["25,955", "124", "93", "65,880", "898"]
    with pytest.raises(Unsupported, match="a survey claims no bound"):
        claimed("proven", load("ane-rouge"), tmp_path / "claim", "survey", at_least=3)


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
        (" sliding", " chess"),
        (" unit", " furlong"),
        ("metric\n unit\n", ""),
        (" unit\n", " unit\nmetric\n piece\n"),
        (" minimum 2", " minimum two"),
        (" minimum 2", " maximum 2"),
        (" minimum 2", " survey states 3 farthest"),
        (" minimum 2", " survey states 3 loops 2"),
        ("half-cells\n no", "half-cells\n perhaps"),
        ("board\n", "board big\n"),
        ("plan\n", "gravity\n on\nplan\n"),
        ("family\n", " family\n"),
        ("family\n", " minimum 9\nfamily\n"),
        ("goal\n", "board\n ...\ngoal\n"),
        ("labelled\n", "labelled\nlabelled\n"),
        ("labelled\n", ""),
        ("board\n A..\n", ""),
        ("claim\n", "claim\nclaim\n"),
        ("goal\n ..A\n", ""),
    ],
)
def test_what_does_not_read_is_no_verdict(old: str, new: str) -> None:
    text = text_of(sliding("A..", "unit", goal="..A"), 2, ["AE", "AE"])
    assert old in text
    assert check_text(text).accepted
    with pytest.raises(Unsupported, match=r"exit code 2, .*expected a puzzle and a claim"):
        check_text(text.replace(old, new))


@needs_program
def test_a_key_of_another_family_is_refused() -> None:
    text = text_of(load("frogs-1-1"), 3, None)
    assert check_text(text).accepted
    with pytest.raises(Unsupported, match="expected a puzzle and a claim"):
        check_text(text + "halfway\n ...\n")


@needs_program
@pytest.mark.parametrize("new", [" sliding\r\n", " sl\N{LATIN SMALL LETTER I WITH GRAVE}ding\n"])
def test_letters_that_cannot_be_seen_are_refused(new: str, tmp_path: Path) -> None:
    text = text_of(sliding("A..", "unit", goal="..A"), 2, ["AE", "AE"])
    file = tmp_path / "claim"
    file.write_text(text.replace(" sliding\n", new), "utf-8")
    done = subprocess.run([PROVEN.needed(), file], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (2, "")
    assert done.stdout.endswith(": expected printable letters of ASCII\n")


def test_only_its_whole_answer_counts(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    program = tmp_path / "proven"
    monkeypatch.setenv(PROVEN.variable, str(program))
    with pytest.raises(Unsupported, match="built by 'make proven'"):
        PROVEN.find()
    for script in ("exit 0", "echo 'x: not proven'", "echo 'x: proven'; exit 1", "echo proven"):
        program.write_text(f"#!/bin/sh\n{script}\n")
        program.chmod(0o755)
        with pytest.raises(Unsupported, match="no verdict"):
            check_text("a text\n")


@needs_program
def test_the_program_says_what_it_could_not_read(tmp_path: Path) -> None:
    program = PROVEN.find()
    assert program is not None
    for arguments in ([], [str(tmp_path / "none")], [str(tmp_path)]):
        done = subprocess.run([program, *arguments], capture_output=True, text=True, check=False)
        assert (done.returncode, len(done.stdout.splitlines())) == (2, 1)
