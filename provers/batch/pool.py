"""Worker processes that do jobs, one after the other; one that dies takes its own job only.

A job of a worker that died is done once more, by a new worker; then it has failed, with the reason.
A worker that holds too much memory, or goes on long after the time limit, is ended: its job keeps
the bounds that it had reached.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass
from multiprocessing import Pipe
from multiprocessing.connection import Connection, wait
from typing import Any, Generic, NamedTuple

from puzzleproof.models.errors import LimitReached
from puzzleproof.provers.batch.tickets import Ticket, is_told
from puzzleproof.provers.batch.work import Listen, R, WorkOrder
from puzzleproof.provers.events import Emit, Event
from puzzleproof.provers.process import Child, Result, end, receive, start
from puzzleproof.provers.verdict import INTERRUPTED

TICK_SECONDS = 0.2


def no_listener(number: int | None, event: Any) -> None:
    """Hear nothing."""


def cores() -> int:
    """Processor cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Finished(NamedTuple):
    """What a worker sends when a job is done; all else that it sends are events."""

    outcome: Any


@dataclass
class Worker(Generic[R]):
    """A process, the way to it, and what it is doing."""

    child: Child
    jobs: Connection
    ticket: Ticket[R] | None = None

    def give(self, ticket: Ticket[R]) -> None:
        """Begin a job."""
        ticket.begin()
        self.ticket = ticket
        self.jobs.send(ticket.job)

    def close(self) -> None:
        """End the process and all that it has started."""
        end(self.child)
        self.jobs.close()


def run_jobs(
    jobs: Iterable[tuple[int, WorkOrder[R]]], workers: int, listen: Listen = no_listener
) -> Generator[tuple[int, R]]:
    """Yield the number that each job came with and its outcome, as they come.

    ``workers`` processes do them; a job is fetched when there is a process for it.  ``listen``
    hears of the events that jobs report, and some times a second that the work goes on.  Closing
    the generator ends all processes.
    """
    pool = _Pool[R]((Ticket(number, job) for number, job in jobs), max(1, workers), listen)
    try:
        while pool.begin():
            listen(None, None)
            for worker in _ready(pool.busy):
                yield from pool.hear(worker)
            for worker in list(pool.busy):
                yield from pool.watch(worker)
    except KeyboardInterrupt:
        yield from pool.interrupt()
        raise
    finally:
        pool.close()


class _Pool(Generic[R]):
    """The workers, those at work and those that wait, and the jobs to come."""

    def __init__(self, tickets: Iterator[Ticket[R]], workers: int, listen: Listen) -> None:
        self.tickets, self.workers, self.listen = tickets, workers, listen
        self.again = deque[Ticket[R]]()
        self.busy, self.idle = list[Worker[R]](), list[Worker[R]]()

    def begin(self) -> bool:
        """Give jobs to workers; whether any is at work."""
        while len(self.busy) < self.workers:
            ticket = self.again.popleft() if self.again else next(self.tickets, None)
            if ticket is None:
                break
            worker = self.idle.pop() if self.idle else _started()
            self.busy.append(worker)
            worker.give(ticket)
        return bool(self.busy)

    def hear(self, worker: Worker[R]) -> Iterator[tuple[int, R]]:
        """Take one message of a worker; yield the outcome of its job, if that is one."""
        message = _message(worker)
        ticket = worker.ticket
        assert ticket is not None
        if isinstance(message, Finished):
            self.busy.remove(worker)
            self.idle.append(worker)
            yield ticket.number, message.outcome.tried(ticket.attempts)
        elif isinstance(message, LimitReached):
            self.busy.remove(worker)
            worker.close()
            if ticket.may_try_again:
                self.again.append(ticket)
            else:
                yield ticket.number, ticket.failed(str(message))
        else:
            ticket.hear(message)
            self.listen(ticket.number, message)

    def watch(self, worker: Worker[R]) -> Iterator[tuple[int, R]]:
        """Give up the job of a worker beyond its limits."""
        assert worker.ticket is not None
        if fault := worker.ticket.fault(worker.child.process.pid):
            self.busy.remove(worker)
            worker.close()
            yield worker.ticket.number, worker.ticket.given_up(fault)

    def interrupt(self) -> Iterator[tuple[int, R]]:
        """Give up all jobs; yield what they had found."""
        for worker in self.busy:
            worker.close()
            assert worker.ticket is not None
            yield worker.ticket.number, worker.ticket.given_up(INTERRUPTED)
        self.busy.clear()

    def close(self) -> None:
        """End all processes."""
        for worker in (*self.busy, *self.idle):
            worker.close()


def _started() -> Worker[Any]:
    receiver, sender = Pipe(duplex=False)
    child = start(_work, (receiver,))
    receiver.close()
    return Worker(child, sender)


def _work(jobs: Connection, emit: Emit) -> None:
    """Do jobs until there are no more: in the worker's process."""
    send: Callable[[Any], None] = emit

    def tell(event: Event) -> None:
        if is_told(event):
            send(event)

    while True:
        try:
            job = jobs.recv()
        except EOFError:
            return
        send(Finished(job.run(tell)))


def _ready(busy: list[Worker[R]]) -> list[Worker[R]]:
    found = set(wait([worker.child.receiver for worker in busy], TICK_SECONDS))
    return [worker for worker in busy if worker.child.receiver in found]


def _message(worker: Worker[Any]) -> Any:
    """One message: an outcome, an event, or the LimitReached that says why there will be none."""
    try:
        message = receive(worker.child)
    except LimitReached as error:
        return error
    return LimitReached("the worker has ended") if isinstance(message, Result) else message
