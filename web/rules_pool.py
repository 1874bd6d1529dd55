"""A few processes that answer questions about the rules, each answer within a limit of time.

A stranger's board may have more moves than can be listed; then the process is ended when its time
is over, and another takes its place.  anyio keeps the processes.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from anyio import BrokenWorkerProcess, CapacityLimiter, fail_after, to_process

from puzzleproof.web.questions import Answer, answer
from puzzleproof.web.requests import Refusal

SECONDS, MEGABYTES, WAITING_LIMIT = 5.0, 1_000, 256
"""Seconds for an answer, megabytes of memory of a process, and the most questions that wait."""
ATTEMPTS = 3
"""How often a question is tried if its process is killed."""


class RulesPool:
    """Asks `puzzleproof.web.questions` in processes, started when they are first needed."""

    def __init__(self, size: int = 2, seconds: float = SECONDS) -> None:
        self._places, self._seconds = CapacityLimiter(size), seconds
        self._asked = 0

    async def ask(self, question: dict[str, Any]) -> Answer:
        """The answer; raises Refusal if too many questions wait, or it takes too long."""
        if self._asked >= WAITING_LIMIT:
            raise Refusal(503, "too many questions at once; try again in a moment")
        self._asked += 1
        try:
            async with self._places:
                return await self._answer(question)
        except TimeoutError:
            raise Refusal(422, f"no answer about this board within {self._seconds:g} s") from None
        finally:
            self._asked -= 1

    async def _answer(self, question: dict[str, Any]) -> Answer:
        """Ask; if the process is killed meanwhile, ask another one."""
        with fail_after(self._seconds):
            for _ in range(ATTEMPTS):
                with suppress(BrokenWorkerProcess):
                    return await to_process.run_sync(
                        answer_within, MEGABYTES, question, cancellable=True
                    )
        raise Refusal(500, "the processes that know the rules end without an answer")


def answer_within(megabytes: int, question: dict[str, Any]) -> Answer:
    """Answer in a process with this limit of memory."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        limit = megabytes * 1_000_000
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    try:
        return answer(question)
    except (MemoryError, RecursionError):
        return {"error": "this board needs more memory than the page may take"}
    except Exception as error:  # noqa: BLE001  a bug: the next question deserves an answer too
        return {"error": f"internal error: {error!r:.200}"}
