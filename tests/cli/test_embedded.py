"""Commands in a host without processes, as Python in a browser: the same answers, as events."""

import json
import sys
from pathlib import Path
from typing import Any

from tests.support.command_line import result_of

JOB = """
import json, os, sys
os.environ["PUZZLEPROOF_START_METHOD"] = "none"
sys.modules["_multiprocessing"] = sys.modules["multiprocessing"] = None
from puzzleproof.cli import embedded
out = sys.stdout
embedded.job(sys.argv[1], sys.argv[2], lambda line: print(line, file=out))
"""


def events_of(folder: Path, path: Path, **question: Any) -> list[dict[str, Any]]:
    asked = json.dumps({"seconds": 20, **question})
    result = result_of([sys.executable, "-c", JOB, asked, str(path)], folder)
    assert not result.stderr
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_a_proof_and_its_check(tmp_path: Path) -> None:
    path = tmp_path / "a.cert"
    events = events_of(tmp_path, path, job="prove", instance={"name": "hughes"})
    assert events[0] == {"event": "started", "seconds": 20}
    assert [event["lower"] for event in events if event["event"] == "bounds"][:3] == [1, 2, 3]
    verdict = events[-1]
    assert (verdict["event"], verdict["optimum"], verdict["grade"]) == ("verdict", 21, "certified")
    assert verdict["certificate"] == str(path)
    found = events_of(tmp_path, path, job="verify")[-1]
    assert found["accepted"]
    assert "minimum 21 moves" in found["words"]
    assert "file" not in found
    path.write_bytes(path.read_bytes().replace(b'"at_least": 21', b'"at_least": 22'))
    found = events_of(tmp_path, path, job="verify")[-1]
    assert (found["event"], found["exit"]) == ("error", 50)
    assert found["error"].startswith("the file is damaged")


def test_a_hint_from_a_game_that_has_begun(tmp_path: Path) -> None:
    instance = {"name": "frogs-1-1"}
    found = events_of(tmp_path, tmp_path / "unused", job="hint", instance=instance, moves=["3-2"])[
        -1
    ]
    assert (found["event"], found["plan"]) == ("verdict", ["1-3", "2-1"])
    found = events_of(tmp_path, tmp_path / "unused", job="hint", instance=instance, moves=["9-9"])[
        -1
    ]
    assert found["event"] == "error"
    assert "'9-9'" in found["error"]


def test_the_state_graph_its_picture_and_the_hardest_start(tmp_path: Path) -> None:
    instance = {"name": "frogs-1-1"}
    events = events_of(tmp_path, tmp_path / "unused", job="explore", instance=instance)
    assert ("states", 6) in [(event.get("name"), event.get("value")) for event in events]
    assert events[-1]["event"] == "survey"
    picture = tmp_path / "a.svg"
    found = events_of(tmp_path, picture, job="graph", kind="rings", instance=instance)[-1]
    assert found == {"event": "answer", "picture": str(picture)}
    assert "<svg" in picture.read_text("utf-8")
    start = tmp_path / "a.toml"
    found = events_of(tmp_path, start, job="hardest", instance={"name": "hughes"})[-1]
    assert found["event"] == "answer"
    assert 'family = "sliding"' in found["text"]


def test_a_stack_of_cubes_has_a_hint_without_a_search(tmp_path: Path) -> None:
    instance = {"name": "instant-insanity"}
    (found,) = events_of(tmp_path, tmp_path / "unused", job="hint", instance=instance, moves=[])
    assert (found["event"], len(found["plan"])) == ("answer", 4)


def test_what_needs_a_library_says_so(tmp_path: Path) -> None:
    words = "import sys; sys.platform = 'emscripten'; from puzzleproof.provers.libraries import *\n"
    words += "print(lacking(ModuleNotFoundError(name='pysat')))"
    told = result_of([sys.executable, "-c", words], tmp_path).stdout
    assert told == "pysat, which is not there in a browser: install the program for this question\n"
