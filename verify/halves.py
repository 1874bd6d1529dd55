"""A large labelling checked by two processes, each of which takes one run of its blocks.

The *first* process checks the blocks up to some block m, and the moves of the states before m; the
*second* reads the same file, checks the moves of the states of m and all that follows.  So each
demand of `puzzleproof.verify.labelling` is checked by one of them, for the same states.

Why the answer is that of one process.  The first makes the same looks in the same order, up to m.
The second begins without marks (`puzzleproof.verify.layers`), so it makes all looks that one
process makes from m on, and some more: for cliques of which the first process has met a state
before m.  When that is the case and the first has found no fault, let g < m be the least label of
such a clique: all its states are labelled g or g + 1.  No state has a second label one or two
above, as three layers in a row have none in common.  So those that the second process looks from
once more have the label m = g + 1; it finds the others, as it keeps block m - 1 for its looks from
m, and it marks nothing that one process would not mark: there is none of the clique at g + 2.
So if the first finds no fault, both ways find the same fault first; and a fault that the first
finds comes before all that the second looks at.

Where classes are labelled (`puzzleproof.verify.classes`) all this holds of classes: each record is
the name of one, and the cliques of a class are those of its states.

The file is read twice.  Each process hashes all that it reads, and the second is told the hash of
the header; so both have read the same bytes.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from itertools import accumulate
from typing import Any, NamedTuple

from puzzleproof.models.errors import CertificateRejected, InternalError

ENTRY = (
    "import json, sys; request = json.load(sys.stdin); sys.path[:] = request['sys.path']; "
    "from puzzleproof.verify.second_half import main; main(request)"
)
"""The second process finds what the first has found, wherever that is."""


class SecondHalf(NamedTuple):
    """What the second process is asked."""

    path: str
    """The file."""
    header: str
    """The hash that seals its header."""
    begin: int
    """The block whose moves it checks first; forward blocks are counted first, then backward."""


def middle(sizes: Sequence[int]) -> int:
    """The block, not the first, where the second process begins: both have about as many states.

    >>> middle([1, 2, 4, 8, 4, 1])
    3
    """
    before = list(accumulate(sizes, initial=0))
    blocks = range(1, max(2, len(sizes)))
    return min(blocks, key=lambda block: max(before[block], before[-1] - before[block]))


def two_can_run() -> bool:
    """Whether a second process can be started, and finds a processor that is not busy."""
    if not sys.executable:
        return False
    with suppress(AttributeError, OSError):  # not on every system
        return os.getloadavg()[0] < len(os.sched_getaffinity(0)) > 1
    return (os.cpu_count() or 1) > 1


class Helper:
    """The second process; a context manager, which ends it."""

    def __init__(self, asked: SecondHalf) -> None:
        """Start it; raises OSError where that fails."""
        self._process = subprocess.Popen(  # noqa: S603  this interpreter, and words written here
            [sys.executable, "-P", "-c", ENTRY],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        request = {**asked._asdict(), "parent": os.getpid(), "sys.path": sys.path}
        assert self._process.stdin is not None, "it is a pipe"
        with suppress(OSError):  # where it has ended already its answer is missing
            self._process.stdin.write(json.dumps(request))
            self._process.stdin.close()
        self._process.stdin = None

    def __enter__(self) -> Helper:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        with self._process:
            pass  # its pipes are closed, and it is waited for

    def states(self) -> int:
        """How many states it has accepted.

        Raises CertificateRejected with the fault it found, OSError where it could not read on.
        """
        out, err = self._process.communicate()
        try:
            answer: dict[str, Any] = json.loads(out)
        except ValueError:
            last = err.strip().rpartition("\n")[2]
            code = self._process.returncode
            raise InternalError(f"the second process ended with {code}: {last}") from None
        if "unreadable" in answer:
            raise OSError(answer["unreadable"])
        if "rejected" in answer:
            raise CertificateRejected(str(answer["rejected"]))
        return int(answer["states"])
