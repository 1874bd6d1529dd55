"""What other hosts do otherwise: other processes or none, text of another encoding.

macOS and Windows start a process anew (`spawn`), and every family's work has to arrive there.  In a
browser Python starts none: the same answers come as events.
Windows reads and writes files in an encoding of its own, unless one is named.
"""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from puzzleproof.provers.process import NO_PROCESSES, START_METHOD
from tests.support.command_line import Run, result_of

COMMANDS = {
    "prove hughes": 0,
    "prove hughes --engine sat --at-least 6": 0,
    "prove hughes --engine cpsat --at-least 4": 0,
    "prove frogs-3-3": 0,
    "prove four-cubes": 0,
    "prove european-centre": 20,
    "solve instant-insanity --all": 0,
    "explore simplicity": 0,
    "compare eight-puzzle-867 --only breadth": 10,
    "export hughes --as lrat --output hughes": 0,
}


STRICT = {"PYTHONWARNDEFAULTENCODING": "1", "PYTHONWARNINGS": "error::EncodingWarning"}
"""A file that is opened without an encoding is an error."""


@pytest.mark.parametrize("words", COMMANDS)
def test_a_command_under_spawn(run_apart: Run, words: str) -> None:
    result = run_apart(*words.split(), env={START_METHOD: "spawn", **STRICT})
    assert result.returncode == COMMANDS[words], result.stdout + result.stderr
    assert not result.stderr


@pytest.mark.parametrize("words", [words for words in COMMANDS if "--engine" not in words])
def test_a_command_without_processes(run: Run, words: str) -> None:
    result = run(*words.split(), env={START_METHOD: NO_PROCESSES})
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
    assert told == "pysat, which a browser lacks: install the program for this question\n"
