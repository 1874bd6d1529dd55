"""Prove a minimum: what is asked, the bounds so far, the files; `strategy` does the rest."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.certificate import Workspace
from puzzleproof.provers.events import CertificateWritten, Emit, EvidenceFound, ignore
from puzzleproof.provers.memory import memory_budget
from puzzleproof.provers.process import NO_LIMITS, Limits
from puzzleproof.provers.request import Request
from puzzleproof.provers.session import Session
from puzzleproof.provers.strategy import prove_minimum
from puzzleproof.provers.verdict import Evidence, Verdict


class Proof(Session):
    """A session with a request; what each kind of evidence works on."""

    def __init__(
        self,
        puzzle: AnyPuzzle,
        request: Request,
        workspace: Workspace,
        on_event: Emit,
        limits: Limits,
        *,
        in_process: bool = False,
    ) -> None:
        super().__init__(puzzle, on_event, limits, in_process=in_process)
        self.request, self.workspace = request, workspace
        self.argument: Any = None
        """The invariant's argument, once it is found."""

    @property
    def memory(self) -> int | None:
        """Bytes that a search may take."""
        return memory_budget(self.limits.memory)

    @property
    def answered(self) -> bool:
        """Whether what was asked is proven, or denied by a plan."""
        wanted, bounds = self.request.at_least, self.bounds
        if wanted is None or bounds.closed:
            return bounds.closed
        return bounds.proven >= wanted or self.denied

    @property
    def claimed(self) -> bool:
        """Whether what was asked is said by one search at least, or denied by a plan."""
        wanted, lower = self.request.at_least, self.bounds.lower
        if lower is None or lower == self.bounds.upper:
            return True
        return wanted is not None and (lower >= wanted or self.denied)

    @property
    def denied(self) -> bool:
        """Whether a plan is shorter than the lower bound that was to be proven."""
        wanted, upper = self.request.at_least, self.bounds.upper
        return wanted is not None and upper is not None and upper < wanted

    def accept(self, evidence: Evidence) -> None:
        """Take in evidence whose certificate stands in the workspace."""
        self.emit(EvidenceFound(evidence))
        if self.request.certificate:
            self.emit(CertificateWritten(self.request.certificate))


def prove(
    name: str,
    puzzle: AnyPuzzle,
    request: Request,
    on_event: Emit = ignore,
    limits: Limits = NO_LIMITS,
    versions: Mapping[str, str] | None = None,
    *,
    in_process: bool = False,
) -> Verdict:
    """Prove the minimum of a puzzle in its metric; the verdict holds what the limits allowed.

    A certificate takes its place only when the checker has accepted it.  ``in_process`` starts no
    process: for a host that has none.  Time is then checked between layers and horizons, and there
    is no limit of memory.
    """
    versions = dict(versions or {})
    with tempfile.TemporaryDirectory(prefix="puzzleproof-") as folder:
        part = Path(folder) / "certificate"
        if request.certificate:
            target = Path(request.certificate).resolve()
            part = target.with_name(target.name + ".part")
        workspace = Workspace(part, Path(folder), versions)
        proof = Proof(puzzle, request, workspace, on_event, limits, in_process=in_process)
        try:
            verdict = proof.run(prove_minimum, name, versions)
            if verdict.certificate:
                part.replace(Path(verdict.certificate).resolve())
        finally:
            workspace.remove()
    return verdict
