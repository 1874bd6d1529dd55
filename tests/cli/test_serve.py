"""The verb that serves the page, before it serves."""

import socket
import sys
from pathlib import Path

import pytest

from tests.support.command_line import Run, result_of

WITHOUT = """
import sys
sys.modules["uvicorn"] = None
from puzzleproof.cli.main import main
sys.exit(main(["serve"]))
"""


def test_a_port_that_is_taken_is_one_line(run: Run) -> None:
    pytest.importorskip("starlette", reason="the extra 'web' is not installed")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        result = run("serve", "--port", str(taken.getsockname()[1]))
    assert result.returncode == 40
    assert len(result.stderr.splitlines()) == 1


def test_a_library_that_is_missing_is_named_with_its_extra(tmp_path: Path) -> None:
    result = result_of([sys.executable, "-c", WITHOUT], tmp_path)
    assert result.returncode == 41
    assert result.stderr.startswith("puzzleproof: the page needs uvicorn, which is not installed")
    assert "'pip install puzzleproof[web]' brings it" in result.stderr
