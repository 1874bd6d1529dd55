"""Work in a child process: limits hold, crashes are reported, errors and results come through."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from puzzleproof.models.errors import LimitReached, Unsupported
from puzzleproof.provers import process
from puzzleproof.provers.events import Event, Note, Usage, ignore
from puzzleproof.provers.process import (
    NO_PROCESSES,
    START_METHOD,
    Limits,
    MemoryLimit,
    TimeLimit,
    call,
    call_here,
)
from tests.support.child_work import (
    add,
    die,
    fail,
    fail_stubbornly,
    give,
    have_a_child,
    hold,
    leave,
    run_out_of_memory,
    sleep,
    tell,
)
from tests.support.command_line import environment

METHODS = [name for name in ("fork", "spawn") if name in multiprocessing.get_all_start_methods()]


@pytest.fixture(autouse=True, params=METHODS)
def method(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Processes are forked on Linux, and started anew elsewhere: the same must hold for both."""
    monkeypatch.setenv(START_METHOD, request.param)
    return str(request.param)


def test_a_host_without_processes_works_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(START_METHOD, NO_PROCESSES)
    value = object()
    assert call(give, (value,), ignore) is value


def texts(events: list[Event]) -> list[str]:
    return [event.text for event in events if isinstance(event, Note)]


@pytest.mark.parametrize("way", [call, call_here])
def test_the_result_arrives_after_the_events(way: Callable[..., object]) -> None:
    events: list[Event] = []
    assert way(add, (2, 3), events.append) == 5
    assert texts(events) == ["adding"]


@pytest.mark.parametrize("way", [call, call_here])
def test_a_result_may_be_an_error_or_nothing(way: Callable[..., object]) -> None:
    assert isinstance(way(give, (Unsupported("no"),), ignore), Unsupported)
    assert way(give, (None,), ignore) is None


def test_without_a_process_time_is_checked_at_each_event() -> None:
    events: list[Event] = []
    with pytest.raises(TimeLimit, match="time limit reached"):
        call_here(sleep, (0.05,), events.append, Limits(0.01))
    assert texts(events) == ["asleep", "awake"]


def test_without_a_process_a_lack_of_memory_is_a_limit() -> None:
    with pytest.raises(LimitReached, match="out of memory"):
        call_here(run_out_of_memory, (), ignore)


def test_events_arrive_in_order() -> None:
    events: list[Event] = []
    call(tell, (200,), events.append)
    assert texts(events) == [str(k) for k in range(200)]


def test_work_that_ends_in_time_is_left_alone() -> None:
    events: list[Event] = []
    call(sleep, (0.1,), events.append, Limits(30, 4_000_000_000))
    assert texts(events) == ["asleep", "awake"]


def test_a_time_limit_ends_the_work_and_keeps_what_it_told() -> None:
    events: list[Event] = []
    begin = time.monotonic()
    with pytest.raises(TimeLimit, match="time limit"):
        call(sleep, (60.0,), events.append, Limits(2))
    assert time.monotonic() - begin < 20
    assert texts(events) == ["asleep"]


def test_a_memory_limit_ends_the_work() -> None:
    events: list[Event] = []
    with pytest.raises(MemoryLimit, match="memory limit"):
        call(hold, (400_000_000,), events.append, Limits(None, 300_000_000))
    assert texts(events) == ["growing"]


@pytest.mark.parametrize("code", [0, 3])
def test_a_child_that_leaves_without_a_word_is_told(code: int) -> None:
    events: list[Event] = []
    with pytest.raises(LimitReached, match=f"ended with code {code}"):
        call(leave, (code,), events.append, Limits(30))


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_a_child_that_crashes_is_told(number: int) -> None:
    with pytest.raises(LimitReached, match=f"ended with code -{int(number)}"):
        call(die, (number,), list[Event]().append, Limits(30))


def test_an_error_is_passed_on() -> None:
    events: list[Event] = []
    with pytest.raises(Unsupported, match="'this' is not supported"):
        call(fail, (), events.append)
    assert texts(events) == ["failing"]


def test_an_error_that_cannot_be_sent_is_quoted() -> None:
    with pytest.raises(RuntimeError, match="no way to send this"):
        call(fail_stubbornly, (), list[Event]().append)


def test_a_lack_of_memory_is_a_limit() -> None:
    with pytest.raises(LimitReached, match="out of memory"):
        call(run_out_of_memory, (), list[Event]().append)


def test_an_error_of_the_listener_ends_the_child() -> None:
    def refuse(event: Event) -> None:
        raise ValueError("not listening")

    begin = time.monotonic()
    with pytest.raises(ValueError, match="not listening"):
        call(sleep, (60.0,), refuse)
    assert time.monotonic() - begin < 10


