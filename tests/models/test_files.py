"""Files: read with or without a byte-order mark, written as a whole or not at all."""

import errno
import subprocess
import sys
from pathlib import Path

import pytest

from puzzleproof.models.errors import InstanceError, OutputError
from puzzleproof.models.files import read_text, system_fault
from puzzleproof.models.output import folder_beside, new_file, written_whole

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
