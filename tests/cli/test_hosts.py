"""What other hosts do otherwise: other processes or none, text of another encoding.

macOS and Windows start a process anew (`spawn`), and every family's work has to arrive there.  In a
browser Python starts none: the same answers come as events.
Windows reads and writes files in an encoding of its own, unless one is named.
Light commands stay light anywhere: no solver, no numpy, no drawing is imported for them.
"""

import json
import os
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest

from puzzleproof.cli.main import main
from puzzleproof.provers.process import NO_PROCESSES, START_METHOD
from tests.support.command_line import Result, Run, modules_after, result_of

COMMANDS = {
    "prove hughes": 0,
    "prove hughes --engine sat --at-least 6": 0,
    "prove hughes --engine cpsat --at-least 4": 0,
    "prove frogs-3-3": 0,
    "prove four-cubes": 0,
    "prove european-centre": 20,
    "solve instant-insanity --plans all": 0,
    "explore simplicity": 0,
    "compare eight-puzzle-867 --strategies breadth": 10,
    "export tiles-2x2 --to lrat --output a": 0,
}


STRICT = {"PYTHONWARNDEFAULTENCODING": "1", "PYTHONWARNINGS": "error::EncodingWarning"}
"""A file that is opened without an encoding is an error."""


@pytest.mark.parametrize("words", COMMANDS)
def test_a_command_under_spawn(run_apart: Run, words: str) -> None:
    result = run_apart(*words.split(), "-q", env={START_METHOD: "spawn", **STRICT})
    assert result.returncode == COMMANDS[words], result.stdout + result.stderr
    assert not result.stderr


@pytest.mark.parametrize("words", [words for words in COMMANDS if "--engine" not in words])
def test_a_command_without_processes(run: Run, words: str) -> None:
    result = run(*words.split(), "-q", env={START_METHOD: NO_PROCESSES})
    assert result.returncode == COMMANDS[words], result.stdout + result.stderr
    assert not result.stderr


JOB = """
import json, os, sys
os.environ["PUZZLEPROOF_START_METHOD"] = "none"
sys.modules["_multiprocessing"] = sys.modules["multiprocessing"] = None
from puzzleproof.cli import embedded
out = sys.stdout
for question, path in json.loads(sys.argv[1]):
    embedded.job(json.dumps(question), path, lambda line: print(line, file=out))
    print('{"event": "done"}', file=out)
"""


def events_of(folder: Path, *questions: dict[str, Any]) -> list[list[dict[str, Any]]]:
    """The events of each question, asked in one process; ``path`` is that of its file."""
    asked = [({"seconds": 20, **one}, str(folder / one.get("path", "unused"))) for one in questions]
    result = result_of([sys.executable, "-c", JOB, json.dumps(asked)], folder)
    assert not result.stderr
    parts = result.stdout.split('{"event": "done"}\n')[:-1]
    return [[json.loads(line) for line in part.splitlines()] for part in parts]


def test_a_proof_and_its_check(tmp_path: Path) -> None:
    path = tmp_path / "a.cert"
    proof: dict[str, Any] = {"job": "prove", "instance": {"name": "hughes"}, "path": "a.cert"}
    events, checked = events_of(tmp_path, proof, {"job": "verify", "path": "a.cert"})
    assert events[0] == {"event": "started", "seconds": 20}
    assert [event["lower"] for event in events if event["event"] == "bounds"][:3] == [1, 2, 3]
    verdict = events[-1]
    assert (verdict["event"], verdict["optimum"], verdict["grade"]) == ("verdict", 21, "certified")
    assert verdict["certificate"] == str(path)
    assert checked[-1]["accepted"]
    assert "minimum 21 moves" in checked[-1]["words"]
    assert "file" not in checked[-1]
    path.write_bytes(path.read_bytes().replace(b'"at_least": 21', b'"at_least": 22'))
    ((*_, found),) = events_of(tmp_path, {"job": "verify", "path": "a.cert"})
    assert (found["event"], found["exit"]) == ("error", 50)
    assert found["error"].startswith("the file is damaged")


def test_hints_surveys_pictures_and_the_hardest_start(tmp_path: Path) -> None:
    frogs: dict[str, Any] = {"instance": {"name": "frogs-1-1"}}
    begun: dict[str, Any] = {"job": "hint", **frogs}
    hint, wrong, stack, survey, graph, hardest = events_of(
        tmp_path,
        {**begun, "moves": ["3-2"]},
        {**begun, "moves": ["9-9"]},
        {"job": "hint", "instance": {"name": "instant-insanity"}, "moves": []},
        {"job": "explore", **frogs},
        {"job": "graph", "kind": "rings", **frogs, "path": "a.svg"},
        {"job": "hardest", "instance": {"name": "hughes"}, "path": "a.toml"},
    )
    assert (hint[-1]["event"], hint[-1]["plan"]) == ("verdict", ["1-3", "2-1"])
    assert wrong[-1]["event"] == "error"
    assert "'9-9'" in wrong[-1]["error"]
    assert [(one["event"], len(one["plan"])) for one in stack] == [("answer", 4)], "no search"
    assert ("states", 6) in [(event.get("name"), event.get("value")) for event in survey]
    assert survey[-1]["event"] == "survey"
    assert graph[-1] == {"event": "answer", "picture": str(tmp_path / "a.svg")}
    assert "<svg" in (tmp_path / "a.svg").read_text("utf-8")
    assert hardest[-1]["event"] == "answer"
    assert 'family = "sliding"' in hardest[-1]["text"]


