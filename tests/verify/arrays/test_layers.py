"""Which checker runs, and what the one on arrays finds, whatever the size of its chunks."""

from __future__ import annotations

import json
import os
import random
import sys
from pathlib import Path
from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzleproof.models.errors import CertificateRejected, InstanceError, InternalError
from puzzleproof.models.sliding.rules import SlidingPuzzle
from puzzleproof.provers import labelling as makers
from puzzleproof.provers.events import ignore
from puzzleproof.verify import halves, labelling, second_half
from puzzleproof.verify.arrays import layers as array_module
from puzzleproof.verify.arrays.boards import WordBoards
from puzzleproof.verify.bfs import bfs
from puzzleproof.verify.certificate import ARRAYS, INTERPRETED, check_file, read_header
from tests.support.boards import METRICS, SMALL, library, puzzles, sliding
from tests.support.certificate_files import Blocks, blocks_of, certificate, unpacked, written
from tests.support.checkers import by_two, check_alike, on_arrays, refusal_alike

PUZZLE = SMALL["walls"]


def lies(puzzle: SlidingPuzzle, blocks: Blocks) -> bool:
    """Whether labels, the least of each state, break what the definition demands."""
    least = dict[int, int]()
    for label, block in enumerate(blocks):
        for number in block:
            least.setdefault(number, label)
    if least.get(puzzle.pack(puzzle.canonical(puzzle.start))) != 0:
        return True
    for number, label in least.items():
        state = puzzle.unpack(number)
        after = map(puzzle.pack, puzzle.successors(state))
        far = label < len(blocks) - 1 and any(least.get(n, label + 2) > label + 1 for n in after)
        if far or puzzle.is_goal(state):
            return True
    return False


@given(puzzles(tours=False), st.integers(0, 2**32), st.sampled_from([1, 2, 5, 1 << 15]))
def test_bent_labels_of_random_boards(
    tmp_path_factory: pytest.TempPathFactory, puzzle: SlidingPuzzle, seed: int, chunk: int
) -> None:
    """Distances with a few states dropped, moved or in two labels: accepted only if they prove."""
    chance = random.Random(seed)  # noqa: S311
    minimum = bfs(puzzle).optimum
    blocks = blocks_of(puzzle, min(6, 6 if minimum is None else minimum))
    for _ in range(chance.choice([0, 1, 1, 2, 4])):
        filled = [block for block in blocks if block]
        if not filled:
            break
        block = chance.choice(filled)
        number = block[chance.randrange(len(block))]
        if chance.random() < 0.9:
            block.remove(number)
        if chance.random() < 0.7:
            other = chance.choice(blocks)
            other[:] = sorted({*other, number})
    path = written(tmp_path_factory.mktemp("bent"), certificate(puzzle, blocks))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(array_module, "CHUNK", chunk)
        try:
            check_alike(path)
        except CertificateRejected:
            return
    assert not blocks or not lies(puzzle, blocks)


