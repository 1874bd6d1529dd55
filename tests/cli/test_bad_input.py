"""A file that is none is one line that names it; exit 40, or 50 where evidence was expected.

What a wrong key or value is told stands in tests/models/test_faults.py; certificates, formulas
and proofs are bent in tests/verify.

Commands run in this process, to be quick; the last tests start processes, as users do.
"""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.support.command_line import Run

BAD, REJECTED = 40, 50


FROG = 'family = "frogs"\nboard = "F.T"\n'
FILES: dict[str, bytes | str] = {
    "no family": 'board = "F.T"\n',
    "an unknown family": 'family = "chess"\n',
    "a family that is a list": "family = []\n",
    "a key twice": FROG + 'board = "F.T"\n',
    "no value": "family =\n",
    "a null character": "family = \0\n",
    "a lone surrogate": 'family = "frogs"\nname = "\\ud800"\n',
    "half of UTF-16": FROG.encode("utf-16")[:-1],
    "Latin-1": f'name = "Âne"\n{FROG}'.encode("latin-1"),
    "half a character": b'family = "frogs"\nname = "\xc3',
    "a byte-order mark alone": b"\xef\xbb\xbf",
    "a picture": b"\x89PNG\r\n\x1a\n\x00",
    "a zip": b"PK\x03\x04\x14\x00\xff\xfe",
    "nothing": "",
    "lists nested 20,000 deep": "x = " + "[" * 20_000 + "]" * 20_000 + "\n",
    "tables nested 5,000 deep": "a." * 5000 + "b = 1\n",
    "a number of 5,000 digits": "year = " + "1" * 5000 + "\n",
    "a megabyte of remarks": "#" * 1_000_001,
}


def refused(run: Run, folder: Path, content: str | bytes) -> None:
    """A command says in one line why an instance file is bad input, and the same as JSON."""
    data = content if isinstance(content, bytes) else content.encode()
    (folder / "bad.toml").write_bytes(data)
    found = run("prove", "bad.toml")
    document = json.loads(run("--json", "prove", "bad.toml").stdout)
    assert (found.returncode, document["exit"]) == (BAD, BAD)
    assert " / ".join(document["error"].splitlines()) in found.fault
    assert "bad.toml" in document["error"]


@pytest.mark.parametrize("name", FILES)
def test_a_file_that_is_no_instance(run: Run, tmp_path: Path, name: str) -> None:
    refused(run, tmp_path, FILES[name])


BYTES = [b"\xef\xbb\xbf", "2WN # Âne".encode("latin-1"), "2WN".encode("utf-16")]
PLANS: dict[str, Sequence[str | bytes]] = {
    "hughes": ["", "# nothing\n", "ZN", "AX", "A", "AN", "2WN", "An", "A" + "N" * 100_000, ".N"],
    "simplicity": ["\0", "\x1b[2J", '"', " " * 1_000_001, *BYTES],
    "triangle-4": ["99-98", "8-", "a-b", "1" * 5000 + "-3", "8-8"],
    "frogs-2-2": ["9-8", "1-4", "-1-2", f"{'1' * 5000}-2", "1,1-1,2"],
    "tiles-2x2": ["X", "S", "N0", "N2", "N" + "9" * 5000],
    "european-43-35": [
        *("43\n", "43 35 12\n", "43 99\n", "43 35\n1234567890 1\n", "43 35\nabc\n"),
        *("43 35\n43 45\n", "43 35\n45 43\n", "43 35\n", "43 35\n45-\n", "42 35\n"),
    ],
    "instant-insanity": ["7:frbl", "0:frb", "0:ffbl", "0:frbl", "0frbl"],
}
"""Instance -> texts that are no plan of it, and no printed game."""


@pytest.mark.parametrize("puzzle", PLANS)
def test_a_malformed_plan(run: Run, puzzle: str) -> None:
    for text in PLANS[puzzle]:
        found = run("replay", puzzle, "-", stdin=text)
        assert found.returncode == BAD
        if "all legal" in found.stdout:  # it stops before the goal, and is shown as far as it goes
            assert "not end in a goal state" in found.complaint
        else:
            assert found.fault


def test_a_process_says_the_same(run_apart: Run, tmp_path: Path) -> None:
    refused(run_apart, tmp_path, FILES["half of UTF-16"])
    assert "<stdin>" in run_apart("prove", "-", stdin=FILES["no value"]).fault
    (tmp_path / "bad.cert").write_bytes(b"\xff\0")
    found = run_apart("verify", "bad.cert")
    assert (found.returncode, "bad.cert" in found.fault) == (REJECTED, True)
