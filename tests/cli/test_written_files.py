"""Files that commands write: a full disk, an older file, a file of another kind."""

from __future__ import annotations

import json
import os
import shlex
import sys
from pathlib import Path

import pytest

from puzzleproof.cli import Exit
from puzzleproof.provers.opinions import acl2
from tests.support.command_line import Result, Run, command, result_of

LABELLING = ("--evidence", "labelling")
posix = pytest.mark.skipif(sys.platform == "win32", reason="'ulimit' of a POSIX shell")


def limited(folder: Path, *words: str, blocks: int = 1) -> Result:
    """Run a command that may write files of so many KiB, which is how a full disk looks.

    It writes no compiled modules: Python 3.11 would keep what was cut off of one.
    """
    line = f"ulimit -f {blocks}; PYTHONDONTWRITEBYTECODE=1 {shlex.join(command(*words))}"
    return result_of(["bash", "-c", line], folder)


# --- full disks ---------------------------------------------------------------------------


@posix
def test_a_verdict_outlives_its_certificate(tmp_path: Path) -> None:
    words = ("prove", "quuzzle", "-q", *LABELLING, "--certificate", "u.cert")
    result = limited(tmp_path, *words)
    assert result.returncode == Exit.BAD_INPUT
    assert "moves (metric piece), certified" in result.stdout
    assert "certificate:" not in result.stdout
    assert result.stderr == "puzzleproof: 'u.cert': cannot be written: File too large\n"
    assert not list(tmp_path.iterdir())
    document = json.loads(limited(tmp_path, *words, "--json").stdout)
    assert (document["status"], document["certificate"]) == ("optimal", None)
    assert document["fault"] == "'u.cert': cannot be written: File too large"


@posix
def test_without_a_certificate_a_full_disk_is_no_fault(tmp_path: Path) -> None:
    result = limited(tmp_path, "prove", "quuzzle", "-q", *LABELLING)
    assert (result.returncode, result.stderr) == (Exit.PROVEN, "")
    assert "certified" in result.stdout


@posix
def test_the_proof_of_a_solver_that_finds_no_room(tmp_path: Path) -> None:
    words = "prove tiles-2x2 --evidence refutation --certificate u.cert"
    result = limited(tmp_path, *words.split())
    assert result.returncode == Exit.BAD_INPUT
    assert "6 moves (metric single), cross-checked" in result.stdout
    assert "the refutation has no certificate" in result.stdout
    assert "a bug" not in result.stdout
    assert result.stderr.count("\n") == 1
    assert not list(tmp_path.iterdir())


@posix
@pytest.mark.parametrize("suffix", ["graph", "dot", "graphml"])
def test_a_survey_outlives_its_graph(tmp_path: Path, suffix: str) -> None:
    (tmp_path / f"a.{suffix}").touch()
    words = ("explore", "tiles-2x3", "--write-graph", f"a.{suffix}")
    result = limited(tmp_path, *words)
    assert result.returncode == Exit.BAD_INPUT
    assert "diameter" in result.stdout
    assert (
        result.stderr
        == f"puzzleproof: --write-graph 'a.{suffix}': cannot be written: File too large\n"
    )
    (left,) = tmp_path.iterdir()
    assert not left.read_bytes()
    document = json.loads(limited(tmp_path, *words, "--json").stdout)
    assert "cannot be written" in document["fault"]


@posix
def test_a_survey_outlives_its_hardest_start(tmp_path: Path) -> None:
    result = limited(tmp_path, "explore", "pennant", "--write-hardest", "a.toml", blocks=0)
    assert result.returncode == Exit.BAD_INPUT
    assert "diameter" in result.stdout
    fault = "--write-hardest 'a.toml': cannot be written: File too large"
    assert result.stderr == f"puzzleproof: {fault}\n"
    assert not list(tmp_path.iterdir())


@posix
def test_an_export_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    result = limited(tmp_path, "export", "tiles-2x3", "--as", "lrat", "--output", "a", blocks=20)
    assert (result.returncode, result.stdout) == (Exit.BAD_INPUT, "")
    assert result.stderr == "puzzleproof: 'a': cannot be written: File too large\n"
    assert not list(tmp_path.iterdir())


