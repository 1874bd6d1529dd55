"""Several answers by one command: what fails, or is interrupted, loses no other."""

import errno
import json
import signal
from argparse import Namespace
from contextlib import suppress

import pytest

from puzzleproof.cli.printing import print_answer
from puzzleproof.cli.questions import Answer
from puzzleproof.cli.several import answer_each, questions_of
from puzzleproof.models.instances import load


def several(answer: Answer, *names: str) -> int:
    """The exit code of a command about several instances, with ``--json``."""
    read = {
        "verb": "show",
        "instances": names,
        "metric": None,
        "from_format": None,
        "keep_going": False,
    }
    options = Namespace(**read, json=True, json_stream=False, verbose=False, quiet=False)
    return answer_each(options, answer, questions_of(options, load))


@pytest.mark.parametrize(
    ("error", "code"),
    [(OSError(errno.ENOSPC, "No space left on device"), 40), (RecursionError("deep"), 70)],
    ids=str,
)
def test_an_error_of_no_known_kind_loses_no_other_answer(
    error: Exception, code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    def answer(options: Namespace, name: str, _: object) -> int:
        if name == "frogs-2-2":
            raise error
        print_answer(options, "answer", {"puzzle": name})
        return 0

    assert several(answer, "frogs-1-1", "frogs-2-2", "frogs-3-3") == code
    written = capsys.readouterr()
    first, second, third = json.loads(written.out)
    assert (first["puzzle"], second["exit"], third["puzzle"]) == ("frogs-1-1", code, "frogs-3-3")
    assert written.err.startswith("puzzleproof: frogs-2-2 (metric move): ")
    assert written.err.count("\n") == 1


@pytest.mark.parametrize(("left_out", "code"), [(["frogs-3-3"], 30), ([], 0)])
def test_ctrl_c_while_an_answer_stands_is_a_limit_of_those_left_out(
    left_out: list[str], code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    def answer(_options: Namespace, name: str, _: object) -> int:
        if name == "frogs-2-2":
            with suppress(KeyboardInterrupt):
                signal.raise_signal(signal.SIGINT)
        return 0

    assert several(answer, "frogs-1-1", "frogs-2-2", *left_out) == code
    said = "puzzleproof: interrupted: 1 question not answered\n" if left_out else ""
    assert capsys.readouterr().err == said
