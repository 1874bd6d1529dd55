"""Malformed input of every kind ends with one line and the documented code, never a traceback.

Most commands run in this process, to be quick; `tests/cli/test_bad_input.py` says what the line
has to name.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest

from puzzleproof.models.instances import load
from puzzleproof.provers.events import ignore
from puzzleproof.provers.labelling import label
from puzzleproof.provers.labelling.search import write_certificate
from puzzleproof.provers.lrat.export import export_lrat
from tests.support.command_line import Run
from tests.support.malformed import GAMES, GOOD, INSTANCES, PLANS, instance

BAD, UNSUPPORTED, REJECTED = 40, 41, 50
Bend = bytes | Callable[[bytes], bytes]
"""What stands in place of a sound file, or is made of it."""


def bent(bend: Bend, data: bytes) -> bytes:
    return bend if isinstance(bend, bytes) else bend(data)


def as_bytes(text: str | bytes) -> bytes:
    return text if isinstance(text, bytes) else text.encode()


# --- instances ----------------------------------------------------------------------------


@pytest.mark.parametrize("family", GOOD)
def test_the_instances_that_are_bent_are_sound(run: Run, family: str) -> None:
    found = run("show", "-", stdin=instance(family))
    assert (found.returncode, found.stderr) == (0, "")


@pytest.mark.parametrize("name", INSTANCES)
def test_a_malformed_instance(run: Run, name: str) -> None:
    found = run("show", "-", stdin=INSTANCES[name])
    assert found.returncode == (UNSUPPORTED if name == "cubes: twenty-one cubes" else BAD)
    assert found.fault


@pytest.mark.parametrize("name", list(INSTANCES)[::12])
def test_a_malformed_instance_in_json(run: Run, tmp_path: Path, name: str) -> None:
    (tmp_path / "bad.toml").write_bytes(as_bytes(INSTANCES[name]))
    found = run("prove", "bad.toml", "--json")
    document = json.loads(found.stdout)
    assert found.returncode == document["exit"] == BAD
    assert "bad.toml" in document["error"]


# --- plans and games ----------------------------------------------------------------------


@pytest.mark.parametrize("name", PLANS)
def test_a_malformed_plan(run: Run, name: str) -> None:
    puzzle, text = PLANS[name]
    found = run("replay", puzzle, "-", stdin=text)
    assert found.returncode == BAD
    if "all legal" in found.stdout:  # it stops before the goal, and is shown as far as it goes
        assert "not end in a goal state" in found.complaint
    else:
        assert found.fault


def test_an_empty_plan_is_no_solution(run: Run) -> None:
    found = run("replay", "frogs-1-1", "--plan", "")
    assert found.returncode == BAD
    assert "0 moves do not end in a goal state" in found.complaint


@pytest.mark.parametrize("name", GAMES)
def test_a_malformed_game(run: Run, tmp_path: Path, name: str) -> None:
    (tmp_path / "game.txt").write_text(GAMES[name])
    found = run("replay", "european-43-35", "game.txt")
    assert found.returncode == BAD
    assert "game.txt" in found.fault


# --- certificates -------------------------------------------------------------------------


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """A certificate, and a formula with its proof."""
    puzzle, folder = load("tiles-2x2"), tmp_path_factory.mktemp("sound")
    write_certificate(puzzle, label(puzzle, ignore), folder / "cert", {})
    files = export_lrat(puzzle, folder / "formula", check=False)
    paths = {"cert": folder / "cert", "cnf": files.formula, "lrat": files.proof}
    return {name: path.read_bytes() for name, path in paths.items()}


CERTIFICATES: dict[str, Bend] = {
    "empty": b"",
    "a newline": b"\n",
    "a list": b"[]\n",
    "a number": b"1" * 5000 + b"\n",
    "nested": b"[" * 100_000 + b"\n",
    "binary": bytes(range(256)),
    "an instance": instance("frogs").encode(),
    "a byte-order mark first": lambda data: b"\xef\xbb\xbf" + data,
    "half of it": lambda data: data[: len(data) // 2],
    "without its last byte": lambda data: data[:-1],
    "without its body": lambda data: data.partition(b"\n")[0] + b"\n",
    "without its header": lambda data: data.partition(b"\n")[2],
    "with a byte more": lambda data: data + b"\0",
    "twice": lambda data: data + data,
    "another version": lambda data: data.replace(b'"version": 2', b'"version": 3'),
    "another kind": lambda data: data.replace(b'"labelling"', b'"rumouring"'),
    "another bound": lambda data: data.replace(b'"at_least": 6', b'"at_least": 7'),
    "another metric": lambda data: data.replace(b'"single"', b'"multi!"'),
    "lines ended as on Windows": lambda data: data.replace(b"\n", b"\r\n", 1),
    "a lone surrogate": lambda data: data.replace(b'"versions"', b'"\\ud800"', 1),
}


def test_the_files_that_are_bent_are_sound(
    run: Run, tmp_path: Path, sound: dict[str, bytes]
) -> None:
    assert run("verify", "-", stdin=sound["cert"]).returncode == 0
    (tmp_path / "f").write_bytes(sound["cnf"])
    assert run("verify", "f", "--proof", "-", stdin=sound["lrat"]).returncode == 0


@pytest.mark.parametrize("name", CERTIFICATES)
def test_a_malformed_certificate(run: Run, sound: dict[str, bytes], name: str) -> None:
    data = bent(CERTIFICATES[name], sound["cert"])
    assert data != sound["cert"]
    found = run("verify", "-", stdin=data)
    assert found.returncode == REJECTED
    assert found.fault


FORMULAS: dict[str, Bend] = {
    "empty": b"",
    "half of it": lambda data: data[: len(data) // 2],
    "a clause more": lambda data: data + b"1 0\n",
    "no claim": lambda data: data.partition(b"\n")[2],
    "a claim that is no JSON": lambda data: b"c puzzleproof-formula {\n" + data,
    "a claim that is a list": lambda data: b"c puzzleproof-formula []\n" + data,
    "a label that is a word": lambda data: data.replace(b"c label 0 ", b"c label 0 x ", 1),
    "a label out of order": lambda data: data.replace(b"c label 0 ", b"c label 9 ", 1),
    "another form": lambda data: data.replace(b'"ranks"', b'"banks"', 1),
}
PROOFS: dict[str, Bend] = {
    "empty": b"",
    "half of it": lambda data: data[: len(data) // 2],
    "words": b"once upon a time\n",
    "a line without its zeros": b"9999 1 2 3\n",
    "a hint that is none": b"9999 1 0 88888 0\n",
    "an underscore": b"99_99 1 0 1 0\n",
    "binary that ends early": b"a\xff\xff",
    "a null character": lambda data: b"\0" + data,
}


@pytest.mark.parametrize("name", FORMULAS)
def test_a_malformed_formula(run: Run, tmp_path: Path, sound: dict[str, bytes], name: str) -> None:
    (tmp_path / "proof").write_bytes(sound["lrat"])
    found = run("verify", "-", "--proof", "proof", stdin=bent(FORMULAS[name], sound["cnf"]))
    assert found.returncode == REJECTED
    assert found.fault


@pytest.mark.parametrize("name", PROOFS)
def test_a_malformed_proof(run: Run, tmp_path: Path, sound: dict[str, bytes], name: str) -> None:
    (tmp_path / "formula").write_bytes(sound["cnf"])
    found = run("verify", "formula", "--proof", "-", stdin=bent(PROOFS[name], sound["lrat"]))
    assert found.returncode == REJECTED
    assert found.fault


# --- options, numbers, paths --------------------------------------------------------------

WORDS = {
    "no verb": "",
    "an empty verb": "''",
    "a verb in capitals": "PROVE hughes",
    "two verbs": "show show hughes",
    "an option without its value": "prove hughes --metric",
    "an empty metric": "prove hughes --metric ''",
    "an option of another verb": "show hughes --samples 3",
    "an option that is half another": "prove hughes --cert",
    "both of two that exclude each other": "replay frogs-1-1 x --plan y",
    "none of two": "replay frogs-1-1",
    "a seed below 0": "prove hughes --seed=-1",
    "a seed too large": "prove hughes --seed 2147483648",
    "a seed of 5,000 digits": f"prove hughes --seed {'1' * 5000}",
    "a time of infinity": "prove hughes --time-limit inf",
    "a time in hours": "prove hughes --time-limit 1h",
    "no time": "prove hughes --time-limit ''",
    "memory of infinity": "prove hughes --memory-limit inf",
    "memory of 400 digits": f"prove hughes --memory-limit {'9' * 400}",
    "time of 400 digits": f"prove hughes --time-limit {'9' * 400}",
    "two answers in one file": "prove hughes soap --certificate x --metric none",
    "memory in words": "prove hughes --memory-limit 2Q",
    "memory of 0.0": "prove hughes --memory-limit 0.0G",
    "a bound with a fraction": "prove hughes --at-least 1.5",
    "a bound of 5,000 digits": f"prove hughes --at-least {'1' * 5000}",
    "no evidence": "prove hughes --evidence ''",
    "evidence with a comma more": "prove hughes --evidence labelling,",
    "auto and another": "prove hughes --evidence auto,labelling",
    "an unknown solver": "prove hughes --solver gurobi",
    "a certificate in a folder that is a file": "prove hughes --certificate here.toml/x",
    "a certificate that is a folder": "prove hughes --certificate .",
    "a certificate with no name": "prove hughes --certificate /",
    "a certificate named too long": f"prove hughes --certificate {'x' * 300}",
    "an instance that is a folder": "show ./",
    "an instance that is not there": "show ./none.toml",
    "an instance named too long": f"show ./{'x' * 300}.toml",
    "an instance below a file": "show ./here.toml/x.toml",
    "an instance with a surrogate in its name": "show \udcff",
    "an export of nothing": "export hughes --as lrat --output ''",
    "an export to a folder": "export hughes --as lrat --output .",
    "an export of 0 moves": "export hughes --as lrat --output x --at-least 0",
    "an unknown format": "export hughes --as pdf --output x",
    "an unknown form": "export hughes --as lrat --output x --form long",
    "a graph of no kind": "explore hughes --write-graph x.png",
    "a graph in a folder that is a file": "explore hughes --write-graph here.toml/x.dot",
    "no states": "explore hughes --max-states 0",
    "states below 0": "explore hughes --max-states=-5",
    "no samples": "explore instant-insanity --samples 0",
    "samples in words": "explore instant-insanity --samples many",
    "no cubes": "generate cubes --number 0",
    "cubes below 0": "generate cubes --number=-4",
    "too many cubes": "generate cubes --number 9999",
    "an unknown family": "generate chess",
    "no shell": "completion csh",
    "no sets": "generate cubes --count 0",
    "a plan that is not there": "replay frogs-1-1 none.txt",
    "a plan that is a folder": "replay frogs-1-1 .",
    "a certificate that is not there": "verify none.cert",
    "a certificate named too long to verify": f"verify {'x' * 300}",
    "a folder to verify": "verify .",
    "a proof that is not there": "verify here.toml --proof none",
    "an unknown reviewer": "verify here.toml --second-opinion aunt",
    "a metric without an instance": "verify here.toml --metric piece",
    "standard input twice": "verify - --proof -",
    "no limit below 1": "solve instant-insanity --all --limit 0",
    "an unknown engine": "solve hughes --engine z3",
}
ELSEWHERE = {
    "solutions of another family": "solve hughes --model factors",
    "a limit without all": "solve hughes --limit 3",
    "samples of another family": "explore hughes --samples 3",
    "a graph of cubes": "explore instant-insanity --write-graph x.dot",
    "engine and evidence at odds": "prove hughes --engine sat --evidence labelling",
    "a certificate of what leaves none": "prove hughes --evidence exhaustion --certificate x",
    "strategies of another family": "compare hughes",
}
"""What this version cannot do."""


@pytest.mark.parametrize("name", WORDS)
def test_malformed_words(run: Run, tmp_path: Path, name: str) -> None:
    (tmp_path / "here.toml").write_text(instance("frogs"))
    found = run(*shlex.split(WORDS[name]))
    assert found.returncode == BAD
    assert found.fault
    assert [path.name for path in tmp_path.iterdir()] == ["here.toml"]


@pytest.mark.parametrize("name", ELSEWHERE)
def test_what_is_not_supported(run: Run, tmp_path: Path, name: str) -> None:
    found = run(*shlex.split(ELSEWHERE[name]))
    assert found.returncode == UNSUPPORTED
    assert found.fault
    assert not list(tmp_path.iterdir())


# --- as users run it ----------------------------------------------------------------------


@pytest.mark.parametrize("name", ["a null character", "UTF-16", "a lone surrogate"])
def test_a_process_says_the_same(run_apart: Run, tmp_path: Path, name: str) -> None:
    (tmp_path / "bad.toml").write_bytes(as_bytes(INSTANCES[f"file: {name}"]))
    found = run_apart("prove", "bad.toml")
    assert found.returncode == BAD
    assert "bad.toml" in found.fault


def test_a_process_rejects_a_certificate(run_apart: Run, tmp_path: Path) -> None:
    (tmp_path / "bad.cert").write_bytes(b"\xff\0")
    found = run_apart("verify", "bad.cert")
    assert found.returncode == REJECTED
    assert "bad.cert" in found.fault
