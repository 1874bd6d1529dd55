"""A request to prove something: which evidence, by which engine; and what the work needs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from puzzleproof.models.errors import NotationError, Unsupported

if TYPE_CHECKING:
    from puzzleproof.provers.refutation.horizons import Engine
    from puzzleproof.verify.certificate import CheckedCertificate


ENGINES = ("auto", "sat", "cpsat", "search")
EVIDENCE = ("auto", "all", "refutation", "labelling", "invariant", "exhaustion")

MAKES_NOT = {
    "sat": ("labelling", "exhaustion", "invariant"),
    "cpsat": ("labelling", "exhaustion", "invariant"),
    "search": ("refutation",),
}
"""What an engine cannot make alone; horizons are confirmed by exhaustion in any case."""
CERTIFIED = ("invariant", "labelling", "refutation")
"""Kinds of evidence that leave a certificate."""
ORDER = ("invariant", "labelling", "refutation", "exhaustion")


@dataclass(frozen=True, slots=True)
class Request:
    """What to prove and how; the certificate, if any, goes to ``certificate``."""

    engine: str = "auto"
    evidence: tuple[str, ...] = ("auto",)
    at_least: int | None = None
    certificate: str | None = None
    seed: int = 0
    solver: str | None = None

    def __post_init__(self) -> None:
        if self.engine not in ENGINES:
            raise NotationError(f"engine {self.engine!r}: expected one of {', '.join(ENGINES)}")
        for kind in self.evidence:
            if kind not in EVIDENCE:
                raise NotationError(f"evidence {kind!r}: expected some of {', '.join(EVIDENCE)}")
        if len(self.evidence) > 1 and {"auto", "all"} & set(self.evidence):
            raise NotationError("evidence 'auto' and 'all' stand alone")
        if self.solver is not None:
            from puzzleproof.encoders.sat import solver_names

            if self.solver not in solver_names():
                expected = ", ".join(solver_names())
                raise NotationError(f"solver {self.solver!r}: expected one of {expected}")
        self._check_supported()

    def _check_supported(self) -> None:
        """Raise Unsupported for combinations that contradict each other."""
        for kind in self.evidence:
            if kind in MAKES_NOT.get(self.engine, ()):
                raise Unsupported(f"engine {self.engine!r} makes no evidence of kind {kind!r}")
        if self.solver and self.engine not in ("auto", "sat"):
            raise Unsupported(f"solver {self.solver!r} is for SAT, not for engine {self.engine!r}")
        if self.certificate and not self.leaves_certificate:
            raise Unsupported("evidence of kind exhaustion alone leaves no certificate")

    @property
    def by_itself(self) -> bool:
        """Whether the prover chooses the evidence as it goes (`provers.strategy`)."""
        return self.engine == "auto" and "auto" in self.evidence

    @property
    def leaves_certificate(self) -> bool:
        """Whether this may end with a certificate."""
        return self.by_itself or bool(set(CERTIFIED) & set(self.kinds()))

    def kinds(self) -> tuple[str, ...]:
        """The kinds of evidence to make, in the order of the work."""
        if self.engine in ("sat", "cpsat"):
            wanted = {"refutation", "exhaustion"}
        elif "all" in self.evidence:
            wanted = set(ORDER) - set(MAKES_NOT.get(self.engine, ()))
        elif "auto" in self.evidence:
            wanted = {"labelling"}
        else:
            wanted = set(self.evidence)
            wanted |= {"exhaustion"} if "refutation" in wanted else set()
        return tuple(kind for kind in ORDER if kind in wanted)

    def solver_engine(self) -> Engine:
        """The solver that refutes: CP-SAT if asked for, else SAT."""
        from puzzleproof.provers.refutation.horizons import Engine

        return Engine("cpsat" if self.engine == "cpsat" else "sat", self.seed, self.solver)


@dataclass(frozen=True, slots=True)
class Job:
    """A request, and what the child process needs besides."""

    request: Request
    part: Path
    """Where the certificate is written and checked."""
    memory: int | None
    versions: dict[str, str]
    folder: Path | None = None
    """For files that are large and soon done with; whoever made it removes it."""
    argument: list[Any] = field(default_factory=list[Any])
    """The invariant's argument, once it is found."""

    @property
    def fresh(self) -> Path:
        """Where a certificate stands until it is checked."""
        return self.part.with_name(self.part.name + ".new")

    def try_out(
        self, write: Callable[[Path], None], check: Callable[[Path], CheckedCertificate]
    ) -> CheckedCertificate:
        """Write a certificate, check it, and remove it: another one stands already."""
        try:
            write(self.fresh)
            return check(self.fresh)
        finally:
            self.fresh.unlink(missing_ok=True)

    def publish(
        self, write: Callable[[Path], None], check: Callable[[Path], CheckedCertificate]
    ) -> CheckedCertificate:
        """Write a certificate, check it, and only then put it in the place of an earlier one."""
        try:
            write(self.fresh)
            checked = check(self.fresh)
            self.fresh.replace(self.part)
        finally:
            self.fresh.unlink(missing_ok=True)
        return checked
