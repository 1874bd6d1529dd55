"""Files: written whole or not at all, with marks that tell the question and every change."""

import errno
import subprocess
import sys
import zlib
from dataclasses import replace
from pathlib import Path

import pytest

from puzzleproof.models.budget import ROOM, WORK, budgeted, evidence, foresee, spend
from puzzleproof.models.capabilities import gets_out, own_features, permuting, with_start
from puzzleproof.models.errors import InstanceError, LimitReached, OutputError, Unsupported
from puzzleproof.models.files import read_text, system_fault
from puzzleproof.models.instances import dumps, load, loads
from puzzleproof.models.marks import MARKED, bears, fingerprint, marked
from puzzleproof.models.output import folder_beside, new_file, written_whole
from puzzleproof.models.pegs.rules import PegPuzzle
from puzzleproof.models.puzzle import Info
from puzzleproof.verify.certificate import check_file, header_about
from puzzleproof.verify.formula.check import CheckedFormula
from tests.support.tree import ROOT

FULL = OSError(errno.ENOSPC, "No space left on device")


def test_a_byte_order_mark_is_no_text(tmp_path: Path) -> None:
    """And what is not text says what was expected."""
    path = tmp_path / "a"
    path.write_bytes("\ufeffa\r\nb".encode())
    assert read_text(path, "a plan") == "a\nb"
    path.write_bytes("\ufeff\ufeffa".encode())
    assert read_text(path, "a plan") == "\ufeffa", "one mark"
    path.write_bytes(b"a\xff")
    with pytest.raises(InstanceError, match=r"a': byte 1 is not UTF-8 text: not a plan"):
        read_text(path, "a plan")
    with pytest.raises(InstanceError, match="cannot be read"):
        read_text("a\0b", "a plan")


def write_half(path: Path) -> None:
    with written_whole(path) as part:
        part.write_text("half")
        raise FULL


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    """A fault leaves what was there; folders that are missing are made."""
    path = tmp_path / "one" / "two" / "a"
    for before, after in (("", "before"), ("before", "after")):
        with written_whole(path) as part:
            part.write_text(after)
            assert not before or path.read_text() == before
        assert path.read_text() == after
    with pytest.raises(OutputError, match=r"a': cannot be written: No space left") as caught:
        write_half(path)
    assert caught.value.reason == "No space left on device"
    assert path.read_text() == "after"
    assert list(path.parent.iterdir()) == [path]
    with pytest.raises(OutputError, match="cannot be written"), written_whole(path / "b"):
        raise AssertionError("the folder is a file")


def test_a_folder_beside_a_file_goes_away(tmp_path: Path) -> None:
    with folder_beside(tmp_path / "three" / "four" / "b") as folder:
        assert folder.parent == tmp_path / "three" / "four"
    (tmp_path / "three" / "four").rmdir()
    (tmp_path / "three").rmdir()
    with folder_beside(tmp_path / "a") as folder:
        assert folder.parent == tmp_path
        (folder / "part").touch()
    assert not list(tmp_path.iterdir())
    (tmp_path / "file").touch()
    with pytest.raises(OutputError, match="--graph 'x': cannot be written: Not a dir"):
        folder_beside(tmp_path / "file" / "none" / "a", "--graph 'x'").__enter__()


def test_faults_of_the_system_are_told_from_bugs() -> None:
    assert system_fault(FULL) == "No space left on device"
    named = OSError(errno.EACCES, "Permission denied", "x")
    assert system_fault(named) == "'x': Permission denied"
    assert system_fault(FileNotFoundError(errno.ENOENT, "No such file", "x")) is None


def test_new_files_go_with_the_process() -> None:
    text = "from puzzleproof.models.output import new_file; print(new_file('.x'), new_file('.x'))"
    made = subprocess.run([sys.executable, "-c", text], capture_output=True, check=True, text=True)
    one, other = map(Path, made.stdout.split())
    assert one != other
    assert one.parent == other.parent
    assert not one.parent.exists()
    assert [Path(new_file(".x")).read_bytes() for _ in range(2)] == [b"", b""]