def test_a_folder_for_temporary_files_is_not_needed(run: Run, tmp_path: Path) -> None:
    code = (
        "import sys, tempfile\n"
        "def none(*_): raise FileNotFoundError(2, 'No usable temporary directory found')\n"
        "tempfile._get_default_tempdir = none\n"
        "from puzzleproof.cli.main import main\n"
        "sys.exit(main(sys.argv[1:]))"
    )
    words = ("prove", "tiles-2x2", *LABELLING, "--certificate", "a.cert")
    result = result_of([sys.executable, "-c", code, *words], tmp_path)
    assert (result.returncode, result.stderr) == (Exit.PROVEN, "")
    assert run("verify", "a.cert").returncode == Exit.PROVEN


# --- older files --------------------------------------------------------------------------


def test_a_certificate_of_an_earlier_run_is_not_taken_for_this_one(
    run: Run, tmp_path: Path
) -> None:
    path = tmp_path / "a.cert"
    assert run("prove", "hughes", *LABELLING, "--certificate", "a.cert").returncode == Exit.PROVEN
    before = path.read_bytes()
    work = ("hifi", "--engine", "sat", "--time-limit", "0.4")
    words = ("prove", *work, "--certificate", "a.cert", "-q")
    later = run(*words)
    assert later.returncode == Exit.LIMIT
    assert "certificate: none; a.cert is an older file, left as it was" in later.stdout
    assert path.read_bytes() == before
    document = json.loads(run(*words, "--json").stdout)
    assert (document["certificate"], document["older_certificate"]) == (None, "a.cert")
    assert document["fault"] is None


def test_a_certificate_takes_the_place_of_an_older_one(run: Run, tmp_path: Path) -> None:
    for name in ("hughes", "tiles-2x2"):
        words = ("prove", name, *LABELLING, "--certificate", "a.cert")
        assert run(*words).returncode == Exit.PROVEN
    assert run("verify", "a.cert", "--instance", "tiles-2x2").returncode == Exit.PROVEN
    assert [path.name for path in tmp_path.iterdir()] == ["a.cert"]


