"""What is asked: which evidence, by which engine, for which bound; and what may be asked for.

Who makes a kind of evidence stands in `puzzleproof.provers.strategy.WORK`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias, get_args

from puzzleproof.models.errors import NotationError, Unsupported
from puzzleproof.models.texts import did_you_mean, expected_one_of

Engine: TypeAlias = Literal["auto", "sat", "cpsat", "search"]
PlanFrom: TypeAlias = Literal["any", "horizons"]
ENGINES: tuple[Engine, ...] = get_args(Engine)
PLANS: tuple[PlanFrom, ...] = get_args(PlanFrom)
"""A search may bring the plan that horizons then prove minimal; or the solver alone."""


class Kind(NamedTuple):
    """A kind of evidence, and what a request for it means."""

    name: str
    engines: tuple[str, ...]
    """The engines with which it may be asked for."""
    certifies: bool = True
    """Whether it leaves a certificate; `verify.certificate.CHECKERS` then has its checker."""
    confirmed_by: str | None = None
    """A kind that is made as well where this one stays without a certificate."""


KINDS = (
    Kind("invariant", ("auto", "search")),
    Kind("labelling", ("auto", "search")),
    Kind("refutation", ("auto", "sat", "cpsat"), confirmed_by="exhaustion"),
    Kind("exhaustion", ("auto", "search"), certifies=False),
)
"""In the order in which they are made."""
BY_ENGINE = {"search": "labelling", "sat": "refutation", "cpsat": "refutation"}
"""What an engine makes where no kind is named."""
EVIDENCE = ("auto", "all", *(kind.name for kind in KINDS))
"""What ``--evidence`` takes."""


@dataclass(frozen=True, slots=True)
class Request:
    """What to prove and how; the certificate, if any, goes to ``certificate``."""

    engine: str = "auto"
    evidence: tuple[str, ...] = ("auto",)
    at_least: int | None = None
    certificate: str | None = None
    seed: int = 0
    solver: str | None = None
    plan: str = "any"
    """Whence a plan may come that horizons prove minimal: one of `PLANS`."""

    def __post_init__(self) -> None:
        check_engine(self.engine)
        if self.plan not in PLANS:
            raise NotationError(f"plan {self.plan!r}: {expected_one_of(self.plan, PLANS)}")
        for name in self.evidence:
            if name not in EVIDENCE:
                expected = f"expected some of {', '.join(EVIDENCE)}{did_you_mean(name, EVIDENCE)}"
                raise NotationError(f"evidence {name!r}: {expected}")
        if len(self.evidence) > 1 and {"auto", "all"} & set(self.evidence):
            raise NotationError("evidence 'auto' and 'all' stand alone")
        if self.solver is not None:
            from puzzleproof.encoders.sat import solver_names

            if self.solver not in solver_names():
                expected = expected_one_of(self.solver, solver_names())
                raise NotationError(f"solver {self.solver!r}: {expected}")
        self._check_supported()

    def _check_supported(self) -> None:
        """Raise Unsupported for combinations that contradict each other."""
        for kind in KINDS:
            if kind.name in self.evidence and self.engine not in kind.engines:
                raise Unsupported(f"engine {self.engine!r} makes no evidence of kind {kind.name!r}")
        if self.solver and self.engine not in ("auto", "sat"):
            raise Unsupported(f"solver {self.solver!r} is for SAT, not for engine {self.engine!r}")
        if self.plan == "horizons" and self.engine == "search":
            raise Unsupported("plan 'horizons': engine 'search' asks no horizons")
        if self.certificate and not self.leaves_certificate:
            raise Unsupported("evidence of kind exhaustion alone leaves no certificate")

    @property
    def by_itself(self) -> bool:
        """Whether the prover chooses the evidence as it goes (`provers.strategy`)."""
        return self.engine == "auto" and "auto" in self.evidence

    @property
    def leaves_certificate(self) -> bool:
        """Whether this may end with a certificate."""
        return self.by_itself or any(kind.certifies for kind in self.kinds())

    def names(self, kind: str) -> bool:
        """Whether evidence of this kind was asked for by its name."""
        return kind in self.evidence

    def kinds(self) -> tuple[Kind, ...]:
        """The kinds of evidence that are asked for, in the order of the work."""
        if "all" in self.evidence:
            wanted = {kind.name for kind in KINDS if self.engine in kind.engines}
        elif "auto" in self.evidence:
            wanted = {BY_ENGINE.get(self.engine, "labelling")}
        else:
            wanted = set(self.evidence)
        return tuple(kind for kind in KINDS if kind.name in wanted)


def check_engine(name: str) -> None:
    """Raise NotationError for an engine that does not exist."""
    if name not in ENGINES:
        raise NotationError(f"engine {name!r}: {expected_one_of(name, ENGINES)}")
