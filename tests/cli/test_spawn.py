"""What other systems do otherwise: other processes or none, text of another encoding.

macOS and Windows start a process anew (`spawn`), and every family's work has to arrive there.  In a
browser Python starts none.
Windows reads and writes files in an encoding of its own, unless one is named.
"""

import pytest

from puzzleproof.provers.process import NO_PROCESSES, START_METHOD
from tests.support.command_line import Run

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