@pytest.mark.parametrize("chunk", [1, 3, 1 << 15])
@pytest.mark.parametrize("metric", METRICS)
def test_the_first_fault_does_not_depend_on_chunks(
    metric: str, chunk: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(array_module, "CHUNK", chunk)
    puzzle = PUZZLE.with_metric(metric)
    blocks = blocks_of(puzzle, 8)
    for label in (3, 6, 7):
        for k in range(len(blocks[label])):
            bent = [list(block) for block in blocks]
            del bent[label][k]
            file = certificate(puzzle, bent)
            assert "has no label up to" in refusal_alike(written(tmp_path, file))


@pytest.mark.parametrize("metric", METRICS)
def test_an_overstated_claim_is_rejected_by_both(metric: str, tmp_path: Path) -> None:
    puzzle = library("hughes", metric)
    minimum = bfs(puzzle).optimum
    assert minimum is not None
    assert check_alike(written(tmp_path, certificate(puzzle, blocks_of(puzzle, minimum)))).at_least
    over = certificate(puzzle, blocks_of(puzzle, minimum + 1))
    assert f"label {minimum}: a goal state" in refusal_alike(written(tmp_path, over))
    again = certificate(puzzle, blocks_of(puzzle, minimum), at_least=minimum + 1)
    assert "claims at least" in refusal_alike(written(tmp_path, again))


def test_marks_spare_most_moves(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The marks of a clique are used: fewer moves are looked up than there are."""
    puzzle = library("ane-rouge", "piece")
    blocks = blocks_of(puzzle, 30)
    every = sum(len(set(puzzle.successors(puzzle.unpack(n)))) for b in blocks[:-1] for n in b)
    looked, moves = [0], WordBoards.moves

    def counted(self: object, *some: object) -> object:
        found = moves(self, *some)  # type: ignore[arg-type]
        looked[0] += len(found)
        return found

    monkeypatch.setattr(WordBoards, "moves", counted)
    on_arrays(written(tmp_path, certificate(puzzle, blocks)))
    assert 0 < looked[0] < 0.75 * every


# --- two processes ------------------------------------------------------------------------


def test_any_block_divides_the_work(tmp_path: Path) -> None:
    """All bent files of a board, divided at every block: one fault, the same as undivided."""
    blocks = blocks_of(PUZZLE, 8)
    files = [certificate(PUZZLE, blocks)]
    for label in range(8):
        bent = [list(block) for block in blocks]
        del bent[label][0]
        files.append(certificate(PUZZLE, bent))
    for file in files:
        path = written(tmp_path, file)
        answers = {_answer(path, begin) for begin in (None, *range(8))}
        assert len(answers) == 1


def _answer(path: Path, begin: int | None) -> str | int:
    try:
        return (on_arrays(path) if begin is None else by_two(path, begin)).states
    except CertificateRejected as error:
        return str(error)


def test_both_parts_know_both_sides(tmp_path: Path) -> None:
    """Labels from both ends, divided anywhere."""
    puzzle = sliding("AB../C...", "unit", goal=["..CB/...A", "...A/..BC"], labelled="*")
    forward, backward = unpacked(puzzle, makers.label(puzzle, ignore))
    assert len(backward) > 2
    bent = [[], *backward[1:]], [*backward[:-1], backward[-1][1:]], [*backward[:2], forward[-1]]
    for back in (backward, *bent):
        path = written(tmp_path, certificate(puzzle, forward, back=back))
        blocks = len(forward) + len(back)
        assert len({_answer(path, begin) for begin in (None, *range(blocks))}) == 1


def test_two_processes_check_and_are_named(tmp_path: Path) -> None:
    path = written(tmp_path, certificate(PUZZLE, blocks_of(PUZZLE, 8)))
    found = by_two(path, processes=True)
    assert (found.by, found.processes, found.states) == (ARRAYS, 2, on_arrays(path).states)
    assert "(arrays, 2 processes)" in found.details()


def test_the_second_process_names_its_fault(tmp_path: Path) -> None:
    bent = blocks_of(PUZZLE, 8)
    del bent[7][0]
    path = written(tmp_path, certificate(PUZZLE, bent))
    with pytest.raises(CertificateRejected, match="has no label up to 7"):
        by_two(path, 3, processes=True)


def test_a_second_process_that_says_nothing_is_no_yes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written(tmp_path, certificate(PUZZLE, blocks_of(PUZZLE, 8)))
    monkeypatch.setattr(halves, "ENTRY", "raise SystemExit('no answer')")
    with pytest.raises(InternalError, match="second process ended with 1: no answer"):
        by_two(path, processes=True)


def test_a_file_that_the_second_process_cannot_read_is_no_fault_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path, certificate(PUZZLE, blocks_of(PUZZLE, 8)))
    second_half.main({"path": str(tmp_path / "gone"), "header": "", "begin": 3, "parent": 0})
    answer = capsys.readouterr().out
    assert json.loads(answer) == {"unreadable": "No such file or directory"}
    monkeypatch.setattr(halves, "ENTRY", f"print({answer!r})")
    with pytest.raises(InstanceError, match="cannot be read: No such file"):
        by_two(path, processes=True)


def test_the_second_process_reads_the_same_file(tmp_path: Path) -> None:
    path = written(tmp_path, certificate(PUZZLE, blocks_of(PUZZLE, 8)))
    request = {"path": str(path), "header": "0" * 64, "begin": 3, "parent": os.getppid()}
    with pytest.raises(CertificateRejected, match="changed while it was read"):
        second_half.checked(request)


def test_without_a_second_process_one_checks(tmp_path: Path) -> None:
    path = written(tmp_path, certificate(PUZZLE, blocks_of(PUZZLE, 8)))
    with mock.patch("subprocess.Popen", side_effect=OSError):
        assert by_two(path, processes=True).processes == 1


def test_a_second_process_ends_with_the_first(tmp_path: Path) -> None:
    path = written(tmp_path, certificate(PUZZLE, blocks_of(PUZZLE, 8)))
    header = read_header(path.open("rb")).extra["header_sha256"]
    request = {"path": str(path), "header": header, "begin": 3, "parent": 0}
    with pytest.raises(SystemExit):
        second_half.checked(request)


def test_what_the_second_process_prints(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(second_half, "checked", mock.Mock(return_value=5))
    second_half.main({"begin": 5})
    assert json.loads(capsys.readouterr().out) == {"states": 5}
    monkeypatch.setattr(second_half, "checked", mock.Mock(side_effect=CertificateRejected("why")))
    second_half.main({})
    assert json.loads(capsys.readouterr().out) == {"rejected": "why"}
    monkeypatch.setattr(second_half, "checked", mock.Mock(side_effect=KeyboardInterrupt))
    with pytest.raises(SystemExit):
        second_half.main({})


@pytest.mark.parametrize(("load", "there"), [(0.5, True), (2.0, False)])
def test_a_busy_machine_runs_one(load: float, there: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", mock.Mock(return_value={0, 1}), raising=False)
    monkeypatch.setattr(os, "getloadavg", mock.Mock(return_value=(load, 0.0, 0.0)), raising=False)
    assert halves.two_can_run() is there
    monkeypatch.setattr(os, "sched_getaffinity", mock.Mock(return_value={0}), raising=False)
    assert not halves.two_can_run()
    monkeypatch.delattr(os, "sched_getaffinity")
    monkeypatch.setattr(os, "cpu_count", mock.Mock(return_value=2))
    assert halves.two_can_run()
    monkeypatch.setattr(sys, "executable", None)
    assert not halves.two_can_run()


# --- which checker runs -------------------------------------------------------------------


def test_small_tables_are_interpreted_and_large_ones_are_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written(tmp_path, certificate(PUZZLE, blocks_of(PUZZLE, 8)))
    assert check_file(path).by == INTERPRETED
    states = check_file(path).states
    monkeypatch.setattr(labelling, "LARGE", states)
    assert check_file(path).by == ARRAYS
    assert "(arrays)" in check_file(path).details()
    assert "Python, numpy, and the machine" in check_file(path).details()
    assert check_file(path, plain=True).by == INTERPRETED
    monkeypatch.setattr(labelling, "LARGE", states + 1)
    assert check_file(path).by == INTERPRETED


def test_without_numpy_the_reference_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = written(tmp_path, certificate(PUZZLE, blocks_of(PUZZLE, 8)))
    monkeypatch.setitem(sys.modules, "puzzleproof.verify.arrays.layers", None)
    assert on_arrays(path).by == INTERPRETED


def test_other_families_are_interpreted(tmp_path: Path) -> None:
    puzzle = SMALL["tour in sequence"]
    path = written(tmp_path, certificate(puzzle, blocks_of(puzzle, 3)))
    assert on_arrays(path).by == INTERPRETED
