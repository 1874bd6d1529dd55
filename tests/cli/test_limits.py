"""Limits hold inside a solver call, Ctrl-C keeps the bounds, and nothing is left running."""

import json
import os
import shlex
import signal
import time
from pathlib import Path
from typing import Any

import psutil
import pytest

from puzzleproof.provers.process import START_METHOD
from tests.support.command_line import Run, command, family_of, left_over, result_of, started

CLIMBING = ("ane-rouge", "--engine", "cpsat", "--plan-by", "horizons")
"""Bounds come one after the other, and it takes minutes."""


def events(folder: Path) -> list[dict[str, Any]]:
    lines = (folder / "out").read_text().splitlines(keepends=True)
    return [json.loads(line) for line in lines if line.endswith("\n")]


def wait_for_bound(folder: Path, least: int = 1, seconds: float = 30) -> int:
    """Wait until a lower bound was streamed; returns it."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        found = [e["lower"] for e in events(folder) if e["event"] == "bounds"]
        if found and max(found) >= least:
            return int(max(found))
        time.sleep(0.05)
    raise AssertionError("no lower bound was streamed")


def test_the_time_limit_holds_inside_a_solver_call(run_apart: Run) -> None:
    begin = time.monotonic()
    result = run_apart("prove", *CLIMBING, "--time-limit", "2", "--json")
    assert time.monotonic() - begin < 10 * 2
    verdict = json.loads(result.stdout)
    assert result.returncode == 30
    assert (verdict["status"], verdict["optimum"]) == ("bounded", None)
    assert 1 <= verdict["lower"] <= 81
    assert verdict["seconds"] < 4 * 2
    assert "time limit reached" in verdict["notes"]


def test_a_limit_is_reported_with_its_bound(run_apart: Run) -> None:
    result = run_apart("prove", *CLIMBING, "--time-limit", "2")
    assert "at least" in result.stdout
    assert "optimal" not in result.stdout
    assert "time limit reached" in result.stdout


def test_a_plan_by_search_is_kept_where_horizons_take_too_long(run_apart: Run) -> None:
    result = run_apart("prove", *CLIMBING[:3], "--time-limit", "8", "--json")
    verdict = json.loads(result.stdout)
    assert result.returncode == 10
    assert (verdict["status"], verdict["upper"]) == ("bounded", 81)
    assert verdict["optimum"] is None
    assert verdict["lower"] < 81


def test_the_memory_limit_ends_a_search(run_apart: Run) -> None:
    result = run_apart("prove", "hifi", "--memory-limit", "40M", "--time-limit", "40", "--json")
    verdict = json.loads(result.stdout)
    assert result.returncode == 30
    assert "memory limit reached" in verdict["notes"]
    assert verdict["optimum"] is None
    assert 1 <= verdict["lower"] <= 200


@pytest.mark.parametrize("method", ["", "spawn"], ids=["as usual", "spawn"])
@pytest.mark.parametrize(
    ("arguments", "sent"),
    [
        (CLIMBING, signal.SIGINT),
        (("hifi",), signal.SIGINT),
        ((*CLIMBING, "--certificate", "ane-rouge.cert"), signal.SIGTERM),
    ],
    ids=["solver", "search", "a polite end"],
)
def test_ctrl_c_prints_the_bounds_and_leaves_no_child(
    tmp_path: Path, arguments: tuple[str, ...], sent: signal.Signals, method: str
) -> None:
    env = {START_METHOD: method} if method else {}
    with started(tmp_path, "prove", *arguments, "--json-stream", env=env) as process:
        bound = wait_for_bound(tmp_path)
        family = family_of(process)
        assert family
        os.kill(process.pid, sent)
        assert process.wait(timeout=10) == 30
    verdict = events(tmp_path)[-1]
    assert verdict["event"] == "verdict"
    assert (verdict["status"], verdict["optimum"]) == ("bounded", None)
    assert verdict["lower"] >= bound
    assert "interrupted" in verdict["notes"]
    assert not (tmp_path / "err").read_text()
    assert not left_over(family)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["err", "out"]


def test_ctrl_c_during_the_second_evidence_leaves_no_child(tmp_path: Path) -> None:
    # The labelling is done; SAT refutes 'at most 29' for ten seconds in a process of its own.
    with started(
        tmp_path, "prove", "block10-v12", "--evidence", "labelling,refutation", "--json-stream"
    ) as process:
        wait_for_bound(tmp_path, least=30)
        time.sleep(1)
        family = family_of(process)
        assert family
        os.killpg(process.pid, signal.SIGINT)
        process.wait(timeout=10)
    assert not left_over(family)


def test_a_time_limit_during_the_second_evidence_leaves_no_child(tmp_path: Path) -> None:
    seen: dict[int, psutil.Process] = {}
    with started(
        tmp_path, "prove", "mas-puzzle", "--evidence", "labelling,refutation", "--time-limit", "6"
    ) as process:
        while process.poll() is None:
            try:
                seen |= {child.pid: child for child in family_of(process)}
            except psutil.NoSuchProcess:
                break
            time.sleep(0.1)
        process.wait(timeout=30)
    assert len(seen) >= 2
    assert not left_over(list(seen.values()))


def broken_pipe(folder: Path, *arguments: str) -> tuple[int, str]:
    """Run a command whose reader takes one line; its exit code and standard error."""
    line = f"{shlex.join(command(*arguments))} 2>err | head -n 1; echo ${{PIPESTATUS[0]}}"
    result = result_of(["bash", "-c", line], folder, timeout=30)
    return int(result.stdout.splitlines()[-1]), (folder / "err").read_text()


def test_a_reader_that_leaves_is_no_error(tmp_path: Path) -> None:
    _, errors = broken_pipe(tmp_path, "list")
    assert not errors


def test_a_reader_that_leaves_ends_the_work_and_proves_nothing(tmp_path: Path) -> None:
    code, errors = broken_pipe(tmp_path, "prove", "hifi", "--json-stream", "--time-limit", "20")
    assert not errors
    assert code != 0


@pytest.mark.parametrize("number", [1, 2])
def test_a_closed_stream_shows_no_traceback(tmp_path: Path, number: int) -> None:
    line = f"exec {shlex.join(command('list'))} {number}>&-"
    assert "Traceback" not in result_of(["bash", "-c", line], tmp_path).stderr


def test_a_file_that_was_there_survives_a_limit(run_apart: Run, tmp_path: Path) -> None:
    path = tmp_path / "there.cert"
    path.touch()
    assert run_apart("prove", "hifi", "--time-limit", "1", "--certificate", path).returncode == 30
    assert path.exists()


def test_a_certificate_does_not_replace_a_link(run_apart: Run, tmp_path: Path) -> None:
    # What holds for a link holds for a device: '--certificate /dev/stdout' must not unlink it.
    target, link = tmp_path / "target", tmp_path / "link"
    target.touch()
    link.symlink_to(target)
    run_apart("prove", "hughes", "--evidence", "labelling", "--certificate", link)
    assert link.is_symlink()
