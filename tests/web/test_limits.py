"""Limits of the processes behind the server: time, killed workers, a full queue."""

import asyncio
import os
import signal
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest

from puzzleproof.web import services
from puzzleproof.web.commands import Event
from puzzleproof.web.services import FileStore, Jobs, Limits, Refusal, RulesPool

VIEW = {"ask": "view", "instance": {"name": "frogs-1-1"}}
LIMITS = Limits(20, 500_000_000)


def refusal(work: Coroutine[Any, Any, object]) -> int:
    with pytest.raises(Refusal) as found:
        asyncio.run(work)
    return found.value.status_code


def test_an_answer_that_takes_too_long_is_given_up() -> None:
    async def ask() -> None:
        await RulesPool(1, seconds=1e-6).ask(VIEW)

    assert refusal(ask()) == 422


def test_too_many_questions_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    async def ask() -> None:
        pool = RulesPool(1)
        first = asyncio.ensure_future(pool.ask(VIEW))
        await asyncio.sleep(0)
        try:
            await pool.ask(VIEW)
        finally:
            assert "error" not in await first

    monkeypatch.setattr(services, "WAITING_LIMIT", 1)
    assert refusal(ask()) == 503


def test_a_full_queue_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        queue = Jobs(1, LIMITS)
        first = queue.run(["list", "--json-stream"])
        await anext(first)
        try:
            await anext(queue.run(["list"]))
        finally:
            await first.aclose()
            await queue.close()

    monkeypatch.setattr(services, "WAITING_LIMIT", 0)
    assert refusal(run()) == 503


def test_a_job_that_ignores_its_limit_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> list[Event]:
        queue = Jobs(1, Limits(0.1, 500_000_000))
        try:
            return [event async for event in queue.run(["show", "-"])]
        finally:
            await queue.close()

    async def stopped(process: asyncio.subprocess.Process, _text: str) -> None:
        os.kill(process.pid, signal.SIGSTOP)

    monkeypatch.setattr(services, "GRACE_SECONDS", 0.3)
    monkeypatch.setattr(services, "_write", stopped)
    events = asyncio.run(run())
    assert events[-1] == {"event": "error", "error": "the time limit was reached"}


def test_the_oldest_certificates_go_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "TOTAL_BYTES", 10)
    files = FileStore()
    names: list[str] = []
    for _ in range(3):
        path = files.new()
        path.parent.mkdir()
        path.write_bytes(b"12345")
        names.append(files.keep(path))
        files.drop(path)
    assert files.find(names[0]) is None
    kept = [files.find(name) for name in names[1:]]
    assert all(path is not None and path.exists() for path in kept)
    folder = Path(str(kept[0])).parent
    assert len(list(folder.iterdir())) == 2
    files.close()
    assert not folder.exists()
