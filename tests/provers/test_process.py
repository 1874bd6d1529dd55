"""Work in a child process: limits hold, crashes are told, results come through, nothing stays."""

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from puzzleproof.models.errors import LimitReached, Unsupported
from puzzleproof.provers import process
from puzzleproof.provers.events import Event, Note, Usage, ignore
from puzzleproof.provers.process import (
    NO_LIMITS,
    NO_PROCESSES,
    START_METHOD,
    Child,
    Limits,
    MemoryLimit,
    TimeLimit,
    call,
    call_here,
    receive,
)
from tests.support.child_work import (
    add,
    die,
    fail,
    fail_in_the_system,
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
from tests.support.reviewers import gone

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
    monkeypatch.setenv(START_METHOD, "clone")
    with pytest.raises(Unsupported, match="PUZZLEPROOF_START_METHOD='clone': expected one of"):
        call(add, (2, 3), ignore)


def texts(events: list[Event]) -> list[str]:
    return [event.text for event in events if isinstance(event, Note)]


@pytest.mark.parametrize("way", [call, call_here])
def test_the_result_arrives_after_the_events(way: Callable[..., object]) -> None:
    """It may be an error, or nothing; limits that are not reached change nothing."""
    events: list[Event] = []
    assert way(add, (2, 3), events.append, Limits(30, 4_000_000_000)) == 5
    assert texts(events) == ["adding"]
    assert isinstance(way(give, (Unsupported("no"),), ignore), Unsupported)
    assert way(give, (None,), ignore) is None
    events.clear()
    way(tell, (200,), events.append)
    assert texts(events) == [str(k) for k in range(200)]


Work = tuple[Callable[..., object], *tuple[object, ...]]
MEMORY = Limits(None, 300_000_000)


@pytest.mark.parametrize(
    ("work", "limits", "error", "words", "said"),
    [
        ((hold, 400_000_000), MEMORY, MemoryLimit, "memory limit", "growing"),
        ((leave, 0), Limits(30), LimitReached, "ended with code 0", None),
        ((leave, 3), Limits(30), LimitReached, "ended with code 3", None),
        ((die, signal.SIGKILL), Limits(30), LimitReached, "ended with code -9", None),
        ((die, signal.SIGTERM), Limits(30), LimitReached, "ended with code -15", None),
        ((fail,), NO_LIMITS, Unsupported, "'this' is not supported", "failing"),
        ((fail_stubbornly,), NO_LIMITS, RuntimeError, "no way to send this", None),
        ((run_out_of_memory,), NO_LIMITS, LimitReached, "out of memory", None),
    ],
)
def test_what_ends_the_work_is_told(
    work: Work, limits: Limits, error: type[Exception], words: str, said: str | None
) -> None:
    """What it has told before is kept, unless it leaves at once."""
    events: list[Event] = []
    with pytest.raises(error, match=words):
        call(work[0], work[1:], events.append, limits)
    assert said is None or texts(events) == [said]


def test_a_child_that_ends_in_the_middle_of_a_message_is_a_limit() -> None:
    """A message of 100 bytes is announced, and one byte comes."""
    receiver, sender = multiprocessing.Pipe(duplex=False)
    os.write(sender.fileno(), (100).to_bytes(4, "big") + b"x")
    sender.close()
    process = multiprocessing.Process(target=os.getpid)
    process.start()
    with pytest.raises(LimitReached, match="ended with code 0"):
        receive(Child(process, receiver))
    receiver.close()


def test_without_a_process_limits_are_noticed_at_each_event() -> None:
    events: list[Event] = []
    with pytest.raises(TimeLimit, match="time limit reached"):
        call_here(sleep, (1.2,), events.append, Limits(1.0))
    assert texts(events) in (["asleep", "awake"], ["asleep"])  # a busy machine may take as long
    with pytest.raises(LimitReached, match="out of memory"):
        call_here(run_out_of_memory, (), ignore)


def test_time_and_errors_of_the_listener_end_the_child() -> None:
    """An error of the system says where the child met it."""
    events: list[Event] = []
    with pytest.raises(TimeLimit, match="time limit"):
        call(sleep, (600.0,), events.append, Limits(2))
    assert texts(events) in ([], ["asleep"])  # a busy machine may not get so far

    def refuse(event: Event) -> None:
        raise ValueError("not listening")

    with pytest.raises(ValueError, match="not listening"):
        call(sleep, (600.0,), refuse)
    assert not multiprocessing.active_children()
    with pytest.raises(OSError, match="strange") as caught:
        call(fail_in_the_system, (), ignore)
    assert "in fail_in_the_system" in caught.value.__notes__[0]


def said(*words: str, folder: Path | None = None, stderr: int | None = None) -> str:
    """What another interpreter says."""
    done = subprocess.run(
        [sys.executable, *words],
        cwd=folder,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=stderr,
        encoding="utf-8",
        timeout=300,
        check=True,
    )
    return done.stdout


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
    process.call(sleep, (600.0,), lambda event: None)
except process.Interrupted:
    print("interrupted", started[0].process.is_alive())
"""


def test_ctrl_c_while_the_child_starts_ends_it() -> None:
    """In an interpreter of its own, whose main thread gets the signal."""
    assert said("-c", INTERRUPTED) == "interrupted False\n"


def test_children_of_the_child_end_with_it(tmp_path: Path) -> None:
    path = tmp_path / "pid"

    def enough(event: Event) -> None:
        if path.exists():
            raise LimitReached("enough")

    with pytest.raises(LimitReached):
        call(have_a_child, (str(path),), enough)
    assert gone(int(path.read_text())), "a grandchild survived"


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
    found = said("script.py", folder=tmp_path, stderr=subprocess.STDOUT)
    assert found == "<Verdict hughes: 21 moves (piece), certified>\n"


ORPHAN = """
import multiprocessing, os, sys, time
from puzzleproof.provers import process
from tests.support.child_work import sleep

sys.platform = "another"  # whose kernel ends nobody
child = process.start(sleep, (600.0,))
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
child = process.start(sleep, (600.0,))
print(child.process.pid, flush=True)
os._exit(0)
"""


@pytest.mark.parametrize(
    "code", [EARLY_ORPHAN, ORPHAN], ids=["before the kernel is asked", "a thread"]
)
def test_a_parent_that_goes_leaves_no_orphan(code: str, method: str) -> None:
    """Where the kernel does not help, or is not asked yet."""
    if method == "spawn":
        pytest.skip("the child has modules of its own, which nobody has changed")
    # The early orphan holds standard output open: this returns when it is gone.
    assert gone(int(said("-c", code))), "the child outlived its parent"


def test_threads_that_start_processes_leave_the_main_module() -> None:
    """Each thread puts an empty module in its place while its process starts."""
    held = sys.modules["__main__"]

    class Starting:
        """A process whose start takes a while."""

        def start(self) -> None:
            assert sys.modules["__main__"] is not held
            time.sleep(0.01)

    threads = [threading.Thread(target=process.start_anew, args=(Starting(),)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sys.modules["__main__"] is held