def test_a_file_that_the_name_of_a_part_would_hit_stays(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.cert.part").write_text("mine")
    assert run("prove", "tiles-2x2", "--certificate", "a.cert").returncode == Exit.PROVEN
    assert (tmp_path / "a.cert.part").read_text() == "mine"


# --- files of another kind ----------------------------------------------------------------

TARGETS = {
    "a.cert": ("prove", "tiles-2x2", *LABELLING, "--certificate", "a.cert"),
    "a.cnf": ("export", "tiles-2x2", "--as", "lrat", "--output", "a"),
    "a.lrat": ("export", "tiles-2x2", "--as", "lrat", "--output", "a"),
    "a.clrat": ("export", "tiles-2x2", "--as", "lrat", "--output", "a", "--binary"),
    "a.toml": ("explore", "frogs-2-2", "--write-hardest", "a.toml"),
    "a.graph": ("explore", "frogs-2-2", "--write-graph", "a.graph"),
    "a.dot": ("explore", "frogs-2-2", "--write-graph", "a.dot"),
    "a.graphml": ("explore", "frogs-2-2", "--write-graph", "a.graphml"),
}


@pytest.mark.parametrize("name", TARGETS)
def test_a_foreign_file_is_not_overwritten(run: Run, tmp_path: Path, name: str) -> None:
    path, words = tmp_path / name, TARGETS[name]
    path.write_text("a shopping list\n")
    refused = run(*words)
    assert (refused.returncode, refused.stdout) == (Exit.BAD_INPUT, "")
    assert f"'{name}': exists and is no" in refused.stderr
    assert "--force" in refused.stderr
    assert path.read_text() == "a shopping list\n"
    assert run(*words, "--force").returncode == Exit.PROVEN
    assert path.read_bytes()[:15] != b"a shopping list"
    assert run(*words).returncode == Exit.PROVEN, "of its own kind"


def test_an_empty_file_may_be_overwritten(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.cert").touch()
    assert run(*TARGETS["a.cert"]).returncode == Exit.PROVEN


# --- exports are checked ------------------------------------------------------------------


def test_an_export_that_is_not_checked_says_so_by_its_code(run: Run) -> None:
    words = ("export", "tiles-2x2", "--as", "lrat", "--output", "a")
    unchecked = run(*words, "--no-check")
    assert unchecked.returncode == Exit.PLAN_ONLY
    assert "a.lrat: the proof, not checked" in unchecked.stdout
    assert json.loads(run(*words, "--no-check", "--json").stdout)["checked"] is False
    checked = run(*words)
    assert checked.returncode == Exit.PROVEN
    assert "a.lrat: the proof, accepted" in checked.stdout


# --- files that are read ------------------------------------------------------------------

MARK = b"\xef\xbb\xbf"


def test_a_byte_order_mark_is_skipped(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_bytes(MARK + b'family = "frogs"\r\nboard = "F.T"\r\n')
    (tmp_path / "plan").write_bytes(MARK + b"1-2 3-1 2-3\r\n")
    assert run("show", "a.toml").returncode == Exit.PROVEN
    assert run("replay", "a.toml", "plan").returncode == Exit.PROVEN
    game = Path(__file__).parents[1] / "models" / "pegs" / "games" / "european-43-35.txt"
    (tmp_path / "game").write_bytes(MARK + game.read_bytes())
    assert run("replay", "european-43-35", "game").returncode == Exit.PROVEN


needs_acl2 = pytest.mark.skipif(acl2.find() is None, reason="'make acl2' was not run")
ASKED = pytest.param(("--second-opinion", "acl2"), marks=needs_acl2)


@pytest.mark.parametrize("more", [(), ASKED, ("--time-limit", "60")])
def test_a_certificate_from_standard_input(run: Run, tmp_path: Path, more: tuple[str, ...]) -> None:
    assert run("prove", "tiles-2x2", *LABELLING, "--certificate", "a").returncode == Exit.PROVEN
    line = f"{shlex.join(command('verify', '-', '--json', *more))} < a"
    result = result_of(["bash", "-c", line], tmp_path)
    assert result.returncode == Exit.PROVEN, result.stderr
    assert json.loads(result.stdout)["file"] == "-"
    cut = result_of(
        ["bash", "-c", f"head -c 300 a | {shlex.join(command('verify', '-'))}"], tmp_path
    )
    assert cut.returncode == Exit.REJECTED
    closed = result_of(["bash", "-c", f"{shlex.join(command('verify', '-'))} <&-"], tmp_path)
    assert (closed.returncode, closed.stderr) == (40, "puzzleproof: <stdin>: is closed\n")


@needs_acl2
def test_a_second_opinion_is_about_the_bytes_that_were_checked(run: Run, tmp_path: Path) -> None:
    """A named pipe can be read once: whoever read it again would wait, or see another file."""
    assert run("prove", "tiles-2x2", *LABELLING, "--certificate", "a").returncode == Exit.PROVEN
    os.mkfifo(tmp_path / "pipe")
    verify = shlex.join(command("verify", "pipe", "--second-opinion", "acl2"))
    result = result_of(["bash", "-c", f"cat a > pipe & {verify}"], tmp_path, timeout=30)
    assert result.returncode == Exit.PROVEN, result.stderr
    assert "second opinion, acl2" in result.stdout


SOLVED = b'family = "tiles"\nboard = """\n0 1\n2 3\n"""\n'


@posix
def test_a_start_that_is_a_goal_has_no_certificate_on_a_full_disk(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_bytes(SOLVED)
    result = limited(tmp_path, "prove", "a.toml", "--certificate", "u.cert", blocks=0)
    assert result.returncode == Exit.BAD_INPUT
    assert "0 moves (metric single), certified" in result.stdout
    assert result.stderr == "puzzleproof: 'u.cert': cannot be written: File too large\n"
    assert [path.name for path in tmp_path.iterdir()] == ["a.toml"]
