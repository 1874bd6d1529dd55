"""How much memory a process and its descendants hold, and how much the machine has to spare.

On Linux the system's own files are read, which costs next to nothing; psutil counts exactly, or
where there are no such files.
"""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path
from typing import Any

PROCESSES = Path("/proc")
SHARE = 0.8
"""Of a memory limit, what a search may take so that other work can carry on from there."""
BASELINE_BYTES = 60_000_000
"""What Python and numpy take before there is an array."""


def memory_budget(limit: int | None) -> int | None:
    """Bytes that a search may take: of the user's limit, else of what the machine has to spare."""
    return half_of_spare_memory() if limit is None else int(limit * SHARE)


def array_budget(budget: int | None) -> int | None:
    """Of the bytes that a search may take, what its arrays may; Python and numpy need the rest."""
    return None if budget is None else max(budget // 8, (budget - BASELINE_BYTES) // 2)


def holds_more(pid: int, limit: int) -> bool:
    """Whether a process and its descendants hold more memory than ``limit`` bytes.

    Resident sizes count the pages that a fork shares for each of them, and come cheaply; only where
    they pass the limit is each page counted once (proportional sizes, where the system has them).
    """
    try:
        if sum(map(_resident, _family(pid))) <= limit:
            return False
    except (OSError, ValueError):
        if find_spec("psutil") is None:
            return False
    return _counted_once(pid, limit)


def _family(pid: int) -> list[int]:
    """A process and its descendants; raises OSError where it is gone or not to be read."""
    found = [pid]
    for one in found:
        for task in (PROCESSES / str(one) / "task").iterdir():
            found += map(int, (task / "children").read_text().split())
    return found


def _resident(pid: int) -> int:
    pages = (PROCESSES / str(pid) / "statm").read_text().split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


def _counted_once(pid: int, limit: int) -> bool:
    """By psutil; without it the resident sizes have the last word."""
    try:
        import psutil
    except ImportError:
        return True

    resident = proportional = 0
    try:
        process = psutil.Process(pid)
        family = (process, *process.children(recursive=True))
        resident = sum(one.memory_info().rss for one in family)
        if resident > limit:
            proportional = sum(_proportional(one) for one in family)
    except psutil.NoSuchProcess:
        return False
    return resident > limit and proportional > limit


def _proportional(process: Any) -> int:
    import psutil

    try:
        full = process.memory_full_info()
    except psutil.AccessDenied:
        full = process.memory_info()
    size: int = getattr(full, "pss", 0) or full.rss
    return size


def half_of_spare_memory() -> int | None:
    """Bytes: the limit where the user sets none and a search could take all there is.

    None, so no limit, where neither the system nor psutil tells.
    """
    try:
        lines = (PROCESSES / "meminfo").read_text().splitlines()
        (spare,) = (line.split()[1] for line in lines if line.startswith("MemAvailable:"))
        return int(spare) * 1024 // 2
    except (OSError, ValueError):
        pass
    try:
        import psutil
    except ImportError:
        return None
    return psutil.virtual_memory().available // 2
