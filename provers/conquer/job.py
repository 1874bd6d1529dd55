"""One cube as work for a pool or a cluster: the horizon's formula and its literals are refuted.

The outcome carries a proof in binary (CLRAT), of the clauses of the formula followed by the
literals of the cube as unit clauses.  What another machine sends is followed step by step where it
arrives.
"""

from __future__ import annotations

import hashlib
import json
import platform
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from puzzleproof.models.errors import NotationError, PuzzleProofError
from puzzleproof.models.instances import dumps, loads
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.models.texts import clean, shortened
from puzzleproof.provers.batch.work import attempted, read_answer
from puzzleproof.provers.conquer.splits import Cube
from puzzleproof.provers.events import Emit, Event, ignore
from puzzleproof.provers.folders import own_folder
from puzzleproof.provers.process import Limits
from puzzleproof.provers.refutation.certify import prove_unsatisfiable, smallest_formula
from puzzleproof.verify.formula.steps import Clause
from puzzleproof.verify.lrat import Line, binary_lines
from puzzleproof.verify.refutation import AnyFormula, check_refutation


@dataclass(frozen=True, slots=True)
class CubeOutcome:
    """What became of a cube: a proof, a solution of it, or neither for a reason."""

    proof: bytes | None
    solvable: bool = False
    """Whether the solver found a solution: a plan of the horizon's length or less."""
    stopped: str = ""
    """Why it was stopped from outside."""
    reason: str = ""
    seconds: float = 0.0
    machine: str = ""
    attempts: int = 1

    @property
    def certificate(self) -> bytes | None:
        """The proof."""
        return self.proof

    def tried(self, attempts: int) -> CubeOutcome:
        """The same after so many attempts."""
        return replace(self, attempts=attempts)

    def to_text(self) -> str:
        """The outcome without the proof, of which it names the hash."""
        return json.dumps(
            {
                "solvable": self.solvable,
                "stopped": self.stopped,
                "reason": self.reason,
                "seconds": self.seconds,
                "machine": self.machine,
                "sha256": None if self.proof is None else hashlib.sha256(self.proof).hexdigest(),
            }
        )


@dataclass(frozen=True, slots=True)
class CubeJob:
    """A cube of 'at most ``length`` moves'; plain data."""

    instance: str
    """The text of its instance file."""
    metric: str
    length: int
    cube: Cube
    limits: Limits = Limits()  # noqa: RUF009  it is frozen
    folder: str | None = None
    """For the solver's file; on another machine the system's."""

    @classmethod
    def of(
        cls, puzzle: AnyPuzzle, length: int, cube: Cube, limits: Limits, folder: str | None = None
    ) -> CubeJob:
        """The job of a cube of a puzzle's horizon, in the puzzle's metric."""
        return cls(dumps(puzzle), puzzle.metric, length, cube, limits, folder)

    def run(self, emit: Emit = ignore) -> CubeOutcome:  # noqa: ARG002  it tells nothing
        """Refute the cube; what goes wrong is told in the outcome."""
        begin = time.perf_counter()
        proof, reason = attempted(self._proof)
        solvable = proof is None and not reason
        seconds = time.perf_counter() - begin
        return CubeOutcome(proof, solvable, "", reason, seconds, platform.node())

    def failed(self, reason: str) -> CubeOutcome:
        """The outcome where the process died."""
        return CubeOutcome(None, reason=reason, machine=platform.node())

    def given_up(self, events: Sequence[Event], why: str, seconds: float) -> CubeOutcome:  # noqa: ARG002
        """The outcome where it was stopped: nothing of it is kept."""
        return CubeOutcome(None, stopped=why, seconds=seconds, machine=platform.node())

    def to_text(self) -> str:
        """As `cube_job_of` reads it."""
        return json.dumps(
            {
                "order": "cube",
                "instance": self.instance,
                "metric": self.metric,
                "length": self.length,
                "cube": list(self.cube),
                "limits": list(self.limits),
            }
        )

    def received(
        self,
        text: object,
        certificate: object,
        worker: str,
        emit: Emit = ignore,  # noqa: ARG002
    ) -> CubeOutcome:
        """The outcome that ``worker`` sent; its proof is followed here."""
        try:
            return self._received(text, certificate)
        except PuzzleProofError as error:
            fault = f"what {worker} sent is rejected: {shortened(clean(str(error)))}"
            return CubeOutcome(None, reason=fault, machine=worker)

    def clauses(self) -> list[Clause]:
        """The formula, and the literals of the cube as unit clauses."""
        _, clauses = formula_of(self.instance, self.metric, self.length)
        return [*clauses, *((literal,) for literal in self.cube)]

    def _proof(self) -> bytes | None:
        """A proof that the cube has no solution; None where it has."""
        with own_folder("cube", self.folder) as folder:
            proof = folder / "proof"
            refuted = prove_unsatisfiable(self.clauses(), proof, strict=False)
            return proof.read_bytes() if refuted else None

    def _received(self, text: object, certificate: object) -> CubeOutcome:
        outcome, digest = read_answer(text, _outcome_of)
        if digest is None:
            return outcome
        if not isinstance(certificate, bytes):
            raise NotationError("it has no proof, and names the hash of one")
        if hashlib.sha256(certificate).hexdigest() != digest:
            raise NotationError("its proof is another one than it says: the hashes differ")
        horizon, _ = formula_of(self.instance, self.metric, self.length)
        check_refutation(self.clauses(), horizon.variables, proof_lines(certificate))
        return replace(outcome, proof=certificate)


def cube_job_of(text: str, versions: dict[str, str]) -> CubeJob:
    """The job of a text of `CubeJob.to_text`."""
    said = json.loads(text)
    cube, limits = tuple(said["cube"]), Limits(*said["limits"])
    return CubeJob(said["instance"], said["metric"], said["length"], cube, limits)


def _outcome_of(said: Any) -> tuple[CubeOutcome, Any]:
    """What a worker says, without its proof; and the hash that it names."""
    stopped, reason, machine = (clean(str(said[key])) for key in ("stopped", "reason", "machine"))
    solvable, seconds = said["solvable"] is True, float(said["seconds"])
    return CubeOutcome(None, solvable, stopped, reason, seconds, machine), said["sha256"]


@lru_cache(maxsize=1)
def formula_of(instance: str, metric: str, length: int) -> tuple[AnyFormula, list[Clause]]:
    """The checker's formula of a horizon, and its clauses: a process refutes many of its cubes."""
    horizon = smallest_formula(loads(instance, "puzzle").with_metric(metric), length + 1)
    return horizon, list(horizon.clauses())


def proof_lines(proof: bytes) -> Sequence[Line]:
    """The lines of a proof in binary."""
    return list(binary_lines(iter([proof, b""]).__next__))
