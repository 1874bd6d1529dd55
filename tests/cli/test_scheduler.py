"""``--jobs``: audit and prove on a Dask cluster, as users run them."""

import json
import os
import signal
from collections.abc import Generator
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.support.command_line import Run, started, wait_for
from tests.support.dask_processes import DaskProcesses, dask_processes, kill
from tests.support.sessions import play, sessions

pytestmark = [
    pytest.mark.external,
    pytest.mark.skipif(find_spec("distributed") is None, reason="Dask is not installed"),
    pytest.mark.skipif(not hasattr(os, "killpg"), reason="processes are ended by groups"),
]
NOWHERE = "tcp://127.0.0.1:1"


@pytest.fixture
def dask(tmp_path: Path) -> Generator[DaskProcesses]:
    folder = tmp_path / "dask"
    folder.mkdir()
    with dask_processes(folder) as cluster:
        cluster.worker()
        yield cluster


def test_prove_writes_verdicts_certificates_and_the_ledger(
    run: Run, tmp_path: Path, dask: DaskProcesses
) -> None:
    words = f"--jobs {dask.address} --ledger l.db --certificate {{puzzle}}.cert --json"
    session = f"""
        $ prove hughes frogs-2-2 {words}
        [{{"optimum": 21}}, {{"optimum": 8}}]
        $ verify hughes.cert frogs-2-2.cert
        $ results l.db --check
        $ prove hughes --ledger l.db --jobs {NOWHERE}
        21 moves (metric piece), certified
    """
    play(run, tmp_path, session)


def test_audit_and_the_python_interface(run: Run, dask: DaskProcesses) -> None:
    result = run("audit", "hughes", "--jobs", dask.address)
    assert result.returncode == 0, result.stderr
    assert "3 claims: 3 confirmed" in result.stdout

    import puzzleproof as pp

    findings = pp.audit("hughes", jobs=dask.address)
    assert [finding.verdict for finding in findings] == ["confirmed"] * 3


test_session = sessions(
    {
        "what is no scheduler": f"""
        $ audit hughes --jobs {NOWHERE} => 40
        ! no Dask scheduler answers within 5 s
        $ prove hughes --jobs localhost => 40
        ! expected a number from 1 to 1000, or tcp://HOST:PORT
        """
    }
)


def recorded(run: Run) -> list[str]:
    result = run("results", "l.db", "--json")
    return [row["puzzle"] for row in json.loads(result.stdout)] if not result.returncode else []


@pytest.mark.parametrize("goes_away", [False, True])
def test_ctrl_c_or_a_scheduler_that_goes_away_leaves_the_ledger_whole(
    run: Run, tmp_path: Path, dask: DaskProcesses, goes_away: bool
) -> None:
    words = f"prove frogs-1-1 korf-03 korf-15 --jobs {dask.address} --ledger l.db"
    with started(tmp_path, *words.split()) as process:
        wait_for(lambda: recorded(run) == ["frogs-1-1"])
        if goes_away:
            kill(dask.scheduler)
        else:
            process.send_signal(signal.SIGINT)
        assert process.wait(120) == 30
    *_, last = (tmp_path / "err").read_text("utf-8").splitlines()  # below progress, if it is slow
    gone = f"the Dask scheduler {dask.address} went away; the results so far are kept: "
    assert last.startswith(f"puzzleproof: {gone if goes_away else 'interrupted: '}")
    assert last.endswith("2 questions not answered; the same command continues from 'l.db'")
    assert "3 moves" in (tmp_path / "out").read_text("utf-8")
    assert recorded(run) == ["frogs-1-1"]
    if not goes_away:
        result = run("prove", "hughes", "--jobs", dask.address)
        assert result.returncode == 0, "the worker is free again"
