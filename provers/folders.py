"""Folders of work that a process names by its number, so that others see when it is gone.

A process that is killed leaves its folders behind; the next one to work there removes them.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

NAME = "puzzleproof-{kind}-{process}-"


@contextmanager
def own_folder(kind: str, place: str | None = None) -> Generator[Path]:
    """A folder of this process in ``place`` (by default the system's), removed at the end.

    ``kind`` is a word.  Folders of the kind whose processes are gone are removed once a process.
    Raises OSError.
    """
    where, process = place or tempfile.gettempdir(), os.getpid()
    _tidy(kind, where, process)
    prefix = NAME.format(kind=kind, process=process)
    with tempfile.TemporaryDirectory(dir=where, prefix=prefix) as folder:
        yield Path(folder)


@cache
def _tidy(kind: str, place: str, process: int) -> None:
    remove_left_behind(Path(place), kind)


def remove_left_behind(place: Path, kind: str) -> None:
    """Remove the folders of processes that were ended in the middle of their work."""
    for folder in place.glob(NAME.format(kind=kind, process="*") + "*"):
        process = folder.name.split("-")[2]
        if process.isdigit() and not is_alive(int(process)):
            shutil.rmtree(folder, ignore_errors=True)


def is_alive(process: int) -> bool:
    """Whether there is a process of this number."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
