"""Files that commands write, and standard streams: full disks, older files, files of others."""

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from puzzleproof.cli import Exit
from puzzleproof.models.errors import Unsupported
from puzzleproof.provers import opinions
from puzzleproof.provers.refutation import certify
from tests.support.command_line import Result, Run, command, environment, result_of
from tests.support.sessions import FILES, sessions
from tests.support.tree import ROOT

LABELLING = ("--evidence", "labelling")
REFUTATION = ("--evidence", "refutation")
posix = pytest.mark.skipif(sys.platform == "win32", reason="'ulimit' of a POSIX shell")


def shell(folder: Path, line: str) -> Result:
    """Run a line of a shell; ``PUZZLEPROOF`` stands for the command."""
    return result_of(["bash", "-c", line.replace("PUZZLEPROOF", shlex.join(command()))], folder)


# --- certificates that an answer lacks ----------------------------------------------------


@pytest.mark.parametrize("names", ["frogs-1-1", "frogs-1-1 frogs-2-2", "boards"])
def test_a_proven_answer_without_its_certificate_is_no_success(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, names: str
) -> None:
    def proof_of(*_: object) -> None:
        raise Unsupported("no proof today")

    monkeypatch.setattr(certify, "proof_of", proof_of)
    (tmp_path / "boards").mkdir()
    (tmp_path / "boards" / "a.toml").write_text('family = "frogs"\nboard = "F.T"\n')
    asked = "prove", *names.split(), "--engine", "sat", "--solver", "glucose3", "-q", "--jobs", "1"
    assert run(*asked).returncode == Exit.PROVEN
    found = run(*asked, "--certificate", "{puzzle}.cert")
    assert (found.returncode, "cross-checked" in found.stdout) == (Exit.BAD_INPUT, True)
    text = ".cert': not written, as this answer has no certificate"
    assert text in found.stdout
    assert text in found.stderr
    assert not list(tmp_path.glob("*.cert"))
    stopped = run(*asked, "--certificate", "{puzzle}.cert", "--time-limit", "0.0001")
    assert (stopped.returncode, text in stopped.stdout, stopped.stderr) == (30, True, "")


# --- full disks ---------------------------------------------------------------------------

FULL_DISKS = {
    "prove quuzzle -q --evidence labelling --certificate u.cert": (1, "certified", "'u.cert'"),
    "prove quuzzle -q --evidence labelling": (1, "certified", ""),
    "prove tiles-2x2 --evidence refutation --certificate u.cert": (
        1,
        "no certificate",
        "'u.cert'",
    ),
    "prove solved.toml --certificate u.cert": (0, "0 moves (metric single), cert", "'u.cert'"),
    "explore tiles-2x3 --output a.dot": (1, "diameter", "--output 'a.dot'"),
    "explore tiles-2x3 --output a.graphml": (1, "diameter", "--output 'a.graphml'"),
    "explore pennant --find starts --output .": (0, "moves", "--output 'pennant-start-1.toml'"),
    "export tiles-2x3 --to lrat --output a": (20, "", "'a'"),
}
"""Words, KiB that a file may have (a full disk looks so), what is said all the same, the fault."""


@posix
@pytest.mark.parametrize("words", FULL_DISKS)
def test_an_answer_outlives_its_file(tmp_path: Path, words: str) -> None:
    """No compiled modules are written: Python 3.11 would keep what was cut off of one."""
    blocks, said, fault = FULL_DISKS[words]
    (tmp_path / "solved.toml").write_text(str(FILES["solved.toml"]))
    limited = f"ulimit -f {blocks}; PYTHONDONTWRITEBYTECODE=1 PUZZLEPROOF {words}"
    result = shell(tmp_path, limited)
    assert result.returncode == (Exit.BAD_INPUT if fault else Exit.PROVEN)
    assert said in result.stdout
    assert said or not result.stdout
    assert "certificate:" not in result.stdout
    assert "a bug" not in result.stdout
    lines = [one for one in result.stderr.splitlines() if not one.startswith("progress: ")]
    assert len(lines) == bool(fault)
    assert not fault or lines[0].startswith(f"puzzleproof: {fault}: cannot be written")
    assert [path.name for path in tmp_path.iterdir()] == ["solved.toml"]
    if said and fault:
        document = json.loads(shell(tmp_path, f"{limited} --json").stdout)
        assert "cannot be written" in document["fault"]


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


# --- older files and files of another kind ------------------------------------------------


MARK = "\ufeff"
GAME = (ROOT / "tests" / "models" / "pegs" / "games" / "european-43-35.txt").read_text("utf-8")
READ: dict[str, str | bytes] = {
    "a.cert.part": "mine",
    "marked.toml": f'{MARK}family = "frogs"\r\nboard = "F.T"\r\n',
    "plan": f"{MARK}1-2 3-1 2-3\r\n",
    "game": MARK + GAME,
    "wide.toml": 'family = "frogs"\nboard = "F.T"\n'.encode("utf-16"),
    "odd.toml": b"\xff\xfea",
}
SESSIONS = {
    "a certificate of an earlier run is not taken for this one": """
        $ prove hughes --evidence labelling --certificate a.cert
        ? a.cert.part | mine
        $ prove hifi --engine sat --time-limit 0.4 --certificate a.cert --force -q => 30
        certificate: none; a.cert is an older file, left as it was
        $ prove hifi --engine sat --time-limit 0.4 --certificate a.cert --force --json => 30
        {"certificate": null, "older_certificate": "a.cert", "fault": null}
        $ verify a.cert --instance hughes
        $ prove tiles-2x2 --certificate a.cert --force
        $ verify a.cert --instance tiles-2x2
        / [!a]*
        ? a.cert.part | mine
    """,
    "a byte order mark is skipped, and tells UTF-16": """
        $ prove wide.toml
        $ prove odd.toml => 40
        ! is not UTF-16 text
        $ show marked.toml
        $ replay marked.toml plan
        $ replay european-43-35 game
    """,
}
test_session = sessions(SESSIONS, READ)


