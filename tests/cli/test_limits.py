"""Limits hold inside a solver call, Ctrl-C keeps the bounds, and nothing is left running."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from subprocess import Popen
from typing import Any

import psutil
import pytest

from puzzleproof.models.output import printed
from puzzleproof.provers.process import START_METHOD
from tests.support.command_line import Run, family_of, interrupted, left_over, started, wait_for
from tests.support.roomy_boards import roomy
from tests.support.tree import ROOT

CLIMBING = ("ane-rouge", "--engine", "cpsat", "--no-search")
"""Bounds come one after the other, and it takes minutes."""


def events(folder: Path) -> list[dict[str, Any]]:
    lines = (folder / "out").read_text().splitlines(keepends=True)
    return [json.loads(line) for line in lines if line.endswith("\n")]


def bound(folder: Path) -> int:
    """The best lower bound that was streamed, or 0."""
    return max((e["lower"] for e in events(folder) if e["event"] == "bounds"), default=0)


def test_the_time_limit_holds_inside_a_solver_call(run_apart: Run) -> None:
    result = run_apart("prove", *CLIMBING, "--time-limit", "2", "--json")
    verdict = json.loads(result.stdout)
    assert result.returncode == 30, "long before the solver would be done"
    assert verdict["status"] in ("bounded", "unknown"), "no bound so far on a busy machine"
    assert verdict["optimum"] is None
    assert (verdict["lower"] or 0) <= 81
    assert "time limit reached" in verdict["notes"]


def test_the_memory_limit_ends_a_search(run_apart: Run) -> None:
    result = run_apart(
        *["prove", "hifi", "--evidence", "exhaustion", "--memory-limit", "40M", "--json"]
    )
    verdict = json.loads(result.stdout)
    assert result.returncode == 30
    assert "memory limit reached" in verdict["notes"]
    assert verdict["optimum"] is None
    assert (verdict["lower"] or 0) <= 200


@pytest.mark.parametrize(
    ("arguments", "sent", "method"),
    [
        (CLIMBING, signal.SIGINT, ""),
        (CLIMBING, signal.SIGINT, "spawn"),
        (("hifi",), signal.SIGINT, ""),
        ((*CLIMBING, "--certificate", "ane-rouge.cert"), signal.SIGTERM, ""),
    ],
    ids=["solver", "solver, spawn", "search", "a polite end"],
)
def test_ctrl_c_prints_the_bounds_and_leaves_no_child(
    tmp_path: Path, arguments: tuple[str, ...], sent: signal.Signals, method: str
) -> None:
    words, env = ("prove", *arguments, "--json-stream"), {START_METHOD: method} if method else {}
    least = list[int]()

    def stop(process: Popen[str]) -> None:
        least.append(bound(tmp_path))
        process.send_signal(sent)

    assert interrupted(tmp_path, words, lambda: bound(tmp_path) > 0, stop, env) == 30
    verdict = events(tmp_path)[-1]
    assert verdict["event"] == "verdict"
    assert (verdict["status"], verdict["optimum"]) == ("bounded", None)
    assert [verdict["lower"]] >= least
    assert "interrupted" in verdict["notes"]
    assert not (tmp_path / "err").read_text()
    assert sorted(file.name for file in tmp_path.iterdir()) == ["err", "out"]


def test_ctrl_c_keeps_the_best_of_any_plans(tmp_path: Path) -> None:
    (tmp_path / "roomy.toml").write_text(printed(roomy(2)))
    words = ("solve", "roomy.toml", "--plans", "any", "--time-limit", "600", "--json-stream")

    def plans() -> list[int]:
        return [len(event["plan"]) for event in events(tmp_path) if event["event"] == "plan"]

    assert interrupted(tmp_path, words, lambda: bool(plans())) == 10
    verdict, lengths = events(tmp_path)[-1], plans()
    assert lengths == sorted(lengths, reverse=True)
    assert verdict["upper"] == len(verdict["plan"]) == lengths[-1]
    assert "interrupted" in verdict["notes"]


@pytest.mark.parametrize("limit", [(), ("--time-limit", "6")], ids=["Ctrl-C", "time limit"])
def test_the_second_evidence_leaves_no_child(tmp_path: Path, limit: tuple[str, ...]) -> None:
    """The labelling is done; SAT refutes 'at most 29' for ten seconds in a process of its own."""
    words = ("block10-v12", "--evidence", "labelling,refutation", "--json-stream", *limit)
    seen: dict[int, psutil.Process] = {}
    with started(tmp_path, "prove", *words) as process:
        if not limit:
            wait_for(lambda: bound(tmp_path) >= 30)
            time.sleep(1)
            seen = {child.pid: child for child in family_of(process)}
            os.killpg(process.pid, signal.SIGINT)
        while process.poll() is None:
            try:
                seen |= {child.pid: child for child in family_of(process)}
            except psutil.NoSuchProcess:
                break
            time.sleep(0.1)
        process.wait(timeout=120)
    assert seen
    assert not left_over(list(seen.values()))


def test_ctrl_c_while_modules_are_imported_ends_without_a_word() -> None:
    script = (
        "import os, signal, sys\n"
        "class Finder:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == 'puzzleproof.cli.main': os.kill(os.getpid(), signal.SIGINT)\n"
        "sys.meta_path.insert(0, Finder())\n"
        "from puzzleproof.__main__ import run\n"
        "run()\n"
    )
    here = {**os.environ, "PYTHONPATH": str(ROOT)}
    ended = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False, env=here
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (-signal.SIGINT, "", "")