INTERRUPTED = """
import signal
from puzzleproof.provers import process
from tests.support.child_work import sleep

started, honest = [], process.start

def start(work, arguments):
    started.append(honest(work, arguments))
    signal.raise_signal(signal.SIGINT)
    return started[0]

process.start = start
try:
    process.call(sleep, (60.0,), lambda event: None)
except process.Interrupted:
    print("interrupted", started[0].process.is_alive())
"""


def test_ctrl_c_while_the_child_starts_ends_it() -> None:
    """In an interpreter of its own, whose main thread gets the signal."""
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED],
        env=environment(),
        capture_output=True,
        encoding="utf-8",
        check=True,
        timeout=50,
    )
    assert done.stdout == "interrupted False\n"


def test_children_of_the_child_end_with_it(tmp_path: Path) -> None:
    path = tmp_path / "pid"
    with pytest.raises(LimitReached):
        call(have_a_child, (str(path),), list[Event]().append, Limits(4))
    pid = int(path.read_text())
    for _ in range(100):
        if not running(pid):
            return
        time.sleep(0.05)
    os.kill(pid, signal.SIGKILL)
    pytest.fail("a grandchild survived")


def running(pid: int) -> bool:
    import psutil

    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def test_without_a_limit_half_of_the_free_memory_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "half_of_spare_memory", lambda: 200_000_000)
    with pytest.raises(MemoryLimit) as caught:
        call(hold, (400_000_000,), ignore)
    which = "half of what was free, 0.2 GB; --memory-limit sets another"
    assert str(caught.value) == f"memory limit reached ({which})"


def test_the_listener_hears_that_the_child_is_at_work(monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[Event] = []
    monkeypatch.setattr(process, "USAGE_SECONDS", 0.0)
    call(sleep, (0.3,), heard.append)
    usages = [event for event in heard if isinstance(event, Usage)]
    assert usages
    assert all(event.seconds > 0 for event in usages)
    if process.PROCESSES.exists():
        assert any((event.memory or 0) > 10**6 for event in usages)


SCRIPT = """
import puzzleproof as pp
print(pp.prove("hughes", evidence="labelling"))
"""


def test_a_script_needs_no_guard(tmp_path: Path) -> None:
    """A process that is started anew would import the script again, and prove once more."""
    (tmp_path / "script.py").write_text(SCRIPT, encoding="utf-8")
    words, env = [sys.executable, "script.py"], environment()
    done = subprocess.run(
        words, cwd=tmp_path, env=env, capture_output=True, encoding="utf-8", timeout=50, check=False
    )
    assert done.stdout == "<Verdict hughes: 21 moves (piece), certified>\n", done.stderr
    assert not done.stderr


def test_where_there_are_no_process_groups_each_child_is_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(os, "killpg")
    test_children_of_the_child_end_with_it(tmp_path)


ORPHAN = """
import multiprocessing, os, sys, time
from puzzleproof.provers import process
from tests.support.child_work import sleep

sys.platform = "another"  # whose kernel ends nobody
child = process.start(sleep, (60.0,))
child.receiver.recv()
print(child.process.pid, flush=True)
os._exit(0)
"""


EARLY_ORPHAN = """
import os, time
from puzzleproof.provers import process
from tests.support.child_work import sleep

settle = process.settle
process.settle = lambda: (time.sleep(0.5), settle())
child = process.start(sleep, (60.0,))
print(child.process.pid, flush=True)
os._exit(0)
"""


def test_a_parent_that_goes_before_the_kernel_is_asked_leaves_no_orphan(method: str) -> None:
    if method == "spawn":
        pytest.skip("the child has a module of its own, without the delay")
    words, env = [sys.executable, "-c", EARLY_ORPHAN], environment()
    # The orphan holds standard output open: this returns when it is gone.
    done = subprocess.run(
        words, env=env, stdout=subprocess.PIPE, encoding="utf-8", timeout=30, check=True
    )
    assert int(done.stdout) > 1


def test_where_the_kernel_does_not_help_a_thread_ends_the_orphan(method: str) -> None:
    if method == "spawn":
        pytest.skip("the child finds out for itself which system this is")
    words, env = [sys.executable, "-c", ORPHAN], environment()
    done = subprocess.run(
        words, env=env, stdout=subprocess.PIPE, encoding="utf-8", timeout=50, check=True
    )
    for _ in range(200):
        if not running(int(done.stdout)):
            return
        time.sleep(0.05)
    os.kill(int(done.stdout), signal.SIGKILL)
    pytest.fail("the child outlived its parent")


def test_a_method_that_the_system_lacks_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(START_METHOD, "clone")
    with pytest.raises(Unsupported, match="PUZZLEPROOF_START_METHOD='clone': expected one of"):
        call(add, (2, 3), ignore)
