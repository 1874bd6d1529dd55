"""The request for a proof: which evidence, by which engine, for which bound.

`puzzleproof.provers.strategy.WORK` names the function that finds each kind of evidence.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias, get_args

from puzzleproof.models.errors import NotationError, Unsupported
from puzzleproof.models.texts import did_you_mean
from puzzleproof.options import PATH, SEED, Options, Words, listed, one_of, option, whole, words

Engine: TypeAlias = Literal["auto", "sat", "cpsat", "search"]
PlanFrom: TypeAlias = Literal["any", "horizons"]
ENGINES: tuple[Engine, ...] = get_args(Engine)
PLANS: tuple[PlanFrom, ...] = get_args(PlanFrom)
"""What finds the plan that horizons then prove shortest: any search, or the solver alone."""
SOLVERS = (
    *("cadical195", "cadical103", "cadical153", "cadical300", "ergo", "glucose3", "glucose4"),
    *("glucose42", "gluecard3", "gluecard4", "lingeling", "maplechrono", "maplecm", "maplesat"),
    *("mergesat3", "minicard", "minisat22", "minisatep"),
)
"""PySAT's solvers, the default first.  The names are copied, so that help is printed without PySAT;
a test compares them with the names in PySAT."""


class Kind(NamedTuple):
    """A kind of evidence, and how it may be requested."""

    name: str
    engines: tuple[str, ...]
    """The engines with which this evidence may be requested."""
    certifies: bool = True
    """Whether it leaves a certificate, whose checker is in `verify.certificate.CHECKERS`."""


KINDS = (
    Kind("invariant", ("auto", "search")),
    Kind("labelling", ("auto", "search")),
    Kind("refutation", ("auto", "sat", "cpsat")),
    Kind("exhaustion", ("auto", "search"), certifies=False),
)
"""The kinds, in the order in which they are sought."""
BY_ENGINE = {"search": "labelling", "sat": "refutation", "cpsat": "refutation"}
"""Engine -> the kind of evidence that it finds if no kind is named."""
EVIDENCE = ("auto", "all", *(kind.name for kind in KINDS))
"""The values of ``--evidence``."""


EVIDENCE_WORDS = words(f"some of {', '.join(EVIDENCE)}", "KIND[,KIND]", EVIDENCE)


@dataclass(frozen=True, kw_only=True)
class ProofOptions(Options):
    """The options of the verb and the function `prove`."""

    engine: Engine = option(
        one_of(ENGINES),
        "sat and cpsat let a solver look for plans of at most T moves, and search no states",
        "auto",
    )
    evidence: Words = option(
        EVIDENCE_WORDS, f"some of {', '.join(EVIDENCE)} (default: auto)", "auto"
    )
    at_least: int | None = option(
        whole(0, metavar="L"), "prove only this bound: every plan has at least L moves"
    )
    seed: int = option(SEED, "random seed of the solver, for --engine cpsat (default: 0)", 0)
    solver: str | None = option(
        listed(SOLVERS, "NAME"),
        f"PySAT's solver for --engine sat (default: {SOLVERS[0]}); 'help' lists them",
    )
    plan: PlanFrom = option(
        one_of(PLANS),
        "with --engine sat or cpsat the solver also finds the plan (default: a search of at most "
        "ten seconds is tried first)",
        "any",
        "--no-search",
        const="horizons",
    )

    def __post_init__(self) -> None:
        """Raise NotationError for unknown values, Unsupported if options contradict each other."""
        super().__post_init__()
        wanted = tuple(self.evidence)
        for name in wanted:
            if name not in EVIDENCE:
                expected = f"{EVIDENCE_WORDS.expected}{did_you_mean(name, EVIDENCE)}"
                raise NotationError(f"evidence {name!r}: expected {expected}")
        if len(wanted) > 1 and {"auto", "all"} & set(wanted):
            raise NotationError("evidence 'auto' and 'all' cannot be combined with other kinds")
        for kind in KINDS:
            if kind.name in wanted and self.engine not in kind.engines:
                raise Unsupported(f"engine {self.engine!r} finds no evidence of kind {kind.name!r}")
        if self.solver and self.engine not in ("auto", "sat"):
            raise Unsupported(f"solver {self.solver!r} is for SAT, not for engine {self.engine!r}")
        if self.plan == "horizons" and self.engine == "search":
            raise Unsupported("plan 'horizons': engine 'search' uses no horizons")

    @property
    def by_itself(self) -> bool:
        """Whether the prover chooses the evidence (`provers.strategy`)."""
        return self.engine == "auto" and "auto" in self.evidence

    @property
    def leaves_certificate(self) -> bool:
        """Whether the requested proof may leave a certificate."""
        return self.by_itself or any(kind.certifies for kind in self.kinds())

    def kinds(self) -> tuple[Kind, ...]:
        """List the requested kinds of evidence, in the order in which they are sought."""
        if "all" in self.evidence:
            wanted = {kind.name for kind in KINDS if self.engine in kind.engines}
        elif "auto" in self.evidence:
            wanted = {BY_ENGINE.get(self.engine, "labelling")}
        else:
            wanted = set(self.evidence)
        return tuple(kind for kind in KINDS if kind.name in wanted)


@dataclass(frozen=True, kw_only=True)
class Request(ProofOptions):
    """The options of `prove`, and the file for the certificate."""

    certificate: str | None = option(PATH, "where to write the certificate")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.certificate and not self.leaves_certificate:
            raise Unsupported("evidence of kind exhaustion alone leaves no certificate")
