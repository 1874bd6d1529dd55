"""The folder of the page without a server: what is in it, and what it may take the place of."""

import io
import json
import re
import sys
import zipfile
from pathlib import Path

import pytest

from puzzleproof.models.errors import InstanceError, OutputError, Unsupported
from puzzleproof.models.instances import library_names
from puzzleproof.web import site
from puzzleproof.web.site import (
    MARKER,
    PYODIDE_FILES,
    check_folder,
    find_pyodide,
    program_files,
    write_site,
)
from tests.support.command_line import result_of
from tests.support.tree import ROOT, installed

VERSION = "1.2.3"


@pytest.fixture
def pyodide(tmp_path: Path) -> site.Pyodide:
    """Files with the names of Pyodide's."""
    folder = tmp_path / "pyodide"
    folder.mkdir()
    for name in PYODIDE_FILES:
        (folder / name).write_text(name, "utf-8")
    (folder / "package.json").write_text('{"version": "1.2.3"}', "utf-8")
    return find_pyodide(str(folder))


def program() -> bytes:
    ((_, data),) = program_files()
    return data


def test_the_archive_holds_what_the_released_wheel_holds() -> None:
    wanted = {name for name in installed() if "/verify/formal/" not in name}
    with zipfile.ZipFile(io.BytesIO(program())) as archive:
        assert set(archive.namelist()) == wanted


def test_the_same_sources_make_the_same_archive_which_runs(tmp_path: Path) -> None:
    assert program() == program()
    with zipfile.ZipFile(io.BytesIO(program())) as archive:
        archive.extractall(tmp_path)
    words = [sys.executable, "-m", "puzzleproof", "prove", "hughes", "-q"]
    told = result_of(words, tmp_path, env={"PYTHONPATH": ""}).stdout
    assert "21 moves (metric piece), certified" in told


def test_a_site_has_page_library_program_and_python(tmp_path: Path, pyodide: site.Pyodide) -> None:
    folder = tmp_path / "new" / "site"
    check_folder(folder)
    written = write_site(folder, pyodide, VERSION)
    names = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    assert written.files == len(names)
    assert {f"pyodide/{name}" for name in PYODIDE_FILES} <= names
    assert "python/puzzleproof.zip" in names
    assert {f"instances/{name}.json" for name in library_names()} <= names
    page = (folder / "index.html").read_text("utf-8")
    assert "script-src 'self' 'wasm-unsafe-eval'" in page
    assert "://" not in page.replace("http://www.w3.org", "")
    assert "WorkerBackend" in (folder / "static/site.js").read_text("utf-8")
    assert json.loads((folder / MARKER).read_text("utf-8"))["pyodide"] == "1.2.3"
    assert not [path for path in folder.parent.iterdir() if path.name.startswith(".")]
    text = (ROOT / "docs" / "pictures.md").read_text("utf-8")  # which says how large it is
    ((whole, python),) = re.findall(r"some ([0-9.]+) MB, ([0-9.]+) MB of them Pyodide", text)
    size = (written.page + written.library + written.program) / 1e6
    assert abs(float(whole) - float(python) - size) < 0.5, size


def test_a_site_replaces_an_older_one_and_no_more(tmp_path: Path, pyodide: site.Pyodide) -> None:
    folder = tmp_path / "site"
    write_site(folder, pyodide, VERSION)
    (folder / "CNAME").write_text("mine", "utf-8")
    (folder / "static/mine.css").write_text("mine", "utf-8")
    (folder / "index.html").write_text("old", "utf-8")
    check_folder(folder)
    write_site(folder, pyodide, VERSION)
    assert (folder / "CNAME").read_text("utf-8") == "mine"
    assert (folder / "static/mine.css").read_text("utf-8") == "mine"
    assert "puzzleproof" in (folder / "index.html").read_text("utf-8")


def test_a_folder_of_others_is_taken_by_force(tmp_path: Path, pyodide: site.Pyodide) -> None:
    folder = tmp_path / "home"
    folder.mkdir()
    check_folder(folder)
    (folder / "letter").write_text("mine", "utf-8")
    with pytest.raises(InstanceError, match="holds files, but no site; --force"):
        check_folder(folder)
    check_folder(folder, force=True)
    write_site(folder, pyodide, VERSION)
    assert (folder / "letter").read_text("utf-8") == "mine"
    with pytest.raises(InstanceError, match="exists and is not a folder"):
        check_folder(folder / "letter")


def test_a_full_disk_leaves_the_older_site(
    tmp_path: Path, pyodide: site.Pyodide, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "site"
    write_site(folder, pyodide, VERSION)
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    put, written = Path.write_bytes, list[Path]()

    def fail_once(self: Path, data: bytes) -> int:
        written.append(self)
        if len(written) == 7:
            raise OSError(28, "No space left on device")
        return put(self, data)

    monkeypatch.setattr(Path, "write_bytes", fail_once)
    with pytest.raises(OutputError, match=r"^--static .*: cannot be written: No space left"):
        write_site(folder, pyodide, "1.2.4")
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


def test_without_pyodide_a_line_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(site, "PYODIDE_PLACES", ("no/such",))
    with pytest.raises(Unsupported, match=r"'npm install pyodide@314\.0\.7' installs it"):
        find_pyodide(None)
    with pytest.raises(InstanceError, match=r"there is no pyodide\.mjs; 'npm install"):
        find_pyodide(str(tmp_path))