def test_what_needs_a_library_says_so(tmp_path: Path) -> None:
    words = "import sys; sys.platform = 'emscripten'; from puzzleproof.provers.libraries import *\n"
    words += "print(lacking(ModuleNotFoundError(name='pysat')))"
    told = result_of([sys.executable, "-c", words], tmp_path).stdout
    assert told == "pysat, which a browser lacks: install the program to solve this\n"


HEAVY = ("ortools", "pysat", "numpy", "pandas", "networkx", "rich", "psutil")
SEARCHES = ("puzzleproof.encoders", "puzzleproof.explore", "puzzleproof.provers")
VERIFIED = "import puzzleproof as pp; pp.verify('a.cert')"
LISTED = "; import sys; print(*sys.modules)"


def heavy(names: set[str]) -> set[str]:
    return {name for name in names if name.split(".")[0] in HEAVY}


@pytest.mark.parametrize(
    "words",
    [
        "--help",
        "prove --help",
        "list",
        "show hughes",
        "replay frogs-1-1 '3-2 1-3 2-1' --boards",
        # 23,922 states, which plain Python labels before numpy would be there
        "prove ane-rouge --evidence labelling",
    ],
)
def test_a_light_command_imports_no_library(tmp_path: Path, words: str) -> None:
    names = modules_after(tmp_path, *shlex.split(words))
    assert not heavy(names)
    verbs = {name for name in names if name.startswith("puzzleproof.cli.verbs.")}
    assert "replay" not in words or not [name for name in names if name.startswith(SEARCHES[0])]
    assert words != "show hughes" or verbs == {"puzzleproof.cli.verbs.show"}


def test_verify_imports_no_library_no_search_and_no_encoder(run: Run, tmp_path: Path) -> None:
    words = ("prove", "hughes", "--evidence", "labelling", "--certificate", "a.cert")
    assert run(*words).returncode == 0
    in_python = result_of([sys.executable, "-c", VERIFIED + LISTED], tmp_path).stdout
    for names in (modules_after(tmp_path, "verify", "a.cert"), set(in_python.split())):
        assert "puzzleproof.verify.labelling" in names
        assert not heavy(names)
        assert not {name for name in names if name.startswith(SEARCHES)}


def test_importing_the_package_imports_none_of_its_parts_until_used(tmp_path: Path) -> None:
    code = f"import puzzleproof as pp{LISTED}; pp.load; print(*sys.modules)"
    first, then = result_of([sys.executable, "-c", code], tmp_path).stdout.splitlines()
    assert {name for name in first.split() if name.startswith("puzzleproof")} == {"puzzleproof"}
    assert "puzzleproof.models" in then.split()


def test_numpy_is_told_to_start_no_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    for given, found in (("2", "2"), (None, "1")):
        if given:
            monkeypatch.setenv("OPENBLAS_NUM_THREADS", given)
        else:
            monkeypatch.delenv("OPENBLAS_NUM_THREADS")
        assert main(["list", "-q"]) == 0
        assert os.environ["OPENBLAS_NUM_THREADS"] == found


WITHOUT = """
import sys
sys.modules |= dict.fromkeys(sys.argv[1].split(","))
from puzzleproof.cli.main import main
sys.exit(main(sys.argv[2:]))
"""
MISSING = {
    "draw frogs-1-1 --output a.png": ("resvg_py", "pictures"),
    "serve": ("uvicorn", "web"),
    "prove hughes --jobs tcp://127.0.0.1:1": ("distributed", "cluster"),
}
"""Command -> a library that it needs, and the extra that installs it."""


def without(folder: Path, libraries: str, words: str) -> Result:
    return result_of([sys.executable, "-c", WITHOUT, libraries, *words.split()], folder)


@pytest.mark.parametrize("words", MISSING)
def test_a_library_that_is_missing_is_named_with_its_extra(tmp_path: Path, words: str) -> None:
    library, extra = MISSING[words]
    found = without(tmp_path, library, words)
    said = f"{library}, which is not installed ('pip install puzzleproof[{extra}]' installs it)"
    assert (found.returncode, found.stderr) == (41, f"puzzleproof: this needs {said}\n")


def test_an_svg_needs_no_library(tmp_path: Path) -> None:
    libraries = "PIL,resvg_py,numpy,rich,ortools,networkx"
    assert without(tmp_path, libraries, "draw frogs-1-1 --output a.svg").returncode == 0
