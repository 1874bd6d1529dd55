"""A bound beyond the longest plan is 'unsolvable': of each kind of evidence and certificate."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from puzzleproof.models.errors import CertificateRejected
from puzzleproof.models.pegs.rules import PegPuzzle
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.bounded import claim_with_bounds
from puzzleproof.provers.events import Event, EvidenceFound, HorizonAnswer, Layer, PlanFound
from puzzleproof.provers.invariant import find_argument
from puzzleproof.provers.process import Limits
from puzzleproof.provers.request import Request
from puzzleproof.provers.session import Bounds
from puzzleproof.provers.solve import solve
from puzzleproof.provers.strategy import prove
from puzzleproof.provers.verdict import UNSOLVABLE, Evidence, Verdict
from puzzleproof.verify.certificate import check_file
from tests.support.arguments import Subject, argued, file_of
from tests.support.certificate_files import Blocks, blocks_of, shortest_plan, written
from tests.support.certificate_files import certificate as made
from tests.support.command_line import run_here
from tests.support.cube_sets import cubes
from tests.support.frog_boards import frogs
from tests.support.peg_boards import METRICS, game, pegs, puzzles

DIAMOND = "..ooo..\n..xxx..\n.xxxxx.\nxxxoxxx\n.xxxxx.\n..xxx..\n..ooo..\n"
"""22 pegs, the last one to be left in the middle."""
PATCH: dict[str, Any] = {"board": "oooo\noooo\noooo", "start": "xxox\nxxxx\nxxox", "finish": "any"}
STUCK: dict[str, AnyPuzzle] = {
    **{f"pegs, {metric}": pegs(metric, **PATCH) for metric in METRICS},
    "frogs": frogs("FF.TT", goal="TF.TF"),
    "cubes": cubes("RRRRRG", "RRRRGR"),
}
"""Boards without a plan; of the first three no invariant that is known says so."""
SOLVABLE = game("triangle4", "jump", vacate=[1, 1], finish="any")
FAR: dict[str, Any] = {"form": "potential", "weights": [-1, 0], "drop": 1}
"""All animals are beyond their goals, by twelve cells together."""
BEYOND = Subject(frogs("TT.FF"), argued(FAR), 12)


def proven(puzzle: AnyPuzzle, **keys: Any) -> Verdict:
    return prove("stuck", puzzle, Request(**keys), limits=Limits(120.0))


def padded(puzzle: AnyPuzzle, at_least: int) -> Blocks:
    """As many blocks as the bound needs, the last ones empty."""
    blocks = blocks_of(puzzle)
    return [*blocks[:at_least], *[[]] * (at_least - len(blocks))]


def claimed(path: Path) -> Any:
    """The bound that the header states."""
    return json.loads(path.read_bytes().partition(b"\n")[0])["at_least"]


@pytest.mark.parametrize("metric", ["move", pytest.param("jump", marks=pytest.mark.slow)])
def test_the_diamond_is_unsolvable_in_both_metrics(metric: str, tmp_path: Path) -> None:
    path = tmp_path / "diamond.cert"
    verdict = proven(pegs(metric, start=DIAMOND, finish=[3, 3]), certificate=str(path))
    assert (verdict.status, verdict.grade, verdict.lower) == ("unsolvable", "certified", None)
    checked = check_file(path)
    assert (checked.at_least, checked.kind) == (None, "labelling")
    assert (claimed(path), checked.shown) == ((22, 22) if metric == "move" else (None, None))


@pytest.mark.parametrize("asked", [None, 20, 23])
def test_a_search_with_bounds_asks_for_no_more_than_is_possible(asked: int | None) -> None:
    """A theorem about a bound that was asked for is about just that bound."""
    found = claim_with_bounds(pegs("move", start=DIAMOND, finish=[3, 3]), asked, None)
    assert (found.at_least, found.plan) == (asked or 22, None)


@pytest.mark.parametrize("kind", ["auto", "labelling", "exhaustion"])
@pytest.mark.parametrize("name", STUCK)
def test_a_bound_that_no_plan_reaches_is_proven_as_unsolvable(name: str, kind: str) -> None:
    verdict = proven(STUCK[name], evidence=(kind,), at_least=99)
    assert (verdict.status, verdict.claim, verdict.at_least) == ("unsolvable", "confirmed", 99)
    assert verdict.grade == ("cross-checked" if kind == "exhaustion" else "certified")


@pytest.mark.parametrize("asked", [None, 99])
@pytest.mark.parametrize("name", STUCK)
def test_a_refutation_of_the_longest_plan_is_a_certificate_of_no_plan(
    name: str, asked: int | None, tmp_path: Path
) -> None:
    path = tmp_path / "refuted.cert"
    keys: dict[str, Any] = {"engine": "sat", "at_least": asked, "certificate": str(path)}
    verdict = proven(STUCK[name], **keys)
    assert (verdict.status, verdict.grade) == ("unsolvable", "certified"), verdict.notes
    checked = check_file(path)
    assert checked.at_least is None
    if asked is not None:
        assert (checked.kind, claimed(path)) == ("refutation", STUCK[name].too_many)


@pytest.mark.parametrize("name", STUCK)
def test_labels_beyond_the_longest_plan_prove_that_there_is_none(name: str, tmp_path: Path) -> None:
    puzzle = STUCK[name]
    longest = puzzle.longest_plan or 0
    for bound, proves in ((longest, longest), (longest + 1, None), (longest + 9, None)):
        checked = check_file(written(tmp_path, made(puzzle, padded(puzzle, bound))))
        assert (checked.at_least, checked.optimum) == (proves, None)
        assert ("unsolvable" in checked.words()) == (proves is None)
    assert "with lower bounds" not in checked.words()


def test_what_is_not_proven_proves_nothing(tmp_path: Path) -> None:
    """The plan must be as long as the claim, and the labels or lemmas must show the claim."""
    longest, blocks, plan = SOLVABLE.longest_plan or 0, blocks_of(SOLVABLE), shortest_plan(SOLVABLE)
    for data, said in (
        (made(SOLVABLE, padded(SOLVABLE, longest + 1)), "a goal state"),
        (made(SOLVABLE, blocks[:3], at_least=longest + 1), "with 3 blocks"),
        (made(SOLVABLE, [], at_least=longest + 1, plan=plan), "shorter than the bound"),
        (file_of(BEYOND, at_least=13), "at least 12 moves, not 13"),
    ):
        with pytest.raises(CertificateRejected, match=said):
            check_file(written(tmp_path, data))
    verdict = proven(SOLVABLE, at_least=99)
    assert (verdict.claim, verdict.upper, verdict.at_least) == ("refuted", 8, 99)
    bounds = Bounds(SOLVABLE)
    bounds.apply(PlanFound(tuple(plan or ()), "test"))
    bounds.apply(EvidenceFound(Evidence.certified("labelling", 9, "test", 0.0)))
    assert bounds.verdict("", 0.0, (), {}).denied


def test_an_argument_beyond_the_longest_plan_proves_that_there_is_none(tmp_path: Path) -> None:
    """`verify` says so in words and in JSON."""
    file = written(tmp_path, file_of(BEYOND))
    checked = check_file(file)
    assert (checked.at_least, checked.shown) == (None, 12)
    assert "every plan has at least 12 moves, but at most 0" in checked.details()
    said = run_here(tmp_path, "verify", file)
    words = "'made by hand' (the file's own word): unsolvable (metric move)"
    assert (said.returncode, words in said.stdout) == (0, True)
    found = json.loads(run_here(tmp_path, "verify", file, "--json").stdout)
    assert (found["at_least"], found["unsolvable"], found["optimum"]) == (None, True, None)


@pytest.mark.parametrize(
    "event",
    [
        EvidenceFound(Evidence("refutation", 10, False, "none", "encoders", 0.0)),
        Layer("searching", "models", 9, 1000),
        HorizonAnswer("sat", 9, "refuted", 0.0, afresh=True),
    ],
    ids=lambda event: event.event,
)
def test_claims_beyond_the_longest_plan_claim_that_there_is_none(event: Event) -> None:
    bounds = Bounds(STUCK["pegs, jump"])
    bounds.apply(event)
    assert (bounds.lower, bounds.closed) == (None, False)
    assert [row.bound for row in bounds.verdict("", 0.0, (), {}).evidence] == [UNSOLVABLE]


@given(puzzles())
def test_what_excludes_all_plans_does_so_in_every_metric(puzzle: PegPuzzle) -> None:
    """No metric has more plans than another, and the jumps are the same."""
    found = [find_argument(puzzle.with_metric(metric)) for metric in METRICS]
    assert len({one is not None and one[1] == UNSOLVABLE for one in found}) == 1


def test_solve_ends_when_a_search_claims_that_there_is_no_plan() -> None:
    """It once went on with a solver until its time was over."""
    verdict = solve("diamond", pegs("move", start=DIAMOND, finish=[3, 3]))
    assert (verdict.status, verdict.lower, verdict.plan) == ("bounded", None, None)
    assert [row.kind for row in verdict.evidence] == ["exhaustion"]
