"""Run the command line as users do: a process of its own, in an empty folder."""

import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.support.command_line import Result, Run, command, environment


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Run a command in the test's own folder."""

    def call(
        *args: str | Path,
        stdin: str = "",
        env: Mapping[str, str] | None = None,
        timeout: float = 60,
    ) -> Result:
        return subprocess.run(
            command(*args),
            input=stdin,
            capture_output=True,
            encoding="utf-8",
            env=environment(env),
            cwd=tmp_path,
            timeout=timeout,
            check=False,
        )

    return call
