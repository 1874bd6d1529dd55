"""Run the command line in an empty folder."""

from functools import partial
from pathlib import Path

import pytest

from tests.support.command_line import Run, command, result_of, run_here


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Run a command in this process, in the test's own folder."""
    return partial(run_here, tmp_path)


@pytest.fixture
def run_apart(tmp_path: Path) -> Run:
    """Run a command as users do: in a process of its own, in the test's own folder."""
    return lambda *args, **more: result_of(command(*args), tmp_path, **more)
