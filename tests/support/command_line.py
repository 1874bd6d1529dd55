"""The command line as users call it, and processes that run it."""

import argparse
import io
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import ExitStack, chdir, contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias, cast
from unittest.mock import patch

import psutil

from puzzleproof.cli.main import main, whole_parser
from tests.support.tree import ROOT


class Result(NamedTuple):
    """What a command has printed, and its exit code."""

    returncode: int
    stdout: str
    stderr: str

    @property
    def fault(self) -> str:
        """The one line on standard error; nothing else was printed, and no traceback."""
        assert not self.stdout, self.stdout
        return self.complaint

    @property
    def complaint(self) -> str:
        """The one line on standard error, and no traceback; standard output may have more."""
        assert "Traceback" not in self.stderr
        assert self.stderr.startswith("puzzleproof: "), self.stderr
        assert self.stderr.count("\n") == 1, self.stderr
        return self.stderr


UNSOLVABLE = '''family = "sliding"\nmetric = "unit"\nlabelled = "B"
board = """\nA#B\n.#.\n"""\ngoal = """\nB..\n...\n"""\n'''
"""A wall parts piece B from its goal."""


Run: TypeAlias = Callable[..., Result]
"""Call ``run("prove", "hughes")``; ``stdin``, and ``env`` with extra environment variables."""

CALLER_S_OWN = ("NO_COLOR", "COLUMNS", "FORCE_COLOR", "PYTHONUNBUFFERED", "PYTHONDONTWRITEBYTECODE")


def environment(extra: Mapping[str, str] | None = None) -> dict[str, str]:
    """This tree first on the path, and nothing of the caller's that changes the output."""
    kept = {k: v for k, v in os.environ.items() if k not in CALLER_S_OWN}
    return {**kept, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8", **(extra or {})}


def command(*args: str | Path) -> list[str]:
    """The words of a command line that runs this tree."""
    return [sys.executable, "-m", "puzzleproof", *map(str, args)]


def run_here(
    folder: Path, *args: str | Path, stdin: str | bytes = "", env: Mapping[str, str] | None = None
) -> Result:
    """Run a command in this process, in a folder, as a process of its own would run it."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2))
    typed = stdin if isinstance(stdin, bytes) else stdin.encode()
    with ExitStack() as put_back:
        for number in (signal.SIGTERM, signal.SIGHUP):
            put_back.callback(signal.signal, number, signal.getsignal(number))
        put_back.enter_context(patch.dict(os.environ, environment(env), clear=True))
        put_back.enter_context(patch("sys.stdin", io.TextIOWrapper(io.BytesIO(typed))))
        put_back.enter_context(redirect_stdout(out))
        put_back.enter_context(redirect_stderr(err))
        put_back.enter_context(chdir(folder))
        code = main([str(word) for word in args])
    return Result(code, *(stream.buffer.getvalue().decode() for stream in (out, err)))


def result_of(
    words: Sequence[str | Path],
    folder: Path,
    stdin: str | bytes = "",
    env: Mapping[str, str] | None = None,
    timeout: float = 300,
) -> Result:
    """Run any program in a folder, with this tree on Python's path."""
    done = subprocess.run(
        words,
        input=stdin if isinstance(stdin, bytes) else stdin.encode(),
        capture_output=True,
        env=environment(env),
        cwd=folder,
        timeout=timeout,
        check=False,
    )
    return Result(done.returncode, done.stdout.decode(), done.stderr.decode())


def arguments() -> dict[str, list[argparse.Action]]:
    """Each verb with its arguments, options and others."""
    inside: Any = whole_parser()  # argparse has no public names for what a parser holds
    held: list[Any] = [one.choices for one in inside._actions]
    (verbs,) = (cast("dict[str, Any]", one) for one in held if isinstance(one, dict))
    return {name: verb._actions for name, verb in verbs.items()}


def flags() -> dict[str, set[str]]:
    """Each verb with its options, the global ones among them."""
    found = arguments().items()
    return {verb: {flag for one in some for flag in one.option_strings} for verb, some in found}


MAIN = """\
import sys
from puzzleproof.cli.main import main
try:
    code = main(sys.argv[1:])
except SystemExit as stop:
    code = stop.code
print(code or 0, *sys.modules, file=sys.stderr)
"""


def modules_after(folder: Path, *words: str, env: Mapping[str, str] | None = None) -> set[str]:
    """The modules that a process has imported once a command has run there."""
    result = result_of([sys.executable, "-c", MAIN, *words], folder, env=env)
    code, *names = result.stderr.splitlines()[-1].split()
    assert code == "0", result.stderr
    return set(names)


@contextmanager
def started(
    folder: Path, *arguments: str, env: Mapping[str, str] | None = None
) -> Generator[subprocess.Popen[str]]:
    """A running command, the leader of its own process group; its stdout goes to ``out``."""
    with open(folder / "out", "w") as out, open(folder / "err", "w") as err:
        words, env = command(*arguments), environment(env)
        process = subprocess.Popen(
            words, stdout=out, stderr=err, text=True, cwd=folder, env=env, start_new_session=True
        )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def wait_for(is_so: Callable[[], bool], seconds: float = 120) -> None:
    """Return as soon as something is so; a busy machine may take its time."""
    end = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < end, "it did not become so"
        time.sleep(0.05)


def interrupted(
    folder: Path,
    words: Sequence[str],
    is_so: Callable[[], bool],
    how: Callable[[subprocess.Popen[str]], object] = lambda one: one.send_signal(signal.SIGINT),
    env: Mapping[str, str] | None = None,
) -> int:
    """The exit code of a command that gets Ctrl-C once something is so; no process is left."""
    with started(folder, *words, env=env) as process:
        family = list[psutil.Process]()

        def at_work() -> bool:
            """One piece of work may have ended, and the next not begun."""
            family[:] = family_of(process)
            return bool(family)

        wait_for(lambda: process.poll() is not None or (is_so() and at_work()))
        assert family
        how(process)
        code = process.wait(120)
    assert not left_over(family)
    return code


def family_of(process: subprocess.Popen[str]) -> list[psutil.Process]:
    return psutil.Process(process.pid).children(recursive=True)


def left_over(processes: list[psutil.Process], seconds: float = 30) -> list[psutil.Process]:
    """Those that do not end in time; ends them, so that a failing test leaves none."""
    end = time.monotonic() + seconds
    while (alive := list(filter(_is_alive, processes))) and time.monotonic() < end:
        time.sleep(0.05)
    for process in alive:
        process.kill()
    return alive


def children_at_work() -> list[psutil.Process]:
    """Those of this process, but for the two that multiprocessing keeps for its forkserver."""
    kept = "multiprocessing.forkserver", "multiprocessing.resource_tracker"
    found = filter(_is_alive, psutil.Process().children())
    return [one for one in found if not any(name in " ".join(one.cmdline()) for name in kept)]


def _is_alive(process: psutil.Process) -> bool:
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False
