"""Run the command line as users do: a process of its own, in an empty folder."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.support.command_line import Result, Run, command, result_of


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Run a command in the test's own folder."""

    def call(
        *args: str | Path,
        stdin: str = "",
        env: Mapping[str, str] | None = None,
        timeout: float = 60,
    ) -> Result:
        return result_of(command(*args), tmp_path, stdin, env, timeout)

    return call
