"""A horizon asked of a solver, and at the same time its proof: two processes of one piece of work.

A solver of the encoders' model refutes sooner, CaDiCaL writes the proof of the checker's formula,
and neither needs the other.  The solver's answer says how long the proof may take: see `Patience`.
Whichever has a plan or a certificate ends the other.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from puzzleproof.models.errors import LimitReached
from puzzleproof.provers.events import Emit, EvidenceFound, Working
from puzzleproof.provers.process import Child, Result, end, receive, start

if TYPE_CHECKING:
    from puzzleproof.models.puzzle import AnyPuzzle
    from puzzleproof.provers.refutation.choice import SolverChoice


class Patience(NamedTuple):
    """How long a proof may take in all: ``times`` what the solver took, of ``least`` seconds."""

    times: float | None
    """None: there is no limit."""
    least: float
    left: float | None = None
    """Seconds that the whole session has; of what the solver leaves, a proof may take half."""

    def seconds(self, took: float) -> float:
        """The limit, where the solver took so long."""
        if self.times is None:
            return math.inf
        allowed = self.times * max(self.least, took)
        return allowed if self.left is None else min(allowed, (took + self.left) / 2)


def refute_and_prove(
    choice: SolverChoice,
    patience: Patience,
    write: Callable[..., int],
    puzzle: AnyPuzzle,
    bound: int,
    *of_proof: Any,
) -> int:
    """Refute 'at most ``bound`` - 1 moves' by a solver; the bound that a certificate proves.

    ``write(puzzle, bound, *of_proof)``, of which the last is what takes events, makes the
    certificate.  0 where the solver has found a plan, or neither has an answer.  Raises
    LimitReached where the proof takes too long, or what ``write`` raised, once the solver has
    refuted.
    """
    from puzzleproof.provers.refutation.horizons import refute_rising

    *rest, emit = of_proof
    both = _Both(emit, patience)
    try:
        both.start("solver", partial(refute_rising, puzzle, choice, bound - 1))
        both.start("proof", partial(write, puzzle, bound, *rest))
        return both.run()
    finally:
        both.end_all()


class _Both:
    """The two processes, and what became of them."""

    def __init__(self, emit: Emit, patience: Patience) -> None:
        self._emit, self._patience = emit, patience
        self._begin, self._deadline = time.monotonic(), math.inf
        self._children = dict[str, Child]()
        self._refuted = False
        """Whether the solver said so."""
        self._proven = 0
        self._fault: Exception | None = None
        """Why there is no proof."""

    def start(self, name: str, work: Callable[[Emit], Any]) -> None:
        """Begin one of them."""
        self._children[name] = start(work, ())

    def end_all(self) -> None:
        """End what still runs."""
        for name in list(self._children):
            end(self._children.pop(name))

    def run(self) -> int:
        """Hear both until the certificate stands, there is a plan, or nothing more is to come."""
        from multiprocessing.connection import wait

        while self._children and not self._proven:
            left = self._deadline - time.monotonic()
            if left <= 0:
                spent = time.monotonic() - self._begin
                text = f"its proof took over {spent:.0f} s; --evidence refutation sets no limit"
                raise LimitReached(text)
            pipes = [child.receiver for child in self._children.values()]
            ready = wait(pipes, None if left == math.inf else left)
            for name, child in list(self._children.items()):
                if child.receiver in ready and name in self._children:
                    self._hear(name)
        if self._fault is not None and self._refuted:
            raise self._fault
        return self._proven

    def _hear(self, name: str) -> None:
        """Take one message of one of them."""
        try:
            message = receive(self._children[name])
        except Exception as error:
            end(self._children.pop(name))
            if name == "proof":
                self._fault = error
            elif isinstance(error, LimitReached):
                self._be_patient()
            else:
                raise
            return  # the other may have an answer
        if isinstance(message, Result):
            end(self._children.pop(name))
            self._finished(name, message.value)
        elif name == "solver":
            self._refuted = self._refuted or isinstance(message, EvidenceFound)
            self._emit(message)
        elif self._refuted or not isinstance(message, Working):
            self._emit(message)

    def _finished(self, name: str, value: Any) -> None:
        if name == "proof":
            self._proven = value
        elif self._refuted:
            self._be_patient()
        else:  # there is a plan, or nothing to refute
            self.end_all()

    def _be_patient(self) -> None:
        """The solver has finished: so long may the proof take."""
        took = time.monotonic() - self._begin
        self._deadline = self._begin + self._patience.seconds(took)
