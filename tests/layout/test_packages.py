"""What is built holds what the tree holds, runs where it is unpacked, and runs without a build."""

import fcntl
import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.support.command_line import Result, result_of
from tests.support.tree import clone, installed


def python(*words: str | Path, cwd: Path, path: str = "", warnings: str = "") -> Result:
    """Run Python with just ``path`` as its PYTHONPATH."""
    env = {"PYTHONPATH": path, "PYTHONWARNINGS": warnings}
    return result_of([sys.executable, *words], cwd, env=env, timeout=600)


def build(kind: str, tree: Path, out: Path) -> Path:
    """Build a wheel or an sdist of a tree, offline; the one file that comes out.

    Without warnings: neither Python's, which end it here, nor any that setuptools logs.
    """
    words = ("-m", "build", f"--{kind}", "--no-isolation", "--outdir", out, tree)
    result = python(*words, cwd=out.parent, warnings="error")
    said = result.stdout + result.stderr
    assert result.returncode == 0, said[-3000:]
    assert not [line for line in said.splitlines() if "warn" in line.lower()]
    (built,) = out.glob("*.whl" if kind == "wheel" else "*.tar.gz")
    return built


@pytest.fixture(scope="session")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with ``wheel/``, ``sdist/`` and ``again/`` (the wheel of the sdist), built once.

    Workers of pytest-xdist share it: the first to hold the lock builds.
    """
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    folder = shared / "dist"
    with open(shared / "dist.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            part = shared / "dist.part"
            tree = clone(part / "tree")
            build("wheel", tree, part / "wheel")
            sdist = build("sdist", clone(part / "fresh"), part / "sdist")
            subprocess.run(["tar", "-xzf", sdist, "-C", part / "sdist"], check=True)
            (unpacked,) = (path for path in (part / "sdist").iterdir() if path.is_dir())
            build("wheel", unpacked, part / "again")
            part.rename(folder)
    return folder


def members(folder: Path) -> set[str]:
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        return {name for name in archive.namelist() if not name.endswith("/")}


def test_the_wheel_holds_every_file_of_the_package_folders(dist: Path) -> None:
    wanted = installed()
    assert "puzzleproof/py.typed" in wanted
    assert wanted == {name for name in members(dist / "wheel") if ".dist-info/" not in name}


def test_the_wheel_of_the_sdist_is_the_wheel_of_the_tree(dist: Path) -> None:
    assert members(dist / "again") == members(dist / "wheel")


def test_the_wheel_runs_where_it_is_unpacked(dist: Path, tmp_path: Path) -> None:
    site, elsewhere = tmp_path / "site", tmp_path / "elsewhere"
    elsewhere.mkdir()
    (wheel,) = (dist / "wheel").glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
    where = python(
        "-c", "import puzzleproof.verify as v; print(v.__file__)", cwd=elsewhere, path=str(site)
    )
    assert Path(where.stdout.strip()) == site / "puzzleproof" / "verify" / "__init__.py"
    listed = python("-m", "puzzleproof", "list", cwd=elsewhere, path=str(site))
    assert listed.returncode == 0
    assert "ane-rouge" in listed.stdout


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A clone, for an interpreter without libraries."""
    return clone(tmp_path_factory.mktemp("bare") / "clone")


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("hughes", 0),
        ("triangle-4", 0),
        ("frogs-3-3", 0),
        ("four-cubes", 0),
        ("tiles-2x3", 0),
        ("european-centre", 20),
    ],
)
def test_a_bare_clone_proves_what_it_can_of_every_family(bare: Path, name: str, code: int) -> None:
    words = ("-S", "-m", "puzzleproof", "prove", name, "--json")
    result = python(*words, cwd=bare.parent, path=str(bare))
    assert result.returncode == code, result.stderr
    verdict = json.loads(result.stdout)
    assert verdict["grade"] == "certified"
    assert "ortools" not in verdict["versions"]


@pytest.mark.parametrize("words", ["taquin-t1", "korf-01 --evidence exhaustion"])
def test_a_bare_clone_says_in_one_line_what_it_lacks(bare: Path, words: str) -> None:
    result = python("-S", "-m", "puzzleproof", "prove", *words.split(), cwd=bare)
    assert result.returncode == 41
    assert result.stderr == (
        "puzzleproof: this needs numpy, which is not installed ('pip install numpy' installs it)\n"
    )


def test_the_bare_clone_has_no_libraries_to_hide_behind(tmp_path: Path) -> None:
    for library in ("ortools", "pysat", "numpy", "psutil", "rich"):
        assert python("-S", "-c", f"import {library}", cwd=tmp_path).returncode == 1
