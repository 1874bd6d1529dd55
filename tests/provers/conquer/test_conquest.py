"""Horizons refuted by cubes: one proof for the whole, which nothing can be left out of."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from puzzleproof.encoders.cpsat import CpsatHorizons
from puzzleproof.encoders.sat import SatHorizons
from puzzleproof.models.errors import CertificateRejected, InternalError, LimitReached, Unsupported
from puzzleproof.models.instances import load
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.models.strips import bits
from puzzleproof.provers import refutation
from puzzleproof.provers.batch.work import order_of
from puzzleproof.provers.certificate import workspace
from puzzleproof.provers.conquer import Cubes, Solvable, conquest
from puzzleproof.provers.conquer.conquest import conquered
from puzzleproof.provers.conquer.job import CubeJob, CubeOutcome
from puzzleproof.provers.conquer.splits import Splits, halvings
from puzzleproof.provers.events import Event, ignore
from puzzleproof.provers.folders import remove_left_behind
from puzzleproof.provers.process import Limits
from puzzleproof.provers.prove import prove
from puzzleproof.provers.refutation.certify import smallest_formula
from puzzleproof.provers.request import Request
from puzzleproof.verify.bfs import layers
from puzzleproof.verify.refutation import check_refutation, horizon_of, paths_of
from tests.support import boards
from tests.support.labellings import SOLVABLE, labelled

HERE = Cubes(1)
BOARD = boards.sliding("ABC.\n#.##\n", goal="BAC.\n#.##\n", labelled="ABC")
"""Shunting on a siding takes six moves, and a piece of the goal may be in four places half-way."""
Pairs = Iterable[tuple[int, CubeJob]]


def here(jobs: Pairs, workers: int, listen: object) -> Iterator[tuple[int, CubeOutcome]]:
    """Refute cubes in this process, within no limits."""
    for number, job in jobs:
        yield number, job.run()


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conquest, "run_jobs", here)


def hints_of(
    puzzle: AnyPuzzle, bound: int, emit: Callable[[Event], None] = ignore, by: Cubes = HERE
) -> int:
    """Refute 'at most bound - 1' by cubes, have the certificate checked; its hints."""
    with workspace(None, {}) as place, conquered(puzzle, bound, None, by, place, emit) as write:
        checked = place.publish(write)
    assert (checked.kind, checked.at_least) == ("refutation", bound)
    return int(checked.states or 0)


# --- splits -------------------------------------------------------------------------------


def test_the_cubes_are_the_places_of_the_goal_s_piece_half_way() -> None:
    horizon = horizon_of(load("hughes"), 20)
    names = list(horizon.names())
    cubes = Splits(horizon, list(horizon.clauses())).parts_of(())
    said = [names[literal - 1] for (literal,) in cubes]
    assert len(said) == 9
    assert all(name.startswith("A@") and name.endswith("holds after move 10") for name in said)


def test_other_puzzles_are_split_by_what_moves_first() -> None:
    horizon = horizon_of(load("frogs-2-2"), 7)
    splits = Splits(horizon, list(horizon.clauses()))
    names = list(horizon.names())
    said = {names[literal - 1] for (literal,) in splits.parts_of(())}
    assert said == {"move 1 is frog:0,1>0,2", "move 1 is toad:0,3>0,2"}
    (again, *_) = splits.parts_of(splits.parts_of(())[0])
    assert names[again[1] - 1].startswith("move 2 is")


def test_paths_are_split_by_the_region_that_moves_first() -> None:
    """Where no goal asks for a piece that is the only one of its kind."""
    horizon = paths_of(boards.SMALL["two alike"], 3)
    names = list(horizon.names())
    cubes = Splits(horizon, list(horizon.clauses())).parts_of(())
    said = {names[literal - 1] for (literal,) in cubes}
    assert len(said) > 1
    assert all(name.startswith("move 1 is in the region of ") for name in said)


def test_each_state_half_way_is_in_one_cube_of_all() -> None:
    """Of the facts that split, exactly one holds in each state that can be reached."""
    horizon = horizon_of(BOARD, 6)
    facts = {literal - 1 - 3 * horizon.width for (literal,) in Splits(horizon, []).parts_of(())}
    for states in islice(layers(BOARD), 6):
        for state in states:
            assert len(facts & set(bits(BOARD.state_facts(state)))) == 1


@pytest.mark.parametrize("number", [2, 3, 4, 9])
def test_sets_of_places_leave_none_out(number: int) -> None:
    """Each place is in one set; the parts of a set are its places."""
    horizon = horizon_of(BOARD, 6)
    splits = Splits(horizon, list(horizon.clauses()))
    places, sets = splits.parts_of(()), splits.sets(number)
    assert len(sets) == min(number, len(places)) == len(set(sets))
    assert sorted(place for one in sets for place in splits.parts_of(one)) == sorted(places)
    assert all(splits.can_split(one) for one in sets)
    assert splits.sets(1) == []
    first = splits.parts_of(places[0])
    assert all(part[:1] == places[0] for part in first)


def test_without_such_a_piece_there_are_no_sets() -> None:
    horizon = horizon_of(load("frogs-2-2"), 7)
    assert Splits(horizon, list(horizon.clauses())).sets(2) == []


def test_steps_are_halved_down_to_the_last() -> None:
    assert [halvings(length) for length in range(4)] == [[], [], [1], [1, 2]]
    assert sorted(halvings(21)) == list(range(1, 21))


# --- proofs -------------------------------------------------------------------------------


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize("name", sorted(SOLVABLE.keys() - {"runs"}))
def test_the_last_horizon_of_every_family_is_refuted(name: str) -> None:
    puzzle = SOLVABLE[name]
    hints_of(puzzle, len(labelled(puzzle).labels))


@pytest.mark.usefixtures("at_once")
def test_a_cube_that_runs_long_is_split_again(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = list[tuple[int, float | None]]()

    def slow(jobs: Pairs, workers: int, listen: object) -> Iterator[tuple[int, CubeOutcome]]:
        for number, job in jobs:
            asked.append((len(job.cube), job.limits.seconds))
            if len(job.cube) < 2:
                yield number, job.given_up([], "time limit reached", 1.0)
            else:
                yield number, job.run()

    monkeypatch.setattr(conquest, "run_jobs", slow)
    hints_of(BOARD, len(labelled(BOARD).labels))
    assert {20.0 * 2 ** (depth - 1) for depth, _ in asked} == {s for _, s in asked}
    assert max(depth for depth, _ in asked) == 2


@pytest.mark.usefixtures("at_once")
def test_a_cube_that_has_no_parts_is_tried_without_a_limit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    limits = list[Limits]()

    def stopped(jobs: Pairs, workers: int, listen: object) -> Iterator[tuple[int, CubeOutcome]]:
        for number, job in jobs:
            limits.append(job.limits)
            limited = job.limits.seconds is not None
            yield number, job.given_up([], "too long", 1.0) if limited else job.run()

    monkeypatch.setattr(conquest, "run_jobs", stopped)
    hints_of(boards.SMALL["locked squares"], 5)
    assert Limits() in limits


IN_SETS = Cubes(1, sets=2)


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize("name", sorted(SOLVABLE.keys() - {"runs"}))
def test_sets_of_places_have_one_proof_too(name: str) -> None:
    puzzle = SOLVABLE[name]
    hints_of(puzzle, len(labelled(puzzle).labels), by=IN_SETS)


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize("by", [HERE, IN_SETS])
def test_a_part_left_out_of_the_proof_is_refused(by: Cubes) -> None:
    """Whichever: that the parts leave nothing out follows from all of them."""
    walls = boards.SMALL["walls"]
    horizon = smallest_formula(walls, len(labelled(walls).labels))
    clauses = list(horizon.clauses())
    with workspace(None, {}) as place:
        assert place.folder is not None
        work = conquest.Conquest(walls, horizon, clauses, by, place.folder, ignore)
        work.run()
        assert check_refutation(clauses, horizon.variables, work.lines()) > 0
        cubes = work.proofs
        for cube in list(cubes):
            proof = cubes.pop(cube)
            with pytest.raises(CertificateRejected, match="proof"):
                check_refutation(clauses, horizon.variables, work.lines())
            cubes[cube] = proof
            work.proofs = dict(sorted(cubes.items()))
            cubes = work.proofs


@pytest.mark.usefixtures("at_once")
def test_a_set_that_runs_long_is_asked_place_by_place(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = list[int]()

    def slow(jobs: Pairs, workers: int, listen: object) -> Iterator[tuple[int, CubeOutcome]]:
        for number, job in jobs:
            asked.append(sum(literal > 0 for literal in job.cube))
            given_up = job.given_up([], "time limit reached", 1.0)
            yield number, job.run() if asked[-1] else given_up

    monkeypatch.setattr(conquest, "run_jobs", slow)
    hints_of(BOARD, len(labelled(BOARD).labels), by=IN_SETS)
    assert asked[:2] == [0, 0]
    assert set(asked[2:]) == {1}


@pytest.mark.usefixtures("at_once")
def test_a_horizon_with_a_plan_is_not_refuted() -> None:
    with pytest.raises(Solvable):
        hints_of(BOARD, len(labelled(BOARD).labels) + 1)


@pytest.mark.usefixtures("at_once")
def test_a_cube_left_out_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The cube in which the plan is: without it all are refuted, and their cover is not."""
    honest = Splits.parts_of
    minimum = len(labelled(BOARD).labels)
    horizon = horizon_of(BOARD, minimum)

    def without(splits: Splits, cube: tuple[int, ...]) -> list[tuple[int, ...]]:
        parts = honest(splits, cube)
        jobs = [CubeJob.of(BOARD, horizon.length, part, Limits()) for part in parts]
        return [part for part, job in zip(parts, jobs, strict=True) if not job.run().solvable]

    monkeypatch.setattr(Splits, "parts_of", without)
    with pytest.raises(InternalError, match="the cubes leave something out"):
        hints_of(BOARD, minimum + 1)


