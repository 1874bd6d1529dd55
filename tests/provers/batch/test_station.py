"""A process that does calls for a program with threads."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from typing import Any

import psutil
import pytest

from puzzleproof.models.errors import LimitReached, NotationError
from puzzleproof.provers.batch.station import Station, Stations
from puzzleproof.provers.process import Result, call
from tests.support import child_work
from tests.support.dask_processes import wait_for


def answer(station: Station) -> Any:
    while True:
        message = station.hear(30)
        if isinstance(message, Result):
            return message.value


def said(text: str, emit: Any) -> str:
    print("not a message")
    emit(text)
    return text * 2


def raising(emit: Any) -> None:
    raise NotationError("by hand")


def dying(emit: Any) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def waiting(emit: Any) -> None:
    time.sleep(600)


def with_child(emit: Any) -> None:
    import subprocess

    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    emit(child.pid)
    child.wait()


@pytest.fixture
def station() -> Any:
    one = Station()
    yield one
    one.close()


def test_calls_are_done_one_after_the_other_in_one_process(station: Station) -> None:
    for text in ("a", "b"):
        station.begin(said, text)
        assert station.hear(30) == text
        assert answer(station) == text * 2
    assert station.hear(0.01) is None


def test_an_error_is_raised_here_and_the_next_call_is_done(station: Station) -> None:
    station.begin(raising)
    with pytest.raises(NotationError, match="by hand"):
        station.hear(30)
    station.begin(said, "a")
    assert answer(station) == "aa"


def test_death_is_a_limit_each_time_it_is_asked(station: Station) -> None:
    station.begin(dying)
    for _ in range(2):
        with pytest.raises(LimitReached, match="ended with code -9"):
            station.hear(30)


def test_work_of_the_project_with_a_child_of_its_own(station: Station) -> None:
    station.begin(tell_from_a_child)
    assert [station.hear(30).text for _ in range(2)] == ["0", "1"]
    assert answer(station) == "done"


def tell_from_a_child(emit: Any) -> str:
    call(child_work.tell, (2,), emit)
    return "done"


def test_what_it_started_ends_with_it(station: Station) -> None:
    station.begin(with_child)
    child = station.hear(30)
    station.close()
    wait_for(lambda: not runs(child))


def test_it_ends_when_its_program_is_gone() -> None:
    code = (
        "import os, signal\n"
        "from tests.provers.batch.test_station import Station, waiting\n"
        "station = Station(); station.begin(waiting)\n"
        "print(station.pid, flush=True)\n"
        "import time; time.sleep(600)\n"
    )
    import subprocess

    from tests.support.command_line import environment

    process = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, env=environment()
    )
    assert process.stdout is not None
    pid = int(process.stdout.readline())
    assert runs(pid)
    process.kill()
    process.wait()
    process.stdout.close()
    wait_for(lambda: not runs(pid))


def runs(pid: int) -> bool:
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def test_threads_share_stations_and_closing_ends_all() -> None:
    stations = Stations()
    one, two = stations.take(), stations.take()
    stations.give_back(one)
    assert stations.take() is one
    stations.close()
    assert not runs(one.pid)
    assert not runs(two.pid)
    with pytest.raises(LimitReached):
        stations.take()
    assert threading.active_count() < 50
