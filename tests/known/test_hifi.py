"""HIFI (Junk Kato, 1998): 200 moves, with all ten pieces labelled; 21.5 million states."""

from __future__ import annotations

import threading
import time

import psutil
import pytest

import puzzleproof
from puzzleproof.verify.replay import replay_to_goal
from tests.support.boards import library

MEMORY = 8_000_000_000


class PeakMemory:
    """The most memory that this process and its children hold while a block runs."""

    def __init__(self) -> None:
        self.peak = 0
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._watch)

    def __enter__(self) -> PeakMemory:
        self._thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._over.set()
        self._thread.join()

    def _watch(self) -> None:
        me = psutil.Process()
        while not self._over.is_set():
            total = 0
            for process in (me, *me.children(recursive=True)):
                try:
                    total += process.memory_info().rss
                except psutil.NoSuchProcess:
                    continue
            self.peak = max(self.peak, total)
            time.sleep(0.2)


@pytest.mark.slow
def test_hifi_takes_200_moves() -> None:
    with PeakMemory() as memory:
        verdict = puzzleproof.prove("hifi", "piece", memory_limit=MEMORY)
    assert (verdict.status, verdict.optimum) == ("optimal", 200), verdict.notes
    assert verdict.grade in ("certified", "cross-checked")
    assert verdict.plan is not None
    assert replay_to_goal(library("hifi"), verdict.plan) == 200
    assert memory.peak < MEMORY


def test_peak_memory_sees_what_is_held() -> None:
    with PeakMemory() as memory:
        held = bytearray(100_000_000)
        time.sleep(0.5)
    assert memory.peak > len(held)