END = b"\0\0\0\0IEND" + zlib.crc32(b"IEND").to_bytes(4, "big")
FILES = {".png": b"\x89PNG\r\n\x1a\n" + END, ".gif": b"GIF89a;"}


@pytest.mark.parametrize("suffix", MARKED)
def test_a_mark_tells_the_question_and_every_change(suffix: str) -> None:
    data = FILES.get(suffix, b"<svg>a</svg>\n")
    about = fingerprint("draw", puzzle=load("hughes"))
    written = marked(data, suffix, about)
    assert written == marked(data, suffix.upper(), about) != data
    assert bears(written, about)
    assert not bears(written, fingerprint("draw", puzzle=load("pennant")))
    assert not bears(written + b" ", about)
    assert not bears(data, about)
    assert bears(b"", about)
    assert marked(data, ".csv", about) == data


def test_a_certificate_says_what_it_is_about() -> None:
    file = ROOT / "docs" / "certificates" / "taquin-swapped-single.cert"
    assert getattr(header_about(file, load("taquin-swapped")), "kind", "") == "invariant"
    assert header_about(file, load("hughes")) is None
    assert header_about(ROOT / "README.md", load("hughes")) is None
    assert header_about(ROOT / "no such file", load("hughes")) is None


def test_what_families_lack_is_empty() -> None:
    puzzle = load("ane-rouge")
    assert own_features(puzzle) is None
    assert permuting(puzzle) is None
    assert puzzle.other_goals == puzzle.goal_in_words == ""
    assert list(puzzle.ladder()) == []
    assert puzzle.longest_plan is None
    assert not gets_out(load("frogs-1-1"))
    assert dumps(with_start(puzzle, puzzle.start, Info())).startswith('family = "sliding"')


def test_files_of_a_stranger_and_their_words() -> None:
    """Reprs, refusals and words that commands print."""
    frog = load("frogs-1-1")
    checked = check_file(ROOT / "docs" / "certificates" / "taquin-swapped-single.cert")
    assert "unsolvable" in checked.words()
    beyond = replace(checked, puzzle=frog, shown=22).details()
    assert "every plan has at least 22 moves, but at most" in beyond
    formula = CheckedFormula("horizon", frog, 3, 1, 1, "compared")
    assert repr(formula).startswith("<CheckedFormula ")
    assert "at least 3 moves" in formula.words()
    assert "1 clause written from the rules" in formula.details()
    assert "unsolvable" in CheckedFormula("horizon", frog, None, 1, 1, "").words()
    pegs = "\n".join(["x" * 7] * 4 + ["o" * 7])
    left = loads(f'family = "pegs"\nstart = """\n{pegs}\n"""\nfinish = "5 pegs"\n')
    assert isinstance(left, PegPuzzle)
    with pytest.raises(Unsupported, match="positions have 5 pegs: expected 20,000 at most"):
        _ = left.goals
    with pytest.raises(Unsupported, match="the number of pegs is not known"):
        _ = replace(left, finish="fewest").goals
    with pytest.raises(Unsupported, match="too large: expected 1,000 at most"):
        loads(
            'family = "pegs"\nstart = """\n' + "\n".join(["x" * 40] * 30) + '\n"""\nfinish = "any"'
        )
    with pytest.raises(InstanceError, match="stands on a wall"):
        loads('family = "sliding"\nboard = """\nA.#\n"""\ngoal = """\n..A\n"""\n')


def test_a_budget_ends_work_that_is_too_much() -> None:
    with budgeted(), pytest.raises(LimitReached, match="the check needs"):
        spend(WORK + 1)
    with budgeted(), pytest.raises(LimitReached, match="MB or more"):
        spend(1, ROOM + 1)
    with budgeted(no_limit=True):
        spend(WORK + 1)
        foresee(WORK + 1)
        assert evidence(b"x") == b"x"
    with budgeted():
        foresee(1)
