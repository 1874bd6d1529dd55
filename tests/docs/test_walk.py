"""docs/walk.md names the files that a traced proof enters, chapter after chapter."""

import json
import re
import sys
from pathlib import Path

import pytest

from puzzleproof.provers.process import NO_PROCESSES, START_METHOD
from tests.support.command_line import result_of
from tests.support.tree import ROOT

WALK = (ROOT / "docs" / "walk.md").read_text("utf-8")
TRACED = """
import json, sys
from pathlib import Path

root, entered = Path(sys.argv[1]), []

def trace(frame, event, _):
    code = frame.f_code
    if event == "call" and code.co_name != "<module>" and not code.co_name[0].isupper():
        path = Path(code.co_filename)
        if path.is_relative_to(root):
            name = str(path.relative_to(root))
            if name not in entered:
                entered.append(name)

from puzzleproof.cli.main import main

sys.setprofile(trace)
code = main(["prove", "ane-rouge", "-q"])
sys.setprofile(None)
print(json.dumps([code, entered]))
"""


def entered(folder: Path) -> list[str]:
    """All work is done in the process that is traced."""
    result = result_of(
        [sys.executable, "-c", TRACED, ROOT], folder, env={START_METHOD: NO_PROCESSES}
    )
    code, files = json.loads(result.stdout.splitlines()[-1])
    assert code == 0
    return [name for name in files if not name.startswith((".", "build"))]


@pytest.mark.slow
def test_the_walk_names_the_files_that_are_entered(tmp_path: Path) -> None:
    walked = WALK.partition("## Where to go on")[0]
    named = [name for name in re.findall(r"`([\w/]+\.py)`", walked) if "tests" not in name]
    found = entered(tmp_path)
    assert set(named) == set(found)
    firsts = [section.split("`")[1::2] for section in walked.split("\n## ")[1:]]
    chapters = [{word for word in words if word.endswith(".py")} for words in firsts]
    begun = [min(found.index(name) for name in chapter) for chapter in chapters[:4]]
    assert begun == sorted(begun)


def test_the_files_to_go_on_with_exist() -> None:
    for name in re.findall(r"`([\w/]+\.py)`", WALK):
        assert (ROOT / name).is_file(), name
