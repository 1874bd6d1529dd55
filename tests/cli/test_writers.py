"""No command loses a file that is not the same: one test walks over all that write."""

from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest

import puzzleproof as pp
from puzzleproof.cli.targets import csv_text
from puzzleproof.models.errors import InstanceError
from puzzleproof.models.marks import marked
from puzzleproof.written import NOT_OURS, file_in
from tests.support.command_line import Run

BOARD = "frogs-1-1"
WRITERS = {
    "prove": ("prove {board} --certificate a.cert", "a.cert", True),
    "prove many": ("prove {board} {board} --certificate {{puzzle}}.cert --jobs 2", "", True),
    "prove with a ledger": ("prove {board} --certificate a.cert --ledger a.db", "a.cert", True),
    "explore": ("explore {board} --certificate a.cert", "a.cert", True),
    "explore, a graph": ("explore {board} --output a.dot", "a.dot", False),
    "explore, starts": (
        "explore hughes --find starts --top 1 --output w",
        "w/hughes-start-1.toml",
        True,
    ),
    "audit": ("audit {board} --output a.html", "a.html", False),
    "audit, certificates": ("audit {board} --certificates w", "w/{board}-move.cert", True),
    "results": ("results ledger.db --output a.csv", "a.csv", False),
    "results, certificates": ("results ledger.db --certificates w", "w/hughes-piece.cert", True),
    "generate": ("generate tiles --size 2x2 --output w --seed 7", "w/tiles-2x2-7.toml", True),
    "atlas": ("atlas 2x3 --pieces 1x1 --goal-at 1,1 --output a.csv", "a.csv", False),
    "draw": ("draw {board} --output a.svg", "a.svg", True),
    "draw, pixels": ("draw {board} --output a.png", "a.png", True),
    "animate": ("draw {board} --animate --output a.gif", "a.gif", True),
    "export, a board": ("export {board} --to toml --output a.toml", "a.toml", True),
    "export, a graph": ("export {board} --to dot --output a.dot", "a.dot", False),
    "export, a proof": ("export {board} --to lrat --output a", "a.cnf", False),
    "export, a domain": ("export {board} --to pddl --output a", "a-problem.pddl", False),
    "export, a theorem": ("export {board} --to coq --output a --no-check", "a.v", False),
    "export, another format": ("export ane-rouge --to gnome --output a", "a", False),
}
"""What is run, the file that it writes, and whether the same command may replace it."""


@pytest.mark.parametrize("name", WRITERS)
def test_a_writer_replaces_its_own_file_and_no_other(name: str, run: Run, tmp_path: Path) -> None:
    words, file, again = (
        one.format(board=BOARD) if isinstance(one, str) else one for one in WRITERS[name]
    )
    file = str(file or f"{BOARD}.cert").replace("{puzzle}", BOARD)
    command = str(words).split()
    if command[1] == "ledger.db":
        run("prove", "hughes", "--ledger", "ledger.db")
    if name == "prove many":
        command[2] = "hughes"
    first = run(*command)
    assert first.returncode in (0, 10), first.stderr
    path = tmp_path / file
    for foreign in (b"mine", path.read_bytes().replace(b"a", b"b") + b" "):
        kept = path.read_bytes()
        path.write_bytes(foreign)
        refused = run(*command)
        assert refused.returncode == 40, name
        assert NOT_OURS in refused.stderr
        assert path.read_bytes() == foreign
        path.write_bytes(kept)
    assert (run(*command).returncode != 40) is again
    path.write_bytes(b"mine")
    assert run(*command, "--force").returncode != 40
    assert path.read_bytes() != b"mine"
    for other in path.parent.iterdir():
        if other.is_file() and other.suffix != ".db":
            other.unlink()
    path.write_bytes(b"")
    assert run(*command).returncode != 40, "an empty file"


OTHERS = [
    ("prove hughes --certificate a.cert", "prove pennant --certificate a.cert"),
    ("prove hughes --certificate a.cert", "prove hughes --metric unit --certificate a.cert"),
    ("prove hughes --certificate a.cert", "explore hughes --certificate a.cert"),
    ("draw hughes --output a.svg", "draw pennant --output a.svg"),
    ("draw hughes --output a.png", "draw hughes --state goal --output a.png"),
    ("export hughes --to toml --output a.toml", "export pennant --to toml --output a.toml"),
]


@pytest.mark.parametrize(("one", "other"), OTHERS)
def test_a_file_about_another_question_is_kept(
    one: str, other: str, run: Run, tmp_path: Path
) -> None:
    assert run(*one.split()).returncode == 0
    file = tmp_path / one.split()[-1]
    before = file.read_bytes()
    assert run(*other.split()).returncode == 40
    assert file.read_bytes() == before


FUNCTIONS: dict[str, Callable[[Path, bool], object]] = {
    ".cert": lambda path, force: pp.prove("frogs-1-1").save(path, force=force),
    ".svg": lambda path, force: pp.picture("frogs-1-1").save(path, force=force),
    ".gif": lambda path, force: pp.film("frogs-1-1", ["3E"]).save(path, force=force),
    ".dot": lambda path, force: pp.explore("frogs-1-1", graph=path, force=force),
    ".toml": lambda path, force: pp.export("frogs-1-1", path, format="toml", force=force),
}


@pytest.mark.parametrize("suffix", [".cert", ".svg", ".dot", ".toml"])
def test_functions_keep_the_same_rule(suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"a{suffix}"
    write = FUNCTIONS[suffix]
    write(path, False)
    if suffix != ".dot":
        write(path, False)
    path.write_bytes(b"mine")
    with pytest.raises(InstanceError, match="force=True replaces it"):
        write(path, False)
    assert path.read_bytes() == b"mine"
    write(path, True)
    assert path.read_bytes() != b"mine"


def test_pixels_with_a_mark_are_still_pictures() -> None:
    from PIL import Image

    plain = pp.picture("frogs-1-1").png()
    written = marked(plain, ".png", "0" * 16)
    Image.open(BytesIO(written)).verify()
    one, other = (Image.open(BytesIO(data)).getpixel((0, 0)) for data in (written, plain))
    assert one == other


@pytest.mark.parametrize("name", ["../x", "/x", "a/../../x", "..", "", "\x1b[2K\n", "a" * 400])
def test_a_name_stays_in_its_folder(name: str, tmp_path: Path) -> None:
    path = file_in(tmp_path / "inside", name, ".cert")
    assert path.resolve().parent == (tmp_path / "inside").resolve()
    assert path.name.isprintable()
    assert len(path.name) < 255


def test_no_cell_of_a_table_begins_a_formula() -> None:
    for text in ("=1+1", "+1", "-1", "@x", "\t=1"):
        assert csv_text(["puzzle"], [{"puzzle": text}]).splitlines()[1].strip('"')[0] == "'"
    assert csv_text(["n"], [{"n": -1}]).splitlines()[1] == "-1"
