"""A question has one answer and one grade, alone and in company."""

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import puzzleproof as pp
from puzzleproof.models.instances import dumps, loads
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.batch import jobs
from puzzleproof.provers.batch.audit import Claim
from puzzleproof.provers.batch.jobs import DEFAULT, Job
from puzzleproof.provers.process import Limits
from puzzleproof.provers.session import Bounds
from puzzleproof.provers.strategy import BRIEF, prove
from puzzleproof.provers.verdict import Evidence, Grade, Status, Verdict
from tests.support.command_line import run_here
from tests.support.every_family import SMALL

Answer = tuple[Status, Grade, int | None]
DISTANT = """family = "tiles"
board = "1 2 3 4/5 6 7 8/9 0 10 11/13 14 15 12"
goal = "1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0"
metric = "multi"
""".replace("/", "\\n")
"""Its states are too many to label; the minimum of two moves is refuted by a solver."""


def of_verdict(verdict: Verdict) -> Answer:
    return verdict.status, verdict.grade, verdict.proven


def of_document(document: Mapping[str, Any]) -> Answer:
    return document["status"], document["grade"], document["proven"]


def in_company(folder: Path, *options: str) -> list[Answer]:
    """The answers of one command about all boards in the folder."""
    names = sorted(one.name for one in folder.glob("*.toml"))
    found = run_here(folder, "prove", *names, *options, "--json")
    return [of_document(one) for one in json.loads(found.stdout)]


def audited(folder: Path, puzzles: list[AnyPuzzle]) -> list[Answer]:
    claims = [Claim("x", one, one.metric, 1) for one in puzzles]
    return [of_verdict(finding.answers[0].known) for finding in pp.audit(claims, jobs=2)]


ASKED: dict[str, Callable[[Path, list[AnyPuzzle]], list[Answer]]] = {
    "several workers": lambda folder, _: in_company(folder, "--jobs", "2"),
    "one worker": lambda folder, _: in_company(folder, "--jobs", "1"),
    "prove_all": lambda _, puzzles: list(map(of_verdict, pp.prove_all(puzzles, jobs=2))),
    "audit": audited,
    "a new ledger": lambda folder, _: in_company(folder, "--ledger", "results.db"),
    "the same ledger": lambda folder, _: in_company(folder, "--ledger", "results.db"),
}


def assert_one_answer(folder: Path, puzzles: list[AnyPuzzle]) -> list[Answer]:
    """Ask about each alone, then in each other way; returns the answers."""
    for number, puzzle in enumerate(puzzles):
        (folder / f"{number:03}.toml").write_text(dumps(puzzle), encoding="utf-8")
    alone = [of_verdict(pp.prove(puzzle)) for puzzle in puzzles]
    for how, ask in ASKED.items():
        assert ask(folder, puzzles) == alone, how
    return alone


