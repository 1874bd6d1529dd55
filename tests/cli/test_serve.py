"""The verb that serves the page, before it serves."""

import socket

import pytest

from tests.support.command_line import Run


def test_a_port_that_is_taken_is_one_line(run: Run) -> None:
    pytest.importorskip("starlette", reason="the extra 'web' is not installed")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        result = run("serve", "--port", str(taken.getsockname()[1]))
    assert result.returncode == 40
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize("words", [("--port", "70000"), ("--jobs", "0"), ("--time-limit", "x")])
def test_bad_options_are_one_line(run: Run, words: tuple[str, str]) -> None:
    result = run("serve", *words)
    assert result.returncode == 40
    assert len(result.stderr.splitlines()) == 1
