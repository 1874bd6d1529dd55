"""Run the command line in an empty folder."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.support.command_line import Result, Run, command, result_of, run_here


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Run a command in this process, in the test's own folder."""

    def call(
        *args: str | Path, stdin: str | bytes = "", env: Mapping[str, str] | None = None
    ) -> Result:
        return run_here(args, tmp_path, stdin, env)

    return call


@pytest.fixture
def run_apart(tmp_path: Path) -> Run:
    """Run a command as users do: in a process of its own, in the test's own folder."""

    def call(
        *args: str | Path, stdin: str | bytes = "", env: Mapping[str, str] | None = None
    ) -> Result:
        return result_of(command(*args), tmp_path, stdin, env)

    return call