@pytest.mark.usefixtures("at_once")
def test_a_proof_of_another_cube_is_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two proofs exchanged: the joined proof does not follow."""

    def exchanged(jobs: Pairs, workers: int, listen: object) -> Iterator[tuple[int, CubeOutcome]]:
        done = [job.run() for _, job in jobs]
        yield from enumerate(reversed(done))

    monkeypatch.setattr(conquest, "run_jobs", exchanged)
    walls = boards.SMALL["walls"]  # on BOARD each proof follows from either cube
    with pytest.raises(CertificateRejected, match="proof"):
        hints_of(walls, len(labelled(walls).labels))


def test_a_cube_that_fails_ends_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(jobs: Pairs, workers: int, listen: object) -> Iterator[tuple[int, CubeOutcome]]:
        for number, job in jobs:
            yield number, job.failed("its process died: code -9")

    monkeypatch.setattr(conquest, "run_jobs", failing)
    with pytest.raises(LimitReached, match="a cube was not refuted: its process died: code -9"):
        hints_of(BOARD, len(labelled(BOARD).labels))


def test_a_part_that_cannot_be_split_and_is_stopped_ends_the_work(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def stopped(jobs: Pairs, workers: int, listen: object) -> Iterator[tuple[int, CubeOutcome]]:
        for number, job in jobs:
            yield number, job.given_up([], "memory limit reached", 1.0)

    def never(splits: Splits, cube: tuple[int, ...]) -> bool:
        return not cube

    monkeypatch.setattr(conquest, "run_jobs", stopped)
    monkeypatch.setattr(Splits, "can_split", never)
    with pytest.raises(LimitReached, match="a cube was not refuted: memory limit reached"):
        hints_of(BOARD, len(labelled(BOARD).labels))


# --- jobs ---------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def job() -> CubeJob:
    minimum = len(labelled(BOARD).labels)
    horizon = smallest_formula(BOARD, minimum)
    cube = Splits(horizon, list(horizon.clauses())).parts_of(())[0]
    return CubeJob.of(BOARD, minimum - 1, cube, Limits(60))


def test_a_job_goes_to_another_machine_and_its_proof_is_followed_here(job: CubeJob) -> None:
    sent = order_of(job.to_text(), {})
    assert sent == job
    outcome = sent.run(ignore)
    back = job.received(outcome.to_text(), outcome.certificate, "worker 1")
    assert (back.proof, back.reason) == (outcome.proof, "")


@pytest.mark.parametrize("text", ["{", "[]", "{}", None])
def test_an_answer_that_cannot_be_read_is_rejected(job: CubeJob, text: str | None) -> None:
    found = job.received(text, job.run().proof, "worker 1")
    assert found.proof is None
    assert found.reason.startswith("what worker 1 sent is rejected: the answer ")


@pytest.mark.parametrize(
    ("cut", "rehashed", "fault"),
    [
        (None, False, "it has no proof, and names the hash of one"),
        (slice(-1), False, "its proof is another one than it says: the hashes differ"),
        (slice(-5), True, "proof: it ends"),
        (slice(0), True, "proof: it ends without the empty clause"),
    ],
)
def test_a_forged_proof_is_rejected(
    job: CubeJob, cut: slice | None, rehashed: bool, fault: str
) -> None:
    outcome = job.run()
    proof = None if cut is None or outcome.proof is None else outcome.proof[cut]
    said = (replace(outcome, proof=proof) if rehashed else outcome).to_text()
    found = job.received(said, proof, "worker 1")
    assert found.proof is None
    assert found.reason.startswith(f"what worker 1 sent is rejected: {fault}")


def test_a_cube_without_a_formula_fails_with_the_reason(job: CubeJob) -> None:
    assert "metric" in replace(job, metric="steps").run().reason


def test_a_solution_is_no_proof(job: CubeJob) -> None:
    found = CubeJob.of(BOARD, job.length + 1, (), Limits()).run()
    assert (found.solvable, found.proof) == (True, None)
    assert json.loads(found.to_text())["sha256"] is None


def test_folders_of_processes_that_ended_are_removed(tmp_path: Path) -> None:
    mine, gone = tmp_path / "puzzleproof-cube-1-x", tmp_path / "puzzleproof-cube-4194305-x"
    for folder in (mine, gone):
        folder.mkdir()
    remove_left_behind(tmp_path, "cube")
    assert (mine.exists(), gone.exists()) == (True, False)


def test_a_joined_proof_is_checked_without_its_cubes() -> None:
    """What is written is a plain LRAT proof of the formula of the whole."""
    horizon = smallest_formula(BOARD, len(labelled(BOARD).labels))
    clauses = list(horizon.clauses())
    with workspace(None, {}) as place:
        assert place.folder is not None
        work = conquest.Conquest(BOARD, horizon, clauses, HERE, place.folder, ignore)
        work.run()
        assert check_refutation(clauses, horizon.variables, work.lines()) > 0


# --- as evidence --------------------------------------------------------------------------


def proven(at_least: int | None = None, **keys: Any) -> Any:
    request = Request(evidence=("refutation",), at_least=at_least, cubes=Cubes(2), **keys)
    return prove("walls", BOARD, request)


def test_a_bound_is_proven_by_processes() -> None:
    minimum = len(labelled(BOARD).labels)
    verdict = proven(minimum)
    assert (verdict.grade, verdict.lower) == ("certified", minimum)
    (row,) = verdict.evidence
    assert row.note == f"'at most {minimum - 1} moves' refuted by an LRAT proof in cubes"


def test_a_bound_one_too_high_is_denied_by_a_plan() -> None:
    minimum = len(labelled(BOARD).labels)
    verdict = proven(minimum + 1)
    assert verdict.upper == minimum
    assert not any(row.bound > minimum for row in verdict.evidence)


def test_without_a_bound_horizons_find_it_first() -> None:
    verdict = proven()
    assert (verdict.status, verdict.grade) == ("optimal", "certified")


def in_parts(monkeypatch: pytest.MonkeyPatch, **keys: Any) -> Any:
    """What is proven where each refutation is one that takes long, and there are processors."""
    monkeypatch.setattr(refutation, "WHOLE_MOVES", 0)
    monkeypatch.setattr(refutation, "WHOLE_SECONDS", 0.0)
    monkeypatch.setattr("puzzleproof.provers.refutation.queries.processors", lambda: 2)
    return prove("walls", BOARD, Request(evidence=("refutation",), **keys))


def test_the_proof_of_a_long_refutation_comes_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    verdict = in_parts(monkeypatch)
    assert (verdict.status, verdict.grade) == ("optimal", "certified")
    notes = {row.note for row in verdict.evidence if row.kind == "refutation"}
    assert f"'at most {verdict.lower - 1} moves' refuted by an LRAT proof in parts" in notes


def says_no(*_: object) -> None:
    return None


def test_a_part_with_a_plan_is_a_fault_of_the_refutation(monkeypatch: pytest.MonkeyPatch) -> None:
    """A solver that refutes too much: the parts have a solution then."""
    monkeypatch.setattr(SatHorizons, "refute", says_no)
    monkeypatch.setattr(CpsatHorizons, "refute", says_no)
    minimum = len(labelled(BOARD).labels)
    with pytest.raises(InternalError, match=f"'at most {minimum} moves' was refuted and has a"):
        in_parts(monkeypatch, at_least=minimum + 1)


def test_cubes_ask_for_a_refutation() -> None:
    with pytest.raises(Unsupported, match="cubes are parts of a refutation: ask for evidence"):
        Request(cubes=HERE)