@pytest.mark.parametrize("family", ["sliding", "tiles", "pegs", "frogs", "cubes"])
def test_small_boards_have_one_answer_however_they_are_asked(family: str, tmp_path: Path) -> None:
    puzzles = [puzzle for puzzle in SMALL.values() if puzzle.family == family]
    puzzles = puzzles[:: max(1, len(puzzles) // 5)]
    alone = assert_one_answer(tmp_path, puzzles)
    assert {puzzle.metric for puzzle in puzzles} >= set(puzzles[0].metrics)
    assert {grade for _, grade, _ in alone} == {"certified"}
    assert all((status == "unsolvable") == (proven is None) for status, _, proven in alone)


SMALL_BOARD, PLAN = loads('family = "frogs"\nboard = "F.T"', "three"), ("1-2", "3-1", "2-3")
SOLVED_BY_LABELS = Evidence.certified("labelling", 3, "verify.labelling", 0.1)
NO_PLAN = Evidence.certified("labelling", None, "verify.labelling", 0.1)
LIMITED = Job("x", SMALL_BOARD, limits=Limits(4.0))
AGREED = tuple(Evidence("exhaustion", 3, False, by, by, 0.1) for by in ("models", "encoders"))


def verdict(*evidence: Evidence, plan: tuple[str, ...] | None = None) -> Verdict:
    bounds = Bounds(SMALL_BOARD)
    bounds.evidence, bounds.plan = list(evidence), plan
    return bounds.verdict("three", 0.1, (), {})


def attempts(
    monkeypatch: pytest.MonkeyPatch, one: Job, first: Verdict, last: Verdict
) -> tuple[Verdict | None, list[float | None]]:
    """The answer of a job whose attempts end like this, and the seconds that each had."""
    had = list[float | None]()

    def proven(*asked: Any, in_process: bool = False, **_: Any) -> Verdict:
        had.append(asked[4].seconds)
        return first if in_process else last

    monkeypatch.setattr(jobs, "prove", proven)
    return one.run().verdict, had


def test_a_first_attempt_without_a_certificate_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    weak, strong = verdict(*AGREED, plan=PLAN), verdict(SOLVED_BY_LABELS, plan=PLAN)
    for one, seconds in ((Job("x", SMALL_BOARD), [5.0, None]), (LIMITED, [0.4, 4.0 - 0.1])):
        found, had = attempts(monkeypatch, one, weak, strong)
        assert found is not None
        assert (found.grade, had) == ("certified", seconds)
    found, had = attempts(monkeypatch, LIMITED, strong, weak)
    assert (found and found.grade, had) == ("certified", [0.4])


def test_that_there_is_no_plan_is_more_than_any_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    bound, none = verdict(SOLVED_BY_LABELS), verdict(NO_PLAN)
    assert (bound.proven, none.proven, none.to_json()["proven"]) == (3, None, None)
    assert none.strength > bound.strength > verdict(*AGREED).strength > verdict().strength
    assert attempts(monkeypatch, Job("x", SMALL_BOARD), bound, none)[0] == none
    assert attempts(monkeypatch, Job("x", SMALL_BOARD), none, bound)[0] == none


def test_a_first_attempt_asks_no_solver_and_no_search_that_cannot_be_stopped() -> None:
    puzzle = loads(DISTANT, "distant")
    how: dict[str, Any] = {"in_process": True, "steps": BRIEF}
    found = prove("distant", puzzle, DEFAULT, **how)
    assert {row.kind for row in found.evidence} <= {"invariant", "labelling"}
    assert not found.is_settled


def test_an_engine_does_the_same_work_in_company(tmp_path: Path) -> None:
    """Whether a certificate is wanted is part of the question; a ledger keeps one all the same."""
    for name in ("a.toml", "b.toml"):
        (tmp_path / name).write_text(dumps(SMALL_BOARD), encoding="utf-8")
    for more in ((), ("--certificate", "{puzzle}.cert", "--force")):
        asked = "--engine", "sat", "--json", *more
        alone = json.loads(run_here(tmp_path, "prove", "a.toml", *asked).stdout)
        for beside in json.loads(run_here(tmp_path, "prove", "a.toml", "b.toml", *asked).stdout):
            assert evidence_in(beside) == evidence_in(alone)
    (listed,) = pp.prove_all([SMALL_BOARD], engine="sat", jobs=1)
    assert evidence_in(listed.to_json()) == evidence_in(alone)


def evidence_in(document: Mapping[str, Any]) -> list[tuple[str, bool]]:
    return [(row["kind"], row["checked"]) for row in document["evidence"]]


@pytest.mark.slow
def test_a_large_graph_has_one_answer_however_it_is_asked(tmp_path: Path) -> None:
    puzzle = loads(DISTANT, "distant")
    assert assert_one_answer(tmp_path, [puzzle, replace(puzzle, metric="single")]) == [
        ("optimal", "certified", 2),
        ("optimal", "certified", 3),
    ]