@pytest.mark.parametrize(
    "words",
    ["prove hughes --evidence labelling --certificate link", "explore hughes --output l.dot"],
)
def test_a_file_does_not_replace_a_link(run: Run, tmp_path: Path, words: str) -> None:
    """What holds for a link holds for a device: '--certificate /dev/stdout' must not unlink it."""
    target, link = tmp_path / "target", tmp_path / words.split()[-1]
    target.touch()
    link.symlink_to(target)
    assert run(*words.split()).returncode == Exit.PROVEN
    assert link.is_symlink()
    assert target.stat().st_size


# --- files that are read ------------------------------------------------------------------

needs_acl2 = pytest.mark.skipif(opinions.IMAGE.find() is None, reason="'make acl2' was not run")
ASKED = pytest.param("--second-opinion acl2", marks=needs_acl2)


@pytest.mark.parametrize("more", ["--time-limit 60", ASKED])
def test_a_certificate_from_standard_input(run: Run, tmp_path: Path, more: str) -> None:
    assert run("prove", "tiles-2x2", *REFUTATION, "--certificate", "a").returncode == Exit.PROVEN
    result = shell(tmp_path, f"PUZZLEPROOF verify - --json {more} < a")
    assert result.returncode == Exit.PROVEN, result.stderr
    assert json.loads(result.stdout)["file"] == "-"
    cut = shell(tmp_path, "head -c 300 a | PUZZLEPROOF verify -")
    assert cut.returncode == Exit.REJECTED


@needs_acl2
def test_a_second_opinion_is_about_the_bytes_that_were_checked(run: Run, tmp_path: Path) -> None:
    """A named pipe can be read once: whoever read it again would wait, or see another file."""
    assert run("prove", "tiles-2x2", *REFUTATION, "--certificate", "a").returncode == Exit.PROVEN
    os.mkfifo(tmp_path / "pipe")
    result = shell(tmp_path, "cat a > pipe & PUZZLEPROOF verify pipe --second-opinion acl2")
    assert result.returncode == Exit.PROVEN, result.stderr
    assert "second opinion, acl2" in result.stdout


# --- standard streams: the rows of docs/commands.md ---------------------------------------

needs_full = pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
NO_SPACE = "standard output cannot be written: No space left on device"
CLOSED = "standard output is closed"
FULL_OUTPUT = "list; show hughes --json; prove tiles-2x2 --evidence labelling; show none --json"
MORE = "; prove tiles-2x2 --json-stream; explore frogs-2-2 --json-stream; --help; prove --help"
LEFT = "list; --help; prove tiles-2x2 --json-stream; prove hifi --json-stream --time-limit 60"
STREAMS = [
    *((f"{words} > /dev/full", 40, NO_SPACE) for words in (FULL_OUTPUT + MORE).split("; ")),
    *((f"{words} >&-", 40, CLOSED) for words in ("list", "--help", "prove hifi --json")),
    *((f"{words} | true; exit ${{PIPESTATUS[0]}}", 141, "") for words in LEFT.split("; ")),
    *((f"{words} - <&-", 40, "<stdin>: is closed") for words in ("prove", "verify")),
]


@posix
@needs_full
@pytest.mark.parametrize(("line", "code", "said"), STREAMS)
def test_a_stream_that_is_full_closed_or_not_read(
    tmp_path: Path, line: str, code: int, said: str
) -> None:
    result = shell(tmp_path, f"PUZZLEPROOF {line}")
    assert (result.returncode, said in result.stderr) == (code, True), result.stderr
    assert result.stderr.count("\n") == bool(said)
    assert result.stderr.startswith("puzzleproof: " if said else "")


@posix
@needs_full
@pytest.mark.parametrize("redirection", ["2>&-", "2>/dev/full"])
def test_standard_error_is_never_missed(tmp_path: Path, redirection: str) -> None:
    words = "prove tiles-2x2 --evidence labelling -v --certificate a.cert"
    result = shell(tmp_path, f"PUZZLEPROOF {words} {redirection}")
    assert result.returncode == Exit.PROVEN
    assert "6 moves (metric single), certified" in result.stdout
    for words, code in (("verify a.cert", Exit.PROVEN), ("show none", Exit.BAD_INPUT)):
        assert shell(tmp_path, f"PUZZLEPROOF {words} {redirection}").returncode == code


@pytest.mark.parametrize("encoding", ["latin-1", "utf-8"])
def test_characters_that_the_encoding_lacks(encoding: str) -> None:
    env = environment({"PYTHONIOENCODING": encoding})

    def run(words: str) -> str:
        made = subprocess.run(command(*words.split()), capture_output=True, env=env, check=True)
        assert not made.stderr
        return made.stdout.decode(encoding)

    assert ("\u6307" if encoding == "utf-8" else "\\u6307") in run("show hrd-02")
    assert "\u6307" in json.loads(run("show hrd-02 --json"))["title"]
