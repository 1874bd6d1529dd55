"""A horizon asked of a solver, and at the same time its proof: two processes of one piece of work.

A solver of the encoders' model refutes sooner, CaDiCaL writes the proof of the checker's formula,
and neither needs the other.  The solver's answer says how long the proof may take: see `Patience`.
Whichever has a plan or a certificate ends the other.
"""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from puzzleproof.models.errors import LimitReached, OutputError, Unsupported
from puzzleproof.provers.events import Emit, EvidenceFound, Working
from puzzleproof.provers.process import Child, Result, end, holds_more, receive, start
from puzzleproof.provers.refutation.certify import HasSolution

if TYPE_CHECKING:
    from puzzleproof.provers.refutation.choice import SolverChoice
    from puzzleproof.provers.refutation.order import ProofOrder

POLL_SECONDS = 0.25
"""How often the memory of both is looked at."""
NO_PROOF = LimitReached, Unsupported, OutputError, ImportError, HasSolution
"""Why there may be no proof though nothing is wrong; a solution is, once the solver has refuted."""


class Patience(NamedTuple):
    """How long a proof may take in all: ``times`` what the solver took, of ``least`` seconds."""

    times: float | None
    """None: there is no limit."""
    least: float
    left: float | None = None
    """Seconds that the whole session has; of what the solver leaves, a proof may take half."""
    memory: int | None = None
    """Bytes that solver and proof may hold together; where they need more, the proof is ended."""

    def seconds(self, took: float) -> float:
        """The limit, where the solver took so long."""
        if self.times is None:
            return math.inf
        allowed = self.times * max(self.least, took)
        return allowed if self.left is None else min(allowed, (took + self.left) / 2)


def refute_and_prove(
    choice: SolverChoice,
    patience: Patience,
    write: Callable[[ProofOrder, Emit], int],
    order: ProofOrder,
    emit: Emit,
) -> int:
    """Refute what the order says by a solver; the bound that a certificate proves.

    ``write`` makes the certificate.  0 where the solver has found a plan.  Raises LimitReached
    where the proof takes too long, or neither has an answer.  Once the solver has refuted, it
    raises why there is no proof; and a rejected certificate, or any other fault, at once.
    """
    from puzzleproof.provers.refutation.horizons import refute_rising

    both = _SolverAndProof(emit, patience)
    try:
        own = both.enter(order)
        both.start("solver", partial(refute_rising, order.puzzle, choice, order.bound - 1))
        both.start("proof", partial(write, own))
        return both.run()
    finally:
        both.end_all()


class _SolverAndProof:
    """The two processes, and what became of them."""

    def __init__(self, emit: Emit, patience: Patience) -> None:
        self._emit, self._patience = emit, patience
        self._begin, self._deadline = time.monotonic(), math.inf
        self._children = dict[str, Child]()
        self._folder = ExitStack()
        """That of the proof's files."""
        self._phase: Working | None = None
        """What the proof does, told once it works alone."""
        self._refuted = False
        """Whether the solver said so."""
        self._stopped: LimitReached | None = None
        """Why the solver has no answer."""
        self._proven = 0
        self._fault: Exception | None = None
        """Why there is no proof."""

    def enter(self, order: ProofOrder) -> ProofOrder:
        """The order in a folder that is removed when the proof ends."""
        return self._folder.enter_context(order.in_own_folder())

    def start(self, name: str, work: Callable[[Emit], Any]) -> None:
        """Begin one of them."""
        self._children[name] = start(work, ())

    def end_all(self) -> None:
        """End what still runs."""
        for name in list(self._children):
            self._end(name)
        self._folder.close()

    def run(self) -> int:
        """Hear both until the certificate stands, there is a plan, or nothing more is to come."""
        from multiprocessing.connection import wait

        while self._children and not self._proven:
            left = self._deadline - time.monotonic()
            if left <= 0:
                self._give_up()
            pipes = [child.receiver for child in self._children.values()]
            ready = wait(pipes, min(left, POLL_SECONDS))
            for name, child in list(self._children.items()):
                if child.receiver in ready and name in self._children:
                    self._receive(name)
            self._save_memory()
        if not self._proven and self._fault is not None:
            self._explain(self._fault)
        return self._proven

    def _give_up(self) -> None:
        """End the proof, which has taken too long."""
        spent = time.monotonic() - self._begin
        text = f"its proof took over {spent:.0f} s; --evidence refutation sets no limit"
        self._end("proof")
        self._explain(LimitReached(text))

    def _save_memory(self) -> None:
        """End the proof, and leave the memory to the solver, where there is not enough for both."""
        limit = self._patience.memory
        if limit is not None and "proof" in self._children and holds_more(os.getpid(), limit):
            self._end("proof")
            self._fault = LimitReached("its proof needs too much memory")

    def _explain(self, fault: Exception) -> None:
        """Raise why there is no proof, if there is a refutation; or why there is neither."""
        if self._refuted:
            raise fault
        if self._stopped is not None:
            raise LimitReached(f"the solver: {self._stopped}; {fault}")

    def _receive(self, name: str) -> None:
        """Take one message of one of them."""
        try:
            message = receive(self._children[name])
        except NO_PROOF as error:
            self._end(name)
            self._failed(name, error)
            return
        if isinstance(message, Result):
            self._end(name)
            self._finished(name, message.value)
        elif name == "solver":
            self._refuted = self._refuted or isinstance(message, EvidenceFound)
            self._emit(message)
        elif isinstance(message, Working) and "solver" in self._children:
            self._phase = message
        else:
            self._emit(message)

    def _failed(self, name: str, error: Exception) -> None:
        """One of them has no answer; the other may have one."""
        if name == "proof":
            self._fault = error
        elif isinstance(error, LimitReached):
            self._stopped = error
            self._set_deadline()
        else:
            raise error

    def _finished(self, name: str, value: Any) -> None:
        if name == "proof":
            self._proven = value
        elif self._refuted:
            self._set_deadline()
        else:  # there is a plan, or nothing to refute
            self.end_all()

    def _set_deadline(self) -> None:
        """The solver has finished: so long may the proof take."""
        took = time.monotonic() - self._begin
        self._deadline = self._begin + self._patience.seconds(took)
        if self._phase is not None and "proof" in self._children:
            self._emit(self._phase)

    def _end(self, name: str) -> None:
        end(self._children.pop(name))
        if name == "proof":
            self._folder.close()
